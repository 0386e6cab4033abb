from __future__ import annotations

import copy
import pickle

import pytest

from gaple import PASS, TILES, Action, ActionError, Kind, Tile
from gaple.actions import DISCARDS, HIDDEN_DISCARD, LEADS, LEFTS, RIGHTS

EVERY = (*LEADS, *RIGHTS, *LEFTS, *DISCARDS, HIDDEN_DISCARD, PASS)


def test_there_are_as_many_as_the_rules_know() -> None:
    assert len(set(EVERY)) == 4 * 28 + 2


@pytest.mark.parametrize("action", EVERY, ids=str)
def test_an_action_is_a_value(action: Action) -> None:
    assert Action.parse(str(action)) is action
    assert Action.of(action.kind, action.tile) is action
    assert eval(repr(action)) is action
    assert pickle.loads(pickle.dumps(action)) is action
    assert copy.copy(action) is action
    assert action.is_play + action.is_discard + action.is_pass == 1
    with pytest.raises(AttributeError):
        action.tile = TILES[0]


@pytest.mark.parametrize(
    "text", ["", "35>>", "43>", "x", "x7", "x99", "->", "---", "pass", "35 >", ">35", "99", "^35", "?"]
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ActionError) as caught:
        Action.parse(text)
    assert text in str(caught.value)


def test_a_wrong_tile_is_what_the_error_tells() -> None:
    with pytest.raises(ActionError, match="34"):
        Action.parse("43>")


def test_parts_that_make_no_action() -> None:
    for kind, tile in ((Kind.PASS, Tile(0, 0)), (Kind.LEAD, None), (Kind.LEFT, None)):
        with pytest.raises(ActionError):
            Action.of(kind, tile)
    with pytest.raises(TypeError):
        Action()
