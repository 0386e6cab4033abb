from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from gaple.server.page import Page
from tests.server.client import browser, serving, settings

HEAD = '<!doctype html><html lang="id"><head><title>Gaple</title>'
INDEX = f"{HEAD}</head>{' ' * 500}"
SCRIPT = "console.log('gaple');\n" * 100


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "assets" / "index-BxK3_a9Z.js").write_text(SCRIPT)
    (folder / "assets" / "tile-12345678.woff2").write_bytes(b"font")
    (folder / "icon.svg").write_text("<svg/>")
    return folder


@pytest.fixture
async def site(tmp_path: Path, dist: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with (
        serving(settings(tmp_path / "data", page=dist)) as base,
        browser(base) as client,
    ):
        yield client


@pytest.mark.parametrize("path", ["/", "/baru", "/aturan", "/skor", "/skor/k3f9/2", "/meja/k3f9wq8mnp27", "/?a=b"])
async def test_every_place_of_the_page_is_the_page(site: httpx.AsyncClient, path: str) -> None:
    answer = await site.get(path)
    assert answer.status_code == 200
    assert answer.text.startswith(f"{HEAD}<meta")
    assert answer.text.endswith(INDEX.removeprefix(HEAD))
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self';" in policy
    assert f"ws://{site.base_url.netloc.decode()}" in policy
    assert (await site.head(path)).status_code == 200


async def test_a_tables_address_names_the_tables_files(tmp_path: Path, dist: Path) -> None:
    for name in ("TablePage-12345678.css", "NewTable-12345678.js", "Tiles-12345678.js", "Tiles--BxK3_a9.css"):
        (dist / "assets" / name).write_text(SCRIPT)
    table = 'import{a as b}from"./Tiles-12345678.js";import"./index-BxK3_a9Z.js";import("./NewTable-12345678.js")'
    (dist / "assets" / "TablePage-BxK3_a9Z.js").write_text(table)
    async with (
        serving(settings(tmp_path / "data", page=dist)) as base,
        browser(base) as client,
    ):
        assert (await client.get("/meja/k3f9wq8mnp27")).headers["link"] == (
            "</assets/TablePage-12345678.css>; rel=preload; as=style; crossorigin, "
            "</assets/TablePage-BxK3_a9Z.js>; rel=modulepreload, "
            "</assets/Tiles--BxK3_a9.css>; rel=preload; as=style; crossorigin, "
            "</assets/Tiles-12345678.js>; rel=modulepreload"
        )
        assert "link" not in (await client.get("/")).headers


async def test_a_newcomer_is_sent_the_first_page_with_the_document(tmp_path: Path, dist: Path) -> None:
    index = f'{HEAD}</head><body><div id="app"></div></body>'
    (dist / "index.html").write_text(index)
    for lang in ("id", "en"):
        (dist / f"landing-{lang}.html").write_text(f"<p>{lang}</p>")
    async with (
        serving(settings(tmp_path / "data", page=dist)) as base,
        browser(base) as client,
    ):
        client.headers["accept"] = "text/html,application/xhtml+xml,*/*;q=0.8"
        begun = await client.get("/", headers={"accept-language": "en"})
        assert begun.text.endswith('</head><body><div id="app"><p>en</p></div></body>')
        assert '<script async src="/early.js"></script>' in begun.text
        assert {"cookie", "accept"} <= set(begun.headers["vary"].split(", "))
        assert (await client.get("/landing-en.html")).status_code == 404
        others = [
            await client.get("/baru"),
            await client.get("/", headers={"accept": "*/*"}),  # a service worker, for all addresses
            await client.get("/", headers={"cookie": "gaple_device=somebody"}),
        ]
        assert all(other.text.endswith('</head><body><div id="app"></div></body>') for other in others)
        assert all("early" not in other.text for other in others)


@pytest.mark.parametrize(
    ("asked", "lang"),
    [("en-GB,en;q=0.9,id;q=0.8", "en"), ("id-ID,id;q=0.9,en", "id"), ("nl, en;q=0.5", "en"), ("nl", "id"), ("", "id")],
)
async def test_the_page_begins_in_the_browsers_language(tmp_path: Path, dist: Path, asked: str, lang: str) -> None:
    for name in ("texts-id-BxK3_a9Z.json", "texts-en-12345678.json", "texts-id-score-12345678.json"):
        (dist / "assets" / name).write_text("{}")
    (dist / "assets" / "TablePage-BxK3_a9Z.js").write_text(SCRIPT)
    texts = {"id": "</assets/texts-id-BxK3_a9Z.json>", "en": "</assets/texts-en-12345678.json>"}[lang]
    async with (
        serving(settings(tmp_path / "data", page=dist)) as base,
        browser(base) as client,
    ):
        client.headers["accept-language"] = asked
        answer = await client.get("/")
        assert f'<html lang="{lang}">' in answer.text
        assert "accept-language" in answer.headers["vary"]
        assert answer.headers["link"] == f"{texts}; rel=preload; as=fetch; crossorigin"
        # Whoever has the document in this language is told so; the other language's is another document.
        again = await client.get("/", headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.headers["link"]) == (304, answer.headers["link"])
        client.headers["accept-language"] = {"id": "en", "en": "id"}[lang]
        assert (await client.get("/", headers={"if-none-match": answer.headers["etag"]})).status_code == 200
        client.headers["cookie"] = f"gaple_lang={lang}"  # whoever has chosen one here
        table = await client.get("/meja/k3f9wq8mnp27")
        assert table.headers["link"] == (
            f"{texts}; rel=preload; as=fetch; crossorigin, </assets/TablePage-BxK3_a9Z.js>; rel=modulepreload"
        )


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (None, ""),
        ("dark", "dark"),
        ("colour.contrast.large", "contrast large colour"),
        ('dark"><script>', ""),
        ("dark.%22.none", "dark"),
        ("", ""),
    ],
)
async def test_the_document_begins_in_the_look_that_was_chosen(
    tmp_path: Path, dist: Path, chosen: str | None, said: str
) -> None:
    (dist / "index.html").write_text(INDEX.replace("<html", '<html lang="id" data-look=""'))
    async with (
        serving(settings(tmp_path / "data", page=dist)) as base,
        browser(base) as client,
    ):
        if chosen is not None:
            client.headers["cookie"] = f"gaple_look={chosen}"
        answer = await client.get("/")
        assert f'data-look="{said}"' in answer.text
        assert "cookie" in answer.headers["vary"]
        assert (await client.get("/", headers={"if-none-match": answer.headers["etag"]})).status_code == 304


