from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gaple.server.errors import InputError
from gaple.server.guests.names import MOST_CODE_POINTS, clean_name


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Bayu", "Bayu"),
        ("  Pak   Budi\t", "Pak Budi"),
        ("Siti 🌺", "Siti 🌺"),
        ("👨‍👩‍👧‍👦" * 3, "👨‍👩‍👧‍👦" * 3),
        ("🇮🇩", "🇮🇩"),
        ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
        ("ꦧꦪꦸ", "ꦧꦪꦸ"),
        ("محمد", "محمد"),
        ("小明", "小明"),
        ("Cafe\u0301", "Café"),
        ("a" * 24, "a" * 24),
        ("<b>&\"'", "<b>&\"'"),
    ],
)
def test_any_script_and_emoji(written: str, kept: str) -> None:
    assert clean_name(written) == kept


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "name-empty"),
        (" \t\n", "name-empty"),
        ("\u0301\u0301", "name-empty"),
        ("\u200d", "name-empty"),
        ("a" * 25, "name-long"),
        ("e\u0324\u0332\u0345" * 24, "name-long"),
        ("x" * 100_000, "name-long"),
        ("Ba\u202eyu", "name-character"),
        ("\u2066Bayu\u2069", "name-character"),
        ("Ba\u200byu", "name-character"),
        ("Ba\x00yu", "name-character"),
        ("Ba\x1b[31myu", "name-character"),
        ("\u3164", "name-character"),
        ("Bayu\ud800", "name-character"),
        ("\ue000", "name-character"),
        ("\uffff", "name-character"),
    ],
)
def test_what_spoils_the_page_is_refused(written: str, code: str) -> None:
    with pytest.raises(InputError) as refused:
        clean_name(written)
    assert refused.value.code == code
    assert refused.value.told("id") != refused.value.told("en")


@given(st.text(max_size=60))
def test_what_is_kept_can_be_shown_and_is_kept_as_it_is(written: str) -> None:
    try:
        name = clean_name(written)
    except InputError:
        return
    assert clean_name(name) == name
    assert 1 <= len(name) <= MOST_CODE_POINTS
    assert name == name.strip()
    assert not any(unicodedata.category(character) in ("Cc", "Zl", "Zp") for character in name)
    assert not any(unicodedata.bidirectional(c) in ("RLO", "LRO", "RLE", "LRE", "RLI", "LRI", "FSI") for c in name)
    name.encode()


def test_a_letter_carries_few_marks() -> None:
    assert clean_name("Nguyễn Thị Hồng")
    assert clean_name("กี่ครั้ง")
    with pytest.raises(InputError, match="marks"):
        clean_name("Z" + "\u0301\u0302\u0303\u0304" * 3)
