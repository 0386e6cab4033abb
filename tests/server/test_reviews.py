"""Finished hands are reviewed: line by line, once, for whoever may see them, and no table waits for it."""

from __future__ import annotations

import asyncio
import json
import pickle
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from gaple import Hand, Rules
from gaple.players import Greedy
from gaple.server.errors import Unavailable
from gaple.server.live import processes
from gaple.server.live.processes import Pool
from gaple.server.reviews import Reviews
from gaple.server.store import reviews as kept_reviews
from gaple.server.store.storage import Storage
from tests.server.client import Person, play_hand, serving, settings
from tests.waiting import PATIENCE, until

RULES = "players=3 hand=5 settle=pairwise"


def reviewing(data: Path, **changes: Any) -> Any:
    """Settings of a server that reviews with a small budget."""
    return settings(data, **{"reviewers": 1, "review_worlds": 200, **changes})


async def lines_of(person: Person, path: str) -> list[dict[str, Any]]:
    """All lines of a review."""
    answer = await person.client.get(path, timeout=10 * PATIENCE)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines()]


def over(seed: int, rules: str = RULES) -> Hand:
    """A hand that is over."""
    hand, player = Hand.dealt(Rules.parse(rules), seed=seed), Greedy()
    while hand.turn is not None:
        hand.play(player.choose(hand.view(hand.turn)))
    return hand


async def test_a_hand_is_reviewed_while_its_table_goes_on(tmp_path: Path) -> None:
    """Nothing is told of a hand that is not over; what is, comes line by line, is kept, and nobody waits for it."""
    async with serving(reviewing(tmp_path)) as base:  # noqa: SIM117
        async with Person.named(base, "Ani") as ani, Person.named(base, "Budi") as budi:
            table = await ani.make_table(RULES, onlookers=False)
            path = f"/api/tables/{table}/hands/1/1/review"
            async with ani.at(table) as window:
                for seat in "BC":
                    await window.do("computer", seat=seat, level="greedy", seq=window.now.seq)
                await window.do("start")
                await window.until_phase("playing")
                for person, code in ((ani, "no-finished-hand"), (budi, "no-onlookers")):
                    assert (await person.get(path)).json()["code"] == code
                await play_hand(window)
                told = asyncio.create_task(lines_of(ani, path))
                refused = await budi.get(path)
                assert (refused.status_code, refused.json()["code"]) == (403, "no-onlookers")
                await window.do("ready")
                await window.until_phase("playing", "dealing")
                second = await ani.get(path.replace("/1/review", "/2/review"))
                assert second.json()["code"] == "no-finished-hand"
                await play_hand(window)
                lines = await told
            steps = (await ani.get(path.removesuffix("/review"))).json()["steps"]
            begins = next(line for line in lines if line["type"] == "begins")
            decided = {
                final: {
                    line["decision"]["move"]: line["decision"]
                    for line in lines
                    if line["type"] == "decides" and line["final"] is final
                }
                for final in (False, True)
            }
            for decisions in decided.values():
                assert sorted(decisions) == begins["moves"]
            assert set(begins["moves"]) <= {number for number, it in enumerate(steps, 1) if not it["forced"]}
            for move, decision in decided[True].items():
                assert (decision["seat"], decision["played"]) == (steps[move - 1]["seat"], steps[move - 1]["action"])
                assert any(option["hindsight"] is not None for option in decision["options"])
            assert len(begins["known"]) == len(steps)
            assert all([each["seat"] for each in moment] == ["A", "B", "C"] for moment in begins["known"])
            ends = lines[-1]
            assert ends["type"] == "ends"
            for seat, split in ends["splits"].items():
                parts = sum(split[part] for part in ("usual", "deal", "decisions", "others"))
                assert split["net"] == pytest.approx(parts, abs=0.05)
                assert -split["decisions"] == pytest.approx(ends["lost"][seat], abs=0.05)
            assert "Ani" not in json.dumps(lines)
            assert "p_" not in json.dumps(lines)

            again = await lines_of(ani, path)
            assert again == [line for line in lines if line["type"] != "waits" and line.get("final") is not False]


