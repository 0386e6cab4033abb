from __future__ import annotations

import re
import sys

import pytest

from gaple.cli.app import COMMANDS
from gaple.players import LEVELS
from gaple.texts import catalogue
from tests.cli.running import Run

USAGE_ERRORS = [
    (["scroe"], "scroe"),
    (["score", "11", "--rulez", "x"], "--rulez"),
    (["score", "11", "12", "--rules"], "--rules"),
    (["score", "11", "12", "--json=yes"], "--json"),
    (["score"], "TILES"),
    (["check"], "FILE"),
    (["serve", "--port", "eighty"], '--port: "eighty"'),
    (["serve", "--port=65536"], '--port: "65536"'),
    (["play", "--pace", "-1"], '--pace: "-1"'),
    (["play", "now"], "gaple play"),
    (["--lang"], "--lang"),
    (["--lang", "fr"], '"fr"'),
]


@pytest.mark.parametrize("lang", ["id", "en"])
@pytest.mark.parametrize(("args", "named"), USAGE_ERRORS, ids=lambda value: " ".join(value)[:30])
def test_wrong_use_is_one_sentence_that_names_it(run: Run, args: list[str], named: str, lang: str) -> None:
    code, out, err = run(*args, lang=lang)
    assert (code, out) == (2, "")
    assert named in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_the_sentence_is_in_the_language(run: Run) -> None:
    for args, _ in USAGE_ERRORS:
        assert run(*args, lang="id").err != run(*args, lang="en").err


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_wholly_in_indonesian(run: Run, command: str) -> None:
    code, out, err = run(*command.split(), "--help", lang="id")
    assert (code, err) == (0, "")
    assert f"Pemakaian: gaple {command}".strip() in out
    told = catalogue("id")["cli"][command or "gaple"]
    assert told["help"].split()[0] in out
    assert "Tampilkan bantuan" in out
    for english in ("Usage", "Options", "Arguments", "Commands", "Show", "required", "default", "list[", "bool"):
        assert not re.search(rf"\b{re.escape(english)}", out), english


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_english_elsewhere(run: Run, command: str) -> None:
    code, out, _ = run(*command.split(), "--help", lang="en")
    assert code == 0
    assert "Usage: gaple" in out
    assert "Show this help" in out
    assert "Pemakaian" not in out


def test_help_shows_every_command_and_what_it_does(run: Run) -> None:
    out = run("--help").out
    for command in COMMANDS:
        first = catalogue("en")["cli"][command]["help"].split("\n\n")[0].split()[:3]
        assert re.search(rf"│ {command} +{' '.join(first)}", out)


@pytest.mark.parametrize("lang", ["id", "en"])
def test_help_names_and_describes_the_levels_there_are(run: Run, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def shown() -> list[str]:
        words = " ".join(re.sub("[│╭╮╰╯─]", " ", run("play", "--help", lang=lang).out).split())
        return [level for level in LEVELS if re.search(rf"\b{level}\b[^:]*: {re.escape(told[level + '_hint'])}", words)]

    told = catalogue(lang)["level"]
    assert shown() == list(LEVELS)
    monkeypatch.setitem(sys.modules, "numba", None)
    assert shown() == [level for level in LEVELS if not LEVELS[level].needs_engine]


def test_an_error_is_told_in_the_language_asked_for_on_either_side(run: Run) -> None:
    before = run("--lang", "id", "score", "11", "77", lang="en")
    after = run("score", "11", "77", "--lang", "id", lang="en")
    assert before == after
    assert "bukan kartu" in before.err
