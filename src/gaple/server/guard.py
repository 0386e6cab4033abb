"""What every request and answer goes through: where it comes from, how much, and which headers."""

from __future__ import annotations

import ipaddress
import re
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

from .errors import InputError, TooMany

_DEFAULT_PORTS: Final = {"http": 80, "ws": 80, "https": 443, "wss": 443}
_HOST: Final = re.compile(r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{1,5}))?")
_MOST_HOST: Final = 255

HEADERS: Final = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # a table's link is its key
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""What every answer carries that says nothing else."""


def content_policy(host: str | None) -> str:
    """What the page may load: what this server gives it, and nothing else.

    Style attributes are allowed, for they place tiles; style sheets and scripts must be files. The
    host's sockets are named for browsers to which ``'self'`` means pages only.
    """
    sockets = f" ws://{host} wss://{host}" if host and _HOST.fullmatch(host) else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        f"img-src 'self' data:; font-src 'self'; connect-src 'self'{sockets}; "
        "manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


EMBEDDED_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The same for what others embed: no word of who may frame it, so everybody may, an app or a file as well."""

WORKER_POLICY: Final = "default-src 'none'; connect-src 'self'"
"""What the page's service worker may do: fetch what this server gives."""


def check_host(hosts: Sequence[str]) -> None:
    """Raises :class:`InputError` where the ``Host`` of a request is none, or there is more than one.

    Addresses are made from it, so it is looked at before anything else is done.
    """
    for host in hosts:
        found = _HOST.fullmatch(host)
        if not found or len(hosts) > 1 or len(host) > _MOST_HOST or int(found[1] or 0) > 65535:
            raise InputError("host-malformed", host=ascii(host[:100])[1:-1])


def check_origin(headers: Mapping[str, str], scheme: str, public_url: str | None) -> None:
    """Raises :class:`InputError` where a browser says that another site's page is asking.

    Browsers name the origin with every socket and every request that changes something; what names
    none is a program, and no page could have made it ask.
    """
    origin = headers.get("origin")
    if origin is None:
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise InputError("origin-foreign", origin="?")
        return
    ours = [f"{scheme}://{headers.get('host', '')}"] + ([public_url] if public_url else [])
    if _place(origin) not in [_place(url) for url in ours]:
        raise InputError("origin-foreign", origin=origin[:100])


def _place(url: str) -> tuple[str | None, int | None] | str:
    """Host and port of an address, whatever its scheme is called."""
    try:
        parts = urlsplit(url)
        return parts.hostname, parts.port or _DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        return url


def network_of(address: str) -> str:
    """What counts as one place: an IPv4 address, or the /64 network that a home has in IPv6."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))


class Allowance:
    """So much in so many seconds for each key, filling up again evenly. Forgets the full ones."""

    def __init__(self, most: int, seconds: float, keys: int = 10_000) -> None:
        self._most = most
        self._rate = most / seconds
        self._keys = keys
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, code: str) -> None:
        """Use one up. Raises :class:`TooMany` with ``code`` where none is left."""
        now = time.monotonic()
        left, at = self._left.pop(key, (float(self._most), now))
        left = min(self._most, left + (now - at) * self._rate)
        self._left[key] = (max(left - 1, 0.0) if left >= 1 else left, now)
        while len(self._left) > self._keys:
            self._left.popitem(last=False)
        if left < 1:
            raise TooMany(code, limit=self._most)
