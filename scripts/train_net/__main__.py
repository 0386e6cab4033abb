"""Trains the network of the computer players by self-play: ``python -m scripts.train_net``.

Round after round: hands are dealt by rules of all kinds and played by the network as it is and by simpler players,
every action of many choices is played out (scripts/train_net/lessons.py), and the network learns what came out
(scripts/train_net/learning.py). After each round, which is some ten seconds, the network is written to --out, wholly or
not at all, and a line says how far off it was: of leans, of naive leans and of worths (mean squares). The more minutes
the better; an hour on two cores is some 100 million actions. The first round takes some seconds more, in which all
this is compiled. Ctrl-C ends it with the network of the last round.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gaple.engine import EngineError
from gaple.engine.net.choosing import GREEDY, NAIVE, UNIFORM
from gaple.engine.net.features import MOST
from gaple.engine.net.network import WEIGHTS, Net
from gaple.engine.params import Opening, Params
from gaple.opening import Duty
from gaple.rules import Rules, Settle
from gaple.tiles import Seat

from .learning import Adam, learn
from .lessons import teach

PACKAGED: Final = Path(__file__).parents[2] / "src/gaple/engine/net" / WEIGHTS
OWN: Final = 0.02
CAST: Final = (0.01, 0.01, 0.02, 0.02, 0.05, 0.05, 0.15, NAIVE + 0.02, NAIVE + 0.05, GREEDY, UNIFORM)
"""Who sits at the tables that are learned from: the network, sure of itself to doubtful, and the two simplest."""

COMMON: Final = (
    "players=4 hand=7 stuck=pass",
    "players=4 hand=7",
    "players=4 hand=6",
    "players=5 hand=5",
    "players=4 hand=7 teams=yes",
)
Shorts = NDArray[np.int16]
Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

ROWS: Final = 8192  # rows of lessons by the same rules


def some_rules(rng: random.Random) -> Rules:
    """Rules to learn from: half of the time common ones, else anything."""
    settle: Settle = rng.choices(("pairwise", "hands", "winner", "points"), (6, 2, 1, 1))[0]
    if rng.random() < 0.6:
        return Rules.parse(f"{rng.choice(COMMON)} settle={settle}")
    players = rng.choice((2, 3, 4, 4, 5))
    teams = players == 4 and rng.random() < 0.5
    return Rules(
        players=players,
        hand=rng.randint(3, min(28 // players, 14)),
        teams=teams,
        stuck=rng.choice(("discard", "pass")),
        end=rng.choice(("empty", "empty", "clean")),
        lone=rng.choice((0, 0, 25)),
        side=rng.choice(("individual", "total")) if teams else "individual",
        settle=settle,
    )


def some_opening(rules: Rules, rng: random.Random) -> Opening:
    """The first hand, or a later one that somebody opens who has won."""
    if rng.random() < 0.6:
        return Opening.of(Duty.of(rules, 1, None))
    return Opening.of(Duty.of(rules, 2, Seat(rng.randrange(rules.players))))


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains until told to stop or the time is over."""
    given = told(arguments)
    net: Net = given.net
    pool = ThreadPoolExecutor(given.threads)
    rounds = 0
    try:
        for line in train(net, given, pool):
            keep(net, given.out)
            rounds += 1
            print(f"{rounds:4} {line}", flush=True)
    except KeyboardInterrupt:
        kept = f"{given.out} has the network of the last" if rounds else "nothing was written"
        print(f"stopped after {rounds} rounds; {kept}", file=sys.stderr)
    finally:
        pool.shutdown(cancel_futures=True)


