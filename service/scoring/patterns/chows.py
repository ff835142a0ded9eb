"""Patterns of chows. A chow is found by its lowest kind; the same rank in another suit is 9 or 18 kinds away."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations, product
from typing import TYPE_CHECKING

from service.scoring.features import Feature
from service.scoring.instances import NONE
from service.scoring.patterns.pungs import shifted_pungs
from service.scoring.patterns.registry import each_bit, pattern, sets_mask, starts_within, whole_hand
from service.scoring.reading import Reading
from service.scoring.tiles import EAST

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SUITS = (0, 9, 18)
SUIT_STARTS = 1 | 1 << 9 | 1 << 18
ONE_SUIT = (1 << 9) - 1
LAST_START = 6
CHOWS = {3: Feature.TWO_CHOWS, 4: Feature.FOUR_CHOWS, 5: Feature.ALL_CHOWS}
PURE_SHIFTS = (Feature.PURE_SHIFT_1, Feature.PURE_SHIFT_2, Feature.PURE_SHIFT)
MIXED_SHIFTS = (Feature.MIXED_SHIFT_1, Feature.MIXED_SHIFT_2, Feature.MIXED_SHIFT)


def _shift(features: tuple[int, int, int], least: int, most: int) -> int:
    """Return the feature of a step of one, of two, or of either."""
    return features[least - 1] if least == most else features[2]


def _copies(reading: Reading, kinds: Iterable[int]) -> list[int]:
    """Every choice of one physical chow for each of the kinds."""
    if not reading.repeats:
        mask = 0
        for kind in kinds:
            mask |= 1 << reading.codes.index(2 * kind)
        return [mask]
    return [sets_mask(choice) for choice in product(*map(reading.chows, kinds))]


@pattern(Feature.ALL_CHOWS, sufficient=True)
def all_chows(reading: Reading) -> Sequence[int]:
    """平胡: five chows; any eyes, any wait."""
    return whole_hand(reading.chow_count() == 5)


@pattern(Feature.ALL_CHOWS | Feature.NO_HONORS | Feature.BARE, sufficient=True)
def grand_all_chows(reading: Reading) -> Sequence[int]:
    """大平胡: five chows, no honors, and no flower drawn."""
    return whole_hand(not reading.facts.hand.flowers)


@pattern(Feature.PURE_STRAIGHT)
def pure_straight(reading: Reading, *, exposure: str = "any") -> Sequence[int]:
    """清龍: 123, 456 and 789 of one suit; `exposure`: only concealed ones (暗龍), or only exposed ones (明龍)."""
    chows = reading.chow_kinds
    starts = chows & chows >> 3 & chows >> 6 & SUIT_STARTS
    if not starts:
        return NONE
    found = [mask for first in each_bit(starts) for mask in _copies(reading, (first, first + 3, first + 6))]
    return exposed_or_not(reading, found, exposure)


@pattern(Feature.MIXED_STRAIGHT)
def mixed_straight(reading: Reading, *, exposure: str = "any") -> Sequence[int]:
    """雜龍: 123, 456 and 789, each in a suit of its own; `exposure`: only concealed ones, or only exposed ones."""
    chows = reading.chow_kinds
    found = [
        mask
        for a, b, c in permutations(SUITS)
        if chows >> a & chows >> b + 3 & chows >> c + 6 & 1
        for mask in _copies(reading, (a, b + 3, c + 6))
    ]
    return exposed_or_not(reading, found, exposure)


def exposed_or_not(reading: Reading, masks: list[int], wanted: str) -> list[int]:
    """Keep the instances that are exposed, or those that are concealed, or `any`."""
    if wanted == "any":
        return masks
    return [mask for mask in masks if bool(mask & reading.exposed) == (wanted == "exposed")]


@pattern(lambda count: Feature.THREE_EQUAL if count > 2 else Feature.EQUAL_CHOWS, placeless=True)
def equal_chows(reading: Reading, *, count: int) -> Sequence[int]:
    """般高: `count` identical chows."""
    return [
        sets_mask(choice)
        for kind in each_bit(reading.chow_kinds)
        for choice in combinations(reading.chows(kind), count)
    ]


@pattern(Feature.TWO_KINDS_EQUAL, placeless=True)
def two_pairs_of_equal_chows(reading: Reading) -> Sequence[int]:
    """雙般高: two identical chows of one kind and two of another; four equal chows are none."""
    equal = map(reading.chows, each_bit(reading.chow_kinds))
    doubled = [list(combinations(chows, 2)) for chows in equal if len(chows) > 1]
    return [sets_mask((*a, *b)) for first, second in combinations(doubled, 2) for a in first for b in second]


@pattern(lambda suits: Feature.SAME_RANK if suits == 2 else Feature.RANK_IN_ALL_SUITS, placeless=True)
def mixed_chows(reading: Reading, *, suits: int) -> Sequence[int]:
    """相逢: chows of the same numbers in two suits, or in all three."""
    chows = reading.chow_kinds
    found: list[int] = []
    for some in combinations(SUITS, suits):
        shared = ONE_SUIT
        for suit in some:
            shared &= chows >> suit
        for rank in each_bit(shared):
            found += _copies(reading, [suit + rank for suit in some])
    return found


@pattern(Feature.TERMINAL_CHOWS, placeless=True)
def terminal_chows(reading: Reading) -> Sequence[int]:
    """老少順: 123 and 789 of one suit."""
    starts = reading.chow_kinds & reading.chow_kinds >> 6 & SUIT_STARTS
    return [mask for first in each_bit(starts) for mask in _copies(reading, (first, first + 6))]


@pattern(Feature.SIX_RUN, placeless=True)
def short_straight(reading: Reading) -> Sequence[int]:
    """連六: two chows of one suit that make six consecutive numbers."""
    starts = reading.chow_kinds & reading.chow_kinds >> 3
    same_suit = [first for first in each_bit(starts) if first % 9 < 4]
    return [mask for first in same_suit for mask in _copies(reading, (first, first + 3))]


@pattern(lambda count, least, most: _shift(PURE_SHIFTS, least, most) | CHOWS[count], placeless=True)
def pure_shifted_chows(reading: Reading, *, count: int, least: int, most: int) -> Sequence[int]:
    """一色步高: `count` chows of one suit, each the same step (`least` to `most`) above the one before."""
    chows = reading.chow_kinds
    found: list[int] = []
    for step in range(least, most + 1):
        starts = chows & starts_within(LAST_START - step * (count - 1))
        for n in range(1, count):
            starts &= chows >> step * n
        for first in each_bit(starts):
            found += _copies(reading, range(first, first + step * count, step))
    return found


@pattern(lambda least, most: _shift(MIXED_SHIFTS, least, most), placeless=True)
def mixed_shifted_chows(reading: Reading, *, least: int, most: int) -> Sequence[int]:
    """三色步高: three chows, one in each suit, each the same step (`least` to `most`) above the one before."""
    chows = reading.chow_kinds
    return [
        mask
        for step in range(least, most + 1)
        for a, b, c in permutations(SUITS)
        for rank in each_bit(chows >> a & chows >> b + step & chows >> c + 2 * step & ONE_SUIT)
        if rank + 2 * step <= LAST_START
        for mask in _copies(reading, (a + rank, b + rank + step, c + rank + 2 * step))
    ]


@pattern(Feature.ALL_CHOWS, placeless=True)
def all_chows_matched(reading: Reading) -> Sequence[int]:
    """全相連刻: five chows, each with the numbers of at least one other."""
    ranks = [code // 2 % 9 for code in reading.codes]
    return whole_hand(all(ranks.count(rank) > 1 for rank in ranks))


@pattern(Feature.TRIPLE_OR_RUN, placeless=True)
def equal_chows_or_pung_runs(reading: Reading, *, count: int) -> Sequence[int]:
    """三般高: `count` identical chows, or `count` consecutive unmelded pungs that can be read as such (line 214)."""
    first_meld = len(reading.codes) - len(reading.facts.meld_codes)
    runs = [mask for mask in shifted_pungs(reading, count=count) if mask < 1 << first_meld]
    return [*equal_chows(reading, count=count), *runs]


@pattern(placeless=True)
def false_two_pairs_of_equal_chows(reading: Reading) -> Sequence[int]:
    """假雙般高: two each of four consecutive numbers: a chow twice with the eyes beside it, or four pairs."""
    if reading.features & Feature.LIK_KU:
        pairs = {code >> 1: index for index, code in enumerate(reading.codes) if not code & 1}
        return [
            sets_mask(pairs[first + n] for n in range(4))
            for first in pairs
            if first < EAST and first % 9 <= 5 and all(first + n in pairs for n in range(4))
        ]
    eyes = reading.eyes
    beside = [first for first in (eyes - 3, eyes + 1) if 0 <= eyes < EAST and first // 9 == eyes // 9]
    return [
        sets_mask(two) | 1 << reading.eyes_index for first in beside for two in combinations(reading.chows(first), 2)
    ]


@pattern(Feature.FOUR_CHOWS | Feature.SAME_RANK, placeless=True)
def two_pairs_of_mixed_chows(reading: Reading) -> Sequence[int]:
    """雙姊妹: four chows in two pairs, each of the same numbers in two suits."""
    pairs = mixed_chows(reading, suits=2)
    return list(dict.fromkeys(a | b for a, b in combinations(pairs, 2) if not a & b))


@pattern(Feature.TWO_CHOWS | Feature.SAME_RANK, placeless=True)
def every_chow_mixed(reading: Reading, *, least: int) -> Sequence[int]:
    """全姊妹: at least `least` chows, each with the numbers of one in another suit."""
    kinds = reading.chow_kinds
    matched = all(
        any(kinds >> suit + kind % 9 & 1 for suit in SUITS if suit != kind - kind % 9) for kind in each_bit(kinds)
    )
    return whole_hand(matched and reading.chow_count() >= least)


@pattern(lambda count: CHOWS[count], placeless=True)
def same_number_chows(reading: Reading, *, count: int) -> Sequence[int]:
    """四同順, 五同順: `count` chows of the same numbers, the suits in any mixture."""
    by_rank: dict[int, list[int]] = {}
    for kind in each_bit(reading.chow_kinds):
        by_rank.setdefault(kind % 9, []).extend(reading.chows(kind))
    return [sets_mask(some) for chows in by_rank.values() for some in combinations(sorted(chows), count)]


@pattern(Feature.ALL_CHOWS | Feature.MIXED_SHIFT_1, placeless=True)
def five_mixed_shifted_chows(reading: Reading) -> Sequence[int]:
    """三色五步高: five chows, each one number above the one before, the three suits taking turns."""
    chows = sorted(each_bit(reading.chow_kinds), key=lambda kind: kind % 9)
    ranks, suits = [kind % 9 for kind in chows], [kind // 9 for kind in chows]
    linked = len(chows) == 5 and all(b == a + 1 for a, b in pairwise(ranks))
    in_turn = linked and all(len(set(suits[n : n + 3])) == 3 for n in range(3))
    return (sets_mask(range(5)),) if in_turn else NONE
