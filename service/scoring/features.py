"""What a reading has, as far as it decides which patterns are worth asking: one bit each, found with a few masks.

A feature is necessary for the patterns that name it, so a row whose features are missing need not be asked. Most rows
of a table are settled here, for some microseconds a hand; see `benchmarks`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import Final

from service.scoring.tiles import DRAGONS, HONORS, WINDS

RANKS: Final = (1 << 9) - 1
SUITED: Final = (1 << 27) - 1
SUIT_STARTS: Final = 1 | 1 << 9 | 1 << 18


def _ranks(*ranks: int) -> int:
    """Return the kinds of some ranks (0-8) in all three suits."""
    return sum(SUIT_STARTS << rank for rank in ranks)


RUNS: Final = {1: _ranks(*range(5)), 2: _ranks(*range(3))}
BEFORE_EIGHT: Final = _ranks(*range(8))
BEFORE_SEVEN: Final = _ranks(*range(7))
FIRST_FOUR: Final = _ranks(*range(4))


class Feature:
    """The bits: first those of the hand, then those of its sets, then those of the winning tile's place."""

    STANDARD, LIK_KU, UNRELATED, ORPHANS, FLOWERS_ALONE, COMPLETE = (1 << n for n in range(6))
    SELF_DRAWN, BY_OTHER, FLOWERS, BARE, KONG, UNDECLARED_FOUR = (1 << n for n in range(6, 12))
    REPLACED, OPENING, READY, NO_HONORS, HONORS, ONE_SUIT = (1 << n for n in range(12, 18))
    TWO_SUITS, ALL_TYPES, SIMPLE, ALL_ORPHANS, NO_FIVES, CONCEALED = (1 << n for n in range(18, 24))
    FIVE_MELDS, ROBBED, LAST_TILE, LAST_COPY, SEVERAL_WINNERS, EARLY = (1 << n for n in range(24, 30))
    OWN_FLOWER, OTHER_FLOWER, FLOWER_SERIES, SEVEN_FLOWERS, READY_DISCARD, FED = (1 << n for n in range(30, 36))

    TWO_CHOWS, FOUR_CHOWS, ALL_CHOWS, EQUAL_CHOWS, THREE_EQUAL, TWO_KINDS_EQUAL = (1 << n for n in range(36, 42))
    PURE_STRAIGHT, MIXED_STRAIGHT, SAME_RANK, RANK_IN_ALL_SUITS, TERMINAL_CHOWS, SIX_RUN = (
        1 << n for n in range(42, 48)
    )
    PURE_SHIFT_1, PURE_SHIFT_2, PURE_SHIFT, MIXED_SHIFT_1, MIXED_SHIFT_2, MIXED_SHIFT = (1 << n for n in range(48, 54))
    TWO_PUNGS, ALL_PUNGS, WIND_SET, TWO_WINDS, DRAGON_SET, TWO_DRAGONS = (1 << n for n in range(54, 60))
    PUNG_RANK, PUNG_RANK_IN_ALL, PUNG_RUN, LONG_PUNG_RUN, TERMINAL_PUNGS, MIXED_PUNG_RUN = (
        1 << n for n in range(60, 66)
    )
    LITTLE_RANK, LITTLE_RUN, LITTLE_GAP, LITTLE_MIXED_RUN, TRIPLE_OR_RUN, UNCHOWED = (1 << n for n in range(66, 72))
    HONOR_SETS, OUTSIDE, SHARED_NUMBER, EYES_258, HOGS, TWO_HOGS = (1 << n for n in range(72, 78))

    ONE_WAIT, LONE_PLACE, WON_EYES, WON_PUNG, HIDDEN_2, HIDDEN_3 = (1 << n for n in range(78, 84))
    HIDDEN_4, HIDDEN_5, SEVERAL_WAITS, HONOR_EYES = (1 << n for n in range(84, 88))
    BITS = 88