async def test_hashed_files_are_kept_for_good_and_come_compressed(site: httpx.AsyncClient) -> None:
    answer = await site.get("/assets/index-BxK3_a9Z.js")
    assert answer.text == SCRIPT
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(gzip.compress(SCRIPT.encode())) + 30
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    plain = await site.get("/assets/index-BxK3_a9Z.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == SCRIPT
    font = await site.get("/assets/tile-12345678.woff2")
    assert (font.content, font.headers["content-type"]) == (b"font", "font/woff2")


async def test_the_service_worker_is_asked_for_anew_and_may_fetch_from_here_alone(tmp_path: Path, dist: Path) -> None:
    (dist / "sw.js").write_text(SCRIPT)
    async with serving(settings(tmp_path / "data", page=dist)) as base, browser(base) as client:
        worker = await client.get("/sw.js")
        again = await client.get("/sw.js", headers={"if-none-match": worker.headers["etag"]})
    assert (worker.status_code, again.status_code, worker.text) == (200, 304, SCRIPT)
    assert worker.headers["content-type"] == "text/javascript; charset=utf-8"
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-security-policy"] == "default-src 'none'; connect-src 'self'"


async def test_what_a_browser_has_is_not_sent_again(site: httpx.AsyncClient) -> None:
    etag = (await site.get("/")).headers["etag"]
    answer = await site.get("/", headers={"if-none-match": etag})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/nope",
        "/meja/a/b",
        "/aturan/x",
        "/riwayat/a/b",
        "/assets/none.js",
        "/../../etc/passwd",
        "/%2e%2e/index.html",
        "/a%00b",
    ],
)
async def test_what_is_not_there(site: httpx.AsyncClient, path: str) -> None:
    answer = await site.get(path, headers={"accept-language": "en-GB"})
    assert answer.status_code == 404
    assert answer.json()["code"] == "address-unknown"
    assert answer.json()["text"].startswith("there is nothing at /")
    people = await site.get(path, headers={"accept": "text/html"})
    assert (people.status_code, people.text) == (404, INDEX)


async def test_without_a_build_a_sentence_says_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = tmp_path / "empty"
    async with (
        serving(settings(tmp_path / "data", page=empty)) as base,
        browser(base) as client,
    ):
        answer = await client.get("/")
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text.count("make web") == 2


def test_nothing_outside_the_folder_is_read(dist: Path) -> None:
    assert sorted(Page.load(dist).files) == [
        "assets/index-BxK3_a9Z.js",
        "assets/tile-12345678.woff2",
        "icon.svg",
    ]


@pytest.mark.parametrize("lang", ["id", "en"])
async def test_the_document_names_the_manifest_of_its_language(tmp_path: Path, dist: Path, lang: str) -> None:
    (dist / "index.html").write_text(
        INDEX.replace("<title>", '<link rel="manifest" href="/manifest-id.webmanifest"><title>')
    )
    (dist / "manifest-en.webmanifest").write_text("{}")
    async with (
        serving(settings(tmp_path / "data", page=dist)) as base,
        browser(base) as client,
    ):
        answer = await client.get("/", headers={"accept-language": lang})
        assert f'href="/manifest-{lang}.webmanifest"' in answer.text
        assert "manifest-src 'self'" in answer.headers["content-security-policy"]
        manifest = await client.get("/manifest-en.webmanifest")
        assert manifest.headers["content-type"] == "application/manifest+json"
        assert manifest.headers["cache-control"] == "no-cache"
        etag = {"if-none-match": manifest.headers["etag"]}
        assert (await client.get("/manifest-en.webmanifest", headers=etag)).status_code == 304
