"""Patterns of numbers, whatever the suit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.features import Feature
from service.scoring.instances import NONE
from service.scoring.layout import NUMBERS, shared_ranks
from service.scoring.patterns.registry import about_number, measure, pattern, whole_hand
from service.scoring.reading import Reading
from service.scoring.tiles import DRAGONS, HONORS, WINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

FIVES = NUMBERS[4]
UPPER = sum(NUMBERS[5:])
LOWER = sum(NUMBERS[:4])


def shared_numbers(reading: Reading) -> list[int]:
    """Return the ranks (0-8) that every set and the eyes hold, honors apart."""
    return shared_ranks(reading.eyes, reading.chow_kinds, reading.pung_kinds)


@pattern(Feature.STANDARD | Feature.SHARED_NUMBER | Feature.HONORS)
def mixed_all_contain_x(reading: Reading, *, each: bool = False) -> Sequence[int]:
    """混全帶X: every set and the eyes hold one and the same number, or are honors; both are there.

    `each`: every number that does so is an instance.
    """
    if not reading.facts.kinds & HONORS or not reading.facts.suits:
        return NONE
    shared = shared_numbers(reading)
    return [about_number(rank) for rank in shared] if each else whole_hand(shared)


@measure()
def numbers_shared(reading: Reading, _mask: int) -> int:
    """混全帶X: how many numbers fulfil it."""
    return len(shared_numbers(reading))


@pattern(Feature.STANDARD | Feature.SHARED_NUMBER | Feature.NO_HONORS, sufficient=True)
def pure_all_contain_x(reading: Reading) -> Sequence[int]:
    """純全帶X: every set and the eyes hold one and the same number, and there is no honor."""
    return whole_hand(shared_numbers(reading))


@pattern(Feature.COMPLETE | Feature.NO_HONORS | Feature.NO_FIVES, sufficient=True)
def no_fives(reading: Reading) -> Sequence[int]:
    """缺五: no 5 and no honor."""
    return whole_hand(not reading.facts.kinds & FIVES)


@pattern(Feature.COMPLETE | Feature.NO_HONORS | Feature.NO_FIVES)
def upper_four(reading: Reading) -> Sequence[int]:
    """大於五: 6, 7, 8 and 9 only."""
    return whole_hand(not reading.facts.kinds & ~UPPER)


@pattern(Feature.COMPLETE | Feature.NO_HONORS | Feature.NO_FIVES)
def lower_four(reading: Reading) -> Sequence[int]:
    """小於五: 1, 2, 3 and 4 only."""
    return whole_hand(not reading.facts.kinds & ~LOWER)


@pattern()
def so_many_numbers(reading: Reading, *, count: int) -> Sequence[int]:
    """四數, 三數, 兩數: exactly so many numbers; the winds together are one, and so are the dragons."""
    kinds = reading.facts.kinds
    return whole_hand(sum(1 for group in (*NUMBERS, WINDS, DRAGONS) if kinds & group) == count)


@pattern(Feature.UNCHOWED | Feature.HONORS)
def single_number_and_honors(reading: Reading) -> Sequence[int]:
    """混X: one number, in any suits, and honors; on all pungs or on lik_ku_lik_ku."""
    kinds = reading.facts.kinds
    built = reading.features & (Feature.ALL_PUNGS | Feature.LIK_KU)
    suited = kinds & ~HONORS
    return whole_hand(built and suited and kinds & HONORS and any(not suited & ~number for number in NUMBERS))
