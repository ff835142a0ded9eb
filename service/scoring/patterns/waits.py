"""Patterns of the wait and the eyes. A dealt hand has no wait: no tile of it is the last one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.features import Feature
from service.scoring.instances import NONE
from service.scoring.layout import TWOS_FIVES_EIGHTS
from service.scoring.patterns.registry import pattern, whole_hand
from service.scoring.reading import DOUBLE_PUNG, LONE_WAITS, SINGLE, Reading

if TYPE_CHECKING:
    from collections.abc import Sequence


def dealt(reading: Reading) -> bool:
    """Whether the hand won as it was dealt."""
    return reading.facts.context.opening == "dealt_hand"


def lone_place(reading: Reading) -> bool:
    """Whether the winning tile filled an edge, closed or single wait; a pair of lik_ku_lik_ku is a single one."""
    if reading.features & Feature.LIK_KU:
        return reading.won > 0 and not dealt(reading)
    return reading.wait in LONE_WAITS


@pattern(Feature.WON_PUNG, sufficient=True)
def double_pung_wait(reading: Reading) -> Sequence[int]:
    """對碰: the winning tile made a pung of one of two pairs."""
    return whole_hand(reading.wait == DOUBLE_PUNG)


@pattern(lambda places: Feature.COMPLETE | Feature.ONE_WAIT | (0 if places == "any" else Feature.LONE_PLACE))
def sole_wait(reading: Reading, *, places: str) -> Sequence[int]:
    """獨獨: the hand waited for one kind only; `places`: at an edge, closed or single wait (`lone`), or at `any` place.

    With `any` a two-sided wait of which one end is used up counts, and so does the last tile of a special form.
    """
    if len(reading.facts.waits) != 1 or dealt(reading):
        return NONE
    return whole_hand(places == "any" or lone_place(reading))


def _false_wait(places: str = "any", least: int = 2, *, pairs: bool = True) -> int:
    place = Feature.LONE_PLACE | (Feature.WON_EYES if places == "eyes" else 0)
    return Feature.COMPLETE | place | (Feature.SEVERAL_WAITS if least > 1 else 0) | (0 if pairs else Feature.STANDARD)


@pattern(_false_wait)
def false_sole_wait(reading: Reading, *, places: str = "any", least: int = 2, pairs: bool = True) -> Sequence[int]:
    """假獨: the winning tile filled an edge, closed or single wait, but the hand waited for more than one kind.

    `places`: `any` of them, or only the `eyes`; `least`: so many kinds (1 where 獨獨 removes the row); `pairs`: in
    lik_ku_lik_ku too.
    """
    place = lone_place(reading) and (places == "any" or reading.wait in (SINGLE, None))
    form = pairs or reading.features & Feature.STANDARD
    return whole_hand(len(reading.facts.waits) >= least and place and form)


@pattern(Feature.COMPLETE | Feature.EYES_258)
def two_five_eight_eyes(reading: Reading) -> Sequence[int]:
    """將眼: the eyes are a 2, 5 or 8."""
    return (1 << reading.eyes_index,) if reading.eyes >= 0 and TWOS_FIVES_EIGHTS >> reading.eyes & 1 else NONE


@pattern(Feature.COMPLETE | Feature.ONE_SUIT | Feature.NO_HONORS)
def nine_sided_wait(reading: Reading) -> Sequence[int]:
    """張張可胡: one suit, and every number of it would have won."""
    facts = reading.facts
    return whole_hand(facts.suits == 1 and len(facts.waits) == 9 and not dealt(reading))
