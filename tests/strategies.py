"""Hypothesis strategies over the whole space of rules, shared by all tests."""

from __future__ import annotations

import random
from collections.abc import Callable

from hypothesis import strategies as st

from gaple import Dealing, Hand, Match, Rules, Seat, TileSet
from gaple.tiles import TILES


@st.composite
def rules(draw: st.DrawFn, /, **fixed: object) -> Rules:
    """Any legal combination of options; ``fixed`` ones are as given."""

    def one(key: str, choices: st.SearchStrategy[object]) -> object:
        return fixed[key] if key in fixed else draw(choices, label=key)

    teams = one("teams", st.booleans())
    players = 4 if teams else one("players", st.integers(2, 5))
    assert isinstance(players, int)
    most = 28 // players
    # The usual sizes, where every tile is dealt or few are left, are worth as much as all the others.
    hand = one("hand", st.one_of(st.just(most), st.integers(1, most)))
    following = one("next", st.sampled_from(["double", "any", "lead"]))
    leads = ["0-0", "6-6"] + (["rising"] if following == "lead" else [])
    return Rules(
        players=players,
        hand=hand,  # type: ignore[arg-type]
        teams=bool(teams),
        stuck=one("stuck", st.sampled_from(["discard", "pass"])),  # type: ignore[arg-type]
        end=one("end", st.sampled_from(["empty", "clean"])),  # type: ignore[arg-type]
        lone=one("lone", st.sampled_from([0, 25, 13])),  # type: ignore[arg-type]
        lead=one("lead", st.sampled_from(leads)),  # type: ignore[arg-type]
        next=following,  # type: ignore[arg-type]
        side=one("side", st.sampled_from(["individual", "total"] if teams else ["individual"])),  # type: ignore[arg-type]
        settle=one("settle", st.sampled_from(["hands", "pairwise", "winner", "points"])),  # type: ignore[arg-type]
        hands=one("hands", st.one_of(st.none(), st.integers(1, 5))),  # type: ignore[arg-type]
        target=one("target", st.one_of(st.none(), st.integers(1, 100))),  # type: ignore[arg-type]
    )


seeds = st.integers(0, 2**64)


@st.composite
def hands(draw: st.DrawFn, with_rules: st.SearchStrategy[Rules] | None = None, *, finished: bool = False) -> Hand:
    """A hand at any moment of random play; a first one, or a later one whose opener is known or not."""
    by = draw(rules() if with_rules is None else with_rules)
    number = draw(st.integers(1, by.hands or 9))
    opener = draw(st.sampled_from(by.seats)) if number > 1 else None
    hand = Hand.dealt(by, draw(seeds), number, opener)
    return play_some(hand, draw(seeds), None if finished else draw(st.integers(0, 120)))


def play_some(hand: Hand, seed: int, most: int | None = None) -> Hand:
    """Plays up to ``most`` random actions (to the end, where it is ``None``)."""
    rng = random.Random(seed)
    while not hand.is_over and (most is None or len(hand.actions) < most):
        hand.play(rng.choice(hand.legal_actions()))
    return hand


@st.composite
def unplayed(draw: st.DrawFn, by: Rules) -> tuple[TileSet, ...]:
    """Unplayed tiles that a hand by these rules could end with; ties are far more frequent than in play."""
    tiles = list(TILES)
    draw(st.randoms(use_true_random=False)).shuffle(tiles)
    empty = draw(st.one_of(st.none(), st.sampled_from(by.seats)))
    found = []
    for seat in by.seats:
        count = 0 if seat == empty else draw(st.integers(1, min(by.hand, 3)))
        found.append(sum(tile.bit for tile in (tiles.pop() for _ in range(count))))
    return tuple(found)


def play_match(
    rules: Rules, seed: int, most: int, choose: Callable[[Hand, random.Random], None] | None = None
) -> Match:
    """A match of random play of at most ``most`` hands."""
    match, rng = Match(rules), random.Random(seed)
    while not match.is_over and len(match.hands) < most:
        hand = match.deal(Dealing.from_seed(f"{seed}", rules, match.number))
        match.add(play_some(hand, rng.getrandbits(64)))
    return match


def other_world(hand: Hand, seat: Seat | None, rng: random.Random) -> Hand | None:
    """A hand that differs only in what ``seat`` cannot know, or ``None`` where a random try found none.

    The tiles that ``seat`` does not see are dealt anew to the same places; the same actions, with each hidden discard
    replaced by whatever the new world has there, must be legal and leave the hand at the same point.
    """
    from gaple import Action, Deal, Kind
    from gaple.tiles import tiles_of

    shown = {action.tile for by, action in hand.moves if action.is_play or by == seat}
    known = {tile for tile in shown if tile} | ({hand.turned_up} if hand.turned_up else set())
    if seat is not None:
        known |= set(tiles_of(hand.deal.hands[seat]))
    unseen = [tile for tile in TILES if tile not in known]
    rng.shuffle(unseen)
    dealt = []
    for tiles in hand.deal.hands:
        kept = [tile for tile in tiles_of(tiles) if tile in known]
        dealt.append(kept + [unseen.pop() for _ in range(tiles.bit_count() - len(kept))])
    stock = (*hand.deal.stock[:1], *unseen)
    if len(stock) != len(hand.deal.stock):
        raise AssertionError("tiles lost")
    spare = {Seat(other): [tile for tile in tiles if tile not in shown] for other, tiles in enumerate(dealt)}
    try:
        world = Hand(
            hand.rules,
            Deal(tuple(sum(tile.bit for tile in tiles) for tiles in dealt), stock),
            hand.starter,
            hand.number,
            hand.duty.seat,
        )
        for by, action in hand.moves:
            if action.kind is Kind.DISCARD and by != seat:
                action = Action.of(Kind.DISCARD, spare[by].pop())
            if world.turn != by:
                return None
            world.play(action)
    except ValueError:
        return None
    return world if world.is_over == hand.is_over else None
