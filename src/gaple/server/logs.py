"""How the server's log is written: a line a record, for people or (JSON) for programs.

Neither has what an exception says: it may hold a tile, a secret or a token (``failures.py``).
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Final, Literal, TypeAlias

LogFormat: TypeAlias = Literal["text", "json"]

_TEXT: Final = "%(asctime)s %(levelname)s %(message)s"


def begin(form: LogFormat, level: int = logging.WARNING) -> None:
    """Log to standard error from here on."""
    handler = logging.StreamHandler()
    handler.setFormatter(Json() if form == "json" else Text(_TEXT))
    logging.basicConfig(handlers=[handler], level=level, force=True)


class Text(logging.Formatter):
    """For people: the time, how bad it is, and what happened."""

    def formatException(self, ei: logging._SysExcInfoType) -> str:  # noqa: N802 (the name that logging gives it)
        """Where it was and what kind, without what it says."""
        return _places(ei)


class Json(logging.Formatter):
    """For programs: an object a line with ``time`` (UTC), ``level``, ``logger``, ``message`` and perhaps ``fault``."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["fault"] = _places(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def _places(info: logging._SysExcInfoType) -> str:
    kind, _, places = info
    if kind is None:
        return ""
    return f"{''.join(traceback.format_tb(places))}{kind.__module__}.{kind.__qualname__}"
