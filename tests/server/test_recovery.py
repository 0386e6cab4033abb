from __future__ import annotations

import secrets

import pytest

from gaple.server.guests.recovery import code_hash, new_code


def test_a_code_is_read_however_it_is_typed() -> None:
    code = new_code(secrets.token_bytes)
    groups = code.split("-")
    assert [len(group) for group in groups] == [5, 5, 5, 5]
    for typed in (code.lower(), " ".join(groups), "".join(groups), f"  {code}\n", "\u2013".join(groups)):
        assert code_hash(typed) == code_hash(code)
    assert code_hash(code.replace("0", "o").replace("1", "l")) == code_hash(code)


def test_codes_differ_and_use_every_sign() -> None:
    codes = [new_code(secrets.token_bytes) for _ in range(300)]
    assert len({code_hash(code) for code in codes}) == 300
    signs = set("".join(codes)) - {"-"}
    assert len(signs) == 32
    assert not signs & set("ILOU")


@pytest.mark.parametrize("text", ["", "-", "é" * 20, "\ud800", "0" * 19, "0" * 21])
def test_what_is_no_code_is_nobodys(text: str) -> None:
    assert code_hash(text) != code_hash("0" * 20)
