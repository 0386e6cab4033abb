"""`python -m benchmarks.load [--tables N] [--rate R]`: how much a server of tables carries, and how quickly it answers.

N tables of four people, each with a socket of their own. At every table a move is made R times a second, by whoever is
on turn, as the browser makes it, with a nonce to every deal; what is measured is the time from a move to its answer, so
after it was committed and told. Client and server are a process each and share the machine; of several servers each has
its share of the people, those of one table at different ones. `--peer fanout` has a bare fan-out
without tables, rules or a database carry the same sockets, moves and bytes: the ceiling; `--peer
boardgame.io` has that library's server carry tables of a domino game, in its memory. Ctrl-C ends it
with what there is.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvloop
from rich.console import Console
from rich.progress import Progress

from benchmarks.live.player import Client, Counts, Player, Table
from benchmarks.live.seeding import Seated, seed
from benchmarks.live.server import Process
from benchmarks.measuring import positive
from benchmarks.peers import boardgame, fanout
from gaple import Rules
from gaple.server.patience import allow_many_files
from gaple.server.store.storage import Storage

RULES = Rules.parse("players=4 hand=7")
MANY = dict.fromkeys(("sockets_per_address", "tables_per_hour", "guests_per_hour", "requests_in_ten_seconds"), 10**9)
TICK = 0.005
HAND = 24
"""About as many moves as a hand has."""
COMING_AT_ONCE = 50
PEERS: dict[str, tuple[Callable[[], Process], type[Client]]] = {
    "fanout": (fanout.server, Player),
    "boardgame.io": (boardgame.server, boardgame.BoardgamePlayer),
}
"""What else can be measured: its server, and who comes there."""


async def come(
    urls: list[str], seated: list[list[Seated]], client: type[Client], counts: Counts, every: float, bar: Progress
) -> list[Table]:
    """Everybody comes to their table."""
    task = bar.add_task("people come", total=len(seated))
    places = asyncio.Semaphore(COMING_AT_ONCE)

    async def fill(people: list[Seated]) -> Table:
        table = Table(every, counts)
        async with places:
            for number, one in enumerate(people):
                await client.come(urls[number % len(urls)], one, table)
        bar.advance(task)
        return table

    return list(await asyncio.gather(*(fill(people) for people in seated)))


async def play(tables: list[Table], every: float, seconds: float, bar: Progress, what: str) -> None:
    """Ring the bells of all tables, evenly over time, for so many seconds."""
    begun = time.perf_counter()
    for number, table in enumerate(tables):
        table.begin(begun + every * number / len(tables))
    task = bar.add_task(what, total=seconds)
    while (spent := time.perf_counter() - begun) < seconds:
        now = time.perf_counter()
        for table in tables:
            table.tick(now)
        bar.update(task, completed=spent)
        await asyncio.sleep(TICK)
    bar.update(task, completed=seconds)


async def measure(
    servers: list[Process], client: type[Client], seated: list[list[Seated]], args: argparse.Namespace, bar: Progress
) -> dict[str, Any]:
    """Have everybody come, begin, play; the figures."""
    counts, every = Counts(), 1 / args.rate
    empty = _memory(servers)
    urls = [f"ws://127.0.0.1:{server.port}" for server in servers]
    tables = await come(urls, seated, client, counts, every, bar)
    await asyncio.sleep(1)
    connected = _memory(servers)
    for number, table in enumerate(tables):
        table.skip = number % HAND
        table.players[0].start()
        await asyncio.sleep(0.01)
    await until(lambda: all(table.phase == "playing" and not table.skip for table in tables))
    begun = _memory(servers)
    warm = min(args.seconds / 4, every * 2)
    await play(tables, every, warm, bar, "warming up")
    counts.begin()
    cpu, own = _cpu(servers), time.process_time()
    try:
        await play(tables, every, args.seconds, bar, "playing")
    except asyncio.CancelledError:
        this = asyncio.current_task()
        if this is None or this.uncancel() > 0:
            raise
    cpu = _cpu(servers) - cpu
    spent, sockets = time.perf_counter() - counts.since, sum(len(table.players) for table in tables)
    figures = {
        "tables": len(tables),
        "sockets": sockets,
        "moves_a_second": len(counts.moves) / spent,
        "commands_a_second": (len(counts.moves) + len(counts.others)) / spent,
        "deliveries_a_second": counts.received / spent,
        "mib_a_second": counts.received_bytes / spent / 2**20,
        "wanted_a_second": len(tables) * args.rate,
        "late": len(counts.late),
        **{f"p{part}_ms": 1000 * _quantile(counts.moves, part / 100) for part in (50, 95, 99)},
        "max_ms": 1000 * max(counts.moves, default=0.0),
        "server_cpu": cpu / spent,
        "client_cpu": (time.process_time() - own) / spent,
        "cpu_ms_a_command": 1000 * cpu / max(1, len(counts.moves) + len(counts.others)),
        "kib_a_socket_connected": (connected - empty) / sockets / 1024,
        "kib_a_socket_dealt": (begun - empty) / sockets / 1024,
        "kib_a_socket": (_memory(servers) - empty) / sockets / 1024,
        "refused": counts.refused,
        "lost": counts.lost,
        "seconds": spent,
        "load_average": os.getloadavg()[0],
    }
    for table in tables:
        for player in table.players:
            player.leave()
    return figures


def _memory(servers: list[Process]) -> int:
    return sum(server.memory for server in servers)


def _cpu(servers: list[Process]) -> float:
    return sum(server.cpu for server in servers)


async def until(come_true: Callable[[], bool], patience: float = 300) -> None:
    """Wait until something is so. Raises ``TimeoutError``."""
    async with asyncio.timeout(patience):
        while not come_true():  # noqa: ASYNC110 (it is what others are told)
            await asyncio.sleep(0.1)


def _quantile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def told(name: str, found: dict[str, Any]) -> str:
    """The figures in a few lines."""
    return (
        f"{name}: {found['tables']:,} tables, {found['sockets']:,} sockets, {found['seconds']:.0f} s"
        f" (load of the machine {found['load_average']:.1f})\n"
        f"  {found['moves_a_second']:,.0f} moves/s of {found['wanted_a_second']:,.0f} wanted,"
        f" {found['commands_a_second']:,.0f} commands/s in all, {found['deliveries_a_second']:,.0f} deliveries/s,"
        f" {found['mib_a_second']:.1f} MiB/s\n"
        f"  answered after p50 {found['p50_ms']:.1f}, p95 {found['p95_ms']:.1f}, p99 {found['p99_ms']:.1f},"
        f" at most {found['max_ms']:.0f} ms; {found['late']} moves late,"
        f" {found['refused']} refused, {found['lost']} sockets lost\n"
        f"  server {found['server_cpu']:.2f} of a core, {found['cpu_ms_a_command']:.3f} ms a command;"
        f" client {found['client_cpu']:.2f} of a core\n"
        f"  server's memory {found['kib_a_socket']:.1f} KiB a socket"
        f" ({found['kib_a_socket_connected']:.1f} once connected, {found['kib_a_socket_dealt']:.1f} once dealt)"
    )


async def run(args: argparse.Namespace, bar: Progress) -> list[tuple[str, dict[str, Any]]]:
    """The server, and the peers that are wanted."""
    results = []
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        data = Path(folder) / "data"
        storage = await Storage.open(data, args.database)
        seated = await seed(storage, args.tables, RULES, random.getrandbits(20) if args.database else 0)
        await storage.close()
        shared = {key: value for key in ("database", "redis") if (value := getattr(args, key))}
        more = {"profile": args.profile} if args.profile else {}
        gaple = [
            Process.table_server(data / f"{number}" if shared else data, log=args.log, **MANY, **more, **shared)
            for number in range(args.processes)
        ]
        measured: list[tuple[str, list[Process], type[Client]]] = [("gaple", gaple, Player)]
        for name in args.peer:
            made, client = PEERS[name]
            measured.append((name, [made()], client))
        for name, servers, client in measured:
            for server in servers:
                server.start()
            for server in servers:
                assert server.listens(), "the server has not started"
            try:
                results.append((name, await measure(servers, client, seated, args, bar)))
                print(told(*results[-1]), flush=True)
            finally:
                for server in servers:
                    server.kill(15 if args.profile else 9)
    return results


def main() -> None:
    """Measures and prints."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    asked.add_argument("--tables", type=positive, default=1000, metavar="N", help="tables of four (1000)")
    asked.add_argument("--rate", type=float, default=0.3, metavar="R", help="moves a second at every table (0.3)")
    asked.add_argument("--seconds", type=float, default=60, metavar="S", help="how long to measure (60)")
    asked.add_argument("--rounds", type=positive, default=1, metavar="N", help="the whole so many times (1)")
    asked.add_argument("--peer", choices=PEERS, action="append", default=[], help="measure this too (repeatable)")
    asked.add_argument("--database", metavar="URL", help="PostgreSQL instead of SQLite; best one of its own")
    asked.add_argument("--redis", metavar="URL", help="for several processes")
    asked.add_argument("--processes", type=positive, default=1, metavar="N", help="servers that share the tables (1)")
    asked.add_argument("--folder", type=Path, default=None, help="where the database lies (a temporary folder)")
    asked.add_argument("--log", type=Path, default=None, help="where the server's log goes (nowhere)")
    asked.add_argument("--profile", metavar="FILE", help="have cProfile look at the server")
    asked.add_argument("--json", action="store_true", help="print the figures as JSON too")
    args = asked.parse_args()
    allow_many_files()
    results = []
    console = Console(stderr=True)
    for _ in range(args.rounds):
        with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
            try:
                found = uvloop.run(run(args, bar))
            except KeyboardInterrupt:  # before there was anything to tell
                break
        results += found
    for name in dict.fromkeys(name for name, _ in results) if args.rounds > 1 else ():
        medians = {key: statistics.median(f[key] for n, f in results if n == name) for key in results[0][1]}
        print(told(f"{name}, medians", medians))
    if args.json:
        print(json.dumps(results))


if __name__ == "__main__":
    main()
