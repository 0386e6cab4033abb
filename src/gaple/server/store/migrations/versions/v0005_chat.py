"""What people write at tables, and what of it was reported.

Revision 0005.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "chat",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("at", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("command_id", sa.String(64)),
    )
    op.create_index("ix_chat_person", "chat", ["person"])
    op.create_table(
        "reports",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("about", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("reporter", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("reported_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_reports_person", "reports", ["person"])


def downgrade() -> None:
    """Remove both."""
    op.drop_table("reports")
    op.drop_table("chat")
