"""Patterns of suits and classes of tiles: they look at the tiles alone, whatever the form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.features import Feature
from service.scoring.patterns.registry import each_bit, measure, pattern, whole_hand
from service.scoring.reading import Reading
from service.scoring.tiles import DRAGONS, HONORS, SUIT_MASKS, WINDS, mask_of

if TYPE_CHECKING:
    from collections.abc import Sequence


@pattern(Feature.COMPLETE | Feature.NO_HONORS, sufficient=True)
def no_honors(reading: Reading) -> Sequence[int]:
    """無字: no wind and no dragon in the hand, eyes included."""
    return whole_hand(reading.facts.suits)


@pattern(Feature.COMPLETE | Feature.NO_HONORS | Feature.BARE, sufficient=True)
def no_honors_no_flowers(reading: Reading) -> Sequence[int]:
    """無字花: no honor in the hand and no flower drawn."""
    return whole_hand(not reading.facts.hand.flowers)


@pattern(Feature.COMPLETE | Feature.ONE_SUIT | Feature.HONORS, sufficient=True)
def half_flush(reading: Reading) -> Sequence[int]:
    """混一色: one suit, and honors."""
    return whole_hand(reading.facts.suits == 1 and reading.facts.kinds & HONORS)


@pattern(Feature.COMPLETE | Feature.ONE_SUIT | Feature.NO_HONORS, sufficient=True)
def full_flush(reading: Reading) -> Sequence[int]:
    """清一色: one suit, no honors."""
    return whole_hand(reading.facts.suits == 1)


@pattern(Feature.COMPLETE | Feature.TWO_SUITS | Feature.NO_HONORS, sufficient=True)
def one_voided_suit(reading: Reading) -> Sequence[int]:
    """缺一門: exactly two suits, no honors."""
    return whole_hand(reading.facts.suits == 2)


TYPES = (*SUIT_MASKS, WINDS, DRAGONS)


@pattern(Feature.COMPLETE | Feature.ALL_TYPES, sufficient=True)
def all_types(reading: Reading, *, least: int = 1) -> Sequence[int]:
    """五門齊: characters, dots, bamboos, winds and dragons, at least `least` tiles of each."""
    facts = reading.facts
    if least == 1:
        return whole_hand(all(facts.kinds & group for group in TYPES))
    return whole_hand(all(sum(facts.count_of(kind) for kind in each_bit(group)) >= least for group in TYPES))


@pattern(Feature.COMPLETE | Feature.ALL_ORPHANS)
def all_honors(reading: Reading) -> Sequence[int]:
    """字一色: winds and dragons only."""
    return whole_hand(not reading.facts.suits)


@pattern(Feature.COMPLETE | Feature.FLOWERS | Feature.ALL_TYPES)
def seven_types(reading: Reading, *, least: int = 1) -> Sequence[int]:
    """七門齊: the five types with at least `least` tiles each, and a flower of each series."""
    flowers = reading.facts.flowers
    return whole_hand(all_types(reading, least=least) and flowers & 0x0F and flowers & 0xF0)


@measure("little", "big")
def types_by_sets(reading: Reading, _mask: int) -> str:
    """大五門齊: whether each of the five types has a set of its own."""
    sets = reading.chow_kinds | reading.pung_kinds
    return "big" if all(sets & group for group in TYPES) else "little"


GREEN = mask_of(19, 20, 21, 23, 25, 32)
BLUE = WINDS | mask_of(16, 33)


@pattern(Feature.COMPLETE | Feature.ONE_SUIT)
def all_green(reading: Reading) -> Sequence[int]:
    """綠一色: 2, 3, 4, 6, 8 of bamboos and the green dragon only."""
    return whole_hand(not reading.facts.kinds & ~GREEN)


@pattern(Feature.COMPLETE | Feature.ONE_SUIT | Feature.HONORS)
def all_blue(reading: Reading) -> Sequence[int]:
    """藍一色: the winds, the white dragon and 8 of dots only."""
    return whole_hand(not reading.facts.kinds & ~BLUE)
