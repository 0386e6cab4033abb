"""A table's finished hands, as a record that anyone can check and deal again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from gaple import Dealing, Hand, Match, Seat, commitment
from gaple.match import Before
from gaple.record import Record, write_records
from gaple.server.errors import Missing
from gaple.texts import catalogue, text

from .events import SEATING, Created, Dealt, Event, HandedBack, Repeated, Rewound, TakenOver, TimeUp
from .table import Occupant, TableState, begin

Note = tuple[int, TakenOver | HandedBack | TimeUp | Rewound]


class Finished(NamedTuple):
    """A finished hand: the number of its match, who sat where, and when and how it was dealt.

    ``notes`` tell after how many actions what computer players did for people, and what was taken back.
    ``commits`` are the commitments to the players' nonces, by seat. ``total`` is everybody's after it,
    ``ended_at`` when it ended, in milliseconds since 1970 as ``dealt_at``; ``before`` is how the match had stood,
    ``rewound`` is how often the hand was taken back, ``repeated`` of which one it is the repetition.
    """

    match: int
    hand: Hand
    seats: tuple[Occupant | None, ...]
    dealing: Dealing
    dealt_at: int
    notes: tuple[Note, ...]
    commits: Mapping[Seat, str]
    total: tuple[int, ...]
    ended_at: int
    before: Before
    rewound: int = 0
    repeated: Repeated | None = None

    @property
    def alone(self) -> bool:
        """Whether one person played it against computer players."""
        return sum(bool(sat and sat.person) for sat in self.seats) == 1


def finished(table: str, log: Iterable[Event]) -> Iterator[Finished]:
    """The finished hands of a table, in order; none that is still being played.

    A hand counts as it stands when the next one begins: where moves of it were taken back after its end, as it was
    played then.
    """
    entries = iter(log)
    state = begin(table, next(entries))
    dealt_at = 0
    notes: list[Note] = []
    over: Finished | None = None
    for event in entries:
        if isinstance(event.fact, Rewound):
            notes = _rewound(event.fact, notes)
        state.apply(event)
        hand = state.hand
        if over and hand and (state.matches, hand.number) != (over.match, over.hand.number):
            yield over
            over = None
        if isinstance(event.fact, Dealt | Repeated):
            dealt_at, notes = event.at, list(_standing_in(state))
        if hand is None:
            continue
        done = len(hand.actions)
        # Who comes back after the end may take moves back then, and make them anew themselves.
        if isinstance(event.fact, HandedBack) or (isinstance(event.fact, TakenOver | TimeUp) and not hand.is_over):
            notes.append((done, event.fact))
        if not hand.is_over:
            over = None
        elif over is None and state.dealing and state.match:
            told = state.shuffle.commits if state.shuffle else {}
            if state.repeated:
                told = {Seat.parse(seat): commit for seat, commit in state.repeated.commits.items()}
            over = Finished(
                match=state.matches,
                hand=hand.copy(),
                seats=tuple(state.seats),
                dealing=state.dealing,
                dealt_at=dealt_at,
                notes=tuple(notes),
                commits=dict(told),
                total=state.match.total,
                ended_at=event.at,
                rewound=state.rewound,
                repeated=state.repeated,
                before=_before(state.match),
            )
    if over:
        yield over


def one(table: str, log: Iterable[Event], match: int, hand: int) -> Finished:
    """A finished hand by its place. Raises :class:`Missing` where there is none, or it is not over."""
    for found in finished(table, log):
        if (found.match, found.hand.number) == (match, hand):
            return found
    raise Missing("no-finished-hand")


def _before(match: Match) -> Before:
    """How a match stood before its last finished hand."""
    *earlier, last = match.hands
    return Before(last.number - 1, earlier[-1].outcome.winner, earlier[-1].total) if earlier else match.before


def _rewound(fact: Rewound, notes: Iterable[Note]) -> list[Note]:
    """The notes of a hand that was taken back: who plays for whom stays, a move that was made for somebody does not."""

    def holds(place: int, note: TakenOver | HandedBack | TimeUp | Rewound) -> bool:
        return note != fact and (place < fact.kept or not isinstance(note, TimeUp))

    kept = [(min(place, fact.kept), note) for place, note in notes if holds(place, note)]
    return [*kept, (fact.kept, fact)]


def is_open(log: Sequence[Event]) -> bool:
    """Whether those may see the table who have never sat there."""
    return not isinstance(created := log[0].fact, Created) or created.company.onlookers


def _standing_in(state: TableState) -> Iterator[Note]:
    """For whom a computer player plays from the beginning."""
    for seat in state.persons:
        if stand_in := state.stand_in(seat):
            yield 0, TakenOver(str(seat), stand_in.level, stand_in.why)


def sitters(log: Iterable[Event]) -> set[str]:
    """Everybody who has had a seat at a table, or made it: with one phone its host has none."""
    made = {event.fact.host for event in log if isinstance(event.fact, Created)}
    return made | {event.fact.person for event in log if isinstance(event.fact, SEATING)}


def record(
    table: str,
    log: Sequence[Event],
    names: Mapping[str, str | None],
    lang: str,
    match: int | None = None,
    hand: int | None = None,
) -> str:
    """The finished hands of a table, or of one match, or one hand of each, as a record.

    Raises :class:`Missing` where there is none.
    """
    records = [
        _record(table, one, names, lang)
        for one in finished(table, log)
        if match in (None, one.match) and hand in (None, one.hand.number)
    ]
    if not records:
        raise Missing("no-finished-hand")
    return write_records(records)


def _record(table: str, one: Finished, names: Mapping[str, str | None], lang: str) -> Record:
    secret = one.dealing.secret
    nonces = {seat: nonce for seat, nonce in zip(Seat, one.dealing.nonces, strict=False) if nonce}
    told = Record.of(
        one.hand,
        date=_day(one.dealt_at),
        names={
            seat: _name(seat, occupant, names, lang)
            for seat, occupant in zip(Seat, one.seats, strict=False)
            if occupant
        },
        headers=(
            ("Table", one.dealing.table),  # a repeated hand was dealt elsewhere, as it is verified
            ("Match", str(one.repeated.match if one.repeated else one.match)),
            ("Commit", commitment(secret)),
            ("Secret", secret.hex()),
            *(
                (name, _by_seat(values))
                for name, values in (("Nonces", nonces), ("NonceCommits", one.commits))
                if values
            ),
        ),
    )
    first = 0 if one.hand.turned_up else -1  # a comment belongs to the token before it
    comments = [(place or first, _comment(fact, lang)) for place, fact in one.notes]
    if one.repeated:
        comments.insert(0, (first, text("server.repeated", lang, table=table)))
    return replace(told, comments=tuple(comments))


def _comment(fact: TakenOver | HandedBack | TimeUp | Rewound, lang: str) -> str:
    """What a computer player did for a person, or a person took back, in a sentence."""
    if isinstance(fact, HandedBack | Rewound):
        return text(f"server.{fact.kind.replace('_', '-')}", lang, seat=fact.seat)
    return text(f"server.{fact.kind.replace('_', '-')}", lang, seat=fact.seat, level=_level(fact.level, lang))


def _level(level: str, lang: str) -> str:
    """What the page calls a level; one that there is no more keeps its plain name."""
    return text(f"level.{level}", lang) if level in catalogue(lang)["level"] else level


def _by_seat(values: Mapping[Seat, str]) -> str:
    return " ".join(f"{seat}:{values[seat]}" for seat in sorted(values))


def _day(at: int) -> str:
    """The day where the server is: a hand of this evening is not yesterday's."""
    return datetime.fromtimestamp(at / 1000, UTC).astimezone().date().isoformat()


def _name(seat: Seat, occupant: Occupant, names: Mapping[str, str | None], lang: str) -> str:
    if occupant.level:
        return text("server.computer-name", lang, seat=seat, level=_level(occupant.level, lang))
    return names.get(occupant.person or "") or text("server.no-name", lang, seat=seat)
