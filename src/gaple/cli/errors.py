"""What is wrong with how the command line was used, and the exit codes (docs/cli.md)."""

from __future__ import annotations

from typing import Final

from gaple.errors import GapleError, RulesError

WELL: Final = 0
WRONG_INPUT: Final = 1
"""What was read is wrong: records, tiles."""
WRONG_USE: Final = 2
"""Options, rules, a number of seats, or a file that makes no sense here. Outranks the one before."""
UNEXPECTED: Final = 70
"""A fault of ours; the number is that of BSD's sysexits."""
STOPPED: Final = 130
"""Stopped by Ctrl-C, as a shell tells it."""
PIPE_CLOSED: Final = 141
"""Whoever read our output has gone, as a shell tells it."""


class UsageError(GapleError):
    """The command line was used wrongly, or what it names cannot be read, written or started."""


def exit_code(error: GapleError) -> int:
    """The exit code for this error."""
    return WRONG_USE if isinstance(error, (UsageError, RulesError)) else WRONG_INPUT
