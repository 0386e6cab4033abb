"""How soon the first page can be used on a weak network, and how much a phone has to load for it.

"Fast 3G" as browsers' developer tools throttle it, and Lighthouse for its phone: 562.5 ms for every answer, 1.44 Mbit/s
down, 0.675 Mbit/s up; with a processor four times slower, as that phone has it, and without. The time is from the
address to the moment at which "play now" can be tapped, in a fresh browser profile: a tap from then on is done, now or
as soon as the scripts are there. Without any throttling beside it.
"""

from __future__ import annotations

import gzip
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.conftest import open_browser
from tests.browser.table import HERE, Person, Server

FAST_3G = {"offline": False, "latency": 562.5, "downloadThroughput": 1.44e6 / 8, "uploadThroughput": 0.675e6 / 8}
ROUNDS = 7
CAN_TAP = """() => {
  const button = document.querySelector('[data-testid="play-now"]');
  const heard = "early" in document.documentElement.dataset;
  return heard && button !== null && !button.disabled && button.getClientRects().length > 0 && performance.now();
}"""
"""Milliseconds since the address was asked for, in the first frame that has the button: asked of the page itself, for
a driver that looks again now and then would see it up to half a second later."""
ASSETS = Path(__file__).parent.parent / "web" / "dist" / "assets"


def first_tap(browser: Browser, address: str, throttle: dict[str, float] | None, slower: int = 1) -> float:
    """Seconds until "play now" can be tapped."""
    person = Person.arrive(browser, "phone", "id")
    if throttle:
        session = person.page.context.new_cdp_session(person.page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", throttle)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    person.page.goto(address, wait_until="commit")
    spent = person.page.wait_for_function(CAN_TAP, polling="raf").json_value()
    person.by("play-now").click(trial=True)  # and nothing lies over it
    person.page.context.close()
    return float(spent) / 1000


def main() -> None:
    """Measures and prints."""
    for kind in ("js", "json", "css"):
        sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in sorted(ASSETS.glob(f"*.{kind}"))}
        print(f"  {kind}: {sum(sizes.values()) / 1000:.1f} kB compressed in {len(sizes)} files")
    with tempfile.TemporaryDirectory() as data, open_browser() as browser:
        server = Server(Path(data) / "data")
        server.start()
        try:
            networks = (("fast 3G, slow phone", FAST_3G, 4), ("fast 3G", FAST_3G, 1), ("loopback", None, 1))
            for name, throttle, slower in networks:
                times = [first_tap(browser, server.url(HERE), throttle, slower) for _ in range(ROUNDS)]
                told = f"{statistics.median(times):.2f} s ({min(times):.2f} to {max(times):.2f})"
                print(f"  first tap, {name:<20} {told}")
        finally:
            server.kill()


if __name__ == "__main__":
    main()
