"""What a review says, as sentences in Indonesian and English, from its codes and numbers (catalogue ``review``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gaple.actions import Action, Kind
from gaple.rules import Rules
from gaple.texts import text
from gaple.tiles import Seat, Tile

from .decision import Decision
from .knowledge import PassedOver, Void
from .moments import Moment
from .patterns import Reason

Names = Mapping[Seat, str]


class Teller:
    """Tells about hands by ``rules`` in ``lang``, calling seats by their ``names`` (by their letters without)."""

    def __init__(self, lang: str, rules: Rules, names: Names | None = None) -> None:
        self.lang = lang
        self.rules = rules
        self.names = names or {}

    def say(self, code: str, /, **params: object) -> str:
        """A text of the catalogue's section ``review``."""
        return text(f"review.{code}", self.lang, **params)

    def seat(self, seat: Seat | str) -> str:
        """What a seat is called: by its name, where no other seat has the same."""
        seat = Seat.parse(seat) if isinstance(seat, str) else seat
        name = self.names.get(seat, "")
        return name if name and list(self.names.values()).count(name) == 1 else str(seat)

    def action(self, action: Action | str) -> str:
        """An action in words, to stand within a sentence."""
        action = Action.parse(action) if isinstance(action, str) else action
        if action.kind is Kind.DISCARD and action.tile is None:
            return self.say("action.hidden")
        return self.say(f"action.{action.kind}", tile=tile_words(action.tile))

    def number(self, value: float, digits: int | None = None, *, signed: bool = False) -> str:
        """A number as the language writes it; with so many digits, by what is played for unless told."""
        digits = self.digits if digits is None else digits
        told = f"{value + 0.0:{'+' if signed else ''},.{digits}f}"
        if set(told) <= set("+-0,."):
            told = told.lstrip("+-")
        told = told.replace("-", "−")
        return told.translate(str.maketrans(",.", ".,")) if self.lang == "id" else told

    def parts(self, *, usual: bool) -> str:
        """What the parts mean of which a result is told as a sum; ``usual`` where it is one of them."""
        told = self.say("page.split-usual" if usual else "page.split")
        return f"{told} {self.say('page.split-side')}" if self.rules.teams else told

    @property
    def digits(self) -> int:
        """Wins are told in hundredths, chips and points in tenths."""
        return 2 if self.rules.settle == "hands" else 1

    def chips(self, value: float) -> str:
        """An amount with its unit."""
        unit = "chips" if self.rules.chips else self.rules.settle
        return f"{self.number(value)} {self.say(f'unit.{unit}')}"

    def percent(self, chance: float) -> str:
        """A chance in percent; what is not quite certain is not told as certain."""
        if chance in (0, 1):
            return f"{round(100 * chance)}%"
        return f"{min(max(round(100 * chance), 1), 99)}%"

    def reason(self, reason: Reason) -> str:
        """Why an action is better."""
        params: dict[str, Any] = {}
        for name, value in reason.params.items():
            if name in ("chance", "win") or (name == "then" and isinstance(value, float)):
                params[name] = self.percent(float(value))
            elif name == "seat":
                params[name] = self.seat(str(value))
            elif name == "other" and not str(value).isdecimal():
                params[name] = self.action(str(value))
            elif name in ("tile", "other"):
                params[name] = tile_words(Tile.parse(str(value)))
            else:
                params[name] = value
        if reason.action is not None:
            params["action"] = self.action(reason.action)
        return _sentence(self.say(f"why.{reason.code}", **params))

    def known(self, reason: Void | PassedOver) -> str:
        """Why a seat cannot have some tiles."""
        if isinstance(reason, PassedOver):
            return self.say("known.passed-over", seat=self.seat(reason.seat))
        first, second = reason.ends
        ends = str(first) if first == second else self.say("known.ends", first=first, second=second)
        return self.say(
            "known.passed" if reason.passed else "known.discarded",
            seat=self.seat(reason.seat), ends=ends, move=reason.move, n=reason.tiles.bit_count(),
        )  # fmt: skip

    def moment(self, moment: Moment, decision: Decision | None) -> str:
        """A moment that decided the hand; ``decision`` is the one at its move."""
        told = {"seat": self.seat(moment.seat), "move": moment.move, "chips": self.chips(abs(moment.chips))}
        if moment.kind == "turn" or decision is None:
            return self.say(f"moment.{'up' if moment.chips > 0 else 'down'}", until=moment.until, **told)
        return self.say("moment.cost", action=self.action(decision.played), best=self.action(decision.best), **told)

    def verdict(self, decision: Decision) -> str:
        """The verdict in a word."""
        return self.say(f"verdict.{decision.verdict or 'none'}")

    def how(self, decision: Decision) -> str:
        """From how many worlds the values are, and how."""
        method = self.say(f"method.{decision.method}", n=self.number(decision.playouts, 0))
        worlds, weighed = self.number(decision.worlds, 0), self.number(decision.weighed, 0)
        return self.say("page.how", n=decision.worlds, worlds=worlds, weighed=weighed, method=method)

    def note(self, code: str, params: Mapping[str, Any]) -> str:
        """What cannot be judged, and why."""
        told = {name: self.seat(value) if name == "seat" else value for name, value in params.items()}
        return self.say(f"note.{code}", **told)


def tile_words(tile: Tile | None) -> str:
    """A tile as in a sentence: ``3-5``."""
    return f"{tile.low}-{tile.high}" if tile else "?"


def _sentence(told: str) -> str:
    return told[:1].upper() + told[1:]
