"""What all tests share: a seed of this run's own, for those that look elsewhere each time."""

from __future__ import annotations

import gc
import os
import secrets
import signal
import threading
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says how busy the machine is, not whether the code is right.
settings.register_profile("gaple", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("gaple")


# Where tests run in the background Ctrl-C may be ignored, and what they start would inherit that.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    os.environ.setdefault("GAPLE_TEST_SEED", str(secrets.randbits(32)))  # the workers of pytest-xdist inherit it


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Looks for no garbage among what is only being made: that would be a third of the time until the first test."""
    gc.disable()
    yield
    gc.freeze()  # nor later among all these modules and tests, which stay
    gc.enable()


def pytest_report_header(config: pytest.Config) -> str:
    return f"fresh seed: GAPLE_TEST_SEED={os.environ['GAPLE_TEST_SEED']}"
