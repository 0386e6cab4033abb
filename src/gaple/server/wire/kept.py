"""Parts of messages that are the same from one event to the next: they are made again only where they have changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Kept:
    """The latest of every part of one table's messages."""

    def __init__(self) -> None:
        self._parts: dict[str, tuple[object, Any]] = {}

    def get(self, name: str, of: object, make: Callable[[], T]) -> T:
        """The part of this name, made of what compares equal to ``of``; as it was, where that was so the last time.

        ``of`` must hold all that the part depends on, and not change afterwards.
        """
        kept = self._parts.get(name)
        if kept is None or kept[0] != of:
            kept = self._parts[name] = (of, make())
        made: T = kept[1]
        return made
