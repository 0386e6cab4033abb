"""Chance for a player's decision that depends on its seed and on the view, so that asking twice gives one answer."""

from __future__ import annotations

import hashlib

from gaple.view import View


def seed_of(seed: int, view: View) -> int:
    """A seed of its own for every decision, 0 to 2⁶⁴ − 1, so that one unlucky draw is not met again at the next."""
    told = f"{seed} {view.number} {len(view.actions)}".encode()
    return int.from_bytes(hashlib.blake2b(told, digest_size=8).digest())
