"""The AsyncAPI document of a table's socket: every message, either way."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, get_args

import gaple
from gaple.server.play.commands import FromPerson
from gaple.server.wire.messages import Frame, Message

from .described import Schema, schemas_of

ADDRESS: Final = "/api/tables/{table}/socket"


@cache
def document() -> Schema:
    """The document, as AsyncAPI 3.0 has it."""
    said, told = _kinds(Frame), _kinds(Message)
    commands = [name for name, kind in said.items() if kind in _kinds(FromPerson).values()]
    _, schemas = schemas_of([*said.values(), *told.values()])
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Gaple: a table's socket",
            "version": gaple.__version__,
            "description": "One socket a table, a message a text frame. docs/protocol.md says what it all means.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": ADDRESS,
                "parameters": {"table": {"description": "The table's id, the last part of its address."}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in [*said, *told]},
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {
            "hear": _operation("receive", said.keys() - commands, "What a client says."),
            "carry_out": {
                **_operation("receive", commands, "What a client asks for; it is answered under the same id."),
                "reply": {
                    "channel": {"$ref": "#/channels/table"},
                    "messages": [
                        {"$ref": f"#/channels/table/messages/{name}"} for name in ("done", "refused", "error")
                    ],
                },
            },
            "tell": _operation("send", told, "What the server tells; over HTTP the same, a line each."),
        },
        "components": {
            "messages": {
                name: {
                    "name": name,
                    "summary": (kind.__doc__ or "").partition("\n")[0],
                    "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
                }
                for name, kind in (said | told).items()
            },
            "schemas": _plain(schemas),
        },
    }


def _operation(action: str, names: Any, summary: str) -> Schema:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/table"},
        "summary": summary,
        "messages": [{"$ref": f"#/channels/table/messages/{name}"} for name in sorted(names)],
    }


def _plain(schema: Any) -> Any:
    """Without the discriminators of OpenAPI, which AsyncAPI has in another form; every ``type`` is one word anyway."""
    match schema:
        case {"discriminator": {"propertyName": _}, **rest}:
            return _plain(rest)
        case dict():
            return {key: _plain(value) for key, value in schema.items()}
        case list():
            return [_plain(value) for value in schema]
    return schema


def _kinds(union: Any) -> dict[str, Any]:
    """The types of messages by the name that each has on the wire."""
    return {str(kind.__struct_config__.tag): kind for kind in get_args(union)}
