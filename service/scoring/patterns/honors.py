"""Patterns of winds and dragons."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from service.scoring.features import Feature
from service.scoring.instances import NONE
from service.scoring.patterns.pungs import pungs_mask
from service.scoring.patterns.registry import each_bit, measure, pattern
from service.scoring.reading import Reading
from service.scoring.tiles import DRAGONS, EAST, HONORS, WINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

SETS = {"winds": Feature.WIND_SET, "dragons": Feature.DRAGON_SET, "honors": Feature.HONOR_SETS}
PAIRS = {"winds": Feature.TWO_WINDS, "dragons": Feature.TWO_DRAGONS}
GROUPS = {"winds": WINDS, "dragons": DRAGONS, "honors": HONORS}


@pattern(lambda of, special=True: SETS[of] | (0 if special else Feature.STANDARD))
def honor_pungs(reading: Reading, *, of: str, special: bool = True) -> Sequence[int]:
    """字: each pung or kong of a wind, of a dragon, or of either; `special`: in special forms that have sets, too."""
    if not special and not reading.features & Feature.STANDARD:
        return NONE
    return [reading.pung(kind) for kind in each_bit(reading.pung_kinds & GROUPS[of])]


@pattern(lambda whose: Feature.WIND_SET)
def wind_of(reading: Reading, *, whose: str) -> Sequence[int]:
    """正風, 正位: the pung of the wind of the round, or of the winner's seat."""
    context = reading.facts.context
    kind = EAST + (context.round_wind if whose == "round" else context.seat)
    return (reading.pung(kind),) if reading.pung_kinds >> kind & 1 else NONE


@pattern(lambda of, pungs: Feature.STANDARD | PAIRS[of])
def big_honors(reading: Reading, *, of: str, pungs: int) -> Sequence[int]:
    """大三元, 大三風, 大四喜: `pungs` pungs of winds or of dragons."""
    kinds = each_bit(reading.pung_kinds & GROUPS[of])
    return [pungs_mask(reading, some) for some in combinations(kinds, pungs)]


@pattern(lambda of, pungs: Feature.STANDARD | (PAIRS[of] if pungs > 1 else SETS[of]))
def little_honors(reading: Reading, *, of: str, pungs: int) -> Sequence[int]:
    """小三元, 小三風, 小四喜: `pungs` pungs of winds or of dragons, and another of them as the eyes."""
    if not GROUPS[of] >> reading.eyes & 1:
        return NONE
    eyes = 1 << reading.eyes_index
    return [mask | eyes for mask in big_honors(reading, of=of, pungs=pungs)]


@measure("plain_wind", "seat_wind", "round_wind", "dragon", "seat_and_round_wind")
def honor_grade(reading: Reading, mask: int) -> str:
    """What an honor pung is to the winner (the graded prices of baike, line 123)."""
    kind = reading.codes[mask.bit_length() - 1] >> 1
    context = reading.facts.context
    if DRAGONS >> kind & 1:
        return "dragon"
    seat, prevalent = kind - EAST == context.seat, kind - EAST == context.round_wind
    if seat and prevalent:
        return "seat_and_round_wind"
    return "seat_wind" if seat else "round_wind" if prevalent else "plain_wind"
