from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from gaple import TILES, Dealing, Hand, Match, Record, Rules, Seat, Tile, tiles_of, write_records
from gaple.engine.infer import infer
from tests.cli.running import Run
from tests.strategies import play_some


@pytest.fixture
def hand() -> Hand:
    return play_some(Hand.dealt(Rules(hand=6), seed=2026), 1)


@pytest.fixture
def file(hand: Hand, tmp_path: Path) -> str:
    path = tmp_path / "six.gaple"
    path.write_text(str(Record.of(hand)), encoding="utf-8")
    return str(path)


def told(run: Run, *args: str, stdin: bytes = b"") -> dict[str, Any]:
    result = run("infer", *args, "--json", stdin=stdin)
    assert (result.code, result.err) == (0, "")
    content: dict[str, Any] = json.loads(result.out)
    assert list(content) == ["seat", "worlds", "where"]
    return content


def at(hand: Hand, move: int) -> Hand:
    early = hand.copy()
    while len(early.actions) > move:
        early.undo()
    return early


@pytest.mark.parametrize("seat", [*"ABCD", None])
def test_json_says_what_the_library_does(run: Run, hand: Hand, file: str, seat: str | None) -> None:
    for move in range(len(hand.actions)):
        view = at(hand, move).view(Seat[seat] if seat else None)
        worlds = infer(view)
        content = told(run, file, "--hand", "1", "--move", str(move), *(["--seat", seat] if seat else []))
        assert (content["seat"], content["worlds"]) == (seat, worlds.count)
        assert list(content["where"]) == [str(tile) for tile in tiles_of(view.unseen)]
        for text, chances in content["where"].items():
            assert chances == worlds.where.of(Tile.parse(text))
            assert sum(chances.values()) == pytest.approx(1)


def test_a_finished_hand_has_nothing_hidden(run: Run, hand: Hand, file: str) -> None:
    assert told(run, file, "--seat", "B") == {"seat": "B", "worlds": 1, "where": {}}
    out = run("infer", file, "--move", str(len(hand.actions)), "--seat", "B").out
    assert "in one way only: everything is known" in out
    assert "Tiles" not in out


def test_a_later_hand_with_the_winner_of_the_one_before(run: Run, tmp_path: Path) -> None:
    """Who was passed over held no double, and that it was passed over follows from the hand before."""
    for seed in range(400):
        match = Match(Rules())
        first = play_some(match.deal(Dealing.from_seed(seed, match.rules)), seed)
        match.add(first)
        second = play_some(match.deal(Dealing.from_seed(seed, match.rules, 2)), seed, 3)
        if second.starter != second.duty.seat:
            break
    path = tmp_path / "two.gaple"
    path.write_text(write_records(map(Record.of, (first, second))), encoding="utf-8")
    seat = second.starter
    content = told(run, str(path), "--hand", "2", "--move", "3", "--seat", str(seat))
    passed_over = str(second.duty.seat)
    assert content["worlds"] == infer(second.view(seat)).count
    assert any(passed_over in where for tile, where in content["where"].items() if tile[0] != tile[1])
    assert not any(passed_over in where for tile, where in content["where"].items() if tile[0] == tile[1])


def test_a_record_of_a_view(run: Run, hand: Hand, tmp_path: Path) -> None:
    view = at(hand, 15).view(Seat.B)
    path = tmp_path / "view.gaple"
    path.write_text(str(Record.of_view(view)), encoding="utf-8")
    assert told(run, str(path), "--seat", "B")["worlds"] == infer(view).count
    early = at(hand, 6)
    assert told(run, str(path), "--seat", "B", "--move", "6")["worlds"] == infer(early.view(Seat.B)).count
    assert told(run, str(path), "--move", "6")["worlds"] == infer(early.view(None)).count
    code, out, err = run("infer", str(path), "--seat", "C")
    assert (code, out) == (1, "")
    assert err == "the record does not show all tiles of C, so it is no view of C\n"


def test_the_drawing(run: Run, hand: Hand, file: str) -> None:
    view = at(hand, 17).view(Seat.B)
    code, out, err = run("infer", file, "--move", "17", "--seat", "B")
    assert (code, err) == (0, "")
    assert "Hand 1 · after 17 actions · as B sees it" in out
    assert f"in {infer(view).count:,} ways: {infer(view).bits:.1f} bits" in out
    for tile in TILES:
        assert (f"[{tile.low}│{tile.high}]" in out) == bool(tile.bit & view.unseen)
    assert max(map(len, out.splitlines())) <= 80
    out = run("infer", file, "--move", "17", lang="id").out
    assert "menurut penonton" in out
    assert "buang" in out


def test_a_wide_table_still_fits(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "five.gaple"
    five = next(
        hand
        for seed in range(1000)
        for hand in [play_some(Hand.dealt(Rules(players=5, hand=5), seed), seed, 16)]
        if not hand.is_over and all(map(hand.dead, hand.rules.seats))
    )
    path.write_text(str(Record.of(five)), encoding="utf-8")
    out = run("infer", str(path)).out
    assert max(map(len, out.splitlines())) <= 80
    assert all(f"[{tile.low}│{tile.high}]" in out for tile in tiles_of(five.view(None).unseen))


def test_plain_characters(run: Run, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gaple.cli.terminal._can_draw", lambda stream: False)
    out = run("infer", file, "--move", "12", "--seat", "B").out
    assert out.isascii()
    assert ". 21%" in out


def test_standard_input(run: Run, hand: Hand) -> None:
    assert told(run, "-", "--move", "3", stdin=str(Record.of(hand)).encode())["worlds"] > 1


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--hand", "3"], "there is no hand 3; expected one of 1"),
        (["--move", "99"], "hand 1 has 21 actions, so there is no position after 99"),
        (["--seat", "E"], 'there is no seat "E" at this table; expected one of A, B, C, D'),
        (["--seat", "b"], 'there is no seat "b" at this table'),
    ],
)
def test_positions_that_are_not_there(run: Run, file: str, args: list[str], told: str) -> None:
    code, out, err = run("infer", file, *args)
    assert (code, out) == (2, "")
    assert told in err
    assert err != run("infer", file, *args, lang="id").err


def test_a_fault_in_the_record(run: Run, tmp_path: Path, file: str) -> None:
    path = tmp_path / "bad.gaple"
    path.write_text(Path(file).read_text(encoding="utf-8").replace("x24", "x66"), encoding="utf-8")
    code, out, err = run("infer", str(path))
    assert (code, out) == (1, "")
    assert "bad.gaple:" in err


def test_without_the_engine(run: Run, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("gaple.engine")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numba", None)
    code, out, err = run("infer", file, "--move", "3")
    assert (code, out) == (2, "")
    assert "pip install 'gaple[engine]'" in err
