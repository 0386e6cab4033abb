"""Kernels on disk: kept, never stale, and done without where they cannot be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import gaple
from gaple.engine import cache
from gaple.engine.bits import HAS_DEPOSIT

PACKAGE = Path(gaple.__file__).parent

LEAD_OF_SIX_SIX = (
    "import numpy as np\n"
    "from gaple import Rules\n"
    "from gaple.engine.moves import legal_codes\n"
    "from gaple.engine.params import Params\n"
    "from gaple.engine.state import HELD, LEADABLE, LEFT_END\n"
    "from gaple.engine import cache\n"
    "codes, position = np.zeros(56, np.int64), np.zeros(16, np.int64)\n"
    "position[HELD], position[LEADABLE], position[LEFT_END] = 1 << 27, 1 << 27, -1\n"
    "legal_codes(Params.of(Rules()), position, codes)\n"
    "hits = sum(legal_codes.stats.cache_hits.values())\n"
    "print(codes[0], hits, cache.FOLDER)\n"
)


def run(code: str, folder: Path, package: Path) -> list[str]:
    environment = {**os.environ, "GAPLE_CACHE": str(folder), "PYTHONPATH": str(package.parent)}
    result = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert result.stderr == ""
    return result.stdout.split()


def copy(folder: Path) -> Path:
    """The package, as far as kernels are concerned, where nobody else edits it."""
    return shutil.copytree(PACKAGE, folder / "gaple", ignore=shutil.ignore_patterns("__pycache__", "server"))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the package that a test may change."""
    return copy(tmp_path / "src")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package that stays as it is."""
    return copy(tmp_path_factory.mktemp("src"))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory, package: Path) -> Path:
    """A cache with one kernel in it."""
    folder = tmp_path_factory.mktemp("cache")
    assert run(LEAD_OF_SIX_SIX, folder, package)[:2] == ["55", "0"]
    return folder


def test_a_kernel_is_compiled_once(kept: Path, package: Path) -> None:
    assert run(LEAD_OF_SIX_SIX, kept, package)[:2] == ["55", "1"]


def test_an_edited_callee_is_compiled_again(tmp_path: Path, checkout: Path) -> None:
    """``legal_codes`` itself stays as it is; what it calls, in another file, does not."""
    assert run(LEAD_OF_SIX_SIX, tmp_path / "cache", checkout)[:2] == ["55", "0"]
    file = checkout / "engine" / "state.py"
    old = file.stat()
    text = file.read_text(encoding="utf-8")
    assert "first + lowest(" in text
    file.write_text(text.replace("first + lowest(", "first + 1 + lowest("), encoding="utf-8")
    os.utime(file, (old.st_atime, old.st_mtime))  # not even the time of change tells
    for compiled in (checkout / "engine").rglob("__pycache__"):
        shutil.rmtree(compiled)
    assert run(LEAD_OF_SIX_SIX, tmp_path / "cache", checkout)[:2] == ["56", "0"]


def test_a_folder_that_cannot_be_written_to(tmp_path: Path, package: Path) -> None:
    (tmp_path / "file").touch()
    assert run(LEAD_OF_SIX_SIX, tmp_path / "file" / "cache", package) == ["55", "0", "None"]


@pytest.mark.parametrize("pattern", ["*.nbc", "*.nbi"])
@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:100], lambda data: b"\x00" * len(data)])
def test_damaged_files_are_compiled_again(
    kept: Path, package: Path, tmp_path: Path, pattern: str, damage: Callable[[bytes], bytes]
) -> None:
    folder = shutil.copytree(kept, tmp_path / "cache")
    files = list(folder.rglob(pattern))
    assert files
    for file in files:
        file.write_bytes(damage(file.read_bytes()))
    assert run(LEAD_OF_SIX_SIX, folder, package)[:2] == ["55", "0"]
    assert run(LEAD_OF_SIX_SIX, folder, package)[:2] == ["55", "1"]


def test_the_fingerprint_covers_every_source(checkout: Path) -> None:
    before = cache.fingerprint(checkout)
    assert before == cache.fingerprint(checkout)
    for file in [*(checkout / "engine").rglob("*.py"), checkout / "tiles.py"]:
        text = file.read_text(encoding="utf-8")
        file.write_text(text + "\n", encoding="utf-8")
        assert cache.fingerprint(checkout) != before, file
        file.write_text(text, encoding="utf-8")
    (checkout / "engine" / "another.py").touch()
    assert cache.fingerprint(checkout) != before


def test_old_kernels_are_removed_but_for_a_few(tmp_path: Path) -> None:
    now = time.time()
    for days in range(8):
        folder = tmp_path / f"kernels-{days}"
        folder.mkdir()
        (folder / "some.nbc").touch()
        os.utime(folder, (now, now - days * 86_400 - 60))
    (tmp_path / "something-else").mkdir()
    assert cache.open_folder(tmp_path, "new") == tmp_path / "kernels-new"
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"kernels-new", "kernels-0", "kernels-1", "kernels-2", "kernels-3", "something-else"}


def test_folders_in_use_today_stay(tmp_path: Path) -> None:
    for number in range(8):
        (tmp_path / f"kernels-{number}").mkdir()
    cache.open_folder(tmp_path, "new")
    assert len(list(tmp_path.iterdir())) == 9


def test_the_game_does_not_import_numba() -> None:
    code = "import sys, gaple; assert not {'numba', 'numpy', 'gaple.engine'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
@pytest.mark.skipif(not HAS_DEPOSIT, reason="this processor has no pdep anyway")
def test_without_pdep_everything_comes_out_the_same(tmp_path: Path, package: Path) -> None:
    """Kernels for a plain x86-64 processor play the very same hands."""
    code = "from gaple import Rules\nfrom gaple.engine import play, bits\nr = play(Rules(), 300, seed=1)\n"
    code += "print(bits.HAS_DEPOSIT, r.points.tobytes().hex(), r.turns.tobytes().hex())\n"
    fast = run(code, tmp_path, package)
    environment = {"NUMBA_CPU_NAME": "x86-64", "NUMBA_CPU_FEATURES": ""}
    plain = run(f"import os\nos.environ.update({environment!r})\n{code}", tmp_path, package)
    assert (fast[0], plain[0]) == ("True", "False")
    assert fast[1:] == plain[1:]
