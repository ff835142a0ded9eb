"""What a reading has, as far as it decides which patterns are worth asking: one bit each, found with a few masks.

A feature is necessary for the patterns that name it, so a row whose features are missing need not be asked. Most rows
of a table are settled here, for some microseconds a hand; see `benchmarks`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import Final

from service.scoring.known import Known
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

    STANDARD: Final = 1 << 0
    LIK_KU: Final = 1 << 1
    UNRELATED: Final = 1 << 2
    ORPHANS: Final = 1 << 3
    FLOWERS_ALONE: Final = 1 << 4
    COMPLETE: Final = 1 << 5
    SELF_DRAWN: Final = 1 << 6
    BY_OTHER: Final = 1 << 7
    FLOWERS: Final = 1 << 8
    BARE: Final = 1 << 9
    KONG: Final = 1 << 10
    UNDECLARED_FOUR: Final = 1 << 11
    REPLACED: Final = 1 << 12
    OPENING: Final = 1 << 13
    READY: Final = 1 << 14
    NO_HONORS: Final = 1 << 15
    HONORS: Final = 1 << 16
    ONE_SUIT: Final = 1 << 17
    TWO_SUITS: Final = 1 << 18
    ALL_TYPES: Final = 1 << 19
    SIMPLE: Final = 1 << 20
    ALL_ORPHANS: Final = 1 << 21
    NO_FIVES: Final = 1 << 22
    CONCEALED: Final = 1 << 23
    FIVE_MELDS: Final = 1 << 24
    ROBBED: Final = 1 << 25
    LAST_TILE: Final = 1 << 26
    LAST_COPY: Final = 1 << 27
    SEVERAL_WINNERS: Final = 1 << 28
    EARLY: Final = 1 << 29
    OWN_FLOWER: Final = 1 << 30
    OTHER_FLOWER: Final = 1 << 31
    FLOWER_SERIES: Final = 1 << 32
    SEVEN_FLOWERS: Final = 1 << 33
    READY_DISCARD: Final = 1 << 34
    FED: Final = 1 << 35
    TWO_CHOWS: Final = 1 << 36
    FOUR_CHOWS: Final = 1 << 37
    ALL_CHOWS: Final = 1 << 38
    EQUAL_CHOWS: Final = 1 << 39
    THREE_EQUAL: Final = 1 << 40
    TWO_KINDS_EQUAL: Final = 1 << 41
    PURE_STRAIGHT: Final = 1 << 42
    MIXED_STRAIGHT: Final = 1 << 43
    SAME_RANK: Final = 1 << 44
    RANK_IN_ALL_SUITS: Final = 1 << 45
    TERMINAL_CHOWS: Final = 1 << 46
    SIX_RUN: Final = 1 << 47
    PURE_SHIFT_1: Final = 1 << 48
    PURE_SHIFT_2: Final = 1 << 49
    PURE_SHIFT: Final = 1 << 50
    MIXED_SHIFT_1: Final = 1 << 51
    MIXED_SHIFT_2: Final = 1 << 52
    MIXED_SHIFT: Final = 1 << 53
    TWO_PUNGS: Final = 1 << 54
    ALL_PUNGS: Final = 1 << 55
    WIND_SET: Final = 1 << 56
    TWO_WINDS: Final = 1 << 57
    DRAGON_SET: Final = 1 << 58
    TWO_DRAGONS: Final = 1 << 59
    PUNG_RANK: Final = 1 << 60
    PUNG_RANK_IN_ALL: Final = 1 << 61
    PUNG_RUN: Final = 1 << 62
    LONG_PUNG_RUN: Final = 1 << 63
    TERMINAL_PUNGS: Final = 1 << 64
    MIXED_PUNG_RUN: Final = 1 << 65
    LITTLE_RANK: Final = 1 << 66
    LITTLE_RUN: Final = 1 << 67
    LITTLE_GAP: Final = 1 << 68
    LITTLE_MIXED_RUN: Final = 1 << 69
    TRIPLE_OR_RUN: Final = 1 << 70
    UNCHOWED: Final = 1 << 71
    HONOR_SETS: Final = 1 << 72
    OUTSIDE: Final = 1 << 73
    SHARED_NUMBER: Final = 1 << 74
    EYES_258: Final = 1 << 75
    HOGS: Final = 1 << 76
    TWO_HOGS: Final = 1 << 77
    ONE_WAIT: Final = 1 << 78
    LONE_PLACE: Final = 1 << 79
    WON_EYES: Final = 1 << 80
    WON_PUNG: Final = 1 << 81
    HIDDEN_2: Final = 1 << 82
    HIDDEN_3: Final = 1 << 83
    HIDDEN_4: Final = 1 << 84
    HIDDEN_5: Final = 1 << 85
    SEVERAL_WAITS: Final = 1 << 86
    HONOR_EYES: Final = 1 << 87
    BITS: Final = 88


def _chow_features(chows: int) -> int:
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


def _pung_features(pungs: int) -> int:
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


CHOW_FEATURES: Final = Known(_chow_features, most=1 << 14)
PUNG_FEATURES: Final = Known(_pung_features, most=1 << 14)
