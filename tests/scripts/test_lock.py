"""The locks: pinned, hashed, in agreement with each other and with what they were made from."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts.lock import LOCKS

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = ROOT / "requirements"


def read(name: str) -> str:
    return (REQUIREMENTS / f"{name}.txt").read_text(encoding="utf-8")


def pins(name: str) -> set[Requirement]:
    return {Requirement(found) for found in re.findall(r"^([^\s#].*?) \\$", read(name), re.MULTILINE)}


def wanted() -> Iterator[Requirement]:
    """What `pyproject.toml` and the files beside the locks ask for, without the extras' sum."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    texts = [*project["dependencies"], *(text for extra in extras.values() for text in extra)]
    for path in (REQUIREMENTS / "build.in", REQUIREMENTS / "dev.in"):
        texts += re.findall(r"^[a-z][^#\n]*", path.read_text(encoding="utf-8"), re.MULTILINE)
    return (need for need in map(Requirement, texts) if need.name != "gaple")


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_is_pinned_and_hashed(name: str) -> None:
    blocks = re.split(r"\n(?=[a-z0-9])", read(name))[1:]
    assert blocks
    for block in blocks:
        assert re.match(r"[a-z0-9._-]+==\S+", block), block
        assert "--hash=sha256:" in block, block


@pytest.mark.parametrize("name", LOCKS)
def test_no_lock_says_where_from(name: str) -> None:
    assert not re.search(r"://|--index|--find-links|@ |\.whl", read(name))


def test_the_locks_can_be_installed_together() -> None:
    run, dev = pins("run"), pins("dev")
    assert {str(need) for need in run if need.marker is None} <= {str(need) for need in dev}
    assert {need.name for need in run} <= {need.name for need in dev}


def test_the_lock_holds_what_is_asked_for() -> None:
    locked: dict[str, list[Requirement]] = {}
    for pin in pins("dev"):
        locked.setdefault(canonicalize_name(pin.name), []).append(pin)
    for need in wanted():
        found = locked.get(canonicalize_name(need.name), [])
        assert found, f"{need.name} is in no lock: run `make lock`"
        for pin in found:
            version = next(iter(pin.specifier)).version
            assert need.specifier.contains(version), f"{need} is not locked: run `make lock`"
