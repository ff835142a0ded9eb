"""Patterns of 叮, the declaration that a hand is ready."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.features import Feature
from service.scoring.instances import NONE
from service.scoring.patterns.registry import pattern, whole_hand
from service.scoring.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence


@pattern(Feature.COMPLETE | Feature.READY, sufficient=True)
def ready(reading: Reading) -> Sequence[int]:
    """叮: the winner had declared ready."""
    return whole_hand(reading.facts.context.ready)


@pattern(Feature.COMPLETE | Feature.READY)
def one_shot(reading: Reading, *, calls_break: bool) -> Sequence[int]:
    """即叮即食: won before another discard of one's own; `calls_break`: and before anybody called, kongs too."""
    context = reading.facts.context
    if context.ready is None or context.ready.own_discards_since:
        return NONE
    called = context.ready.calls_since or context.kongs_in_chain > 0
    return whole_hand(not (calls_break and called))


@pattern(Feature.COMPLETE | Feature.READY)
def concealed_ready(reading: Reading) -> Sequence[int]:
    """門清大叮: concealed, and ready was declared."""
    return whole_hand(reading.facts.concealed)


@pattern(Feature.COMPLETE | Feature.READY | Feature.SELF_DRAWN)
def concealed_ready_self_draw(reading: Reading) -> Sequence[int]:
    """大叮一摸: concealed, ready was declared, and the winning tile was drawn."""
    return whole_hand(reading.facts.concealed)


MOMENTS = {"dealt": ("dealt",), "first_discard": ("first_discard",), "either": ("dealt", "first_discard")}


@pattern(Feature.COMPLETE | Feature.READY)
def ready_from_the_start(reading: Reading, *, at: str, unclaimed: bool = False) -> Sequence[int]:
    """天叮, 地叮: declared before the first draw, or with the first own discard; `unclaimed`: nothing was claimed."""
    context = reading.facts.context
    claimed = any(meld.claimed for meld in reading.facts.hand.melds)
    declared = context.ready is not None and context.ready.at in MOMENTS[at]
    return whole_hand(declared and not (unclaimed and claimed))


@pattern(Feature.COMPLETE | Feature.BY_OTHER | Feature.READY_DISCARD)
def on_ready_discard(reading: Reading) -> Sequence[int]:
    """食聽牌: won on the tile with which another player declared ready."""
    return whole_hand(reading.facts.context.on_ready_discard)
