from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from gaple import Hand, Match, Rules, Seat, read_records, replay_text
from gaple.cli import ask
from gaple.cli.game import PERSON, computers
from gaple.cli.record_file import RecordFile
from gaple.cli.stage import Stage, name_all
from gaple.cli.terminal import Terminal
from gaple.players import LEVELS
from tests import strategies
from tests.cli.running import Run

ONES = b"1\n1\n" * 400  # always the first tile, on the left end


def test_a_whole_match_line_after_line(run: Run) -> None:
    code, out, err = run("play", "--seed", "1", "--rules", "players=4 hand=7 hands=2", stdin=ONES)
    assert (code, err) == (0, "")
    assert out.count("is over\n") == 2
    assert "The match is over." in out
    assert "Standings after 2 hands:" in out
    assert out.rstrip().endswith("See you!")
    assert "\x1b" not in out


@pytest.mark.parametrize(
    "rules",
    [
        "players=2 hand=14 stuck=pass hands=2",
        "players=3 hand=7 settle=points target=30",
        "players=4 hand=6 end=clean hands=2",
        "players=4 hand=7 teams=yes side=total settle=pairwise hands=2",
        "players=4 hand=7 next=lead lead=rising hands=3",
        "players=4 hand=7 next=any hands=3 lone=25",
        "players=5 hand=5 settle=winner hands=2",
    ],
)
@pytest.mark.parametrize("level", [level for level in LEVELS if not LEVELS[level].needs_engine])
def test_every_kind_of_match_is_played_to_its_end(run: Run, rules: str, level: str) -> None:
    code, out, err = run("play", "--seed", "x", "--rules", rules, "--level", level, stdin=ONES, lang="id")
    assert (code, err) == (0, "")
    assert "Permainan selesai." in out
    assert "berikutnya" in out.lower()


def test_a_level_of_the_engine(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    args = ("play", "--level", "flat", "--seed", "1", "--rules", "players=4 hand=7 hands=1")
    code, out, err = run(*args, stdin=ONES)
    assert (code, err) == (0, "")
    monkeypatch.setattr("gaple.engine.is_warm", lambda: False)
    assert run(*args, stdin=ONES).out.startswith("Getting the computer player ready")
    monkeypatch.setitem(sys.modules, "numba", None)
    code, out, err = run(*args, stdin=ONES)
    assert (code, out) == (2, "")
    assert "pip install 'gaple[engine]'" in err


def test_the_same_seed_and_answers_give_the_same_match(run: Run, tmp_path: Path) -> None:
    texts = []
    for number in range(2):
        file = tmp_path / f"{number}.gaple"
        args = ("--seed", "7", "--level", "random", "--rules", "players=4 hand=7 hands=2", "--record", str(file))
        assert run("play", *args, stdin=ONES).code == 0
        texts.append(file.read_text())
    assert texts[0] == texts[1]
    other = run("play", "--seed", "8", "--rules", "players=4 hand=7 hands=1", stdin=ONES).out
    assert other != run("play", "--seed", "7", "--rules", "players=4 hand=7 hands=1", stdin=ONES).out


def test_without_a_seed_no_two_matches_are_alike(run: Run) -> None:
    first, second = (run("play", "--rules", "players=4 hand=7 hands=1", stdin=ONES).out for _ in range(2))
    assert first != second


def test_finished_hands_are_recorded_as_they_were_played(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "kept.gaple"
    rules = "players=4 hand=7 settle=pairwise"
    args = ("--seed", "3", "--rules", rules, "--record", str(file), "--name", " Pak   Budi ")
    answers = ONES.split(b"\n")
    out = run("play", *args, stdin=b"\n".join(answers[:60])).out  # and then nobody answers any more
    finished = out.count("is over\n")
    assert finished >= 1
    assert str(file) in out
    replayed = list(replay_text(file.read_text()))
    assert [hand.record.number for hand in replayed] == list(range(1, finished + 1))
    assert all(hand.hand.is_over for hand in replayed)
    assert replayed[0].record.names == {Seat.A: "Pak Budi", **{Seat(n): f"Computer {'ABCD'[n]}" for n in (1, 2, 3)}}
    assert run("check", str(file)) == (0, "", "")


def test_a_second_match_is_added_to_the_first(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "kept.gaple"
    for seed in "12":
        args = ("--seed", seed, "--rules", "players=4 hand=7 hands=1", "--record", str(file))
        assert run("play", *args, stdin=ONES).code == 0
    assert [record.number for record in read_records(file.read_text())] == [1, 1]
    assert run("check", str(file)).code == 0


def test_a_file_that_cannot_be_written_any_more_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(RecordFile, "_replace", full)
    file = tmp_path / "kept.gaple"
    code, out, err = run("play", "--rules", "players=4 hand=7 hands=1", "--record", str(file), stdin=ONES)
    assert code == 2
    assert "Standings" in out  # the match went on
    assert "No space left" in out
    assert "No space left" in err


def test_a_file_that_is_no_record_is_told_before_anything_is_played(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Bayu")
    code, out, err = run("play", "--record", str(file), stdin=ONES)
    assert (code, out) == (1, "")
    assert "letter.txt:1:1" in err


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["--level", "champion"], '"champion"'),
        (["--rules", "players=4 hand=9"], "36"),
        (["--rules", "players=6 hand=1"], "6"),
        (["--name", ""], '""'),
        (["--name", "x" * 31], "30"),
        (["--name", "a\x1bb"], "\\x1b"),
        (["--seed", "\udcff"], "\\udcff"),
        (["--record", "/none/such/x.gaple"], "/none/such/x.gaple"),
    ],
)
def test_bad_options_are_named(run: Run, args: list[str], named: str) -> None:
    for lang in ("id", "en"):
        code, out, err = run("play", *args, stdin=ONES, lang=lang)
        assert (code, out) == (2, "")
        assert named in err
        assert err.count("\n") == 1


@pytest.mark.parametrize("answers", [b"", b"q\ny\n", b"1\n"])
def test_leaving_is_polite(run: Run, answers: bytes) -> None:
    code, out, err = run("play", "--seed", "3", stdin=answers, lang="id")
    assert (code, err) == (0, "")
    assert out.rstrip().endswith("Sampai jumpa!")


def test_ctrl_c_is_polite_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ask, "_wait_for_line", interrupt)
    code, out, err = run("play", "--seed", "3")
    assert (code, err) == (130, "")
    assert out.rstrip().endswith("See you!")


