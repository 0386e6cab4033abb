from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple import Rules, Seat, Tile, TileError, score, tiles_of
from gaple.cli.score import LARGEST_HAND, read_seat
from tests import strategies
from tests.cli.running import Run

WORKED = [  # docs/rules.md
    (["11 13", "15", "24", "23"], None, [6, 6, 6, 5], "D", "points"),
    (["11 13", "06", "24", "33"], None, [6, 6, 6, 6], "A", "tile"),
    (["22 15", "13 33", "46", "05 23"], None, [10, 10, 10, 10], "B", "low_end"),
    (["22 15", "06 13 33", "24", "23"], None, [10, 16, 6, 5], "D", "points"),
    (["22 15", "00 05"], None, [10, 5], "B", "points"),
    (["22 15", "00 05"], "players=2 hand=14 lone=25", [10, 5], "B", "points"),
    (["00", "-", "12", "34"], None, [0, 0, 3, 7], "B", "out"),
    (["00 16", "55 56", "44 66", "35 46"], None, [7, 21, 20, 18], "A", "points"),
    (["00 16", "55 56", "44 66", "35 46"], "players=4 hand=7 lone=25", [32, 21, 20, 18], "D", "points"),
]
CHIPS = ["66", "05", "56", "16"]  # 12, 5, 11 and 7 points


def scored(run: Run, *args: str) -> dict[str, Any]:
    code, out, err = run("score", *args, "--json")
    assert (code, err, out.count("\n")) == (0, "", 1)
    result: dict[str, Any] = json.loads(out)
    return result


@pytest.mark.parametrize(("seats", "rules", "points", "winner", "decided_by"), WORKED)
def test_the_worked_examples(
    run: Run, seats: list[str], rules: str | None, points: list[int], winner: str, decided_by: str
) -> None:
    result = scored(run, *seats, *(["--rules", rules] if rules else []))
    assert list(result) == ["points", "winner", "decided_by", "side", "net"]
    letters = "ABCDE"[: len(seats)]
    assert result["points"] == dict(zip(letters, points, strict=True))
    assert (result["winner"], result["decided_by"], result["side"]) == (winner, decided_by, None)
    assert result["net"] == {letter: int(letter == winner) for letter in letters}


@pytest.mark.parametrize(
    ("rules", "net", "side", "decided_by"),
    [
        ("settle=pairwise", [-13, 15, -9, 7], None, "points"),
        ("settle=winner", [-7, 15, -6, -2], None, "points"),
        ("settle=pairwise teams=yes", [-14, 13, -12, 13], "BD", "points"),
        ("settle=pairwise teams=yes side=total", [-11, 11, -11, 11], "BD", "total"),
        ("settle=points", [12, 5, 11, 7], None, "points"),
    ],
)
def test_chips(run: Run, rules: str, net: list[int], side: str | None, decided_by: str) -> None:
    result = scored(run, *CHIPS, "--rules", f"players=4 hand=7 {rules}")
    assert list(result["net"].values()) == net
    assert (result["winner"], result["side"], result["decided_by"]) == ("B", side, decided_by)


WAYS = ["{a}{b}", "{a}-{b}", "[{a}-{b}]", "{a}:{b}", "{a}|{b}", "[{a}|{b}]", "[ {a} - {b} ]", "{a}/{b}", "[{a}{b}]"]


@given(
    tiles=st.lists(st.sampled_from(list(tiles_of((1 << 28) - 1))), min_size=1, max_size=7, unique=True),
    data=st.data(),
)
def test_every_way_of_writing_tiles(tiles: list[Tile], data: st.DataObject) -> None:
    written = ""
    for tile in tiles:
        a, b = data.draw(st.permutations((tile.low, tile.high)))
        separator = data.draw(st.sampled_from([" ", ",", ", ", "  ", ";", " ,"])) if written else ""
        written += separator + data.draw(st.sampled_from(WAYS)).format(a=a, b=b)
    assert set(tiles_of(read_seat(Seat.A, written))) == set(tiles)


@pytest.mark.parametrize("nothing", ["-", "", " ", " - ", "–"])
def test_ways_of_having_none(run: Run, nothing: str) -> None:
    assert scored(run, "11", nothing)["points"] == {"A": 2, "B": 0}


def test_brackets_need_no_separator() -> None:
    assert read_seat(Seat.A, "[1-1][5-3]06[2|2]") == sum(Tile(a, b).bit for a, b in ((1, 1), (3, 5), (0, 6), (2, 2)))


@pytest.mark.parametrize(("players", "hand"), LARGEST_HAND.items())
def test_without_rules_no_table_is_refused_for_its_size(run: Run, players: int, hand: int) -> None:
    tiles = [str(tile) for tile in tiles_of((1 << 28) - 1)]
    seats = [" ".join(tiles[seat * hand : (seat + 1) * hand]) for seat in range(players)]
    assert len(scored(run, *seats)["points"]) == players


