"""What a choice is made from: an action in a scene as a short list of features that it has.

Each feature is a number below ``FEATURES``; one that is there counts 1, all others 0, and one that both suits of a
buried tile have is there twice. They come from what the seat on turn may know, and from nothing else: its own tiles,
the line, how many tiles and discards the others have, what was seen of them. Suits have no names but their pips: a
feature speaks of "the new end", "the other end", "the end that is covered", so what is learned of one suit holds for
all. Others are counted from the seat on turn, the next one first.

``STATE`` features are the same for all actions of a choice, the others belong to one action.
"""

from __future__ import annotations

from typing import Final

from gaple.engine.bits import count, lowest
from gaple.engine.jit import Ints, routine
from gaple.engine.params import Params
from gaple.engine.score import pips_of
from gaple.engine.state import DEAD, DISCARD, HELD, LEFT_END, RIGHT, RIGHT_END, TURN, ends_after, tile_of
from gaple.engine.tables import ALL, DOUBLES, FITS, HIGH, LOW, PIPS, SUITS

from .scene import LAID, LEFT_OWNER, OPENED, RIGHT_OWNER, VOID

# State: the rules, then how everybody stands. A block's constant is where it begins.
_PLAYERS: Final = 0  # 2 to 5
_FLAGS: Final = _PLAYERS + 4  # discard, clean, teams, total, lone, stock
_SETTLE: Final = _FLAGS + 6  # 4
_COUNTS: Final = _SETTLE + 4  # four others, 0 to 8 tiles
_DEADS: Final = _COUNTS + 4 * 9  # four others, 0 to 3 discards
_OWN_DEAD: Final = _DEADS + 4 * 4  # own discards' pips by fours, up to 7
_OWN_HIGH: Final = _OWN_DEAD + 8  # own hand's pips by fours, up to 15
_LEADING: Final = _OWN_HIGH + 16  # 1
_STATE: Final = _LEADING + 1

# An action: what it is, what it leaves, and the suits that it touches.
_KIND: Final = _STATE  # play, play of a double, discard, discard of a double
_PLAYED: Final = _KIND + 4  # pips 0 to 12
_BURIED: Final = _PLAYED + 13  # the same
_LEFT_OVER: Final = _BURIED + 13  # tiles left in hand, 0 to 13
_PLAYABLE: Final = _LEFT_OVER + 14  # of them playable at once, 0 to 7
_VARIETY: Final = _PLAYABLE + 8  # suits left in hand, 0 to 7
_HEAVY: Final = _VARIETY + 8  # pips left by fours, up to 15
_STUCK: Final = _HEAVY + 16  # four others: known to hold nothing that fits
_FITTING: Final = _STUCK + 4  # unseen tiles that fit, 0 to 13
_EQUAL: Final = _FITTING + 14  # both ends the same
_OUT: Final = _EQUAL + 1  # the last tile
_STRANDED: Final = _OUT + 1  # own doubles whose suit nobody can bring any more, 0 to 3
_DOUBLE: Final = _STRANDED + 4  # the new end's double: laid, own, unseen
_LASTING: Final = _DOUBLE + 3  # whoever is on turn next has one tile left: fits known void or not
_SUIT: Final = _LASTING + 2

# A suit in a role: own and unseen tiles of it (both 0 to 7), pips, who is void, who has opened it, whose it is.
_BOTH: Final = 0
_PIPS: Final = _BOTH + 64
_VOIDS: Final = _PIPS + 7
_OPENERS: Final = _VOIDS + 4
_OWNER: Final = _OPENERS + 4  # nobody's, own, four others
_ROLE: Final = _OWNER + 6
_NEW, _OTHER, _COVERED, _DEAD_SUIT = range(4)

FEATURES: Final = _SUIT + 4 * _ROLE
MOST: Final = 96
"""No action has more features than this, state included."""


@routine
def state_features(params: Params, scene: Ints, found: Ints) -> int:
    """Writes the features that all actions of the seat on turn share, and returns how many."""
    turn, players = scene[TURN], params.players
    found[0] = _PLAYERS + players - 2
    found[1] = _SETTLE + params.settle
    n = 2
    if params.discard != 0:
        found[n] = _FLAGS
        n += 1
    if params.clean != 0:
        found[n] = _FLAGS + 1
        n += 1
    if params.teams != 0:
        found[n] = _FLAGS + 2
        n += 1
    if params.total != 0:
        found[n] = _FLAGS + 3
        n += 1
    if params.lone != 0:
        found[n] = _FLAGS + 4
        n += 1
    if params.players * params.size != 28:
        found[n] = _FLAGS + 5
        n += 1
    seat = turn
    for other in range(players - 1):
        seat += 1
        if seat == players:
            seat = 0
        found[n] = _COUNTS + 9 * other + min(count(scene[HELD + seat]), 8)
        found[n + 1] = _DEADS + 4 * other + min(count(scene[DEAD + seat]), 3)
        n += 2
    found[n] = _OWN_DEAD + min(pips_of(scene[DEAD + turn]) >> 2, 7)
    found[n + 1] = _OWN_HIGH + min(pips_of(scene[HELD + turn]) >> 2, 15)
    n += 2
    if scene[LEFT_END] < 0:
        found[n] = _LEADING
        n += 1
    return n


