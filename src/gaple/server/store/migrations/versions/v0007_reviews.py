"""Reviews of finished hands.

Revision 0007.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "reviews",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("told", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_reviews_at", "reviews", ["at"])


def downgrade() -> None:
    """Remove it."""
    op.drop_table("reviews")
