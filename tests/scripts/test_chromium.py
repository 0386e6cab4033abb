"""Which browser the tests have."""

import sys
from pathlib import Path

import pytest

from scripts import chromium


def put(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).touch(mode=0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="there, programs are known by the ends of their names")
def test_the_one_without_windows_is_taken_where_both_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert chromium.find() is None
    put(tmp_path, "google-chrome", "chromium")
    assert chromium.find() == str(tmp_path / "chromium")
    put(tmp_path, chromium.WITHOUT_WINDOWS)
    assert chromium.find() == str(tmp_path / chromium.WITHOUT_WINDOWS)


@pytest.mark.parametrize("to_be_had", [(chromium.WITHOUT_WINDOWS, "chromium"), ("chromium",), ()])
def test_where_there_is_none_one_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to_be_had: tuple[str, ...]
) -> None:
    def install(package: str) -> bool:
        if package in to_be_had:
            put(tmp_path, package)
        return package in to_be_had

    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "install_with_apt", install)
    if to_be_had:
        chromium.main()
        assert [file.name for file in tmp_path.iterdir()] == [to_be_had[0]]
    else:
        with pytest.raises(SystemExit, match="need Chromium"):
            chromium.main()
