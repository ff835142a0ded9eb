"""Patterns of terminals and honors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.facts import Feature
from service.scoring.patterns.registry import pattern, whole_hand
from service.scoring.reading import Reading
from service.scoring.tiles import ORPHANS, TERMINALS

if TYPE_CHECKING:
    from collections.abc import Sequence


@pattern(Feature.COMPLETE | Feature.NO_HONORS)
def all_simples(reading: Reading) -> Sequence[int]:
    """斷么九: no terminal and no honor."""
    return whole_hand(not reading.facts.kinds & ORPHANS)


@pattern()
def all_terminals_and_honors(reading: Reading) -> Sequence[int]:
    """花麼: terminals and honors only, on all pungs or on lik_ku_lik_ku."""
    built = reading.features & (Feature.ALL_PUNGS | Feature.LIK_KU)
    return whole_hand(built and not reading.facts.kinds & ~ORPHANS)


@pattern(Feature.STANDARD | Feature.ALL_PUNGS | Feature.NO_HONORS)
def all_terminals(reading: Reading) -> Sequence[int]:
    """全麼: terminals only, on all pungs."""
    return whole_hand(not reading.facts.kinds & ~TERMINALS)


def every_set_holds(reading: Reading, kinds: int) -> bool:
    """Whether every set and the eyes hold one of the kinds of a mask."""
    if not kinds >> reading.eyes & 1 or reading.pung_kinds & ~kinds:
        return False
    return not reading.chow_kinds & ~(kinds | kinds >> 1 | kinds >> 2)


@pattern(Feature.STANDARD)
def outside_hand(reading: Reading) -> Sequence[int]:
    """連麼: every set and the eyes hold a terminal or an honor."""
    return whole_hand(every_set_holds(reading, ORPHANS))


@pattern(Feature.STANDARD | Feature.NO_HONORS)
def pure_outside_hand(reading: Reading) -> Sequence[int]:
    """純連麼: every set and the eyes hold a terminal, and there is no honor."""
    return whole_hand(every_set_holds(reading, TERMINALS))
