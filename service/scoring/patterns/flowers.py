"""Patterns of flowers. An instance is the flowers it is made of; flowers already paid make none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.features import Feature
from service.scoring.instances import FLOWER_SHIFT, NONE
from service.scoring.patterns.registry import pattern, singly, whole_hand
from service.scoring.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

SERIES = (0x0F, 0xF0)
ALL_FLOWERS = 8


@pattern(Feature.COMPLETE | Feature.BARE, sufficient=True)
def no_flowers(reading: Reading) -> Sequence[int]:
    """無花: the winner has drawn no flower."""
    return whole_hand(not reading.facts.hand.flowers)


@pattern(Feature.FLOWERS)
def each_flower(reading: Reading) -> Sequence[int]:
    """花: each flower, whatever its number."""
    return [one << FLOWER_SHIFT for one in singly(reading.facts.flowers)]


@pattern(lambda own: Feature.OWN_FLOWER if own else Feature.OTHER_FLOWER)
def flowers_by_seat(reading: Reading, *, own: bool) -> Sequence[int]:
    """正花, 爛花: each flower whose number is the winner's seat, or each whose number is not."""
    seat = 0x11 << reading.facts.context.seat
    flowers = reading.facts.flowers & (seat if own else 0xFF ^ seat)
    return [one << FLOWER_SHIFT for one in singly(flowers)]


@pattern(Feature.FLOWER_SERIES)
def flower_set(reading: Reading) -> Sequence[int]:
    """一台花: the four flowers, or the four seasons."""
    return [series << FLOWER_SHIFT for series in SERIES if reading.facts.flowers & series == series]


@pattern(Feature.SEVEN_FLOWERS)
def seven_flowers(reading: Reading) -> Sequence[int]:
    """七隻花: exactly seven flowers."""
    flowers = reading.facts.flowers
    return (flowers << FLOWER_SHIFT,) if flowers.bit_count() == ALL_FLOWERS - 1 else NONE


@pattern(Feature.SEVEN_FLOWERS)
def eight_flowers(reading: Reading) -> Sequence[int]:
    """八仙過海: all eight flowers, called at once or paid with a later win."""
    flowers = reading.facts.flowers
    return (flowers << FLOWER_SHIFT,) if flowers.bit_count() == ALL_FLOWERS else NONE


@pattern(Feature.FLOWERS_ALONE | Feature.FLOWERS)
def robbed_flower(reading: Reading, *, least: int) -> Sequence[int]:
    """七搶一, 一搶七: won by flowers of which another player holds the rest, with at least `least` of one's own."""
    flowers = reading.facts.flowers
    robbed = reading.facts.context.from_seat is not None
    return (flowers << FLOWER_SHIFT,) if robbed and flowers.bit_count() >= least else NONE


@pattern(Feature.COMPLETE | Feature.FLOWERS)
def six_off_seat_flowers(reading: Reading) -> Sequence[int]:
    """六花不正: six flowers, none of them the seat's."""
    flowers, seat = reading.facts.flowers, 0x11 << reading.facts.context.seat
    return (flowers << FLOWER_SHIFT,) if flowers.bit_count() == 6 and not flowers & seat else NONE


@pattern(Feature.COMPLETE | Feature.BARE)
def no_flowers_at_table(reading: Reading) -> Sequence[int]:
    """無花糊: none of the four players drew a flower."""
    return whole_hand(reading.facts.context.table_flowers == 0)
