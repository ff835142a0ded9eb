"""The 拉 ledger a second time, from the prose of its rules: a debt is the list of wins that it is made of.

Nothing of the service is used here, and amounts are worked out anew from the list whenever they are asked for.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Pair = tuple[str, str]
Takes = dict[str, dict[str, int]]
PLAYERS = ("A", "B", "C", "D")
EXACT = 53


class Evening:
    """Four players, their options, and what is written on the sheet; `takes` says who takes how much from whom."""

    def __init__(self, options: dict[str, Any], false_win: int = 0) -> None:
        self.options = options
        self.penalty = false_win
        self.runs: dict[Pair, list[int]] = {}
        self.offers: set[Pair] = set()
        self.paid = dict.fromkeys(PLAYERS, 0)
        self.passed = self.stayed = self.deals = 0
        self.payments: list[tuple[str, str, int, str]] = []

    def copy(self) -> Evening:
        other = Evening(self.options, self.penalty)
        other.runs = {pair: list(run) for pair, run in self.runs.items()}
        other.offers, other.paid, other.payments = set(self.offers), dict(self.paid), list(self.payments)
        other.passed, other.stayed, other.deals = self.passed, self.stayed, self.deals
        return other

    @property
    def dealer(self) -> str:
        return PLAYERS[self.passed % 4]

    @property
    def wind(self) -> str:
        return "ESWN"[self.passed // 4 % 4]

    def amount(self, run: list[int]) -> Fraction:
        """`拉`: one and a half times what there was, and the new win; halves are rounded now or when it is paid."""
        if self.options["rounding"] == "at_payment":
            return sum((v * Fraction(3, 2) ** (len(run) - n) for n, v in enumerate(run, 1)), Fraction(0))
        total = 0
        for points in run:
            total = (3 * total + (self.options["round_pull"] == "up")) // 2 + points
        return Fraction(total)

    def debts(self) -> dict[Pair, tuple[Fraction, int]]:
        return {pair: (self.amount(run), len(run)) for pair, run in self.runs.items()}

    def too_much(self) -> bool:
        """Whether a double could not hold an amount, or it is more than a million million."""
        amounts = [amount for amount, _ in self.debts().values()]
        return any(one > 10**12 or one.numerator.bit_length() > EXACT for one in amounts)

    # What happens at the table. Each begins with the cuts that were taken after the deal before.

    def play(self, outcome: str, takes: Takes, offender: str | None = None, cuts: Iterable[Pair] = ()) -> None:
        self.cut(cuts)
        self.offers = set()
        if outcome == "close":
            self._settle(list(self.runs), "closed")
            return
        self.deals += 1
        if outcome == "win":
            self._win(takes)
        elif outcome == "draw":
            self._draw()
        else:
            others = [player for player in PLAYERS if player != offender]
            for other in others if self.penalty else ():
                self._pay(str(offender), other, self.penalty, "penalty")

    def cut(self, cuts: Iterable[Pair]) -> None:
        self.payments = []
        self._settle(list(cuts), "cut")

    def _win(self, takes: Takes) -> None:
        dealer_wins = self.dealer in takes
        for creditor, debtor in list(self.runs):
            self._judge(creditor, debtor, takes)
        for winner, payers in takes.items():
            for payer, points in payers.items():
                if self.options["who_pulls"] == "every_winner" or winner == self.dealer:
                    self._write((winner, payer), points)
                else:
                    self._pay(payer, winner, points, "paid_at_once")
        self._next_dealer(stays=dealer_wins)

    def _judge(self, creditor: str, debtor: str, takes: Takes) -> None:
        """Half is paid by a debtor who takes from that very creditor; whatever else ends a run costs all of it."""
        pair = (creditor, debtor)
        if debtor in takes.get(creditor, ()):
            return
        if creditor in takes.get(debtor, ()):
            half = self.amount(self.runs.pop(pair)) / 2
            self._pay(debtor, creditor, whole(half, self.options["round_kick"]), "kicked")
        elif creditor not in takes:
            self._settle([pair], "paid_in_full", "down" if debtor in takes else "up")
        elif debtor in takes:
            self._settle([pair] if self.options["cowinner"] == "settle" else [], "paid_in_full")
        else:
            word = self.options["bystander"]
            kept = word == "hold" or (word == "hold_sole" and len(takes) == 1)
            self._settle([] if kept else [pair], "paid_in_full")

    def _write(self, pair: Pair, points: int) -> None:
        self.runs.setdefault(pair, []).append(points)
        often, every = len(self.runs[pair]), self.options["cut_every"]
        if every and often > 1 and often % every == 0:
            self.offers.add(pair)

    def _draw(self) -> None:
        stays = self.options["draw_dealer"] == "stays"
        if self.options["on_draw"] == "settle" or (self.options["who_pulls"] == "dealer_only" and not stays):
            self._settle(list(self.runs), "paid_in_full")
        self._next_dealer(stays=stays)

    def _next_dealer(self, *, stays: bool) -> None:
        self.stayed = self.stayed + 1 if stays else 0
        self.passed += not stays

    def _settle(self, pairs: list[Pair], kind: str, way: str = "up") -> None:
        for creditor, debtor in pairs:
            self.offers.discard((creditor, debtor))
            self._pay(debtor, creditor, whole(self.amount(self.runs.pop((creditor, debtor))), way), kind)

    def _pay(self, payer: str, payee: str, points: int, kind: str) -> None:
        if points:
            self.payments.append((payer, payee, points, kind))
            self.paid[payer] -= points
            self.paid[payee] += points


def whole(amount: Fraction, way: str) -> int:
    below = amount.numerator // amount.denominator
    return below + (way == "up" and below != amount)


def won_deals() -> Iterator[list[Pair]]:
    """Yield who takes from whom in every deal that can be won."""
    for one in PLAYERS:
        others = [other for other in PLAYERS if other != one]
        yield [(one, other) for other in others]
        for count in (1, 2, 3):
            for winners in combinations(others, count):
                yield [(winner, one) for winner in winners]


def takes_of(pairs: Iterable[Pair], points: Iterable[int]) -> Takes:
    takes: Takes = {}
    for (winner, payer), each in zip(pairs, points, strict=False):
        takes.setdefault(winner, {})[payer] = each
    return takes


def sheets(options: dict[str, Any], dealer: str) -> set[frozenset[Pair]]:
    """Return every set of debts that deals lead to; what was just pulled may be cut, where cuts are.

    Where only the dealer pulls, his deals alone count: he begins with an empty sheet, and no other has claims in them.
    """
    found: set[frozenset[Pair]] = {frozenset()}
    waiting = [frozenset[Pair]()]
    while waiting:
        before = waiting.pop()
        for won in won_deals():
            after, pulled = after_win(options, dealer, before, won)
            for count in range(len(pulled) + 1 if options["cut_every"] else 1):
                for cut in combinations(sorted(pulled), count):
                    if after.difference(cut) not in found:
                        found.add(after.difference(cut))
                        waiting.append(after.difference(cut))
    return found


def after_win(
    options: dict[str, Any], dealer: str, before: Iterable[Pair], won: list[Pair]
) -> tuple[frozenset[Pair], frozenset[Pair]]:
    """Return who owes whom after a won deal, and which of these debts it pulled."""
    evening = Evening(options)
    evening.passed = PLAYERS.index(dealer)
    evening.runs = {pair: [10] for pair in before}
    evening.play("win", takes_of(won, [10] * 3))
    return frozenset(evening.runs), frozenset(pair for pair, run in evening.runs.items() if pair in won and run[1:])
