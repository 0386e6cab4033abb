from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import (
    SEATS,
    Decision,
    Ending,
    Outcome,
    OutcomeError,
    Payment,
    Rules,
    Seat,
    TileSet,
    payments,
    points_of,
    read_tile,
    score,
    tile_set,
    tiles_of,
)
from gaple.scoring import level_seats, lowest_tile
from tests.strategies import rules, unplayed


def tiles(*seats: str) -> list[TileSet]:
    return [tile_set(map(read_tile, seat.split())) for seat in seats]


@pytest.mark.parametrize(
    ("lone", "seats", "points", "winner", "decided_by"),
    [
        (0, ("11 13", "15", "24", "23"), (6, 6, 6, 5), "D", "points"),
        (0, ("11 13", "06", "24", "33"), (6, 6, 6, 6), "A", "tile"),
        (0, ("22 15", "13 33", "46", "05 23"), (10, 10, 10, 10), "B", "low_end"),
        (0, ("22 15", "06 13 33", "24", "23"), (10, 16, 6, 5), "D", "points"),
        (0, ("22 15", "00 05"), (10, 5), "B", "points"),
        (25, ("22 15", "00 05"), (10, 5), "B", "points"),
        (0, ("00", "", "12", "34"), (0, 0, 3, 7), "B", "out"),
        (0, ("00 16", "55 56", "44 66", "35 46"), (7, 21, 20, 18), "A", "points"),
        (25, ("00 16", "55 56", "44 66", "35 46"), (32, 21, 20, 18), "D", "points"),
    ],
)
def test_worked_examples(
    lone: int, seats: tuple[str, ...], points: tuple[int, ...], winner: str, decided_by: str
) -> None:
    outcome = score(Rules(players=len(seats), hand=7, lone=lone), tiles(*seats))
    assert (outcome.points, str(outcome.winner), outcome.decided_by) == (points, winner, decided_by)
    assert outcome.net == tuple(int(seat == outcome.winner) for seat in SEATS[: len(seats)])


# Seats with 12, 5, 11 and 7 points, as in the worked example of the chips.
TWELVE_FIVE_ELEVEN_SEVEN = ("66", "05", "56", "34")


@pytest.mark.parametrize(
    ("text", "net"),
    [
        ("settle=pairwise", (-13, 15, -9, 7)),
        ("settle=winner", (-7, 15, -6, -2)),
        ("settle=points", (12, 5, 11, 7)),
        ("settle=hands", (0, 1, 0, 0)),
        ("teams=yes settle=pairwise", (-14, 13, -12, 13)),
        ("teams=yes settle=winner", (-14, 13, -12, 13)),
        ("teams=yes settle=hands", (0, 1, 0, 1)),
        ("teams=yes settle=points", (12, 5, 11, 7)),
        ("teams=yes side=total settle=pairwise", (-11, 11, -11, 11)),
        ("teams=yes side=total settle=hands", (0, 1, 0, 1)),
    ],
)
def test_settlements(text: str, net: tuple[int, ...]) -> None:
    outcome = score(Rules.parse(f"players=4 hand=7 {text}"), tiles(*TWELVE_FIVE_ELEVEN_SEVEN))
    assert outcome.net == net
    assert outcome.winner is Seat.B
    assert outcome.side == ("BD" if "teams" in text else None)


def test_the_partner_may_hold_much_unless_totals_are_compared() -> None:
    seats = tiles("01", "11 22", "66 56", "23")  # 1, 6, 23, 5
    alone = score(Rules(teams=True), seats)
    assert (alone.winner, alone.side, alone.decided_by) == (Seat.A, "AC", Decision.POINTS)
    total = score(Rules(teams=True, side="total"), seats)
    assert (total.winner, total.side, total.decided_by) == (Seat.D, "BD", Decision.TOTAL)


def test_level_totals_are_decided_alone() -> None:
    outcome = score(Rules(teams=True, side="total", settle="pairwise"), tiles("01", "02", "15", "05"))  # 1, 2, 6, 5
    assert outcome.points == (1, 2, 6, 5)
    assert (outcome.winner, outcome.decided_by, outcome.net) == (Seat.A, Decision.POINTS, (0, 0, 0, 0))


def test_the_best_of_the_winning_side_is_found_by_the_tie_break() -> None:
    outcome = score(Rules(teams=True, side="total"), tiles("06", "66", "24", "55"))
    assert (outcome.side, outcome.winner) == ("AC", Seat.A)  # 6 pips each, and 0 is the lower end
    assert level_seats(Rules(teams=True, side="total"), outcome) == (Seat.A, Seat.C)


@st.composite
def scored(draw: st.DrawFn) -> tuple[Rules, tuple[TileSet, ...]]:
    by = draw(rules())
    return by, draw(unplayed(by))


