"""axe finds nothing on any page, in any theme and language; and every page can be used at 200 % zoom."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.table import HERE, Person, Server
from tests.browser.test_score import begin, write

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser-pages")]

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
REST = """() => Promise.all(document.getAnimations()
  .filter(it => it.effect.getComputedTiming().endTime !== Infinity)
  .map(it => it.finished.catch(() => undefined)))"""
"""What moves is half transparent on its way; what moves for ever is waited for by nobody."""

LOOKS = ("dark colour", "contrast large", "light")
RUN = """async ([look, only]) => {
  document.documentElement.dataset.look = look;
  await new Promise(requestAnimationFrame);
  await (%s)();
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...(only && { runOnly: only }) });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target.join(" ")}: ${failureSummary}`));
}""".replace("%s", REST)
SEEN = ["color-contrast", "link-in-text-block", "target-size"]
"""What depends on the look; all else is the same in each."""

PAGES = (
    *("/", "/belajar", "/lobi", "/baru", "/aturan", "/pengaturan", "/skor", "/skor/baru", "/riwayat"),
    *("/meja/tidakada", "/riwayat/tidakada/1/1"),
)


def find_nothing(person: Person, where: str) -> None:
    """axe has nothing to say about what is on the screen now, in any look."""
    if not person.page.evaluate("typeof axe !== 'undefined'"):
        person.page.evaluate(AXE.read_text("utf-8"))
    for look in LOOKS:
        only = SEEN if look != LOOKS[-1] else None
        assert person.page.evaluate(RUN, [look, only]) == [], (where, look)


@pytest.mark.parametrize("lang", ["id", "en"])
def test_axe_finds_nothing(browser: Browser, server: Server, lang: str) -> None:
    ani = Person.arrive(browser, "phone", lang)
    for path in PAGES:
        ani.page.goto(server.url(HERE, path))
        expect(ani.page.get_by_role("heading", level=1).first).to_be_visible()
        find_nothing(ani, path)
    begin(ani, server)
    find_nothing(ani, "a session of scores")
    ani.by("score-hand").click()
    write(ani, None, "11 13", 6, "24", 6)
    expect(ani.by("ask-lowest").or_(ani.by("board")).first).to_be_visible()
    find_nothing(ani, "a hand written down")
    write(ani, None, "", "06", "", "33")
    ani.by("go-on").click()
    find_nothing(ani, "a hand scored")
    for opened, sheet in (("hand-1", "hand-sheet"), ("share-text", "share-sheet")):
        ani.by(opened).click()
        expect(ani.by(sheet)).to_be_visible()
        find_nothing(ani, sheet)
        ani.page.keyboard.press("Escape")
    ani.page.goto(server.url(HERE, "/aturan"))
    ani.by("try-45").click()
    ani.by("turn-all").click()
    find_nothing(ani, "rules, tried")
    ani.page.goto(server.url(HERE, "/baru"))
    ani.by("options").click()
    find_nothing(ani, "options")
    ani.by("make-table").click()
    expect(ani.by("name-input")).to_be_visible()
    find_nothing(ani, "name")
    ani.name("Ani")
    expect(ani.by("waiting")).to_be_visible()
    find_nothing(ani, "waiting room")
    ani.by("fill").click()
    ani.by("start").click()
    expect(ani.by("round")).to_be_visible()
    for opened, sheet in (("menu", "menu-sheet"), ("say", "say-sheet")):
        ani.by(opened).click()
        expect(ani.by(sheet)).to_be_visible()
        find_nothing(ani, sheet)
        ani.page.keyboard.press("Escape")
    can = ani.page.locator('[data-testid^="own-tile-"][data-playable="true"]')
    ani.play_until(lambda: (ani.by("line-tile").count() > 3 and can.count() > 0) or ani.by("result").is_visible())
    find_nothing(ani, "table")
    asked: set[str] = set()

    def look_once(choice: str) -> None:
        if choice not in asked:
            asked.add(choice)
            find_nothing(ani, choice)

    while not ani.by("result").is_visible():
        ani.act(look_once)
        ani.page.wait_for_timeout(60)
    expect(ani.by("next-hand")).to_be_visible()
    find_nothing(ani, "result")
    ani.by("replay-link").click()
    expect(ani.by("replay-table")).to_be_visible()
    ani.page.keyboard.press("End")
    find_nothing(ani, "replay")
    for opened, sheet in (("replay-result", "replay-result-sheet"), ("replay-share", "replay-share-sheet")):
        ani.by(opened).click()
        expect(ani.by(sheet)).to_be_visible()
        find_nothing(ani, sheet)
        ani.page.keyboard.press("Escape")
    ani.by("to-history").click()
    expect(ani.by("my-hand")).to_be_visible()
    find_nothing(ani, "history")
    assert [told for told in ani.complaints if "404" not in told] == []
