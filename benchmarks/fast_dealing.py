"""`gaple.Dealing` as a kernel, for millions of deals: docs/dealing.md told for Numba, held to the library by a test."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gaple import TILES

Bytes: TypeAlias = NDArray[np.uint8]

_START: Final = np.array(
    [0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19], np.uint32
)


def _fractions() -> NDArray[np.uint32]:
    """The first 32 bits of the fractional parts of the first 64 primes' cube roots, in whole numbers."""
    primes = [n for n in range(2, 312) if all(n % d for d in range(2, n))]
    roots = []
    for prime in primes:
        root = round((prime << 96) ** (1 / 3))  # near enough for two steps
        while root**3 > prime << 96:
            root -= 1 + (root**3 - (prime << 96)) // (3 * root**2)
        while (root + 1) ** 3 <= prime << 96:
            root += 1
        roots.append(root & 0xFFFFFFFF)
    return np.array(roots, np.uint32)


_K: Final = _fractions()
_BLOCK: Final = 64


@njit(cache=False)
def _turn(word: Any, by: int) -> Any:
    return np.uint32((word >> np.uint32(by)) | (word << np.uint32(32 - by)))


@njit(cache=False)
def _compress(state: Any, block: Any, words: Any) -> None:
    for i in range(16):
        words[i] = (
            (np.uint32(block[4 * i]) << np.uint32(24))
            | (np.uint32(block[4 * i + 1]) << np.uint32(16))
            | (np.uint32(block[4 * i + 2]) << np.uint32(8))
            | np.uint32(block[4 * i + 3])
        )
    for i in range(16, 64):
        old, late = words[i - 15], words[i - 2]
        first = _turn(old, 7) ^ _turn(old, 18) ^ (old >> np.uint32(3))
        second = _turn(late, 17) ^ _turn(late, 19) ^ (late >> np.uint32(10))
        words[i] = np.uint32(words[i - 16] + first + words[i - 7] + second)
    a, b, c, d = state[0], state[1], state[2], state[3]
    e, f, g, h = state[4], state[5], state[6], state[7]
    for i in range(64):
        chosen = np.uint32((e & f) ^ (~e & g))
        most = np.uint32((a & b) ^ (a & c) ^ (b & c))
        first = np.uint32(h + (_turn(e, 6) ^ _turn(e, 11) ^ _turn(e, 25)) + chosen + _K[i] + words[i])
        second = np.uint32((_turn(a, 2) ^ _turn(a, 13) ^ _turn(a, 22)) + most)
        h, g, f, e, d, c, b, a = g, f, e, np.uint32(d + first), c, b, a, np.uint32(first + second)
    state[0] += a
    state[1] += b
    state[2] += c
    state[3] += d
    state[4] += e
    state[5] += f
    state[6] += g
    state[7] += h


@njit(cache=False)
def _finish(state: Any, message: Any, length: int, before: int, block: Any, words: Any) -> None:
    """Takes in the rest of a message, of which ``before`` bytes have been taken in, and its end."""
    at = 0
    closed = False
    while True:
        for i in range(_BLOCK):
            if at + i < length:
                block[i] = message[at + i]
            elif at + i == length:
                block[i] = 0x80
                closed = True
            else:
                block[i] = 0
        last = closed and at + _BLOCK >= length + 9
        if last:
            bits = 8 * (before + length)
            for i in range(4):
                block[_BLOCK - 1 - i] = (bits >> (8 * i)) & 0xFF
        _compress(state, block, words)
        at += _BLOCK
        if last:
            return


@njit(cache=False, nogil=True)
def _deal_all(secrets: Any, head: Any, length: int, players: int, rows: Any, starters: Any) -> None:
    block, words = np.empty(_BLOCK, np.uint8), np.empty(64, np.uint32)
    inner, outer, state = np.empty(8, np.uint32), np.empty(8, np.uint32), np.empty(8, np.uint32)
    digest = np.empty(32, np.uint8)
    for number in range(len(secrets)):
        for pad, of in ((0x36, inner), (0x5C, outer)):
            for i in range(_BLOCK):
                block[i] = (secrets[number, i] if i < 32 else 0) ^ pad
            of[:] = _START
            _compress(of, block, words)
        used, blocks = 32, 0
        row = rows[number]
        for i in range(28):
            row[i] = i
        for k in range(27, -1, -1):  # the last draw is the starter's
            choices = k + 1 if k else players
            while True:
                if used == 32:
                    head[length] = 48 + blocks  # a digit: there are never ten
                    state[:] = inner
                    _finish(state, head, length + 1, _BLOCK, block, words)
                    _write(state, digest)
                    state[:] = outer
                    _finish(state, digest, 32, _BLOCK, block, words)
                    _write(state, digest)
                    used, blocks = 0, blocks + 1
                byte = int(digest[used])
                used += 1
                if byte < 256 - 256 % choices:
                    break
            drawn = byte % choices
            if k:
                row[k], row[drawn] = row[drawn], row[k]
            else:
                starters[number] = drawn


@njit(cache=False)
def _write(state: Any, digest: Any) -> None:
    for i in range(8):
        for j in range(4):
            digest[4 * i + j] = (state[i] >> np.uint32(24 - 8 * j)) & np.uint32(0xFF)


def deal_many(secrets: Bytes, table: str, hand: int, nonces: tuple[str, ...]) -> tuple[Bytes, Bytes]:
    """The deal of hand ``hand`` from each of the secrets (N x 32, uint8), by the same nonces for as many players.

    Returns the rows (N x 28, numbers of tiles in :data:`gaple.TILES`) and the seats drawn to begin (N), both uint8.
    """
    assert len(TILES) == 28
    head = "\n".join(["gaple-deal-1", table, str(hand), *nonces, "0"]).encode()
    rows, starters = np.empty((len(secrets), 28), np.uint8), np.empty(len(secrets), np.uint8)
    _deal_all(secrets, np.frombuffer(bytearray(head), np.uint8), len(head) - 1, len(nonces), rows, starters)
    return rows, starters
