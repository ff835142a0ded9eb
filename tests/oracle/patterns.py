"""Instances that rows of more than one ruleset ask for, each found by trying every choice of sets."""

from __future__ import annotations

from collections.abc import Container
from itertools import combinations

from .naive import HONORS
from .win import Block, Hit, Win, groups, rank, suit

TERMINALS = {0, 8, 9, 17, 18, 26}
ORPHANS = TERMINALS | set(HONORS)


def equal(kinds: list[int]) -> bool:
    """Whether all are the same."""
    return len(set(kinds)) == 1


def two_equal_pairs(kinds: list[int]) -> bool:
    """Whether they are two of one and two of another."""
    return sorted(kinds.count(kind) for kind in set(kinds)) == [2, 2]


def one_suit(kinds: list[int]) -> bool:
    """Whether all are of one number suit."""
    return len({suit(kind) for kind in kinds}) == 1 and kinds[0] < 27


def all_suits_differ(kinds: list[int]) -> bool:
    """Whether each is of a number suit of its own."""
    return len({suit(kind) for kind in kinds}) == len(kinds) and all(kind < 27 for kind in kinds)


def ranks(kinds: list[int]) -> list[int]:
    """Return their numbers."""
    return [rank(kind) for kind in kinds]


def sisters(kinds: list[int]) -> bool:
    """Whether they have one number and a suit each."""
    return all_suits_differ(kinds) and len(set(ranks(kinds))) == 1


def steps(kinds: list[int], *allowed: int) -> bool:
    """Whether each number is the same allowed step above the one before."""
    gaps = {after - before for before, after in zip(ranks(kinds), ranks(kinds)[1:], strict=False)}
    return len(gaps) == 1 and gaps <= set(allowed)


def equal_chows(win: Win, count: int, *, priced: bool = False) -> list[Hit]:
    """So many identical chows."""
    return groups(win, win.chows, count, equal, priced=priced)


def two_pairs_of_equal_chows(win: Win, *, priced: bool = False) -> list[Hit]:
    """Two pairs of identical chows, of two different chows."""
    return groups(win, win.chows, 4, two_equal_pairs, priced=priced)


def pure_straights(win: Win, *, priced: bool = False) -> list[Hit]:
    """123 456 789 of one suit."""
    return groups(win, win.chows, 3, lambda ks: one_suit(ks) and ranks(ks) == [1, 4, 7], priced=priced)


def mixed_straights(win: Win, *, priced: bool = False) -> list[Hit]:
    """123 456 789 in three suits."""
    return groups(win, win.chows, 3, lambda ks: all_suits_differ(ks) and ranks(ks) == [1, 4, 7], priced=priced)


def sister_chows(win: Win, count: int, *, priced: bool = False) -> list[Hit]:
    """Chows of one number in so many suits."""
    return groups(win, win.chows, count, sisters, priced=priced)


def pure_shifted_chows(win: Win, count: int, *allowed: int) -> list[Hit]:
    """So many chows of one suit, each the same step above the one before."""
    return groups(win, win.chows, count, lambda ks: one_suit(ks) and steps(ks, *allowed), priced=True)


def mixed_shifted_chows(win: Win, *allowed: int) -> list[Hit]:
    """Three chows in three suits, each the same step above the one before."""
    return groups(win, win.chows, 3, lambda ks: all_suits_differ(ks) and steps(ks, *allowed), priced=True)


def terminal_chows(win: Win, *, priced: bool = False) -> list[Hit]:
    """123 and 789 of one suit."""
    return groups(win, win.chows, 2, lambda ks: one_suit(ks) and ranks(ks) == [1, 7], priced=priced)


def terminal_pungs(win: Win) -> list[Hit]:
    """111 and 999 of one suit."""
    return groups(win, win.pungs, 2, lambda ks: one_suit(ks) and ranks(ks) == [1, 9])


def sister_pungs(win: Win, count: int) -> list[Hit]:
    """Pungs of one number in so many suits."""
    return groups(win, win.pungs, count, sisters)


def _with_eyes(win: Win, hits: list[Hit]) -> list[Hit]:
    return [hit._replace(members=hit.members | {win.eyes_at}) for hit in hits]


