"""The command line, ``gaple``: one module a command (docs/cli.md)."""

from collections.abc import Sequence

from gaple.cli.errors import STOPPED


def main(args: Sequence[str] | None = None) -> int:
    """Runs the command line (``sys.argv`` unless ``args`` are given) and returns its exit code.

    The rest is imported only here, for of a short command that takes the most time, and Ctrl-C may fall into it.
    """
    try:
        from gaple.cli import app

        return app.main(args)
    except KeyboardInterrupt:
        return STOPPED


__all__ = ["main"]
