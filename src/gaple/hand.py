"""A hand: the fold of its actions (rules 3 to 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Self

from .actions import ACTIONS, DISCARDS, HIDDEN_DISCARD, LEADS, LEFTS, PASS, RIGHTS, Action, Kind
from .deal import Deal
from .dealing import Dealing
from .errors import DealError, IllegalAction
from .line import Line
from .opening import Duty
from .rules import Rules
from .scoring import Ending, Outcome, settle
from .tiles import FITS, SEATS, SUITS, Seat, Tile, TileSet, tiles_of
from .view import View

_LEAD, _LEFT, _RIGHT, _DISCARD = Kind.LEAD, Kind.LEFT, Kind.RIGHT, Kind.DISCARD  # looked up on every turn
_NOBODY: Final = -1
_NO_LINE: Final = -1


class _Actions(dict[TileSet, tuple[Action, ...]]):
    """For a set of tiles the action that each allows, from one of the tables of actions.

    Made when first asked for. There are at most 128 sets of one suit's tiles, so these stay small and a turn costs
    two look-ups.
    """

    def __init__(self, table: tuple[Action, ...]) -> None:
        self.table = table

    def __missing__(self, tiles: TileSet) -> tuple[Action, ...]:
        actions = self[tiles] = _each(self.table, tiles)
        return actions


def _each(table: tuple[Action, ...], tiles: TileSet) -> tuple[Action, ...]:
    return tuple([table[tile.index] for tile in tiles_of(tiles)])


_PLAYS_LEFT: Final = tuple((suit, _Actions(LEFTS)) for suit in SUITS)
_PLAYS_RIGHT: Final = tuple((suit, _Actions(RIGHTS)) for suit in SUITS)


# Who did what, as it is and as others see it; one object each, for a server holds and passes on very many of them.
_MOVES: Final = tuple({action: (seat, action) for action in ACTIONS} for seat in SEATS)
_SEEN: Final = tuple(
    {action: moves[HIDDEN_DISCARD if action.is_discard else action] for action in moves} for moves in _MOVES
)


class _Shown:
    """A hand at one moment, as far as several views have it in common; and the views that were asked for.

    Made when first asked for, and gone with the next action. ``moves`` are as they were made, ``actions`` and ``dead``
    as an onlooker may see them.
    """

    __slots__ = ("actions", "counts", "dead", "line", "moves", "views")

    def __init__(self, hand: Hand) -> None:
        past, dead = hand._past, hand._dead
        self.moves = tuple([_MOVES[seat][action] for action, seat, *_ in past])
        self.line = Line.lay(hand.turned_up, [action for action, *_ in past])
        self.counts = tuple([held.bit_count() for held in hand._hands])
        self.views: dict[Seat | None, View] = {}
        self.actions = self.moves
        self.dead: tuple[tuple[Tile | None, ...], ...]
        if not any(dead):
            self.dead = ((),) * len(dead)
        elif hand.is_over:
            self.dead = tuple([hand.dead(seat) for seat in hand.rules.seats])
        else:
            self.dead = tuple([(None,) * tiles.bit_count() for tiles in dead])
            self.actions = tuple([_SEEN[seat][action] for action, seat, *_ in past])


class Hand:
    """A hand in play: dealt tiles and what has been done with them.

    ``number`` is the hand's number in its match, from 1; ``opener`` is who won the hand before, where that is known.
    ``totals``, everybody's before this hand (rule 12), is ``None`` but for a hand of a :class:`gaple.Match`; players
    who play for the score find it in their views.
    Raises :class:`DealError` for a deal that is not by the rules, or a starter who may not begin.

    >>> hand = Hand.dealt(Rules(), seed=1)
    >>> hand.turn, hand.legal_actions()
    (<Seat.D: 3>, (Action.parse('00'),))
    >>> hand.play(Action.parse("00"))
    >>> hand.ends, hand.turn
    ((0, 0), <Seat.A: 0>)
    """

    __slots__ = (
        "_dead",
        "_duty",
        "_ended",
        "_hands",
        "_in_hands",
        "_left",
        "_legal",
        "_outcome",
        "_past",
        "_right",
        "_shown",
        "_turn",
        "deal",
        "number",
        "rules",
        "starter",
        "totals",
    )

    def __init__(self, rules: Rules, deal: Deal, starter: Seat, number: int = 1, opener: Seat | None = None) -> None:
        deal.check(rules)
        for seat in (starter, opener):
            if seat is not None and not 0 <= seat < rules.players:
                raise DealError("seat-not-at-table", seat=Seat(seat), players=rules.players)
        if number < 1:
            raise DealError("dealing-hand", hand=number)
        self.rules = rules
        self.deal = deal
        self.starter = starter
        self.number = number
        self.totals: tuple[int, ...] | None = None
        self._duty = Duty.of(rules, number, opener)
        self._duty.check(deal, starter)
        self._hands = list(deal.hands)
        self._dead: list[TileSet] = [0] * rules.players
        self._in_hands = sum(deal.hands)
        self._past: list[tuple[Action, int, int, int]] = []  # each action with the turn and the ends before it
        self._turn: int = starter
        self._left = self._right = _NO_LINE
        self._ended: Ending | None = None
        self._legal: tuple[Action, ...] | None = None
        self._shown: _Shown | None = None
        self._outcome: Outcome | None = None
        if deal.stock:
            self._left, self._right = deal.stock[0].low, deal.stock[0].high
            if not self._in_hands & FITS[self._left][self._right]:
                self._end(Ending.BLOCKED)

    @classmethod
    def dealt(cls, rules: Rules, seed: int | str, number: int = 1, opener: Seat | None = None) -> Self:
        """A hand dealt from a library seed (docs/dealing.md).

        Raises :class:`DealError` where somebody must have won the hand before to begin this one, and ``opener`` is
        ``None``.
        """
        dealing = Dealing.from_seed(seed, rules, number)
        starter = Duty.of(rules, number, opener).starter(dealing.deal, dealing.starter)
        if starter is None:
            raise DealError("starter-unknown", number=number)
        return cls(rules, dealing.deal, starter, number, opener)

    @classmethod
    def replay(
        cls,
        rules: Rules,
        deal: Deal,
        starter: Seat,
        actions: Iterable[Action],
        number: int = 1,
        opener: Seat | None = None,
    ) -> Self:
        """The hand that these actions make. Raises :class:`IllegalAction` at the first that is not legal."""
        hand = cls(rules, deal, starter, number, opener)
        for action in actions:
            hand.play(action)
        return hand

    # What may be done

    def legal_actions(self) -> tuple[Action, ...]:
        """Everything that the seat on turn may do.

        Plays on the left end, then plays on the right end; else discards, or the pass. Each in the order of tiles.
        Empty when the hand is over.
        """
        legal = self._legal
        if legal is None:
            self._legal = legal = self._find_legal()
        return legal

    def _find_legal(self) -> tuple[Action, ...]:
        if self._turn == _NOBODY:
            return ()
        held = self._hands[self._turn]
        if self._left == _NO_LINE:
            return _each(LEADS, self._duty.leads(held))
        suit, plays = _PLAYS_LEFT[self._left]
        legal = plays[held & suit]
        suit, plays = _PLAYS_RIGHT[self._right]
        legal += plays[held & suit]
        if legal:
            return legal
        return (PASS,) if self.rules.stuck == "pass" else _each(DISCARDS, held)

    def is_legal(self, action: Action) -> bool:
        """Whether the seat on turn may do this now."""
        return action in self.legal_actions()

    def why_not(self, action: Action) -> IllegalAction | None:
        """Why the seat on turn may not do this now; ``None`` where it may.

        >>> hand = Hand.dealt(Rules(), seed=1)
        >>> print(hand.why_not(Action.parse("35>")))
        35>: the table is empty, so D must lead a tile (written without < or >)
        """
        if self.is_legal(action):
            return None
        if not isinstance(action, Action):
            raise TypeError(f"expected an Action, such as Action.parse('35>'), not {action!r}")
        ends = "-".join(map(str, self.ends)) if self.ends else "–"
        told: dict[str, object] = {"action": action, "seat": self.turn, "ends": ends}
        tile = action.tile
        if self._turn == _NOBODY:
            code = "hand-over"
        elif action is HIDDEN_DISCARD:
            code = "discard-hidden"
        elif tile and not self._hands[self._turn] & tile.bit:
            code = "not-held"
            told["tile"] = tile
        elif self._left == _NO_LINE:
            code = "lead-needed" if action.kind is not _LEAD else f"lead-{self._duty.kind}"
            told["tile"] = self._duty.tile
        elif action.kind is _LEAD:
            code = "lead-late"
        elif action.kind is _LEFT or action.kind is _RIGHT:
            code = "no-fit-left" if action.kind is _LEFT else "no-fit-right"
            told["end"] = self._left if action.kind is _LEFT else self._right
            told["tile"] = tile
        elif self._hands[self._turn] & FITS[self._left][self._right]:
            code = "must-play"
        else:
            code = "must-pass" if self.rules.stuck == "pass" else "must-discard"
        return IllegalAction(code, **told)

    # What is done

    def play(self, action: Action) -> None:
        """The seat on turn does this. Raises :class:`IllegalAction`, and nothing has changed then."""
        if action not in self.legal_actions():
            raise self.why_not(action) or AssertionError(action)
        seat = self._turn
        self._past.append((action, seat, self._left, self._right))
        self._legal = self._shown = None
        tile = action.tile
        if tile is None:  # a pass changes nothing but the turn, so it ends nothing either
            self._pass_turn()
            return
        held = self._hands[seat] = self._hands[seat] ^ tile.bit
        self._in_hands ^= tile.bit
        kind = action.kind
        if kind is _RIGHT:
            self._right = tile.pips - self._right
        elif kind is _LEFT:
            self._left = tile.pips - self._left
        elif kind is _DISCARD:
            self._dead[seat] |= tile.bit
        else:
            self._left, self._right = tile.low, tile.high
        if not held and (self.rules.end == "empty" or not self._dead[seat]):
            self._end(Ending.OUT)
        elif not self._in_hands & FITS[self._left][self._right]:
            self._end(Ending.BLOCKED)
        else:
            self._pass_turn()

    def _pass_turn(self) -> None:
        turn, players = self._turn, self.rules.players
        turn = turn + 1 if turn + 1 < players else 0
        while not self._hands[turn]:  # under end=clean, a player with dead tiles only is skipped (rule 7)
            turn = turn + 1 if turn + 1 < players else 0
        self._turn = turn

    def _end(self, ending: Ending) -> None:
        self._ended = ending
        self._turn = _NOBODY

    def undo(self) -> Action:
        """Takes the last action back and returns it. Raises :class:`IllegalAction` where there is none."""
        if not self._past:
            raise IllegalAction("nothing-to-undo")
        action, self._turn, self._left, self._right = self._past.pop()
        self._ended = self._legal = self._shown = self._outcome = None
        if action.tile:
            self._hands[self._turn] |= action.tile.bit
            self._in_hands |= action.tile.bit
            self._dead[self._turn] &= ~action.tile.bit
        return action

    def copy(self) -> Self:
        """An independent hand in the same state."""
        twin = object.__new__(type(self))
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._hands, twin._dead, twin._past = self._hands.copy(), self._dead.copy(), self._past.copy()
        return twin

    # What is known

    @property
    def duty(self) -> Duty:
        """How the hand opens: who has the right to begin, and with what."""
        return self._duty

    @property
    def turn(self) -> Seat | None:
        """The seat on turn; ``None`` when the hand is over."""
        return None if self._turn == _NOBODY else SEATS[self._turn]

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self._ended is not None

    @property
    def end(self) -> Ending | None:
        """How the hand ended (rule 7); ``None`` while it goes on."""
        return self._ended

    @property
    def ends(self) -> tuple[int, int] | None:
        """The numbers at the left and the right end of the line; ``None`` while the table is empty."""
        return None if self._left == _NO_LINE else (self._left, self._right)

    @property
    def turned_up(self) -> Tile | None:
        """The tile turned up to start the line (rule 4); ``None`` where every tile was dealt."""
        return self.deal.stock[0] if self.deal.stock else None

    @property
    def line(self) -> Line:
        """The tiles on the table, as they lie."""
        return self._show().line

    @property
    def actions(self) -> tuple[Action, ...]:
        """Everything that was done, in order; the turned-up tile is no action."""
        return tuple([action for action, *_ in self._past])

    @property
    def moves(self) -> tuple[tuple[Seat, Action], ...]:
        """The actions, each with the seat that did it."""
        return self._show().moves

    def _show(self) -> _Shown:
        shown = self._shown
        if shown is None:
            self._shown = shown = _Shown(self)
        return shown

    def tiles(self, seat: Seat) -> tuple[Tile, ...]:
        """What this seat holds, in the order of tiles."""
        return tiles_of(self._hands[seat])

    def dead(self, seat: Seat) -> tuple[Tile, ...]:
        """What this seat has discarded, in the order in which it did."""
        return tuple(
            [tile for action, by, *_ in self._past if by == seat and action.kind is _DISCARD and (tile := action.tile)]
        )

    @property
    def unplayed(self) -> tuple[TileSet, ...]:
        """For every seat the tiles that count against it: in hand and dead (rule 8)."""
        return tuple([held | dead for held, dead in zip(self._hands, self._dead, strict=True)])

    @property
    def outcome(self) -> Outcome | None:
        """How the hand came out; ``None`` while it goes on."""
        if self._outcome is None and self._ended is not None:
            self._outcome = settle(self.rules, self.unplayed, self._ended)
        return self._outcome

    def view(self, seat: Seat | None) -> View:
        """What this seat may know, or an onlooker (``None``). Nothing else makes a view.

        Raises :class:`DealError` for a seat that is not at the table.
        """
        if not isinstance(seat, int | None):
            raise TypeError(f"expected a Seat, such as Seat.A, or None, not {seat!r}")
        if seat is not None and not 0 <= seat < self.rules.players:
            raise DealError("seat-not-at-table", seat=seat, players=self.rules.players)
        shown = self._show()
        view = shown.views.get(seat)
        if view is None or view.totals is not self.totals:
            view = shown.views[seat] = self._view(None if seat is None else SEATS[seat], shown)
        return view

    def _view(self, seat: Seat | None, shown: _Shown) -> View:
        over, actions, dead = self.is_over, shown.actions, shown.dead
        if not over and seat is not None and self._dead[seat]:  # to whom their own discards are not hidden
            actions = tuple([(_MOVES if by == seat else _SEEN)[by][action] for by, action in shown.moves])
            dead = (*dead[:seat], self.dead(seat), *dead[seat + 1 :])
        return View(
            seat=seat,
            rules=self.rules,
            number=self.number,
            starter=self.starter,
            duty=self._duty,
            turn=self.turn,
            tiles=() if seat is None else self.tiles(seat),
            counts=shown.counts,
            dead=dead,
            turned_up=self.turned_up,
            line=shown.line,
            actions=actions,
            legal=self.legal_actions() if seat is not None and seat == self.turn else (),
            hands=tuple([self.tiles(other) for other in self.rules.seats]) if over else None,
            hidden_stock=self.deal.stock[1:] if over else None,
            outcome=self.outcome,
            totals=self.totals,
        )

    # Who won the hand before is not part of a hand, though its views tell it: a record of one hand cannot carry it.
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]  # a hand changes

    def _identity(self) -> tuple[object, ...]:
        return self.rules, self.deal, self.starter, self.number, self.actions

    def __repr__(self) -> str:
        """The position without any tile in it that a player could not see."""
        state = f"over ({self._ended})" if self.is_over else f"turn={self.turn}"
        return f"<Hand {self.number} {self.rules} line=[{self.line}] {state}>"

    def _repr_svg_(self) -> str:
        from .svg import draw_hand

        return draw_hand(self)
