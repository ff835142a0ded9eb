"""What the readings of one decomposition have in common, wherever the winning tile stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.scoring.decompose import (
    FLOWERS,
    LIK_KU_LIK_KU,
    NOWHERE,
    SIXTEEN_UNRELATED,
    STANDARD,
    THIRTEEN_ORPHANS,
)
from service.scoring.features import Feature, chow_features, little_features, pung_features
from service.scoring.instances import FOCUS_SHIFT
from service.scoring.tiles import EAST, HONORS, ORPHANS, mask_of

if TYPE_CHECKING:
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


class Layout:
    """What the places of the winning tile have in common: one shape, with the melds merged into its sets."""

    __slots__ = (
        "chow_kinds",
        "chows",
        "claimed",
        "codes",
        "eyes",
        "features",
        "form",
        "hidden",
        "hogs",
        "honor_sets",
        "index",
        "kongs",
        "melds",
        "pung_kinds",
        "pung_sets",
        "pungs",
        "repeats",
        "singles",
    )

    def __init__(self, facts: Facts, shape: Shape, melds: tuple[Meld, ...]) -> None:
        self.form = shape.form
        self.eyes = shape.eyes
        self.singles = shape.singles
        if melds:
            self._merge(shape.sets, melds)
        else:
            self.codes = shape.sets
            self.melds: tuple[Meld | None, ...] = (None,) * len(shape.sets)
            self.index: dict[int, int] | None = None
        self.claimed = self.kongs = 0
        self.hidden = (1 << len(self.codes)) - 1
        if melds:
            self._find_concealment(facts.options.kongs_hidden)
        self._find_sets()
        self.hogs = self._find_hogs(facts.counts) if facts.features & Feature.UNDECLARED_FOUR else ()
        features = facts.features | FORM_FEATURES[self.form] | self._features()
        if self.hogs:
            features |= Feature.HOGS | (Feature.TWO_HOGS if len(self.hogs) > 1 else 0)
        self.features = features

    def index_of(self, place: int) -> int:
        """Return where a place of the shape (see `decompose.places`) stands among all sets."""
        if place == NOWHERE or self.index is None:
            return place
        return self.index.get(place, len(self.codes))

    def _merge(self, sets: tuple[int, ...], melds: tuple[Meld, ...]) -> None:
        own = len(sets)
        entries: list[tuple[int, int]] = [(code, n) for n, code in enumerate(sets)]
        for n, meld in enumerate(melds, own):
            entries.append((2 * meld.kind + (meld.type != "chow"), n))
        entries.sort()
        self.codes = tuple([code for code, _ in entries])
        self.melds = tuple([melds[n - own] if n >= own else None for _, n in entries])
        self.index = {n: position for position, (_, n) in enumerate(entries) if n < own}

    def _find_concealment(self, kongs_hidden: str) -> None:
        for index, meld in enumerate(self.melds):
            if meld is None:
                continue
            if meld.kong is not None:
                self.kongs |= 1 << index
            if meld.kong == "concealed":
                continue
            self.claimed |= 1 << index
            if meld.kong is None or not _hidden(meld.kong, kongs_hidden):
                self.hidden ^= 1 << index

    def _find_sets(self) -> None:
        self.chows: dict[int, list[int]] = {}
        self.pungs: dict[int, int] = {}
        self.chow_kinds = self.pung_kinds = self.pung_sets = self.honor_sets = 0
        self.repeats: dict[int, int] = {}
        previous = NOWHERE
        for index, code in enumerate(self.codes):
            kind = code >> 1
            if code & 1:
                self.pungs[kind] = index
                self.pung_kinds |= 1 << kind
                self.pung_sets |= 1 << index
                if kind >= EAST:
                    self.honor_sets |= 1 << index
            elif self.form != LIK_KU_LIK_KU:
                if code == previous:
                    self.chows[kind].append(index)
                else:
                    self.chows[kind] = [index]
                    self.chow_kinds |= 1 << kind
            if code == previous:
                self.repeats[index] = self.repeats.get(index - 1, index - 1)
            previous = code

    def _find_hogs(self, counts: list[int]) -> tuple[tuple[int, int], ...]:
        """Find the kinds of which all four stand in more than one place: the instance, and how many places it has."""
        found = []
        for kind, count in enumerate(counts):
            if count != 4:
                continue
            mask, places = self._places_of(kind)
            declared = places == 1 and self._is_kong(mask.bit_length() - 1)
            if mask and not declared:
                found.append((mask | 1 << FOCUS_SHIFT + kind, places + (kind in self.singles)))
        return tuple(found)

    def _places_of(self, kind: int) -> tuple[int, int]:
        mask = places = 0
        reach = 2 if self.form != LIK_KU_LIK_KU else 0
        for index, code in enumerate(self.codes):
            first = code >> 1
            if first == kind or (not code & 1 and first < kind <= first + reach):
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
        found = PUNG_COUNTS[len(self.pungs)]
        if not chows:
            found |= Feature.UNCHOWED
        else:
            found |= CHOW_COUNTS[sum(map(len, self.chows.values()))]
            if found & Feature.TWO_CHOWS:
                found |= chow_features(chows) | self._equal_chows()
        if pungs:
            found |= pung_features(pungs)
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
        if not self.repeats:
            return 0
        counts = sorted(map(len, self.chows.values()))
        found = Feature.EQUAL_CHOWS
        if counts[-1] > 2:
            found |= Feature.THREE_EQUAL | Feature.TRIPLE_OR_RUN
        if len(counts) > 1 and counts[-2] > 1:
            found |= Feature.TWO_KINDS_EQUAL
        return found


def shared_ranks(eyes: int, chows: int, pungs: int) -> list[int]:
    """Return the ranks (0-8) that the eyes and every chow and pung hold, honors apart."""
    found = []
    for rank in (eyes % 9,) if eyes < EAST else ALL_RANKS:
        no_pung, no_chow = WITHOUT_NUMBER[rank]
        if not chows & no_chow and not pungs & no_pung:
            found.append(rank)
    return found


def _hidden(kong: str, kongs_hidden: str) -> bool:
    """Whether an exposed or added kong counts as a hidden pung, by the ruleset's switch."""
    return kongs_hidden == "all" or (kongs_hidden == "not_added" and kong == "exposed")
