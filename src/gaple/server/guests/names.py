"""What people may call themselves: any script, emoji too, but no name that others cannot see."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from gaple.server.errors import InputError

MOST_CHARACTERS: Final = 24
"""As people count them."""
MOST_CODE_POINTS: Final = 40

_JOINERS: Final = frozenset("\u200c\u200d")  # within Indic and Persian words, and between emoji
_TAGS: Final = range(0xE0020, 0xE0080)  # spell the flags of regions
_SELECTORS: Final = range(0xFE00, 0xFE10)  # choose between text and emoji
_SKINS: Final = range(0x1F3FB, 0x1F400)
_FLAG: Final = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters that show nothing
_UNWANTED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_MARKS: Final = frozenset({"Mn", "Mc", "Me"})
MOST_MARKS: Final = 4  # on one letter: as many as any script needs, and too few to climb over the seats around
_HEAPED: Final = re.compile(f"m{{{MOST_MARKS + 1}}}")


def clean_name(text: str) -> str:
    """The name as it is kept: composed, without space around it, one space within.

    Raises :class:`InputError` for an empty name, a longer one than fits a seat, and a character
    that shows nothing or changes how others are shown (controls, changes of direction).

    >>> clean_name("  Pak   Budi ")
    'Pak Budi'
    """
    if len(text) <= 10 * MOST_CODE_POINTS:  # what is far too long is not worth composing
        text = unicodedata.normalize("NFC", " ".join(text.split()))
    if not text:
        raise InputError("name-empty")
    if len(text) > MOST_CODE_POINTS or length(text) > MOST_CHARACTERS:
        raise InputError("name-long", most=MOST_CHARACTERS)
    for character in text:
        if not is_welcome(character):
            raise InputError("name-character", character=f"U+{ord(character):04X}")
    if is_heaped(text):
        raise InputError("name-marks", most=MOST_MARKS)
    if not shows(text):
        raise InputError("name-empty")
    return text


def shows(text: str) -> bool:
    """Whether there is anything to be seen."""
    return any(unicodedata.category(character)[0] in "LNPS" for character in text)


def is_heaped(text: str) -> bool:
    """Whether a letter has more marks than any script needs."""
    return bool(_HEAPED.search("".join("m" if unicodedata.category(c) in _MARKS else "." for c in text)))


def is_welcome(character: str) -> bool:
    """Whether a character may be shown: no control, none that turns the direction, none that shows nothing."""
    if character in _JOINERS or ord(character) in _TAGS:
        return True
    if character in _BLANK or ord(character) & 0xFFFE == 0xFFFE:  # the last two are no characters
        return False
    return unicodedata.category(character) not in _UNWANTED


def length(text: str) -> int:
    """How many characters a reader sees, nearly: joined, modified and combined ones are one."""
    length, joined = 0, False
    for character in _FLAG.sub("F", text):
        length += not (joined or _extends(character))
        joined = character == "\u200d"
    return length


def _extends(character: str) -> bool:
    code = ord(character)
    return (
        character in _JOINERS
        or code in _SELECTORS
        or code in _SKINS
        or code in _TAGS
        or unicodedata.category(character) in _MARKS
    )
