"""What playing costs a weak phone: `python -m benchmarks.bench_playing [HANDS]`.

A processor four times slower, as developer tools have it. Tasks of the page's main thread while hands are played
against computer players: the longest, and how many took more than 50 ms of the processor (waiting for it is not
counted, but on a busy machine everything takes more of it). The page plays by itself there, by a few lines that look
for something to tap three times a second: what drives a browser from outside takes longer than the page. Then, at full
speed, what the page holds in memory after a few hands, and after a hundred.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, expect

from tests.browser.conftest import open_browser
from tests.browser.table import HERE, Person, Server

SLOWER = 4
LONG_MS = 50
TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
WATCHED_HANDS = 3
FEW, MANY = 5, 100
PLAYS = """() => {
  let rested = 0;
  window.played = 0;
  setInterval(() => {
    const tap = (...ids) => ids.some((id) => {
      const found = document.querySelector(id);
      found?.click();
      return found;
    });
    if (!document.querySelector("[data-testid=next-hand]")) {
      tap("[data-testid=end-right]", "[data-testid=discard-confirm]", "[data-testid^=own-tile-][data-playable=true]");
    } else if (++rested > 12) {
      rested = 0;
      window.played++;
      tap("[data-testid=next-hand]");
    }
  }, 300);
}"""
"""Taps what may be played, and looks at a result for four seconds before it goes on."""


def sit_down(browser: Browser, server: Server) -> Person:
    """Somebody at a table against computer players, dealt."""
    ani = Person.arrive(browser, "phone", "id")
    ani.page.goto(server.url(HERE))
    ani.by("play-now").click()
    ani.name("Ani")
    expect(ani.by("round")).to_be_visible()
    return ani


def play_hands(ani: Person, hands: int) -> None:
    """Plays so many hands, each to the beginning of the next."""
    for _ in range(hands):
        ani.play_until(ani.sees("next-hand"))
        ani.by("next-hand").click()
        expect(ani.by("result")).to_be_hidden()


def let_play(ani: Person, hands: int) -> None:
    """Waits until the page has played so many hands; it is asked seldom, for that is work too."""
    while ani.page.evaluate("played") < hands:
        ani.page.wait_for_timeout(3000)


def held(session: CDPSession) -> dict[str, float]:
    """What the page holds, once nothing is left to collect: megabytes of the heap, nodes, listeners."""
    session.send("HeapProfiler.collectGarbage")
    metrics = {it["name"]: it["value"] for it in session.send("Performance.getMetrics")["metrics"]}
    return {
        "heap": metrics["JSHeapUsedSize"] / 1e6,
        "nodes": metrics["Nodes"],
        "listeners": metrics["JSEventListeners"],
    }


def tasks(trace: bytes) -> list[float]:
    """Milliseconds of the processor that each task of a page's main thread took."""
    events = json.loads(trace)["traceEvents"]
    mains = {
        (it["pid"], it["tid"])
        for it in events
        if it.get("name") == "thread_name" and it["args"]["name"] == "CrRendererMain"
    }
    return [
        it["tdur"] / 1000
        for it in events
        if it.get("ph") == "X" and it["name"] == "RunTask" and (it["pid"], it["tid"]) in mains and "tdur" in it
    ]


def tell_tasks(browser: Browser, server: Server) -> None:
    """Plays slowly, and tells how long the page was busy at a time."""
    ani = sit_down(browser, server)
    session = ani.page.context.new_cdp_session(ani.page)
    ani.page.evaluate(PLAYS)
    let_play(ani, 1)  # what comes with the first hand is there
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    browser.start_tracing(page=ani.page, categories=TRACED)
    let_play(ani, 1 + WATCHED_HANDS)
    took = sorted(tasks(browser.stop_tracing()), reverse=True)
    longer = sum(it > LONG_MS for it in took)
    longest = ", ".join(f"{it:.0f}" for it in took[:5])
    print(f"  {WATCHED_HANDS} hands, {SLOWER} times slower: {len(took)} tasks, {longer} of more than {LONG_MS} ms")
    print(f"  the longest {longest} ms")
    ani.page.context.close()


def tell_memory(browser: Browser, server: Server, many: int) -> None:
    """Plays many hands, and tells what the page holds after a few and after all."""
    ani = sit_down(browser, server)
    session = ani.page.context.new_cdp_session(ani.page)
    session.send("Performance.enable")
    done = 0
    for hands in (FEW, many):
        play_hands(ani, hands - done)
        done = hands
        now = held(session)
        counts = f"{now['nodes']:.0f} nodes, {now['listeners']:.0f} listeners"
        print(f"  after {hands:>3} hands: {now['heap']:.1f} MB, {counts}")
    ani.page.context.close()


def main() -> None:
    """Measures and prints."""
    many = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdecimal() else MANY
    with tempfile.TemporaryDirectory() as data, open_browser() as browser:
        server = Server(Path(data) / "data", pace=0.02)
        server.start()
        try:
            tell_tasks(browser, server)
            tell_memory(browser, server, many)
        finally:
            server.kill()


if __name__ == "__main__":
    main()
