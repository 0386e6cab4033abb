"""What is said of a message that cannot be read, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from gaple.server.errors import InputError
from gaple.server.wire import messages
from gaple.server.wire.messages import MakeTable, Me, read_body, read_command, read_frame
from tests.server.test_socket import MALFORMED


def fault(content: str | bytes, kind: type[Any] | None = None) -> InputError:
    """What is wrong with a body of this kind, or a frame."""
    with pytest.raises(InputError) as refused:
        read_body(content if isinstance(content, bytes) else content.encode(), kind) if kind else read_frame(content)
    assert refused.value.code == "message-malformed"
    found = refused.value.params["reason"]
    assert isinstance(found, InputError)
    for lang in ("id", "en"):
        assert found.told(lang) in refused.value.told(lang)
    assert found.told("id") != found.told("en")
    return found


@pytest.mark.parametrize(
    ("content", "kind", "code", "told"),
    [
        ('{"type": "play", "id": "x", "seq": 1}', None, "fault-missing", "`action` tidak ada"),
        ('{"type": "start", "seq": 1}', None, "fault-missing", "`id` tidak ada"),
        ('{"nmae": "Ani"}', Me, "fault-field", "`nmae` tidak dikenal di sini"),
        ('{"name": 5}', Me, "fault-kind", "seharusnya `str | null`, bukan `int`"),
        ("[]", Me, "fault-kind", "seharusnya `object`, bukan `array`"),
        ('{"type": "hello", "version": 1.5}', None, "fault-kind", "seharusnya `int`, bukan `float`"),
        ('{"name": "%s"}' % ("x" * 1001), Me, "fault-long", "terlalu panjang; paling banyak 1000"),
        ('{"rules": "", "grace": 601}', MakeTable, "fault-high", "terlalu besar; paling besar 600"),
        ('{"rules": "", "grace": 4}', MakeTable, "fault-low", "terlalu kecil; paling kecil 5"),
        ('{"type": "hello", "version": 1e400}', None, "fault-number", "bilangan ini terlalu besar"),
        ('{"lang": "jv"}', Me, "fault-value", "'jv' tidak dikenal di sini"),
        ('{"type": "deal"}', None, "fault-value", "'deal' tidak dikenal di sini"),
        ('{"name": "Ani",}', Me, "fault-json", "ini bukan JSON, mulai dari byte 15"),
        ("", Me, "fault-end", "isinya terpotong"),
        (b'{"name": "\xff"}', Me, "fault-letters", "ada huruf yang bukan UTF-8"),
        ('{"name": ' + "[" * 10_000, None, "fault-deep", "terlalu banyak tingkat di dalamnya"),
    ],
)
def test_what_is_wrong_is_said_in_the_language_of_who_sent_it(
    content: str | bytes, kind: type[Any] | None, code: str, told: str
) -> None:
    found = fault(content, kind)
    assert (found.code, found.told("id")) == (code, told)


@pytest.mark.parametrize("frame", MALFORMED)
def test_of_every_malformed_frame_something_is_said(frame: str) -> None:
    assert fault(frame).code != "fault-other"


def test_the_form_of_an_id_is_told() -> None:
    with pytest.raises(InputError) as refused:
        read_command(b'{"type": "start", "seq": 1, "id": "a b"}')
    assert messages.tell(refused.value, "id").text == refused.value.told("id")
    assert "bentuknya seharusnya '^[A-Za-z0-9" in refused.value.told("id")
