"""The command line, ``gaple``: one module a command (docs/cli.md)."""

from gaple.cli.app import main

__all__ = ["main"]
