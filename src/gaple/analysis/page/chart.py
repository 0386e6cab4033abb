"""The outlook over a hand: what each player could expect when it chose, as a picture and as a table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from gaple.analysis.review import HandReview
from gaple.analysis.sentences import Teller
from gaple.analysis.verdict import Verdict
from gaple.tiles import Seat

from .html import tag, text

_SIZES: Final = (("narrow", 336, 240), ("wide", 840, 320))
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 58, 14, 26
_BAD: Final = (Verdict.DOUBTFUL, Verdict.MISTAKE, Verdict.BLUNDER)


@dataclass(frozen=True, slots=True)
class Track:
    """A seat's points in order: move, outlook, and the move's place in ``decisions`` where it is a choice."""

    seat: Seat
    points: list[tuple[float, float]]


def tracks(review: HandReview) -> list[Track]:
    """What each judged seat could expect at its choices, before and after them, and its net at the end."""
    found = []
    end = len(review.hand.moves) + 1
    for seat in review.judged:
        points: list[tuple[float, float]] = []
        for each in review.decisions:
            if each.seat == seat:
                points += [(each.move, each.expected), (each.move, each.expected - _sign(review) * each.loss.chips)]
        if review.splits and seat in review.splits:
            points.append((end, review.splits[seat].net))
        if points:
            found.append(Track(seat, points))
    return found


def _sign(review: HandReview) -> int:
    return -1 if review.rules.low_is_good else 1


def chart(review: HandReview, teller: Teller, prefix: str) -> str:
    """The picture in two sizes, one of which the page shows, and the table."""
    found = tracks(review)
    if not found:
        return ""
    pictures = [_picture(review, teller, found, prefix, *size) for size in _SIZES]
    return tag(
        "figure",
        tag("figcaption", text(teller.say("page.chart-text"))),
        *pictures,
        tag("details", tag("summary", text(teller.say("page.as-table"))), _table(review, teller)),
        class_="chart",
    )


def _picture(
    review: HandReview, teller: Teller, found: list[Track], prefix: str, size: str, width: int, height: int
) -> str:
    ticks = ticks_for([value for track in found for _, value in track.points])
    end = len(review.hand.moves) + 1

    def x(move: float) -> float:
        return round(_LEFT + (width - _LEFT - _RIGHT) * (move - 1) / max(end - 1, 1), 1)

    def y(value: float) -> float:
        return round(_TOP + (height - _TOP - _BOTTOM) * (ticks[-1] - value) / (ticks[-1] - ticks[0]), 1)

    parts = []
    for tick in ticks:
        style = "zero" if tick == 0 else "grid"
        digits = 0 if float(tick).is_integer() else 2
        parts.append(f'<path class="{style}" d="M{_LEFT} {y(tick)}H{width - _RIGHT}"/>')
        told = teller.number(tick, digits, signed=review.rules.chips)
        parts.append(f'<text x="{_LEFT - 6}" y="{y(tick) + 4}" text-anchor="end">{text(told)}</text>')
    step = max(1, math.ceil(end / (width / 56)))
    parts += [
        f'<text x="{x(move)}" y="{height - 8}" text-anchor="middle">{move}</text>' for move in range(1, end, step)
    ]
    for track in found:
        path = "M" + "L".join(f"{x(move)} {y(value)}" for move, value in track.points)
        parts.append(f'<path class="track s{track.seat}" d="{path}"/>')
    for each in review.decisions:
        if each.verdict in _BAD:
            at = f'cx="{x(each.move)}" cy="{y(each.expected - _sign(review) * each.loss.chips)}"'
            label = f"{each.move}. {teller.seat(each.seat)}: {teller.verdict(each)}"
            parts.append(
                f'<a href="#{prefix}m{each.move}" aria-label="{text(label)}"><circle class="hit" {at} r="12"/>'
                f'<circle class="mark {each.verdict}" {at} r="5"/></a>'
            )
    parts += _labels(teller, found, y, width - _RIGHT + 6, height)
    label = f"{teller.say('page.chart')}. {teller.say('page.as-table')}"
    return tag("svg", *parts, class_=size, viewBox=f"0 0 {width} {height}", role="group", aria_label=label)


def _labels(teller: Teller, found: list[Track], y: object, left: float, height: int) -> list[str]:
    """Names beside the ends of their lines, moved apart where they would lie on each other."""
    assert callable(y)
    order = sorted(found, key=lambda track: y(track.points[-1][1]))
    places: list[float] = []
    for track in order:
        places.append(max(y(track.points[-1][1]) + 4, places[-1] + 15 if places else 0.0))
    over = max(places[-1] - (height - _BOTTOM + 6), 0.0) if places else 0.0
    told = []
    for track, place in zip(order, places, strict=True):
        name = teller.seat(track.seat)
        short = name if len(name) <= 7 else f"{name[:6]}…"
        told.append(f'<text class="name s{track.seat}" x="{left}" y="{round(place - over, 1)}">{text(short)}</text>')
    return told


def ticks_for(values: list[float]) -> list[float]:
    """Round numbers from below the least to above the greatest of these and 0.

    >>> ticks_for([-12.0, 31.0])
    [-20.0, 0.0, 20.0, 40.0]
    """
    low, high = min([*values, 0.0]), max([*values, 0.0])
    span = max(high - low, 1e-9)
    power = 10.0 ** math.floor(math.log10(span / 3))
    step = next(power * factor for factor in (1, 2, 5, 10) if span / (power * factor) <= 4)
    first, last = math.floor(low / step), math.ceil(high / step)
    if first == last:
        last += 1
    return [round(place * step, 10) for place in range(first, last + 1)]


def _table(review: HandReview, teller: Teller) -> str:
    head = [teller.say(f"page.{code}") for code in ("move", "player", "expected", "after")]
    rows = [tag("tr", *(tag("th", text(each), scope="col") for each in head))]
    for each in review.decisions:
        after = each.expected - _sign(review) * each.loss.chips
        figures = [_number(review, teller, figure) for figure in (each.expected, after)]
        cells = [str(each.move), teller.seat(each.seat), *figures]
        rows.append(tag("tr", *(tag("td", text(cell)) for cell in cells)))
    for seat, split in (review.splits or {}).items():
        cells = [teller.say("page.end"), teller.seat(seat), "", _number(review, teller, split.net)]
        rows.append(tag("tr", *(tag("td", text(cell)) for cell in cells)))
    return tag(
        "div", tag("table", *rows), class_="scroll", tabindex="0", role="group", aria_label=teller.say("page.chart")
    )


def _number(review: HandReview, teller: Teller, value: float) -> str:
    return teller.number(value, signed=review.rules.chips)
