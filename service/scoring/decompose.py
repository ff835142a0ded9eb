"""From tiles to readings: every form, every decomposition, every place of the winning tile; nothing is cut off."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from service.scoring.known import Known
from service.scoring.suits import BITS, NO_EYES, SUIT_BITS, SUIT_MASK, suit_readings
from service.scoring.tiles import EAST, ORPHAN_KINDS, SUIT_MASKS, TILE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from service.scoring.hand import Meld

STANDARD: Final = "standard"
LIK_KU_LIK_KU: Final = "lik_ku_lik_ku"
SIXTEEN_UNRELATED: Final = "sixteen_unrelated"
THIRTEEN_ORPHANS: Final = "thirteen_orphans"
FLOWERS: Final = "flowers"
DUAL: Final = "dual"
FORMS: Final = (STANDARD, LIK_KU_LIK_KU, SIXTEEN_UNRELATED, THIRTEEN_ORPHANS, FLOWERS, DUAL)

NOWHERE: Final = -1
HONOR_SHIFT: Final = 3 * SUIT_BITS

# Some of the tiles as a shape has them: sets, eyes, kinds, pungs.
Part = tuple[tuple[int, ...], int, int, int]


# By code: the kind, among the chows or, above them, among the pungs.
SET_KINDS: Final = tuple(1 << (code >> 1) + TILE_KINDS * (code & 1) for code in range(2 * TILE_KINDS))


class Shape:
    """One decomposition of the concealed tiles (the winning tile among them).

    `sets` are codes `2 * kind` (chow from that kind) or `2 * kind + 1` (pung), ascending; for lik_ku_lik_ku the
    triplet, then the seven pairs as `2 * kind`. `eyes` is a kind or -1; `singles` are kinds of their own; `kinds` the
    `SET_KINDS` of all sets; `pungs` the places of those that are pungs, as bits.
    """

    __slots__ = ("eyes", "form", "kinds", "pungs", "sets", "singles")

    def __init__(  # noqa: PLR0913, PLR0917  (a record, made for every hand)
        self, form: str, sets: tuple[int, ...], eyes: int, singles: tuple[int, ...], kinds: int, pungs: int
    ) -> None:
        self.form = form
        self.sets = sets
        self.eyes = eyes
        self.singles = singles
        self.kinds = kinds
        self.pungs = pungs


def shape_of(form: str, sets: tuple[int, ...], eyes: int, singles: tuple[int, ...] = ()) -> Shape:
    """Return the shape with these sets."""
    kinds, pungs = _marks(sets)
    return Shape(form, sets, eyes, singles, kinds, pungs)


def _marks(sets: tuple[int, ...]) -> tuple[int, int]:
    kinds = pungs = 0
    for index, code in enumerate(sets):
        kinds |= SET_KINDS[code]
        pungs |= (code & 1) << index
    return kinds, pungs


UNITS: Final = tuple(1 << BITS * kind for kind in range(TILE_KINDS))
# The lowest bit of each kind's count: set where the count is odd.
ONES: Final = sum(UNITS)
# The highest: set where all four are there.
FOURS: Final = ONES << 2
HONOR_ONES: Final = ONES >> HONOR_SHIFT
_CHOW: Final = 1 | 1 << BITS | 1 << 2 * BITS


def pack_tiles(kinds: Sequence[int]) -> int:
    """Return the counts of some kinds as one integer, three bits a kind."""
    packed = 0
    for kind in kinds:
        packed += UNITS[kind]
    return packed


def pack_melds(melds: Sequence[Meld]) -> int:
    """Return the counts of the tiles of some melds as one integer, three bits a kind."""
    packed = 0
    for meld in melds:
        unit = UNITS[meld.kind]
        packed += unit * (_CHOW if meld.type == "chow" else 4 if meld.type == "kong" else 3)
    return packed


def count_of(packed: int, kind: int) -> int:
    """Return how often a kind is among the packed tiles."""
    return packed >> BITS * kind & 7


def standard_shapes(packed: int) -> list[Shape]:
    """Return every way to use up the tiles as sets and one pair of eyes."""
    found = HONOR_PARTS[packed >> HONOR_SHIFT]
    for suit in (2, 1, 0):
        key = packed >> suit * SUIT_BITS & SUIT_MASK
        if key:
            parts = SUIT_PARTS[suit][key]
            if len(parts) == len(found) == 1:
                found = _joined(parts[0], found[0])
            else:
                found = tuple([both for one in parts for rest in found for both in _joined(one, rest)])
        if not found:
            return []
    return [Shape(STANDARD, sets, eyes, (), kinds, pungs) for sets, eyes, kinds, pungs in found if eyes != NO_EYES]


def _joined(one: Part, rest: Part) -> tuple[Part, ...]:
    """Return both parts together, lower tiles first; none where both have eyes."""
    sets, eyes, kinds, pungs = one
    more, other_eyes, other_kinds, other_pungs = rest
    if eyes == NO_EYES:
        eyes = other_eyes
    elif other_eyes != NO_EYES:
        return ()
    return ((sets + more, eyes, kinds | other_kinds, pungs | other_pungs << len(sets)),)


def _suit_parts(suit: int, key: int) -> tuple[Part, ...]:
    """Return every decomposition of a suit (0-2), as codes and kinds of the whole hand."""
    base = 9 * suit
    found: list[Part] = []
    for eyes, ranks in suit_readings(key):
        sets = tuple([code + 2 * base for code in ranks])
        found.append((sets, eyes if eyes == NO_EYES else base + eyes, *_marks(sets)))
    return tuple(found)


def _honor_parts(honors: int) -> tuple[Part, ...]:
    found = _honor_sets(honors)
    if found is None:
        return ()
    sets, eyes = found
    return ((sets, eyes, *_marks(sets)),)


SUIT_PARTS: Final = tuple(Known(partial(_suit_parts, suit), most=1 << 15) for suit in range(3))
HONOR_PARTS: Final = Known(_honor_parts, most=1 << 13)


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
    if (packed & ONES).bit_count() != 1:
        return None
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
    return shape_of(LIK_KU_LIK_KU, (2 * triplet + 1, *pairs), NO_EYES)


def _counts(packed: int) -> Iterator[tuple[int, int]]:
    kind = 0
    while packed:
        if packed & 7:
            yield kind, packed & 7
        packed >>= BITS
        kind += 1


def sixteen_unrelated_shape(packed: int) -> Shape | None:
    """十六不搭: the seven honors, three tiles a suit at least three apart, one of the sixteen doubled as the eyes."""
    if not all_honors_held(packed):
        return None
    counts = dict(_counts(packed))
    doubled = [kind for kind, count in counts.items() if count == 2]
    if len(counts) != 16 or len(doubled) != 1 or max(counts.values()) > 2:
        return None
    kinds = list(counts)
    if kinds[9] != EAST or not all(unrelated(kinds[n : n + 3]) for n in (0, 3, 6)):
        return None
    eyes = doubled[0]
    return shape_of(SIXTEEN_UNRELATED, (), eyes, tuple(kind for kind in kinds if kind != eyes))


def all_honors_held(packed: int) -> bool:
    """Whether every honor is among the tiles."""
    honors = packed >> HONOR_SHIFT
    return (honors | honors >> 1 | honors >> 2) & HONOR_ONES == HONOR_ONES


def unrelated(kinds: list[int]) -> bool:
    """Whether three ascending kinds are of one suit and at least three apart."""
    low, middle, high = kinds
    return low // 9 == high // 9 and middle - low >= 3 and high - middle >= 3


def thirteen_orphans_shapes(packed: int) -> list[Shape]:
    """十三么: one of each terminal and honor, one more of them as the eyes, and a chow or a pung beside them.

    With 14 tiles (the extra set a concealed kong on the table) the shape has no set of its own.
    """
    if not all_honors_held(packed):
        return []
    for kind in ORPHAN_KINDS:
        if not count_of(packed, kind):
            return []
        packed -= 1 << BITS * kind
    return [
        shape_of(THIRTEEN_ORPHANS, extra, eyes, tuple(kind for kind in ORPHAN_KINDS if kind != eyes))
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
    previous = NOWHERE
    holds = PAIR_HOLDS if shape.form == LIK_KU_LIK_KU else HOLDS
    index = 0
    for code in shape.sets:
        if holds[code] >> winning_tile & 1 and code != previous:
            found.append(index)
        previous = code
        index += 1
    if winning_tile == shape.eyes:
        found.append(index)
    if winning_tile in shape.singles:
        found.append(NOWHERE)
    return found


# By code: the kinds that a set holds, in lik_ku_lik_ku and elsewhere.
PAIR_HOLDS: Final = tuple(1 << (code >> 1) for code in range(2 * TILE_KINDS))
HOLDS: Final = tuple((1 if code & 1 else 7) << (code >> 1) for code in range(2 * TILE_KINDS))

assert TILE_KINDS * BITS == HONOR_SHIFT + 7 * BITS  # noqa: S101  (the packing of all kinds rests on it)
