"""Bringing a database's schema up to date, whichever database it is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import sqlalchemy as sa

SCRIPTS: Final = Path(__file__).parent / "migrations"


class Newer(Exception):  # noqa: N818 (what it is; a person is told a StartError)
    """The database is from a newer version than this one."""


def migrate(connection: sa.Connection) -> None:
    """Bring the schema up to date. Raises :class:`Newer`; the database stays as it is then.

    Where there is nothing to do, as after every crash, Alembic is not even imported: people are waiting.
    """
    if _revision(connection) == newest():
        return
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError:  # the only way our own migrations fail: a revision not among them
        raise Newer from None


def newest() -> str:
    """The revision that this version needs: files of migrations are named by theirs."""
    return max(file.name[1:5] for file in (SCRIPTS / "versions").glob("v*.py"))


def _revision(connection: sa.Connection) -> str | None:
    """The revision that a database is at; ``None`` for a new one."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return revision
