"""The command that trains the network."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gaple.engine.net import network
from gaple.engine.net.network import Net
from scripts.train_net import __main__ as command
from tests.waiting import PATIENCE, ended


def run(path: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "scripts.train_net", "--rows", "8192", "--threads", "1", "--out", str(path), *options]


def test_it_writes_a_network_and_goes_on_from_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, second = tmp_path / "net.npz", tmp_path / "second.npz"
    options = ["--rows", "16384", "--threads", "2", "--minutes", "0.0001", "--out"]
    command.main([*options, str(path)])
    assert capsys.readouterr().out.split()[0] == "1"
    first = Net.of_bytes(path.read_bytes())
    assert not np.array_equal(first.rows, Net.fresh(1).rows)
    command.main([*options, str(second), "--from", str(path), "--rate", "1e-9"])
    np.testing.assert_allclose(Net.of_bytes(second.read_bytes()).rows, first.rows, atol=1e-3)
    assert sorted(tmp_path.iterdir()) == [path, second], "nothing else is left there"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_ctrl_c_ends_it_with_the_network_of_the_last_round(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    process = subprocess.Popen(
        run(path, "--minutes", "1000"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    with ended(process):
        assert process.stdout is not None
        assert process.stdout.readline().split()[0] == "1"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in errors
    assert f"{path} has the network of the last" in errors
    Net.of_bytes(path.read_bytes())
    assert list(tmp_path.iterdir()) == [path]


def test_before_the_first_round_there_is_nothing_to_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "train", interrupted)
    command.main(["--out", str(tmp_path / "net.npz")])
    assert capsys.readouterr().err == "stopped after 0 rounds; nothing was written\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("--out {}/missing/net.npz", "--out: .*missing/net.npz cannot be written"),
        ("--out {}", "--out: .* cannot be written; expected a file in a folder"),
        ("--from {}/missing.npz", "--from: .*missing.npz"),
        ("--from {}/torn.npz", "--from: this is no network"),
        ("--minutes 0", "--minutes: .*'0'"),
        ("--minutes nan", "--minutes: .*'nan'"),
        ("--rows 8191", "--rows: 8191 are too few; 8192"),
        ("--threads 0", "--threads: .*'0'"),
        ("--seed -1", "--seed: .*'-1'"),
        ("--rate -0.1", "--rate: .*'-0.1'"),
        ("--tries 1.5", "--tries: .*'1.5'"),
    ],
)
def test_what_cannot_be_is_said_at_once(
    options: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "train", None)
    (tmp_path / "torn.npz").write_bytes(Net.fresh(1).to_bytes()[:5000])
    with pytest.raises(SystemExit) as stopped:
        command.main(["--out", str(tmp_path / "net.npz"), *options.format(tmp_path).split()])
    assert stopped.value.code == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert re.search(expected, last), last


def test_the_help_says_what_it_does_and_how_long(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.main(["--help"])
    shown = capsys.readouterr().out
    for word in ("python -m scripts.train_net", "self-play", "minutes", "Ctrl-C", "--from", "--out"):
        assert word in shown


def test_it_trains_the_network_of_the_package() -> None:
    assert command.told([]).out == Path(network.__file__).parent / network.WEIGHTS
