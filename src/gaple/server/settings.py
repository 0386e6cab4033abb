"""How a server is set up."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs

from .errors import InputError, StartError
from .guard import check_host


def data_folder() -> Path:
    """Where this user's data is kept on this system."""
    return platformdirs.user_data_path("gaple", appauthor=False)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What can be chosen about a server.

    ``public_url`` is the address people use where a proxy stands before the server, as in
    ``https://gaple.example``; :class:`StartError` is raised for one that is no such address.

    All times are seconds: ``pace`` from the beginning of a computer player's turn to its move,
    whatever there is to think about, ``think_limit`` until the greedy player stands in for one that
    is still thinking, ``pass_after`` until a turn without a choice plays itself, ``next_after`` from
    the first person who is ready to the next hand, ``look_for`` until it where only computer players
    sit, ``shuffle_within`` for players to commit to a nonce, and again to reveal it, ``relaxed`` and
    ``brisk`` for a move where the table has such a move clock, ``vote_after`` until the others
    may vote not to wait any longer, ``gather_for`` from the last who has sat down at a table that gathers
    people until computer players fill it up, ``idle_after`` until a table that nobody looks at leaves the
    memory, ``close_after`` until one where nothing has happened is closed for good,
    ``reports_for`` that reports are kept, ``heartbeat`` from one
    empty line of a silent stream to the next. ``thinkers`` is in how many processes those computer players
    think that need the engine. ``reviewers`` is in how many processes hands are reviewed, none with 0, by
    ``review_worlds`` for each decision; a piece of a review may take ``review_limit``, and the processes end when
    there has been nothing to do for ``reviews_idle``. ``database`` is the address of a PostgreSQL database, where it
    is not to be SQLite in the folder ``data``, ``redis`` that of a Redis by which several server processes share the
    work on it. ``tls_cert`` and ``tls_key`` are files (PEM) with which the server speaks TLS itself; with
    ``metrics_token`` a monitor may read ``/metrics``. Without
    ``chat`` there is none at any table. ``chance`` makes random bytes, for ids, tokens and deals.
    """

    host: str = "0.0.0.0"
    port: int = 8000
    data: Path = field(default_factory=data_folder)
    database: str | None = field(default=None, repr=False)  # it may hold a password
    redis: str | None = field(default=None, repr=False)
    public_url: str | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    metrics_token: str | None = field(default=None, repr=False)
    page: Path | None = None
    chat: bool = True

    pace: float = 0.9
    think_limit: float = 5.0
    pass_after: float = 1.2
    next_after: float = 30.0
    look_for: float = 6.0
    shuffle_within: float = 2.0
    relaxed: float = 60.0
    brisk: float = 20.0
    vote_after: float = 20.0
    gather_for: float = 9.0
    close_after: float = 7 * 24 * 3600.0
    reports_for: float = 90 * 24 * 3600.0
    idle_after: float = 600.0
    hello_within: float = 10.0
    heartbeat: float = 15.0

    thinkers: int = 2
    reviewers: int = 1
    review_worlds: int = 12_000
    review_limit: float = 120.0
    reviews_idle: float = 120.0

    tables_per_hour: int = 60
    guests_per_hour: int = 600
    bots_per_person: int = 10
    attempts_per_hour: int = 30
    downloads_per_hour: int = 12
    records_per_minute: int = 120
    reviews_per_hour: int = 120
    reviews_at_once: int = 4
    reviews_per_address: int = 40
    reviews_queued: int = 200
    onlookers_per_table: int = 100
    sockets_per_person: int = 8
    sockets_per_address: int = 200
    queued_messages: int = 64
    frames_in_ten_seconds: int = 60
    requests_in_ten_seconds: int = 1_000
    phrases_in_ten_seconds: int = 5
    hints_per_minute: int = 20
    chats_in_ten_seconds: int = 5
    reports_per_hour: int = 20
    frame_bytes: int = 4096
    body_bytes: int = 16384

    chance: Callable[[int], bytes] = field(default=secrets.token_bytes, repr=False)

    @property
    def everywhere(self) -> bool:
        """Whether other machines of the network can come, and not this one alone."""
        return self.host in ("0.0.0.0", "::")

    def __post_init__(self) -> None:
        if self.redis is not None and self.database is None:
            raise StartError("redis-needs-database")
        if (self.tls_cert is None) != (self.tls_key is None):
            raise StartError("tls-pair")
        if self.public_url is not None and not _is_origin(self.public_url):
            raise StartError("public-url-malformed", url=self.public_url)


def _is_origin(url: str) -> bool:
    """Whether this is a scheme, a host and perhaps a port: the page's files lie at the root."""
    try:
        parts = urlsplit(url)
        check_host([parts.netloc])
    except (ValueError, InputError):
        return False
    return parts.scheme in ("http", "https") and url.rstrip("/") == f"{parts.scheme}://{parts.netloc}"
