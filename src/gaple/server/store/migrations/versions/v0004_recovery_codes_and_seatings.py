"""Recovery codes; and which tables somebody has sat at, as the logs tell it.

Revision 0004.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make both, and fill the second from the logs."""
    op.create_table(
        "recovery_codes",
        sa.Column("code_hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False, unique=True),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    seatings = op.create_table(
        "seatings",
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=True),
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    )
    sat = op.get_bind().execute(sa.text("""SELECT "table", data FROM events WHERE type = 'sat'"""))
    seated = {(json.loads(data)["person"], table) for table, data in sat}
    op.bulk_insert(seatings, [{"person": person, "table": table} for person, table in sorted(seated)])


def downgrade() -> None:
    """Remove both."""
    op.drop_table("seatings")
    op.drop_table("recovery_codes")
