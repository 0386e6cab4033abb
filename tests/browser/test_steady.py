"""Playing on holds no more than playing at all: what a hand brought to the page goes with the hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from tests.browser.table import HERE, Person, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def held(session: CDPSession) -> tuple[float, float]:
    """How many nodes and listeners there are, once nothing is left to collect."""
    session.send("HeapProfiler.collectGarbage")
    metrics = {it["name"]: it["value"] for it in session.send("Performance.getMetrics")["metrics"]}
    return metrics["Nodes"], metrics["JSEventListeners"]


def test_the_page_holds_no_more_after_more_hands(browser: Browser, server: Server) -> None:
    ani = Person.arrive(browser, "phone", "id")
    ani.page.goto(server.url(HERE))
    ani.by("play-now").click()
    ani.name("Ani")
    expect(ani.by("round")).to_be_visible()
    session = ani.page.context.new_cdp_session(ani.page)
    session.send("Performance.enable")

    def play(hands: int) -> tuple[float, float]:
        for _ in range(hands):
            ani.play_until(ani.sees("next-hand"))
            ani.by("next-hand").click()
            expect(ani.by("result")).to_be_hidden()
        ani.play_until(lambda: ani.by("line-tile").count() >= 4 or ani.by("next-hand").is_visible())
        ani.page.wait_for_timeout(500)
        return held(session)

    nodes, listeners = play(2)
    later_nodes, later_listeners = play(4)
    # A few tiles more or fewer lie there; a hand that stayed would be hundreds of nodes.
    assert later_nodes <= nodes + 350, (nodes, later_nodes)
    assert later_listeners <= listeners + 30, (listeners, later_listeners)
    assert ani.complaints == []
