"""One reading of a hand's tiles: a layout and the place of the winning tile; what patterns may ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.scoring.decompose import FLOWERS, LIK_KU_LIK_KU, NOWHERE, STANDARD, Shape, shape_of
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


class Reading(Layout):
    """One reading: a layout and the place of the winning tile in one of its sets, its eyes or its singles.

    `won` is the index of the set that took it, `eyes_index` for the eyes, -1 for a single or where no set took it;
    `wait` says which kind of place that is; `hidden` leaves out what another player's tile completed, `exposed` holds
    it where the ruleset's switch says so. Both are masks of sets. A `layout` of the shape is taken over.
    """

    __slots__ = ("exposed", "hidden_pungs", "wait", "won")

    def __init__(self, facts: Facts, shape: Shape, place: int, layout: Layout | None = None) -> None:
        if layout is None:
            super().__init__(facts, shape)
        else:
            self.share(layout)
        self.won = won = place if place != len(shape.sets) else self.eyes_index
        self.wait = wait = self._wait() if won != NOWHERE and self.form == STANDARD else None
        self.exposed = self.claimed
        if not facts.self_drawn:
            others = self._won_mask()
            self.hidden &= ~others
            if facts.options.exposed_by == "meld_or_discard":
                self.exposed |= others
        self.hidden_pungs = self.hidden & self.pung_sets
        self.features |= HIDDEN_COUNTS[self.hidden_pungs.bit_count()]
        if wait is not None:
            self.features |= WAIT_FEATURES[wait]
        elif won > 0 and self.form == LIK_KU_LIK_KU and facts.context.opening != "dealt_hand":
            # The last pair of seven is a single wait.
            self.features |= Feature.LONE_PLACE | Feature.WON_EYES

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
    return Reading(facts, shape_of(FLOWERS, (), NOWHERE), NOWHERE)
