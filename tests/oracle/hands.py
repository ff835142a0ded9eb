"""Random winning hands: a shape, some of its sets on the table, flowers and the winning tile."""

from __future__ import annotations

from random import Random
from typing import Any

from .naive import Set
from .notation import CODES, FLOWERS
from .shapes import plain, shape

Json = dict[str, Any]


def _meld(rng: Random, one: Set, kongs: float) -> Json:
    if one[0] != one[1]:
        return {"type": "chow", "tiles": [CODES[kind] for kind in one]}
    if rng.random() >= kongs:
        return {"type": "pung", "tiles": [CODES[one[0]]] * 3}
    kind = rng.choice(["exposed", "added", "concealed"])
    return {"type": "kong", "kind": kind, "tiles": [CODES[one[0]]] * 4}


def _flowers(rng: Random) -> list[str]:
    most = rng.choice([0, 0, 0, 1, 2, 4, 6, 8])
    found = rng.sample(FLOWERS, rng.randint(0, most))
    if rng.random() < 0.05:
        found = [f"{n}{rng.choice('fg')}" for n in range(1, 5)]
    if rng.random() < 0.05:
        found = [one for one in FLOWERS if one[1] == rng.choice("fg")]
    if rng.random() < 0.04:
        kept = rng.sample("1234", 3)
        found = [one for one in FLOWERS if one[0] in kept]
    return sorted(set(found))


def _melded(rng: Random, sets: list[Set], tiles: list[int]) -> tuple[list[Json], list[int]]:
    """Lay some sets on the table; return them and the tiles of the others."""
    share = rng.choice([0, 0, 0, 0.3, 0.6, 0.9, 1])
    kongs = rng.choice([0, 0.2, 0.2, 0.9])
    melds: list[Json] = []
    left: list[int] = []
    for one in sets:
        fourth = [*tiles, one[0]].count(one[0]) <= 4
        if rng.random() < share:
            melds.append(_meld(rng, one, kongs if fourth else 0))
        else:
            left += one
    return melds, left


def plain_hand(rng: Random) -> Json:
    """A plain shape with something on the table, won at one end of two: often 雞糊."""
    (pung, *chows_of), eyes = plain(rng)
    cut = rng.randint(0, 3)
    laid = [pung, *chows_of[:cut]] if rng.random() < 0.8 else [*chows_of[: max(cut, 1)]]
    left = [one for one in (pung, *chows_of) if one not in laid]
    last = left[-1]
    won = last[0] if last[0] % 9 < 6 and last[0] != last[1] else last[2]
    concealed = [*(kind for one in left for kind in one), *eyes]
    concealed.remove(won)
    melds = [_meld(rng, one, 0) for one in laid]
    flowers = rng.choice([[], [], [rng.choice(FLOWERS)]])
    return {
        "concealed": [CODES[kind] for kind in concealed],
        "melds": melds,
        "flowers": flowers,
        "winning_tile": CODES[won],
    }


def hand(rng: Random) -> Json:
    """Return a winning hand in object form."""
    if rng.random() < 0.04:
        return plain_hand(rng)
    sets, loose = shape(rng)
    tiles = [kind for one in sets for kind in one] + loose
    melds, left = _melded(rng, sets, tiles)
    concealed = [*left, *loose]
    won = rng.choice(concealed) if rng.random() < 0.7 else rng.choice(loose)
    concealed.remove(won)
    rng.shuffle(concealed)
    return {
        "concealed": [CODES[kind] for kind in concealed],
        "melds": melds,
        "flowers": _flowers(rng),
        "winning_tile": CODES[won],
    }
