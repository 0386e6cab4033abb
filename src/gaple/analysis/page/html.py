"""Elements as text; whatever comes from a record is escaped."""

from __future__ import annotations

from html import escape


def tag(name: str, /, *content: str, **attributes: object) -> str:
    """An element with this content, which is HTML already; ``class_`` is ``class``, ``aria_label`` is ``aria-label``.

    >>> tag("p", text("1 < 2"), class_="note")
    '<p class="note">1 &lt; 2</p>'
    """
    return f"<{name}{_told(attributes)}>{''.join(content)}</{name}>"


def void(name: str, /, **attributes: object) -> str:
    """An element without content."""
    return f"<{name}{_told(attributes)}>"


def text(told: object) -> str:
    """A text, escaped."""
    return escape(str(told))


def _told(attributes: dict[str, object]) -> str:
    parts = []
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        name = name.rstrip("_").replace("_", "-")
        parts.append(f" {name}" if value is True else f' {name}="{escape(str(value))}"')
    return "".join(parts)
