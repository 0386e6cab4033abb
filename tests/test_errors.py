from __future__ import annotations

import pickle

import pytest

import gaple
from gaple import GapleError, RecordSyntaxError, RulesError


def test_errors_carry_code_and_parameters_in_both_languages() -> None:
    with pytest.raises(RulesError) as caught:
        gaple.Rules(players=9, hand=1)
    error = caught.value
    assert error.code == "rules-number"
    assert (error.params["key"], error.params["least"], error.params["most"]) == ("players", 2, 5)
    assert "players=9" in str(error)
    assert "players=9 tidak bisa" in error.told("id")
    assert isinstance(error, GapleError)
    assert isinstance(error, ValueError)


def test_an_error_inside_an_error_is_told_in_the_same_language() -> None:
    with pytest.raises(RecordSyntaxError) as caught:
        list(gaple.read_records('[Gaple "1"]\n[Rules "players=4 hand=9"]\n[Deal ""]\n[Starter "A"]\n', "f"))
    assert str(caught.value).startswith("f:2:9: rules: 4 players")
    assert caught.value.told("id").startswith("f:2:9: aturan: 4 pemain")


def test_errors_can_be_sent_to_another_process() -> None:
    error = RulesError("rules-side-needs-teams")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (RulesError, str(error))
