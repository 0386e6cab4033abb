"""Persons without a device, who play on another's phone, and whose phone that is.

Revision 0008.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "companions",
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=True),
        sa.Column("owner", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
    )
    op.create_index("ix_companions_owner", "companions", ["owner"])


def downgrade() -> None:
    """Remove it."""
    op.drop_table("companions")
