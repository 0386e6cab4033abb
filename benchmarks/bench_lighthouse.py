"""What Lighthouse says of the page, as of a phone on a slow network: `python -m benchmarks.bench_lighthouse`.

Lighthouse 12.2.3 is fetched by npx, once, and drives the system's Chromium with its own settings for a phone: four
times slower, 1.6 Mbit/s, 150 ms there and back (simulated). The table is one in play against computer players, as
whoever plays there sees it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from scripts import chromium
from tests.browser.conftest import open_browser
from tests.browser.table import HERE, Person, Server

LIGHTHOUSE = "lighthouse@12.2.3"
CATEGORIES = ("performance", "accessibility", "best-practices")
PAGES = {
    "landing": "/",
    "new table": "/baru",
    "rules": "/aturan",
    "settings": "/pengaturan",
    "scorekeeper": "/skor",
}
GOAL = 95


def measure(address: str, cookies: str | None, folder: Path) -> dict[str, Any]:
    """Lighthouse's report about a page."""
    out = folder / "report.json"
    command = ["npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json", f"--output-path={out}"]
    command += [f"--only-categories={','.join(CATEGORIES)}", "--chrome-flags=--headless=new --no-sandbox --disable-gpu"]
    if cookies:
        extra = folder / "headers.json"
        extra.write_text(json.dumps({"Cookie": cookies}))
        command.append(f"--extra-headers={extra}")
    environment = {**os.environ, "CHROME_PATH": chromium.find() or ""}
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    report: dict[str, Any] = json.loads(out.read_text())
    return report


def tell(name: str, report: dict[str, Any]) -> bool:
    """Prints a page's scores and what they were made of; whether they are good enough."""
    scores = {it: round(100 * (report["categories"][it]["score"] or 0)) for it in CATEGORIES}
    audits = report["audits"]
    times = ", ".join(
        f"{short} {audits[full]['displayValue']}"
        for short, full in (
            ("first paint", "first-contentful-paint"),
            ("largest", "largest-contentful-paint"),
            ("blocked", "total-blocking-time"),
            ("can be used", "interactive"),
            ("shift", "cumulative-layout-shift"),
        )
    )
    told = ", ".join(f"{it} {score}" for it, score in scores.items())
    print(f"  {name:<12} {told}   ({times.replace(chr(160), ' ')})")
    for category in CATEGORIES:
        for ref in report["categories"][category]["auditRefs"]:
            audit = audits[ref["id"]]
            if ref["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                print(f"      {category}: {audit['title']} ({audit.get('displayValue', audit['score'])})")
    return min(scores.values()) >= GOAL


def main() -> None:
    """Measures and prints; fails where a page falls short."""
    good = True
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data) / "data", pace=0.3)
        server.start()
        try:
            for name, path in PAGES.items():
                good &= tell(name, measure(server.url(HERE, path), None, Path(data)))
            with open_browser() as browser:
                ani = Person.arrive(browser, "phone", "id")
                ani.page.goto(server.url(HERE))
                ani.by("play-now").click()
                ani.name("Ani")
                expect(ani.by("round")).to_be_visible()
                cookies = "; ".join(f"{it['name']}={it['value']}" for it in ani.page.context.cookies())
                address = ani.page.url
                ani.page.context.close()
            good &= tell("table", measure(address, cookies, Path(data)))
        finally:
            server.kill()
    sys.exit(not good)


if __name__ == "__main__":
    main()
