"""From the commitment to the deal: without a server, then over real sockets."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gaple import Dealing, Rules, Seat, commitment, nonce_commitment, read_records, verify_record
from gaple.server.live.clock import Due, Since, What, due
from gaple.server.play import history
from gaple.server.play.commands import CLOCK, BeReady, CommitNonce, DealNext, Play, RevealNonce, Sit, Start, Stop
from gaple.server.play.dealing import waited_for
from gaple.server.play.shuffle import Shuffle
from gaple.server.play.table import Phase, fold
from gaple.server.settings import Settings
from tests import strategies
from tests.server import client, wire
from tests.server.client import Person, Window, serving
from tests.server.states import NAMES, PERSONS, TABLE, Played, full, snapshot, table
from tests.server.test_clock import here
from tests.server.test_decide import BUDI, CITRA, HOST, NOBODY, kinds, phase, play_on, refusal, told

NONCES = {seat: f"{17 + seat:032x}" for seat in Seat}


def shuffling() -> Played:
    """A table about to be dealt."""
    played = full(Rules(players=3, hand=9), 1, persons=2)
    play_on(played)
    played.do(DealNext(seq=played.state.seq), CLOCK)
    assert played.state.phase is Phase.DEALING
    return played


def commit(played: Played, seat: Seat) -> CommitNonce:
    command = told(played, CommitNonce, commit=nonce_commitment(seat, NONCES[seat]))
    assert isinstance(command, CommitNonce)
    return command


def of(played: Played) -> Shuffle:
    assert played.state.shuffle
    return played.state.shuffle


def dealing(played: Played) -> Dealing:
    assert played.state.dealing
    return played.state.dealing


def test_nonces_are_committed_to_then_revealed_then_dealt_with() -> None:
    played = shuffling()
    assert kinds(played.do(commit(played, Seat.A), HOST)) == ["nonce_committed"]
    assert refusal(played, HOST, RevealNonce, nonce=NONCES[Seat.A]).code == "not-shuffling"
    assert kinds(played.do(commit(played, Seat.B), BUDI)) == ["nonce_committed"]
    assert kinds(played.do(DealNext(seq=played.state.seq), CLOCK)) == ["revealing"]
    assert refusal(played, HOST, CommitNonce, commit="0" * 64).code == "not-shuffling"
    for seat, actor in ((Seat.A, HOST), (Seat.B, BUDI)):
        assert refusal(played, actor, RevealNonce, nonce="0" * 32).code == "nonce-differs"
        assert kinds(played.do(told(played, RevealNonce, nonce=NONCES[seat]), actor)) == ["nonce_revealed"]
        assert played.do(told(played, RevealNonce, nonce=NONCES[seat]), actor) == []
    assert kinds(played.do(DealNext(seq=played.state.seq), CLOCK)) == ["dealt"]
    assert dealing(played).nonces == (NONCES[Seat.A], NONCES[Seat.B], "")
    assert dealing(played).secret.hex() == of(played).secret
    play_on(played)
    record = list(read_records(history.record(TABLE, played.log, NAMES, "en")))[-1]
    assert verify_record(record).status == "verified"
    assert verify_record(record).nonces == (Seat.A, Seat.B)


def test_a_seat_that_does_not_commit_or_reveal_counts_as_empty() -> None:
    played = shuffling()
    played.do(commit(played, Seat.B), BUDI)
    played.do(DealNext(seq=played.state.seq), CLOCK)
    assert kinds(played.do(DealNext(seq=played.state.seq), CLOCK)) == ["dealt"]
    assert dealing(played).nonces == ("", "", "")
    play_on(played)
    record = list(read_records(history.record(TABLE, played.log, NAMES, "en")))[-1]
    assert (verify_record(record).status, verify_record(record).silent) == ("verified", (Seat.B,))


def test_without_a_nonce_there_is_nothing_to_reveal() -> None:
    played = shuffling()
    assert kinds(played.do(DealNext(seq=played.state.seq), CLOCK)) == ["dealt"]


def test_what_somebody_committed_to_stays() -> None:
    played = shuffling()
    played.do(commit(played, Seat.A), HOST)
    before = dict(of(played).commits)
    assert played.do(told(played, CommitNonce, commit="0" * 64), HOST) == []
    assert of(played).commits == before
    played.do(DealNext(seq=played.state.seq), CLOCK)
    assert refusal(played, BUDI, RevealNonce, nonce=NONCES[Seat.B]).code == "not-shuffling"
    assert refusal(played, BUDI, RevealNonce, nonce=NONCES[Seat.A]).code == "not-shuffling"


def test_nobody_can_have_it_dealt_anew_or_keep_it_from_being_dealt() -> None:
    played = shuffling()
    secret = of(played).secret
    for kind in (BeReady, Stop):
        assert refusal(played, HOST, kind).code == "not-between-hands"
    assert refusal(played, HOST, Start).code == "match-begun"
    assert refusal(played, CITRA, Sit, seat="C").code == "match-begun"
    assert refusal(played, HOST, Play, action="00").code == "no-hand"
    for nobody in (CITRA, NOBODY):
        assert refusal(played, nobody, CommitNonce, commit="0" * 64).code == "not-seated"
    played.deal()
    assert dealing(played).secret.hex() == secret
    assert refusal(played, HOST, CommitNonce, commit="0" * 64).code == "not-shuffling"
    assert refusal(played, CLOCK, DealNext).code == "not-between-hands"


def test_a_commitment_for_the_hand_before_is_stale() -> None:
    played = shuffling()
    late = commit(played, Seat.A)
    played.deal()
    play_on(played)
    played.do(DealNext(seq=played.state.seq), CLOCK)
    assert refusal(played, HOST, CommitNonce, commit=late.commit, seq=late.seq).code == "stale"


EVENT, MOVED, WATCHED = 500.0, 480.0, 100.0


def coming(played: Played, present: set[str], watched: float = WATCHED) -> Due | None:
    return due(played.state, here(present, watched), Since(EVENT, MOVED, 0), Settings(shuffle_within=2))


def test_the_clock_waits_for_those_who_are_there_and_not_for_long() -> None:
    played = shuffling()
    both = set(PERSONS[:2])
    assert waited_for(played.state, both) == {Seat.A, Seat.B}
    assert coming(played, both) == Due(What.DEAL, MOVED + 2)
    assert coming(played, both, EVENT + 9) == Due(What.DEAL, EVENT + 11)
    assert coming(played, set()) == Due(What.DEAL, EVENT)
    played.do(commit(played, Seat.A), HOST)
    assert coming(played, both) == Due(What.DEAL, MOVED + 2)  # since the commitment, not since the last answer
    assert coming(played, {PERSONS[0]}) == Due(What.DEAL, EVENT)
    played.do(commit(played, Seat.B), BUDI)
    assert coming(played, both) == Due(What.DEAL, EVENT)
    played.do(DealNext(seq=played.state.seq), CLOCK)
    assert waited_for(played.state, set()) == {Seat.A, Seat.B}  # who has committed may come back to reveal
    played.do(told(played, RevealNonce, nonce=NONCES[Seat.A]), HOST)
    assert coming(played, both) == Due(What.DEAL, MOVED + 2)
    played.do(told(played, RevealNonce, nonce=NONCES[Seat.B]), BUDI)
    assert coming(played, both) == Due(What.DEAL, EVENT)


@given(strategies.rules(), st.integers(0, 2**32), st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_a_table_loaded_at_any_moment_goes_on_to_the_same_deal(rules: Rules, seed: int, persons: int) -> None:
    rng = random.Random(seed)
    played = full(rules, seed, min(persons, rules.players))
    play_on(played)
    if phase(played) is not Phase.HAND_OVER:
        return
    played.do(DealNext(seq=played.state.seq), CLOCK)
    begun = len(played.log)
    actors = {Seat(at): actor for at, actor in enumerate((HOST, BUDI, CITRA)[: len(played.state.persons)])}
    for seat, actor in actors.items():
        if rng.random() < 0.7:
            played.do(commit(played, seat), actor)
    played.do(DealNext(seq=played.state.seq), CLOCK)
    for seat in of(played).commits:
        if rng.random() < 0.7:
            played.do(told(played, RevealNonce, nonce=NONCES[seat]), actors[seat])
    if phase(played) is Phase.DEALING:
        played.deal()
    for length in range(begun, len(played.log) + 1):
        loaded = fold(TABLE, played.log[:length])
        assert loaded.phase is (Phase.DEALING if length < len(played.log) else played.state.phase)
        for event in played.log[length:]:
            loaded.apply(event)
        assert snapshot(loaded) == snapshot(played.state)


# Over sockets


async def answer_shuffle(window: Window, nonce: str = "a5" * 16, commits: bool = True, reveals: bool = True) -> None:
    """Do what a browser does before a hand is dealt."""
    while window.now.table.phase == "dealing":
        shuffle, seat = window.now.table.shuffle, window.now.you.seat
        assert shuffle
        assert seat
        mine = nonce_commitment(Seat.parse(seat), nonce)
        if commits and shuffle.stage == "commit" and seat not in shuffle.nonce_commits:
            await window.do("commit_nonce", commit=mine)
        elif reveals and shuffle.stage == "reveal" and shuffle.nonce_commits.get(seat) == mine:
            reveals = False
            await window.do("reveal_nonce", nonce=nonce)
        else:
            await window.next()


async def start(window: Window) -> None:
    await window.send(type="start", id="start", seq=window.now.seq)
    await window.until(wire.Done)


async def test_a_deal_that_two_browsers_had_a_part_in_is_verified(tmp_path: Path) -> None:
    chosen = client.settings(tmp_path, shuffle_within=600)  # so long that it is only dealt when all have answered
    async with AsyncExitStack() as stack:
        base = await stack.enter_async_context(serving(chosen))
        ani, budi, onlooker = [await stack.enter_async_context(Person.named(base, name)) for name in ("A", "B", "C")]
        id_ = await ani.make_table("players=2 hand=7 hands=1")
        windows = [await stack.enter_async_context(person.at(id_)) for person in (ani, budi, onlooker)]
        await windows[1].do("sit", seat="B")
        await windows[0].until(wire.Event)
        await start(windows[0])
        await windows[1].until_phase("dealing")
        await asyncio.gather(answer_shuffle(windows[0], "aa" * 16), answer_shuffle(windows[1], "bb" * 32))
        await asyncio.gather(
            *(client.play_hand(window) for window in windows[:2]), windows[2].until_phase("match_over")
        )
        shuffle = windows[2].now.table.shuffle
        assert shuffle
        assert shuffle.nonces == {"A": "aa" * 16, "B": "bb" * 32}
        assert shuffle.secret
        assert commitment(bytes.fromhex(shuffle.secret)) == shuffle.commit
        for window in windows:
            check_order(window.told, shuffle)
        record = next(read_records((await ani.get(f"/api/tables/{id_}/record")).text))
        assert (verify_record(record).status, verify_record(record).nonces) == ("verified", (Seat.A, Seat.B))
        assert dict(record.headers)["Commit"] == shuffle.commit


def check_order(messages: list[wire.Message], over: wire.Shuffle) -> None:
    """The commitment is told before the deal and never changes; secret and nonces only after the hand."""
    seen = [message for message in messages if isinstance(message, wire.State | wire.Event)]
    kinds_ = [type(message.event) for message in seen if isinstance(message, wire.Event)]
    assert kinds_.index(wire.Committed) < kinds_.index(wire.NonceCommitted) < kinds_.index(wire.Revealing)
    assert kinds_.index(wire.Revealing) < kinds_.index(wire.NonceRevealed) < kinds_.index(wire.Dealt)
    assert {message.table.shuffle.commit for message in seen if message.table.shuffle} == {over.commit}
    told_ = {message.table.shuffle.stage for message in seen if message.table.shuffle}
    assert told_ == {"commit", "reveal", "dealt", "over"}


@pytest.mark.parametrize(("commits", "reveals", "silent"), [(False, False, ()), (True, False, (Seat.A,))])
async def test_who_does_not_answer_keeps_nobody_waiting_for_long(
    tmp_path: Path, commits: bool, reveals: bool, silent: tuple[Seat, ...]
) -> None:
    chosen = client.settings(tmp_path, shuffle_within=0.3 if commits else 0.01)
    async with serving(chosen) as base, Person.named(base, "Ani") as ani:
        id_ = await ani.play_now(rules="players=2 hand=7 hands=1")
        async with ani.socket(id_) as window:
            await window.send(type="hello", version=1, seq=None, lang="en")
            await window.next()
            await answer_shuffle(window, commits=commits, reveals=reveals)
            await client.play_hand(window)
        record = next(read_records((await ani.get(f"/api/tables/{id_}/record")).text))
        verification = verify_record(record)
        assert (verification.status, verification.nonces) == ("verified", ())
        assert verification.silent in (silent, ())  # on a slow machine the time to commit may be over too


async def test_a_server_that_is_started_again_deals_from_what_it_committed_to(tmp_path: Path) -> None:
    for stage in ("commit", "reveal"):
        data = tmp_path / stage
        async with AsyncExitStack() as stack:
            base = await stack.enter_async_context(serving(client.settings(data, shuffle_within=600)))
            ani = await stack.enter_async_context(Person.named(base, "Ani"))
            token = ani.client.cookies["gaple_device"]
            id_ = await ani.play_now(rules="players=2 hand=7 hands=1")
            window = await stack.enter_async_context(ani.socket(id_))
            await window.send(type="hello", version=1, seq=None, lang="en")
            await window.next()
            if stage == "reveal":
                await window.do("commit_nonce", commit=nonce_commitment(Seat.A, "a5" * 16))
                await window.until(wire.Event, lambda m: isinstance(m.event, wire.Revealing))
            before = window.now.table.shuffle
            assert before
            assert before.stage == stage
        async with AsyncExitStack() as stack:
            base = await stack.enter_async_context(serving(client.settings(data, shuffle_within=600)))
            again = await stack.enter_async_context(Person.stranger(base, token))
            window = await stack.enter_async_context(again.socket(id_))
            await window.send(type="hello", version=1, seq=None, lang="en")
            await window.next()
            assert window.now.table.shuffle == before
            await answer_shuffle(window)
            await client.play_hand(window)
            over = window.now.table.shuffle
            assert over is not None
            assert (over.commit, over.nonces) == (before.commit, {"A": "a5" * 16})


async def test_what_is_no_commitment_and_no_nonce_is_not_taken(base: str) -> None:
    async with Person.named(base, "Ani") as ani, ani.at(await ani.make_table("players=2 hand=7")) as window:
        for number, frame in enumerate(
            (
                {"type": "commit_nonce", "commit": "00"},
                {"type": "commit_nonce", "commit": "A" * 64},
                {"type": "reveal_nonce", "nonce": "00"},
                {"type": "reveal_nonce", "nonce": "0" * 65},
            )
        ):
            await window.send(id=f"c{number}", seq=window.now.seq, **frame)
            assert (await window.until(wire.Failed)).error.code == "message-malformed"
        assert await window.refused("commit_nonce", commit="0" * 64) == "not-shuffling"


def test_a_table_of_computer_players_is_dealt_at_once() -> None:
    played = table(Rules(players=2, hand=7), 1, "greedy")
    assert coming(played, set()) == Due(What.DEAL, EVENT)
    assert kinds(played.do(DealNext(seq=played.state.seq), CLOCK)) == ["dealt"]
