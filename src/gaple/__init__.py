"""Gaple, Indonesia's domino game: the complete rules as a library.

>>> import random
>>> hand = Hand.dealt(Rules(players=4, hand=7), seed=2026)
>>> rng = random.Random(1)
>>> while not hand.is_over:
...     hand.play(rng.choice(hand.legal_actions()))
>>> print(hand.outcome)  # doctest: +ELLIPSIS
end=... points=... winner=... decided_by=... net=...
"""

from typing import TYPE_CHECKING, Any

from .actions import PASS, Action, Kind
from .deal import Deal
from .dealing import Dealing, commitment, nonce_commitment
from .errors import (
    ActionError,
    DealError,
    GapleError,
    IllegalAction,
    MatchError,
    OutcomeError,
    RecordError,
    RecordIllegalError,
    RecordSyntaxError,
    RulesError,
    SeatError,
    TileError,
)
from .hand import Hand
from .line import Line
from .match import Match, Place, PlayedHand
from .opening import Duty, DutyKind
from .rules import Rules
from .scoring import Decision, Ending, Outcome, Payment, payments, points_of, score
from .tiles import ALL, SEATS, TILES, Seat, Tile, TileSet, pips_of, read_tile, tile_set, tiles_of
from .view import View

if TYPE_CHECKING:
    from .partial import PartialDeal, PartialHand
    from .record import Record, read_records, write_records
    from .replay import Replayed, replay_record, replay_records, replay_text
    from .verify import Check, Verification, verify_record

__version__ = "0.1.0"

# Few of the programs that play read records, and these modules take a fifth of the import: they come when asked for.
_LATER = {
    "Check": "verify",
    "PartialDeal": "partial",
    "PartialHand": "partial",
    "Record": "record",
    "Replayed": "replay",
    "read_records": "record",
    "replay_record": "replay",
    "replay_records": "replay",
    "replay_text": "replay",
    "Verification": "verify",
    "verify_record": "verify",
    "write_records": "record",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    globals()[name] = value = getattr(import_module(f".{_LATER[name]}", __name__), name)
    return value


__all__ = [
    "ALL",
    "PASS",
    "SEATS",
    "TILES",
    "Action",
    "ActionError",
    "Check",
    "Deal",
    "DealError",
    "Dealing",
    "Decision",
    "Duty",
    "DutyKind",
    "Ending",
    "GapleError",
    "Hand",
    "IllegalAction",
    "Kind",
    "Line",
    "Match",
    "MatchError",
    "Outcome",
    "OutcomeError",
    "PartialDeal",
    "PartialHand",
    "Payment",
    "Place",
    "PlayedHand",
    "Record",
    "RecordError",
    "RecordIllegalError",
    "RecordSyntaxError",
    "Replayed",
    "Rules",
    "RulesError",
    "Seat",
    "SeatError",
    "Tile",
    "TileError",
    "TileSet",
    "Verification",
    "View",
    "commitment",
    "nonce_commitment",
    "payments",
    "pips_of",
    "points_of",
    "read_records",
    "read_tile",
    "replay_record",
    "replay_records",
    "replay_text",
    "score",
    "tile_set",
    "tiles_of",
    "verify_record",
    "write_records",
]