async def test_a_server_that_reviews_nothing_says_so(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as base, Person.named(base, "Ani") as ani:
        table = await ani.play_now(rules=RULES)
        async with ani.at(table) as window:
            await play_hand(window)
        answer = await ani.get(f"/api/tables/{table}/hands/1/1/review")
        assert (answer.status_code, answer.json()["code"]) == (503, "no-reviews")


async def test_there_is_an_end_to_reviews(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gaple.server.reviews._PATIENCE", PATIENCE)  # it goes on while nobody waits
    chosen = reviewing(tmp_path, reviews_per_hour=1, reviews_at_once=1)
    async with serving(chosen) as base, Person.named(base, "Ani") as ani:
        table = await ani.play_now(rules=f"{RULES} hands=2")
        async with ani.at(table) as window:
            await play_hand(window)
            await window.do("ready")
            await window.until_phase("playing", "dealing")
            await play_hand(window)
        first, second = (f"/api/tables/{table}/hands/1/{number}/review" for number in (1, 2))
        async with ani.client.stream("GET", first) as going:
            its_lines = going.aiter_lines()
            assert json.loads(await anext(its_lines))["type"] == "waits"
            assert [line["error"]["code"] for line in await lines_of(ani, first)] == ["reviews-at-once"]
        while (last := (await lines_of(ani, first))[-1])["type"] == "error":
            assert last["error"]["code"] == "reviews-at-once"  # it is noticed soon that the other has gone
            await asyncio.sleep(0.2)  # requests have a limit too
        assert last["type"] == "ends"
        refused = await ani.get(second)
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many-reviews")
        assert (await lines_of(ani, first))[-1]["type"] == "ends"  # one that is there costs nothing


async def test_who_is_many_has_no_more_reviews_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests are made for nothing, so those of one network are counted together, and with them whoever is no guest."""
    monkeypatch.setattr("gaple.server.reviews._PATIENCE", PATIENCE)  # it goes on while nobody waits
    chosen = reviewing(tmp_path, reviews_at_once=2, reviews_per_address=2)
    async with (
        serving(chosen) as base,
        Person.named(base, "Ani") as ani,
        Person.named(base, "Budi") as budi,
        Person.named(base, "Citra") as citra,
        Person.stranger(base) as stranger,
    ):
        table = await ani.play_now(rules=RULES)
        async with ani.at(table) as window:
            await play_hand(window)
        path = f"/api/tables/{table}/hands/1/1/review"
        async with ani.client.stream("GET", path) as first, budi.client.stream("GET", path) as second:
            going = [answer.aiter_lines() for answer in (first, second)]
            for its_lines in going:
                assert json.loads(await anext(its_lines))["type"] == "waits"
            for person in (citra, stranger):
                assert [line["error"]["code"] for line in await lines_of(person, path)] == ["reviews-from-here"]
        while (last := (await lines_of(citra, path))[-1])["type"] == "error":
            assert last["error"]["code"] == "reviews-from-here"  # it is noticed soon that the others have gone
            await asyncio.sleep(0.2)  # requests have a limit too
        assert last["type"] == "ends"


@asynccontextmanager
async def opened(tmp_path: Path, **changes: Any) -> AsyncIterator[Reviews]:
    """The reviews of a server, without the server."""
    storage = await Storage.open(tmp_path)
    reviews = Reviews(storage, reviewing(tmp_path, **changes))
    try:
        yield reviews
    finally:
        await reviews.close()
        await storage.close()


async def told(reviews: Reviews, hand: Hand) -> list[dict[str, Any]]:
    with reviews.waiting(hand) as review:
        return [json.loads(line) async for line in reviews.lines(review)]


async def test_the_same_hand_is_reviewed_once_and_all_are_sketched_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def ask(pool: Pool, question: bytes) -> Any:
        kind, _, hand, _, _ = pickle.loads(question)
        asked.append(f"{kind} {hands.index(hand.actions)}")
        return await whole(pool, question)

    whole = Pool.ask
    monkeypatch.setattr(Pool, "ask", ask)
    hands = [over(seed).actions for seed in (1, 2)]
    async with opened(tmp_path, reviews_queued=2) as reviews:
        both = asyncio.gather(*(told(reviews, over(seed)) for seed in (1, 2, 1)))
        await asyncio.sleep(0)
        with pytest.raises(Unavailable, match="waiting to be reviewed"):
            await told(reviews, over(3))
        first, second, same = await both
        assert [line for line in first if line["type"] != "waits"] == [line for line in same if line["type"] != "waits"]
        assert asked[:2] == ["sketch 0", "sketch 1"]
        assert asked[2:] == sorted(asked[2:], key=lambda it: it[-1])
        assert len(asked) == 4 + sum(line.get("final") is True for line in first + second)
        await until(lambda: not reviews._keeping)
        await told(reviews, over(1))
        assert asked.count("sketch 0") == 2  # without asking for what is kept
        kept = await reviews.kept(over(1))
        assert kept
        assert [json.loads(line)["type"] for line in kept] == [
            line["type"] for line in first if line["type"] != "waits" and line.get("final") is not False
        ]


async def test_who_reads_slowly_misses_nothing(tmp_path: Path) -> None:
    """More is found while a line is on its way."""
    async with opened(tmp_path) as reviews:
        quick = asyncio.create_task(told(reviews, over(1)))
        await asyncio.sleep(0)
        slow = []
        with reviews.waiting(over(1)) as review:
            async for line in reviews.lines(review):
                slow.append(json.loads(line))
                if slow[-1]["type"] == "begins":
                    await until(lambda: review.ended)
        assert [it for it in slow if it["type"] != "waits"] == [it for it in await quick if it["type"] != "waits"]


async def test_what_nobody_waits_for_is_given_up_and_a_process_ends_with_nothing_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gaple.server.reviews._PATIENCE", 0.05)
    async with opened(tmp_path, review_worlds=20_000, reviews_idle=0.05) as reviews:
        with reviews.waiting(over(1, "players=4 hand=7 settle=pairwise")) as review:
            async for line in reviews.lines(review):
                if json.loads(line)["type"] == "begins":
                    break
        await until(lambda: reviews._working is None)
        assert not reviews.is_made(review.hand)
        assert await reviews.kept(review.hand) is None
        assert (await told(reviews, over(2)))[-1]["type"] == "ends"  # by another process


async def test_a_process_that_dies_takes_one_review_with_it_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[asyncio.subprocess.Process] = []

    @asynccontextmanager
    async def remembered(program: Any) -> AsyncIterator[asyncio.subprocess.Process]:
        async with whole(program) as process:
            begun.append(process)
            yield process

    whole = processes._process
    monkeypatch.setattr(processes, "_process", remembered)
    async with opened(tmp_path) as reviews:
        with reviews.waiting(over(1)) as review:
            all_told = asyncio.gather(*(told(reviews, over(seed)) for seed in (1, 2, 3)), return_exceptions=True)
            await until(lambda: review.begun)
            begun[0].kill()
            found = await all_told
    lost = [it for it in found if isinstance(it, BaseException)]
    assert len(lost) <= 1
    assert all(isinstance(it, Unavailable) for it in lost)
    assert all(it[-1]["type"] == "ends" for it in found if not isinstance(it, BaseException))
    assert len(begun) == 2


async def test_what_cannot_be_reviewed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def ask(pool: Pool, question: bytes) -> Any:
        return {"fault": "here"}

    monkeypatch.setattr(Pool, "ask", ask)
    async with opened(tmp_path) as reviews:
        with pytest.raises(Unavailable) as failed:
            await told(reviews, over(1))
        assert failed.value.code == "review-failed"
        assert not reviews.is_made(over(1))
    assert "here" in caplog.text


async def test_only_the_latest_reviews_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_reviews, "MOST", 2)
    storage = await Storage.open(tmp_path)
    for at, name in enumerate("abcb"):
        await kept_reviews.keep(storage, name, at, name.encode() * 3)
    assert [await kept_reviews.find(storage, name) for name in "abc"] == [None, b"bbb", b"ccc"]
    await storage.close()
