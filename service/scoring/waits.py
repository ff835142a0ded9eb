"""The waits of the 16 tiles before the win, over all forms, whatever was won."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from service.scoring.decompose import (
    HONOR_SHIFT,
    count_of,
    lik_ku_shape,
    pack_tiles,
    sixteen_unrelated_shape,
    thirteen_orphans_shapes,
)
from service.scoring.suits import BITS, NO_EYES, SUIT_BITS, SUIT_MASK, suit_readings
from service.scoring.tiles import EAST, ORPHAN_KINDS, TILE_KINDS

if TYPE_CHECKING:
    from service.scoring.hand import Hand

MOST = 4
HONORS = 7
# What a suit, or the honors, make as they are: neither, sets alone, or sets and the eyes.
BROKEN, SETS, EYES = 0, 1, 2


class Part(NamedTuple):
    """A suit or the honors: what they make as they are, and the ranks that complete them without the eyes, or with."""

    state: int
    completes_sets: tuple[int, ...]
    completes_eyes: tuple[int, ...]


def waits(hand: Hand, *, kong_in_orphans: bool) -> tuple[int, ...]:
    """Return the kinds that complete the hand's concealed tiles, ascending.

    A kind of which the player holds all four is no wait; tiles seen elsewhere do not matter. `kong_in_orphans`: a
    concealed kong may be the extra set of thirteen_orphans.
    """
    packed = pack_tiles(hand.concealed)
    found = _standard(packed)
    if not hand.melds:
        special = (*_lik_ku(packed), *_unrelated(packed), *_orphans(packed))
        return tuple(sorted({*found, *special})) if special else tuple(found)
    if kong_in_orphans and len(hand.melds) == 1 and hand.melds[0].kong == "concealed":
        found = sorted({*found, *_orphans(packed)})
    if found:
        held = [kind for meld in hand.melds for kind in meld.tiles]
        found = [kind for kind in found if held.count(kind) + count_of(packed, kind) < MOST]
    return tuple(found)


def _standard(packed: int) -> list[int]:
    """Try each suit and the honors as the one part that takes the tile: the others must be complete already."""
    parts = (
        suit_part(packed & SUIT_MASK),
        suit_part(packed >> SUIT_BITS & SUIT_MASK),
        suit_part(packed >> 2 * SUIT_BITS & SUIT_MASK),
        honor_part(packed >> HONOR_SHIFT),
    )
    broken = eyes = 0
    for part in parts:
        broken += part.state == BROKEN
        eyes += part.state == EYES
    found: list[int] = []
    for n, part in enumerate(parts):
        eyes_elsewhere = eyes - (part.state == EYES)
        if broken - (part.state == BROKEN) or eyes_elsewhere > 1:
            continue
        ranks = part.completes_sets if eyes_elsewhere else part.completes_eyes
        if ranks:
            found += [9 * n + rank for rank in ranks]
    return found


@lru_cache(maxsize=1 << 16)
def suit_part(key: int) -> Part:
    """Return what a packed suit makes, and what completes it. At most 65,536 answers are kept.

    The number of its tiles tells whether a suit takes the eyes: 0 modulo 3 it does not, 2 it does.
    """
    readings = suit_readings(key)
    state = BROKEN if not readings else SETS if readings[0].eyes == NO_EYES else EYES
    ranks = tuple(
        rank for rank in range(9) if (key >> BITS * rank & 7) < MOST and suit_readings(key + (1 << BITS * rank))
    )
    size = sum(key >> BITS * rank & 7 for rank in range(9)) + 1
    return Part(state, ranks if size % 3 == 0 else (), ranks if size % 3 == 2 else ())


@lru_cache(maxsize=1 << 14)
def honor_part(key: int) -> Part:
    """Return what the packed honors make, and which of them (0-6) complete them."""
    completes: dict[int, list[int]] = {SETS: [], EYES: [], BROKEN: []}
    for rank in range(HONORS):
        if (key >> BITS * rank & 7) < MOST:
            completes[_honor_state(key + (1 << BITS * rank))].append(rank)
    return Part(_honor_state(key), tuple(completes[SETS]), tuple(completes[EYES]))


def _honor_state(key: int) -> int:
    pairs = 0
    while key:
        count = key & 7
        if count in (1, MOST):
            return BROKEN
        pairs += count == 2
        key >>= BITS
    return (SETS, EYES, BROKEN)[min(pairs, 2)]


def _lik_ku(packed: int) -> list[int]:
    """Only a kind that is held already can be paired or tripled, and no more than two may be odd."""
    ones = _SINGLES & packed
    if ones.bit_count() > 2:
        return []
    return [
        kind for kind in _held(packed) if count_of(packed, kind) < MOST and lik_ku_shape(packed + (1 << BITS * kind))
    ]


# The lowest bit of each kind's count: set where the count is odd.
_SINGLES = sum(1 << BITS * kind for kind in range(TILE_KINDS))


def _held(packed: int) -> list[int]:
    return [kind for kind in range(TILE_KINDS) if count_of(packed, kind)]


def _honor_kinds(packed: int) -> int:
    honors = packed >> HONOR_SHIFT
    return ((honors | honors >> 1 | honors >> 2) & _SINGLES).bit_count()


def _unrelated(packed: int) -> list[int]:
    """At least fifteen kinds are there already, six honors among them; otherwise no tile can help."""
    if _honor_kinds(packed) < HONORS - 1:
        return []
    held = _held(packed)
    if len(held) < 15:
        return []
    return [
        kind
        for kind in range(TILE_KINDS)
        if count_of(packed, kind) < 2 and sixteen_unrelated_shape(packed + (1 << BITS * kind))
    ]


def _orphans(packed: int) -> list[int]:
    """At most one of the thirteen may be missing, so at least six honors are there."""
    if _honor_kinds(packed) < HONORS - 1:
        return []
    missing = [kind for kind in ORPHAN_KINDS if not count_of(packed, kind)]
    if len(missing) > 1:
        return []
    candidates = missing or range(TILE_KINDS)
    return [k for k in candidates if count_of(packed, k) < MOST and thirteen_orphans_shapes(packed + (1 << BITS * k))]


assert EAST * BITS == HONOR_SHIFT  # noqa: S101  (the packing of all kinds rests on it)
