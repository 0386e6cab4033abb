from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from gaple import texts
from gaple.texts import LANGUAGES, catalogue, text

SOURCES = Path(texts.__file__).parent


def flat(section: Any, prefix: str = "") -> dict[str, str]:
    if isinstance(section, str):
        return {prefix: section}
    return {code: told for key, part in section.items() for code, told in flat(part, f"{prefix}.{key}").items()}


def test_every_language_has_the_same_texts() -> None:
    plural = re.compile(r"\.(one|other)$")
    codes = [{plural.sub("", code) for code in flat(catalogue(lang))} for lang in LANGUAGES]
    assert codes[0] == codes[1]


def test_every_language_names_the_same_parameters() -> None:
    told = {lang: flat(catalogue(lang)) for lang in LANGUAGES}
    for code in told["id"].keys() & told["en"].keys():
        named = [set(re.findall(r"\{(\w+)\}", told[lang][code])) for lang in LANGUAGES]
        assert named[0] == named[1], code


def test_every_error_of_the_game_has_its_text() -> None:
    raised = re.compile(r'(?:Error|IllegalAction)\(\s*"([a-z0-9-]+)"')
    told = catalogue("en")["error"]
    for module in SOURCES.glob("*.py"):
        for code in raised.findall(module.read_text()):
            assert code in told, f"{module.name}: {code}"


def test_plural_forms_follow_n(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"x": {"one": "{n} tile", "other": "{n} tiles"}}
    monkeypatch.setattr(texts, "catalogue", lambda lang: told)
    assert [text("x", "en", n=n) for n in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]


def test_parameters_are_put_in_as_they_are() -> None:
    assert "{expected} {0}" in text("error.tile-malformed", "en", text="{expected} {0}")


def test_an_unknown_language_falls_back() -> None:
    assert text("game.end.out", "fr") == text("game.end.out", "en")
