"""The page's types of the wire are the server's, as they are now."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import wire


def test_the_page_has_the_types_that_the_server_has() -> None:
    told = wire.FILE.read_text(encoding="utf-8")
    assert told == wire.types(), "the wire has changed: run `python -m scripts.wire`"


def test_every_kind_of_schema_becomes_a_type() -> None:
    def of(schema: object) -> str:
        return wire._type(schema, {frozenset({"A", "B"}): "Both"})  # type: ignore[arg-type]

    a, b, null = ({"$ref": f"#/components/schemas/{name}"} for name in "ABC")
    assert of({"anyOf": [a, b]}) == "Both"
    assert of({"anyOf": [b, null]}) == "B | C"
    assert of({"type": "array", "items": {"anyOf": [b, null]}}) == "(B | C)[]"
    assert of({"enum": ["x", "y"]}) == '"x" | "y"'
    assert of({"type": "array", "prefixItems": [{"type": "integer"}, a], "items": False}) == "[number, A]"
    assert of({"type": "object", "additionalProperties": {"type": "number"}}) == "Record<string, number>"
    with pytest.raises(ValueError, match="no type"):
        of({"not": {}})


def test_it_is_written_where_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "ROOT", tmp_path)
    wire.main(tmp_path / "wire.ts")
    assert (tmp_path / "wire.ts").read_bytes() == wire.types().encode()