def told(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options; what cannot be is said at once, and not after minutes of work."""
    options = argparse.ArgumentParser(
        "python -m scripts.train_net", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--minutes", type=positive, default=30.0, help="how long, to the end of the round (30)")
    options.add_argument(
        "--seed", type=natural, default=1, help="of the first network, the deals and all other chance (1)"
    )
    options.add_argument("--threads", type=count, default=2, help="how many cores to keep busy (2)")
    options.add_argument("--rows", type=count, default=1 << 18, help=f"actions a round, {ROWS} at least (262144)")
    options.add_argument("--rate", type=positive, default=2e-3, help="of learning; falls to a hundredth of it (0.002)")
    options.add_argument("--tries", type=count, default=1, help="playouts an action (1)")
    options.add_argument("--from", dest="begin", type=Path, help="a network to go on from, as --out is written")
    options.add_argument("--out", type=Path, default=PACKAGED, help="the file to write (the one of the package)")
    given = options.parse_args(arguments)
    if given.rows < ROWS:
        options.error(f"--rows: {given.rows} are too few; {ROWS} at least")
    try:
        given.net = Net.of_bytes(given.begin.read_bytes()) if given.begin else Net.fresh(given.seed)
    except (OSError, EngineError) as error:
        options.error(f"--from: {error}")
    folder = given.out.parent
    if given.out.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK):
        options.error(f"--out: {given.out} cannot be written; expected a file in a folder that is there and can be")
    return given


def positive(text: str) -> float:
    """A number above nought."""
    if not 0 < (number := float(text)) < float("inf"):
        raise ValueError(text)
    return number


def natural(text: str) -> int:
    """A whole number, nought or above."""
    if (number := int(text)) < 0:
        raise ValueError(text)
    return number


def count(text: str) -> int:
    """A whole number above nought."""
    if (number := natural(text)) == 0:
        raise ValueError(text)
    return number


def keep(net: Net, path: Path) -> None:
    """Writes a network wholly or not at all."""
    new = path.with_name(f"{path.name}.new")
    try:
        new.write_bytes(net.to_bytes())
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def train(net: Net, given: argparse.Namespace, pool: ThreadPoolExecutor) -> Iterator[str]:
    """Round after round changes ``net``, until the time is over; yields what there is to say of each."""
    rng, begun, numbers = random.Random(given.seed), time.monotonic(), np.random.default_rng(given.seed)
    adam, pieces = Adam(net), given.rows // ROWS
    features = np.empty((pieces * ROWS, MOST), np.int16)
    values, plain, choice = np.empty(len(features)), np.empty(len(features)), np.empty(len(features), np.int64)
    cast = np.array(CAST)

    def lesson(piece: int, rules: Rules, opening: Opening, seed: int) -> None:
        rows = slice(piece * ROWS, (piece + 1) * ROWS)
        teach(
            Params.of(rules), opening, net, np.uint64(seed), 0, cast, OWN, given.tries, 0.5,
            features[rows], values[rows], plain[rows], choice[rows],
        )  # fmt: skip

    while (spent := (time.monotonic() - begun) / 60 / given.minutes) < 1:
        jobs = []
        for piece in range(pieces):
            rules = some_rules(rng)
            jobs.append(pool.submit(lesson, piece, rules, some_opening(rules, rng), rng.getrandbits(60)))
        for job in jobs:
            job.result()
        taught = time.monotonic()
        lessons = shuffled(features, values, plain, choice, numbers)
        lost = learn(adam, *lessons, 2048, given.rate * 0.01**spent, pool, given.threads)
        yield (
            f"{(time.monotonic() - begun) / 60:6.2f} min  "
            f"lean {lost[0]:.5f}  naive {lost[1]:.5f}  worth {lost[2]:.5f}  "
            f"rows {len(lessons[1])}  learning {time.monotonic() - taught:.1f} s"
        )


def shuffled(
    features: Shorts, values: Floats, plain: Floats, choice: Numbers, numbers: np.random.Generator
) -> tuple[Shorts, Floats, Floats, Numbers]:
    """The lessons with whole choices in random order, without unused rows."""
    pieces = choice.reshape(-1, ROWS)
    begin = np.where(pieces >= 0, pieces + np.arange(len(pieces))[:, None] * ROWS, -1).reshape(-1)
    begins = np.flatnonzero(begin == np.arange(len(begin)))
    sizes = np.bincount(np.searchsorted(begins, begin[begin >= 0]), minlength=len(begins))
    order = numbers.permutation(len(begins))
    sizes = sizes[order]
    starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    rows = np.repeat(begins[order] - starts, sizes) + np.arange(sizes.sum())
    return features[rows], values[rows], plain[rows], np.repeat(starts, sizes)


if __name__ == "__main__":
    main()
