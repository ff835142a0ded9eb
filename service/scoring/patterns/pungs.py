"""Patterns of pungs; a kong is a pung of four. At most one pung of a kind exists."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import TYPE_CHECKING

from service.scoring.features import Feature
from service.scoring.instances import NONE
from service.scoring.patterns.registry import each_bit, pattern, starts_within, whole_hand
from service.scoring.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SUITS = (0, 9, 18)
SUIT_KINDS = 27
RANKS = 9
OWN_KONGS = {"none": (), "concealed": ("concealed",), "not_added": ("concealed", "exposed")}


HIDDEN = {2: Feature.HIDDEN_2, 3: Feature.HIDDEN_3, 4: Feature.HIDDEN_4, 5: Feature.HIDDEN_5}


def _run(pungs: int, *, middle: bool = False) -> int:
    """Return the feature of a little run of so many pungs; with the eyes in the middle two pungs need a gap or none."""
    if middle:
        return Feature.STANDARD | Feature.TWO_PUNGS
    return Feature.STANDARD | Feature.LITTLE_RUN | (Feature.PUNG_RUN if pungs == 2 else Feature.LONG_PUNG_RUN)


def pungs_mask(reading: Reading, kinds: Iterable[int]) -> int:
    """Return the instance that rests on the pungs of these kinds."""
    mask = 0
    for kind in kinds:
        mask |= reading.pung(kind)
    return mask


@pattern(Feature.STANDARD | Feature.ALL_PUNGS, sufficient=True)
def all_pungs(reading: Reading) -> Sequence[int]:
    """對對胡: five pungs or kongs."""
    return whole_hand(reading.pung_kinds.bit_count() == 5)


@pattern(lambda count: Feature.STANDARD | HIDDEN[count])
def hidden_pungs(reading: Reading, *, count: int) -> Sequence[int]:
    """暗刻: at least `count` pungs neither claimed nor completed by another player's tile; kongs by a switch."""
    hidden = reading.hidden_pungs
    return (hidden,) if hidden.bit_count() >= count else NONE


@pattern(Feature.STANDARD | Feature.ALL_PUNGS)
def all_concealed_pungs(reading: Reading, *, kongs: str, by_discard: str) -> Sequence[int]:
    """簡簡胡: five pungs of one's own; which kongs may be among them, and what a discard may complete.

    `kongs`: `none`, `concealed`, or `not_added`; `by_discard`: `nothing`, or the `eyes`.
    """
    melds_fit = all(meld.kong in OWN_KONGS[kongs] for meld in reading.facts.hand.melds)
    won_fits = reading.facts.self_drawn or (by_discard == "eyes" and reading.won == reading.eyes_index)
    return whole_hand(melds_fit and won_fits)


@pattern(Feature.ALL_PUNGS | Feature.KONG | Feature.FIVE_MELDS)
def five_kongs(reading: Reading) -> Sequence[int]:
    """廿二羅漢: five kongs."""
    return whole_hand(reading.facts.kongs == 5)


@pattern(lambda suits: Feature.PUNG_RANK if suits == 2 else Feature.PUNG_RANK_IN_ALL, placeless=True)
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


@pattern(Feature.STANDARD | Feature.LITTLE_RANK, placeless=True)
def little_triple_pung(reading: Reading) -> Sequence[int]:
    """小三兄弟: pungs of one number in two suits, and that number in the third suit as the eyes."""
    eyes = reading.eyes
    if eyes >= SUIT_KINDS:
        return NONE
    others = [kind for suit in SUITS if (kind := suit + eyes % RANKS) != eyes]
    if not all(reading.pung_kinds >> kind & 1 for kind in others):
        return NONE
    return (pungs_mask(reading, others) | 1 << reading.eyes_index,)


@pattern(lambda count: Feature.PUNG_RUN if count == 2 else Feature.LONG_PUNG_RUN, placeless=True)
def shifted_pungs(reading: Reading, *, count: int) -> Sequence[int]:
    """連刻: `count` pungs of consecutive numbers in one suit; each window is an instance."""
    pungs = reading.pung_kinds
    starts = pungs & starts_within(RANKS - count)
    for n in range(1, count):
        starts &= pungs >> n
    return [pungs_mask(reading, range(first, first + count)) for first in each_bit(starts)]


@pattern(_run, placeless=True)
def little_shifted_pungs(reading: Reading, *, pungs: int, middle: bool = False) -> Sequence[int]:
    """小連刻: `pungs` consecutive pungs of one suit and the next number, above or below, as the eyes.

    `middle`: the eyes may also stand between the pungs (little_shifted_middle_eyes).
    """
    eyes = reading.eyes
    if eyes >= SUIT_KINDS:
        return NONE
    lowest = eyes - eyes % RANKS
    found = []
    for first in range(max(lowest, eyes - pungs), min(lowest + RANKS - 1 - pungs, eyes) + 1):
        run = ((2 << pungs) - 1) << first ^ 1 << eyes
        if not run & ~reading.pung_kinds and (middle or eyes in (first, first + pungs)):
            found.append(pungs_mask(reading, each_bit(run)) | 1 << reading.eyes_index)
    return found


@pattern(Feature.TERMINAL_PUNGS, placeless=True)
def terminal_pungs(reading: Reading) -> Sequence[int]:
    """老少刻: pungs of 1 and of 9 of one suit."""
    pungs = reading.pung_kinds & reading.pung_kinds >> 8
    return [pungs_mask(reading, (suit, suit + 8)) for suit in SUITS if pungs >> suit & 1]


@pattern(Feature.MIXED_PUNG_RUN, placeless=True)
def mixed_shifted_pungs(reading: Reading) -> Sequence[int]:
    """大三色連刻: three pungs of consecutive numbers, one in each suit."""
    pungs = reading.pung_kinds
    return [
        pungs_mask(reading, (a + rank, b + rank + 1, c + rank + 2))
        for a, b, c in permutations(SUITS)
        for rank in range(RANKS - 2)
        if pungs >> a + rank & pungs >> b + rank + 1 & pungs >> c + rank + 2 & 1
    ]


@pattern(lambda middle: Feature.STANDARD | Feature.LITTLE_MIXED_RUN, placeless=True)
def little_mixed_shifted_pungs(reading: Reading, *, middle: bool) -> Sequence[int]:
    """小三色連刻: two pungs and the eyes in three suits with consecutive numbers; `middle`: the eyes may be between."""
    eyes = reading.eyes
    if eyes >= SUIT_KINDS:
        return NONE
    rank = eyes % RANKS
    others = [suit for suit in SUITS if suit != eyes - rank]
    steps = [(1, 2), (2, 1), (-1, -2), (-2, -1)] + ([(1, -1), (-1, 1)] if middle else [])
    found = []
    for some in steps:
        kinds = [suit + rank + step for suit, step in zip(others, some, strict=True) if 0 <= rank + step < RANKS]
        if len(kinds) == len(others) and all(reading.pung_kinds >> kind & 1 for kind in kinds):
            found.append(pungs_mask(reading, kinds) | 1 << reading.eyes_index)
    return found
