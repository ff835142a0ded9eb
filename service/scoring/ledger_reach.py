"""What an evening can leave on the sheet: who owes whom, by a search over all deals; how much after so many pulls."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, Final

from service.scoring.ledger import PULL, holds
from service.scoring.ledger_state import Pair, rounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from service.scoring.ledger_state import LedgerRules

SEATS: Final = "0123"
# So often pulled, every debt is beyond bounds.
MOST_PULLS: Final = 100
Pairs = frozenset[Pair]


def _won_deals() -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Yield winners and losers of every deal that can be won: a self-draw, or one to three on another's tile."""
    for seat in SEATS:
        others = [other for other in SEATS if other != seat]
        yield frozenset(seat), frozenset(others)
        for count in (1, 2, 3):
            for winners in combinations(others, count):
                yield frozenset(winners), frozenset(seat)


WON_DEALS: Final = tuple(_won_deals())


def sheets(rules: LedgerRules, dealer: int) -> Mapping[Pairs, set[Pairs]]:
    """Return every set of debts that deals and cuts lead to, by seat, each with what a last deal may have pulled of it.

    Under 莊家拉 nobody but the dealer has claims, so it is enough to look at his deals.
    """
    held = frozenset(
        ((winner, other), winners)
        for winners, losers in WON_DEALS
        for winner in winners
        for other in SEATS
        if other != winner and other not in losers and holds((winner, other), winners, rules)
    )
    return _search(SEATS if rules.who_pulls == "every_winner" else SEATS[dealer], held, cuts=rules.cut_every > 0)


@cache
def _search(recording: str, held: frozenset[tuple[Pair, frozenset[str]]], *, cuts: bool) -> Mapping[Pairs, set[Pairs]]:
    found: dict[Pairs, set[Pairs]] = {frozenset(): set()}
    waiting: list[Pairs] = [frozenset()]
    while waiting:
        before = waiting.pop()
        for winners, losers in WON_DEALS:
            beaten = {(winner, loser) for winner in winners if winner in recording for loser in losers}
            pulled = before & beaten
            after = beaten | {pair for pair in before if (pair, winners) in held}
            for cut in _subsets(pulled) if cuts else [()]:
                left = frozenset(after.difference(cut))
                if left not in found:
                    found[left] = set()
                    waiting.append(left)
                found[left].add(pulled)
    return found


def _subsets(pairs: Pairs) -> Iterable[tuple[Pair, ...]]:
    return chain.from_iterable(combinations(pairs, count) for count in range(len(pairs) + 1))


def adds_up(points: Fraction, pulls: int, rules: LedgerRules) -> bool:
    """Whether wins of at least one point each lead to an amount; it has no finer fraction than so many pulls give."""
    if rules.rounding == "at_pull":
        return points >= least_points(pulls, rules)
    # 2^(pulls-1) times the amount is the sum of v × 3^left × 2^before. Two points less in one win are three more in the
    # next: so the first wins are of one or two points, as the sum is odd or even, and the last has what is left.
    rest = points.numerator * (1 << pulls - 1) // points.denominator
    for left in range(pulls - 1, 0, -1):
        rest = (rest - (2 - rest % 2) * 3**left) // 2
        if rest <= 0:
            return False
    return True


def least_points(pulls: int, rules: LedgerRules) -> Fraction:
    """Return the least that a debt is after so many wins of one point each."""
    points = Fraction(1)
    for _ in range(min(pulls, MOST_PULLS) - 1):
        points *= PULL
        if rules.rounding == "at_pull":
            points = Fraction(rounded(points, rules.round_pull))
        points += 1
    return points
