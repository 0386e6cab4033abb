"""The wire described for programs: what each route takes and answers, and every type of the wire as a JSON schema.

The schemas are made from the types that the server itself reads and writes, so they cannot say anything else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

Schema = dict[str, Any]

KEY: Final = "described"
_PLACE: Final = "#/components/schemas/{name}"


@dataclass(frozen=True)
class Described:
    """What a route answers with ``status`` (``None``: nothing, or no JSON), the body it takes, and which errors.

    ``others`` are answers with another status that are more than an error. Every route may answer the usual errors
    too, see :mod:`gaple.server.web.openapi`.
    """

    answer: Any = None
    status: int = 200
    body: Any = None
    errors: Collection[int] = ()
    others: Mapping[int, Any] = field(default_factory=dict)


def described(
    answer: Any = None,
    status: int = 200,
    body: Any = None,
    errors: Collection[int] = (),
    others: Mapping[int, Any] | None = None,
) -> dict[str, Any]:
    """For a route handler's ``opt``."""
    return {KEY: Described(answer, status, body, errors, others or {})}


def schemas_of(kinds: Iterable[Any]) -> tuple[list[Schema], dict[str, Schema]]:
    """JSON schemas (2020-12) of these types, and by name those that they refer to, as ``components`` of a document."""
    found, components = msgspec.json.schema_components(kinds, ref_template=_PLACE)
    return [_portable(schema) for schema in found], {name: _portable(components[name]) for name in sorted(components)}


def _portable(schema: Any) -> Any:
    """The same in the regular expressions of JSON schemas, where ``$`` is the end and nothing else.

    A default that says that there is none, and is none of the type's values, is left out.
    """
    match schema:
        case {"pattern": str(pattern), **rest}:
            rest.pop("default", None)
            return {**_portable(rest), "pattern": pattern.replace(r"\Z", "$")}
        case dict():
            return {key: _portable(value) for key, value in schema.items()}
        case list():
            return [_portable(value) for value in schema]
    return schema
