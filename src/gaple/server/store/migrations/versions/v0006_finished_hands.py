"""The finished hands, and who has played them, as the logs tell it.

Revision 0006.
"""

import logging
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from gaple.server.play import events, history
from gaple.server.play.ended import Ended
from gaple.server.store.hands import HandAt, keep

revision = "0006"
down_revision = "0005"

log = logging.getLogger("gaple.server.store.migrations")


def upgrade() -> None:
    """Make both tables, and fill them from the logs."""
    op.create_table(
        "hands",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hand", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
    )
    op.create_table(
        "hands_played",
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=True),
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hand", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("hands_played_by_table", "hands_played", ["table", "match", "hand"])
    op.create_index("hands_played_by_person", "hands_played", ["person", "at"])
    connection = op.get_bind()
    for (table,) in connection.execute(sa.text("SELECT id FROM tables")).all():
        try:
            with connection.begin_nested():  # or one table's fault would undo all of them
                for at, ended in _ended(connection, table):
                    keep(connection, [HandAt(table, at, ended)])
        except Exception:  # noqa: BLE001 (a log that cannot be read is no reason not to start)
            log.warning("table %s: its hands are not listed", table)


def _ended(connection: sa.Connection, table: str) -> Iterator[tuple[int, Ended]]:
    fields = ", ".join(f'"{field}"' for field in events.FIELDS)
    query = sa.text(f'SELECT {fields} FROM events WHERE "table" = :table ORDER BY seq')
    rows: list[Any] = list(connection.execute(query, {"table": table}))
    entries = [events.read(dict(zip(events.FIELDS, row, strict=True))) for row in rows]
    for one in history.finished(table, entries):
        yield one.ended_at, Ended.of(one)


def downgrade() -> None:
    """Remove both."""
    op.drop_table("hands_played")
    op.drop_table("hands")
