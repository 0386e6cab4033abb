"""Screenshots of every page and state, in both sizes and languages, so that a person can leaf through them.

.venv/bin/python -m tests.browser.shots [FOLDER]        (build/screens, where none is named)
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from gaple.puzzles import KINDS, Puzzle, puzzles
from tests.browser.conftest import open_browser
from tests.browser.shots_alone import shoot_lesson, shoot_one_phone, shoot_practice
from tests.browser.table import HERE, SIZES, Person, Server


def shoot(browser: Browser, server: Server, folder: Path, size: str, lang: str) -> None:
    """Walks through the page as one person, and keeps what they see."""
    ani = Person.arrive(browser, size, lang)

    def keep(name: str) -> None:
        ani.page.wait_for_timeout(350)  # moves have come to rest
        ani.page.screenshot(path=folder / f"{size}-{lang}-{name}.png")

    ani.page.goto(server.url(HERE))
    keep("01-landing")
    ani.page.goto(server.url(HERE, "/aturan"))
    keep("02-rules")
    ani.by("try-45").click()
    ani.by("try-line").scroll_into_view_if_needed()
    keep("02-rules-try")
    ani.by("example-low_end").click()
    ani.by("turn-all").click()
    ani.by("try-count").scroll_into_view_if_needed()
    keep("02-rules-count")
    ani.page.goto(server.url(HERE, "/pengaturan"))
    ani.by("make-code").click()
    ani.by("code").wait_for()
    keep("02-settings")
    ani.by("erase").click()
    keep("02-settings-erase")
    ani.page.goto(server.url(HERE, "/meja/tidakada"))
    keep("03-no-such-table")
    ani.page.goto(server.url(HERE, "/baru"))
    keep("04-new-table")
    ani.by("options").click()
    keep("05-options")
    ani.by("option-hands-number").fill("2")
    ani.by("make-table").click()
    keep("06-name")
    ani.name("Ani")
    ani.by("waiting").wait_for()
    keep("07-waiting")
    ani.by("fill").click()
    ani.by("start").click()
    ani.by("round").wait_for()
    keep("08-first-turn")
    kept: set[str] = set()

    def once(name: str) -> None:
        if name not in kept:
            kept.add(name)
            keep(name)

    def play_on() -> None:
        for _ in range(1_000):
            played = ani.by("line-tile").count()
            if played >= 4:
                once("09-few-tiles")
            if played >= 14:
                once("10-many-tiles")
            ani.act(lambda choice: once("11-discard" if choice == "discard-confirm" else "12-both-ends"))
            ani.page.wait_for_timeout(60)
            if ani.by("result").is_visible():
                ani.page.wait_for_timeout(1_500)  # it is told step by step
                return

    play_on()
    keep("13-result")
    ani.by("check-deal").scroll_into_view_if_needed()
    keep("13-result-below")
    ani.by("check-deal").click()
    keep("13-the-deal-checked")
    ani.by("deal-check").locator("summary").click()
    ani.by("deal-check").locator("dd").last.scroll_into_view_if_needed()
    keep("13-the-numbers-of-the-deal")
    ani.page.keyboard.press("Escape")
    ani.by("next-hand").click()
    ani.by("result").wait_for(state="hidden")
    play_on()
    keep("14-match-over")
    ani.by("match-chart").locator("summary").click()
    ani.by("match-chart").scroll_into_view_if_needed()
    keep("14-match-over-chart")
    ani.page.goto(server.url(HERE, "/riwayat"))
    ani.by("my-hand").first.wait_for()
    keep("14-history")
    ani.by("my-hand").first.click()
    ani.by("replay-table").wait_for()
    keep("14-replay-begins")
    ani.by("replay-slider").fill("9")
    keep("14-replay")
    ani.by("replay-eyes").select_option("A")
    keep("14-replay-one-seat")
    ani.by("replay-last").click()
    keep("14-replay-ends")
    for sheet in ("result", "share"):
        ani.by(f"replay-{sheet}").click()
        keep(f"14-replay-{sheet}")
        ani.page.keyboard.press("Escape")
    ani.by("replay-review").click()
    ani.by("review-sums").wait_for()
    ani.by("review-moments-list").get_by_role("button").first.click()
    keep("14-review")
    for part in ("move", "chart", "heat", "sums"):
        ani.by(f"review-{part}").scroll_into_view_if_needed()
        keep(f"14-review-{part}")
    ani.page.goto(server.url(HERE, "/riwayat/tidakada/1/1"))
    ani.by("replay-missing").wait_for()
    keep("14-no-such-hand")
    ani.page.context.close()


def shoot_absence(browser: Browser, server: Server, folder: Path, size: str, lang: str) -> None:
    """The same for what people see who wait, and who are waited for."""
    ani, budi = (Person.arrive(browser, size, lang) for _ in range(2))

    def keep(person: Person, name: str) -> None:
        person.page.wait_for_timeout(350)
        person.page.screenshot(path=folder / f"{size}-{lang}-{name}.png")

    def table(clock: str) -> None:
        """A table of both with two computer players, dealt."""
        ani.page.goto(server.url(HERE, "/baru"))
        ani.by(f"option-clock-{clock}").check(force=True)
        ani.by("options").click()
        ani.by("option-grace-15").check(force=True)
        ani.by("make-table").click()
        if not ani.by("waiting").is_visible():
            ani.page.wait_for_timeout(300)
            if ani.by("name-input").is_visible():
                ani.name("Ani")
        ani.by("waiting").wait_for()
        budi.page.goto(ani.page.url)
        budi.by("sit-C").click()
        budi.page.wait_for_timeout(300)
        if budi.by("name-input").is_visible():
            budi.name("Pak Budi")
        budi.by("stand").wait_for()
        ani.by("fill").click()
        ani.page.wait_for_timeout(500)
        if clock == "brisk":
            keep(ani, "15-waiting-with-a-clock")
        ani.by("start").click()
        for person in (ani, budi):
            person.by("round").wait_for()

    def play_until_turn(who: Person, other: Person) -> None:
        while not who.page.locator('[data-testid^="own-tile-"][data-playable="true"]').count():
            other.act()
            who.page.wait_for_timeout(80)

    table("brisk")
    play_until_turn(ani, budi)
    keep(ani, "16-time-for-a-move")
    keep(budi, "17-another-has-time")
    ani.page.get_by_test_id("time-left").locator("b").first.wait_for()
    keep(ani, "18-little-time-left")
    ani.by("notice").wait_for()
    keep(ani, "19-time-is-up")

    table("off")
    play_until_turn(budi, ani)
    ani.by("vote").wait_for()
    keep(ani, "20-may-vote")
    ani.by("vote").click()
    budi.by("take-back").wait_for()
    keep(budi, "21-voted-away")
    ani.by("stand-in-C").wait_for()
    keep(ani, "22-computer-plays")
    budi.by("take-back").click()
    budi.by("take-back").wait_for(state="hidden")
    address = budi.page.url
    budi.page.goto("about:blank")
    play_until_away(ani)
    keep(ani, "23-away")
    ani.by("stand-in-C").wait_for()
    keep(ani, "24-played-for")
    budi.page.goto(address)
    budi.by("notice").wait_for()
    keep(budi, "25-back-again")
    budi.by("menu").click()
    keep(budi, "26-menu")
    budi.by("hand-over").click()
    budi.by("take-back").wait_for()
    keep(budi, "27-handed-over")
    for person in (ani, budi):
        person.page.context.close()


def shoot_company(browser: Browser, server: Server, folder: Path, size: str, lang: str) -> None:
    """The same for what people see of each other: a table that gathers, the lobby, a chat, partners, five players."""
    ani, budi = (Person.arrive(browser, size, lang) for _ in range(2))

    def keep(person: Person, name: str) -> None:
        person.page.wait_for_timeout(350)
        person.page.screenshot(path=folder / f"{size}-{lang}-{name}.png")

    ani.page.goto(server.url(HERE))
    ani.by("pair").click()
    ani.name("Ani Kusumawardani")
    ani.by("gathering").or_(ani.by("round")).first.wait_for()
    keep(ani, "28-gathering")
    for preset in ("teams", "five"):
        ani.page.goto(server.url(HERE, "/baru"))
        ani.by(f"preset-{preset}").click()
        ani.by("option-chat-yes").check(force=True)
        ani.by("option-public-yes").check(force=True)
        ani.by("make-table").click()
        ani.by("waiting").wait_for()
        budi.page.goto(server.url(HERE, "/lobi"))
        budi.by("lobby-count").wait_for()
        keep(budi, "29-lobby")
        budi.page.goto(ani.page.url)
        budi.by("sit-C").click()
        if preset == "teams":
            budi.name("Pak Budi Santoso")
        budi.by("stand").wait_for()
        ani.by("fill").click()
        ani.by("start").wait_for()
        ani.by("say").click()
        keep(ani, "30-chat-empty")
        ani.by("chat-input").fill("Halo semua! Ini meja yang bisa ngobrol, jadi tulis saja.")
        ani.by("chat-send").click()
        ani.by("chat-line").first.wait_for()
        keep(budi, "31-unread-waiting")
        budi.by("say").click()
        for text in ("Halo, Bu Ani", "Siap 👍", "Wkwk" * 40):
            budi.by("chat-input").fill(text)
            budi.by("chat-send").click()
            budi.page.wait_for_timeout(200)
        keep(budi, "32-chat")
        budi.by("chat-more").first.click()
        keep(budi, "33-chat-mute-or-report")
        budi.by("chat-report").click()
        keep(budi, "34-chat-report")
        budi.by("chat-report-yes").click()
        budi.by("chat-told").wait_for()
        keep(budi, "35-chat-reported")
        budi.page.keyboard.press("Escape")
        ani.page.keyboard.press("Escape")
        ani.by("start").click()
        for person in (ani, budi):
            person.by("round").wait_for()
        budi.by("say").click()
        budi.by("chat-input").fill("Ayo!")
        budi.by("chat-send").click()
        budi.by("chat-line").filter(has_text="Ayo!").wait_for()
        keep(ani, f"36-unread-{preset}")
        budi.page.keyboard.press("Escape")
        ani.play_until(ani.sees("result"), others=(budi,))
        ani.page.wait_for_timeout(1_500)
        keep(ani, f"37-result-{preset}")
        budi.by("say").click()
        budi.by("say-phrases").click()
        budi.by("say-good_game").click()
        keep(ani, f"38-said-between-hands-{preset}")
    for person in (ani, budi):
        person.page.context.close()


def shoot_score(browser: Browser, server: Server, folder: Path, size: str, lang: str) -> None:
    """The same for the scorekeeper."""
    ani = Person.arrive(browser, size, lang)

    def keep(name: str) -> None:
        ani.page.wait_for_timeout(350)
        ani.page.screenshot(path=folder / f"{size}-{lang}-{name}.png")

    def write(*left: str) -> None:
        for number, tiles in enumerate(left, 1):
            ani.by(f"left-{number}").click()
            for tile in tiles.split():
                ani.by(f"tile-{tile}").click()

    ani.page.goto(server.url(HERE, "/skor"))
    keep("50-scorekeeper")
    ani.by("score-new").click()
    for number, name in enumerate(("Ani", "Budi Santoso", "Citra", "Dewi"), 1):
        ani.by(f"player-{number}").fill(name)
    keep("51-who-plays")
    ani.by("preset-chips").check()
    ani.by("setup-save").click()
    keep("52-before-the-first-hand")
    ani.by("score-hand").click()
    ani.by("blocked").check(force=True)
    write("11 13", "06")
    keep("53-tiles-left")
    write("", "", "24", "33")
    keep("54-a-tie")
    ani.by("go-on").click()
    ani.by("score-hand").click()
    ani.by("out-2").check(force=True)
    write("66", "", "56", "34")
    ani.by("go-on").click()
    keep("55-after-a-hand")
    ani.by("score-hands").scroll_into_view_if_needed()
    keep("56-every-hand")
    ani.by("share-text").click()
    keep("57-as-text")
    ani.page.keyboard.press("Escape")
    ani.by("score-hand").click()
    ani.by("out-1").check(force=True)
    ani.by("left-3").click()
    ani.by("by-points").click()
    for number, points in ((3, "5"), (4, "5"), (2, "5")):
        ani.by(f"left-{number}").click()
        ani.by("points").fill(points)
    ani.by("out-4").check(force=True)
    ani.by("left-1").click()
    ani.by("points").fill("7")
    ani.by("go-on").click()
    keep("58-points-level")
    ani.page.context.close()


def shoot_puzzles(browser: Browser, server: Server, folder: Path, size: str, lang: str) -> None:
    """The same for puzzles: one of each kind, asked and answered."""
    ani = Person.arrive(browser, size, lang)
    for number, kind in enumerate(KINDS):
        puzzle = next(it for it in puzzles() if it.kind == kind)
        ani.page.goto(server.url(HERE, f"/teka-teki/{puzzle.name}"))
        ani.by("puzzle").wait_for()
        ani.page.wait_for_timeout(350)
        ani.page.screenshot(path=folder / f"{size}-{lang}-{70 + 2 * number}-puzzle-{kind}.png", full_page=True)
        solve(ani, puzzle)
        ani.by("answered").wait_for()
        ani.page.screenshot(path=folder / f"{size}-{lang}-{71 + 2 * number}-solved-{kind}.png", full_page=True)
    ani.page.context.close()


def solve(person: Person, puzzle: Puzzle) -> None:
    """Answers a puzzle rightly, as with a finger."""
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
        if sum(str(it)[:2] == tile for it in puzzle.view().legal) > 1:
            person.by(f"spot-{'left' if action.endswith('<') else 'right'}").click()
    person.by("answer").click()


def shoot_looks(browser: Browser, server: Server, folder: Path, size: str, lang: str) -> None:
    """The same for the looks that somebody may choose, and for a tile that is dragged."""
    for look in ("light", "dark.large.colour", "contrast"):
        ani = Person.arrive(browser, size, lang)
        ani.page.context.add_cookies([{"name": "gaple_look", "value": look, "url": server.url(HERE)}])

        def keep(name: str, page: Page = ani.page, look: str = look) -> None:
            page.wait_for_timeout(350)
            page.screenshot(path=folder / f"{size}-{lang}-{name}-{look}.png")

        ani.page.goto(server.url(HERE, "/pengaturan"))
        ani.by("theme-auto").scroll_into_view_if_needed()
        keep("39-looks")
        ani.page.goto(server.url(HERE))
        keep("39-landing")
        ani.by("play-now").click()
        ani.name("Ani")
        ani.by("round").wait_for()
        can = ani.page.locator('[data-testid^="own-tile-"][data-playable="true"]')
        ani.play_until(lambda can=can, ani=ani: ani.by("line-tile").count() > 6 and can.count() > 0)  # type: ignore[misc]
        keep("39-table")
        held, felt = can.first.bounding_box(), ani.by("line").bounding_box()
        if held and felt:
            ani.page.mouse.move(held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
            ani.page.mouse.down()
            ani.page.mouse.move(felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2, steps=5)
            keep("39-dragged")
            ani.page.mouse.up()
        ani.page.context.close()


def play_until_away(person: Person) -> None:
    """Plays on until the seat of somebody who is away is on turn."""
    while person.by("seat-C").get_attribute("data-turn") != "true":
        person.act()
        person.page.wait_for_timeout(80)


def main() -> None:
    """Keeps everything below a folder."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/screens")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, open_browser() as browser:
        server = Server(Path(data) / "data", pace=0.3, reviewers=1)
        server.start()
        try:
            for size in SIZES:
                for lang in ("id", "en"):
                    shoot(browser, server, folder, size, lang)
                    shoot_absence(browser, server, folder, size, lang)
                    shoot_company(browser, server, folder, size, lang)
                    shoot_looks(browser, server, folder, size, lang)
                    shoot_score(browser, server, folder, size, lang)
                    shoot_puzzles(browser, server, folder, size, lang)
                    shoot_practice(browser, server, folder, size, lang)
                    shoot_lesson(browser, server, folder, size, lang)
                    shoot_one_phone(browser, server, folder, size, lang)
                    print(f"{folder}/{size}-{lang}-*.png")  # noqa: T201
        finally:
            server.kill()


if __name__ == "__main__":
    main()
