"""The built page: its files, kept in the memory, compressed once."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from gaple.texts import LANGUAGES, text

_TYPES: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain",
}
_COMPRESSED: Final = (".html", ".js", ".css", ".json", ".webmanifest", ".svg", ".ico", ".txt")
_HASHED: Final = re.compile(r"assets/.*-[A-Za-z0-9_-]{8}\.[a-z0-9]+")  # as Vite names them

_FONT: Final = re.compile(r"assets/fraunces-.*\.woff2")
_TABLE: Final = re.compile(r"assets/TablePage-.*\.js")
_IMPORTED: Final = re.compile(rb"""(?:from|import)\s*["']\./([^"']+\.js)["']""")
_HASH: Final = re.compile(r"-[A-Za-z0-9_-]{8}\.(js|css)$")
_PRELOAD: Final = {
    ".js": "modulepreload",
    ".css": "preload; as=style; crossorigin",
    ".json": "preload; as=fetch; crossorigin",
}
_LANG: Final = re.compile(rb'<html lang="[a-z]{2}"')
_LOOK: Final = b'data-look=""'
_LOOKS: Final = ("light", "dark", "contrast", "large", "colour")
_MANIFEST: Final = re.compile(rb"/manifest-[a-z]{2}\.webmanifest")
_HEAD_END: Final = b"</head>"
_PLACE: Final = b'<div id="app">'

INDEX: Final = "index.html"
EMBEDDED: Final = "embed.html"
ELEMENT: Final = "gaple-replay.js"
"""The element for other sites' pages, which they load from here."""
WORKER: Final = "sw.js"
"""The service worker: at the root, for what it may keep is what lies below it."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page. ``compressed`` is ``None`` where that would not make it smaller."""

    content: bytes
    compressed: bytes | None
    media_type: str
    etag: str
    cache: str


class Page:
    """The page's files by their path. Without a build there is one that says how to make it.

    ``font`` is the file of its titles' letters.
    """

    def __init__(self, index: bytes, files: dict[str, File], built: bool = True) -> None:
        embedded = files.pop(EMBEDDED, None)
        begun = {lang: files.pop(f"landing-{lang}.html", None) for lang in LANGUAGES}
        self._embedded = {lang: _spoken(embedded.content, lang) for lang in LANGUAGES} if embedded else {}
        self.files = files
        self.built = built
        self._kind = ".html" if built else ".txt"
        self._documents = {lang: _spoken(index, lang) for lang in LANGUAGES}
        self._begun = {lang: _begun(self._documents[lang], file.content) for lang, file in begun.items() if file}
        self._texts = {lang: [name for name in sorted(files) if _is_texts(name, lang)] for lang in LANGUAGES}
        self._table = _of_the_table(files)
        self.font = next((file.content for name, file in sorted(files.items()) if _FONT.fullmatch(name)), None)

    def document(self, lang: str, tags: str, look: str = "", first: bool = False) -> File:
        """The document at all of the page's addresses, beginning in ``lang``, with ``tags`` (HTML) in its head.

        It is painted from the start in a ``look``, of whose words only those that there are come into it. With
        ``first`` the first page is in it already, as a newcomer sees it: they can tap it before its scripts are there.
        """
        spoken = self._begun.get(lang) if first else None
        return _document(spoken or self._documents[lang], _known(look), tags, self._kind)

    def embedded(self, lang: str, look: str = "") -> File | None:
        """The document of a hand within another's page; ``None`` without a build."""
        return _document(self._embedded[lang], _known(look), "", ".html") if self._embedded else None

    def along(self, lang: str, table: bool) -> str:
        """The ``link`` header of a document: what its page asks for first, fetched along with the rest.

        The texts of ``lang``, and at a table's address the table's own files. Empty where there is nothing.
        """
        return ", ".join(map(_preload, [*self._texts[lang], *(self._table if table else [])]))

    @classmethod
    def load(cls, folder: Path | None = None) -> Page:
        """The page in ``folder``, or where an installed package or a checkout has it."""
        here = Path(__file__).resolve().parent
        places = [folder] if folder else [here / "page", here.parents[2] / "web" / "dist"]
        for place in places:
            if (place / INDEX).is_file():
                paths = [path for path in sorted(place.rglob("*")) if path.is_file()]
                files = {path.relative_to(place).as_posix(): _read(place, path) for path in paths}
                return cls(files.pop(INDEX).content, files)
        sentences = "\n".join(text("server.page-not-built", lang) for lang in LANGUAGES)
        return cls(f"{sentences}\n".encode(), {}, built=False)


def _known(look: str) -> str:
    asked = set(look.split("."))
    return " ".join(word for word in _LOOKS if word in asked)


def _of_the_table(files: dict[str, File]) -> list[str]:
    """The table's script, those that come with it, and the styles of each; the first page's are in the document."""
    scripts = {name for name in files if _TABLE.fullmatch(name)}
    while more := {name for it in scripts for name in _imported(files[it]) if name in files} - scripts:
        scripts |= more
    parts = {_HASH.sub("", name) for name in scripts} - {"assets/index"}
    return [name for name in sorted(files) if _HASH.search(name) and _HASH.sub("", name) in parts]


def _imported(script: File) -> list[str]:
    return [f"assets/{name.decode()}" for name in _IMPORTED.findall(script.content)]


def _is_texts(name: str, lang: str) -> bool:
    """Whether it holds what all pages say; a page's own texts have the page's name besides."""
    return re.fullmatch(rf"assets/texts-{lang}-[A-Za-z0-9_-]{{8}}\.json", name) is not None


def _preload(name: str) -> str:
    return f"</{name}>; rel={_PRELOAD[Path(name).suffix]}"


def _spoken(index: bytes, lang: str) -> bytes:
    """The document with its language said, in which the page begins where nobody has chosen one."""
    index = _MANIFEST.sub(f"/manifest-{lang}.webmanifest".encode(), index, count=1)
    return _LANG.sub(f'<html lang="{lang}"'.encode(), index, count=1)


def _begun(spoken: bytes, landing: bytes) -> bytes:
    """The document with the first page in it, and the script that notes what is tapped."""
    head = spoken.replace(_HEAD_END, b'<script async src="/early.js"></script>' + _HEAD_END, 1)
    return head.replace(_PLACE, _PLACE + landing, 1)


@lru_cache(256)
def _document(spoken: bytes, look: str, tags: str, kind: str) -> File:
    dressed = spoken.replace(_LOOK, f'data-look="{look}"'.encode(), 1)
    return _file(INDEX, dressed.replace(_HEAD_END, tags.encode() + _HEAD_END, 1), kind)


def _read(folder: Path, path: Path) -> File:
    return _file(path.relative_to(folder).as_posix(), path.read_bytes(), path.suffix)


def _file(name: str, content: bytes, suffix: str) -> File:
    compressed = gzip.compress(content, 9, mtime=0) if suffix in _COMPRESSED else None
    if compressed and len(compressed) >= len(content):
        compressed = None
    forever = "public, max-age=31536000, immutable"
    return File(
        content=content,
        compressed=compressed,
        media_type=_TYPES.get(suffix, "application/octet-stream"),
        etag=f'"{hashlib.sha256(content).hexdigest()[:20]}"',
        cache=forever if _HASHED.fullmatch(name) else "no-cache",
    )
