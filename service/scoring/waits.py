"""The waits of the 16 tiles before the win, over all forms, whatever was won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.decompose import (
    HONOR_SHIFT,
    count_of,
    lik_ku_shape,
    pack_tiles,
    sixteen_unrelated_shape,
    thirteen_orphans_shapes,
)
from service.scoring.suits import BITS, NO_EYES, SUIT_BITS, SUIT_MASK, suit_readings, suit_waits
from service.scoring.tiles import EAST, ORPHAN_KINDS, TILE_KINDS

if TYPE_CHECKING:
    from service.scoring.hand import Hand

MOST = 4


def waits(hand: Hand, *, kong_in_orphans: bool) -> tuple[int, ...]:
    """Return the kinds that complete the hand's concealed tiles, ascending.

    A kind of which the player holds all four is no wait; tiles seen elsewhere do not matter. `kong_in_orphans`: a
    concealed kong may be the extra set of thirteen_orphans.
    """
    packed = pack_tiles(hand.concealed)
    found = set(_standard(packed))
    if not hand.melds:
        found.update(_lik_ku(packed), _unrelated(packed), _orphans(packed))
    elif kong_in_orphans and len(hand.melds) == 1 and hand.melds[0].kong == "concealed":
        found.update(_orphans(packed))
    if hand.melds and found:
        held = [kind for meld in hand.melds for kind in meld.tiles]
        found = {kind for kind in found if held.count(kind) + count_of(packed, kind) < MOST}
    return tuple(sorted(found))


def _standard(packed: int) -> list[int]:
    """Try each suit and the honors as the one part that takes the tile: the others must be complete already."""
    keys = [packed >> SUIT_BITS * suit & SUIT_MASK for suit in range(3)]
    legal = [suit_readings(key) for key in keys]
    honors = packed >> HONOR_SHIFT << HONOR_SHIFT
    # What a part makes as it is: 2 sets and the eyes, 1 sets alone, 0 neither.
    honor_part = _honor_part(honors)
    parts = [0 if not readings else 1 if readings[0].eyes == NO_EYES else 2 for readings in legal] + [honor_part]
    broken = parts.count(0)
    found: list[int] = []
    for part, state in enumerate(parts):
        if broken - (state == 0):
            continue
        eyes_elsewhere = sum(1 for other, other_state in enumerate(parts) if other != part and other_state == 2)
        if eyes_elsewhere > 1:
            continue
        if part < 3:
            # The number of a suit's tiles tells whether it takes the eyes: 0 modulo 3 it does not, 2 it does.
            size = sum(keys[part] >> BITS * rank & 7 for rank in range(9)) + 1
            if size % 3 == (0 if eyes_elsewhere else 2):
                found += [9 * part + rank for rank in suit_waits(keys[part])]
        else:
            found += [
                kind
                for kind in range(EAST, TILE_KINDS)
                if count_of(honors, kind) in (1, 2)
                and _honor_part(honors + (1 << BITS * kind)) == (1 if eyes_elsewhere else 2)
            ]
    return found


def _honor_part(honors: int) -> int:
    pairs = 0
    for kind in range(EAST, TILE_KINDS):
        count = count_of(honors, kind)
        if count in (1, MOST):
            return 0
        pairs += count == 2
    return (1, 2, 0)[min(pairs, 2)]


def _lik_ku(packed: int) -> list[int]:
    """Only a kind that is held already can be paired or tripled."""
    return [
        kind for kind in _held(packed) if count_of(packed, kind) < MOST and lik_ku_shape(packed + (1 << BITS * kind))
    ]


def _held(packed: int) -> list[int]:
    return [kind for kind in range(TILE_KINDS) if count_of(packed, kind)]


def _unrelated(packed: int) -> list[int]:
    """At least fifteen kinds are there already; with fewer no tile can help."""
    held = _held(packed)
    if len(held) < 15:
        return []
    return [
        kind
        for kind in range(TILE_KINDS)
        if count_of(packed, kind) < 2 and sixteen_unrelated_shape(packed + (1 << BITS * kind))
    ]


def _orphans(packed: int) -> list[int]:
    """At most one of the thirteen may be missing."""
    orphans = sum(1 for kind in ORPHAN_KINDS if count_of(packed, kind))
    if orphans < len(ORPHAN_KINDS) - 1:
        return []
    candidates = (
        range(TILE_KINDS) if orphans == len(ORPHAN_KINDS) else [k for k in ORPHAN_KINDS if not count_of(packed, k)]
    )
    return [k for k in candidates if count_of(packed, k) < MOST and thirteen_orphans_shapes(packed + (1 << BITS * k))]
