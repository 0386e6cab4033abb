"""What the server answers when something cannot be done; the sentences are in the catalogue."""

# ruff: noqa: N818 (a refusal is no error of the program's)

from __future__ import annotations

from gaple.errors import GapleError


class StartError(GapleError):
    """The server cannot start: a port, a folder or a database that is not as it must be."""


class InputError(GapleError):
    """What was sent cannot be read, or is not acceptable: a message, a name, a body."""


class Refusal(GapleError):
    """A command that the table does not allow now. Nothing has changed."""


class Missing(GapleError):
    """There is no such thing: a table, a hand, an address."""


class Unknown(GapleError):
    """Whoever asks says who they are, and nobody is that."""


class TooMany(GapleError):
    """More than this server lets one person, or one table, have."""


class Unavailable(GapleError):
    """The server cannot do it now, through no fault of the input; trying again may help."""


class Unsure(Unavailable):
    """Nobody knows now whether it was done. Asked for again under the same id, it is not done twice."""
