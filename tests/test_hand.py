from __future__ import annotations

import random
import re

import pytest
from hypothesis import given

from gaple import ALL, PASS, Action, Deal, DealError, Ending, Hand, IllegalAction, Kind, Rules, Seat, Tile, pips_of
from gaple.actions import DISCARDS, HIDDEN_DISCARD, LEADS, LEFTS, RIGHTS
from gaple.tiles import FITS
from tests.strategies import hands, rules, seeds

EVERY = (*LEADS, *RIGHTS, *LEFTS, *DISCARDS, HIDDEN_DISCARD, PASS)


def acts(text: str) -> list[Action]:
    return [Action.parse(token) for token in text.split()]


@given(hands())
def test_tiles_are_conserved(hand: Hand) -> None:
    places = [hand.tiles(seat) for seat in hand.rules.seats] + [hand.dead(seat) for seat in hand.rules.seats]
    places += [tuple(Tile(a, b) for a, b in hand.line.halves), hand.deal.stock[1:]]
    everything = [tile for place in places for tile in place]
    assert len(everything) == 28
    assert sum(tile.bit for tile in everything) == ALL


@given(rules(), seeds, seeds)
def test_a_hand_ends_within_its_bound(by: Rules, seed: int, play: int) -> None:
    hand, rng = Hand.dealt(by, seed), random.Random(play)
    # Every tile is played or discarded at most once, and between two plays at most players - 1 pass.
    bound = by.players * by.hand * (by.players if by.stuck == "pass" else 1)
    while not hand.is_over:
        hand.play(rng.choice(hand.legal_actions()))
        assert len(hand.actions) <= bound
    assert hand.outcome is not None
    assert hand.outcome.end == hand.end
    assert hand.turn is None
    assert hand.legal_actions() == ()


@given(hands())
def test_what_is_legal_by_another_reckoning(hand: Hand) -> None:
    """Rules (3) to (6), said again with sets."""
    legal = set(hand.legal_actions())
    turn, ends = hand.turn, hand.ends
    expected = set()
    if turn is not None:
        held = hand.tiles(turn)
        if ends is None:
            named = hand.rules.lead_double(hand.number)
            if hand.number == 1 or hand.rules.next == "lead":
                leads = [named] if named in held else []
            else:
                leads = [tile for tile in held if tile.is_double or hand.rules.next == "any"]
            expected = {Action.of(Kind.LEAD, tile) for tile in leads}
        else:
            expected = {Action.of(Kind.LEFT, tile) for tile in held if ends[0] in (tile.low, tile.high)}
            expected |= {Action.of(Kind.RIGHT, tile) for tile in held if ends[1] in (tile.low, tile.high)}
            if not expected:
                expected = {PASS} if hand.rules.stuck == "pass" else {Action.of(Kind.DISCARD, tile) for tile in held}
    assert legal == expected
    assert len(hand.legal_actions()) == len(legal)
    assert all(hand.is_legal(action) == (action in expected) for action in EVERY)


@given(hands())
def test_how_a_hand_ends_by_another_reckoning(hand: Hand) -> None:
    """Rule (7), tested on every prefix of the hand."""
    by = hand.rules
    again = Hand(by, hand.deal, hand.starter, hand.number, hand.duty.seat)
    for count in range(len(hand.actions) + 1):
        if count:
            again.play(hand.actions[count - 1])
        mover = again.moves[-1][0] if count else None
        out = mover is not None and not again.tiles(mover)
        if out and by.end == "clean":
            assert mover is not None
            out = not again.dead(mover)
        fits = FITS[again.ends[0]][again.ends[1]] if again.ends else ALL
        blocked = not any(tile.bit & fits for seat in by.seats for tile in again.tiles(seat))
        assert again.end == (Ending.OUT if out else Ending.BLOCKED if blocked else None)
        if not again.is_over and mover is not None:
            order = [Seat((mover + step) % by.players) for step in range(1, by.players + 1)]
            assert again.turn == next(seat for seat in order if again.tiles(seat))
            assert by.end == "clean" or again.turn == order[0]
    assert again == hand


