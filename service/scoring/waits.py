"""The waits of the 16 tiles before the win, over all forms, whatever was won."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from service.scoring.decompose import (
    HONOR_SHIFT,
    ONES,
    count_of,
    lik_ku_shape,
    pack_melds,
    pack_tiles,
    sixteen_unrelated_shape,
    thirteen_orphans_shapes,
)
from service.scoring.suits import BITS, NO_EYES, SUIT_BITS, SUIT_MASK, suit_readings
from service.scoring.tiles import EAST, ORPHAN_KINDS, TILE_KINDS

if TYPE_CHECKING:
    from service.scoring.hand import Hand, Meld

MOST = 4
HONORS = 7
# What a suit, or the honors, make as they are: sets alone, sets and the eyes, or neither. The sum over all four tells
# how many eyes there are, and whether one part or more are broken.
SETS: Final = 0
EYES: Final = 1
BROKEN: Final = 8


class Part(NamedTuple):
    """A suit or the honors: what they make as they are, and the ranks that complete them without the eyes, or with.

    `kinds` is a mask of the ranks that are there.
    """

    state: int
    kinds: int
    completes_sets: tuple[int, ...]
    completes_eyes: tuple[int, ...]


def waits(hand: Hand, *, kong_in_orphans: bool) -> tuple[int, ...]:
    """Return the kinds that complete the hand's concealed tiles, ascending.

    A kind of which the player holds all four is no wait; tiles seen elsewhere do not matter. `kong_in_orphans`: a
    concealed kong may be the extra set of thirteen_orphans.
    """
    packed = pack_tiles(hand.concealed)
    melded = pack_melds(hand.melds)
    return packed_waits(hand_parts(packed), packed, hand.melds, melded, kong_in_orphans=kong_in_orphans)


Parts = tuple[Part, Part, Part, Part]


def hand_parts(packed: int) -> Parts:
    """Return the three suits and the honors of packed tiles."""
    return (
        suit_part(packed & SUIT_MASK),
        suit_part(packed >> SUIT_BITS & SUIT_MASK),
        suit_part(packed >> 2 * SUIT_BITS & SUIT_MASK),
        honor_part(packed >> HONOR_SHIFT),
    )


def packed_waits(
    parts: Parts, packed: int, melds: tuple[Meld, ...], melded: int, *, kong_in_orphans: bool
) -> tuple[int, ...]:
    """Return the same for packed tiles and their parts; `melded` are the packed tiles of the melds."""
    found = _standard(parts)
    if not melds:
        special = (*_lik_ku(packed), *_unrelated(packed), *_orphans(packed))
        return tuple(sorted({*found, *special})) if special else tuple(found)
    if kong_in_orphans and len(melds) == 1 and melds[0].kong == "concealed":
        found = sorted({*found, *_orphans(packed)})
    held = packed + melded
    return tuple([kind for kind in found if held >> BITS * kind & 7 < MOST])


def _standard(parts: Parts) -> list[int]:
    """Try each suit and the honors as the one part that takes the tile: the others must be complete already."""
    state = parts[0].state + parts[1].state + parts[2].state + parts[3].state
    found: list[int] = []
    if state >= 2 * BROKEN:
        return found
    first = 0
    for part in parts:
        elsewhere = state - part.state
        if elsewhere <= EYES:
            ranks = part.completes_sets if elsewhere else part.completes_eyes
            found += [first + rank for rank in ranks]
        first += 9
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
    return Part(state, _ranks_held(key), ranks if size % 3 == 0 else (), ranks if size % 3 == 2 else ())


def _ranks_held(key: int) -> int:
    return sum(1 << rank for rank in range(9) if key >> BITS * rank & 7)


@lru_cache(maxsize=1 << 14)
def honor_part(key: int) -> Part:
    """Return what the packed honors make, and which of them (0-6) complete them."""
    completes: dict[int, list[int]] = {SETS: [], EYES: [], BROKEN: []}
    for rank in range(HONORS):
        if (key >> BITS * rank & 7) < MOST:
            completes[_honor_state(key + (1 << BITS * rank))].append(rank)
    return Part(_honor_state(key), _ranks_held(key), tuple(completes[SETS]), tuple(completes[EYES]))


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
    if (ONES & packed).bit_count() > 2:
        return []
    return [
        kind for kind in _held(packed) if count_of(packed, kind) < MOST and lik_ku_shape(packed + (1 << BITS * kind))
    ]


def _held(packed: int) -> list[int]:
    return [kind for kind in range(TILE_KINDS) if count_of(packed, kind)]


def _honor_kinds(packed: int) -> int:
    honors = packed >> HONOR_SHIFT
    return ((honors | honors >> 1 | honors >> 2) & ONES).bit_count()


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
