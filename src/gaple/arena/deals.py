"""One deal in all its seatings: the unit of work, the same wherever and whenever it is played."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from gaple.hand import Hand
from gaple.rules import Rules
from gaple.scoring import Ending
from gaple.tiles import Seat

from .contest import Contest, Seating
from .referee import Contender, Referee
from .times import Times


class Played(NamedTuple):
    """A hand as it came out: the seating, every seat's net, the winning seat and how it ended."""

    seating: Seating
    net: tuple[int, ...]
    winner: Seat
    end: Ending

    @property
    def is_won(self) -> bool:
        """Whether the candidate, or one of several, has won; in teams the winner's partner has too."""
        return self.winner in self.seating.seats


def gain(rules: Rules, hands: Sequence[Played]) -> float:
    """What the candidate netted a hand, and a seat (in teams: the side), more than the table did on average.

    In chips that average is 0, so a gain is chips. Under any settlement a player's gain among its equals is 0 in the
    mean, and more is better. ``hands`` are of one way of sitting.

    >>> hand = Played(Seating("one", (Seat.B,)), (-5, 9, -1, -3), Seat.B, Ending.OUT)
    >>> gain(Rules(settle="pairwise"), [hand])
    9.0
    """
    seats = len(hands[0].seating.seats)
    ahead = sum(
        rules.players * sum(hand.net[seat] for seat in hand.seating.seats) - seats * sum(hand.net) for hand in hands
    )
    each = ahead / (rules.players * seats * len(hands))  # divided once, so that what adds up to nothing is nothing
    return (-each if rules.low_is_good else each) * (2 if rules.teams else 1)


@dataclass(frozen=True)
class PlayedDeal:
    """All hands of deal ``number`` (from 0), and by player's name how long decisions took and what went wrong."""

    number: int
    hands: tuple[Played, ...]
    times: Mapping[str, Times]
    faults: Mapping[str, Counter[str]]

    def fits(self, contest: Contest) -> bool:
        """Whether these are the hands that a deal of this contest has."""
        seatings, players = [hand.seating for hand in self.hands], contest.rules.players
        return seatings == list(contest.seatings) and all(len(hand.net) == players for hand in self.hands)

    def to_dict(self) -> dict[str, Any]:
        """As plain values for JSON."""
        return {
            "deal": self.number,
            "hands": [
                {
                    "way": seating.way,
                    "candidate": "".join(map(str, seating.seats)),
                    "net": list(net),
                    "winner": str(winner),
                    "end": str(end),
                }
                for seating, net, winner, end in self.hands
            ],
            "times": {name: {str(step): times[step] for step in sorted(times)} for name, times in self.times.items()},
            "faults": {name: dict(sorted(faults.items())) for name, faults in self.faults.items()},
        }

    @classmethod
    def of_dict(cls, told: Mapping[str, Any]) -> Self:
        """What :meth:`to_dict` has told. Raises ``KeyError``, ``TypeError`` or ``ValueError`` for anything else."""
        hands = [
            Played(
                Seating(hand["way"], tuple(map(Seat.parse, hand["candidate"]))),
                tuple(map(int, hand["net"])),
                Seat.parse(hand["winner"]),
                Ending(hand["end"]),
            )
            for hand in told["hands"]
        ]
        return cls(
            int(told["deal"]),
            tuple(hands),
            {name: Times({int(step): int(n) for step, n in times.items()}) for name, times in told["times"].items()},
            {name: Counter(faults) for name, faults in told["faults"].items()},
        )


def play_deal(contest: Contest, number: int) -> PlayedDeal:
    """Plays deal ``number`` of a contest in all its seatings, each as the first hand of a match.

    A seat has the same chance in every seating, whoever sits there: a player gains nothing against itself, exactly.
    """
    referee = Referee(contest.limit)
    hands = [_play(contest, number, seating, referee) for seating in contest.seatings]
    return PlayedDeal(number, tuple(hands), referee.times, referee.faults)


def _play(contest: Contest, number: int, seating: Seating, referee: Referee) -> Played:
    hand = Hand.dealt(contest.rules, f"{contest.seed}/{number}")
    contenders = [
        Contender(contest.candidate if seat in seating.seats else contest.against, _chance(contest, number, seat))
        for seat in contest.rules.seats
    ]
    while hand.turn is not None:
        hand.play(referee.decide(hand, contenders[hand.turn]))
    outcome = hand.outcome
    assert outcome is not None
    assert outcome.end is not None
    return Played(seating, outcome.net, outcome.winner, outcome.end)


def _chance(contest: Contest, number: int, seat: Seat) -> int:
    told = f"{contest.seed}/{number}/{seat}".encode()
    return int.from_bytes(hashlib.blake2b(told, digest_size=8).digest())