@given(data=st.data())
def test_it_says_what_the_library_says(data: st.DataObject) -> None:
    from gaple.cli.score import to_dict

    rules: Rules = data.draw(strategies.rules())
    unplayed = data.draw(strategies.unplayed(rules))
    outcome = score(rules, unplayed)
    told = to_dict(rules, outcome)
    assert told["points"] == dict(zip("ABCDE", outcome.points, strict=False))
    assert told["net"] == dict(zip("ABCDE", outcome.net, strict=False))
    assert json.loads(json.dumps(told))["decided_by"] == str(outcome.decided_by)


@pytest.mark.parametrize(
    ("args", "code", "named"),
    [
        (["11 13", "15 11", "24", "23"], 1, ["11", "B"]),
        (["11 11", "15", "24", "23"], 1, ["11", "A"]),
        (["1-3, 3:1", "15"], 1, ["13", "A"]),
        (["11", "17"], 1, ["17", "B"]),
        (["11", "98"], 1, ["98", "B"]),
        (["11", "1"], 1, ['"1"', "B"]),
        (["11", "123"], 1, ["123", "B"]),
        (["11", "x"], 1, ['"x"', "B"]),
        (["11", "[1-2"], 1, ["[1-2", "B"]),
        (["11", ","], 1, ['","', "B"]),
        (["11", "१२"], 1, ["१२", "B"]),
        (["-", "", "11"], 1, ["A", "B"]),
        (["00 01 02 03 04 05", "11", "12", "13", "14"], 1, ["A", "6", "5"]),
        (["11 12", "13", "--rules", "players=2 hand=1"], 1, ["A", "2", "1"]),
        (["11"], 2, ["1", "2", "5"]),
        (["11", "12", "13", "14", "15", "16"], 2, ["6", "2", "5"]),
        (["11", "12", "--rules", "players=4 hand=7"], 2, ["2", "4"]),
        (["11", "12", "--rules", "players=4 hand=8"], 2, ["4", "8", "32"]),
        (["11", "12", "--rules", "players=2"], 2, ["hand"]),
        (["11", "12", "--rules", "settle=chips players=2 hand=7"], 2, ["settle=chips", "pairwise"]),
        (["11", "12", "--rules", ""], 2, ["players"]),
    ],
)
def test_bad_input_is_named(run: Run, args: list[str], code: int, named: list[str]) -> None:
    for lang in ("id", "en"):
        result = run("score", *args, lang=lang)
        assert (result.code, result.out) == (code, "")
        assert result.err.count("\n") == 1
        for name in named:
            assert name in result.err


def test_a_person_sees_tiles_winner_reason_and_nets(run: Run) -> None:
    out = run("score", "11 13", "15", "24", "23").out
    assert "│1║1│ │1│3│" in out
    assert re.search(r"\bD +│2│3│ +5 +1\b", out)
    assert "D wins with the fewest points." in out


def test_a_tie_is_explained_by_its_tiles(run: Run) -> None:
    out = run("score", "11 13", "06", "24", "33", lang="id").out
    assert "A menang" in out
    assert "A [1│1] = 2 · B [0│6] = 6 · C [2│4] = 6 · D [3│3] = 6" in out


def test_payments_partners_and_the_lone_blank_are_told(run: Run) -> None:
    out = run("score", *CHIPS, "--rules", "players=4 hand=7 settle=pairwise").out
    for paid in ("A → B 7", "C → B 6", "D → B 2", "A → D 5", "C → D 4", "A → C 1"):
        assert paid in out
    assert "+15" in out
    out = run("score", *CHIPS, "--rules", "players=4 hand=7 settle=winner teams=yes").out
    assert "D wins with B as the partner" in out
    out = run("score", "00 16", "55 56", "--rules", "players=2 hand=14 lone=25").out
    assert "[0│0] of A counts 25" in out


def test_a_side_by_its_total(run: Run) -> None:
    out = run("score", *CHIPS, "--rules", "players=4 hand=7 teams=yes side=total settle=winner").out
    assert "BD win with the lower total" in out


def test_reading_a_seat_raises_with_its_letter() -> None:
    with pytest.raises(TileError, match=r"^C: "):
        read_seat(Seat.C, "78")


def test_level_totals_are_said_to_be_level(run: Run) -> None:
    rules = "players=4 hand=7 teams=yes side=total settle=pairwise"
    out = run("score", "03", "46", "66 05", "55", "--rules", rules).out
    assert "totals are level (20 each)" in out
    assert "totals are level" not in run("score", "03", "46", "66", "55", "--rules", rules).out
