"""Write the wire's types for the page: `python -m scripts.wire` makes `web/src/net/wire.ts` anew.

They come from the schemas that the server describes itself with, which come from the types that it reads and writes.
So a page that takes the wire to be another does not compile. Schemas made by msgspec use a dozen words of JSON schema;
a few lines for those are less than a generator for all of them, and need no Node.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, get_args

from gaple.server.app import ROUTES
from gaple.server.play.commands import FromPerson
from gaple.server.web.described import KEY, Schema, schemas_of
from gaple.server.wire.happened import TableEvent
from gaple.server.wire.messages import PROTOCOL, Frame, Message
from gaple.server.wire.reviewed import ReviewLine
from scripts.console import ROOT, step

FILE: Final = ROOT / "web" / "src" / "net" / "wire.ts"
HEAD: Final = """\
// The types of the wire, made from the server's by `python -m scripts.wire`. A change here would be lost.
// biome-ignore-all format: made by a script
"""
UNIONS: Final[Mapping[str, Any]] = {
    "TableEvent": TableEvent,
    "AnyCommand": FromPerson,
    "Frame": Frame,
    "Message": Message,
    "ReviewLine": ReviewLine,
}
"""Unions that have a name of their own."""


def types() -> str:
    """The whole file."""
    routes = [handler.opt[KEY] for handler in ROUTES if KEY in handler.opt]
    kinds = [kind for told in routes for kind in (told.answer, told.body, *told.others.values()) if kind is not None]
    _, components = schemas_of([*UNIONS.values(), *kinds])
    names = {frozenset(kind.__name__ for kind in get_args(union)): name for name, union in UNIONS.items()}
    parts = [HEAD, f"export const PROTOCOL_VERSION = {PROTOCOL};\n"]
    parts += [_declared(name, schema, names) for name, schema in components.items()]
    for name, union in UNIONS.items():
        parts.append(f"export type {name} =\n" + "\n".join(f"  | {kind.__name__}" for kind in get_args(union)) + ";\n")
    return "\n".join(parts)


def _declared(name: str, schema: Schema, unions: Mapping[frozenset[str], str]) -> str:
    doc = _comment(schema.get("description", ""))
    if schema.get("type") != "object":
        return f"{doc}export type {name} = {_type(schema, unions)};\n"
    required = set(schema.get("required", ()))
    if not schema["properties"]:
        return f"{doc}export type {name} = Record<string, never>;\n"
    lines = [
        f"  {field}{'' if field in required else '?'}: {_type(inner, unions)};\n"
        for field, inner in schema["properties"].items()
    ]
    return f"{doc}export interface {name} {{\n{''.join(lines)}}}\n"


def _type(schema: Schema, unions: Mapping[frozenset[str], str]) -> str:
    match schema:
        case {"$ref": str(place)}:
            return place.rpartition("/")[2]
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": parts}:
            told = [_type(part, unions) for part in parts]
            return unions.get(frozenset(told)) or " | ".join(told)
        case {"prefixItems": parts}:
            return f"[{', '.join(_type(part, unions) for part in parts)}]"
        case {"type": "array", "items": items}:
            inner = _type(items, unions)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": values}:
            return f"Record<string, {_type(values, unions)}>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as kind}:
            return str(kind)
    raise ValueError(f"a schema that there is no type for: {schema}")


def _comment(text: str) -> str:
    """A docstring's first paragraph as a comment."""
    first = re.sub(r"\s+", " ", text.partition("\n\n")[0]).replace("``", "`").strip()
    return f"/** {first} */\n" if first else ""


def main(file: Path = FILE) -> None:
    """Write the file anew."""
    file.write_text(types(), encoding="utf-8", newline="\n")
    step(str(file.relative_to(ROOT)))


if __name__ == "__main__":
    main()
