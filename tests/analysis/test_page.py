"""The page of a review: it needs nothing else, and tells the same to those who do not see it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from gaple import Record, Seat
from gaple.analysis import HandReview, review_record
from gaple.analysis.page import page
from gaple.analysis.page.chart import ticks_for, tracks
from gaple.texts import LANGUAGES
from tests.analysis.hands import CHIPS, QUICK, TEAMS, before, played

VOID = {"meta", "input", "br", "use", "path", "rect", "circle"}


class Reader(HTMLParser):
    """Sees that elements are closed in order, and collects ids, references and texts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links += [value for name, value in attrs if name in ("href", "for", "src") and value]
        assert tag not in ("script", "link", "img", "iframe")
        assert not any(name.startswith("on") for name in told)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value for name, value in attrs if name == "href" and value]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(reviews: list[HandReview], lang: str = "id", *, stopped: bool = False) -> tuple[str, Reader]:
    told, reader = page(reviews, lang, stopped=stopped), Reader()
    reader.feed(told)
    assert not reader.open
    return told, reader


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_needs_nothing_else_and_every_link_leads_somewhere(lang: str) -> None:
    reviews = [review_record(Record.of(played(rules, 3)), budget=QUICK) for rules in (CHIPS, CHIPS)]
    told, reader = read(reviews, lang)
    assert f'<html lang="{lang}">' in told
    assert "http" not in told.replace("http://www.w3.org", "")
    assert "url(" not in told
    assert len(reader.ids) == len(set(reader.ids))
    for link in reader.links:
        assert link.removeprefix("#") in reader.ids


def test_names_are_told_as_they_are_and_do_nothing() -> None:
    record = Record.of(played(CHIPS, 3), names={Seat.A: '<b onclick="x">', Seat.B: "B & C"})
    told, reader = read([review_record(record, budget=QUICK)])
    assert "<b onclick" not in told
    assert any('<b onclick="x">' in each for each in reader.texts)


def test_a_hand_without_all_tiles_shows_what_could_be_known_and_nothing_else() -> None:
    hand = before(played(CHIPS, 7), 15)
    told, _ = read([review_record(Record.of_view(hand.view(Seat.B)), seat=Seat.B, budget=QUICK)], stopped=True)
    assert 'class="pick w"' not in told
    assert 'class="heat"' in told
    assert 'class="hindsight"' not in told


def test_the_chart_ends_with_the_nets_and_has_a_table() -> None:
    review = review_record(Record.of(played(TEAMS, 3)), budget=QUICK)
    told, _ = read([review])
    assert review.splits
    for track in tracks(review):
        assert list(track.points[-1]) == [len(review.hand.moves) + 1, review.splits[track.seat].net]
        moves = [move for move, _ in track.points]
        assert moves == sorted(moves)
    figure = told[told.index("<figure") : told.index("</figure>")]
    assert figure.count("<tr>") == 1 + len(review.decisions) + len(review.splits)


@pytest.mark.parametrize("values", [[0.0], [-3.0, 4.0], [100.0], [0.1, 0.2], [-250.0, -3.0]])
def test_ticks_hold_everything_and_are_few(values: list[float]) -> None:
    ticks = ticks_for(values)
    assert ticks[0] <= min([*values, 0])
    assert ticks[-1] >= max([*values, 0])
    assert 2 <= len(ticks) <= 7
    assert 0.0 in ticks


def test_shades_are_chances() -> None:
    review = review_record(Record.of(played(CHIPS, 3)), budget=QUICK)
    told, _ = read([review], "en")
    shades = re.findall(r'--p:(\d+)%"[^>]*><span class="k">([^<]*)<', told)
    assert len(shades) > 20
    for shade, words in shades:
        assert abs(int(shade) - (0 if words == "–" else int(words.rstrip("%")))) <= 1
