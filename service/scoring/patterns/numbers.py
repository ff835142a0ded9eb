"""Patterns of numbers, whatever the suit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.facts import Feature
from service.scoring.patterns.registry import NONE, about, measure, pattern, whole_hand
from service.scoring.patterns.terminals import every_set_holds
from service.scoring.reading import Reading
from service.scoring.tiles import DRAGONS, HONORS, WINDS, mask_of

if TYPE_CHECKING:
    from collections.abc import Sequence

NUMBERS = tuple(mask_of(rank, rank + 9, rank + 18) for rank in range(9))
FIVES = NUMBERS[4]
UPPER = sum(NUMBERS[5:])
LOWER = sum(NUMBERS[:4])


def shared_numbers(reading: Reading) -> list[int]:
    """Return the ranks (0-8) that every set and the eyes hold, honors apart."""
    return [rank for rank, number in enumerate(NUMBERS) if every_set_holds(reading, number | HONORS)]


@pattern(Feature.STANDARD)
def mixed_all_contain_x(reading: Reading, *, each: bool = False) -> Sequence[int]:
    """混全帶X: every set and the eyes hold one and the same number, or are honors; both are there.

    `each`: every number that does so is an instance.
    """
    if not reading.facts.kinds & HONORS or not reading.facts.suits:
        return NONE
    shared = shared_numbers(reading)
    return [about(rank) for rank in shared] if each else whole_hand(shared)


@measure()
def numbers_shared(reading: Reading, _mask: int) -> int:
    """混全帶X: how many numbers fulfil it."""
    return len(shared_numbers(reading))


@pattern(Feature.STANDARD | Feature.NO_HONORS)
def pure_all_contain_x(reading: Reading) -> Sequence[int]:
    """純全帶X: every set and the eyes hold one and the same number, and there is no honor."""
    return whole_hand(shared_numbers(reading))


@pattern(Feature.COMPLETE | Feature.NO_HONORS)
def no_fives(reading: Reading) -> Sequence[int]:
    """缺五: no 5 and no honor."""
    return whole_hand(not reading.facts.kinds & FIVES)


@pattern(Feature.COMPLETE | Feature.NO_HONORS)
def upper_four(reading: Reading) -> Sequence[int]:
    """大於五: 6, 7, 8 and 9 only."""
    return whole_hand(not reading.facts.kinds & ~UPPER)


@pattern(Feature.COMPLETE | Feature.NO_HONORS)
def lower_four(reading: Reading) -> Sequence[int]:
    """小於五: 1, 2, 3 and 4 only."""
    return whole_hand(not reading.facts.kinds & ~LOWER)


@pattern()
def so_many_numbers(reading: Reading, *, count: int) -> Sequence[int]:
    """四數, 三數, 兩數: exactly so many numbers; the winds together are one, and so are the dragons."""
    kinds = reading.facts.kinds
    return whole_hand(sum(1 for group in (*NUMBERS, WINDS, DRAGONS) if kinds & group) == count)


@pattern()
def single_number_and_honors(reading: Reading) -> Sequence[int]:
    """混X: one number, in any suits, and honors; on all pungs or on lik_ku_lik_ku."""
    kinds = reading.facts.kinds
    built = reading.features & (Feature.ALL_PUNGS | Feature.LIK_KU)
    suited = kinds & ~HONORS
    return whole_hand(built and suited and kinds & HONORS and any(not suited & ~number for number in NUMBERS))
