"""What a link tells before it is opened."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import struct
from collections.abc import AsyncIterator
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from gaple import Rules
from gaple.server import guard
from gaple.server.errors import Unavailable
from gaple.server.play.events import Timing
from gaple.server.store.storage import Storage
from gaple.server.web import unfolding
from gaple.server.web.unfolding import rules_in_words
from gaple.texts import text
from tests.server import wire
from tests.server.client import Person, browser, serving, settings
from tests.server.test_page import INDEX
from tests.waiting import PATIENCE

TAGS = re.compile(r'<meta name="description".*(?=</head>)', re.DOTALL)
PUBLIC = Path(__file__).parents[2] / "web" / "public"


class Head(HTMLParser):
    """The tags of a document's head: ``meta`` by name or property, ``links`` by what they are."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.links: dict[str, str] = {}
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {key: value or "" for key, value in attrs}
        if tag == "meta" and "content" in told:
            self.meta[told.get("name") or told["property"]] = told["content"]
        if tag == "link":
            self.links[told["rel"]] = told["href"]


async def head_of(client: httpx.AsyncClient, path: str, **headers: str) -> Head:
    """What somebody without a cookie is told at an address."""
    answer = await client.get(path, headers=headers)
    assert answer.status_code == 200
    return Head(answer.text)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is told of, however slow this machine is."""
    monkeypatch.setattr(unfolding, "_SECONDS", PATIENCE)


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    folder.mkdir()
    (folder / "index.html").write_text(INDEX)
    (folder / "card.png").write_bytes((PUBLIC / "card.png").read_bytes())
    return folder


@pytest.fixture
async def base(tmp_path: Path, dist: Path) -> AsyncIterator[str]:
    async with serving(settings(tmp_path / "data", page=dist)) as base:
        yield base


def nothing_of_a_table(head: Head, lang: str = "id") -> bool:
    told = (head.meta["og:title"], head.meta["og:description"])
    return told == (text("web.landing.title", lang), text("web.landing.lead", lang))


@pytest.mark.parametrize("lang", ["id", "en"])
async def test_the_page_unfolds_in_the_language_of_whoever_asks(base: str, lang: str) -> None:
    async with browser(base) as client:
        asked = {"accept-language": "en-GB"} if lang == "en" else {}
        head = await head_of(client, "/aturan?from=chat", **asked)
        assert head.meta["og:title"] == {"id": "Gaple: domino Indonesia", "en": "Gaple: Indonesian dominoes"}[lang]
        assert head.meta["og:description"] == head.meta["description"] == text("web.landing.lead", lang)
        assert head.meta["og:locale"] == {"id": "id_ID", "en": "en_US"}[lang]
        assert head.meta["og:site_name"] == "Gaple"
        assert head.meta["og:type"] == "website"
        assert head.meta["og:url"] == head.links["canonical"] == f"{base}/aturan"
        assert head.meta["twitter:card"] == "summary_large_image"
        assert head.meta["og:image:alt"] == text("server.link-picture", lang)
        assert "robots" not in head.meta
        picture = await client.get(head.meta["og:image"])
        assert picture.headers["content-type"] == "image/png"
        size = struct.unpack(">II", picture.content[16:24])
        assert (str(size[0]), str(size[1])) == (head.meta["og:image:width"], head.meta["og:image:height"])
        assert size == unfolding.PICTURE_SIZE
        assert len(picture.content) < 100_000


async def test_addresses_are_those_that_people_use(tmp_path: Path, dist: Path) -> None:
    async with (
        serving(settings(tmp_path / "data", page=dist, public_url="https://gaple.test/")) as base,
        browser(base) as client,
    ):
        head = await head_of(client, "/", host="10.0.0.7:8000")
        assert (head.meta["og:url"], head.meta["og:image"]) == ("https://gaple.test/", "https://gaple.test/card.png")
    async with serving(settings(tmp_path / "data", page=dist)) as base, browser(base) as client:
        head = await head_of(client, "/meja/k3f9", host="gaple.test:8000")
        assert head.meta["og:url"] == "http://gaple.test:8000/meja/k3f9"
        assert (await client.get("/", headers={"host": 'a"><script>'})).status_code == 400


async def test_a_page_without_a_picture_names_none(tmp_path: Path, dist: Path) -> None:
    (dist / "card.png").unlink()
    async with serving(settings(tmp_path / "data", page=dist)) as base, browser(base) as client:
        assert not any(key.startswith("og:image") for key in (await head_of(client, "/")).meta)


RULES = "3 pemain, 7 kartu, lewat, menang ronde, 20 detik per langkah"


async def test_a_table_tells_who_made_it_its_rules_and_what_is_free(base: str) -> None:
    async with (
        Person.named(base, "Budi") as budi,
        Person.named(base, "Citra") as citra,
        browser(base) as client,
    ):
        path = f"/meja/{await budi.make_table('players=3 hand=7 stuck=pass', clock='brisk')}"
        head = await head_of(client, path)
        assert head.meta["og:title"] == "Main gaple di meja Budi"
        assert head.meta["og:description"] == head.meta["description"] == f"{RULES}; 2 kursi kosong"
        assert head.meta["robots"] == "noindex"
        assert head.meta["og:url"] == base + path
        assert "canonical" not in head.links
        english = await head_of(client, path, **{"accept-language": "en"})
        assert english.meta["og:title"] == "Gaple at Budi's table"
        assert english.meta["og:description"].endswith("; 2 free seats")
        table = path.removeprefix("/meja/")
        async with budi.at(table) as window, citra.at(table) as other:
            assert (await head_of(client, path)).meta == head.meta  # now that it is in the memory
            await other.do("sit", seat="B")
            await window.until(wire.Event)
            answer = await client.get(path)
            assert Head(answer.text).meta["og:description"] == f"{RULES}; 1 kursi kosong"
            assert "Citra" not in answer.text
            await window.do("computer", seat="C", level="random")
            await window.do("start")
            assert (await head_of(client, path)).meta["og:description"] == f"{RULES}; sedang main"


async def test_a_full_table_and_one_that_its_maker_has_left(base: str) -> None:
    async with Person.named(base, "Budi") as budi, Person.named(base, "Citra") as citra:
        table = await budi.make_table("players=2 hand=7")
        async with budi.at(table) as window, citra.at(table) as other:
            await other.do("sit", seat="B")
            await window.until(wire.Event)
            async with browser(base) as client:
                full = await head_of(client, f"/meja/{table}")
                assert full.meta["og:description"].endswith("; penuh, belum mulai")
                await window.do("stand")
                left = await head_of(client, f"/meja/{table}")
                # Strangers are told who sits: of who only made the table, they know nothing.
                assert (await client.get(f"/api/tables/{table}")).text.count("Budi") == 0
                assert left.meta["og:title"] == "Meja gaple"
                assert left.meta["og:description"].endswith("; 1 kursi kosong")


@pytest.mark.parametrize("more", [{}, {"delay": 3}])
async def test_a_table_is_told_of_without_being_loaded(
    tmp_path: Path, dist: Path, monkeypatch: pytest.MonkeyPatch, more: dict[str, int]
) -> None:
    """After a start of the server nothing is in the memory, and a link's preview brings nothing there."""
    chosen = settings(tmp_path / "data", page=dist, close_after=3600)
    async with serving(chosen) as base, Person.named(base, "Budi") as budi, browser(base) as client:
        table = await budi.make_table("players=2 hand=7", **more)
        async with budi.at(table) as window:
            await window.do("computer", seat="B", level="random")
            await window.do("start")
            before = (await head_of(client, f"/meja/{table}")).meta
            assert before["og:description"].endswith("; sedang main")
    with closing(sqlite3.connect(tmp_path / "data" / "gaple.db")) as database:
        [last] = database.execute("SELECT seq FROM tables").fetchone()

    async def never(*_: object) -> None:
        raise AssertionError("a table was loaded")

    monkeypatch.setattr(Storage, "take", never)
    async with serving(chosen) as base, browser(base) as client:
        after = (await head_of(client, f"/meja/{table}")).meta
        assert (after["og:title"], after["og:description"]) == (before["og:title"], before["og:description"])
        monkeypatch.setattr(unfolding, "_MOST_EVENTS", last - 1)  # the last is read at any rate
        assert (await head_of(client, f"/meja/{table}")).meta == after
        monkeypatch.setattr(unfolding, "_MOST_EVENTS", 2)  # too long to be read
        told = (await head_of(client, f"/meja/{table}")).meta
        assert told["og:title"] == "Meja gaple"
        assert told["og:description"] == "2 pemain, 7 kartu, buang, menang ronde"


