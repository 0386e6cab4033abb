"""Where hidden tiles could be, as a table with shaded cells, and where they were, at a choice of the reader's."""

from __future__ import annotations

from gaple.analysis.knowledge import Knowledge
from gaple.analysis.sentences import Teller
from gaple.hand import Hand
from gaple.tiles import TILES, Seat, Tile, tiles_of

from .html import tag, text, void
from .tiles import Drawn

STOCK = "stock"


def places(known: Knowledge, hand: Hand | None, teller: Teller, drawn: Drawn, name: str) -> str:
    """What one seat could know at a moment; with ``hand``, the hand at that moment, also what was."""
    assert known.seat is not None
    title = teller.say("page.know", seat=teller.seat(known.seat))
    if not known.unseen:
        return tag("p", text(teller.say("page.nothing-hidden")), class_="small")
    was = where_was(hand) if hand is not None else None
    inputs = ""
    if was is not None:
        options = [(title, True, "k"), (teller.say("page.was"), False, "w")]
        inputs = "".join(
            void("input", type="radio", name=name, id=f"{name}{key}", class_=f"pick {key}", checked=checked)
            + tag("label", text(label), for_=f"{name}{key}")
            for label, checked, key in options
        )
    else:
        inputs = tag("h4", text(title))
    bits = teller.say("page.bits", bits=teller.number(known.bits, 1), worlds=teller.number(known.worlds, 0))
    return tag(
        "div",
        inputs,
        tag("p", text(bits), class_="small"),
        _table(known, was, teller, drawn, title),
        _reasons(known, teller),
        class_="places",
    )


def where_was(hand: Hand) -> dict[Tile, str]:
    """The place of every tile that is not on the table."""
    found = dict.fromkeys(hand.deal.stock[1:], STOCK)
    for seat in hand.rules.seats:
        found |= {tile: str(seat) for tile in hand.tiles(seat)}
        found |= dict.fromkeys(hand.dead(seat), f"{seat}x")
    return found


def _table(known: Knowledge, was: dict[Tile, str] | None, teller: Teller, drawn: Drawn, title: str) -> str:
    """A row for the tiles that can be in the same places with the same chances."""
    columns = known.places()
    alike: dict[tuple[float, ...], list[Tile]] = {}
    for tile in tiles_of(known.unseen):
        alike.setdefault(tuple(round(float(chances[tile.index]), 6) for chances in columns.values()), []).append(tile)
    head = tag("th", text(teller.say("page.tile")), scope="col")
    head += "".join(tag("th", text(_place(teller, place)), scope="col") for place in columns)
    rows = [tag("tr", head)]
    for chances, tiles in alike.items():
        cells = []
        for place, chance in zip(columns, chances, strict=True):
            there = [tile for tile in tiles if was is not None and was.get(tile) == place]
            told = tag("span", text(teller.percent(chance) if chance else "–"), class_="k")
            if was is not None:
                told += tag("span", drawn.row(there) if there else text("–"), class_="w")
            shade = round(100 * chance)
            cells.append(tag("td", told, style=f"--p:{shade}%", class_="much" if shade > 60 else None))
        rows.append(tag("tr", tag("th", drawn.row(tiles), scope="row"), *cells))
    return tag("div", tag("table", *rows, class_="heat"), class_="scroll", tabindex="0", role="group", aria_label=title)


def _place(teller: Teller, place: str) -> str:
    if place == STOCK:
        return teller.say("page.stock")
    seat = teller.seat(Seat.parse(place[0]))
    return teller.say("page.dead", seat=seat) if place.endswith("x") else seat


def _reasons(known: Knowledge, teller: Teller) -> str:
    told = []
    for reason in known.reasons:
        tiles = " ".join(f"{tile.low}-{tile.high}" for tile in TILES if tile.bit & reason.tiles)
        told.append(tag("li", text(f"{teller.known(reason)} "), tag("span", text(tiles), class_="small")))
    return tag("ul", *told, class_="why") if told else ""
