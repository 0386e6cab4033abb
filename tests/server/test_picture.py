"""A finished hand's link unfolds with the very table: its tags, and the picture that they name."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from gaple import Hand, Rules
from gaple.line import Line
from gaple.server.web import picture, unfolding
from gaple.server.web.picture import Shown, Sitting, draw, legible
from gaple.server.web.unfolding import PICTURE_SIZE
from gaple.texts import text
from tests.server.client import Person, browser, play_hand, serving, settings
from tests.server.test_page import INDEX
from tests.server.test_unfolding import head_of, nothing_of_a_table
from tests.waiting import PATIENCE

IVORY, FELT = (0xFA, 0xF4, 0xE3), (0x17, 0x59, 0x4A)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfolding, "_SECONDS", PATIENCE)


@pytest.fixture
async def base(tmp_path: Path) -> AsyncIterator[str]:
    (dist := tmp_path / "dist").mkdir()
    (dist / "index.html").write_text(INDEX)
    async with serving(settings(tmp_path / "data", page=dist)) as base:
        yield base


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    assert image.format == "PNG"
    assert len(png) < 150_000  # what every messenger takes
    return image.convert("RGB")


def plates(image: Image.Image) -> int:
    """How many separate pieces of ivory lie on the felt."""
    pixels: Any = image.load()
    left, top, right, bottom = picture._FELT
    paint = {(x, y) for x in range(left, right) for y in range(top, bottom) if pixels[x, y] == IVORY}
    found = 0
    while paint:
        found += 1
        reached = [paint.pop()]
        while reached:
            x, y = reached.pop()
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if beside in paint:
                    paint.remove(beside)
                    reached.append(beside)
    return found


def shown(line: Line, *, won: int = 1) -> Shown:
    seats = tuple(Sitting(f"Pemain {letter}", "12 poin", at == won) for at, letter in enumerate("ABCD"))
    return Shown("Budi menang", "Habis. Budi menang.", "Ronde 3", line, seats)


def test_every_tile_of_the_line_lies_on_the_felt_and_the_winner_is_marked() -> None:
    hand = Hand.dealt(Rules(players=4, hand=7), seed=3)
    lines = [hand.line]
    while not hand.is_over:
        hand.play(hand.legal_actions()[0])
        lines.append(hand.line)
    assert len(hand.line) > 14
    for line in (lines[0], lines[1], lines[len(lines) // 2], lines[-1]):
        image = opened(draw(shown(line)))
        assert image.size == picture.SIZE == PICTURE_SIZE
        assert plates(image) == len(line)
        assert image.getpixel((60, 330)) == FELT
    first, second = (opened(draw(shown(hand.line, won=won))) for won in (0, 1))
    marked = [[image.getpixel((x, 516)) == (0xFF, 0xD5, 0x7A) for x in (150, 440)] for image in (first, second)]
    assert marked == [[True, False], [False, True]]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Budi", "Budi"),
        ("Budi 🎲", "Budi"),
        ("Nguyễn", "Nguyen"),
        ("محمد", "Pemain A"),
        ("Budi 张", "Pemain A"),
        ("👩‍👩‍👧‍👦", "Pemain A"),
        ("a\u202eb  c", "ab c"),
    ],
)
def test_a_name_is_written_as_far_as_the_letters_reach(name: str, written: str) -> None:
    assert legible(name, None, "Pemain A") == written
    assert legible(name, b"a font that this FreeType cannot read", "Pemain A") == written


async def test_a_hands_link_unfolds_with_its_table(base: str) -> None:
    async with Person.named(base, "Ani") as ani, browser(base) as client:
        table = await ani.play_now(rules="players=2 hand=7 hands=2", level="greedy")
        path, api = f"/riwayat/{table}/1/1", f"/api/tables/{table}/hands/1/1"
        async with ani.at(table) as window:
            assert nothing_of_a_table(await head_of(client, path))  # it is not over
            assert (await client.get(f"{api}/picture.png")).status_code == 404
            await play_hand(window)
            told = (await client.get(api)).json()
        head = await head_of(client, path)
        winner = {"A": "Ani", "B": "Komputer B"}[told["outcome"]["winner"]]
        assert head.meta["og:title"] == f"{winner} menang · Ronde 1"
        end = text(f"game.end.{told['outcome']['end']}", "id")
        why = text(f"game.decided.{told['outcome']['decided_by']}", "id", winner=winner, side="")
        assert head.meta["og:description"] == head.meta["description"] == f"{end} {why}"
        assert head.meta["og:image:alt"] == f"{winner} menang. {end} {why}"
        assert head.meta["og:image"] == f"{base}{api}/picture.png?lang=id"
        assert (head.meta["robots"], head.links) == ("noindex", {})
        english = await head_of(client, path, **{"accept-language": "en"})
        assert english.meta["og:title"].endswith(" · Hand 1")
        drawn = await client.get(head.meta["og:image"])
        assert drawn.headers["content-type"] == "image/png"
        image = opened(drawn.content)
        assert image.size == (int(head.meta["og:image:width"]), int(head.meta["og:image:height"]))
        assert plates(image) == len(told["positions"][-1]["line"])
        assert (await client.get(english.meta["og:image"])).content != drawn.content
        await ani.client.delete("/api/me")
        nameless = await head_of(client, path)
        assert "Ani" not in "".join(nameless.meta.values())
        assert (await client.get(nameless.meta["og:image"])).content != drawn.content
        for missing in ("1/9", "9/1", f"{10**30}/1", "0/0"):
            assert nothing_of_a_table(await head_of(client, f"/riwayat/{table}/{missing}"))
        assert nothing_of_a_table(await head_of(client, "/riwayat/nosuchtable/1/1"))
        assert nothing_of_a_table(await head_of(client, "/riwayat"))


async def test_of_a_hand_that_strangers_may_not_see_nothing_is_told(base: str) -> None:
    async with Person.named(base, "Ani") as ani, browser(base) as client:
        table = await ani.make_table("players=2 hand=7", onlookers=False)
        async with ani.at(table) as window:
            await window.do("computer", seat="B", level="greedy")
            await window.do("start")
            await play_hand(window)
        head = await head_of(client, f"/riwayat/{table}/1/1")
        assert nothing_of_a_table(head)
        assert head.meta["robots"] == "noindex"
        drawn = f"/api/tables/{table}/hands/1/1/picture.png"
        assert (await client.get(drawn)).status_code == 403
        assert opened((await ani.get(drawn)).content).size == picture.SIZE  # who sat there sees the replay, too
