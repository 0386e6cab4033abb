"""`python -m benchmarks.kill [--times N] [--database URL]`: whether a server that is killed loses anything.

Real clients play at real tables, and the server is ended with SIGKILL at random, now and then while it is still
starting, and started anew. At the end every acknowledged command must be in the logs exactly once and as it was
acknowledged, whatever anybody was told must be there, what was refused must not, and every table must have gone on.
With several processes each is killed in turn while the others serve; instead of being killed it can be frozen, the
database's connections ended, or the database or Redis be out of reach for a while. Ctrl-C ends it with what there is.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvloop
from rich.console import Console
from rich.progress import Progress

from benchmarks.live.ledger import faults
from benchmarks.live.relay import Relay
from benchmarks.live.seeding import Seated, seed
from benchmarks.live.server import Process
from benchmarks.live.witness import Told, Witness
from benchmarks.measuring import positive
from gaple import Rules
from gaple.server.store.storage import Storage

RULES = Rules.parse("players=4 hand=7 hands=3")
QUICK: dict[str, Any] = {"pace": 0.05, "pass_after": 0.05, "shuffle_within": 1.0, "next_after": 2.0}
MANY = dict.fromkeys(("sockets_per_address", "frames_in_ten_seconds"), 10**6)
PATIENCE = 60.0
PORTS = {"database": 5432, "redis": 6379}
"""What can be out of reach, and where it is by default."""
Harm = Callable[["Process", random.Random, "Tally"], Awaitable[float]]
"""What is done to a server or its database; it returns when that was over (seconds of ``time.monotonic``)."""


@dataclass
class Tally:
    """What is counted; ``pauses`` are seconds from a kill to the next event of a table, ``restarts`` from a restart.

    ``taken_asleep`` are the times that a table got another owner while its own was frozen.
    """

    kills: int = 0
    early: int = 0
    pauses: list[float] = field(default_factory=list)
    restarts: list[float] = field(default_factory=list)
    stuck: int = 0
    taken_asleep: int = 0


async def trouble(
    harm: Harm, servers: list[Process], tables: list[str], told: Told, times: int, rng: random.Random, bar: Progress
) -> Tally:
    """Do harm so many times; every time all tables must go on before the next one."""
    tally = Tally()
    await _resumed(tables, told)
    task = bar.add_task("killing", total=times)
    with contextlib.suppress(asyncio.CancelledError):
        while tally.kills < times:
            await asyncio.sleep(rng.random())
            begun = time.monotonic()
            restarted = await harm(servers[tally.kills % len(servers)], rng, tally)
            missing = await _resumed(tables, told)
            tally.stuck += len(missing)
            for table in set(tables) - missing:
                tally.pauses.append(told.first[table] - begun)
                tally.restarts.append(told.first[table] - restarted)
            tally.kills += 1
            bar.update(task, completed=tally.kills)
    return tally


async def kill(server: Process, rng: random.Random, tally: Tally) -> float:
    """End a server with SIGKILL and start it anew; now and then it is ended again before it serves."""
    await asyncio.to_thread(server.kill)
    restarted = time.monotonic()
    server.start()
    if rng.random() < 0.1:
        await asyncio.sleep(rng.random())
        await asyncio.to_thread(server.kill)
        tally.early += 1
        restarted = time.monotonic()
        server.start()
    assert await asyncio.to_thread(server.listens), "the server has not started again"
    return restarted


def freezing(seconds: float, url: str) -> Harm:
    """Has a server sleep (best for longer than its lease), and wake up with what it was about to write."""

    async def freeze(server: Process, rng: random.Random, tally: Tally) -> float:
        server.signal(signal.SIGSTOP)
        try:
            before = await _owners(url)
            await asyncio.sleep(seconds + rng.random())
            tally.taken_asleep += len(before - await _owners(url))
        finally:
            server.signal(signal.SIGCONT)
        return time.monotonic()

    return freeze


async def _owners(url: str) -> set[tuple[str, str]]:
    """Every table that has an owner, and who that is."""
    import asyncpg

    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        rows = await connection.fetch("SELECT id, owner FROM tables WHERE owner IS NOT NULL")
        return {(row["id"], row["owner"]) for row in rows}
    finally:
        await connection.close()


def cutting(url: str) -> Harm:
    """Ends all connections to the database at this address."""

    async def cut(server: Process, rng: random.Random, tally: Tally) -> float:
        import asyncpg

        connection = await asyncpg.connect(url.replace("+asyncpg", ""))
        try:
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        finally:
            await connection.close()
        return time.monotonic()

    return cut


def severing(relay: Relay, seconds: float) -> Harm:
    """Has what is behind the relay be out of reach for up to so many seconds."""

    async def sever(server: Process, rng: random.Random, tally: Tally) -> float:
        await relay.cut(seconds * rng.random())
        return time.monotonic()

    return sever


async def _resumed(tables: list[str], told: Told) -> set[str]:
    """Wait until all tables have gone on; those that have not in a minute."""
    told.first.clear()
    end = time.monotonic() + PATIENCE
    while (missing := set(tables) - told.first.keys()) and time.monotonic() < end:  # noqa: ASYNC110 (it is what others are told)
        await asyncio.sleep(0.005)
    return missing


async def run(args: argparse.Namespace, bar: Progress) -> tuple[Tally, Told, Counter[str]]:
    """Seed, play, kill, compare."""
    rng = random.Random(args.seed)
    async with contextlib.AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=args.folder))
        shared = {key: value for key in ("database", "redis") if (value := getattr(args, key))}
        harm: Harm = kill
        if args.by in PORTS:
            relay = await stack.enter_async_context(Relay(shared[args.by], PORTS[args.by]))
            shared[args.by], harm = relay.url, severing(relay, args.away)
        elif args.by == "freeze":
            harm = freezing(args.frozen, args.database)
        elif args.by == "cut":
            harm = cutting(args.database)
        data = Path(folder) / "data"
        first = rng.getrandbits(30) if args.database else 0
        storage = await Storage.open(data, args.database)
        seated = await seed(storage, args.tables, RULES, first)
        await storage.close()
        servers = [
            Process.table_server(data / f"{number}" if shared else data, log=args.log, **QUICK, **MANY, **shared)
            for number in range(args.processes)
        ]
        for server in servers:
            server.start()
        for server in servers:
            assert await asyncio.to_thread(server.listens), "the server has not started"
        told = Told()
        tally = await _play(args, servers, seated, told, harm, rng, bar)
        for server in servers:
            await asyncio.to_thread(server.kill, signal.SIGTERM)
        storage = await Storage.open(data, args.database)
        logs = {people[0].table: await storage.events(people[0].table) for people in seated}
        await storage.close()
    return tally, told, faults(logs, told)


async def _play(
    args: argparse.Namespace,
    servers: list[Process],
    seated: list[list[Seated]],
    told: Told,
    harm: Harm,
    rng: random.Random,
    bar: Progress,
) -> Tally:
    over = False
    urls = [f"ws://127.0.0.1:{server.port}" for server in servers]
    witnesses = [
        Witness(one, told, urls, args.thinks, random.Random(rng.getrandbits(64))) for people in seated for one in people
    ]
    async with asyncio.TaskGroup() as tasks:
        for witness in witnesses:
            tasks.create_task(witness.play(lambda: over))
        try:
            return await trouble(harm, servers, [people[0].table for people in seated], told, args.times, rng, bar)
        finally:
            over = True


def main() -> None:
    """Kills, compares and prints; ends with 1 where anything was lost."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.kill", description=__doc__)
    asked.add_argument("--times", type=positive, default=200, metavar="N", help="how often to kill (200)")
    asked.add_argument("--tables", type=positive, default=8, metavar="N", help="tables of four (8)")
    asked.add_argument("--thinks", type=float, default=0.2, metavar="S", help="how long a client thinks at most (0.2)")
    asked.add_argument("--database", metavar="URL", help="PostgreSQL instead of SQLite; best one of its own")
    asked.add_argument("--redis", metavar="URL", help="for several processes")
    asked.add_argument("--processes", type=positive, default=1, metavar="N", help="servers that share the tables (1)")
    asked.add_argument(
        "--by",
        choices=("kill", "freeze", "cut", *PORTS),
        default="kill",
        help="SIGKILL; asleep for longer than the lease (several processes); connections to PostgreSQL ended;"
        " the database or Redis out of reach for a while (kill)",
    )
    asked.add_argument("--away", type=float, default=3.0, metavar="S", help="for how long at most these two are (3)")
    asked.add_argument("--frozen", type=float, default=8.0, metavar="S", help="for how long --by freeze does (8)")
    asked.add_argument("--seed", default=None, help="fixes the moments as far as can be")
    asked.add_argument("--folder", type=Path, default=None, help="where the database lies (a temporary folder)")
    asked.add_argument("--log", type=Path, default=None, help="where the servers' logs go (nowhere)")
    asked.add_argument("--json", action="store_true", help="print the figures as JSON too")
    args = asked.parse_args()
    if args.by != "kill" and not (args.redis if args.by == "redis" else args.database):
        asked.error(f"--by {args.by} needs --{'redis' if args.by == 'redis' else 'database'}")
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        tally, told, wrong = uvloop.run(run(args, bar))
    acknowledged = sum(promise.seq is not None for promise in told.promises)
    again = sum(promise.sent > 1 for promise in told.promises)
    figures = {
        "kills": tally.kills,
        "killed_while_starting": tally.early,
        "tables": args.tables,
        "processes": args.processes,
        "acknowledged": acknowledged,
        "sent_again": again,
        "told": len(told.events),
        "stuck": tally.stuck,
        "taken_asleep": tally.taken_asleep,
        "wrong": dict(wrong),
        "pause_median": statistics.median(tally.pauses or [0.0]),
        "pause_p95": _p95(tally.pauses),
        "from_restart_median": statistics.median(tally.restarts or [0.0]),
        "from_restart_p95": _p95(tally.restarts),
        "load_average": os.getloadavg()[0],
    }
    print(
        f"{tally.kills} times {args.by} ({tally.early} more while it was starting), {args.tables} tables of four,"
        f" {args.processes} process(es)\n"
        f"  {acknowledged:,} commands acknowledged, {again:,} sent more than once, {len(told.events):,} events told\n"
        f"  lost, doubled or otherwise wrong: {sum(wrong.values())} {dict(wrong) or ''}\n"
        f"  tables that did not go on: {tally.stuck}; taken over while their owner slept: {tally.taken_asleep}\n"
        f"  pause of a table: median {figures['pause_median']:.2f} s, p95 {figures['pause_p95']:.2f} s after the kill;"
        f" median {figures['from_restart_median']:.2f} s, p95 {figures['from_restart_p95']:.2f} s after the restart"
        f" (load of the machine {figures['load_average']:.1f})"
    )
    if args.json:
        print(json.dumps(figures))
    sys.exit(bool(wrong or tally.stuck))


def _p95(values: list[float]) -> float:
    return sorted(values)[int(0.95 * len(values))] if values else 0.0


if __name__ == "__main__":
    main()
