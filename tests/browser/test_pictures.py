"""The pictures that are kept with the page: icons, and what messengers show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import pictures
from tests.browser.test_links import size

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

PUBLIC = pictures.WEB / "public"


def test_they_can_be_taken_again(tmp_path: Path) -> None:
    """With a browser of its own, so no other may be open."""
    pictures.take(tmp_path)
    taken = {path.name: size(path.read_bytes()) for path in tmp_path.iterdir()}
    assert taken == {path.name: size(path.read_bytes()) for path in PUBLIC.glob("*.png")}
    assert all(path.stat().st_size < 100_000 for path in PUBLIC.glob("*.png"))