def test_nobodys_tiles_are_told_before_the_hand_is_over(run: Run) -> None:
    out = run("play", "--seed", "3", "--level", "greedy", "--rules", "players=4 hand=7 hands=1", stdin=ONES).out
    before = out[: out.index("Hand 1 is over")]
    told = [line for line in before.splitlines() if re.match(r"Computer \w: .*discarded", line)]
    assert told[:-1]  # the hand's last action may be shown, for then it is over
    assert all(line.endswith(": discarded") for line in told[:-1])


def test_computer_players_sit_at_every_other_seat() -> None:
    assert set(computers("random", "1", Rules(players=5, hand=5))) == set(Seat) - {PERSON}


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("players=4 hand=7", "opens with a double"),
        ("players=4 hand=7 next=any", "opens with any tile"),
        ("players=4 hand=7 next=lead", "whoever holds [0│0]"),
        ("players=4 hand=7 next=lead lead=rising", "whoever holds [1│1]"),
        ("players=4 hand=6", "a tile is turned up"),
    ],
)
def test_who_begins_next_is_told_with_the_duty(run: Run, rules: str, told: str) -> None:
    out = re.sub(r"\s+", " ", run("play", "--seed", "3", "--rules", f"{rules} hands=2", stdin=ONES).out)
    assert f"Next: {told}" in out or re.search(rf"Next: [\w ]+ {re.escape(told)}", out) or told in out
    assert "Next:" in out


def test_results_fit_into_eighty_by_twenty_four(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    rules = [
        "players=4 hand=7 settle=pairwise",
        "players=4 hand=7 teams=yes settle=winner lone=25",
        "players=5 hand=5 settle=pairwise stuck=pass",
        "players=3 hand=9 settle=pairwise stuck=pass",
        "players=2 hand=14 stuck=pass",
    ]
    for text in rules:
        for seed in range(15):
            hand = strategies.play_some(Hand.dealt(Rules.parse(text), seed), seed)
            match = Match(hand.rules)
            match.add(hand)
            written = io.BytesIO()
            monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="utf-8"))
            terminal = Terminal("id")
            names = name_all(terminal, hand.rules.seats, PERSON, "Pak Budi")
            Stage(terminal, names, 0).outcome(hand, match.total, ["Berikutnya: " + "x" * 80])
            sys.stdout.flush()
            rows = written.getvalue().decode().splitlines()
            assert len(rows) <= 1 + 23  # the empty row before it, and one for the question
            assert all(len(row) <= 80 for row in rows)
