"""Names on a small screen: as much of them as there is room for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.table import HERE, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

CUT = "it => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 1"
OUT = """it => [...it.querySelectorAll("*")].filter(one => {
  const [inner, outer] = [one.getBoundingClientRect(), it.getBoundingClientRect()];
  return inner.width > 1 && (inner.right > outer.right + 1 || inner.left < outer.left - 1);
}).map(one => one.className)"""
"""What hangs out of an element sideways."""

NAME = "Ani Kusumawardani Putri"


def whole(names: Locator) -> None:
    """Every name that is seen is seen to its end."""
    names = names.filter(visible=True)
    expect(names.first).to_be_visible()
    for name in names.all():
        assert not name.evaluate(CUT), name.inner_text()


@pytest.mark.parametrize("lang", ["id", "en"])
@pytest.mark.parametrize("preset", ["teams", "five"])
def test_names_have_the_room_there_is(browser: Browser, server: Server, preset: str, lang: str) -> None:
    ani = Person.arrive(browser, "phone", lang)
    ani.page.goto(server.url(HERE, "/baru"))
    ani.by(f"preset-{preset}").click()
    ani.by("make-table").click()
    ani.name(NAME)
    expect(ani.by("waiting")).to_be_visible()
    whole(ani.by("waiting").locator(".name bdi"))  # of empty seats and one's own, beside what can be done
    ani.by("fill").click()
    expect(ani.by("start")).to_be_enabled()
    whole(ani.by("waiting").locator(".name bdi"))
    ani.by("start").click()
    expect(ani.by("round")).to_be_visible()
    plates = ani.page.locator(".plate")

    def looks_well() -> bool:
        whole(plates.locator(".name .ellipsis"))
        for plate in plates.all():
            assert plate.evaluate(OUT) == []
        return ani.by("result").is_visible()

    ani.play_until(looks_well)
    whole(ani.by("result").locator(".who bdi"))
    ani.fits()
    assert ani.complaints == []
    ani.page.context.close()


def test_a_phone_on_its_side(browser: Browser, server: Server) -> None:
    """Whose turn it is stands in one line there, whatever is said beside it."""
    ani = Person.arrive(browser, "phone", "id")
    ani.page.goto(server.url(HERE))
    ani.by("play-now").click()
    ani.name("Ani")
    expect(ani.by("round")).to_be_visible()
    ani.page.set_viewport_size({"width": 740, "height": 360})
    turn = ani.by("turn").locator("strong")
    expect(turn).to_be_visible()
    box, button = turn.bounding_box(), ani.by("say").bounding_box()
    assert box
    assert box["height"] < 40
    assert button
    assert button["y"] + button["height"] <= 360
    ani.fits()
    ani.page.context.close()
