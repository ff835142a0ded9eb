"""Patterns of the special forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.facts import Feature
from service.scoring.patterns.registry import pattern, whole_hand
from service.scoring.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

RANKS_BY_SUIT = (0x1FF, 0x1FF << 9, 0x1FF << 18)
KNITTED = {0b001001001, 0b010010010, 0b100100100}


@pattern(Feature.LIK_KU)
def lik_ku_lik_ku(reading: Reading) -> Sequence[int]:
    """嚦咕嚦咕: seven pairs and a triplet, nothing melded."""
    return whole_hand(reading)


@pattern(Feature.UNRELATED)
def sixteen_unrelated(reading: Reading) -> Sequence[int]:
    """十六不搭: seven honors, three unrelated tiles a suit, one of the sixteen doubled."""
    return whole_hand(reading)


def ranks(reading: Reading) -> list[int]:
    """Return the ranks of each suit as masks; the doubled tile changes nothing."""
    return [(reading.facts.kinds & mask) >> 9 * n for n, mask in enumerate(RANKS_BY_SUIT)]


@pattern(Feature.UNRELATED)
def unrelated_same_numbers(reading: Reading) -> Sequence[int]:
    """不搭三相逢: the three suits show the same three numbers."""
    return whole_hand(len(set(ranks(reading))) == 1)


@pattern(Feature.UNRELATED)
def unrelated_straight(reading: Reading) -> Sequence[int]:
    """不搭雜龍: the suits show 147, 258 and 369, one each."""
    return whole_hand(set(ranks(reading)) == KNITTED)


@pattern(Feature.ORPHANS)
def thirteen_orphans(reading: Reading) -> Sequence[int]:
    """十三么: the thirteen terminals and honors, one doubled, and a set."""
    return whole_hand(reading)
