"""One catalogue for every text that a person reads.

A text has a code such as ``error.not-your-turn`` and named parameters. ``locale/id.json`` and ``locale/en.json``
hold the sentences; command line, server and page all take them from there. A sentence is a string with ``{name}``
placeholders, or an object with the plural forms ``one`` and ``other``, chosen by the parameter ``n``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

LANGUAGES: Final = ("id", "en")
"""The languages there are, the default first."""

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def text(code: str, lang: str = "en", /, **params: object) -> str:
    """The sentence for ``code`` in ``lang``, with its parameters filled in.

    Parameters that are errors themselves are told in the same language. An unknown language falls back to English; a
    code that the catalogue lacks raises ``KeyError``, since that is a fault of ours and no input's.

    >>> text("error.tile-malformed", "id", text="7-7")
    '"7-7" bukan kartu: tulis dua angka dari 0 sampai 6, misalnya 35'
    """
    message: Any = catalogue(lang if lang in LANGUAGES else "en")
    for part in code.split("."):
        message = message[part]
    if isinstance(message, dict):
        message = message["one" if params.get("n") == 1 and "one" in message else "other"]

    def fill(match: re.Match[str]) -> str:
        value = params[match[1]]
        told = getattr(value, "told", None)  # a GapleError among the parameters
        return str(told(lang) if told else value)

    return _PLACEHOLDER.sub(fill, str(message))


@cache
def catalogue(lang: str) -> dict[str, Any]:
    """All texts of one language, by section and code."""
    import json  # here, so that a program without an error to tell starts sooner
    from pathlib import Path

    content: dict[str, Any] = json.loads(
        (Path(__file__).parent / "locale" / f"{lang}.json").read_text(encoding="utf-8")
    )
    return content
