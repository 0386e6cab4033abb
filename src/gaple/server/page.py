"""The built page: its files, kept in the memory, compressed once."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
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

_TABLE_PART: Final = re.compile(r"assets/(TablePage|options)-.*\.(js|css)")  # and what it shares with another

INDEX: Final = "index.html"


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page. ``compressed`` is ``None`` where that would not make it smaller."""

    content: bytes
    compressed: bytes | None
    media_type: str
    etag: str
    cache: str


class Page:
    """The page's files by their path. Without a build there is one that says how to make it."""

    def __init__(self, files: dict[str, File], built: bool) -> None:
        self.files = files
        self.built = built
        self.table_parts = ", ".join(
            f"</{name}>; rel={'modulepreload' if name.endswith('.js') else 'preload; as=style; crossorigin'}"
            for name in sorted(files)
            if _TABLE_PART.fullmatch(name)
        )
        """The ``link`` header of a table's address: the table's own files, fetched along with the rest."""

    @classmethod
    def load(cls, folder: Path | None = None) -> Page:
        """The page in ``folder``, or where an installed package or a checkout has it."""
        here = Path(__file__).resolve().parent
        places = [folder] if folder else [here / "page", here.parents[2] / "web" / "dist"]
        for place in places:
            if (place / INDEX).is_file():
                paths = [path for path in sorted(place.rglob("*")) if path.is_file()]
                return cls({path.relative_to(place).as_posix(): _read(place, path) for path in paths}, True)
        sentences = "\n".join(text("server.page-not-built", lang) for lang in LANGUAGES)
        return cls({INDEX: _file(INDEX, f"{sentences}\n".encode(), ".txt")}, False)


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
