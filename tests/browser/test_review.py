"""The page of a review in a real browser: it fits the smallest phone, and everything goes by keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from gaple import Record, Seat
from gaple.analysis import review_record
from gaple.analysis.page import page
from tests.analysis.hands import CHIPS, QUICK, played

pytestmark = pytest.mark.browser

LONG = {Seat.A: "Ayu", Seat.B: "Bambang Sulistyowati", Seat.C: "Citra", Seat.D: "Dewi"}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("review") / "ulasan.html"
    review = review_record(Record.of(played(CHIPS, 3), names=LONG), budget=QUICK)
    path.write_text(page([review], "id"), encoding="utf-8")
    return path


def opened(browser: Browser, file: Path, width: int, height: int) -> tuple[Page, list[str]]:
    wrong: list[str] = []
    shown = browser.new_page(viewport={"width": width, "height": height})
    shown.on("request", lambda request: wrong.append(request.url) if request.url != file.as_uri() else None)
    shown.on("console", lambda message: wrong.append(message.text))
    shown.goto(file.as_uri())
    return shown, wrong


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 740), (1280, 800)])
def test_it_fits_and_asks_for_nothing(browser: Browser, file: Path, width: int, height: int) -> None:
    shown, wrong = opened(browser, file, width, height)
    for each in shown.locator("details.move").all():
        each.evaluate("it => { it.open = true }")
    assert shown.evaluate("document.documentElement.scrollWidth") == width
    assert shown.locator(".chart svg:visible").count() == 1
    for each in shown.locator("summary:visible, .pick + label:visible").all():
        box = each.bounding_box()
        assert box
        assert box["height"] >= 44
    assert wrong == []


def test_what_was_is_shown_by_keyboard(browser: Browser, file: Path) -> None:
    shown, _ = opened(browser, file, 360, 740)
    move = shown.locator("details.move:has(.pick)").first
    move.locator("summary").focus()
    shown.keyboard.press("Enter")
    know, was = move.locator(".k").filter(has_text="%").first, move.locator("span.w").first
    expect(know).to_be_visible()
    expect(was).to_be_hidden()
    move.locator("input.k").focus()
    shown.keyboard.press("ArrowRight")
    expect(was).to_be_visible()
    expect(know).to_be_hidden()
