"""Reading what was sent. Of what does not decode it is told where the fault is and what it is, in either language."""

from __future__ import annotations

import re
from typing import Final, TypeVar

import msgspec

from gaple.server.errors import InputError

T = TypeVar("T")

_WHERE: Final = re.compile(r" - at `(\$[^`]*)`$")
_FAULTS: Final = tuple(
    (re.compile(pattern, re.DOTALL), code)
    for pattern, code in (
        (r"Object missing required field `(?P<field>.*)`", "fault-missing"),
        (r"Object contains unknown field `(?P<field>.*)`", "fault-field"),
        (r"Expected `(?P<expected>[^`]*)`(?:, got `(?P<found>[^`]*)`)?", "fault-kind"),
        (r"Expected `\w+` of length <= (?P<n>\d+)", "fault-long"),
        (r"Expected `\w+` <= (?P<n>-?\d+)", "fault-high"),
        (r"Expected `\w+` >= (?P<n>-?\d+)", "fault-low"),
        (r"(?:Integer value|Number) out of range", "fault-number"),
        (r"Expected `str` matching regex (?P<form>.*)", "fault-form"),
        (r"Invalid (?:enum )?value (?P<value>.*)", "fault-value"),
        (r"JSON is malformed: .* \(byte (?P<byte>\d+)\)", "fault-json"),
        (r"Input data was truncated", "fault-end"),
    )
)
"""What msgspec says, in English alone, and the code under which it is in the catalogue."""


def decoded(decoder: msgspec.json.Decoder[T], content: str | bytes) -> T:
    """What a decoder makes of this. Raises :class:`InputError`."""
    try:
        return decoder.decode(content)
    except msgspec.DecodeError as error:
        said = str(error)
    except UnicodeError:
        raise malformed(InputError("fault-letters")) from None
    except RecursionError:
        raise malformed(InputError("fault-deep")) from None
    found = _WHERE.search(said)
    raise malformed(_fault(_WHERE.sub("", said)), found[1] if found else "$")


def malformed(fault: InputError, where: str = "$") -> InputError:
    """A message that cannot be read: what is wrong, and where in it."""
    return InputError("message-malformed", where=where[:80], reason=fault)


def _fault(said: str) -> InputError:
    for pattern, code in _FAULTS:
        if found := pattern.fullmatch(said):
            told = {name: text[:100] for name, text in found.groupdict(default="?").items()}
            return InputError(code, **told)
    return InputError("fault-letters" if "UTF-8" in said or "utf-16" in said else "fault-other")
