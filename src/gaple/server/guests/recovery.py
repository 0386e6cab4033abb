"""Recovery codes: with one, somebody is themselves on another device too.

A code is 100 random bits in letters and digits that are not mistaken for each other (Crockford's
base 32), so nobody finds one by trying, and a plain hash of it tells nothing. It names nobody: there
is no account that could be guessed at, and a code that was never given is all that can be wrong.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final

_DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH: Final = 20
_GROUP: Final = 5
_READ: Final = str.maketrans("OIL", "011", " -\t\n\r\u2010\u2011\u2012\u2013\u2014")
"""What is easily misread, and what stands between groups."""


def new_code(chance: Callable[[int], bytes]) -> str:
    """A code as people are shown it; ``chance`` makes random bytes.

    >>> new_code(bytes)
    '00000-00000-00000-00000'
    """
    digits = "".join(_DIGITS[byte % 32] for byte in chance(_LENGTH))
    return "-".join(digits[at : at + _GROUP] for at in range(0, _LENGTH, _GROUP))


def code_hash(text: str) -> str:
    """What is kept of a code, however it was typed. What cannot be one has a hash as well, which is nobody's.

    >>> code_hash("abcde 12345 ooooo lllll") == code_hash("ABCDE-12345-00000-11111")
    True
    """
    read = text.upper().translate(_READ)
    return hashlib.sha256(f"gaple recovery code {read}".encode(errors="replace")).hexdigest()
