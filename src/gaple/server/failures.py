"""How the unexpected is logged: what kind of fault and where, never with what values.

An exception's message may hold a tile, a secret or a token, so it is left out.
"""

from __future__ import annotations

import logging
import traceback


def report(log: logging.Logger, doing: str, error: BaseException) -> None:
    """Log that ``doing`` something failed: kinds of exceptions and lines of code alone."""
    told: list[str] = []
    fault: BaseException | None = error
    while fault is not None:
        told += traceback.format_tb(fault.__traceback__)
        told.append(f"{type(fault).__module__}.{type(fault).__qualname__}\n")
        fault = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
    log.error("%s failed\n%s", doing, "".join(told).rstrip())
