"""In which language to speak: the one asked for, else that of the locale."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from gaple.cli.errors import UsageError
from gaple.texts import LANGUAGES

_LOCALE_NAMES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")  # as POSIX has it, the first that is set says it
_INDONESIAN: Final = re.compile(r"(id|in)([_.@-]|$)", re.IGNORECASE)


def asked_for(args: Sequence[str]) -> str | None:
    """The language that ``--lang`` asks for, before or after the command; ``None`` where it does not.

    Help and errors are told in this language too, so it has to be known before anything is parsed.
    Raises :class:`UsageError` for a language that there is not.

    >>> asked_for(["score", "11", "--lang", "id"])
    'id'
    """
    asked = None
    words = iter(args)
    for word in words:
        if word == "--":
            break
        if word == "--lang":
            asked = next(words, None)
        elif word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
    if asked is not None and asked not in LANGUAGES:
        raise UsageError("lang-unknown", text=asked, expected=", ".join(LANGUAGES))
    return asked


def of_locale(environment: Mapping[str, str]) -> str:
    """Indonesian where the locale is Indonesian, else English.

    >>> of_locale({"LANG": "id_ID.UTF-8"}), of_locale({"LANG": "id_ID.UTF-8", "LC_ALL": "C"})
    ('id', 'en')
    """
    name = next((environment[name] for name in _LOCALE_NAMES if environment.get(name)), "")
    return "id" if _INDONESIAN.match(name) else "en"
