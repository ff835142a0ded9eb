"""Patterns of terminals and honors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.scoring.features import Feature
from service.scoring.layout import chows_holding
from service.scoring.patterns.registry import pattern, whole_hand
from service.scoring.reading import Reading
from service.scoring.tiles import HONORS, ORPHANS, TERMINALS

if TYPE_CHECKING:
    from collections.abc import Sequence


@pattern(Feature.COMPLETE | Feature.SIMPLE, sufficient=True)
def all_simples(reading: Reading) -> Sequence[int]:
    """斷么九: no terminal and no honor."""
    return whole_hand(not reading.facts.kinds & ORPHANS)


FORMS: Final = {
    "pungs": Feature.ALL_PUNGS,
    "pairs": Feature.ALL_PUNGS | Feature.LIK_KU,
    "any": Feature.UNCHOWED,
}


@pattern(Feature.COMPLETE | Feature.ALL_ORPHANS | Feature.UNCHOWED)
def all_terminals_and_honors(reading: Reading, *, forms: str, both: bool) -> Sequence[int]:
    """花麼: terminals and honors only, without a chow; `both`: some of each.

    `forms`: on all `pungs`; on these or the `pairs` of lik_ku_lik_ku; or on `any`, thirteen_orphans too.
    """
    kinds = reading.facts.kinds
    built = reading.features & FORMS[forms]
    mixture = not both or (kinds & TERMINALS and kinds & HONORS)
    return whole_hand(built and not kinds & ~ORPHANS and mixture)


@pattern(Feature.ALL_ORPHANS | Feature.UNCHOWED | Feature.NO_HONORS)
def all_terminals(reading: Reading, *, pairs: bool = False) -> Sequence[int]:
    """全麼: terminals only, on all pungs; `pairs`: or on lik_ku_lik_ku."""
    built = reading.features & (Feature.ALL_PUNGS | (Feature.LIK_KU if pairs else 0))
    return whole_hand(built and not reading.facts.kinds & ~TERMINALS)


def every_set_holds(reading: Reading, kinds: int) -> bool:
    """Whether every set and the eyes hold one of the kinds of a mask."""
    if not kinds >> reading.eyes & 1 or reading.pung_kinds & ~kinds:
        return False
    return not reading.chow_kinds & ~chows_holding(kinds)


@pattern(Feature.OUTSIDE)
def outside_hand(
    reading: Reading, *, honors: bool = False, chows: bool = False, orphans: bool = False
) -> Sequence[int]:
    """連麼: every set and the eyes hold a terminal or an honor; `honors`, `chows`: some must be there.

    `orphans`: thirteen_orphans too, where its extra set holds one.
    """
    form = reading.features & (Feature.STANDARD | (Feature.ORPHANS if orphans else 0))
    wanted = (not honors or reading.facts.kinds & HONORS) and (not chows or reading.chow_kinds)
    return whole_hand(form and wanted and every_set_holds(reading, ORPHANS))


@pattern(Feature.STANDARD | Feature.NO_HONORS | Feature.OUTSIDE, sufficient=True)
def pure_outside_hand(reading: Reading) -> Sequence[int]:
    """純連麼: every set and the eyes hold a terminal, and there is no honor."""
    return whole_hand(every_set_holds(reading, TERMINALS))
