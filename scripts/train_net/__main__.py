"""Trains the network of the computer players by self-play: ``python -m scripts.train_net``.

Round after round: hands are dealt by rules of all kinds and played by the network as it is and by simpler players,
every action of many choices is played out (:mod:`scripts.train_net.lessons`), and the network learns what came out
(:mod:`scripts.train_net.learning`). After each round the network is written to ``--out``, wholly or not at all, and
everything that a later run needs to go on to ``--state``.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

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


def main() -> None:
    """Trains until told to stop or the time is over."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--minutes", type=float, default=30.0)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--rows", type=int, default=1 << 18, help="rows of lessons a round")
    options.add_argument("--rate", type=float, default=2e-3, help="at first; it falls to a hundredth of it")
    options.add_argument("--tries", type=int, default=1)
    options.add_argument("--from", dest="begin", type=Path, help="a network to go on from")
    options.add_argument("--out", type=Path, default=PACKAGED)
    given = options.parse_args()
    rng, begun, numbers = random.Random(given.seed), time.monotonic(), np.random.default_rng(given.seed)
    net = Net.of_bytes(given.begin.read_bytes()) if given.begin else Net.fresh(given.seed)
    adam, rounds = Adam(net), 0
    pool = ThreadPoolExecutor(given.threads)
    pieces = given.rows // ROWS
    features = np.empty((given.rows, MOST), np.int16)
    values, plain, choice = np.empty(given.rows), np.empty(given.rows), np.empty(given.rows, np.int64)
    cast = np.array(CAST)

    def lesson(piece: int, rules: Rules, opening: Opening, seed: int) -> None:
        rows = slice(piece * ROWS, (piece + 1) * ROWS)
        teach(
            Params.of(rules), opening, net, np.uint64(seed), 0, cast, OWN, given.tries, 0.5,
            features[rows], values[rows], plain[rows], choice[rows],
        )  # fmt: skip

    try:
        while (spent := (time.monotonic() - begun) / 60 / given.minutes) < 1:
            jobs = []
            for piece in range(pieces):
                rules = some_rules(rng)
                jobs.append(pool.submit(lesson, piece, rules, some_opening(rules, rng), rng.getrandbits(60)))
            for job in jobs:
                job.result()
            taught = time.monotonic()
            lessons = shuffled(features, values, plain, choice, numbers)
            rate = given.rate * 0.01**spent
            lost = learn(adam, *lessons, 2048, rate, pool, given.threads)
            rounds += 1
            new = given.out.with_suffix(".new")
            new.write_bytes(net.to_bytes())
            new.replace(given.out)
            print(
                f"{rounds:4} {(time.monotonic() - begun) / 60:6.2f} min  "
                f"lean {lost[0]:.5f}  naive {lost[1]:.5f}  worth {lost[2]:.5f}  "
                f"rows {len(lessons[1])}  learning {time.monotonic() - taught:.1f} s",
                flush=True,
            )
    except KeyboardInterrupt:
        print(f"stopped after {rounds} rounds; {given.out} has the network of the last", file=sys.stderr)


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
