"""A finished hand's review on its page: the table, the chart, the hidden tiles, by touch, keys and for the ear."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect, expect

from gaple import Rules
from gaple.analysis.worker import Reviewer
from gaple.server import Settings
from gaple.server.play import history
from gaple.server.reviews import review_name
from gaple.server.store import reviews
from gaple.server.store.storage import Storage
from tests.browser.table import HERE, Person, Server
from tests.browser.test_axe import find_nothing
from tests.server.states import NAMES, PERSONS, TABLE, full
from tests.server.test_decide import play_on
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

PATH = f"/riwayat/{TABLE}/1/1"
SEED = 1


@pytest.fixture
def reviewed(tmp_path: Path) -> Iterator[tuple[Server, list[dict[str, Any]]]]:
    """A server with a reviewed hand, which reviews nothing itself; and the lines of that review."""
    with ThreadPoolExecutor() as pool:  # in this thread Playwright has its own event loop
        lines = pool.submit(asyncio.run, prepare(tmp_path / "data")).result()
    server = Server(tmp_path / "data")
    try:
        server.start()
        yield server, lines
    finally:
        server.kill()


async def prepare(data: Path) -> list[dict[str, Any]]:
    """A folder with a table whose first hand is over and was reviewed, and whose second is not reviewed."""
    storage = await Storage.open(data)
    for person in PERSONS[:4]:
        await storage.add_person(person, f"hash of {person}", 1)
        await storage.change_person(person, NAMES[person])
    played = full(Rules.parse("players=4 hand=7 settle=pairwise"), SEED, persons=4)
    for _ in range(2):
        play_on(played)
        played.deal()
    await storage.create(TABLE, PERSONS[0], played.log)
    hand = history.one(TABLE, played.log, 1, 1).hand
    reviewer, worlds = Reviewer(), 400
    begins: dict[str, Any] = reviewer.answer(("sketch", "", hand, worlds, None))["lines"][0]
    lines = [begins]
    for move in begins["moves"]:
        lines += reviewer.answer(("decide", "", hand, worlds, move - 1))["lines"]
    lines += reviewer.answer(("whole", "", hand, worlds, None))["lines"]
    told = b"\n".join(json.dumps(line).encode() for line in lines)
    await reviews.keep(storage, review_name(hand, Settings().review_worlds), 1, told)
    await storage.close()
    return lines


def leads_from_the_tile_to_its_place(person: Person, seat: str, tile: str) -> None:
    """The arrow, wherever its page is scrolled to."""
    table, shaft = person.by("replay-table"), person.by("review-arrow").locator(".shaft")
    ends = table.locator(f"[data-seat={seat}] [data-tile='{tile}']"), table.locator(".ghost")

    def lies() -> bool:
        drawn = shaft.bounding_box()
        return drawn is not None and all(box and meets(drawn, box) for box in (end.bounding_box() for end in ends))

    def meets(drawn: FloatRect, box: FloatRect) -> bool:
        near = 30  # its head ends before the middle
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        return (
            drawn["x"] - near <= x <= drawn["x"] + drawn["width"] + near
            and drawn["y"] - near <= y <= drawn["y"] + drawn["height"] + near
        )

    wait_until(lies)
    seen = person.by("review-arrow").evaluate(
        """arrow => {
            const label = arrow.querySelector("rect");
            label.scrollIntoView({ block: "center" });
            const { x, y, width, height } = label.getBoundingClientRect();
            arrow.style.pointerEvents = "auto";
            const found = document.elementFromPoint(x + width / 2, y + height / 2);
            arrow.style.pointerEvents = "";
            return arrow.contains(found);
        }"""
    )
    assert seen, "something hides it"


@pytest.mark.parametrize(("size", "lang"), [("phone", "id"), ("desktop", "en")])
def test_a_review_is_read(
    browser: Browser, reviewed: tuple[Server, list[dict[str, Any]]], size: str, lang: str
) -> None:
    server, lines = reviewed
    decisions = [line["decision"] for line in lines if line["type"] == "decides"]
    worst = max(decisions, key=lambda it: it["loss"]["low"])
    assert worst["verdict"] == "blunder"
    ani = Person.arrive(browser, size, lang)
    slider, review = ani.by("replay-slider"), ani.by("review")

    # It is opened, and by the address; the key moment leads to the choice, and shows what would have been better.
    ani.page.goto(server.url(HERE, PATH))
    ani.by("replay-review").click()
    expect(review).to_be_visible()
    ani.page.wait_for_url(re.compile(r"\?ulas$"))
    ani.page.reload()
    expect(ani.by("review-sums")).to_be_visible()
    expect(ani.by("review-sums").locator("tbody tr")).to_have_count(5)
    moments = ani.by("review-moments-list").get_by_role("button")
    expect(moments).to_have_count(len(lines[-1]["moments"]))
    ani.fits()
    better = "\u2060-\u2060".join(worst["best"][:2])
    moments.filter(has_text=better).first.click()
    expect(slider).to_have_value(str(worst["move"] - 1))
    card = ani.by("review-move")
    expect(card.get_by_test_id("verdict")).to_have_attribute("data-verdict", "blunder")
    expect(ani.by("review-better")).to_contain_text(better)
    expect(card.locator(".why li")).to_have_count(len(worst["why"]))
    expect(ani.by("review-arrow").locator("text")).to_have_text(re.compile(r"^\+\d"))
    leads_from_the_tile_to_its_place(ani, worst["seat"], worst["best"][:2])
    card.locator("summary").click()
    expect(card.locator("tbody tr")).to_have_count(len(worst["options"]))
    find_nothing(ani, "a choice")

    # Who looks through another's eyes sees no tile of this one.
    whose = ani.by("review-whose").locator("option:checked")
    on_turn = whose.inner_text()
    ani.by("replay-eyes").select_option("B")
    expect(ani.by("review-arrow")).to_be_hidden()
    expect(ani.by("review-heat")).to_contain_text(NAMES[PERSONS[1]])
    expect(whose).not_to_have_text(on_turn)  # it is not whoever is on turn that is shown now
    ani.by("replay-eyes").select_option(index=0)
    expect(ani.by("review-arrow")).to_be_visible()
    expect(whose).to_have_text(on_turn)

    # What was hidden: every tile has its chances, then the one place where it lay.
    rows = ani.by("review-heat").locator("tbody tr")
    known = next(it for it in lines[0]["known"][worst["move"] - 1] if it["seat"] == worst["seat"])
    hidden = sum(any(tile) for tile in zip(*known["where"].values(), strict=True))
    expect(rows).to_have_count(hidden)
    expect(rows.first).to_contain_text("%")
    ani.by("heat-was").click()
    expect(rows.locator("td", has_text="●")).to_have_count(hidden)
    expect(ani.by("review-heat")).not_to_contain_text("%")
    ani.by("review-whose").select_option("B")
    expect(ani.by("review-heat")).to_contain_text(NAMES[PERSONS[1]])

    # By touch the chart leads anywhere; by keys its table does.
    chart = ani.by("review-chart").locator("> svg")
    box = chart.bounding_box()
    assert box
    chart.click(position={"x": box["width"] - 4, "y": box["height"] / 2})
    expect(slider).to_have_value(str(len(lines[0]["known"])))
    ani.by("review-table").locator("summary").focus()
    ani.page.keyboard.press("Enter")
    expect(ani.by("review-table").locator("tbody tr")).to_have_count(len(decisions))
    ani.page.keyboard.press("Tab")
    ani.page.keyboard.press("Tab")
    ani.page.keyboard.press("Enter")
    expect(slider).to_have_value(str(decisions[0]["move"] - 1))
    ani.by("review-after").click()
    expect(slider).to_have_value(str(decisions[1]["move"] - 1))
    find_nothing(ani, "the table of the chart")
    ani.page.evaluate("scrollTo(0, 0)")
    ani.fits()
    if size == "desktop":  # the review scrolls, and the table stays
        assert ani.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    ani.by("review-close").click()
    expect(review).to_be_hidden()
    ani.page.wait_for_url(re.compile(rf"{PATH}#\d+$"))

    # What other sites embed has the same review.
    ani.page.goto(server.url(HERE, f"/sisip/{TABLE}/1/1?lang={lang}&ulas#{worst['move'] - 1}"))
    expect(ani.by("review-better")).to_contain_text(better)
    leads_from_the_tile_to_its_place(ani, worst["seat"], worst["best"][:2])
    find_nothing(ani, "an embedded review")
    assert ani.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ani.by("review-close").click()
    expect(review).to_be_hidden()
    expect(ani.by("replay-review")).to_be_focused()

    # Where nothing is reviewed, that is said.
    ani.page.goto(server.url(HERE, f"{PATH[:-1]}2?ulas"))
    expect(ani.by("review-error")).to_be_visible()
    ani.fits()
    assert [told for told in ani.complaints if "503" not in told] == []
