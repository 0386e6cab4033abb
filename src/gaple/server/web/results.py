"""How a finished hand came out, in sentences, where the server says it and not the page."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from gaple import Rules, Seat
from gaple.server.play.ended import Ended
from gaple.texts import text

_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})


def seat_names(ended: Ended, names: Mapping[str, str | None], lang: str) -> list[str]:
    """What everybody is called who sat there, A first, as the page calls them; ``names`` are by person."""
    told = []
    for seat, sat in zip(Rules.parse(ended.rules).seats, ended.seats, strict=True):
        name = names.get(sat.person) if sat.person else None
        told.append(name or text(f"web.seat.{'person' if sat.person else 'computer'}", lang, seat=seat))
    return told


def winners(ended: Ended) -> list[Seat]:
    """Whose hand it is: the winner's, or the whole side's."""
    return [Seat.parse(letter) for letter in ended.side or ended.winner]


def headline(ended: Ended, called: Sequence[str], lang: str) -> str:
    """Who won; ``called`` are the names by seat."""
    if ended.side:
        return text("page.result.side_won", lang, names=_side(ended, called, lang))
    return text("page.result.won", lang, name=isolated(called[Seat.parse(ended.winner)]))


def reasons(ended: Ended, called: Sequence[str], lang: str) -> str:
    """How the hand ended, and what decided it."""
    winner = isolated(called[Seat.parse(ended.winner)])
    how = text(f"game.decided.{ended.decided_by}", lang, winner=winner, side=_side(ended, called, lang))
    return f"{text(f'game.end.{ended.end}', lang)} {how}" if ended.end else how


def isolated(name: str) -> str:
    """A name that does not turn the words around it, whatever direction it is written in."""
    turns = any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in name)
    return f"\u2068{name}\u2069" if turns else name


def _side(ended: Ended, called: Sequence[str], lang: str) -> str:
    *others, last = (isolated(called[seat]) for seat in winners(ended))
    return text("web.common.and", lang, list=", ".join(others), last=last) if others else last
