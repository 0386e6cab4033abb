"""The tables of the database. How they came to be is in ``migrations/``; a test compares both."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

METADATA: Final = sa.MetaData()

PERSONS: Final = sa.Table(
    "persons",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(40)),
    sa.Column("lang", sa.String(2)),
    sa.Column("made_at", sa.BigInteger, nullable=False),
)
"""Who somebody is: an opaque id, and what may be forgotten about them."""

DEVICES: Final = sa.Table(
    "devices",
    METADATA,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False, index=True),
    sa.Column("made_at", sa.BigInteger, nullable=False),
)
"""Which browser is whose; only the hash of its token is kept."""

TABLES: Final = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("maker", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
    sa.Column("made_at", sa.BigInteger, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("owner", sa.String(32)),
    sa.Index("tables_by_maker", "maker", "made_at"),
)
"""The head of every log: ``seq`` is its last event, ``epoch`` counts who has owned the table, ``owner`` is
the process that does (PostgreSQL only: SQLite's file has one)."""

EVENTS: Final = sa.Table(
    "events",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("v", sa.Integer, nullable=False),
    sa.Column("type", sa.String(32), nullable=False),
    sa.Column("by", sa.String(16), nullable=False),
    sa.Column("person", sa.String(32)),
    sa.Column("command_id", sa.String(64)),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    # A command is done at most once; events without a command id are not compared.
    sa.UniqueConstraint("table", "command_id", name="events_command"),
)
"""The logs: see ``events.py``."""

BOTS: Final = sa.Table(
    "bots",
    METADATA,
    sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=True),
    sa.Column("owner", sa.String(32), sa.ForeignKey("persons.id"), nullable=False, index=True),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("made_at", sa.BigInteger, nullable=False),
)
"""Which persons are programs, whose they are, and the hash of the token that each is known by."""

COMPANIONS: Final = sa.Table(
    "companions",
    METADATA,
    sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=True),
    sa.Column("owner", sa.String(32), sa.ForeignKey("persons.id"), nullable=False, index=True),
)
"""Which persons have no device and play on another's phone, and whose that is: they are erased with its owner."""

PROCESSES: Final = sa.Table(
    "processes",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("key", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
"""The processes that own tables, the lock that each of them holds, and when their lease runs out: see ``lease.py``."""

RECOVERY_CODES: Final = sa.Table(
    "recovery_codes",
    METADATA,
    sa.Column("code_hash", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False, unique=True),
    sa.Column("made_at", sa.BigInteger, nullable=False),
)
"""With what somebody can be themselves on another device; only the hash of the code is kept."""

SEATINGS: Final = sa.Table(
    "seatings",
    METADATA,
    sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=True),
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
)
"""Who has had a seat where: what the logs say too, to be found by person."""

CHAT: Final = sa.Table(
    "chat",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("at", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False, index=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("command_id", sa.String(64)),
)
"""What people have written at tables that allow it, until the table is closed."""

REPORTS: Final = sa.Table(
    "reports",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("about", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("reporter", sa.String(32), primary_key=True),
    sa.Column("at", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False, index=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("reported_at", sa.BigInteger, nullable=False),
)
"""What was written, kept because somebody has reported the line of ``about``: that line and those before it, each to
be erased with who wrote it. ``reporter`` is an opaque id, as in a log."""

HANDS: Final = sa.Table(
    "hands",
    METADATA,
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("hand", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("told", sa.Text, nullable=False),
)
"""The finished hands: when each of them ended, and how it came out, as the log says too (``play/ended.py``)."""

HANDS_PLAYED: Final = sa.Table(
    "hands_played",
    METADATA,
    sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=True),
    sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("hand", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index("hands_played_by_table", "table", "match", "hand"),
    sa.Index("hands_played_by_person", "person", "at"),
)
"""Who has played which of them, to be found by person."""

REVIEWS: Final = sa.Table(
    "reviews",
    METADATA,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
    sa.Column("told", sa.LargeBinary, nullable=False),
)
"""Reviews of finished hands, compressed: what anybody may forget, for it can be made again (``reviews.py``)."""
