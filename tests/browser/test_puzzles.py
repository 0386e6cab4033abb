"""Puzzles on the page: asked without a hint of the answer, answered by tapping, explained."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from gaple.puzzles import Puzzle, puzzles
from tests.browser.table import HERE, PLAIN, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def one(kind: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles() if puzzle.kind == kind)


def give(person: Person, puzzle: Puzzle) -> None:
    """Answers rightly, as with a finger."""
    if puzzle.kind == "deal":
        for told in puzzle.answer:
            tile, _, place = told.partition(" ")
            person.by(f"place-{tile}").select_option(place)
    elif puzzle.kind == "close":
        for number in puzzle.answer:
            person.by(f"number-{number}").click()
    else:
        (action,) = puzzle.answer
        tile = action.strip("x<>")
        person.page.locator(f"#own-{tile}").click()
        end = "left" if action.endswith("<") else "right"
        plays = [str(it) for it in puzzle.view().legal if str(it)[:2] == tile]
        if len(plays) > 1:
            person.by(f"spot-{end}").click()
    person.by("answer").click()


@pytest.mark.parametrize(
    ("kind", "lang", "size"),
    [
        ("block", "id", "phone"),
        ("strand", "en", "phone"),
        ("bury", "id", "desktop"),
        ("partner", "en", "desktop"),
        ("deal", "id", "phone"),
        ("close", "en", "phone"),
    ],
)
def test_a_puzzle_is_solved(browser: Browser, server: Server, kind: str, lang: str, size: str) -> None:
    puzzle = one(kind)
    person = Person.arrive(browser, size, lang)
    person.page.goto(server.url(PLAIN, f"/teka-teki/{puzzle.name}"))
    expect(person.by("question")).to_contain_text({"id": "Kamu", "en": "You are"}[lang])
    expect(person.by("answer")).to_be_disabled()
    person.fits()
    give(person, puzzle)
    answered = person.by("answered")
    expect(answered).to_have_attribute("data-right", "true")
    expect(answered).to_be_focused()
    person.page.evaluate("scrollTo(0, 0)")
    person.fits()
    assert person.complaints == []
    person.page.context.close()


def test_todays_counts_for_the_days_in_a_row(browser: Browser, server: Server) -> None:
    person = Person.arrive(browser, "phone", "en")
    person.page.goto(server.url(HERE))
    person.by("puzzles-link").click()
    expect(person.by("puzzle")).to_be_visible()
    name = person.page.evaluate(
        "fetch(`/api/puzzles/today?day=${new Date().toLocaleDateString('sv')}`).then((it) => it.json())"
    )["name"]
    puzzle = next(it for it in puzzles() if it.name == name)
    give(person, puzzle)
    expect(person.by("answered")).to_have_attribute("data-right", "true")
    expect(person.by("puzzles")).to_contain_text("1 solved")
    kept = "JSON.parse(localStorage['gaple.puzzles'])"
    assert person.page.evaluate(f"{kept}.days") == 1
    assert person.page.evaluate(f"{kept}.names") == [name]
    person.page.context.close()


def test_another_of_a_kind_is_chosen_and_a_wrong_answer_is_told(browser: Browser, server: Server) -> None:
    person = Person.arrive(browser, "desktop", "en")
    person.page.goto(server.url(HERE, "/teka-teki"))
    person.by("puzzle-kind").select_option("close")
    person.by("puzzle-level").select_option("5")
    person.by("another").click()
    expect(person.by("puzzle")).to_have_attribute("data-kind", "close")
    for number in range(7):  # never all of them
        person.by(f"number-{number}").click()
    person.by("answer").click()
    expect(person.by("answered")).to_have_attribute("data-right", "false")
    person.page.go_back()
    expect(person.page).to_have_url(server.url(HERE, "/teka-teki"))
    person.page.goto(server.url(HERE, "/teka-teki/nothing"))
    expect(person.page.get_by_role("alert")).to_contain_text("no puzzle")
    assert [told for told in person.complaints if "404" not in told] == []
    person.page.context.close()
