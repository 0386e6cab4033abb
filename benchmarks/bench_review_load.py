"""`python -m benchmarks.bench_review_load`: how long a review takes, and whether tables are slower while many are made.

First finished hands are reviewed one after the other, the process being warm: seconds from asking to the first numbers
and to the end. Then people play at tables as in `benchmarks.load`, in turns without reviews and with a hundred waiting;
what is compared is the time from a move to its answer. Clients, server and reviews share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from pathlib import Path

import httpx
import uvloop
from rich.console import Console
from rich.progress import Progress

from benchmarks.live.player import Counts, Player, Table
from benchmarks.live.seeding import seed
from benchmarks.live.server import Process
from benchmarks.load import HAND, MANY, RULES, come, play, until
from benchmarks.measuring import positive
from gaple import Rules
from gaple.server.patience import allow_many_files
from gaple.server.store.storage import Storage
from tests.server.states import PERSONS, full
from tests.server.test_decide import play_on

REVIEWED = Rules.parse("players=4 hand=7 settle=pairwise")
LIMITS = ("records_per_minute", "reviews_per_hour", "reviews_at_once", "reviews_per_address", "reviews_queued")
OPEN = dict.fromkeys(LIMITS, 10**9)


async def write_hands(storage: Storage, hands: int) -> list[str]:
    """So many tables with a finished hand each; the addresses of their reviews."""
    await storage.add_person(PERSONS[0], "nobody's", 1)
    paths = []
    for number in range(hands):
        table = f"reviewed{number:04}"
        played = full(REVIEWED, number, called=table)
        play_on(played)
        await storage.create(table, PERSONS[0], played.log)
        paths.append(f"/api/tables/{table}/hands/1/1/review")
    return paths


async def review(client: httpx.AsyncClient, path: str) -> tuple[float, float]:
    """Seconds until the first numbers of a review, and until its end."""
    begun, first = time.perf_counter(), 0.0
    async with client.stream("GET", path) as answer:
        assert answer.status_code == 200, await answer.aread()
        async for line in answer.aiter_lines():
            first = first or ('"decides"' in line[:30] and time.perf_counter() - begun) or 0.0
    assert json.loads(line)["type"] == "ends", line[:200]
    return first, time.perf_counter() - begun


def quantile(values: list[float], part: float) -> float:
    """The value below which this part of all lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


async def compare(
    client: httpx.AsyncClient,
    tables: list[Table],
    counts: Counts,
    paths: list[str],
    args: argparse.Namespace,
    bar: Progress,
) -> None:
    """Play in turns without reviews and with all of them waiting; prints both."""
    every = 1 / args.rate
    found: dict[str, list[float]] = {"idle": [], "reviews": []}
    done = 0
    share = len(paths) // args.rounds
    for number in range(args.rounds):
        for what, moves in found.items():
            asked = (
                [asyncio.create_task(review(client, path)) for path in paths[number * share : (number + 1) * share]]
                if what == "reviews"
                else []
            )
            await play(tables, every, 3, bar, "warming up")
            counts.begin()
            await play(tables, every, args.seconds, bar, what)
            moves += counts.moves
            done += sum(task.done() for task in asked)
            for task in asked:
                task.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
            await asyncio.sleep(4)  # what nobody waits for is given up
    for what, moves in found.items():
        told = ", ".join(f"p{part} {1000 * quantile(moves, part / 100):.1f} ms" for part in (50, 95, 99))
        print(f"{what}: {len(moves):,} moves, {told}")
    more = quantile(found["reviews"], 0.99) / quantile(found["idle"], 0.99) - 1
    print(f"p99 {100 * more:+.0f}% with {share} reviews waiting; {done} of them done by then")


async def run(args: argparse.Namespace, bar: Progress) -> None:
    """All of it."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        storage = await Storage.open(data)
        seated = await seed(storage, args.tables, RULES)
        paths = await write_hands(storage, args.alone + 1 + args.reviews * args.rounds)
        await storage.close()
        more = {"reviewers": args.reviewers, **MANY, **OPEN}
        server = Process.table_server(data, **more)
        server.start()
        try:
            assert server.listens(), "the server has not started"
            limits = httpx.Limits(max_connections=None)
            base = f"http://127.0.0.1:{server.port}"
            async with httpx.AsyncClient(base_url=base, timeout=None, trust_env=False, limits=limits) as client:
                await review(client, paths[0])  # now the process is warm
                alone = [await review(client, path) for path in paths[1 : 1 + args.alone]]
                first, whole = ([times[part] for times in alone] for part in (0, 1))
                for what, times in (("first numbers", first), ("whole", whole)):
                    print(
                        f"{what} after {statistics.median(times):.2f} s (median; {min(times):.2f} to {max(times):.2f})"
                    )
                counts = Counts()
                tables = await come([f"ws://127.0.0.1:{server.port}"], seated, Player, counts, 1 / args.rate, bar)
                for number, table in enumerate(tables):
                    table.skip = number % HAND
                    table.players[0].start()
                    await asyncio.sleep(0.01)
                await until(lambda: all(table.phase == "playing" and not table.skip for table in tables))
                await compare(client, tables, counts, paths[1 + args.alone :], args, bar)
                for table in tables:
                    for player in table.players:
                        player.leave()
        finally:
            server.kill()
    print(f"load of the machine {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")


def main() -> None:
    """Measures and prints."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.bench_review_load", description=__doc__)
    asked.add_argument("--tables", type=positive, default=300, metavar="N", help="tables of four (300)")
    asked.add_argument("--rate", type=float, default=0.3, metavar="R", help="moves a second at every table (0.3)")
    asked.add_argument("--seconds", type=float, default=15, metavar="S", help="how long each turn lasts (15)")
    asked.add_argument("--rounds", type=positive, default=3, metavar="N", help="so many turns of each (3)")
    asked.add_argument("--reviews", type=positive, default=100, metavar="N", help="reviews waiting (100)")
    asked.add_argument("--alone", type=positive, default=20, metavar="N", help="reviews one after the other (20)")
    asked.add_argument("--reviewers", type=positive, default=1, metavar="N", help="processes that review (1)")
    args = asked.parse_args()
    allow_many_files()
    with Progress(console=Console(stderr=True), transient=True, disable=True) as bar:
        uvloop.run(run(args, bar))


if __name__ == "__main__":
    main()
