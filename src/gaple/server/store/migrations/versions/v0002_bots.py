"""Bots: accounts for programs.

Revision 0002, after 0001.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table of bots."""
    op.create_table(
        "bots",
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=True),
        sa.Column("owner", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_bots_owner", "bots", ["owner"])


def downgrade() -> None:
    """Remove it, and with it every token; the bots stay as persons, as tables know them."""
    op.drop_table("bots")