@routine
def action_features(params: Params, scene: Ints, code: int, found: Ints, n: int) -> int:
    """Writes the features of this action of the seat on turn from place ``n``, and returns where they end."""
    turn, players = scene[TURN], params.players
    left, right = scene[LEFT_END], scene[RIGHT_END]
    tile = tile_of(code)
    rest = scene[HELD + turn] & ~(1 << tile)
    unseen = ALL & ~(scene[LAID] | scene[HELD + turn] | scene[DEAD + turn])
    double = DOUBLES >> tile & 1
    if code >= DISCARD:
        found[n] = _KIND + 2 + double
        found[n + 1] = _BURIED + PIPS[tile]
        n += 2
        n = suit_features(scene, players, turn, int(LOW[tile]), _DEAD_SUIT, -2, rest, unseen, found, n)
        if double == 0:
            n = suit_features(scene, players, turn, int(HIGH[tile]), _DEAD_SUIT, -2, rest, unseen, found, n)
    else:
        found[n] = _KIND + double
        found[n + 1] = _PLAYED + PIPS[tile]
        n += 2
        leading = left < 0
        owner_new, owner_other, covered = -1, -1, -1
        if not leading:
            if code >= RIGHT:
                covered, owner_new, owner_other = right, scene[RIGHT_OWNER], scene[LEFT_OWNER]
            else:
                covered, owner_new, owner_other = left, scene[LEFT_OWNER], scene[RIGHT_OWNER]
            n = suit_features(scene, players, turn, covered, _COVERED, owner_new, rest, unseen, found, n)
        left, right = ends_after(left, right, code)
        new, other = (right, left) if code >= RIGHT else (left, right)
        n = suit_features(scene, players, turn, new, _NEW, -2, rest, unseen, found, n)
        n = suit_features(scene, players, turn, other, _OTHER, turn if leading else owner_other, rest, unseen, found, n)
        if new == other:
            found[n] = _EQUAL
            n += 1
        twin = 1 << (new * (15 - new) // 2)
        found[n] = _DOUBLE + (1 if rest & twin else 2 if unseen & twin else 0)
        n += 1
    fits = int(FITS[7 * left + right])
    found[n] = _LEFT_OVER + count(rest)
    found[n + 1] = _PLAYABLE + min(count(rest & fits), 7)
    found[n + 2] = _HEAVY + min(pips_of(rest) >> 2, 15)
    found[n + 3] = _FITTING + min(count(unseen & fits), 13)
    n += 4
    variety = 0
    for suit in range(7):
        variety += int(rest & SUITS[suit] != 0)
    found[n] = _VARIETY + variety
    n += 1
    if rest == 0:
        found[n] = _OUT
        n += 1
    doubles, stranded = rest & DOUBLES, 0
    while doubles:
        own = lowest(doubles)
        doubles &= doubles - 1
        suit = int(LOW[own])
        if suit != left and suit != right and (rest | unseen) & SUITS[suit] & ~(1 << own) == 0:
            stranded += 1
    found[n] = _STRANDED + min(stranded, 3)
    n += 1
    ends = 1 << left | 1 << right
    seat = turn
    for relative in range(players - 1):
        seat += 1
        if seat == players:
            seat = 0
        void = scene[VOID + seat] & ends == ends
        if void:
            found[n] = _STUCK + relative
            n += 1
        if relative == 0 and count(scene[HELD + seat]) == 1:
            found[n] = _LASTING + int(void)
            n += 1
    return n


@routine
def suit_features(
    scene: Ints, players: int, turn: int, suit: int, role: int, owner: int, rest: int, unseen: int, found: Ints, n: int
) -> int:
    """Writes the features of a suit in a role from place ``n``; ``owner`` -2 where a suit cannot have one."""
    base = _SUIT + _ROLE * role
    found[n] = base + _BOTH + 8 * count(rest & SUITS[suit]) + count(unseen & SUITS[suit])
    found[n + 1] = base + _PIPS + suit
    n += 2
    if owner > -2:
        relative = owner - turn
        if relative < 0:
            relative += players
        found[n] = base + _OWNER + (0 if owner < 0 else 1 + relative)
        n += 1
    seat = turn
    for other in range(players - 1):
        seat += 1
        if seat == players:
            seat = 0
        if scene[VOID + seat] >> suit & 1:
            found[n] = base + _VOIDS + other
            n += 1
        if scene[OPENED + seat] >> suit & 1:
            found[n] = base + _OPENERS + other
            n += 1
    return n
