"""Finished hands are reviewed in processes of their own, after everybody else (docs/analysis.md).

A review is made of small pieces, so that several are made in turns: those that have only just been asked for are
sketched first, then one after the other is looked at closely. Each is made once, for all who wait for it, and kept; it
is given up as soon as nobody waits for it any more.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections import deque
from collections.abc import AsyncIterator, Iterator
from typing import Final

import msgspec

import gaple
from gaple import Hand
from gaple.players import LEVELS, available
from gaple.record import Record, write_records

from . import failures
from .errors import Unavailable
from .live.audience import now
from .live.processes import REVIEWS, Fault, NotReady, Pool, review_question
from .settings import Settings
from .store import reviews
from .store.storage import Storage
from .wire.messages import encode
from .wire.reviewed import ReviewBegins, ReviewDecides, ReviewEnds, ReviewLine, ReviewWaits

log = logging.getLogger("gaple.server.reviews")

_PATIENCE: Final = 3.0
"""Who comes back in so many seconds, as after loading the page again, finds the review going on."""


def review_name(hand: Hand, worlds: int) -> str:
    """What tells the reviews of hands apart: all that they depend on."""
    played = write_records([Record.of(hand)])
    told = (gaple.__version__, worlds, played, str(hand.view(None).duty), hand.totals)
    return hashlib.sha256(repr(told).encode()).hexdigest()


class Review:
    """A review that is being made, or was: its lines so far, in order."""

    def __init__(self, name: str, hand: Hand, order: int) -> None:
        self.name = name
        self.hand = hand
        self.order = order
        self.lines: list[bytes] = []
        self.waiting = 0
        self.ended = False
        self.failed: Unavailable | None = None
        self._moves: list[int] | None = None
        self._changed = asyncio.Event()

    @property
    def begun(self) -> bool:
        """Whether it has been sketched."""
        return self._moves is not None

    @property
    def kept(self) -> bytes:
        """What is worth keeping of it: all but the sketches, which were better looked at since."""
        return b"\n".join(line for line in self.lines if b'"final":false' not in line[:40])

    def question(self, worlds: int) -> bytes:
        """What is to be asked next."""
        if self._moves is None:
            return review_question("sketch", self.name, self.hand, worlds)
        if self._moves:
            return review_question("decide", self.name, self.hand, worlds, self._moves[0] - 1)
        return review_question("whole", self.name, self.hand, worlds)

    def take(self, told: list[ReviewLine]) -> None:
        """What was answered."""
        for line in told:
            match line:
                case ReviewBegins(moves=moves):
                    self._moves = list(moves)
                case ReviewDecides(final=True) if self._moves:
                    self._moves.pop(0)
                case ReviewEnds():
                    self.ended = True
        self.lines += map(encode, told)
        self._tell()

    def fail(self, why: Unavailable) -> None:
        """It will not come to its end."""
        self.failed, self.ended = why, True
        self._tell()

    async def changed(self, seconds: float) -> bool:
        """Until something is told, at most so long; whether it was."""
        changed = self._changed
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await changed.wait()
        return changed.is_set()

    def stir(self) -> None:
        """What is said while it waits may be another now."""
        self._tell()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class Reviews:
    """The reviews of a server. Its processes begin with the first, and end when nobody has asked for a while.

    :meth:`close` ends them.
    """

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self._storage = storage
        self._settings = settings
        self._reviews: dict[str, Review] = {}
        self._fresh: asyncio.Queue[Review] = asyncio.Queue()
        self._working: asyncio.Task[None] | None = None
        self._keeping: set[asyncio.Task[None]] = set()
        self._asked = 0
        self._ready = False

    @property
    def available(self) -> bool:
        """Whether hands can be reviewed here."""
        return self._settings.reviewers > 0 and any(LEVELS[level].needs_engine for level in available())

    def expect(self) -> None:
        """Somebody looks at a finished hand, and may want it reviewed: have a process ready by then."""
        if self.available and self._working is None:
            self._working = asyncio.create_task(self._work(), name="reviews")

    async def kept(self, hand: Hand) -> list[bytes] | None:
        """The lines of a review that was made before. Raises :class:`Unavailable`."""
        found = await reviews.find(self._storage, self._name(hand))
        return found.split(b"\n") if found else None

    def is_made(self, hand: Hand) -> bool:
        """Whether it is being made already. Raises :class:`Unavailable` where it is not, and cannot be now."""
        if self._name(hand) in self._reviews:
            return True
        if not self.available:
            raise Unavailable("no-reviews")
        if len(self._reviews) >= self._settings.reviews_queued:
            raise Unavailable("reviews-full", limit=self._settings.reviews_queued)
        return False

    @contextlib.contextmanager
    def waiting(self, hand: Hand) -> Iterator[Review]:
        """The review of a finished hand, which is made as long as somebody waits for it.

        Raises :class:`Unavailable` where none can be made, or too many wait already.
        """
        assert hand.is_over
        if not self.is_made(hand):
            self._begin(hand)
        review = self._reviews[self._name(hand)]
        review.waiting += 1
        try:
            yield review
        finally:
            review.waiting -= 1
            if not review.waiting and not review.ended:
                asyncio.get_running_loop().call_later(_PATIENCE, self._forsake, review)

    async def lines(self, review: Review) -> AsyncIterator[bytes]:
        """Its lines, as they come; in between, and as long as it has not begun, how many come before it.

        Raises :class:`Unavailable` where it fails.
        """
        told, waits = 0, None
        while True:
            while told < len(review.lines):  # more may come while one is sent
                yield review.lines[told]
                told += 1
            if review.failed:
                raise review.failed
            if review.ended:
                return
            if not review.begun and self._waits(review) != waits:
                waits = self._waits(review)
                yield encode(waits)
                continue  # something may have come meanwhile
            if not await review.changed(self._settings.heartbeat):
                yield encode(self._waits(review))

    def stop(self) -> None:
        """Give up all reviews; whoever waits is told so."""
        for review in tuple(self._reviews.values()):
            self._end(review, Unavailable("no-reviews"))

    async def close(self) -> None:
        """End all processes."""
        self.stop()
        if self._working:
            self._working.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._working
        if self._keeping:
            await asyncio.wait(self._keeping)

    def _name(self, hand: Hand) -> str:
        return review_name(hand, self._settings.review_worlds)

    def _begin(self, hand: Hand) -> None:
        self._asked += 1
        review = Review(self._name(hand), hand.copy(), self._asked)
        self._reviews[review.name] = review
        self._fresh.put_nowait(review)
        self.expect()

    def _waits(self, review: Review) -> ReviewWaits:
        ahead = sum(other.order < review.order and not other.ended for other in self._reviews.values())
        return ReviewWaits(ahead, self._ready)

    def _stir(self) -> None:
        for review in self._reviews.values():
            review.stir()

    def _forsake(self, review: Review) -> None:
        if not review.waiting and self._reviews.get(review.name) is review:
            self._end(review, Unavailable("no-reviews"))

    def _end(self, review: Review, why: Unavailable | None = None) -> None:
        if self._reviews.get(review.name) is review:
            del self._reviews[review.name]
            self._stir()
        if why and not review.ended:
            review.fail(why)

    async def _work(self) -> None:
        """Have processes for as long as there is something to do, and a while longer."""
        try:
            while True:
                async with asyncio.TaskGroup() as driving:
                    for _ in range(self._settings.reviewers):
                        driving.create_task(self._drive(), name="reviewing")
                self._ready = False
                if self._fresh.empty():
                    break
        finally:
            self._working = None  # nothing has begun since it was looked

    async def _drive(self) -> None:
        """Keep one process busy until there has been nothing to do for a while."""
        pool = Pool(1, self._settings.review_limit, REVIEWS)
        own: deque[Review] = deque()  # what this process has begun with, and knows more of than others
        review: Review | None = None
        try:
            await pool.until_ready()
            self._ready = True
            self._stir()
            while review := await self._next(own):
                await pool.until_ready()  # where the process has died, another takes its place
                fresh = not review.begun
                if self._reviews.get(review.name) is review:
                    await self._go_on(pool, review)
                if review.begun and not review.ended:
                    (own.append if fresh else own.appendleft)(review)  # the first is done first
        except NotReady:
            log.error("hands cannot be reviewed here")
            lost = [review, *own] if review else []
            while not self._fresh.empty():
                lost.append(self._fresh.get_nowait())
            for one in lost:
                self._end(one, Unavailable("no-reviews"))
        finally:
            await pool.close()

    async def _next(self, own: deque[Review]) -> Review | None:
        """What comes next: what has not been begun, else the first of one's own."""
        if own and self._fresh.empty():
            return own.popleft()
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._settings.reviews_idle):
                    return await self._fresh.get()
            if not self._reviews:  # what others are busy with may bring more
                return None

    async def _go_on(self, pool: Pool, review: Review) -> None:
        """Do a piece of a review."""
        try:
            answer = await pool.ask(review.question(self._settings.review_worlds))
            if fault := answer.get("fault"):
                raise Fault(f"failed\n{fault}\n")
            if self._reviews.get(review.name) is not review:  # it was given up meanwhile
                return
            review.take(msgspec.convert(answer["lines"], list[ReviewLine]))
        except Fault as fault:
            log.error("a review %s", fault)
            self._end(review, Unavailable("review-failed"))
        except msgspec.ValidationError as error:  # whose sentence may tell tiles
            failures.report(log, "a review", error)
            self._end(review, Unavailable("review-failed"))
        else:
            if review.ended:
                task = asyncio.create_task(self._keep(review), name="keeping a review")
                self._keeping.add(task)
                task.add_done_callback(self._keeping.discard)

    async def _keep(self, review: Review) -> None:
        """Keep one that has ended; until then whoever asks is told it as it was made."""
        try:
            with contextlib.suppress(Unavailable):  # it is made again
                await reviews.keep(self._storage, review.name, now(), review.kept)
        finally:
            self._end(review)
