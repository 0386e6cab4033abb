"""Finished hands as tables, for people who study the game: who they were played by is not in them (docs/data.md).

>>> from gaple import Hand, Rules
>>> hand = Hand.dealt(Rules(players=2, hand=1, stuck="pass", settle="pairwise"), seed=1)
>>> while not hand.is_over:
...     hand.play(hand.legal_actions()[0])
>>> [row["action"] for row in action_rows(1, PlayedHand(hand))] == [str(action) for action in hand.actions]
True
"""

from .played import UNKNOWN, PlayedHand, Sitting, of_records
from .tables import ACTIONS, HANDS, SEATS, TABLES, VERSION, Column, action_rows, hand_row, seat_rows
from .write import FORMATS, Counted, Format, write

__all__ = [
    "ACTIONS",
    "FORMATS",
    "HANDS",
    "SEATS",
    "TABLES",
    "UNKNOWN",
    "VERSION",
    "Column",
    "Counted",
    "Format",
    "PlayedHand",
    "Sitting",
    "action_rows",
    "hand_row",
    "of_records",
    "seat_rows",
    "write",
]
