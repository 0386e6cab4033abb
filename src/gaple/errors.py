"""What can be wrong with an input, as small exception classes.

Every error carries a ``code``, by which a program knows it, and the ``params`` that its sentence names.
``str(error)`` is English; :meth:`GapleError.told` says it in any language of the catalogue.
"""

from __future__ import annotations

from .texts import text


class GapleError(ValueError):
    """The input is wrong: ``code`` says how, ``params`` say what and where."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def told(self, lang: str) -> str:
        """The sentence in ``lang``."""
        return text(f"error.{self.code}", lang, **self.params)

    def __str__(self) -> str:
        return self.told("en")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.code, self.params)


def _rebuild(kind: type[GapleError], code: str, params: dict[str, object]) -> GapleError:
    return kind(code, **params)


class TileError(GapleError):
    """A text or a pair of numbers that is no tile, or a tile named twice."""


class SeatError(GapleError):
    """A text that is no seat."""


class ActionError(GapleError):
    """A text that is no action."""


class IllegalAction(GapleError):  # noqa: N818 (an illegal action is what it is called at the table)
    """An action that the rules do not allow in this position."""


class RulesError(GapleError):
    """Rules that do not parse, or that do not go together (rules 1, 2 and 14)."""


class DealError(GapleError):
    """Tiles that are no deal, or a starter who cannot begin."""


class OutcomeError(GapleError):
    """Unplayed tiles that cannot be scored, or a text that is no outcome."""


class MatchError(GapleError):
    """A hand that does not follow in its match."""


class RecordError(GapleError):
    """A record that cannot be read; ``RecordSyntaxError`` and ``RecordIllegalError`` say where."""


class RecordSyntaxError(RecordError):
    """A malformed record; ``params`` has ``file``, ``line``, ``column`` and the ``reason``."""


class RecordIllegalError(RecordError):
    """A record that the rules do not allow.

    ``params`` has ``file``, ``line``, ``column``, ``hand``, ``move``, ``seat``, ``ends``, ``reason``.
    """
