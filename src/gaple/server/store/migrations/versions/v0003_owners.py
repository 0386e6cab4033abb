"""Who owns a table, where several processes share a database.

Revision 0003.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the processes, and to each table its owner."""
    op.add_column("tables", sa.Column("owner", sa.String(32)))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("key", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Remove both."""
    op.drop_table("processes")
    op.drop_column("tables", "owner")
