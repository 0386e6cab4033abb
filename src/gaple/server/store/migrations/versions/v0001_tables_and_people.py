"""Tables with their logs, persons with their devices.

Revision 0001.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "persons",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40)),
        sa.Column("lang", sa.String(2)),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_devices_person", "devices", ["person"])
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("maker", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
    )
    op.create_index("tables_by_maker", "tables", ["maker", "made_at"])
    op.create_table(
        "events",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("v", sa.Integer, nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32)),
        sa.Column("command_id", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.UniqueConstraint("table", "command_id", name="events_command"),
    )


def downgrade() -> None:
    """Remove everything."""
    for table in ("events", "tables", "devices", "persons"):
        op.drop_table(table)
