"""Puzzles on the page: asked without a hint of the answer, answered by tapping, explained."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from gaple.puzzles import Puzzle, puzzles
from tests.browser.shots import solve
from tests.browser.table import HERE, PLAIN, Person, Server
from tests.browser.test_axe import find_nothing

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-pages")]


def one(kind: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles() if puzzle.kind == kind)


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
    solve(person, puzzle)
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
    solve(person, puzzle)
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


@pytest.mark.parametrize("lang", ["id", "en"])
def test_axe_finds_nothing(browser: Browser, server: Server, lang: str) -> None:
    person = Person.arrive(browser, "phone", lang)
    for kind in ("bury", "deal", "close"):
        person.page.goto(server.url(HERE, f"/teka-teki/{one(kind).name}"))
        expect(person.by("puzzle")).to_be_visible()
        find_nothing(person, kind)
        solve(person, one(kind))
        expect(person.by("answered")).to_be_visible()
        find_nothing(person, f"{kind} answered")
    person.page.context.close()
