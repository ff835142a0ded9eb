"""Patterns of what was claimed and who gave the winning tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.features import Feature
from service.scoring.patterns.registry import ANY_FORM, measure, pattern, whole_hand
from service.scoring.reading import TWO_SIDED, Reading
from service.scoring.tiles import EAST

if TYPE_CHECKING:
    from collections.abc import Sequence

SETS = 5


@pattern(Feature.COMPLETE | Feature.SELF_DRAWN, sufficient=True)
def self_draw(reading: Reading) -> Sequence[int]:
    """自摸: the winner drew the tile, from the wall or as a replacement."""
    return whole_hand(reading.facts.self_drawn)


@pattern(Feature.COMPLETE | Feature.CONCEALED, sufficient=True)
def concealed_hand(reading: Reading) -> Sequence[int]:
    """門清: no chow and no pung was claimed; which kongs break it is the ruleset's switch."""
    return whole_hand(reading.facts.concealed)


@pattern(Feature.COMPLETE | Feature.SELF_DRAWN | Feature.CONCEALED, sufficient=True)
def fully_concealed_hand(reading: Reading, *, ready: bool = True) -> Sequence[int]:
    """門清自摸: concealed and self-drawn; `ready`: ready may have been declared."""
    facts = reading.facts
    return whole_hand(facts.concealed and (ready or facts.context.ready is None))


@pattern(Feature.STANDARD | Feature.FIVE_MELDS)
def melded_hand(reading: Reading, *, self_drawn: bool, kongs: bool = True) -> Sequence[int]:
    """全求人, 半求人: five claimed melds, no concealed kong; by another's tile or self-drawn; `kongs`: others fit."""
    hand = reading.facts.hand
    all_claimed = len(hand.melds) == SETS and all(meld.claimed for meld in hand.melds)
    return whole_hand(all_claimed and (kongs or not reading.facts.kongs) and reading.facts.self_drawn is self_drawn)


@pattern(Feature.COMPLETE, sufficient=True)
def any_win(reading: Reading) -> Sequence[int]:
    """雞胡: any complete hand; the row's own price rule decides."""
    return whole_hand(reading)


@pattern()
def won_so(reading: Reading, *, self_drawn: bool) -> Sequence[int]:
    """雞糊, 鴨糊: any complete hand, self-drawn or not; the row's own price rule decides."""
    return whole_hand(reading.facts.self_drawn is self_drawn)


@pattern(ANY_FORM, sufficient=True)
def every_hand(reading: Reading) -> Sequence[int]:
    """底: every win, by flowers too."""
    return whole_hand(reading)


@pattern(Feature.STANDARD | Feature.HONOR_EYES)
def chicken_shape(reading: Reading, *, self_drawn: bool, ready: bool = True) -> Sequence[int]:
    """雞糊, 鴨胡: honor eyes, chows and pungs, one to four claimed melds, no kong, a many-sided two-sided wait.

    `ready`: ready may have been declared. The rest, that nothing else counts, is the row's own price rule (wikipedia,
    line 315).
    """
    facts = reading.facts
    claimed = sum(1 for meld in facts.hand.melds if meld.claimed)
    shape = (
        reading.eyes >= EAST and reading.chow_kinds and reading.pung_kinds and 1 <= claimed < SETS and not facts.kongs
    )
    declared = facts.context.ready is not None and not ready
    many_sided = reading.wait == TWO_SIDED and len(facts.waits) > 1
    return whole_hand(shape and many_sided and not declared and facts.self_drawn is self_drawn)


@measure("exposed", "concealed")
def hand_concealment(reading: Reading, _mask: int) -> str:
    """立直: whether the hand is concealed; after 叮 it cannot have changed."""
    return "concealed" if reading.facts.concealed else "exposed"


@measure("exposed", "concealed")
def exposure(reading: Reading, mask: int) -> str:
    """明, 暗: whether a set of the instance is exposed, as the ruleset's switch `exposed_by` has it."""
    return "exposed" if reading.exposed & mask else "concealed"