@lru_cache(maxsize=1 << 14)
def chow_features(chows: int) -> int:
    """Return the features of a mask of chows (by their lowest kinds): straights, shifts and equal ranks."""
    suits = (chows & RANKS, chows >> 9 & RANKS, chows >> 18 & RANKS)
    a, b, c = suits
    found = 0
    if chows & chows >> 6 & SUIT_STARTS:
        found |= Feature.TERMINAL_CHOWS
        if chows & chows >> 3 & chows >> 6 & SUIT_STARTS:
            found |= Feature.PURE_STRAIGHT
    if chows & chows >> 3 & FIRST_FOUR:
        found |= Feature.SIX_RUN
    if chows & chows >> 1 & chows >> 2 & RUNS[1]:
        found |= Feature.PURE_SHIFT_1 | Feature.PURE_SHIFT
    if chows & chows >> 2 & chows >> 4 & RUNS[2]:
        found |= Feature.PURE_SHIFT_2 | Feature.PURE_SHIFT
    if a & b | a & c | b & c:
        found |= Feature.SAME_RANK
    if a and b and c:
        found |= _mixed_features(suits)
    return found


def _mixed_features(suits: tuple[int, int, int]) -> int:
    """Return the features that take a chow of each suit."""
    found = Feature.RANK_IN_ALL_SUITS if suits[0] & suits[1] & suits[2] else 0
    for first, second, third in permutations(suits):
        if first & second >> 3 & third >> 6 & 1:
            found |= Feature.MIXED_STRAIGHT
        if first & second >> 1 & third >> 2:
            found |= Feature.MIXED_SHIFT_1 | Feature.MIXED_SHIFT
        if first & second >> 2 & third >> 4:
            found |= Feature.MIXED_SHIFT_2 | Feature.MIXED_SHIFT
    return found


@lru_cache(maxsize=1 << 14)
def pung_features(pungs: int) -> int:
    """Return the features of a mask of pungs: honors, equal ranks and runs."""
    found = 0
    if pungs & HONORS:
        found |= Feature.HONOR_SETS
        found |= _counted(pungs & WINDS, Feature.WIND_SET, Feature.TWO_WINDS)
        found |= _counted(pungs & DRAGONS, Feature.DRAGON_SET, Feature.TWO_DRAGONS)
    suited = pungs & SUITED
    if not suited & suited - 1:
        return found
    a, b, c = suited & RANKS, suited >> 9 & RANKS, suited >> 18
    if a & b | a & c | b & c:
        found |= Feature.PUNG_RANK | (Feature.PUNG_RANK_IN_ALL if a & b & c else 0)
    if suited & suited >> 1 & BEFORE_EIGHT:
        found |= Feature.PUNG_RUN | (Feature.LONG_PUNG_RUN if suited & suited >> 1 & suited >> 2 & BEFORE_SEVEN else 0)
    if suited & suited >> 8 & SUIT_STARTS:
        found |= Feature.TERMINAL_PUNGS
    if a and b and c and _mixed_run(a, b, c):
        found |= Feature.MIXED_PUNG_RUN
    return found


def _mixed_run(*suits: int) -> bool:
    return any(first & second >> 1 & third >> 2 for first, second, third in permutations(suits))


@lru_cache(maxsize=1 << 14)
def little_features(eyes: int, pungs: int) -> int:
    """Return what suited eyes make of the pungs: little runs in their suit, and with the pungs of the two others."""
    found = 0
    suit, rank = divmod(eyes, 9)
    own = pungs >> 9 * suit & RANKS
    first, second = (pungs >> 9 * other & RANKS for other in range(3) if other != suit)
    below, above = (1 << rank) >> 1, 1 << rank + 1
    if (own & above and own & above << 1) or (own & below and own & below >> 1):
        found |= Feature.LITTLE_RUN
    if own & below and own & above:
        found |= Feature.LITTLE_GAP
    if first & second & 1 << rank:
        found |= Feature.LITTLE_RANK
    for here, there in ((first, second), (second, first)):
        if (here & above and there & (above << 1 | below)) or (here & below and there & below >> 1):
            found |= Feature.LITTLE_MIXED_RUN
    return found


def _counted(mask: int, one: int, two: int) -> int:
    """Return a feature for one bit of a mask, and another for a second."""
    return (one if mask else 0) | (two if mask & mask - 1 else 0)
