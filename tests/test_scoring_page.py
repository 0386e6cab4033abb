"""The browser's own scoring, `web/src/rules/scoring.ts`, held to the library by a hundred thousand random hands."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from gaple import GapleError, Match, OutcomeError, Rules, Seat, TileSet, payments, score, tiles_of
from gaple.match import PlayedHand
from gaple.opening import Duty
from gaple.scoring import Decision, level_seats, lowest_tile
from gaple.tiles import TILES
from tests.page import told_by_the_page

HANDS = 100_000

Case = dict[str, Any]

CHOICES = {
    "teams": ["no", "yes"],
    "stuck": ["discard", "pass"],
    "end": ["empty", "clean"],
    "lone": ["0", "25", "13", "999999999"],
    "lead": ["0-0", "6-6", "rising"],
    "next": ["double", "any", "lead"],
    "side": ["individual", "total"],
    "settle": ["hands", "pairwise", "winner", "points"],
    "hands": ["1", "3", "999999999"],
    "target": ["1", "7", "40", "100"],
}
WRONG = ["", "=", "lone", "lone=", "lone=-1", "lone=01", "hands=0", "target=0", "side=both", "teams=1", "dealer=A"]
WRONG += ["hand=7", "players=4", "lone=1000000000", "lone=2.5", "toString=1", "__proto__=x", "teams=", "=no", "hand=0"]


def some_rules(rng: random.Random) -> str:
    """Rules as text: most can be played by, some cannot."""
    players = rng.randint(2, 5)
    hand = rng.choice([28 // players, rng.randint(1, 28 // players), rng.randint(1, 9)])
    pairs = [f"players={players}", f"hand={hand}"]
    for key, values in CHOICES.items():
        if rng.random() < 0.4:
            pairs.append(f"{key}={rng.choice(values)}")
    if players == 4 and rng.random() < 0.5:
        pairs = [pair for pair in pairs if not pair.startswith("teams")] + ["teams=yes"]
    if rng.random() < 0.03:
        pairs.insert(rng.randrange(len(pairs) + 1), rng.choice(WRONG))
    if rng.random() < 0.02:
        pairs.pop(rng.randrange(len(pairs)))
    rng.shuffle(pairs)
    return rng.choice([" ", "  "]).join(pairs)


def some_tiles(rng: random.Random, players: int, hand: int) -> list[TileSet]:
    """Unplayed tiles by seat: few, so that many are level, and now and then what cannot be."""
    pack = sorted(rng.sample(range(28), 28), key=lambda at: TILES[at].pips + rng.choice([0, 4, 20]) * rng.random())
    empty = rng.randrange(players) if rng.random() < 0.4 else None
    found: list[TileSet] = []
    for seat in range(players):
        count = 0 if seat == empty else rng.randint(1, min(hand, rng.choice([1, 2, 2, 3, 14])))
        found.append(sum(TILES[pack.pop(0)].bit for _ in range(count) if pack))
    if rng.random() < 0.02:
        found[rng.randrange(players)] = rng.choice([0, found[0], found[-1] | TILES[pack[0] if pack else 3].bit])
    if rng.random() < 0.005:
        found.pop()
    rng.shuffle(found)
    return found


def told_by_the_library(text: str, hands: list[list[TileSet]]) -> Case:
    try:
        rules = Rules.parse(text)
    except GapleError as error:
        return {"fault": error.code}
    match = Match(rules)
    told: list[Case] = []
    for unplayed in hands:
        duty = Duty.of(rules, match.number, match.winner)
        try:
            outcome = score(rules, unplayed)
        except OutcomeError as error:
            return {"told": told, "fault": error.code}
        total = tuple(before + net for before, net in zip(match.total, outcome.net, strict=True))
        match.hands.append(PlayedHand(match.number, Seat.A, outcome, total))
        level = level_seats(rules, outcome)
        lowest = [lowest_tile(tiles) for tiles in unplayed]
        # Of those who are level, whose tiles have to be looked at: nobody's where one of them has none.
        asked = [] if len(level) == 1 or any(lowest[seat] is None for seat in level) else list(level)
        told.append(
            {
                "duty": [duty.kind, duty.seat, None if duty.tile is None else str(duty.tile)],
                "lowest": [None if tile is None else str(tile) for tile in lowest],
                "points": list(outcome.points),
                "winner": outcome.winner,
                "decided": outcome.decided_by,
                "level": list(level),
                "net": list(outcome.net),
                "paid": [list(payment) for payment in payments(rules, outcome)],
                "over": match.is_over,
                "places": [[place, seat] for place, seat, _ in match.standings],
                "bare": [asked, outcome.winner],
            }
        )
    return {"told": told}


def matches(seed: int, hands: int) -> list[tuple[str, list[list[TileSet]]]]:
    """Matches of random hands, so many hands in all."""
    rng, left = random.Random(seed), hands
    found: list[tuple[str, list[list[TileSet]]]] = []
    while left > 0:
        text = some_rules(rng)
        try:
            rules = Rules.parse(text)
        except GapleError:
            found.append((text, []))
            continue
        played = [some_tiles(rng, rules.players, rules.hand) for _ in range(rng.randint(1, 8))]
        found.append((text, played))
        left -= len(played)
    return found


@pytest.mark.slow
def test_the_page_scores_as_the_library_does() -> None:
    seed = random.randrange(2**32)
    played = matches(seed, HANDS)
    cases: list[Case] = [
        {"rules": text, "hands": [[[str(tile) for tile in tiles_of(seat)] for seat in hand] for hand in hands]}
        for text, hands in played
    ]
    ours = [json.loads(json.dumps(told_by_the_library(text, hands))) for text, hands in played]
    theirs: list[Case] = told_by_the_page("dev/scoring.js", cases)
    assert len(theirs) == len(ours)
    differing = [
        f"{case}\n  library: {mine}\n  page:    {other}"
        for case, mine, other in zip(cases, ours, theirs, strict=True)
        if mine != other
    ]
    assert not differing, f"seed {seed}: {len(differing)} of {len(cases)} matches differ, as\n" + "\n".join(
        differing[:5]
    )
    # Every kind of end, and every fault, has been among them.
    scored = [hand for match in ours for hand in match.get("told", [])]
    assert {hand["decided"] for hand in scored} == {kind.value for kind in Decision}
    faults = {match["fault"] for match in ours if "fault" in match}
    assert faults >= {"score-tile-twice", "score-too-many", "score-two-empty", "score-seats"}
    assert faults >= {
        *("rules-pair", "rules-twice", "rules-missing", "rules-key", "rules-value", "rules-number"),
        *("rules-too-many-tiles", "rules-teams-need-four", "rules-side-needs-teams", "rules-rising-needs-next-lead"),
    }
    assert len(scored) > HANDS * 0.8
