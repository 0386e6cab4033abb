"""Where compiled kernels are kept between runs.

A folder in the user's cache holds them, named by a fingerprint of everything that a compiled kernel depends on: the
text of every file of the engine and of the ground floor, whose tables are constants in kernels; the versions of Python,
NumPy, Numba and LLVM; the processor. Numba by itself
looks at the file of the outermost function alone and would serve a kernel whose callees have changed since.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final

import llvmlite
import numba
import numpy as np
import platformdirs
from llvmlite import binding as llvm
from numba.core import caching

log = logging.getLogger(__name__)

_numba: Any = caching  # typed in part only
_config: Any = numba.config

_PREFIX: Final = "kernels-"
_KEPT: Final = 4  # other fingerprints that stay: several checkouts or Pythons may take turns
_FRESH: Final = 24 * 3600.0  # seconds for which a folder is left alone, for somebody may be at work with it


def fingerprint(package: Path = Path(__file__).parents[1]) -> str:
    """What compiled kernels depend on, as 20 hexadecimal digits."""
    digest = hashlib.sha256()
    for path in (*sorted(package.glob("*.py")), *sorted((package / "engine").rglob("*.py"))):
        digest.update(f"{path.relative_to(package).as_posix()}\n".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    processor = (_config.CPU_NAME, _config.CPU_FEATURES, llvm.get_host_cpu_name())
    features = sorted(llvm.get_host_cpu_features().items())
    versions = (sys.version, np.__version__, numba.__version__, llvmlite.__version__, platform.machine())
    digest.update(repr((versions, processor, features)).encode())
    return digest.hexdigest()[:20]


def home() -> Path:
    """The folder of all fingerprints: ``$GAPLE_CACHE``, else in the user's cache."""
    chosen = os.environ.get("GAPLE_CACHE")
    return Path(chosen) if chosen else platformdirs.user_cache_path("gaple", appauthor=False)


def open_folder(parent: Path, mark: str) -> Path | None:
    """The folder for this fingerprint, made where it is missing; ``None`` where it cannot be written to."""
    folder = parent / f"{_PREFIX}{mark}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, mode=0o700)
            _prune(parent, keep=folder)
        tempfile.TemporaryFile(dir=folder).close()
        os.utime(folder)  # its age tells when it was last of use
    except OSError as error:
        log.info("Kernels are compiled for this run only: %s", error)
        return None
    return folder


def _prune(parent: Path, keep: Path) -> None:
    """Removes the kernels of older sources, but for the last few and whatever is in use today."""
    others = [(path.stat().st_mtime, path) for path in parent.glob(f"{_PREFIX}*") if path.is_dir() and path != keep]
    others.sort(reverse=True)
    for used, path in others[_KEPT:]:
        if time.time() - used > _FRESH:
            shutil.rmtree(path, ignore_errors=True)


FINGERPRINT: Final = fingerprint()
FOLDER: Final = open_folder(home(), FINGERPRINT)
"""Where the kernels of these very sources are kept; ``None`` where nothing can be written."""


class _Locator(_numba._CacheLocator):  # type: ignore[misc]
    """Tells Numba to keep everything in :data:`FOLDER`."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def get_cache_path(self) -> str:
        return str(FOLDER)

    def get_source_stamp(self) -> str:
        return FINGERPRINT

    def get_disambiguator(self) -> str:
        return str(self._function.__code__.co_firstlineno)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Locator:
        return cls(function)


class _Implementation(_numba.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes: ClassVar = [_Locator]


class KernelCache(_numba.FunctionCache):  # type: ignore[misc]
    """Numba's cache in our folder. What can't be read is compiled again, what can't be written is left unwritten."""

    _impl_class = _Implementation

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function, or ``None``."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:  # noqa: BLE001 (a damaged pickle can raise anything)
            log.info("A kept kernel could not be read: %r", error)
        with contextlib.suppress(OSError):
            self.flush()  # its index may be what is damaged, and Numba reads that when it saves
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keeps the compiled function."""
        try:
            super().save_overload(sig, data)
        except OSError as error:  # the disk may be full, the folder gone
            log.info("A kernel could not be kept: %s", error)
