from __future__ import annotations

from collections.abc import Callable

import pytest

from gaple.server.live.attendance import Attendance
from gaple.server.live.latency import MOST_SECONDS, RoundTrips


class Hour:
    """A clock that a test sets."""

    def __init__(self, now: float = 100.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Window:
    def __init__(self, person: str | None) -> None:
        self.person = person
        self.adds_nonces = person != "p_bot"

    def tell(self, message: bytes) -> None: ...

    def drop(self) -> None: ...

    def make_way(self) -> None: ...

    def turn_out(self) -> None: ...


def test_who_has_a_window_left_is_here() -> None:
    hour = Hour()
    here = Attendance(hour)
    first, second, stranger = Window("p_ani"), Window("p_ani"), Window(None)
    assert (here.present, here.away_since("p_ani")) == (set(), 100)
    for hour.now, window in ((110, first), (120, second), (130, stranger)):
        here.come(window)
    assert (here.watched, here.present, here.of("p_ani"), list(here)) == (
        110,
        {"p_ani"},
        [first, second],
        [first, second, stranger],
    )
    hour.now = 140
    here.go(first)
    assert here.present == {"p_ani"}
    hour.now = 150
    here.go(second)
    assert (here.present, here.away_since("p_ani"), len(here)) == (set(), 150, 1)
    hour.now = 160
    here.come(first)
    assert (here.present, here.watched) == ({"p_ani"}, 110)
    here.go(first)
    here.go(stranger)
    hour.now = 170
    here.come(stranger)
    assert (here.watched, here.quiet, here.away_since("p_ani")) == (170, 160, 160)
    assert stranger in here
    assert here.of(None) == []


@pytest.fixture
def measured() -> Callable[..., float]:
    def measure(*seconds: float) -> float:
        hour = Hour()
        trips = RoundTrips(hour)
        for late in seconds:
            probe = trips.begin("window")
            hour.now += late
            trips.end("window", probe, "p_ani")
        return round(trips.of("p_ani"), 6)

    return measure


def test_the_way_is_the_median_of_the_last_and_bounded(measured: Callable[..., float]) -> None:
    assert measured() == 0
    assert measured(0.2) == 0.2
    assert measured(0.1, 0.2, 9.0) == 0.2
    assert measured(9.0, 9.0, 9.0, 0.1, 0.1, 0.1) == 0.1
    assert measured(30.0) == MOST_SECONDS


def test_only_the_probe_under_way_counts() -> None:
    hour = Hour()
    trips = RoundTrips(hour)
    first = trips.begin("window")
    second = trips.begin("window")
    hour.now += 0.5
    for window, probe in (("window", first), ("window", 99), ("other", second)):
        trips.end(window, probe, "p_ani")
    assert trips.of("p_ani") == 0
    trips.forget("window")
    trips.end("window", second, "p_ani")
    assert trips.of("p_ani") == trips.of(None) == 0
    third = trips.begin("window")
    trips.end("window", third, "p_ani")
    hour.now += 5
    trips.end("window", third, "p_ani")  # twice
    assert trips.of("p_ani") == 0


def test_who_adds_no_nonce_is_here_all_the_same() -> None:
    here = Attendance(Hour())
    for person in ("p_ani", "p_bot", None):
        here.come(Window(person))
    assert here.present == {"p_ani", "p_bot"}
    assert here.dealing == {"p_ani"}
