from __future__ import annotations

import threading

import pytest

from gaple.engine.chunks import in_chunks


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("total", [0, 1, 10, 11, 95])
def test_every_place_is_done_once(threads: int, total: int) -> None:
    done: list[int] = []
    lock = threading.Lock()

    def work(start: int, stop: int) -> None:
        with lock:
            done.extend(range(start, stop))

    in_chunks(total, 10, work, threads)
    assert sorted(done) == list(range(total))


@pytest.mark.parametrize("threads", [1, 3])
def test_a_failure_stops_the_rest_and_is_raised(threads: int) -> None:
    done = []

    def work(start: int, stop: int) -> None:
        if start >= 20:
            raise ZeroDivisionError(start)
        done.append(start)

    with pytest.raises(ZeroDivisionError):
        in_chunks(10**9, 10, work, threads)
    assert len(done) <= 2


def test_a_failure_in_progress_stops_the_work() -> None:
    def progress(done: int, total: int) -> None:
        raise KeyboardInterrupt

    started = threading.Event()

    def work(start: int, stop: int) -> None:
        started.set()

    with pytest.raises(KeyboardInterrupt):
        in_chunks(10**12, 10, work, 2, progress)
    assert started.is_set()
