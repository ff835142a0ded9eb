"""How many tiles a hand lacks, exactly, over all forms. Asked only for hands that do not win: clear before quick."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from service.scoring.decompose import unrelated
from service.scoring.tiles import EAST, ORPHAN_KINDS, TILE_KINDS

if TYPE_CHECKING:
    from service.scoring.hand import Hand

MOST = 4
FAR = 99
UNRELATED_RANKS = tuple(ranks for ranks in combinations(range(9), 3) if unrelated(list(ranks)))


def missing_tiles(hand: Hand, *, kong_in_orphans: bool) -> int:
    """Return the fewest tiles that must still come in before the concealed tiles (with the winning one) are complete.

    Of the winning hand with the most tiles in common with this one, how many are not there yet.
    """
    have = [0] * TILE_KINDS
    for kind in (*hand.concealed, *(() if hand.winning_tile is None else (hand.winning_tile,))):
        have[kind] += 1
    melded = [0] * TILE_KINDS
    for meld in hand.melds:
        for kind in meld.tiles:
            melded[kind] += 1
    best = _standard(have, melded, 5 - len(hand.melds))
    if not hand.melds:
        best = min(best, _lik_ku(have), _unrelated(have), _orphans(have, melded, wants_set=True))
    elif kong_in_orphans and len(hand.melds) == 1 and hand.melds[0].kong == "concealed":
        best = min(best, _orphans(have, melded, wants_set=False))
    return best


def _standard(have: list[int], melded: list[int], sets: int) -> int:
    """Join the suits' and the honors' costs for so many sets and one pair of eyes."""
    total = {(0, 0): 0}
    for suit in range(3):
        total = _join(
            total,
            _suit_costs(tuple(have[9 * suit : 9 * suit + 9]), tuple(melded[9 * suit : 9 * suit + 9])),
            sets,
        )
    for kind in range(EAST, TILE_KINDS):
        total = _join(total, _pile_costs(have[kind], melded[kind]), sets)
    return total.get((sets, 1), FAR)


Costs = dict[tuple[int, int], int]


def _join(left: Costs, right: Costs, sets: int) -> Costs:
    joined: Costs = {}
    for (a, b), cost in left.items():
        for (c, d), more in right.items():
            key = (a + c, b + d)
            if key[0] <= sets and key[1] <= 1 and cost + more < joined.get(key, FAR):
                joined[key] = cost + more
    return joined


def _pile_costs(have: int, melded: int) -> Costs:
    """Costs of taking nothing, the eyes, or a pung of one kind; melded copies cannot come in again."""
    costs = {(0, 0): 0}
    for need, key in ((2, (0, 1)), (3, (1, 0))):
        if need + melded <= MOST:
            costs[key] = max(0, need - have)
    return costs


def _suit_costs(have: tuple[int, ...], melded: tuple[int, ...]) -> Costs:
    """Fewest missing tiles for each (sets, eyes) of one suit, rank by rank; the state is the chows still running."""

    @cache
    def best(rank: int, two_ago: int, one_ago: int, sets: int, eyes: int) -> int:
        if rank == 9:
            return 0 if not (two_ago or one_ago or sets or eyes) else FAR
        cheapest = FAR
        for begun in range(min(sets, MOST) + 1):
            for pung in (0, 1):
                for pair in range(eyes + 1):
                    need = two_ago + one_ago + begun + 3 * pung + 2 * pair
                    if need + melded[rank] > MOST or begun + pung > sets:
                        continue
                    rest = best(rank + 1, one_ago, begun, sets - begun - pung, eyes - pair)
                    cheapest = min(cheapest, rest + max(0, need - have[rank]))
        return cheapest

    return {(s, e): cost for s in range(6) for e in (0, 1) if (cost := best(0, 0, 0, s, e)) < FAR}


def _lik_ku(have: list[int]) -> int:
    """Seven pairs (four of a kind are two) and one triplet."""
    costs: Costs = {(0, 0): 0}
    for count in have:
        pile = {(0, 0): 0, (1, 0): max(0, 2 - count), (2, 0): 4 - count, (0, 1): max(0, 3 - count)}
        costs = _join(costs, pile, 7)
    return costs[7, 1]


def _unrelated(have: list[int]) -> int:
    """Sixteen kinds of which one doubled: the eyes are free where some kind is doubled already."""
    missing, doubled = sum(1 for kind in range(EAST, TILE_KINDS) if not have[kind]), max(have[EAST:]) > 1
    options = [(missing, doubled)]
    for suit in range(3):
        counts = have[9 * suit : 9 * suit + 9]
        options = [
            (
                lost + sum(1 for rank in ranks if not counts[rank]),
                pair or any(counts[rank] > 1 for rank in ranks),
            )
            for lost, pair in options
            for ranks in UNRELATED_RANKS
        ]
        options = [
            (min((lost for lost, pair in options if pair is wanted), default=FAR), wanted) for wanted in (True, False)
        ]
    return min(lost + (not pair) for lost, pair in options)


def _orphans(have: list[int], melded: list[int], *, wants_set: bool) -> int:
    """The thirteen, one doubled, and the cheapest chow or pung beside them."""
    extras: list[tuple[tuple[int, int], ...]] = [((kind, 3),) for kind in range(TILE_KINDS)]
    extras += [((k, 1), (k + 1, 1), (k + 2, 1)) for k in range(EAST) if k % 9 < 7]
    best = FAR
    for eyes in ORPHAN_KINDS:
        wanted = [0] * TILE_KINDS
        for kind in ORPHAN_KINDS:
            wanted[kind] = 1
        wanted[eyes] += 1
        for extra in extras if wants_set else [()]:
            need = dict(enumerate(wanted))
            for kind, count in extra:
                need[kind] += count
            if all(count + melded[kind] <= MOST for kind, count in need.items() if count):
                best = min(best, sum(max(0, count - have[kind]) for kind, count in need.items()))
    return best
