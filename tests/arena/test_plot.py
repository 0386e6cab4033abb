from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple.arena.plot import draw
from gaple.arena.strength import Estimate, Ranked, Strengths

SVG = "{http://www.w3.org/2000/svg}"


@st.composite
def estimates(draw: st.DrawFn) -> Estimate:
    mean = draw(st.one_of(st.just(0.0), st.floats(-1e4, 1e4), st.floats(-1e-4, 1e-4)))
    if draw(st.booleans()):
        return Estimate(mean, None, None)
    return Estimate(mean, mean - draw(st.floats(0, 100)), mean + draw(st.floats(0, 100)))


def of(*players: tuple[str, Estimate]) -> Strengths:
    return Strengths(10, tuple(Ranked(name, estimate, None, None) for name, estimate in players), (), {})


def drawn(strengths: Strengths) -> ElementTree.Element:
    told = draw(strengths, title="Who <is> strong?", subtitle='seed "1" & more', axis="chips a hand")
    return ElementTree.fromstring(told)


def texts(picture: ElementTree.Element, kind: str) -> list[str]:
    return [each.text or "" for each in picture.iter(f"{SVG}text") if each.get("class") == kind]


@given(st.lists(st.tuples(st.sampled_from(["greedy", "a.module:Player<1>", "x" * 99]), estimates()), min_size=1))
def test_every_player_is_drawn_within_the_picture(players: list[tuple[str, Estimate]]) -> None:
    picture = drawn(of(*players))
    width, height = float(picture.get("width", 0)), float(picture.get("height", 0))
    points = list(picture.iter(f"{SVG}circle"))
    assert len(points) == len(texts(picture, "name")) == len(texts(picture, "value")) == len(players)
    assert all(0 < float(point.get("cx", 0)) < width and 0 < float(point.get("cy", 0)) < height for point in points)
    bars = [each.get("d", "") for each in picture.iter(f"{SVG}path") if each.get("class") == "interval"]
    assert len(bars) == sum(estimate.low is not None for _, estimate in players)
    for bar in bars:
        first, last = map(float, re.findall(r"[MH]([-\d.]+)", bar))
        assert 0 < first <= last < width
    assert 2 <= len(texts(picture, "quiet tick")) <= 11
    assert "0" in texts(picture, "quiet tick")


def test_places_are_in_proportion() -> None:
    strengths = of(("a", Estimate(4, 2, 8)), ("b", Estimate(0, -1, 1)), ("c", Estimate(-4, -6, -2)))
    picture = drawn(strengths)
    a, b, c = (float(each.get("cx", 0)) for each in picture.iter(f"{SVG}circle"))
    assert a - b == pytest.approx(b - c, abs=0.2)
    (zero,) = (each.get("d", "") for each in picture.iter(f"{SVG}path") if each.get("class") == "zero")
    assert f"M{b:.1f} " in zero
    bar = next(each.get("d", "") for each in picture.iter(f"{SVG}path") if each.get("class") == "interval")
    low, high = map(float, re.findall(r"[MH]([-\d.]+)", bar))
    assert (a - low) * 2 == pytest.approx(high - a, abs=0.5)
    assert texts(picture, "name") == ["a", "b", "c"]
    assert texts(picture, "value") == ["+4.00", "+0.00", "−4.00"]


def test_texts_are_written_as_they_are() -> None:
    picture = drawn(of(("<b>:&", Estimate(1, 0, 2))))
    assert texts(picture, "name") == ["<b>:&"]
    assert texts(picture, "title") == ["Who <is> strong?"]
    assert texts(picture, "quiet") == ['seed "1" & more']
    assert picture.get("aria-label") == "Who <is> strong?"


def test_it_needs_nothing_from_elsewhere() -> None:
    told = draw(of(("a", Estimate(1, 0, 2))), title="", subtitle="", axis="")
    assert re.findall(r"https?:[^\"]*", told) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"url\(|href|@import|<script", told)
    assert "prefers-color-scheme: dark" in told


def test_nothing_measured_is_no_picture() -> None:
    with pytest.raises(ValueError, match="nothing"):
        drawn(of())
