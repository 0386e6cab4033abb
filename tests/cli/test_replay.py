from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import Run

KEYS = ["file", "hand", "starter", "over", "end", "line", "ends", "turn", "hands", "dead"]
KEYS += ["points", "winner", "decided_by", "side", "net", "total", "turns"]
EXAMPLE = """[Gaple "1"]
[A "Pak Budi"]
[B "Bayu"]
[C "Citra"]
[D "Dewi"]
[Rules "players=4 hand=7"]
[Deal "A:02,04,06,11,13,34,45 B:12,16,23,24,36,46,55 C:01,05,26,33,44,56,66 D:00,03,14,15,22,25,35"]
[Starter "D"]

00 04< 46< 05> 35> 13> 36< 33< 15> 45> 23< 26< 14> 11> 12> 66< 25> 06< 55> 56> 03< 34< 16> 44< x22
=C
"""
VIEW = (
    EXAMPLE.replace("C:01,05,26,33,44,56,66", "C:05,26,33,44,56,66,??")
    .replace("x22", "x??")
    .replace("D:00,03,14,15,22,25,35", "D:00,03,14,15,25,35,??")
)


def replayed(run: Run, *files: str, stdin: bytes = b"", code: int = 0) -> list[dict[str, Any]]:
    result = run("replay", "--json", *files, stdin=stdin)
    assert result.code == code
    return [json.loads(line) for line in result.out.splitlines()]


@pytest.fixture
def archive(tmp_path: Path, vectors: list[dict[str, Any]]) -> Path:
    file = tmp_path / "archive.gaple"
    file.write_text("\n".join(hand["record"] for hand in vectors), encoding="utf-8")
    return file


def test_all_vectors(run: Run, archive: Path, vectors: list[dict[str, Any]]) -> None:
    hands = replayed(run, str(archive))
    assert len(hands) == len(vectors)
    for told, vector in zip(hands, vectors, strict=True):
        expect = vector["expect"]
        letters = "ABCDE"[: len(expect["scores"])]
        assert list(told) == KEYS
        assert told["file"] == str(archive)
        assert told["over"] is True
        assert told["turn"] is None
        assert told["ends"] == [int(expect["line"][0][0]), int(expect["line"][-1][1])]
        for key in ("hand", "starter", "turns", "line", "end", "winner", "side"):
            assert told[key] == expect[key], key
        assert told["decided_by"] == expect["decided"]
        for key, expected in (("hands", "hands"), ("dead", "dead"), ("points", "scores"), ("net", "net")):
            assert told[key] == dict(zip(letters, expect[expected], strict=True)), key
        assert told["total"] == dict(zip(letters, expect["total"], strict=True))


def test_an_unfinished_hand(run: Run) -> None:
    text = EXAMPLE[: EXAMPLE.index(" 35> 13>")] + " *\n"
    (told,) = replayed(run, "-", stdin=text.encode())
    assert told["file"] == "-"
    assert (told["over"], told["end"], told["turn"], told["turns"]) == (False, None, "D", 4)
    assert told["line"] == ["64", "40", "00", "05"]
    assert told["ends"] == [6, 5]
    assert {told[key] for key in ("points", "winner", "decided_by", "side", "net")} == {None}
    assert told["total"] == {"A": 0, "B": 0, "C": 0, "D": 0}


def test_before_the_first_move_there_are_no_ends(run: Run) -> None:
    (told,) = replayed(run, "-", stdin=(EXAMPLE[: EXAMPLE.index("00 04<")] + "*\n").encode())
    assert (told["line"], told["ends"], told["turn"]) == ([], None, "D")


def test_a_view_keeps_its_question_marks_and_is_not_scored(run: Run) -> None:
    (told,) = replayed(run, "-", stdin=VIEW.encode())
    assert told["hands"]["C"] == ["??"]
    assert told["dead"]["D"] == ["??"]
    assert (told["over"], told["winner"]) == (True, "C")
    assert {told[key] for key in ("points", "decided_by", "net")} == {None}


def test_totals_run_over_a_match_and_start_anew(run: Run, vectors: list[dict[str, Any]]) -> None:
    first, second = vectors[0]["record"], vectors[1]["record"]
    told = replayed(run, "-", stdin=f"{first}\n{second}\n{first}".encode())
    assert told[1]["total"] == {seat: told[0]["net"][seat] + told[1]["net"][seat] for seat in "AB"}
    assert told[2]["total"] == told[2]["net"]


def test_totals_do_not_run_from_file_to_file(run: Run, tmp_path: Path, vectors: list[dict[str, Any]]) -> None:
    one, two = tmp_path / "1.gaple", tmp_path / "2.gaple"
    one.write_text(vectors[0]["record"])
    two.write_text(vectors[1]["record"])
    told = replayed(run, str(one), str(two))
    assert told[1]["total"] == told[1]["net"]


def test_hands_before_a_fault_are_shown_and_the_next_file_goes_on(run: Run, tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.gaple", tmp_path / "good.gaple"
    bad.write_text(EXAMPLE + "\n" + EXAMPLE.replace("00 04<", "04"))
    good.write_text(EXAMPLE)
    result = run("replay", "--json", str(bad), str(good))
    assert result.code == 1
    assert [json.loads(line)["file"] for line in result.out.splitlines()] == [str(bad), str(good)]
    assert result.err.startswith(f"{bad}:22:1: hand 1, move 1, seat D")
    assert result.err.count("\n") == 1


def test_a_person_sees_table_and_result(run: Run) -> None:
    code, out, err = run("replay", "-", stdin=EXAMPLE.encode(), lang="id")
    assert (code, err) == (0, "")
    assert "│4║4││4│3││3│0│" in out
    assert re.search(r"A Pak Budi +\[0│2\] +2 +0 +0", out)
    assert re.search(r"D Dewi +\[2│2\] +4 +0 +0", out)
    assert "Habis. Citra menang dengan poin paling sedikit." in out
    assert all(len(row) <= 80 for row in out.splitlines())


@pytest.mark.parametrize(
    ("before", "turns", "name"), [(" 35> 13>", "4 turns", "Dewi"), (" 04< 46<", "1 turn", "Pak Budi")]
)
def test_a_person_sees_where_a_record_stops(run: Run, before: str, turns: str, name: str) -> None:
    text = EXAMPLE[: EXAMPLE.index(before)] + " *\n"
    assert f"stops after {turns}; {name} is to play" in run("replay", "-", stdin=text.encode()).out


def test_a_person_sees_a_view_as_a_view(run: Run) -> None:
    out = run("replay", "-", stdin=VIEW.encode()).out
    assert "[?│?]" in out
    assert "Citra has won, as the record tells; a view is not scored." in out


def test_people_of_the_same_name_are_told_apart(run: Run) -> None:
    text = EXAMPLE.replace('"Citra"', '"Dewi"')
    assert "C wins with the fewest points" in run("replay", "-", stdin=text.encode()).out


def test_matches_of_all_kinds_can_be_shown_to_a_person(run: Run, vectors: list[dict[str, Any]]) -> None:
    shown = vectors[::3]
    code, out, err = run("replay", "-", stdin="\n".join(hand["record"] for hand in shown).encode(), lang="id")
    assert (code, err) == (0, "")
    assert out.count(" menang ") >= len(shown)
    assert all(len(row) <= 80 for row in out.splitlines())
