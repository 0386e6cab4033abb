"""Players of all levels that think for no longer than a test can wait."""

from __future__ import annotations

from gaple.players import Master, Player, make


def made(level: str, seed: int) -> Player:
    """A player of this level; a master that works a hundredth of what is usual."""
    return Master(seed, effort=0.01) if level == "master" else make(level, seed)


def master(seed: int) -> Master:
    """For the arena."""
    return Master(seed, effort=0.0125)