async def test_a_table_that_is_unknown_or_closed_tells_nothing(tmp_path: Path, dist: Path) -> None:
    chosen = settings(tmp_path / "data", page=dist)
    async with serving(chosen) as base, Person.named(base, "Budi") as budi, browser(base) as client:
        table = await budi.make_table("players=2 hand=7")
        assert not nothing_of_a_table(await head_of(client, f"/meja/{table}"))
        for wrong in ("k3f9wq8mnp27", table.upper(), "%3Cscript%3E%22", "a%00b", "x" * 300):
            head = await head_of(client, f"/meja/{wrong}")
            assert nothing_of_a_table(head)
            assert head.meta["robots"] == "noindex"
            assert head.meta["og:url"] == f"{base}/meja/{wrong}"
        token = budi.client.cookies["gaple_device"]
    for _ in range(2):  # about to be closed, as nothing has happened for so long, then closed
        async with (
            serving(settings(tmp_path / "data", page=dist, close_after=-1)) as base,
            Person.stranger(base, token) as budi,
            browser(base) as client,
        ):
            assert nothing_of_a_table(await head_of(client, f"/meja/{table}"))
            assert (await budi.get(f"/api/tables/{table}")).json()["phase"] == "closed"  # in the memory now
            assert nothing_of_a_table(await head_of(client, f"/meja/{table}"))
    async with serving(chosen) as base, browser(base) as client:
        assert nothing_of_a_table(await head_of(client, f"/meja/{table}"))


