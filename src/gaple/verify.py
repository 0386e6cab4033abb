"""Whether a recorded hand was dealt as its server had committed to (docs/dealing.md, docs/fairness.md).

Everything is computed anew from what the record reveals. Of what happened before the hand a record knows nothing:
that the commitment was published then, only whoever saw it can say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from .deal import Deal
from .dealing import Dealing, commitment, nonce_commitment
from .errors import GapleError
from .opening import Duty, DutyKind
from .partial import PartialDeal
from .record import Record
from .tiles import SEATS, Seat, tile_set, tiles_of

Status: TypeAlias = Literal["verified", "refuted", "unverifiable"]

_REQUIRED: Final = ("Table", "Commit", "Secret")
_HASH: Final = re.compile("[0-9a-f]{64}")
_BY_SEAT: Final = re.compile("([A-E]):([0-9a-f]+)")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: ``expected`` as computed, ``found`` in the record.

    ``what`` is ``header`` (one that cannot be read; ``name`` says which), ``commit``, ``nonce`` (of ``seat``),
    ``deal`` or ``starter``.
    """

    what: Literal["header", "commit", "nonce", "deal", "starter"]
    expected: str
    found: str
    is_right: bool
    seat: Seat | None = None
    name: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The check as plain values for JSON."""
        return {
            "check": self.what,
            "name": self.name,
            "seat": None if self.seat is None else str(self.seat),
            "ok": self.is_right,
            "expected": self.expected,
            "found": self.found,
        }


@dataclass(frozen=True, slots=True)
class Verification:
    """What a record proves about its deal.

    ``checks`` are the things that could be looked at, ``missing`` what it would take to look at the rest: headers, and
    ``??`` where the record does not know every tile. ``nonces`` are the seats whose nonce is in the deal, ``silent``
    those that committed to one and did not reveal it.
    """

    checks: tuple[Check, ...]
    missing: tuple[str, ...] = ()
    nonces: tuple[Seat, ...] = ()
    silent: tuple[Seat, ...] = ()

    @property
    def status(self) -> Status:
        """``refuted`` where anything is wrong, ``unverifiable`` where anything is missing, else ``verified``."""
        if not all(check.is_right for check in self.checks):
            return "refuted"
        return "unverifiable" if self.missing else "verified"

    def to_dict(self) -> dict[str, Any]:
        """The verification as plain values for JSON, as ``gaple verify --json`` tells them."""
        return {
            "status": self.status,
            "checks": [check.to_dict() for check in self.checks],
            "missing": list(self.missing),
            "nonces": [str(seat) for seat in self.nonces],
            "silent": [str(seat) for seat in self.silent],
        }


def verify_record(record: Record) -> Verification:
    """Computes a record's deal anew from the secret that it reveals.

    Looks at the commitment to the secret, the commitments to the nonces, the tiles, and the starter where rule (4)
    has one drawn. Raises nothing: what cannot be read is a :class:`Check` that is not right.

    >>> from gaple import Hand, Rules
    >>> secret, rules = bytes(32), Rules(players=2, hand=5)
    >>> dealing = Dealing(secret, 2, 5, table="t")
    >>> headers = (("Table", "t"), ("Commit", commitment(secret)), ("Secret", secret.hex()))
    >>> record = Record.of(Hand(rules, dealing.deal, dealing.starter), headers=headers)
    >>> verify_record(record).status
    'verified'
    >>> verify_record(Record.of(Hand(rules, dealing.deal, dealing.starter))).missing
    ('Table', 'Commit', 'Secret')
    """
    headers = dict(record.headers)
    missing = [name for name in _REQUIRED if name not in headers]
    checks = [*_malformed(record, headers)]
    if checks:
        return Verification(tuple(checks), tuple(missing))
    nonces, commits = _by_seat(headers.get("Nonces", "")), _by_seat(headers.get("NonceCommits", ""))
    for seat, nonce in nonces.items():
        if seat in commits:
            expected = nonce_commitment(seat, nonce)
            checks.append(Check("nonce", expected, commits[seat], expected == commits[seat], seat))
        elif "NonceCommits" not in missing:
            missing.append("NonceCommits")
    secret = headers.get("Secret")
    if secret is not None:
        checks += _from_secret(record, bytes.fromhex(secret), headers, nonces)
    if isinstance(record.deal, PartialDeal):
        missing.append("??")
    return Verification(
        tuple(checks), tuple(missing), tuple(sorted(nonces)), tuple(sorted(commits.keys() - nonces.keys()))
    )


def _malformed(record: Record, headers: Mapping[str, str]) -> Iterator[Check]:
    for name in ("Commit", "Secret"):
        if name in headers and not _HASH.fullmatch(headers[name]):
            yield Check("header", "[0-9a-f]{64}", headers[name], False, name=name)
    seats = set(map(str, record.rules.seats))
    for name in ("Nonces", "NonceCommits"):
        parts = [_BY_SEAT.fullmatch(part) for part in headers[name].split(" ")] if name in headers else []
        named = [part[1] for part in parts if part]
        if len(named) < len(parts) or len(set(named)) < len(named) or not seats.issuperset(named):
            yield Check("header", " ".join(f"{seat}:…" for seat in record.rules.seats), headers[name], False, name=name)


def _by_seat(value: str) -> dict[Seat, str]:
    return {Seat.parse(seat): digits for seat, digits in _BY_SEAT.findall(value)}


def _from_secret(
    record: Record, secret: bytes, headers: Mapping[str, str], nonces: Mapping[Seat, str]
) -> Iterator[Check]:
    if "Commit" in headers:
        expected = commitment(secret)
        yield Check("commit", expected, headers["Commit"], expected == headers["Commit"])
    if "Table" not in headers:
        return
    rules = record.rules
    by_seat = tuple([nonces.get(seat, "") for seat in rules.seats])
    try:
        dealing = Dealing(secret, rules.players, rules.hand, record.number, headers["Table"], by_seat)
    except GapleError:
        yield Check("header", "", headers["Table"], False, name="Table")
        return
    yield Check("deal", _told(dealing.deal), _told(record.deal), _agree(dealing.deal, record.deal))
    if Duty.of(rules, record.number).kind is DutyKind.DRAWN:
        yield Check("starter", str(dealing.starter), str(record.starter), dealing.starter == record.starter)


def _agree(dealt: Deal, told: Deal | PartialDeal) -> bool:
    """Whether a record tells this deal, or nothing that contradicts it."""
    if isinstance(told, Deal):
        return dealt == told
    hands = [tile_set(tile for tile in hand if tile) for hand in told.hands]
    return all(not known & ~hand for known, hand in zip(hands, dealt.hands, strict=True)) and all(
        tile in (None, lies) for tile, lies in zip(told.stock, dealt.stock, strict=True)
    )


def _told(deal: Deal | PartialDeal) -> str:
    hands = deal.hands if isinstance(deal, PartialDeal) else map(tiles_of, deal.hands)
    parts = [(str(seat), hand) for seat, hand in zip(SEATS, hands, strict=False)]
    stock = [("stock", deal.stock)] if deal.stock else []
    return " ".join(f"{name}:{','.join(str(tile or '??') for tile in tiles)}" for name, tiles in [*parts, *stock])
