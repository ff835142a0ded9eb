"""The waits of the 16 tiles before the win, over all forms, whatever was won."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from service.scoring.decompose import (
    HONOR_SHIFT,
    ONES,
    count_of,
    pack_melds,
    pack_tiles,
    sixteen_unrelated_shape,
    thirteen_orphans_shapes,
)
from service.scoring.known import Known
from service.scoring.suits import BITS, NO_EYES, SUIT_BITS, SUIT_MASK, suit_readings
from service.scoring.tiles import EAST, ORPHAN_KINDS, TILE_KINDS

if TYPE_CHECKING:
    from service.scoring.hand import Hand, Meld

MOST = 4
HONORS = 7
# One of each orphan.
ORPHAN_ONES: Final = sum(1 << BITS * kind for kind in ORPHAN_KINDS)
# What a suit, or the honors, make as they are: sets alone, sets and the eyes, or neither. The sum over all four tells
# how many eyes there are, and whether one part or more are broken.
SETS: Final = 0
EYES: Final = 1
BROKEN: Final = 8


class Part:
    """A suit or the honors: what they make as they are, and the ranks that complete them without the eyes, or with.

    `kinds` is a mask of the ranks that are there.
    """

    __slots__ = ("completes_eyes", "completes_sets", "kinds", "state")

    def __init__(
        self, state: int, kinds: int, completes_sets: tuple[int, ...], completes_eyes: tuple[int, ...]
    ) -> None:
        self.state = state
        self.kinds = kinds
        self.completes_sets = completes_sets
        self.completes_eyes = completes_eyes


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
        SUIT_PARTS[packed & SUIT_MASK],
        SUIT_PARTS[packed >> SUIT_BITS & SUIT_MASK],
        SUIT_PARTS[packed >> 2 * SUIT_BITS & SUIT_MASK],
        HONOR_PARTS[packed >> HONOR_SHIFT],
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


def _suit_part(key: int) -> Part:
    """Return what a packed suit makes, and what completes it.

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


def _honor_part(key: int) -> Part:
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


SUIT_PARTS: Final = Known(_suit_part, most=1 << 16)
HONOR_PARTS: Final = Known(_honor_part, most=1 << 14)


def _lik_ku(packed: int) -> list[int]:
    """Eight pairs wait for a third tile of any; with two odd kinds, one of three, the other of one or three waits.

    Four of a kind are two pairs, so of two kinds of three either may become them.
    """
    odd = packed & ONES
    upper = packed >> 1 & ONES
    if not odd:
        return _kinds_at(upper)
    if odd.bit_count() != 2 or not odd & upper:
        return []
    return _kinds_at(odd & ~upper or odd)


def _kinds_at(ones: int) -> list[int]:
    """Return the kinds whose lowest bits are set, ascending."""
    found = []
    while ones:
        low = ones & -ones
        found.append(low.bit_length() // BITS)
        ones ^= low
    return found


def _held(packed: int) -> int:
    """Return the lowest bit of each kind that is there."""
    return (packed | packed >> 1 | packed >> 2) & ONES


def _unrelated(packed: int) -> list[int]:
    """Sixteen kinds wait for any of them; fifteen, one of them doubled, for what stands apart from all.

    Six honors at least must be there, and of each suit two tiles.
    """
    held = _held(packed)
    honors = (held >> HONOR_SHIFT).bit_count()
    if honors < HONORS - 1 or held.bit_count() < 15:
        return []
    if held.bit_count() == 16:
        return _kinds_at(held) if sixteen_unrelated_shape(packed + (held & -held)) else []
    wanted = ONES & ~held
    if honors < HONORS:
        wanted &= ONES >> HONOR_SHIFT << HONOR_SHIFT
    return [kind for kind in _kinds_at(wanted) if sixteen_unrelated_shape(packed + (1 << BITS * kind))]


def _orphans(packed: int) -> list[int]:
    """At most one of the thirteen may be missing; if none is, the others decide."""
    missing = ORPHAN_ONES & ~_held(packed)
    if missing:
        found = _kinds_at(missing)
        return found if len(found) == 1 and thirteen_orphans_shapes(packed + missing) else []
    return [kind for kind in _beside_orphans(packed - ORPHAN_ONES) if count_of(packed, kind) < MOST]


@lru_cache(maxsize=1 << 13)
def _beside_orphans(rest: int) -> tuple[int, ...]:
    """Return what completes eyes and a set beside one each of the thirteen orphans: `rest` is what else is there."""
    held = ORPHAN_ONES + rest
    return tuple([kind for kind in range(TILE_KINDS) if thirteen_orphans_shapes(held + (1 << BITS * kind))])


assert EAST * BITS == HONOR_SHIFT  # noqa: S101  (the packing of all kinds rests on it)
