"""One reading of a hand's tiles: what patterns may ask.

Instances are bit masks: bit n (0-8) is set n of the reading, the eyes stand after the last set; bits 16-23 are flowers;
a bit from 24 on is the tile kind that an instance is about (two instances may rest on the same sets for two kinds).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.scoring.decompose import (
    FLOWERS,
    LIK_KU_LIK_KU,
    NOWHERE,
    SIXTEEN_UNRELATED,
    STANDARD,
    THIRTEEN_ORPHANS,
    Shape,
)
from service.scoring.facts import Facts, Feature
from service.scoring.tiles import HONORS

if TYPE_CHECKING:
    from service.scoring.hand import Meld

SETS_MASK: Final = 0xFFFF
FLOWER_SHIFT: Final = 16
FLOWERS_MASK: Final = 0xFF << FLOWER_SHIFT
FOCUS_SHIFT: Final = 24
PLACES_MASK: Final = SETS_MASK | FLOWERS_MASK

TWO_SIDED: Final = "two_sided"
EDGE: Final = "edge"
CLOSED: Final = "closed"
SINGLE: Final = "single"
DOUBLE_PUNG: Final = "double_pung"
LONE_WAITS: Final = (EDGE, CLOSED, SINGLE)


_FORM_FEATURE: Final = {
    STANDARD: int(Feature.STANDARD | Feature.COMPLETE),
    LIK_KU_LIK_KU: int(Feature.LIK_KU | Feature.COMPLETE),
    SIXTEEN_UNRELATED: int(Feature.UNRELATED | Feature.COMPLETE),
    THIRTEEN_ORPHANS: int(Feature.ORPHANS | Feature.COMPLETE),
    FLOWERS: int(Feature.FLOWERS_ALONE),
}


class Reading:
    """One reading: a form, its sets in tile order, its eyes, and the place of the winning tile.

    `codes` are the sets as `2 * kind` (chow, or a pair of lik_ku_lik_ku) or `2 * kind + 1` (pung, kong); `melds` the
    melds they are, or None; `won` the index that took the winning tile (`eyes_index` for the eyes, -1 for a single
    or where no set took it). `chows` and `pungs` find sets by kind; `*_kinds` are masks of kinds; the rest are
    instance masks.
    """

    __slots__ = (
        "chow_kinds",
        "chows",
        "codes",
        "exposed",
        "eyes",
        "eyes_index",
        "facts",
        "features",
        "form",
        "hidden",
        "melds",
        "pung_kinds",
        "pungs",
        "repeats",
        "singles",
        "wait",
        "won",
    )  # fmt: skip

    def __init__(self, facts: Facts, layout: Layout, place: int) -> None:
        self.facts = facts
        self.form = layout.form
        self.codes = layout.codes
        self.melds = layout.melds
        self.eyes = layout.eyes
        self.eyes_index = len(layout.codes)
        self.singles = layout.singles
        self.chows = layout.chows
        self.pungs = layout.pungs
        self.chow_kinds = layout.chow_kinds
        self.pung_kinds = layout.pung_kinds
        self.repeats = layout.repeats
        self.features = layout.features
        self.won = layout.index_of(place)
        self.wait = self._wait()
        others = 0 if facts.self_drawn else self._won_mask()
        self.hidden = layout.hidden & ~others
        self.exposed = layout.claimed | (others if facts.options.exposed_by == "meld_or_discard" else 0)

    def _won_mask(self) -> int:
        """What the winning tile completed: a set, the eyes, or (as the kind that it is) a single."""
        if self.won != NOWHERE:
            return 1 << self.won
        tile = self.facts.hand.winning_tile
        return 0 if tile is None else 1 << FOCUS_SHIFT + tile

    def _wait(self) -> str | None:
        """The kind of place that the winning tile filled; none in a special form or where no tile was the last one."""
        if self.form != STANDARD or self.won == NOWHERE or self.facts.context.opening == "dealt_hand":
            return None
        if self.won == self.eyes_index:
            return SINGLE
        code = self.codes[self.won]
        if code & 1:
            return DOUBLE_PUNG
        first = code >> 1
        step = (self.facts.hand.winning_tile or 0) - first
        if step == 1:
            return CLOSED
        edge = first % 9 == (6 if step == 0 else 0)
        return EDGE if edge else TWO_SIDED

    def tiles_key(self, mask: int) -> int:
        """Return a number that is equal for instances of equal tiles: equal sets count as the first of them."""
        repeats = self.repeats
        if not repeats or not mask & SETS_MASK:
            return mask
        key = mask & ~SETS_MASK
        rest = mask & SETS_MASK
        while rest:
            low = rest & -rest
            index = low.bit_length() - 1
            key += 1 << 64 + 4 * repeats.get(index, index)
            rest ^= low
        return key


class Layout:
    """What the places of the winning tile have in common: one shape, with the melds merged into its sets."""

    __slots__ = (
        "chow_kinds", "chows", "claimed", "codes", "eyes", "features", "form", "hidden", "index", "melds",
        "pung_kinds", "pungs", "repeats", "singles",
    )  # fmt: skip

    def __init__(self, facts: Facts, shape: Shape, melds: tuple[Meld, ...]) -> None:
        self.form = shape.form
        self.eyes = shape.eyes
        self.singles = shape.singles
        entries: list[tuple[int, int, Meld | None]] = [(code, n, None) for n, code in enumerate(shape.sets)]
        if melds:
            own = len(entries)
            entries += [(2 * m.kind + (m.type != "chow"), own + n, m) for n, m in enumerate(melds)]
            entries.sort(key=lambda entry: entry[:2])
        self.codes = tuple(entry[0] for entry in entries)
        self.melds = tuple(entry[2] for entry in entries)
        self.index = {entry[1]: position for position, entry in enumerate(entries) if entry[2] is None}
        self._find_sets()
        self._find_concealment(facts.options.kongs_hidden)
        self.features = facts.features | _FORM_FEATURE[self.form] | self._features()

    def index_of(self, place: int) -> int:
        """Return where a place of the shape (see `decompose.places`) stands among all sets."""
        return place if place == NOWHERE else self.index.get(place, len(self.codes))

    def _find_sets(self) -> None:
        self.chows: dict[int, list[int]] = {}
        self.pungs: dict[int, int] = {}
        self.chow_kinds = self.pung_kinds = 0
        self.repeats: dict[int, int] = {}
        pairs = self.form == LIK_KU_LIK_KU
        for index, code in enumerate(self.codes):
            kind = code >> 1
            if code & 1:
                self.pungs[kind] = index
                self.pung_kinds |= 1 << kind
            elif not pairs:
                self.chows.setdefault(kind, []).append(index)
                self.chow_kinds |= 1 << kind
            if index and code == self.codes[index - 1]:
                self.repeats[index] = self.repeats.get(index - 1, index - 1)

    def _find_concealment(self, kongs_hidden: str) -> None:
        self.claimed = self.hidden = 0
        for index, meld in enumerate(self.melds):
            if meld is None or _hidden(meld, kongs_hidden):
                self.hidden |= 1 << index
            if meld is not None and meld.claimed:
                self.claimed |= 1 << index

    def _features(self) -> int:
        chows = sum(map(len, self.chows.values()))
        pungs = len(self.pungs)
        held = (
            (Feature.TWO_CHOWS, chows > 1),
            (Feature.THREE_CHOWS, chows > 2),
            (Feature.ALL_CHOWS, chows == 5),
            (Feature.EQUAL_CHOWS, chows > len(self.chows)),
            (Feature.PUNG, pungs),
            (Feature.TWO_PUNGS, pungs > 1),
            (Feature.ALL_PUNGS, pungs == 5),
            (Feature.HONOR_SETS, self.pung_kinds & HONORS),
        )
        return sum(int(feature) for feature, true in held if true)


def _hidden(meld: Meld, kongs_hidden: str) -> bool:
    """Whether a meld counts as a hidden pung: kongs may, by the ruleset's switch."""
    if meld.kong == "concealed":
        return True
    return meld.kong is not None and (kongs_hidden == "all" or (kongs_hidden == "not_added" and meld.kong == "exposed"))


def flowers_alone(facts: Facts) -> Reading:
    """Return the reading of a win by flowers: no sets, whatever the tiles are."""
    return Reading(facts, Layout(facts, Shape(FLOWERS, (), NOWHERE), ()), NOWHERE)
