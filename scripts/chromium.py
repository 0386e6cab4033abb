"""See that there is a Chromium for the browser tests: `python3 -m scripts.chromium`.

Tests find it with `find()`. None is downloaded by Playwright: Debian's own is tested with. Of those, the one without
windows starts in half the time and does all that is tested; it is a package of its own, which not every system has.
"""

from __future__ import annotations

import shutil

from scripts.console import fail
from scripts.venv import install_with_apt

WITHOUT_WINDOWS = "chromium-headless-shell"
NAMES = (WITHOUT_WINDOWS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find() -> str | None:
    """The path of the first Chromium on the search path."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def main() -> None:
    """Install one where there is none, or say what to do."""
    if find() or any(install_with_apt(package) and find() for package in (WITHOUT_WINDOWS, "chromium")):
        return
    fail(
        "The browser tests need Chromium, and it could not be installed here. "
        "Install it (Debian: sudo apt install chromium), then run `make test` again."
    )


if __name__ == "__main__":
    main()
