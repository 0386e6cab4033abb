from __future__ import annotations

import io
import sys

import pytest

from gaple import Action, Hand, Kind, Rules, Seat, View
from gaple.cli.ask import Asker, Leave
from gaple.cli.terminal import Terminal


def person_to_move(seed: int, rules: str = "players=4 hand=7", *, want: str) -> View:
    """The first view of A on turn in a hand where A has such a choice."""
    for number in range(seed, seed + 500):
        hand = Hand.dealt(Rules.parse(rules), number)
        while not hand.is_over:
            if hand.turn == Seat.A and kind_of(hand.view(Seat.A)) == want:
                return hand.view(Seat.A)
            hand.play(hand.legal_actions()[0])
    raise AssertionError(want)


def kind_of(view: View) -> str:
    tiles = {action.tile for action in view.legal}
    if len(view.legal) == 1:
        return f"only {view.legal[0].kind}"
    if len(view.legal) == 2 and len(tiles) == 1:
        return "one tile, both ends"
    if view.legal[0].kind is Kind.DISCARD:
        return "discards"
    return "both ends" if len(tiles) < len(view.legal) else "plays"


class Talk:
    """Answers given, notes and questions that came."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self.notes: list[str] = []
        self.asked = ""

    def __call__(self, view: View, *answers: str | bytes, lang: str = "en") -> Action:
        written = io.BytesIO()
        typed = b"".join((answer if isinstance(answer, bytes) else answer.encode()) + b"\n" for answer in answers)
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
        self._patch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="utf-8"))
        self.notes = []
        try:
            return Asker(Terminal(lang)).action(view, self.notes.append)
        finally:
            sys.stdout.flush()
            self.asked = written.getvalue().decode()


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch) -> Talk:
    return Talk(monkeypatch)


def test_a_number_chooses(talk: Talk) -> None:
    view = person_to_move(1, want="plays")
    for number, action in enumerate(sorted(view.legal, key=lambda action: str(action.tile)), 1):
        assert talk(view, f" {number} ") is action
    assert f"1 to {len(view.legal)}" in talk.asked


def test_a_discard_is_chosen(talk: Talk) -> None:
    view = person_to_move(1, want="discards")
    assert talk(view, "2") is view.legal[1]
    assert "Discard which tile" in talk.asked


def test_a_lead_is_chosen_among_doubles(talk: Talk) -> None:
    for seed in range(50):
        hand = Hand.dealt(Rules(), seed, 2, Seat.A)
        if hand.turn == Seat.A and len(hand.legal_actions()) > 1:
            view = hand.view(Seat.A)
            assert talk(view, "2", lang="id") is view.legal[1]
            assert "Kamu membuka" in talk.asked
            return
    raise AssertionError("no such hand")


@pytest.mark.parametrize("kind", ["left", "right", "lead", "discard", "pass"])
def test_what_is_forced_needs_only_enter(talk: Talk, kind: str) -> None:
    rules = "players=4 hand=7 stuck=pass" if kind == "pass" else "players=4 hand=7"
    view = person_to_move(1, rules, want=f"only {kind}")
    assert talk(view, "") is view.legal[0]
    assert "Enter" in talk.asked
    assert talk(view, "nonsense", "") is view.legal[0]
    assert len(talk.notes) == 1


def test_enter_alone_is_no_choice_among_several(talk: Talk) -> None:
    view = person_to_move(1, want="plays")
    talk(view, "", "1")
    assert len(talk.notes) == 1


@pytest.mark.parametrize(("answer", "kind"), [("1", Kind.LEFT), ("<", Kind.LEFT), ("2", Kind.RIGHT), (">", Kind.RIGHT)])
@pytest.mark.parametrize("want", ["both ends", "one tile, both ends"])
def test_a_tile_that_fits_both_ends_is_asked_for_its_end(talk: Talk, want: str, answer: str, kind: Kind) -> None:
    view = person_to_move(1, want=want)
    number, tile = next(
        (number, tile)
        for number, tile in enumerate([t for t in view.tiles if any(a.tile is t for a in view.legal)], 1)
        if sum(action.tile is tile for action in view.legal) == 2
    )
    assert talk(view, str(number), answer) is Action.of(kind, tile)
    assert "fits both ends" in talk.asked
    if answer in "<>":
        assert talk(view, f"{number}{answer}") is Action.of(kind, tile)
        assert "fits both ends" not in talk.asked
    talk(view, str(number), "3", str(number), answer)
    assert '"3" is no end' in talk.notes[0]


def test_an_end_that_does_not_fit_is_told(talk: Talk) -> None:
    view = person_to_move(1, want="plays")
    action = next(action for action in view.legal)
    number = sorted({str(legal.tile) for legal in view.legal}).index(str(action.tile)) + 1
    wrong = ">" if action.kind is Kind.LEFT else "<"
    assert talk(view, f"{number}{wrong}", str(number)) is action
    assert "does not fit that end" in talk.notes[0]


@pytest.mark.parametrize("answer", ["0", "9", "99999", "-1", "1.5", "x", "35", "1 2", b"\xff\xfe", "\x1b[A", "x" * 500])
def test_an_answer_that_means_nothing_is_answered_kindly(talk: Talk, answer: str | bytes) -> None:
    view = person_to_move(1, want="plays")
    assert talk(view, answer, "1") in view.legal
    assert len(talk.notes) == 1
    assert "? for help" in talk.notes[0]
    assert "\x1b" not in talk.notes[0]
    assert len(talk.notes[0]) < 160


def test_help(talk: Talk) -> None:
    view = person_to_move(1, want="plays")
    talk(view, "?", "1", lang="id")
    assert "q keluar" in talk.notes[0]


@pytest.mark.parametrize("yes", ["y", "Y", "ya", "yes"])
def test_leaving_asks_once_more(talk: Talk, yes: str) -> None:
    view = person_to_move(1, want="plays")
    with pytest.raises(Leave):
        talk(view, "q", yes)
    assert talk(view, "Q", "n", "1") in view.legal
    assert talk(view, "q", "", "1") in view.legal


def test_leaving_at_the_question_for_the_end(talk: Talk) -> None:
    view = person_to_move(1, want="one tile, both ends")
    with pytest.raises(Leave):
        talk(view, "1", "q", "y")
    assert talk(view, "1", "q", "n", "1", "2").kind is Kind.RIGHT


def test_when_nobody_answers_any_more_it_leaves(talk: Talk) -> None:
    view = person_to_move(1, want="plays")
    for answers in ((), ("?",), ("q",)):
        with pytest.raises(Leave):
            talk(view, *answers)