@given(hands())
def test_replay_is_the_hand(hand: Hand) -> None:
    again = Hand.replay(hand.rules, hand.deal, hand.starter, hand.actions, hand.number, hand.duty.seat)
    assert again == hand
    assert again.outcome == hand.outcome
    assert [again.view(seat) for seat in hand.rules.seats] == [hand.view(seat) for seat in hand.rules.seats]


def state(hand: Hand) -> tuple[object, ...]:
    seats = hand.rules.seats
    return (
        hand.turn,
        hand.ends,
        hand.end,
        hand.legal_actions(),
        hand.actions,
        hand.outcome,
        hand.unplayed,
        [hand.view(seat) for seat in (*seats, None)],
    )


@given(hands(), seeds)
def test_undo_restores_exactly(hand: Hand, seed: int) -> None:
    rng = random.Random(seed)
    trail = []
    while not hand.is_over:
        trail.append(state(hand))
        hand.play(rng.choice(hand.legal_actions()))
    assert hand.outcome
    while trail:
        action = hand.actions[-1]
        assert hand.undo() is action
        assert state(hand) == trail.pop()


def test_nothing_to_undo() -> None:
    with pytest.raises(IllegalAction, match="nothing to take back"):
        Hand.dealt(Rules(), 1).undo()


@given(hands())
def test_an_illegal_action_changes_nothing_and_says_why(hand: Hand) -> None:
    before = state(hand)
    for action in EVERY:
        reason = hand.why_not(action)
        assert (reason is None) == hand.is_legal(action)
        if reason:
            assert str(action) in str(reason)
            assert reason.told("id") != str(reason)
            with pytest.raises(IllegalAction, match=re.escape(str(reason))):
                hand.play(action)
    assert state(hand) == before


@given(hands())
def test_a_copy_is_independent(hand: Hand) -> None:
    twin = hand.copy()
    assert twin == hand
    if not hand.is_over:
        before = state(hand)
        twin.play(twin.legal_actions()[0])
        assert twin != hand
        assert state(hand) == before


DEAL = Deal.parse("A:01,02,03,04,05,06,12 B:11,13,14,15,16,23,24 C:00,22,33,44,55,25,26 D:34,35,36,45,46,56,66")


@pytest.mark.parametrize(
    ("rules_text", "played", "action", "code"),
    [
        ("", "", "44", "lead-holder"),
        ("", "", "00>", "lead-needed"),
        ("", "", "x00", "lead-needed"),
        ("", "", "66", "not-held"),
        ("", "00", "34", "lead-late"),
        ("", "00", "34>", "no-fit-right"),
        ("", "00", "34<", "no-fit-left"),
        ("", "00", "01>", "not-held"),
        ("", "00", "--", "must-discard"),
        ("stuck=pass", "00", "x34", "must-pass"),
        ("", "00 x34", "x05", "must-play"),
        ("stuck=pass", "00 --", "--", "must-play"),
        ("", "00", "x??", "discard-hidden"),
    ],
)
def test_reasons(rules_text: str, played: str, action: str, code: str) -> None:
    hand = Hand.replay(Rules.parse(f"players=4 hand=7 {rules_text}"), DEAL, Seat.C, acts(played))
    reason = hand.why_not(Action.parse(action))
    assert reason is not None
    assert reason.code == code


def test_either_end_is_the_players_choice_even_where_both_show_the_same() -> None:
    hand = Hand.replay(Rules(), DEAL, Seat.C, acts("00 x34"))
    assert {str(action) for action in hand.legal_actions()} >= {"01<", "01>", "06<", "06>"}
    left, right = hand.copy(), hand.copy()
    left.play(Action.parse("01<"))
    right.play(Action.parse("01>"))
    assert (left.ends, right.ends) == ((1, 0), (0, 1))
    assert (str(left.line), str(right.line)) == ("10 00", "00 01")


