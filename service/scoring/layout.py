"""What a reading has wherever the winning tile stands: its sets, and what they say of which patterns to ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.scoring.decompose import (
    FLOWERS,
    FOURS,
    HOLDS,
    LIK_KU_LIK_KU,
    NOWHERE,
    PAIR_HOLDS,
    SIXTEEN_UNRELATED,
    STANDARD,
    THIRTEEN_ORPHANS,
)
from service.scoring.facts import WIDTH
from service.scoring.features import CHOW_FEATURES, PUNG_FEATURES, Feature, little_features
from service.scoring.instances import FOCUS_SHIFT, SETS_MASK
from service.scoring.suits import BITS
from service.scoring.tiles import EAST, HONORS, ORPHANS, TILE_KINDS, kinds_in, mask_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.scoring.decompose import Shape
    from service.scoring.facts import Facts
    from service.scoring.hand import Meld

FORM_FEATURES: Final = {
    STANDARD: Feature.STANDARD | Feature.COMPLETE,
    LIK_KU_LIK_KU: Feature.LIK_KU | Feature.COMPLETE,
    SIXTEEN_UNRELATED: Feature.UNRELATED | Feature.COMPLETE,
    THIRTEEN_ORPHANS: Feature.ORPHANS | Feature.COMPLETE,
    FLOWERS: Feature.FLOWERS_ALONE,
}
CHOW_COUNTS: Final = (
    *(0, 0, Feature.TWO_CHOWS, Feature.TWO_CHOWS),
    Feature.TWO_CHOWS | Feature.FOUR_CHOWS,
    Feature.TWO_CHOWS | Feature.FOUR_CHOWS | Feature.ALL_CHOWS,
)
PUNG_COUNTS: Final = (
    *(0, 0, Feature.TWO_PUNGS, Feature.TWO_PUNGS, Feature.TWO_PUNGS),
    Feature.TWO_PUNGS | Feature.ALL_PUNGS,
)
TWOS_FIVES_EIGHTS: Final = mask_of(*(suit + rank for suit in (0, 9, 18) for rank in (1, 4, 7)))
OUTER_CHOWS: Final = mask_of(0, 6, 9, 15, 18, 24)


def chows_holding(kinds: int) -> int:
    """Return the chows (by their lowest kinds) that hold one of the kinds of a mask."""
    return kinds | kinds >> 1 | kinds >> 2


NUMBERS: Final = tuple(mask_of(rank, rank + 9, rank + 18) for rank in range(9))
# For each rank: the eyes and pungs, and the chows, that do not hold it and are no honors.
WITHOUT_NUMBER: Final = tuple((~(number | HONORS), ~chows_holding(number)) for number in NUMBERS)
ALL_RANKS: Final = tuple(range(9))
# By the number of sets, of which lik_ku_lik_ku has eight.
ALL_SETS: Final = tuple((1 << sets) - 1 for sets in range(9))
NO_MELDS: Final[tuple[tuple[None, ...], ...]] = tuple((None,) * sets for sets in range(9))
ALL_KINDS: Final = (1 << TILE_KINDS) - 1
NO_REPEATS: Final[dict[int, int]] = {}


class Layout:
    """What a reading has wherever its winning tile stands: the sets of one shape in tile order, then the melds.

    `codes` are the sets as `2 * kind` (chow, or a pair of lik_ku_lik_ku) or `2 * kind + 1` (pung, kong); `melds` the
    melds they are, or None. `*_kinds` are masks of kinds, `*_sets`, `claimed`, `kongs` and `hidden` masks of sets;
    `repeats` names for each set that equals one before it the first of them; `eyes_index` is the place after the sets.
    `asked` is what rows said of sets that several readings share, by the bit of the row; None where one has them.
    """

    __slots__ = (
        "asked",
        "chow_kinds",
        "claimed",
        "codes",
        "eyes",
        "eyes_index",
        "facts",
        "features",
        "form",
        "hidden",
        "hogs",
        "kongs",
        "melds",
        "pung_kinds",
        "pung_sets",
        "repeats",
        "singles",
    )

    def __init__(self, facts: Facts, shape: Shape) -> None:
        self.facts = facts
        self.form = shape.form
        self.eyes = shape.eyes
        self.singles = shape.singles
        sets, kinds, pungs = shape.sets, shape.kinds, shape.pungs
        own = len(sets)
        self.melds: tuple[Meld | None, ...] = NO_MELDS[own]
        self.hidden = ALL_SETS[own]
        self.claimed = self.kongs = 0
        if facts.meld_codes and self.form != FLOWERS:
            sets += facts.meld_codes
            kinds |= facts.meld_set_kinds
            self.melds += facts.hand.melds
            marks = facts.meld_marks << own
            pungs |= marks & SETS_MASK
            self.claimed = marks >> WIDTH & SETS_MASK
            self.kongs = marks >> 2 * WIDTH & SETS_MASK
            self.hidden |= marks >> 3 * WIDTH & SETS_MASK
        self.codes = sets
        self.eyes_index = len(sets)
        self.chow_kinds = kinds & ALL_KINDS if self.form != LIK_KU_LIK_KU else 0
        self.pung_kinds = kinds >> TILE_KINDS
        self.pung_sets = pungs
        self.repeats = _repeats(sets) if kinds.bit_count() < len(sets) else NO_REPEATS
        self.hogs = self._find_hogs() if facts.features & Feature.UNDECLARED_FOUR else ()
        features = facts.features | FORM_FEATURES[self.form] | self._features()
        if self.hogs:
            features |= Feature.HOGS | (Feature.TWO_HOGS if len(self.hogs) > 1 else 0)
        self.features = features
        self.asked: dict[int, Sequence[int]] | None = None

    def share(self, other: Layout) -> None:
        """Be the layout that another one is, which has the same sets; what was asked of one is known of the other."""
        if other.asked is None:
            other.asked = {}
        self.asked = other.asked
        self.facts, self.form, self.codes, self.melds = other.facts, other.form, other.codes, other.melds
        self.eyes, self.eyes_index, self.singles = other.eyes, other.eyes_index, other.singles
        self.hidden, self.claimed, self.kongs = other.hidden, other.claimed, other.kongs
        self.chow_kinds, self.pung_kinds, self.pung_sets = other.chow_kinds, other.pung_kinds, other.pung_sets
        self.repeats, self.hogs, self.features = other.repeats, other.hogs, other.features

    def in_tile_order(self) -> list[int]:
        """Return the indices of the sets with the melds in their place by tiles; of equal sets the melds come last."""
        indices = range(len(self.codes))
        return list(indices) if not self.facts.meld_codes else sorted(indices, key=self.codes.__getitem__)

    def chows(self, kind: int) -> list[int]:
        """Return the indices of all chows from that kind."""
        code = 2 * kind
        if not self.repeats:
            return [self.codes.index(code)] if self.chow_kinds >> kind & 1 else []
        return [index for index, one in enumerate(self.codes) if one == code] if self.chow_kinds >> kind & 1 else []

    def chow_count(self) -> int:
        """Return how many chows there are."""
        return len(self.codes) - self.pung_sets.bit_count() if self.chow_kinds else 0

    def pung(self, kind: int) -> int:
        """Return the instance that rests on the pung of that kind; raises `ValueError` where there is none."""
        return 1 << self.codes.index(2 * kind + 1)

    def _find_hogs(self) -> tuple[tuple[int, int], ...]:
        """Find the kinds of which all four stand in more than one place: the instance, and how many places it has."""
        found = []
        fours = self.facts.packed & FOURS
        while fours:
            low = fours & -fours
            fours ^= low
            kind = low.bit_length() // BITS - 1
            mask, places = self._places_of(kind)
            declared = places == 1 and self._is_kong(mask.bit_length() - 1)
            if mask and not declared:
                found.append((mask | 1 << FOCUS_SHIFT + kind, places + (kind in self.singles)))
        return tuple(found)

    def _places_of(self, kind: int) -> tuple[int, int]:
        mask = places = 0
        holds = HOLDS if self.form != LIK_KU_LIK_KU else PAIR_HOLDS
        for index, code in enumerate(self.codes):
            if holds[code] >> kind & 1:
                mask |= 1 << index
                places += 1
        if self.eyes == kind:
            mask |= 1 << len(self.codes)
            places += 1
        return mask, places

    def _is_kong(self, index: int) -> bool:
        meld = self.melds[index]
        return meld is not None and meld.kong is not None

    def _features(self) -> int:
        chows = self.chow_kinds
        pungs = self.pung_kinds
        pung_count = self.pung_sets.bit_count()
        found = PUNG_COUNTS[pung_count]
        if not chows:
            found |= Feature.UNCHOWED
        else:
            found |= CHOW_COUNTS[len(self.codes) - pung_count]
            if found & Feature.TWO_CHOWS:
                found |= CHOW_FEATURES[chows] | (self._equal_chows() if self.repeats else 0)
        if pungs:
            found |= PUNG_FEATURES[pungs]
            if found & Feature.LONG_PUNG_RUN:
                found |= Feature.TRIPLE_OR_RUN
        return found | self._of_eyes(found) if self.eyes != NOWHERE else found

    def _of_eyes(self, others: int) -> int:
        eyes, chows, pungs = self.eyes, self.chow_kinds, self.pung_kinds
        found = little_features(eyes, pungs) if eyes < EAST and others & Feature.TWO_PUNGS else 0
        if TWOS_FIVES_EIGHTS >> eyes & 1:
            found |= Feature.EYES_258
        elif eyes >= EAST:
            found |= Feature.HONOR_EYES
        if ORPHANS >> eyes & 1 and not pungs & ~ORPHANS and not chows & ~OUTER_CHOWS:
            found |= Feature.OUTSIDE
        if shared_ranks(eyes, chows, pungs):
            found |= Feature.SHARED_NUMBER
        return found

    def _equal_chows(self) -> int:
        counts = sorted(self.codes.count(2 * kind) for kind in kinds_in(self.chow_kinds))
        found = Feature.EQUAL_CHOWS
        if counts[-1] > 2:
            found |= Feature.THREE_EQUAL | Feature.TRIPLE_OR_RUN
        if len(counts) > 1 and counts[-2] > 1:
            found |= Feature.TWO_KINDS_EQUAL
        return found


def _repeats(codes: tuple[int, ...]) -> dict[int, int]:
    found: dict[int, int] = {}
    for index, code in enumerate(codes):
        first = codes.index(code)
        if first < index:
            found[index] = first
    return found


def shared_ranks(eyes: int, chows: int, pungs: int) -> list[int]:
    """Return the ranks (0-8) that the eyes and every chow and pung hold, honors apart."""
    found = []
    for rank in _ranks_to_try(eyes, chows, pungs):
        no_pung, no_chow = WITHOUT_NUMBER[rank]
        if not chows & no_chow and not pungs & no_pung:
            found.append(rank)
    return found


def _ranks_to_try(eyes: int, chows: int, pungs: int) -> Sequence[int]:
    """Return the ranks that one thing of the hand holds: the eyes, or the lowest pung or chow; all, if only honors."""
    if eyes < EAST:
        return (eyes % 9,)
    suited = pungs & ~HONORS
    if suited:
        return (((suited & -suited).bit_length() - 1) % 9,)
    if not chows:
        return ALL_RANKS
    first = ((chows & -chows).bit_length() - 1) % 9
    return (first, first + 1, first + 2)
