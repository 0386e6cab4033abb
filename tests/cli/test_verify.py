from __future__ import annotations

import json
from pathlib import Path

import pytest

from gaple import Record, write_records
from gaple.cli.app import COMMANDS
from tests.cli.running import Run
from tests.cli.test_replay import EXAMPLE
from tests.test_verify import changed, dealt


def write(file: Path, *records: Record) -> str:
    file.write_text(write_records(records), encoding="utf-8")
    return str(file)


def test_it_is_a_command() -> None:
    assert "verify" in COMMANDS


@pytest.mark.parametrize(("lang", "said"), [("en", ": verified\n"), ("id", ": terbukti\n")])
def test_what_is_proved_is_said_in_plain_words(run: Run, tmp_path: Path, lang: str, said: str) -> None:
    code, out, err = run("verify", write(tmp_path / "a.gaple", dealt()), lang=lang)
    assert (code, err) == (0, "")
    assert said in out
    assert dict(dealt().headers)["Commit"] in out  # to compare it with the one seen before the hand
    assert "B, D" in out


def test_a_hand_that_does_not_verify_is_named_with_what_was_expected_and_found(run: Run, tmp_path: Path) -> None:
    forged = changed(dealt(), Commit="0" * 64)
    code, out, err = run("verify", write(tmp_path / "a.gaple", dealt(), forged))
    assert (code, err) == (1, "")
    assert "Hand 1: DOES NOT VERIFY" in out
    assert f"expected {dict(dealt().headers)['Commit']}, found {'0' * 64}" in out
    assert "Verified: 1; do not verify: 1;" in out


@pytest.mark.parametrize(("lang", "said"), [("en", "cannot be verified"), ("id", "tidak bisa dibuktikan")])
def test_a_record_without_the_headers_is_never_well(run: Run, lang: str, said: str) -> None:
    code, out, err = run("verify", "-", stdin=EXAMPLE.encode(), lang=lang)
    assert (code, err) == (1, "")
    assert f": {said}\n" in out
    assert "Table, Commit, Secret" in out
    assert "verified\n" not in out.replace(said, "")
    assert json.loads(run("verify", "-", "--json", stdin=EXAMPLE.encode()).out)["status"] == "unverifiable"


def test_json_has_a_line_for_every_hand(run: Run, tmp_path: Path) -> None:
    file = write(tmp_path / "a.gaple", dealt(), changed(dealt(), Nonces="A:01"))
    code, out, _ = run("verify", "--json", file)
    first, second = map(json.loads, out.splitlines())
    assert code == 1
    assert (first["file"], first["hand"], first["status"], first["nonces"]) == (file, 1, "verified", ["A", "C"])
    assert {check["check"] for check in first["checks"]} == {"nonce", "commit", "deal", "starter"}
    assert [check["seat"] for check in second["checks"] if check["check"] == "nonce" and not check["ok"]] == ["A"]


def test_what_is_no_record_or_no_file_is_told_as_ever(run: Run, tmp_path: Path) -> None:
    well = write(tmp_path / "a.gaple", dealt())
    bad = tmp_path / "b.gaple"
    bad.write_text("x")
    code, out, err = run("verify", well, str(bad))
    assert code == 1
    assert "verified" in out
    assert err.startswith(f"{bad}:1:1: ")
    assert run("verify", well, str(tmp_path / "none")).code == 2
    assert run("verify").code == 2


def test_what_a_header_says_does_not_steer_the_terminal(run: Run, tmp_path: Path) -> None:
    _, out, _ = run("verify", write(tmp_path / "a.gaple", changed(dealt(), Secret="\x1b[2J")))
    assert "\x1b" not in out
