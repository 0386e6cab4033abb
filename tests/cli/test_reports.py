"""What people have reported, as whoever runs the server reads it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.cli.running import Run
from tests.server import wire
from tests.server.client import Person, serving, settings


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a server has kept a report: Budi's, of the second of two lines that Ani wrote. Budi is gone."""
    data = tmp_path_factory.mktemp("data")

    async def report() -> None:
        async with (
            serving(settings(data)) as base,
            Person.named(base, "Ani") as ani,
            Person.named(base, "Budi") as budi,
        ):
            table = await ani.make_table("players=2 hand=7", chat=True)
            async with ani.at(table) as hers, budi.at(table) as his:
                await hers.do("chat", text="Halo semua")
                await hers.do("chat", text="[bold]Kamu bodoh")
                line = await his.until(wire.Chatted, lambda told: "bodoh" in told.line.text)
                await his.do("report", at=line.line.at)
            await budi.client.delete("/api/me")

    asyncio.run(report())
    return data


@pytest.mark.parametrize(
    ("lang", "gone"), [("en", "somebody who was erased"), ("id", "orang yang sudah menghapus datanya")]
)
def test_reports_are_read(run: Run, folder: Path, lang: str, gone: str) -> None:
    code, out, err = run("reports", "--data", str(folder), lang=lang)
    assert (code, err) == (0, "")
    head, first, second = out.splitlines()
    assert gone in head
    assert "Budi" not in head
    assert "Ani" in first
    assert first.endswith("Halo semua")
    assert second.startswith(">")
    assert second.endswith("[bold]Kamu bodoh")


def test_reports_as_json(run: Run, folder: Path) -> None:
    code, out, err = run("reports", "--data", str(folder), "--json")
    assert (code, err) == (0, "")
    [report] = json.loads(out)
    assert report["reporter_name"] is None
    assert [(line["name"], line["text"], line["about"]) for line in report["lines"]] == [
        ("Ani", "Halo semua", False),
        ("Ani", "[bold]Kamu bodoh", True),
    ]


def test_where_there_is_nothing_to_read(run: Run, tmp_path: Path) -> None:
    code, out, err = run("reports", "--data", str(tmp_path))
    assert (code, out) == (2, "")
    assert str(tmp_path) in err
