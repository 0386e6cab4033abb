"""Under which addresses other devices on the same network reach this machine."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

# One address each of the documentation's network (any default route) and of the usual home networks.
_TARGETS: Final = ("192.0.2.1", "192.168.1.1", "192.168.0.1", "192.168.43.1", "10.0.0.1", "172.16.0.1")


def addresses(port: int, scheme: str = "http") -> list[str]:
    """Addresses such as ``http://192.168.1.5:8000``, likeliest first; empty where there is no network.

    Nothing is sent: a UDP socket that is "connected" only asks the system which way it would go.
    """
    found: list[str] = []
    for target in _TARGETS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue  # there is no way to it
            found.append(str(probe.getsockname()[0]))
    return [f"{scheme}://{host}:{port}" for host in dict.fromkeys(found) if _is_reachable(host)]


def _is_reachable(host: str) -> bool:
    address = ipaddress.ip_address(host)
    return not (address.is_loopback or address.is_unspecified or address.is_link_local)
