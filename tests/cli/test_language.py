from __future__ import annotations

import pytest

from gaple.cli.errors import UsageError
from gaple.cli.language import asked_for, of_locale


@pytest.mark.parametrize(
    ("args", "lang"),
    [
        (["--lang", "id", "score"], "id"),
        (["score", "11", "--lang=en"], "en"),
        (["--lang", "id", "score", "--lang", "en"], "en"),
        (["score", "--", "--lang", "id"], None),
        (["score", "--lang"], None),
        ([], None),
    ],
)
def test_the_language_asked_for(args: list[str], lang: str | None) -> None:
    assert asked_for(args) == lang


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(UsageError, match=r'"fr".*id, en'):
        asked_for(["--lang", "fr"])


@pytest.mark.parametrize("name", ["id_ID.UTF-8", "id", "ID_ID", "in_ID", "id@latin", "id.utf8"])
def test_indonesian_locales(name: str) -> None:
    assert of_locale({"LANG": name}) == "id"


@pytest.mark.parametrize("name", ["en_GB.UTF-8", "C", "POSIX", "ido_XX", "indi", "", "is_IS.UTF-8"])
def test_all_others_are_english(name: str) -> None:
    assert of_locale({"LANG": name}) == "en"


def test_the_first_variable_that_is_set_says_it() -> None:
    assert of_locale({"LC_ALL": "", "LC_MESSAGES": "id_ID", "LANG": "en_GB"}) == "id"
    assert of_locale({"LC_ALL": "en_GB", "LC_MESSAGES": "id_ID", "LANG": "id_ID"}) == "en"
    assert of_locale({}) == "en"
