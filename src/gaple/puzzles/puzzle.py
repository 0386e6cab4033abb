"""A puzzle: a moment of a hand, a question, and the one answer that its proof leaves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from gaple.errors import GapleError
from gaple.hand import Hand
from gaple.record import read_records
from gaple.replay import replay_record
from gaple.tiles import Seat
from gaple.view import View

Kind = Literal["block", "strand", "bury", "partner", "deal", "close"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
"""What is asked.

``block``, ``strand``, ``bury`` and ``partner`` ask for the best action: one that closes the line, one after which a
double of another can never be played, one that is discarded, one for the side. ``deal`` asks where all hidden tiles
are, ``close`` which numbers the line can still be closed on.
"""

LEVELS: Final = range(1, 6)
"""How hard a puzzle is, from 1."""


class PuzzleError(GapleError):
    """There is no such puzzle, or it cannot be answered so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A puzzle, asked of the seat on turn.

    ``record`` is the hand up to that moment with every tile, for what is asked is what the seat can know of it:
    :meth:`view`. ``answer`` are texts: one action (of a tile that fits both of two equal ends, either is right); for
    ``deal`` each hidden tile with its place (``35 C``, ``12 C dead``, ``06 stock``); for ``close`` numbers of pips.

    The proof: there are ``worlds`` ways in which the hidden tiles can lie. An action is better than every other
    by ``margin`` chips at least in each of them, if all tiles were seen from there on and, without teams, everybody
    played against the seat (:mod:`gaple.engine.solve`).

    ``missed`` is how often weaker players choose something else, by level; where they are not asked for an action,
    it is empty. ``level`` is how hard it is (:mod:`gaple.puzzles.levels`).
    """

    name: str
    kind: Kind
    record: str
    answer: tuple[str, ...]
    worlds: int
    margin: int | None
    missed: tuple[tuple[str, float], ...]
    level: int

    @property
    def hand(self) -> Hand:
        """The hand at that moment, everything open."""
        [record] = read_records(self.record)
        hand = replay_record(record)
        assert isinstance(hand, Hand)
        return hand

    @property
    def seat(self) -> Seat:
        """Who is asked."""
        seat = self.hand.turn
        assert seat is not None
        return seat

    def view(self) -> View:
        """What the seat can know."""
        hand = self.hand
        return hand.view(hand.turn)

    def is_answer(self, answer: Iterable[str]) -> bool:
        """Whether this is the answer, in whatever order it is given.

        Raises :class:`PuzzleError` for an action that is not legal.
        """
        given = sorted(set(answer))
        if self.kind in ("deal", "close"):
            return given == sorted(self.answer)
        view = self.view()
        legal = {str(action) for action in view.legal}
        for action in given:
            if action not in legal:
                raise PuzzleError("puzzle-not-legal", action=action, expected=", ".join(sorted(legal)))
        return len(given) == 1 and same_action(given[0], view) == same_action(self.answer[0], view)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, all of it: what is told of a puzzle before it is answered is :meth:`view`."""
        return {
            "name": self.name,
            "kind": self.kind,
            "level": self.level,
            "record": self.record,
            "answer": list(self.answer),
            "worlds": self.worlds,
            "margin": self.margin,
            "missed": dict(self.missed),
        }

    @classmethod
    def from_dict(cls, told: dict[str, Any]) -> Puzzle:
        """What :meth:`to_dict` told."""
        return cls(
            name=told["name"],
            kind=told["kind"],
            record=told["record"],
            answer=tuple(told["answer"]),
            worlds=told["worlds"],
            margin=told["margin"],
            missed=tuple(told["missed"].items()),
            level=told["level"],
        )


def same_action(action: str, view: View) -> str:
    """One name for actions that come to the same: with two equal ends it does not matter at which a tile is laid."""
    ends = view.ends
    return action[:2] if ends and ends[0] == ends[1] and action[0] != "x" else action
