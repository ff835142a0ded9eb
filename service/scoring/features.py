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
    """The bits. Those up to `POOL` belong to the hand, the next to its sets, the last to the winning tile's place."""

    STANDARD, LIK_KU, UNRELATED, ORPHANS, FLOWERS_ALONE, COMPLETE = (1 << n for n in range(6))
    SELF_DRAWN, BY_OTHER, FLOWERS, BARE, KONG, UNDECLARED_FOUR = (1 << n for n in range(6, 12))
    REPLACED, OPENING, READY, NO_HONORS, HONORS, ONE_SUIT = (1 << n for n in range(12, 18))
    TWO_SUITS, ALL_TYPES, SIMPLE, ALL_ORPHANS, NO_FIVES, CONCEALED = (1 << n for n in range(18, 24))
    FIVE_MELDS, ROBBED, LAST_TILE, LAST_COPY, SEVERAL_WINNERS, POOL = (1 << n for n in range(24, 30))

    TWO_CHOWS, FOUR_CHOWS, ALL_CHOWS, EQUAL_CHOWS, THREE_EQUAL, TWO_KINDS_EQUAL = (1 << n for n in range(30, 36))
    PURE_STRAIGHT, MIXED_STRAIGHT, SAME_RANK, RANK_IN_ALL_SUITS, TERMINAL_CHOWS, SIX_RUN = (
        1 << n for n in range(36, 42)
    )
    PURE_SHIFT_1, PURE_SHIFT_2, PURE_SHIFT, MIXED_SHIFT_1, MIXED_SHIFT_2, MIXED_SHIFT = (1 << n for n in range(42, 48))
    TWO_PUNGS, ALL_PUNGS, WIND_SET, TWO_WINDS, DRAGON_SET, TWO_DRAGONS = (1 << n for n in range(48, 54))
    PUNG_RANK, PUNG_RANK_IN_ALL, PUNG_RUN, LONG_PUNG_RUN, TERMINAL_PUNGS, NEAR_PUNGS = (1 << n for n in range(54, 60))
    HONOR_SETS, OUTSIDE, SHARED_NUMBER, EYES_258, TRIPLE_OR_RUN, UNCHOWED = (1 << n for n in range(60, 66))

    ONE_WAIT, LONE_PLACE, WON_PUNG, HIDDEN_2, HIDDEN_3, HIDDEN_4 = (1 << n for n in range(66, 72))
    HIDDEN_5 = 1 << 72
    BITS = 73


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
    if (a > 0) + (b > 0) + (c > 0) > 1:
        near = (a | a << 1 | a >> 1 | a << 2 | a >> 2, b | b << 1 | b >> 1 | b << 2 | b >> 2)
        if near[0] & (b | c) or near[1] & c:
            found |= Feature.NEAR_PUNGS
    return found


def _counted(mask: int, one: int, two: int) -> int:
    """Return a feature for one bit of a mask, and another for a second."""
    return (one if mask else 0) | (two if mask & mask - 1 else 0)
