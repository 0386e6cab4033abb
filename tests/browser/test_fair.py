"""Browsers that have a part in the deal, and check it afterwards."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from gaple import Seat, read_records, verify_record
from tests.browser.table import HERE, PLAIN, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize(("host", "lang", "size"), [(PLAIN, "id", "phone"), (HERE, "en", "desktop")])
def test_everybody_checks_the_deal_for_themselves(
    browser: Browser, server: Server, host: str, lang: str, size: str
) -> None:
    ani, budi, citra = (Person.arrive(browser, size, lang) for _ in range(3))
    ani.page.goto(server.url(host, "/baru"))
    ani.by("preset-six").click()
    ani.by("make-table").click()
    ani.name("Ani")
    ani.by("waiting").wait_for()
    link = ani.page.url
    budi.page.goto(link)
    budi.by("sit-B").click()
    budi.name("Budi")
    budi.by("stand").wait_for()
    ani.by("fill").click()
    ani.by("start").click()
    for person in (ani, budi):
        person.by("round").wait_for()
    budi.page.reload()  # what was seen before the hand is not forgotten
    citra.page.goto(link)  # who comes late has not seen it
    citra.by("round").wait_for()
    ani.play_until(ani.sees("result"), (budi,))
    for person, verdict in ((ani, "good"), (budi, "good"), (citra, "partly")):
        person.by("check-deal").click()
        expect(person.by("verdict")).to_have_attribute("data-verdict", verdict)
        for right in ("secret_right", "nonces_right", "tiles_right", "starter_right"):
            expect(person.by(f"finding-{right}")).to_be_visible()
        expect(person.by("finding-nonce_in")).to_have_count(0 if person is citra else 1)
        person.fits()
        person.by("deal-check").locator("summary").click()
        person.fits()
        person.page.keyboard.press("Escape")
        expect(person.by("deal-check")).to_be_hidden()
    with ani.page.expect_download() as download:
        ani.by("record-link").click()
    verification = verify_record(next(read_records(download.value.path().read_text(encoding="utf-8"))))
    assert (verification.status, verification.nonces) == ("verified", (Seat.A, Seat.B))
