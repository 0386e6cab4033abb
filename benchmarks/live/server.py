"""A server in a process of its own: started, killed, frozen, and looked at from outside.

`python -m benchmarks.live.server SETTINGS` runs one with these settings (JSON), and prints its address once it listens.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final, Self

PATIENCE: Final = 120.0
_TICKS: Final = os.sysconf("SC_CLK_TCK")


class Process:
    """A process that serves on a port of this machine."""

    def __init__(self, command: list[str], port: int, log: Path | None = None) -> None:
        self.port = port
        self._command = command
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def table_server(cls, data: Path, port: int = 0, log: Path | None = None, **settings: Any) -> Self:
        """A server of tables, its data in this folder; ``settings`` are those of :class:`gaple.server.Settings`."""
        port = port or free_port()
        told = {"host": "127.0.0.1", "port": port, "data": str(data), "thinkers": 0, "reviewers": 0, **settings}
        return cls([sys.executable, "-m", "benchmarks.live.server", json.dumps(told)], port, log)

    def start(self) -> None:
        """Start it, without waiting until it listens."""
        with (self._log or Path(os.devnull)).open("ab") as errors:
            self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=errors)

    def listens(self, patience: float = PATIENCE) -> bool:
        """Wait until it listens; whether it does. It may have ended instead."""
        process = self._running
        assert process.stdout
        with selectors.DefaultSelector() as selector:  # `select` knows a thousand files and no more
            selector.register(process.stdout, selectors.EVENT_READ)
            ready = selector.select(patience)
        return bool(ready and process.stdout.readline())

    def kill(self, number: int = signal.SIGKILL) -> None:
        """End it, by default as a power cut would, but for what the system still has to write."""
        process, self._process = self._running, None
        process.send_signal(number)
        process.wait(PATIENCE)
        assert process.stdout
        process.stdout.close()

    def signal(self, number: int) -> None:
        """Send it a signal, such as one to freeze it."""
        self._running.send_signal(number)

    @property
    def pid(self) -> int:
        """Its number."""
        return self._running.pid

    @property
    def is_running(self) -> bool:
        """Whether it has been started, and has not ended."""
        return self._process is not None and self._process.poll() is None

    @property
    def memory(self) -> int:
        """Bytes of memory that it holds."""
        fields = Path(f"/proc/{self.pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")

    @property
    def cpu(self) -> float:
        """Seconds of CPU time that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    @property
    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait(seconds: float) -> None:
    """Wait, where there is nothing to wait for but time."""
    time.sleep(seconds)


def main() -> None:
    """Serve until the end."""
    import logging

    from gaple.server import Settings, serve

    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    told = json.loads(sys.argv[1])
    profile = told.pop("profile", None)
    settings = Settings(**{**told, "data": Path(told["data"])})

    def run() -> None:
        serve(settings, lambda listening: print(listening.here, flush=True))

    if profile:
        import cProfile

        cProfile.runctx("run()", globals(), {"run": run}, profile)
    else:
        run()


if __name__ == "__main__":
    main()
