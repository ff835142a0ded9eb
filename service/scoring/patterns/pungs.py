"""Patterns of pungs; a kong is a pung of four. At most one pung of a kind exists."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from service.scoring.facts import Feature
from service.scoring.patterns.registry import NONE, each_bit, pattern, sets_mask, whole_hand
from service.scoring.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SUITS = (0, 9, 18)
SUIT_KINDS = 27
RANKS = 9
LAST_RANK = 8


def pungs_mask(reading: Reading, kinds: Iterable[int]) -> int:
    """Return the instance that rests on the pungs of these kinds."""
    return sets_mask(reading.pungs[kind] for kind in kinds)


@pattern(Feature.STANDARD | Feature.ALL_PUNGS)
def all_pungs(reading: Reading) -> Sequence[int]:
    """對對胡: five pungs or kongs."""
    return whole_hand(reading.pungs)


@pattern(Feature.STANDARD | Feature.TWO_PUNGS)
def hidden_pungs(reading: Reading, *, count: int) -> Sequence[int]:
    """暗刻: at least `count` pungs neither claimed nor completed by another player's tile; kongs by a switch."""
    hidden = reading.hidden & sets_mask(reading.pungs.values())
    return (hidden,) if hidden.bit_count() >= count else NONE


@pattern(Feature.STANDARD | Feature.ALL_PUNGS | Feature.SELF_DRAWN)
def all_concealed_pungs(reading: Reading) -> Sequence[int]:
    """簡簡胡: five self-drawn pungs, concealed kongs among them or not, won by self-draw."""
    return whole_hand(all(meld.kong == "concealed" for meld in reading.facts.hand.melds))


@pattern(Feature.TWO_PUNGS)
def same_rank_pungs(reading: Reading, *, suits: int) -> Sequence[int]:
    """兄弟: pungs of one number in two suits, or in all three."""
    pungs = reading.pung_kinds
    found: list[int] = []
    for some in combinations(SUITS, suits):
        shared = (1 << RANKS) - 1
        for suit in some:
            shared &= pungs >> suit
        found += [pungs_mask(reading, [suit + rank for suit in some]) for rank in each_bit(shared)]
    return found


@pattern(Feature.STANDARD | Feature.TWO_PUNGS)
def little_triple_pung(reading: Reading) -> Sequence[int]:
    """小三兄弟: pungs of one number in two suits, and that number in the third suit as the eyes."""
    eyes = reading.eyes
    if eyes >= SUIT_KINDS:
        return NONE
    others = [kind for suit in SUITS if (kind := suit + eyes % RANKS) != eyes]
    if not all(kind in reading.pungs for kind in others):
        return NONE
    return (pungs_mask(reading, others) | 1 << reading.eyes_index,)


@pattern(Feature.STANDARD | Feature.TWO_PUNGS)
def shifted_pungs(reading: Reading, *, count: int) -> Sequence[int]:
    """連刻: `count` pungs of consecutive numbers in one suit; each window is an instance."""
    pungs = reading.pung_kinds
    return [
        pungs_mask(reading, range(first, first + count))
        for first in each_bit(pungs)
        if first < SUIT_KINDS and first % RANKS <= RANKS - count and all(pungs >> first + n & 1 for n in range(count))
    ]


@pattern(Feature.STANDARD | Feature.TWO_PUNGS)
def little_shifted_pungs(reading: Reading, *, pungs: int, middle: bool = False) -> Sequence[int]:
    """小連刻: `pungs` consecutive pungs of one suit and the next number, above or below, as the eyes.

    `middle`: the eyes may also stand between the pungs (little_shifted_middle_eyes).
    """
    eyes = reading.eyes
    if eyes >= SUIT_KINDS:
        return NONE
    suit, found = eyes // RANKS, []
    for first in range(eyes - pungs, eyes + 1):
        run = [kind for kind in range(first, first + pungs + 1) if kind != eyes]
        inside = first >= suit * RANKS and first + pungs < (suit + 1) * RANKS
        at_an_end = eyes in (first, first + pungs)
        if inside and (at_an_end or middle) and all(kind in reading.pungs for kind in run):
            found.append(pungs_mask(reading, run) | 1 << reading.eyes_index)
    return found