def little_triple_pung(win: Win) -> list[Hit]:
    """Two pungs and the eyes of one number in three suits."""
    if not win.standard:
        return []
    return _with_eyes(win, groups(win, win.pungs, 2, lambda ks: sisters([*ks, win.eyes])))


def shifted_pungs(win: Win, count: int) -> list[Hit]:
    """So many pungs of one suit with consecutive numbers."""
    return groups(win, win.pungs, count, lambda ks: one_suit(ks) and steps(ks, 1))


def little_shifted_pungs(win: Win, count: int) -> list[Hit]:
    """So many consecutive pungs of one suit, and the eyes next to them (or between two, where the option says so)."""
    if not win.standard:
        return []
    middle = count == 2 and win.options.get("little_shifted_middle_eyes")

    def fits(kinds: list[int]) -> bool:
        run = sorted([*kinds, win.eyes])
        at_the_end = win.eyes in {run[0], run[-1]}
        return one_suit(run) and steps(run, 1) and bool(at_the_end or middle)

    return _with_eyes(win, groups(win, win.pungs, count, fits))


def mixed_shifted_pungs(win: Win) -> list[Hit]:
    """Three pungs in three suits with consecutive numbers."""
    return groups(win, win.pungs, 3, lambda ks: all_suits_differ(ks) and steps(ks, 1))


def little_mixed_shifted_pungs(win: Win, *, middle: bool) -> list[Hit]:
    """Two pungs and the eyes in three suits with consecutive numbers."""
    if not win.standard or win.eyes >= 27:
        return []

    def fits(kinds: list[int]) -> bool:
        run = sorted([*kinds, win.eyes], key=rank)
        return all_suits_differ(run) and steps(run, 1) and (middle or run[1] != win.eyes)

    return _with_eyes(win, groups(win, win.pungs, 2, fits))


def honor_pungs(win: Win, among: range, *, priced: bool = False) -> list[Hit]:
    """Each pung of certain honors."""
    return groups(win, win.pungs, 1, lambda ks: ks[0] in among, priced=priced)


def big_honors(win: Win, among: range, count: int) -> list[Hit]:
    """So many pungs of winds or of dragons."""
    return groups(win, win.pungs, count, lambda ks: all(kind in among for kind in ks))


def little_honors(win: Win, among: range, count: int) -> list[Hit]:
    """So many pungs of winds or of dragons, and the eyes of another."""
    return _with_eyes(win, big_honors(win, among, count)) if win.standard and win.eyes in among else []


def hidden_pungs(win: Win, count: int) -> list[Hit]:
    """The hidden pungs, where there are at least so many: only the highest rung counts."""
    return [Hit(frozenset(win.hidden_pungs))] if len(win.hidden_pungs) >= count else []


def kongs(win: Win, *kinds: str) -> list[Hit]:
    """Each kong of certain kinds."""
    return [Hit(frozenset({at}), block.kong) for at, block in win.pungs if block.kong in kinds]


def each_flower(win: Win, *, own: bool | None = None) -> list[Hit]:
    """Each flower of the own seat, or of another, or whichever."""
    number = win.deal.seat_number
    return [Hit(frozenset({one})) for one in win.flowers if own is None or own == (int(one[0]) == number)]


def flower_sets(win: Win) -> list[Hit]:
    """All four flowers of one series."""
    series = [frozenset(f"{n}{letter}" for n in range(1, 5)) for letter in "fg"]
    return [Hit(four) for four in series if four <= set(win.flowers)]


def both_series(win: Win) -> bool:
    """Whether there are flowers of both series."""
    return {one[1] for one in win.flowers} == {"f", "g"}


def hog_holders(win: Win, kind: int) -> list[int]:
    """Return the places of the sets (and the eyes) that hold a kind."""
    eyes = [win.eyes_at] if win.eyes == kind else []
    return [at for at, block in win.sets if kind in block.kinds] + eyes


