"""Every code has its sentence in both languages, and numbers are written as people write them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gaple.analysis
from gaple import Action, Record, Rules, Seat
from gaple.analysis import Budget, review_record
from gaple.analysis.sentences import Teller
from gaple.texts import LANGUAGES, catalogue
from tests.analysis.hands import CHIPS, STOCK, TEAMS, played

SOURCES = Path(gaple.analysis.__file__).parent


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_a_review_says_is_a_sentence(lang: str) -> None:
    for rules in (CHIPS, TEAMS, STOCK):
        for seed in range(3):
            review = review_record(Record.of(played(rules, seed)), budget=Budget(worlds=100))
            teller = Teller(lang, rules, {Seat.A: "Ayu", Seat.B: "Bayu", Seat.C: "Bayu"})
            by_move = {decision.move: decision for decision in review.decisions}
            told = [teller.moment(moment, by_move.get(moment.move)) for moment in review.moments]
            told += [teller.reason(reason) for decision in review.decisions for reason in decision.why]
            told += [teller.how(decision) for decision in review.decisions]
            told += [teller.known(why) for moment in review.known for each in moment.values() for why in each.reasons]
            for sentence in told:
                assert "{" not in sentence
                assert sentence.endswith(".")
                assert sentence[0].isupper() or sentence[0] in "[0123456789"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_code_has_its_text(lang: str) -> None:
    patterns = (SOURCES / "patterns.py").read_text()
    codes = set(re.findall(r'"((?:block|strand|starve|feed|parity|close|counted|void|bury|weight)[a-z-]*)"', patterns))
    assert codes | {"block-not", "block-likely-not"} == set(catalogue(lang)["review"]["why"])
    notes = set(re.findall(r'"((?:tiles|no-split|rules)-[a-z]+)"', (SOURCES / "review.py").read_text()))
    assert notes | {"stopped"} == set(catalogue(lang)["review"]["note"])
    for module in SOURCES.rglob("*.py"):
        for code in re.findall(r'(?:ReviewError)\(\s*"([a-z-]+)"', module.read_text()):
            assert code in catalogue(lang)["error"]


def test_numbers_are_written_as_in_the_language() -> None:
    told = {lang: Teller(lang, CHIPS) for lang in LANGUAGES}
    assert told["id"].number(-1234.56, signed=True) == "−1.234,6"
    assert told["en"].number(1234.56, signed=True) == "+1,234.6"
    assert told["en"].number(-0.01, signed=True) == "0.0"
    assert told["id"].chips(3.25) == "3,2 chip"
    assert Teller("en", Rules()).chips(0.125) == "0.12 wins"
    assert [told["en"].percent(chance) for chance in (0, 0.001, 0.5, 0.999, 1)] == ["0%", "1%", "50%", "99%", "100%"]


def test_who_has_a_name_of_its_own_is_called_by_it() -> None:
    teller = Teller("id", CHIPS, {Seat.A: "Ayu", Seat.B: "Bayu", Seat.C: "Bayu"})
    assert [teller.seat(seat) for seat in (Seat.A, Seat.B, "C", "D")] == ["Ayu", "B", "C", "D"]
    assert [teller.action(Action.parse(text)) for text in ("35<", "x35", "x??", "--", "00")] == [
        "[3-5] di kiri", "buang [3-5]", "buang kartu tertutup", "lewat", "pembuka [0-0]",
    ]  # fmt: skip
