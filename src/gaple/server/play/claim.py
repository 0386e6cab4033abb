"""Somebody's asking for a seat, as a table remembers it; what may be done about it is in ``claims.py``."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Claim:
    """A ``person`` asks for the seat of one who is ``absent``, since event ``seq``; who has said yes and no to it."""

    person: str
    absent: str
    seq: int
    yes: frozenset[str] = frozenset()
    no: frozenset[str] = frozenset()

    def answered(self, person: str, yes: bool) -> Claim:
        """The same with one more answer; who has changed their mind counts once."""
        mine = frozenset((person,))
        if yes:
            return replace(self, yes=self.yes | mine, no=self.no - mine)
        return replace(self, yes=self.yes - mine, no=self.no | mine)
