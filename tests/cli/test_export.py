"""Open data, as whoever runs a server or has records takes it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from pyarrow import parquet

from gaple import Hand, Rules
from gaple.record import Record, write_records
from tests.cli.running import Run
from tests.server.client import Person, play_hand, serving, settings
from tests.strategies import play_some


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a server has kept a finished hand."""
    folder = tmp_path_factory.mktemp("data")

    async def play() -> None:
        async with serving(settings(folder)) as base, Person.named(base, "Ani Rahasia") as ani:
            table = await ani.make_table("players=2 hand=5")
            async with ani.at(table) as hers:
                await hers.do("computer", seat="B", level="greedy")
                await hers.do("start")
                await play_hand(hers)

    asyncio.run(play())
    return folder


@pytest.fixture
def file(tmp_path: Path) -> str:
    hands = [play_some(Hand.dealt(Rules(players=4, hand=7), seed), seed, most) for seed, most in ((1, None), (2, 3))]
    path = tmp_path / "evening.gaple"
    path.write_text(write_records([Record.of(hand) for hand in hands]), "utf-8")
    return str(path)


@pytest.mark.parametrize(("lang", "told"), [("en", ": 1 hand, "), ("id", ": 1 ronde, ")])
def test_the_hands_of_a_server(run: Run, data: Path, tmp_path: Path, lang: str, told: str) -> None:
    code, out, err = run("export", str(tmp_path / "out"), "--parquet", "--data", str(data), lang=lang)
    assert (code, err) == (0, "")
    assert told in " ".join(out.split())
    seats = parquet.read_table(tmp_path / "out" / "seats.parquet").to_pylist()
    assert [row["kind"] for row in seats] == ["person", "computer"]


def test_no_name_is_in_any_of_it(run: Run, data: Path, tmp_path: Path) -> None:
    for form in ("--parquet", "--csv", "--records"):
        assert run("export", str(tmp_path / form), form, "--data", str(data)).code == 0
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) == 7
    assert not any(b"Rahasia" in file.read_bytes() for file in files)


@pytest.mark.parametrize(("lang", "told"), [("en", "1 hand left out"), ("id", "1 ronde tidak ikut")])
def test_the_hands_of_files(run: Run, file: str, tmp_path: Path, lang: str, told: str) -> None:
    code, out, err = run("export", str(tmp_path / "out"), file, "--csv", lang=lang)
    assert code == 0
    assert told in err
    assert str(tmp_path / "out").replace("\n", "")[:20] in out
    assert (tmp_path / "out" / "hands.csv").read_text().count("\n") == 2


def test_a_file_that_is_wrong_is_told(run: Run, file: str, tmp_path: Path) -> None:
    (tmp_path / "broken").write_text("[Gaple")
    code, _, err = run("export", str(tmp_path / "out"), file, str(tmp_path / "broken"), "--csv")
    assert code == 1
    assert "broken" in err
    assert (tmp_path / "out" / "hands.csv").read_text().count("\n") == 2


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("{out}",), "choose one of"),
        (("{out}", "--csv", "--parquet"), "choose one of"),
        (("{out}", "{file}", "--csv", "--data", "x"), "--data does not go together"),
        (("{file}", "--csv", "--data", "{data}"), "is there already"),
        (("{out}/not/there", "{file}", "--csv"), "cannot be written"),
        (("{out}", "--csv", "--data", "{out}"), "there are no tables in"),
    ],
)
def test_wrong_use_says_what_is_wrong(
    run: Run, data: Path, file: str, tmp_path: Path, args: tuple[str, ...], told: str
) -> None:
    given = [arg.format(out=tmp_path / "out", file=file, data=data) for arg in args]
    code, out, err = run("export", *given)
    assert (code, out) == (2, "")
    assert told in " ".join(err.split())
    assert not (tmp_path / "out").exists()