async def test_where_nobody_may_watch_a_hand_nothing_is_told_of_it(
    tmp_path: Path, dist: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = settings(tmp_path / "data", page=dist)
    async with serving(chosen) as base, Person.named(base, "Budi") as budi, browser(base) as client:
        table = await budi.make_table("players=2 hand=7", onlookers=False)
        path = f"/meja/{table}"
        invited = await head_of(client, path)
        assert invited.meta["og:title"] == "Main gaple di meja Budi"
        async with budi.at(table) as window:
            assert (await head_of(client, path)).meta == invited.meta
            await window.do("computer", seat="B", level="random")
            await window.do("start")
            assert (await client.get(f"/api/tables/{table}")).status_code == 403
            assert nothing_of_a_table(await head_of(client, path))
            assert nothing_of_a_table(Head((await budi.get(path)).text))  # nor to who sits there
    async with serving(chosen) as base, browser(base) as client:
        assert nothing_of_a_table(await head_of(client, path))
        monkeypatch.setattr(unfolding, "_MOST_EVENTS", 2)
        assert nothing_of_a_table(await head_of(client, path))


@pytest.mark.parametrize(
    ("name", "written", "title"),
    [
        ('<b>"Bu\'di" & co</b>', "&lt;b&gt;&quot;Bu&#x27;di&quot; &amp; co&lt;/b&gt;", '<b>"Bu\'di" & co</b>'),
        ('"><script>a()', "&quot;&gt;&lt;script&gt;a()", '"><script>a()'),
        ("</head>", "&lt;/head&gt;", "</head>"),
        ("{name} &amp;", "{name} &amp;amp;", "{name} &amp;"),
        ("محمد بودي", "\u2068محمد بودي\u2069", "\u2068محمد بودي\u2069"),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
    ],
)
async def test_names_of_all_kinds_stay_names(base: str, name: str, written: str, title: str) -> None:
    async with Person.named(base, name) as person, browser(base) as client:
        path = f"/meja/{await person.make_table('players=2 hand=7')}"
        answer = await client.get(path)
        assert f'<meta property="og:title" content="Main gaple di meja {written}">' in answer.text
        head = Head(answer.text)
        assert head.meta["og:title"] == f"Main gaple di meja {title}"
        assert answer.text.count("</head>") == 1
        assert "<script" not in answer.text
        assert answer.text.replace(TAGS.findall(answer.text)[0], "") == INDEX
        assert (await person.client.put("/api/me", json={"name": "Ayu"})).status_code == 200
        assert (await head_of(client, path)).meta["og:title"] == "Main gaple di meja Ayu"
        assert (await person.client.request("DELETE", "/api/me")).status_code < 300
        assert (await head_of(client, path)).meta["og:title"] == "Meja gaple"


@pytest.mark.parametrize("how", ["fails", "hangs", "breaks"])
async def test_without_a_database_the_page_comes_all_the_same(
    base: str, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    async def read(*_: object) -> None:
        if how == "hangs":
            await asyncio.Event().wait()
        raise Unavailable("storage-failed") if how == "fails" else ValueError("a row that is none")

    async with Person.named(base, "Budi") as budi, browser(base) as client:
        path = f"/meja/{await budi.make_table('players=2 hand=7')}"
        with monkeypatch.context() as broken:
            broken.setattr(Storage, "read", read)
            broken.setattr(unfolding, "_SECONDS", 0.05)
            answer = await client.get(path)
            assert answer.status_code == 200
            assert nothing_of_a_table(Head(answer.text))
            assert Head(answer.text).meta["robots"] == "noindex"
        assert not nothing_of_a_table(await head_of(client, path))


async def test_whoever_asks_for_very_many_gets_the_page_alone(
    tmp_path: Path, dist: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "time", SimpleNamespace(monotonic=lambda: 0.0))  # nothing fills up again
    async with (
        serving(settings(tmp_path / "data", page=dist, requests_in_ten_seconds=5)) as base,
        Person.named(base, "Budi") as budi,
        browser(base) as client,
    ):
        path = f"/meja/{await budi.make_table('players=2 hand=7')}"
        told = [nothing_of_a_table(await head_of(client, path)) for _ in range(7)]
        assert told == [False] * 5 + [True] * 2
        assert (await client.get("/api/me")).status_code == 200  # these are counted by themselves


async def test_what_a_browser_has_is_sent_again_only_where_it_changed(base: str) -> None:
    async with Person.named(base, "Budi") as budi, browser(base) as client:
        table = await budi.make_table("players=2 hand=7")
        first = await client.get(f"/meja/{table}")
        assert first.headers["vary"] == "accept, accept-encoding, accept-language, cookie"
        assert first.headers["cache-control"] == "no-cache"
        known = {"if-none-match": first.headers["etag"]}
        again = await client.get(f"/meja/{table}", headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        async with budi.at(table) as window:
            assert (await client.get(f"/meja/{table}", headers=known)).status_code == 304
            await window.do("stand")
            changed = await client.get(f"/meja/{table}", headers=known)
            assert changed.status_code == 200
            assert changed.headers["etag"] != first.headers["etag"]
        plain = await client.get(f"/meja/{table}", headers={"accept-encoding": "identity"})
        assert plain.content == changed.content
        head = await client.head(f"/meja/{table}")
        assert (head.status_code, head.headers["etag"]) == (200, changed.headers["etag"])


def test_what_goes_without_saying_is_not_said() -> None:
    usual = Rules.parse("players=4 hand=7")
    assert rules_in_words(usual, Timing(), "en") == ["4 players", "7 tiles", "discard", "hands won"]
    rules = Rules.parse(
        "players=4 hand=7 teams=yes stuck=pass end=clean lone=25 lead=rising next=lead side=total settle=points "
        "hands=1 target=50"
    )
    assert rules_in_words(rules, Timing(move=1.0), "en") == [
        "4 players",
        "7 tiles",
        "partners",
        "pass",
        "out without dead tiles",
        "lone double blank 25",
        "rising opener",
        "named double opens every hand",
        "pairs compare totals",
        "points",
        "1 hand",
        "up to 50",
        "1 second a move",
    ]
