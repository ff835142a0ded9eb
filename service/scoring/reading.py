"""One reading of a hand's tiles: a layout and the place of the winning tile; what patterns may ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.scoring.decompose import FLOWERS, LIK_KU_LIK_KU, NOWHERE, STANDARD, Shape
from service.scoring.features import Feature
from service.scoring.instances import FOCUS_SHIFT, SETS_MASK
from service.scoring.layout import Layout

if TYPE_CHECKING:
    from service.scoring.facts import Facts

TWO_SIDED: Final = "two_sided"
EDGE: Final = "edge"
CLOSED: Final = "closed"
SINGLE: Final = "single"
DOUBLE_PUNG: Final = "double_pung"
LONE_WAITS: Final = (EDGE, CLOSED, SINGLE)

HIDDEN_COUNTS: Final = (
    *(0, 0, Feature.HIDDEN_2, Feature.HIDDEN_2 | Feature.HIDDEN_3),
    Feature.HIDDEN_2 | Feature.HIDDEN_3 | Feature.HIDDEN_4,
    Feature.HIDDEN_2 | Feature.HIDDEN_3 | Feature.HIDDEN_4 | Feature.HIDDEN_5,
)
WAIT_FEATURES: Final = {
    EDGE: Feature.LONE_PLACE,
    CLOSED: Feature.LONE_PLACE,
    SINGLE: Feature.LONE_PLACE | Feature.WON_EYES,
    DOUBLE_PUNG: Feature.WON_PUNG,
    TWO_SIDED: 0,
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
        "hidden_pungs",
        "layout",
        "melds",
        "pung_kinds",
        "pungs",
        "repeats",
        "singles",
        "wait",
        "won",
    )

    def __init__(self, facts: Facts, layout: Layout, place: int) -> None:
        self.facts = facts
        self.layout = layout
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
        self.won = won = layout.index_of(place)
        self.wait = wait = self._wait() if won != NOWHERE and layout.form == STANDARD else None
        others = 0 if facts.self_drawn else self._won_mask()
        self.hidden = layout.hidden & ~others
        self.hidden_pungs = self.hidden & layout.pung_sets
        self.exposed = layout.claimed | others if facts.options.exposed_by == "meld_or_discard" else layout.claimed
        features = layout.features | HIDDEN_COUNTS[self.hidden_pungs.bit_count()]
        if wait is not None:
            features |= WAIT_FEATURES[wait]
        elif won > 0 and layout.form == LIK_KU_LIK_KU and facts.context.opening != "dealt_hand":
            # The last pair of seven is a single wait.
            features |= Feature.LONE_PLACE | Feature.WON_EYES
        self.features = features

    def _won_mask(self) -> int:
        """What the winning tile completed: a set, the eyes, or (as the kind that it is) a single."""
        if self.won != NOWHERE:
            return 1 << self.won
        tile = self.facts.hand.winning_tile
        return 0 if tile is None else 1 << FOCUS_SHIFT + tile

    def _wait(self) -> str | None:
        """The kind of place that the winning tile filled; none where no tile was the last one."""
        if self.facts.context.opening == "dealt_hand":
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


def flowers_alone(facts: Facts) -> Reading:
    """Return the reading of a win by flowers: no sets, whatever the tiles are."""
    return Reading(facts, Layout(facts, Shape(FLOWERS, (), NOWHERE), ()), NOWHERE)
