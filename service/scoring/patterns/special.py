"""Patterns of the special forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.features import Feature
from service.scoring.patterns.registry import measure, pattern, whole_hand
from service.scoring.patterns.waits import dealt
from service.scoring.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

RANKS_BY_SUIT = (0x1FF, 0x1FF << 9, 0x1FF << 18)
KNITTED = {0b001001001, 0b010010010, 0b100100100}


@pattern(Feature.LIK_KU, sufficient=True)
def lik_ku_lik_ku(reading: Reading, *, eight_pairs: bool = False) -> Sequence[int]:
    """嚦咕嚦咕: seven pairs and a triplet, nothing melded; `eight_pairs`: the winning tile made the triplet."""
    return whole_hand(not eight_pairs or pairs_before(reading, 0) == "eight_pair_wait")


@pattern(Feature.UNRELATED, sufficient=True)
def sixteen_unrelated(reading: Reading, *, sixteen_singles: bool = False) -> Sequence[int]:
    """十六不搭: seven honors, three unrelated tiles a suit, one doubled; `sixteen_singles`: by the winning tile."""
    return whole_hand(not sixteen_singles or (reading.won == reading.eyes_index and not dealt(reading)))


def ranks(reading: Reading) -> list[int]:
    """Return the ranks of each suit as masks; the doubled tile changes nothing."""
    return [(reading.facts.kinds & mask) >> 9 * n for n, mask in enumerate(RANKS_BY_SUIT)]


@pattern(Feature.UNRELATED)
def unrelated_same_numbers(reading: Reading) -> Sequence[int]:
    """不搭三相逢: the three suits show the same three numbers."""
    return whole_hand(len(set(ranks(reading))) == 1)


@pattern(Feature.UNRELATED)
def unrelated_straight(reading: Reading) -> Sequence[int]:
    """不搭雜龍: the suits show 147, 258 and 369, one each."""
    return whole_hand(set(ranks(reading)) == KNITTED)


@pattern(Feature.ORPHANS, sufficient=True)
def thirteen_orphans(reading: Reading) -> Sequence[int]:
    """十三么: the thirteen terminals and honors, one doubled, and a set."""
    return whole_hand(reading)


@measure("normal", "eight_pair_wait")
def pairs_before(reading: Reading, _mask: int) -> str:
    """八飛: whether the 16 tiles were eight pairs, so that the winning tile made the triplet."""
    return "eight_pair_wait" if reading.won == 0 and not dealt(reading) else "normal"


@measure("plain", "same_numbers", "knitted")
def unrelated_form(reading: Reading, _mask: int) -> str:
    """不搭三相逢, 不搭雜龍: the form of the three suits."""
    shown = set(ranks(reading))
    return "same_numbers" if len(shown) == 1 else "knitted" if shown == KNITTED else "plain"


@measure("normal", "thirteen_sided_wait")
def orphans_before(reading: Reading, _mask: int) -> str:
    """十三飛: whether all thirteen kinds were there, so that the winning tile made the eyes."""
    return "thirteen_sided_wait" if reading.won == reading.eyes_index and not dealt(reading) else "normal"