def tile_hogs(win: Win, groups_wanted: int | None = None) -> list[Hit]:
    """Each kind with all four tiles, no kong, in so many sets (eyes and a single of the orphans count as such)."""
    found = []
    for kind in sorted(set(win.kinds)):
        holders = hog_holders(win, kind)
        apart = len(holders) + win.reading.singles.count(kind)
        if win.kinds.count(kind) == 4 and apart >= 2 and groups_wanted in {None, apart}:
            by_single = win.reading.single_won and win.hand.won == kind and win.by_other
            shown = by_single and win.options["exposed_by"] == "meld_or_discard"
            variant = "exposed" if shown else win.priced(holders)
            found.append(Hit(frozenset(holders), variant, label=kind))
    return found


def hogs_with_chow(win: Win, count: int) -> list[Hit]:
    """So many pungs, and a chow that holds the fourth tile of each."""
    plain: list[tuple[int, Block]] = [(at, block) for at, block in win.pungs if block.type == "pung"]
    found = []
    for chow_at, chow in win.chows:
        for choice in combinations([(at, pung) for at, pung in plain if pung.kind in chow.kinds], count):
            members = frozenset({chow_at, *(at for at, _ in choice)})
            found.append(Hit(members, win.priced(members)))
    return found


def contains(win: Win, wanted: set[int]) -> bool:
    """Whether every set and the eyes have one of certain kinds."""
    return win.standard and all(wanted & set(block.kinds) for _, block in win.sets) and win.eyes in wanted


def shared_numbers(win: Win) -> list[int]:
    """Return the numbers that every set and eyes of number tiles have in common, if there are any such."""
    parts = [{rank(kind) for kind in block.kinds} for _, block in win.sets if block.kind < 27]
    parts += [{rank(win.eyes)}] if win.eyes < 27 else []
    return sorted(set.intersection(*parts)) if win.standard and parts else []


def classes(win: Win) -> dict[int, int]:
    """Return how many tiles there are of each of the five types."""
    return {kind_of: sum(1 for kind in win.kinds if suit(kind) == kind_of) for kind_of in range(5)}


def only(win: Win, allowed: Container[int]) -> bool:
    """Whether every tile is one of certain kinds."""
    return all(kind in allowed for kind in win.kinds)


def all_honors(win: Win) -> bool:
    """Whether every tile is a wind or a dragon."""
    return only(win, HONORS)


def numbers_only(win: Win, *allowed: int) -> bool:
    """Whether there are number tiles of certain numbers and nothing else."""
    return not win.honors and all(rank(kind) in allowed for kind in win.kinds)


def unrelated_numbers(win: Win) -> list[tuple[int, ...]]:
    """Return the three numbers of each suit of the sixteen unrelated tiles."""
    if win.reading.form != "sixteen_unrelated":
        return []
    return [tuple(sorted({rank(kind) for kind in win.kinds if suit(kind) == one})) for one in range(3)]


def unrelated_alike(win: Win) -> bool:
    """Whether the three suits of the sixteen unrelated tiles have the same numbers."""
    return len(set(unrelated_numbers(win))) == 1


def unrelated_straight(win: Win) -> bool:
    """Whether the three suits of the sixteen unrelated tiles are 147, 258 and 369."""
    return sorted(unrelated_numbers(win)) == [(1, 4, 7), (2, 5, 8), (3, 6, 9)]


def all_chows(win: Win) -> bool:
    """Whether all five sets are chows."""
    return len(win.chows) == 5


def all_pungs(win: Win) -> bool:
    """Whether all five sets are pungs or kongs."""
    return len(win.pungs) == 5


def half_flush(win: Win) -> bool:
    """Whether there is one number suit, and honors."""
    return len(win.suits) == 1 and win.honors


def full_flush(win: Win) -> bool:
    """Whether there is one number suit and nothing else."""
    return len(win.suits) == 1 and not win.honors


def one_voided_suit(win: Win) -> bool:
    """Whether there are two number suits and nothing else."""
    return len(win.suits) == 2 and not win.honors


def two_five_eight_eyes(win: Win) -> list[Hit]:
    """The eyes are 2, 5 or 8."""
    fits = 0 <= win.eyes < 27 and rank(win.eyes) in {2, 5, 8}
    return [Hit(frozenset({win.eyes_at}))] if fits else []
