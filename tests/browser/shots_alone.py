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
