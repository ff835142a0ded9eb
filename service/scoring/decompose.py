"""From tiles to readings: every form, every decomposition, every place of the winning tile; nothing is cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from service.scoring.suits import BITS, NO_EYES, SUIT_BITS, SUIT_MASK, suit_readings
from service.scoring.tiles import EAST, ORPHAN_KINDS, SUIT_MASKS, TILE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

STANDARD: Final = "standard"
LIK_KU_LIK_KU: Final = "lik_ku_lik_ku"
SIXTEEN_UNRELATED: Final = "sixteen_unrelated"
THIRTEEN_ORPHANS: Final = "thirteen_orphans"
FLOWERS: Final = "flowers"
DUAL: Final = "dual"
FORMS: Final = (STANDARD, LIK_KU_LIK_KU, SIXTEEN_UNRELATED, THIRTEEN_ORPHANS, FLOWERS, DUAL)

NOWHERE: Final = -1
HONOR_SHIFT: Final = 3 * SUIT_BITS


class Shape(NamedTuple):
    """One decomposition of the concealed tiles (the winning tile among them).

    `sets` are codes `2 * kind` (chow from that kind) or `2 * kind + 1` (pung), ascending; for lik_ku_lik_ku the
    triplet, then the seven pairs as `2 * kind`. `eyes` is a kind or -1; `singles` are kinds of their own.
    """

    form: str
    sets: tuple[int, ...]
    eyes: int
    singles: tuple[int, ...] = ()


def pack_tiles(kinds: Sequence[int]) -> int:
    """Return the counts of some kinds as one integer, three bits a kind."""
    packed = 0
    for kind in kinds:
        packed += 1 << BITS * kind
    return packed


def count_of(packed: int, kind: int) -> int:
    """Return how often a kind is among the packed tiles."""
    return packed >> BITS * kind & 7


def standard_shapes(packed: int) -> list[Shape]:
    """Return every way to use up the tiles as sets and one pair of eyes."""
    honors = _honor_sets(packed >> HONOR_SHIFT)
    if honors is None:
        return []
    partial = [honors]
    for suit in (2, 1, 0):
        key = packed >> suit * SUIT_BITS & SUIT_MASK
        if not key:
            continue
        readings = suit_readings(key)
        base = 9 * suit
        partial = [
            (
                tuple(code + 2 * base for code in sets) + rest,
                eyes if suit_eyes == NO_EYES else base + suit_eyes,
            )
            for suit_eyes, sets in readings
            for rest, eyes in partial
            if NO_EYES in (suit_eyes, eyes)
        ]
        if not partial:
            return []
    return [Shape(STANDARD, sets, eyes) for sets, eyes in partial if eyes != NO_EYES]


def _honor_sets(honors: int) -> tuple[tuple[int, ...], int] | None:
    """Return the honor pungs and the honor eyes, or None when some honor can stand in neither."""
    sets: list[int] = []
    eyes = NO_EYES
    kind = EAST
    while honors:
        count = honors & 7
        if count == 3:
            sets.append(2 * kind + 1)
        elif count == 2 and eyes == NO_EYES:
            eyes = kind
        elif count:
            return None
        honors >>= BITS
        kind += 1
    return tuple(sets), eyes


def lik_ku_shape(packed: int) -> Shape | None:
    """嚦咕嚦咕: seven pairs and one triplet of 17 unmelded tiles; four of a kind are two pairs."""
    triplet = NOWHERE
    pairs: list[int] = []
    for kind, count in _counts(packed):
        if count == 3 and triplet == NOWHERE:
            triplet = kind
        elif count in (2, 4):
            pairs += [2 * kind] * (count // 2)
        else:
            return None
    if triplet == NOWHERE or len(pairs) != 7:
        return None
    return Shape(LIK_KU_LIK_KU, (2 * triplet + 1, *pairs), NO_EYES)


def _counts(packed: int) -> Iterator[tuple[int, int]]:
    kind = 0
    while packed:
        if packed & 7:
            yield kind, packed & 7
        packed >>= BITS
        kind += 1


def sixteen_unrelated_shape(packed: int) -> Shape | None:
    """十六不搭: the seven honors, three tiles a suit at least three apart, one of the sixteen doubled as the eyes."""
    counts = dict(_counts(packed))
    doubled = [kind for kind, count in counts.items() if count == 2]
    if len(counts) != 16 or len(doubled) != 1 or max(counts.values()) > 2:
        return None
    kinds = list(counts)
    if kinds[9] != EAST or not all(unrelated(kinds[n : n + 3]) for n in (0, 3, 6)):
        return None
    eyes = doubled[0]
    return Shape(SIXTEEN_UNRELATED, (), eyes, tuple(kind for kind in kinds if kind != eyes))


def unrelated(kinds: list[int]) -> bool:
    """Whether three ascending kinds are of one suit and at least three apart."""
    low, middle, high = kinds
    return low // 9 == high // 9 and middle - low >= 3 and high - middle >= 3


def thirteen_orphans_shapes(packed: int) -> list[Shape]:
    """十三么: one of each terminal and honor, one more of them as the eyes, and a chow or a pung beside them.

    With 14 tiles (the extra set a concealed kong on the table) the shape has no set of its own.
    """
    for kind in ORPHAN_KINDS:
        if not count_of(packed, kind):
            return []
        packed -= 1 << BITS * kind
    return [
        Shape(THIRTEEN_ORPHANS, extra, eyes, tuple(kind for kind in ORPHAN_KINDS if kind != eyes))
        for eyes in ORPHAN_KINDS
        if count_of(packed, eyes)
        for extra in _one_set(packed - (1 << BITS * eyes))
    ]


def _one_set(packed: int) -> list[tuple[int, ...]]:
    """Return the tiles as one chow or one pung (or as nothing, when there are none), else no way at all."""
    if not packed:
        return [()]
    counts = list(_counts(packed))
    first = counts[0][0]
    if counts == [(first, 3)]:
        return [(2 * first + 1,)]
    if counts == [(first, 1), (first + 1, 1), (first + 2, 1)] and _same_suit(first, first + 2):
        return [(2 * first,)]
    return []


def _same_suit(low: int, high: int) -> bool:
    return any(mask >> low & 1 and mask >> high & 1 for mask in SUIT_MASKS)


def shapes(packed: int, *, melds: int, lone_concealed_kong: bool = False) -> list[Shape]:
    """Return every complete shape of the concealed tiles beside so many melds.

    The special forms take no meld; `lone_concealed_kong` says that the only meld is a concealed kong and that the
    ruleset lets it be the extra set of thirteen_orphans.
    """
    found = standard_shapes(packed)
    if melds == 0:
        found += [shape for shape in (lik_ku_shape(packed), sixteen_unrelated_shape(packed)) if shape]
    if melds == 0 or lone_concealed_kong:
        found += thirteen_orphans_shapes(packed)
    return found


def places(shape: Shape, winning_tile: int) -> list[int]:
    """Return where the winning tile may stand: indices into the sets, `len(sets)` for the eyes, -1 for a single.

    Of two equal sets only the first is named: the tiles cannot tell them apart.
    """
    found: list[int] = []
    previous = None
    pairs = shape.form == LIK_KU_LIK_KU
    for index, code in enumerate(shape.sets):
        if code != previous and _holds(code, winning_tile, pair=pairs and index > 0):
            found.append(index)
        previous = code
    if winning_tile == shape.eyes:
        found.append(len(shape.sets))
    if winning_tile in shape.singles:
        found.append(NOWHERE)
    return found


def _holds(code: int, kind: int, *, pair: bool) -> bool:
    first = code >> 1
    return kind == first or (not pair and not code & 1 and first < kind <= first + 2)


assert TILE_KINDS * BITS == HONOR_SHIFT + 7 * BITS  # noqa: S101  (the packing of all kinds rests on it)