@given(scored())
def test_the_winner_by_another_reckoning(case: tuple[Rules, tuple[TileSet, ...]]) -> None:
    by, held = case

    def reckon(seat: Seat) -> tuple[int, int, int, int]:
        faces = [(tile.pips, tile.low) for tile in tiles_of(held[seat])]
        blanks = [tile for tile in tiles_of(held[seat]) if tile.low == 0]
        points = sum(pips for pips, _ in faces) + (by.lone if [str(tile) for tile in blanks] == ["00"] else 0)
        return (points, bool(faces), *min(faces, default=(0, 0)))

    reckoned = {seat: reckon(seat) for seat in by.seats}
    among = list(by.seats)
    sides = [sum(reckoned[seat][0] for seat in side) for side in by.sides]
    by_total = by.side == "total" and sides[0] != sides[1]
    if by_total:
        among = list(by.sides[sides.index(min(sides))])
    order = sorted(among, key=lambda seat: reckoned[seat])
    outcome = score(by, held)
    assert outcome.winner == order[0]
    assert outcome.points == tuple(reckoned[seat][0] for seat in by.seats)
    first, second = (reckoned[seat] for seat in order[:2])
    step = next(step for step in range(4) if first[step] != second[step])
    assert outcome.decided_by == ("total" if by_total else ("points", "out", "tile", "low_end")[step])
    assert outcome.side == (("AC", "BD")[outcome.winner % 2] if by.teams else None)


@given(scored())
def test_chips_sum_to_zero_and_the_payments_are_the_nets(case: tuple[Rules, tuple[TileSet, ...]]) -> None:
    by, held = case
    outcome = score(by, held)
    paid = payments(by, outcome)
    if by.settle == "points":
        assert outcome.net == outcome.points
    elif by.settle == "hands":
        assert sum(outcome.net) == (2 if by.teams else 1)
        assert outcome.net[outcome.winner] == 1
    else:
        assert sum(outcome.net) == 0
        assert outcome.net[outcome.winner] >= 0
        assert all(payment.chips > 0 for payment in paid)
        if not by.teams:
            assert min(outcome.net) == outcome.net[outcome.points.index(max(outcome.points))]
        else:
            assert all(outcome.net[seat] >= 0 for seat in by.sides[outcome.winner % 2])
    if by.chips:
        net = [0] * by.players
        for payer, payee, chips in paid:
            net[payer] -= chips
            net[payee] += chips
        assert tuple(net) == outcome.net
    else:
        assert paid == ()


@given(scored(), st.sampled_from([None, *Ending]))
def test_outcomes_print_and_parse(case: tuple[Rules, tuple[TileSet, ...]], end: Ending | None) -> None:
    by, held = case
    outcome = score(by, held, end)
    assert Outcome.parse(str(outcome)) == outcome
    for lang in ("id", "en"):
        assert str(outcome.winner) in outcome.explain(lang)
    assert outcome.explain("id") != outcome.explain("en")


@pytest.mark.parametrize(
    "text",
    ["", "points=1,2", "points=1,2 winner=C decided_by=points net=0,1", "points=1,2 winner=A decided_by=luck net=0,1"],
)
def test_what_is_no_outcome_is_refused(text: str) -> None:
    with pytest.raises(OutcomeError):
        Outcome.parse(text)


@pytest.mark.parametrize(
    ("text", "seats", "said"),
    [
        ("players=4 hand=7", ("11", "12", "13"), "3 seats were given; by the rules there are 4"),
        ("players=2 hand=7", ("11 12", "12"), "12 is named twice, the second time at B"),
        ("players=2 hand=2", ("11", "00 01 02"), "B has 3 tiles; a hand holds 2"),
        ("players=3 hand=7", ("", "11", ""), "A and C both have no tiles"),
    ],
)
def test_what_cannot_be_scored_is_refused(text: str, seats: tuple[str, ...], said: str) -> None:
    with pytest.raises(OutcomeError, match=said):
        score(Rules.parse(text), tiles(*seats))
    with pytest.raises(OutcomeError):
        score(Rules(players=2), [1 << 28, 1])


def test_the_lone_blank() -> None:
    by = Rules(lone=25)
    assert points_of(by, tile_set(map(read_tile, ["00"]))) == 25
    assert points_of(by, tile_set(map(read_tile, ["00", "01"]))) == 1
    assert points_of(by, 0) == 0
    assert points_of(Rules(), tile_set(map(read_tile, ["00"]))) == 0


def test_the_lone_blank_still_compares_by_its_face() -> None:
    # 25 each; [0-0] has the fewest pips on its face.
    outcome = score(Rules(players=2, hand=7, lone=25), tiles("66 56 02", "00"))
    assert outcome.points == (25, 25)
    assert (outcome.winner, outcome.decided_by) == (Seat.B, Decision.TILE)


def test_lowest_tile() -> None:
    assert str(lowest_tile(tiles("22 13 04 66")[0])) == "04"
    assert lowest_tile(0) is None


def test_payments_by_example() -> None:
    by = Rules(settle="pairwise")
    outcome = score(by, tiles(*TWELVE_FIVE_ELEVEN_SEVEN))
    to_b = {str(paid.payer): paid.chips for paid in payments(by, outcome) if paid.payee is Seat.B}
    assert to_b == {"A": 7, "C": 6, "D": 2}
    assert Payment(Seat.A, Seat.D, 5) in payments(by, outcome)
