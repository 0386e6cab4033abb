"""Screenshots of what there is for who plays alone, or with others around one phone."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.table import HERE, Person, Server


def shoot_practice(browser: Browser, server: Server, folder: Path, size: str, lang: str) -> None:
    """Hints, moves taken back, the same deal again."""
    ani = Person.arrive(browser, size, lang)

    def keep(name: str) -> None:
        ani.page.wait_for_timeout(350)
        ani.page.screenshot(path=folder / f"{size}-{lang}-{name}.png")

    ani.page.goto(server.url(HERE))
    ani.by("play-now").click()
    ani.name("Ani")
    for turn in range(3):
        ani.page.locator('[data-playable="true"]').first.wait_for()
        ani.by("hint").click()
        ani.page.locator(".advised").wait_for()
        keep(f"50-hint-{turn}")
        ani.act()
    ani.by("menu").click()
    ani.by("menu-same-deal").wait_for()
    keep("51-menu-same-deal")
    ani.by("menu-same-deal").click()
    ani.play_until(ani.sees("result"))
    ani.page.wait_for_timeout(1_500)
    keep("52-result-rewound")
    ani.page.context.close()


def shoot_lesson(browser: Browser, server: Server, folder: Path, size: str, lang: str) -> None:
    """The first hand that teaches."""
    ani = Person.arrive(browser, size, lang)
    kept: set[str] = set()

    def keep(name: str) -> None:
        ani.page.wait_for_timeout(350)
        ani.page.screenshot(path=folder / f"{size}-{lang}-{name}.png")

    ani.page.goto(server.url(HERE, "/belajar"))
    ani.by("coach").wait_for()
    while not ani.by("result").is_visible():
        lesson = ani.by("coach").get_attribute("data-lesson")
        if lesson and lesson not in kept:
            kept.add(lesson)
            keep(f"60-lesson-{len(kept):02}-{lesson}")
        if ani.by("understood").is_visible():
            ani.by("understood").click()
        else:
            ani.act()
        ani.page.wait_for_timeout(60)
    for part in ("over", "count"):
        ani.page.wait_for_timeout(1_500)
        keep(f"61-lesson-{part}")
        if ani.by("understood").is_visible():
            ani.by("understood").click()
    ani.page.context.close()


def shoot_one_phone(browser: Browser, server: Server, folder: Path, size: str, lang: str) -> None:
    """One phone that is passed around: made, handed over, looked at."""
    ani = Person.arrive(browser, size, lang)

    def keep(name: str) -> None:
        ani.page.wait_for_timeout(350)
        ani.page.screenshot(path=folder / f"{size}-{lang}-{name}.png")

    ani.page.goto(server.url(HERE, "/baru"))
    ani.by("option-phone-yes").check(force=True)
    for seat, name in (("A", "Sari"), ("B", "Bang Budi Santoso"), ("C", "Citra")):
        ani.by(f"companion-{seat}").fill(name)
    ani.by("companion-C").scroll_into_view_if_needed()
    keep("70-one-phone-new")
    ani.by("make-table").click()
    ani.name("Ani")
    ani.by("computer-D").click()
    keep("71-one-phone-waiting")
    ani.by("start").click()
    for turn in range(6):
        ani.by("look").wait_for()
        keep(f"72-one-phone-{turn}-covered")
        ani.by("look").click()
        ani.page.locator('[data-playable="true"]').first.wait_for()
        keep(f"72-one-phone-{turn}-open")
        ani.act()
    keep("73-one-phone-between")
    ani.page.context.close()
