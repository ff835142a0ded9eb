"""Patterns of when and how the winning tile came."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.context import EAST_SEAT
from service.scoring.facts import Feature
from service.scoring.patterns.registry import measure, pattern, whole_hand
from service.scoring.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence


@pattern(Feature.COMPLETE | Feature.BY_OTHER)
def robbed_kong(reading: Reading) -> Sequence[int]:
    """搶槓: won on the tile of another player's kong."""
    return whole_hand(reading.facts.context.by == "robbed_kong")


@pattern(Feature.COMPLETE | Feature.REPLACED)
def replacement_win(reading: Reading, *, after: str) -> Sequence[int]:
    """槓上開花, 花上自摸: won on the replacement of a kong, or of a flower."""
    return whole_hand(reading.facts.context.replacements[-1] == after)


@pattern(Feature.COMPLETE | Feature.REPLACED)
def consecutive_kongs(reading: Reading) -> Sequence[int]:
    """槓上槓: a chain of two or more kongs, nothing else in it, and the last replacement wins."""
    chain = reading.facts.context.replacements
    return whole_hand(len(chain) > 1 and set(chain) == {"kong"})


@pattern(Feature.COMPLETE | Feature.REPLACED)
def replacements_with_flower(reading: Reading) -> Sequence[int]:
    """花上槓上摸: a chain of two or more replacements, a flower among them, and the last one wins."""
    chain = reading.facts.context.replacements
    return whole_hand(len(chain) > 1 and "flower" in chain)


@pattern()
def within_discards(reading: Reading, *, most: int) -> Sequence[int]:
    """X子內: at most `most` discards lie in the pool, the winning tile and claimed ones not counted."""
    pool = reading.facts.context.pool
    return whole_hand(pool is not None and pool <= most)


@pattern(Feature.COMPLETE | Feature.SELF_DRAWN)
def last_tile_draw(reading: Reading) -> Sequence[int]:
    """海底撈月: the last tile of the wall was drawn and wins."""
    return whole_hand(reading.facts.context.last_tile)


@pattern(Feature.COMPLETE | Feature.BY_OTHER)
def last_tile_claim(reading: Reading) -> Sequence[int]:
    """河底撈魚: won on another player's tile when the wall was empty."""
    return whole_hand(reading.facts.context.last_tile)


@pattern(Feature.COMPLETE | Feature.OPENING)
def heavenly_hand(reading: Reading) -> Sequence[int]:
    """天胡: the dealer's opening tiles win; flowers may have been replaced, no kong declared."""
    return whole_hand(reading.facts.context.opening == "dealt_hand" and not reading.facts.hand.kongs())


@pattern(Feature.COMPLETE | Feature.OPENING)
def non_dealer_in_first_go_around(reading: Reading) -> Sequence[int]:
    """地胡: a non-dealer wins within the first go-around, whatever was called before (baike, line 193)."""
    return whole_hand(reading.facts.context.seat != EAST_SEAT)


@pattern()
def dealer_takes_part(reading: Reading) -> Sequence[int]:
    """莊家: the dealer wins, or pays."""
    context = reading.facts.context
    return whole_hand(EAST_SEAT in (context.seat, context.from_seat) or reading.facts.self_drawn)


@measure()
def dealer_streak(reading: Reading, _mask: int) -> int:
    """連n拉n: how often the dealer has stayed so far."""
    return reading.facts.context.dealer_streak