def test_blocked_by_the_turned_up_tile() -> None:
    stock = "00,01,02,03,04,05,06,11,12,13,14,15,16,22,23,24,25,26,33,34,35,36,44,45"
    deal = Deal.parse(f"A:46,55 B:56,66 stock:{stock}")
    hand = Hand(Rules(players=2, hand=2), deal, Seat.B)
    assert (hand.end, hand.turn, hand.actions) == (Ending.BLOCKED, None, ())
    assert hand.outcome is not None
    assert hand.outcome.points == (20, 23)
    assert hand.view(Seat.A).outcome == hand.outcome


def test_the_last_tile_discarded_is_out_only_by_end_empty() -> None:
    stock = "00,02,03,04,05,06,12,13,14,15,16,22,23,24,25,26,34,35,36,45,46,55,56,66"
    deal = Deal.parse(f"A:01,11 B:33,44 stock:{stock}")
    empty = Hand.replay(Rules(players=2, hand=2), deal, Seat.B, acts("x33 01> x44"))
    assert (empty.end, empty.turn, empty.tiles(Seat.B)) == (Ending.OUT, None, ())
    clean = Hand.replay(Rules(players=2, hand=2, end="clean"), deal, Seat.B, acts("x33 01> x44"))
    assert (clean.end, clean.turn) == (None, Seat.A)
    clean.play(Action.parse("11>"))
    assert (clean.end, clean.outcome.winner if clean.outcome else None) == (Ending.OUT, Seat.A)


def test_under_end_clean_a_player_with_dead_tiles_only_is_skipped() -> None:
    found = 0
    for seed in range(300):
        hand = Hand.dealt(Rules(players=3, hand=4, end="clean"), seed)
        rng = random.Random(seed)
        while not hand.is_over:
            assert hand.turn is not None
            assert hand.tiles(hand.turn)
            hand.play(rng.choice(hand.legal_actions()))
            found += (not hand.is_over) * (() in [hand.tiles(seat) for seat in hand.rules.seats])
    assert found > 50


def test_a_last_tile_that_also_blocks_ends_the_hand_as_out() -> None:
    for seed in range(2000):
        hand = Hand.dealt(Rules(players=2, hand=3, stuck="pass"), seed)
        rng = random.Random(seed)
        while not hand.is_over:
            hand.play(rng.choice(hand.legal_actions()))
        if hand.actions and hand.end is Ending.OUT and hand.ends:
            fits = FITS[hand.ends[0]][hand.ends[1]]
            if not any(tile.bit & fits for seat in hand.rules.seats for tile in hand.tiles(seat)):
                return
    pytest.fail("no such hand among 2000")


def test_points_count_dead_tiles() -> None:
    rng = random.Random(7)
    hand = Hand.dealt(Rules(hand=6), 7)
    while not hand.is_over:
        hand.play(rng.choice(hand.legal_actions()))
    assert hand.outcome is not None
    for seat in hand.rules.seats:
        held = sum(tile.pips for tile in (*hand.tiles(seat), *hand.dead(seat)))
        assert hand.outcome.points[seat] == held == pips_of(hand.unplayed[seat])


def test_a_deal_for_other_rules_is_refused() -> None:
    with pytest.raises(DealError):
        Hand(Rules(players=2, hand=14), DEAL, Seat.C)


@given(hands())
def test_a_hand_does_not_tell_its_tiles_by_accident(hand: Hand) -> None:
    shown = {str(Tile(a, b)) for a, b in hand.line.halves}
    told = set(re.findall(r"\b[0-6][0-6]\b", repr(hand).split("line=")[1]))
    assert {min(text, text[::-1]) for text in told} <= shown
    with pytest.raises(TypeError):
        hash(hand)


def test_what_is_no_action_or_seat_at_all_is_said_to_the_programmer() -> None:
    hand = Hand.dealt(Rules(), 1)
    for wrong in ("00", None, Tile(0, 0)):
        with pytest.raises(TypeError, match="expected an Action"):
            hand.play(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a Seat"):
        hand.view("A")  # type: ignore[arg-type]
