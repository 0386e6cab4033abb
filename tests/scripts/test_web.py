"""Building the page: what makes a build stale, and which Node is good enough."""

import os
from pathlib import Path

import pytest

from scripts import web


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a page that is newly built."""
    for name, text in {
        "web/package.json": "{}",
        "web/src/App.svelte": "<p>",
        "web/node_modules/left/index.js": "1",
        "web/dist/index.html": "<html>",
        "src/gaple/locale/id.json": "{}",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    web.stamp(tmp_path).write_text(web.fingerprint(tmp_path))
    return tmp_path


def test_a_new_build_is_fresh_and_is_not_made_again(checkout: Path) -> None:
    assert web.is_fresh(checkout)
    assert web.build(checkout) == checkout / "web" / "dist"


@pytest.mark.parametrize("name", ["web/src/App.svelte", "src/gaple/locale/id.json"])
def test_a_changed_source_makes_it_stale(checkout: Path, name: str) -> None:
    (checkout / name).write_text("changed")
    assert not web.is_fresh(checkout)


def test_a_new_a_renamed_and_a_missing_source_make_it_stale(checkout: Path) -> None:
    source = checkout / "web" / "src" / "App.svelte"
    source.rename(source.with_name("Main.svelte"))
    assert not web.is_fresh(checkout)
    source.with_name("Main.svelte").rename(source)
    assert web.is_fresh(checkout)
    extra = checkout / "web" / "src" / "extra.ts"
    extra.write_text("")
    assert not web.is_fresh(checkout)
    extra.unlink()
    source.unlink()
    assert not web.is_fresh(checkout)


def test_what_is_built_and_installed_is_no_source(checkout: Path) -> None:
    (checkout / "web" / "dist" / "app.js").write_text("1")
    (checkout / "web" / "node_modules" / "left" / "index.js").write_text("2")
    assert web.is_fresh(checkout)


def test_times_do_not_matter(checkout: Path) -> None:
    for path in web.sources(checkout):
        os.utime(path, (0, 0))
    assert web.is_fresh(checkout)


def test_a_lost_build_is_stale(checkout: Path) -> None:
    (checkout / "web" / "dist" / "index.html").unlink()
    assert not web.is_fresh(checkout)


def program(folder: Path, name: str, prints: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho {prints}\n")
    path.chmod(0o755)
    return path


@pytest.mark.skipif(os.name == "nt", reason="stands in a shell script for Node")
@pytest.mark.parametrize(
    ("version", "good"),
    [("v20.19.0", True), ("v22.3.1", True), ("v20.18.9", False), ("v18.20.4", False), ("", False)],
)
def test_npm_is_taken_where_its_node_is_new_enough(tmp_path: Path, version: str, good: bool) -> None:
    program(tmp_path / "bin", "node", version)
    npm = program(tmp_path / "bin", "npm", "10.0.0")
    assert web.find_npm(str(tmp_path / "bin")) == (str(npm) if good else None)


def test_no_node_at_all(tmp_path: Path) -> None:
    assert web.find_npm(str(tmp_path)) is None
