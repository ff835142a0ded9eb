"""Patterns of chows. A chow is found by its lowest kind; the same rank in another suit is 9 or 18 kinds away."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

from service.scoring.facts import Feature
from service.scoring.patterns.registry import NONE, each_bit, pattern, sets_mask, whole_hand
from service.scoring.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SUITS = (0, 9, 18)
SUIT_STARTS = 1 | 1 << 9 | 1 << 18
ONE_SUIT = (1 << 9) - 1


def _copies(reading: Reading, kinds: Iterable[int]) -> list[int]:
    """Every choice of one physical chow for each of the kinds."""
    return [sets_mask(choice) for choice in product(*(reading.chows[kind] for kind in kinds))]


@pattern(Feature.STANDARD | Feature.ALL_CHOWS)
def all_chows(reading: Reading) -> Sequence[int]:
    """平胡: five chows; any eyes, any wait."""
    return whole_hand(reading.chows)


@pattern(Feature.STANDARD | Feature.ALL_CHOWS | Feature.NO_HONORS)
def grand_all_chows(reading: Reading) -> Sequence[int]:
    """大平胡: five chows, no honors, and no flower drawn."""
    return whole_hand(not reading.facts.hand.flowers)


@pattern(Feature.THREE_CHOWS)
def pure_straight(reading: Reading, *, exposure: str = "any") -> Sequence[int]:
    """清龍: 123, 456 and 789 of one suit; `exposure`: only concealed ones (暗龍), or only exposed ones (明龍)."""
    chows = reading.chow_kinds
    starts = chows & chows >> 3 & chows >> 6 & SUIT_STARTS
    if not starts:
        return NONE
    found = [mask for first in each_bit(starts) for mask in _copies(reading, (first, first + 3, first + 6))]
    return exposed_or_not(reading, found, exposure)


@pattern(Feature.THREE_CHOWS)
def mixed_straight(reading: Reading, *, exposure: str = "any") -> Sequence[int]:
    """雜龍: 123, 456 and 789, each in a suit of its own; `exposure`: only concealed ones, or only exposed ones."""
    chows = reading.chow_kinds
    found = [
        mask
        for a, b, c in permutations(SUITS)
        if chows >> a & chows >> b + 3 & chows >> c + 6 & 1
        for mask in _copies(reading, (a, b + 3, c + 6))
    ]
    return exposed_or_not(reading, found, exposure)


def exposed_or_not(reading: Reading, masks: list[int], wanted: str) -> list[int]:
    """Keep the instances that are exposed, or those that are concealed, or `any`."""
    if wanted == "any":
        return masks
    return [mask for mask in masks if bool(mask & reading.exposed) == (wanted == "exposed")]


@pattern(Feature.EQUAL_CHOWS)
def equal_chows(reading: Reading, *, count: int) -> Sequence[int]:
    """般高: `count` identical chows."""
    return [sets_mask(choice) for chows in reading.chows.values() for choice in combinations(chows, count)]


@pattern(Feature.EQUAL_CHOWS)
def two_pairs_of_equal_chows(reading: Reading) -> Sequence[int]:
    """雙般高: two identical chows of one kind and two of another; four equal chows are none."""
    doubled = [list(combinations(chows, 2)) for chows in reading.chows.values() if len(chows) > 1]
    return [sets_mask((*a, *b)) for first, second in combinations(doubled, 2) for a in first for b in second]


@pattern(Feature.TWO_CHOWS)
def mixed_chows(reading: Reading, *, suits: int) -> Sequence[int]:
    """相逢: chows of the same numbers in two suits, or in all three."""
    chows = reading.chow_kinds
    found: list[int] = []
    for some in combinations(SUITS, suits):
        shared = ONE_SUIT
        for suit in some:
            shared &= chows >> suit
        for rank in each_bit(shared):
            found += _copies(reading, [suit + rank for suit in some])
    return found
