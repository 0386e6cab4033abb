"""The Gaple record, version 1: hands as text (docs/record.md), read and written.

`read_records` reads a text hand by hand; ``str(record)`` is the canonical form, which reads back to the same bytes.
What is read here is well-formed; whether it is legal is for :mod:`gaple.replay` to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NoReturn, cast

from .actions import HIDDEN_DISCARD, Action
from .deal import Deal
from .errors import ActionError, DealError, GapleError, RecordError, RecordSyntaxError
from .hand import Hand
from .partial import PartialDeal, is_complete
from .rules import Rules
from .tiles import SEATS, Seat, Tile, TileSet, tile_set, tiles_of
from .view import View

LINE_WIDTH: Final = 100
"""The most characters in a line of moves."""

_HEADER: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\\n]|\\["\\])*)"\][ \t]*(?:\n|\Z)')
_TOKEN: Final = re.compile(r"\{([^}]*)\}|\{|[^\s{]+")
_BLANK: Final = re.compile(r"\s*")
_ESCAPE: Final = re.compile(r'\\(["\\])')
_MOVE_NUMBER: Final = re.compile(r"[0-9]+\.")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")
_SEAT_NAMES: Final = tuple(map(str, SEATS))
_OWN: Final = ("Gaple", "Event", "Date", *_SEAT_NAMES, "Hand", "Rules", "Deal", "Stock", "Starter")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a record was read, for errors: the file's name, its text, and where the record's parts begin."""

    file: str
    text: str
    headers: Mapping[str, int]
    moves: tuple[int, ...]
    result: int

    def at(self, offset: int) -> dict[str, object]:
        """File, line and column (both from 1) of an offset in the text."""
        line_start = self.text.rfind("\n", 0, offset) + 1
        return {"file": self.file, "line": self.text.count("\n", 0, offset) + 1, "column": offset - line_start + 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One recorded hand. ``winner`` is ``None`` where the record stops before the end.

    ``names`` are by seat, ``headers`` the further ones in the order read. A comment belongs to the action before it:
    ``comments`` has pairs of the number of actions before the comment and its text; with -1 it stands before the
    first token (a turned-up tile is one), with ``len(actions) + 1`` after the result.
    """

    rules: Rules
    deal: Deal | PartialDeal
    starter: Seat
    actions: tuple[Action, ...] = ()
    winner: Seat | None = None
    number: int = 1
    event: str | None = None
    date: str | None = None
    names: Mapping[Seat, str] = field(default_factory=dict)
    headers: tuple[tuple[str, str], ...] = ()
    comments: tuple[tuple[int, str], ...] = ()
    source: Source | None = field(default=None, compare=False, repr=False)

    @property
    def is_view(self) -> bool:
        """Whether some tile is not known (``??``), so that the hand can be stepped through but not scored."""
        return isinstance(self.deal, PartialDeal) or HIDDEN_DISCARD in self.actions

    @classmethod
    def of(
        cls,
        hand: Hand,
        *,
        event: str | None = None,
        date: str | None = None,
        names: Mapping[Seat, str] | None = None,
        headers: tuple[tuple[str, str], ...] = (),
    ) -> Record:
        """The record of a hand, finished or not.

        Raises :class:`RecordError` for a text that a header cannot hold, and for a header twice or of the record's own.
        """
        for name, value in (("Event", event or ""), ("Date", date or ""), *headers):
            if (
                len(value.splitlines()) > 1
                or value[-1:] in ("\n", "\r")
                or not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name)
            ):
                raise RecordError("record-header-value", name=name, value=ascii(value))
        further = [name for name, _ in headers]
        for name in further:
            if name in _OWN or further.count(name) > 1:
                raise RecordError("record-header-twice", name=name)
        outcome = hand.outcome
        return cls(
            rules=hand.rules,
            deal=hand.deal,
            starter=hand.starter,
            actions=hand.actions,
            winner=outcome.winner if outcome else None,
            number=hand.number,
            event=event,
            date=date,
            names={seat: " ".join(name.split()) for seat, name in (names or {}).items()},
            headers=headers,
        )

    @classmethod
    def of_view(cls, view: View) -> Record:
        """What a seat or an onlooker can record of a hand, with ``??`` for what it cannot know."""
        hands: list[tuple[Tile | None, ...]] = []
        for seat in view.rules.seats:
            known = tile_set(action.tile for by, action in view.actions if by == seat and action.tile)
            if view.hands is not None:
                known |= tile_set(view.hands[seat])
            elif seat == view.seat:
                known |= tile_set(view.tiles)
            hands.append((*tiles_of(known), *(None,) * (view.rules.hand - known.bit_count())))
        stock: tuple[Tile | None, ...] = ()
        if view.turned_up:
            rest = view.hidden_stock if view.hidden_stock is not None else (None,) * (view.rules.stock - 1)
            stock = (view.turned_up, *rest)
        return cls(
            rules=view.rules,
            deal=_deal(hands, stock),
            starter=view.starter,
            actions=tuple(action for _, action in view.actions),
            winner=view.outcome.winner if view.outcome else None,
            number=view.number,
        )

    def __str__(self) -> str:
        """The canonical form."""
        headers: list[tuple[str, object]] = [("Gaple", 1)]
        headers += [(name, value) for name, value in (("Event", self.event), ("Date", self.date)) if value is not None]
        headers += [(str(seat), self.names[seat]) for seat in self.rules.seats if seat in self.names]
        headers += [("Hand", self.number), ("Rules", self.rules), ("Deal", _told_deal(self.deal))]
        if self.deal.stock:
            headers.append(("Stock", ",".join(str(tile or "??") for tile in self.deal.stock)))
        headers += [("Starter", self.starter), *self.headers]
        told = "".join(f'[{name} "{_escaped(str(value))}"]\n' for name, value in headers)
        return f"{told}\n{self._told_moves()}"

    def _told_moves(self) -> str:
        tokens = [f"^{self.deal.stock[0]}" if self.deal.stock else "", *map(str, self.actions)]
        tokens.append("*" if self.winner is None else f"={self.winner}")
        comments: dict[int, list[str]] = {}
        for place, comment in self.comments:
            comments.setdefault(place, []).append(f"{{{comment}}}")
        lines = comments.get(-1, [])
        line = ""
        for place, token in enumerate(tokens):
            if token and len(line) + 1 + len(token) > LINE_WIDTH:
                lines.append(line)
                line = token
            elif token:
                line = f"{line} {token}" if line else token
            if place in comments:
                lines += ([line] if line else []) + comments[place]
                line = ""
        return "\n".join([*lines, line] if line else lines) + "\n"


def write_records(records: Iterable[Record]) -> str:
    """Records as one text: the canonical form of each, a blank line between hands."""
    return "\n".join(map(str, records))


def read_records(text: str, file: str = "-") -> Iterator[Record]:
    """The records of a text, one after the other; ``file`` is the name that errors say.

    Raises :class:`RecordSyntaxError` where one is malformed, after the ones before it.
    """
    reader = _Reader(text.removeprefix("\ufeff").replace("\r\n", "\n"), file)
    while reader.more():
        yield reader.record()


def decode(content: bytes, file: str = "-") -> str:
    """The text of a record file. Raises :class:`RecordSyntaxError` where it is not UTF-8, with the place."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        source = Source(file, before, {}, (), 0)
        reason = RecordError("record-not-utf8", byte=f"{content[error.start]:#04x}")
        raise RecordSyntaxError("record-at", **source.at(len(before)), text="", reason=reason) from None


class _Reader:
    """Reads one record after the other from a text."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.source = Source(file, text, {}, (), 0)
        self.position = self.skip(0)
        self.any = False

    def skip(self, position: int) -> int:
        match = _BLANK.match(self.text, position)
        return match.end() if match else position

    def more(self) -> bool:
        if self.position < len(self.text):
            return True
        if not self.any:
            self.fail(0, RecordError("record-empty"))
        return False

    def fail(self, offset: int, reason: GapleError, text: str = "") -> NoReturn:
        raise RecordSyntaxError("record-at", **self.source.at(offset), text=text, reason=reason)

    def record(self) -> Record:
        self.any = True
        start = self.position
        values, offsets = self.headers()
        for name in ("Gaple", "Rules", "Deal", "Starter"):
            if name not in values:
                self.fail(start, RecordError("record-header-missing", name=name))
        if values["Gaple"] != "1":
            self.fail(offsets["Gaple"], RecordError("record-version", version=values["Gaple"]), values["Gaple"])
        rules = self.rules(values["Rules"], offsets["Rules"])
        number = values.get("Hand", "1")
        if not _NUMBER.fullmatch(number):
            self.fail(offsets["Hand"], RecordError("record-hand-number", text=number), number)
        for seat in _SEAT_NAMES[rules.players :]:
            if seat in values:
                self.fail(offsets[seat], RecordError("record-no-such-seat", seat=seat, players=rules.players), seat)
        starter = values["Starter"]
        if starter not in _SEAT_NAMES[: rules.players]:
            expected = ", ".join(_SEAT_NAMES[: rules.players])
            self.fail(offsets["Starter"], RecordError("record-starter", text=starter, expected=expected), starter)
        deal = self.deal(values, offsets, rules, start)
        actions, winner, comments, places = self.moves(deal.stock[0] if deal.stock else None)
        return Record(
            rules=rules,
            deal=deal,
            starter=Seat[starter],
            actions=actions,
            winner=winner,
            number=int(number),
            event=values.get("Event"),
            date=values.get("Date"),
            names={seat: values[seat.name] for seat in rules.seats if seat.name in values},
            headers=tuple([(name, value) for name, value in values.items() if name not in _OWN]),
            comments=comments,
            source=Source(self.source.file, self.text, offsets, tuple(places[:-1]), places[-1]),
        )

    def headers(self) -> tuple[dict[str, str], dict[str, int]]:
        """The headers in the order read, and where each one's value begins."""
        values: dict[str, str] = {}
        offsets: dict[str, int] = {}
        text, position = self.text, self.position
        while text.startswith("[", position):
            match = _HEADER.match(text, position)
            if match is None:
                line = text[position:].split("\n", 1)[0]
                self.fail(position, RecordError("record-header-malformed", text=line), line)
            name, value = match.groups()
            if name in values:
                self.fail(position + 1, RecordError("record-header-twice", name=name), name)
            values[name] = _ESCAPE.sub(r"\1", value) if "\\" in value else value
            offsets[name] = match.start(2)
            position = self.skip(match.end())
        if not values:
            line = text[position:].split("\n", 1)[0]
            self.fail(position, RecordError("record-no-headers", text=line), line)
        self.position = position
        return values, offsets

    def rules(self, text: str, offset: int) -> Rules:
        try:
            return _rules(text)
        except GapleError as error:
            self.fail(offset, error, text)

    def deal(self, values: dict[str, str], offsets: dict[str, int], rules: Rules, start: int) -> Deal | PartialDeal:
        text, offset = values["Deal"], offsets["Deal"]
        hands: list[list[Tile | None]] = []
        seen = 0
        parts = text.split(" ")
        for part in parts:
            seat = _SEAT_NAMES[len(hands)] if len(hands) < rules.players else None
            if seat is None or not part.startswith(f"{seat}:"):
                reason = RecordError("record-deal-seat", text=part, expected=f"{seat}:…" if seat else "–")
                self.fail(offset, reason, part)
            hands.append(self.tiles(part[2:], offset + 2, seen))
            if len(hands[-1]) != rules.hand:
                reason = RecordError("deal-hand-size", seat=seat, tiles=len(hands[-1]), expected=rules.hand)
                self.fail(offset, reason, part)
            seen |= _known(hands[-1])
            offset += len(part) + 1
        if len(hands) != rules.players:
            reason = RecordError("deal-players-differ", players=len(hands), expected=rules.players)
            self.fail(offsets["Deal"], reason, text)
        stock: list[Tile | None] = []
        if "Stock" in values:
            if rules.all_dealt:
                self.fail(offsets["Stock"], RecordError("record-stock-none"), values["Stock"])
            stock = self.tiles(values["Stock"], offsets["Stock"], seen)
            if len(stock) != rules.stock:
                reason = RecordError("record-stock-size", tiles=len(stock), expected=rules.stock)
                self.fail(offsets["Stock"], reason, values["Stock"])
        elif not rules.all_dealt:
            self.fail(start, RecordError("record-header-missing", name="Stock"))
        try:
            return _deal(hands, stock)
        except GapleError as error:
            self.fail(offsets["Deal"], error, text)

    def tiles(self, text: str, offset: int, seen: TileSet) -> list[Tile | None]:
        tiles: list[Tile | None] = []
        try:
            for part in text.split(","):
                tile = None if part == "??" else Tile.parse(part)
                if tile and seen & tile.bit:
                    raise DealError("deal-tile-twice", tile=tile)
                seen |= tile.bit if tile else 0
                tiles.append(tile)
        except GapleError as error:
            before = sum(len(part) + 1 for part in text.split(",")[: len(tiles)])
            self.fail(offset + before, error, text.split(",")[len(tiles)])
        return tiles

    def moves(
        self, turned_up: Tile | None
    ) -> tuple[tuple[Action, ...], Seat | None, tuple[tuple[int, str], ...], list[int]]:
        """Actions, winner, comments, and where each action and, last, the result begins."""
        actions: list[Action] = []
        comments: list[tuple[int, str]] = []
        places: list[int] = []
        winner: Seat | None = None
        awaiting_turn_up = turned_up is not None
        begun = over = False
        end = self.position
        for match in _TOKEN.finditer(self.text, self.position):
            token, offset = match[0], match.start()
            if over and token[0] == "[":
                break
            if token[0] == "{":
                comments.append(self.comment(match, len(actions) + over if begun else -1))
            elif over:
                self.fail(offset, RecordError("record-after-end", text=token), token)
            elif token[-1] == "." and _MOVE_NUMBER.fullmatch(token):
                pass
            else:
                if awaiting_turn_up != (token[0] == "^") or (token[0] == "^" and token[1:] != str(turned_up)):
                    code = "record-turn-up" if turned_up else "record-no-turn-up"
                    self.fail(offset, RecordError(code, text=token, tile=turned_up), token)
                begun = True
                if awaiting_turn_up:
                    awaiting_turn_up = False
                elif token == "*" or token[0] == "=":
                    over = True
                    places.append(offset)
                    winner = self.winner(token, offset)
                else:
                    places.append(offset)
                    actions.append(self.action(token, offset))
            end = match.end()
        if not over:
            self.fail(len(self.text.rstrip()), RecordError("record-no-result"))
        self.position = self.skip(end)
        return tuple(actions), winner, tuple(comments), places

    def comment(self, match: re.Match[str], place: int) -> tuple[int, str]:
        comment = cast("str | None", match[1])
        if comment is None:  # a brace that is never closed
            self.fail(match.start(), RecordError("record-comment-open"), match[0])
        if "\n" in comment:  # in canonical form a comment stands on one line
            comment = re.sub(r"[ \t]*\n\s*", " ", comment)
        return place, comment

    def winner(self, token: str, offset: int) -> Seat | None:
        if token == "*":
            return None
        if token[1:] not in _SEAT_NAMES:
            self.fail(offset, RecordError("record-result", text=token), token)
        return Seat[token[1:]]

    def action(self, token: str, offset: int) -> Action:
        try:
            return Action.parse(token)
        except ActionError as error:
            code = "record-no-result-before" if token[0] == "[" else None
            self.fail(offset, RecordError(code, text=token) if code else error, token)


@lru_cache(maxsize=64)
def _rules(text: str) -> Rules:  # an archive has few rules and many hands
    return Rules.parse(text)


def _deal(
    hands: list[list[Tile | None]] | list[tuple[Tile | None, ...]], stock: list[Tile | None] | tuple[Tile | None, ...]
) -> Deal | PartialDeal:
    if is_complete(hands, stock):
        return Deal(tuple(map(_known, hands)), tuple([tile for tile in stock if tile]))
    ordered = [(*sorted(tile for tile in hand if tile), *(None for tile in hand if tile is None)) for hand in hands]
    return PartialDeal(tuple(ordered), tuple(stock))


def _known(tiles: Iterable[Tile | None]) -> TileSet:
    return tile_set(tile for tile in tiles if tile)


def _told_deal(deal: Deal | PartialDeal) -> str:
    hands = deal.hands if isinstance(deal, PartialDeal) else map(tiles_of, deal.hands)
    return " ".join(
        f"{seat}:{','.join(str(tile or '??') for tile in hand)}" for seat, hand in zip(SEATS, hands, strict=False)
    )


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
