"""Why evidence leaves no world, in words."""

from __future__ import annotations

from gaple.tiles import TileSet, tiles_of

from .evidence import Evidence, Place
from .known import ViewError


def contradiction(evidence: Evidence) -> ViewError:
    """The error for evidence that no world agrees with.

    Either there are tiles with fewer places than tiles (by Hall's theorem there are such tiles whenever the tiles do
    not fit into the places), or everything fits and the *some* condition can't be met.
    """
    crowded = _crowded(evidence.unseen, evidence.places)
    if crowded:
        room = sum(place.size for place in evidence.places if place.allowed & crowded)
        return ViewError("view-no-room", tiles=", ".join(map(str, tiles_of(crowded))), n=room)
    some = evidence.some
    ends = "–" if evidence.ends is None else "-".join(map(str, evidence.ends))
    return ViewError(some.code if some else "view-no-world", ends=ends, starter=evidence.known.starter)


def _crowded(tiles: TileSet, places: tuple[Place, ...]) -> TileSet:
    """Tiles that have fewer places than they are, or none.

    Tiles are taken in one by one; each time a chain of moves from place to place is looked for that frees room. Where
    there is none, the tiles on the chains tried fill all the places that they may be in.
    """
    inside: list[TileSet] = [0] * len(places)
    for tile in tiles_of(tiles):
        came: dict[int, tuple[TileSet, int]] = {}  # to each place tried: the tile that would come, and from where
        waiting = [(tile.bit, -1)]
        free = -1
        while waiting and free < 0:
            bit, source = waiting.pop()
            for number, place in enumerate(places):
                if number in came or not place.allowed & bit:
                    continue
                came[number] = bit, source
                if inside[number].bit_count() < place.size:
                    free = number
                    break
                waiting += [(other.bit, number) for other in tiles_of(inside[number])]
        if free < 0:
            return tile.bit | sum(inside[number] for number in came)
        while free >= 0:
            bit, source = came[free]
            inside[free] |= bit
            if source >= 0:
                inside[source] ^= bit
            free = source
    return 0
