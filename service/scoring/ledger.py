"""The 拉 ledger: (ledger, deal, cuts, rules) → (ledger, payments, changes, choices), and nothing else is remembered.

Of a pair of players at most one owes the other. Amounts are exact: whole numbers, or halves of halves under
`rounding: at_payment`; never binary sums. The rules are those of baike lines 203-223 and wikipedia lines 96-116; where
they differ, `LedgerRules` has a field.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from service.scoring.errors import ImpossibleInput, Problem
from service.scoring.table import pass_deal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from service.scoring.options import Options

PULL: Final = Fraction(3, 2)
KICK: Final = Fraction(1, 2)
MOST_POINTS: Final = 10**12
# An exact amount must stay one when it is written as a JSON number: a double holds 53 bits.
MOST_BITS: Final = 53

ROUNDINGS: Final = {"up": "ceil", "down": "floor"}

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class LedgerRules:
    """The options of the ledger: `options.ledger` of a ruleset, and what its deals do."""

    bystander: str
    cowinner: str
    on_draw: str
    cut_every: int
    who_pulls: str
    rounding: str
    round_pull: str
    round_kick: str
    draw_dealer: str
    false_win: int

    @classmethod
    def of(cls, options: Options, false_win: int) -> LedgerRules:
        """Return the rules of a ruleset's options; `false_win` is what 詐糊 costs to each of the others, in points."""
        return cls(**dict(options.ledger), draw_dealer=options.draw_dealer, false_win=false_win)


class Debt(NamedTuple):
    """What a debtor owes: the points, and how often he was pulled (the first record is 拉一)."""

    points: Fraction
    pulls: int


class Ledger(NamedTuple):
    """The whole state. Players sit in order from the first dealer; debts and offers are by (creditor, debtor)."""

    players: tuple[str, ...]
    debts: Mapping[Pair, Debt]
    offers: frozenset[Pair]
    balance: Mapping[str, int]
    deals: int
    round_wind: int
    dealer: str
    streak: int


class Win(NamedTuple):
    """One winner, and what each payer owes him for this deal."""

    winner: str
    by: str
    points: Mapping[str, int]
    giver: str | None = None


class Deal(NamedTuple):
    """How a deal ended: `win`, `draw`, `false_win` (of `offender`) or `close` (the end of the session)."""

    outcome: str
    wins: tuple[Win, ...] = ()
    offender: str | None = None


class Payment(NamedTuple):
    """Money that moves now; `was` is the debt that it pays off."""

    payer: str
    payee: str
    points: int
    kind: str
    reason: str
    was: Debt | None = None


class Change(NamedTuple):
    """What happened to one pair: recorded, pulled, kicked, settled or cut, and the sum in words and numbers."""

    creditor: str
    debtor: str
    before: Debt | None
    after: Debt | None
    kind: str
    sum: str


class Step(NamedTuple):
    """The ledger after a deal, and how it came to be."""

    ledger: Ledger
    payments: tuple[Payment, ...]
    changes: tuple[Change, ...]


def opened(players: tuple[str, ...]) -> Ledger:
    """Return an empty ledger; the first player deals first."""
    return Ledger(players, {}, frozenset(), dict.fromkeys(players, 0), 0, 0, players[0], 0)


def advance(ledger: Ledger, deal: Deal | None, cuts: Iterable[Pair], rules: LedgerRules) -> Step:
    """Settle the cuts, then play the deal (none: the cuts alone); offers that were not taken lapse with the next deal.

    Cuts are among the open offers, and the deal is played by the ledger's players: the caller has checked that.
    Raises `ImpossibleInput` where a debt grows beyond what can be computed exactly.
    """
    work = _Work(ledger, rules)
    for pair in cuts:
        work.cut(pair)
    if deal is None:
        return work.step(ledger._replace(offers=ledger.offers - set(cuts)))
    if deal.outcome == "win":
        work.win(deal)
    elif deal.outcome == "draw":
        work.draw()
    elif deal.outcome == "false_win":
        work.false_win(deal.offender or "")
    else:
        work.close()
    return work.step(_after(ledger, deal, rules))


def _after(ledger: Ledger, deal: Deal, rules: LedgerRules) -> Ledger:
    """Return the table around the next deal: who deals, how often he has stayed, which wind the round has."""
    if deal.outcome == "close":
        return ledger._replace(offers=frozenset())
    played = ledger._replace(deals=ledger.deals + 1, offers=frozenset())
    if deal.outcome == "false_win":
        # The sources say what it costs and no more: the deal is played again by the same dealer.
        return played
    won = any(win.winner == ledger.dealer for win in deal.wins)
    stays = won if deal.outcome == "win" else rules.draw_dealer == "stays"
    seat = ledger.players.index(ledger.dealer)
    wind, seat, streak = pass_deal(ledger.round_wind, seat, ledger.streak, stays=stays)
    return played._replace(round_wind=wind, dealer=ledger.players[seat], streak=streak)


class _Work:
    """One deal in the making: every old debt is judged against the state before it, new records come after."""

    def __init__(self, ledger: Ledger, rules: LedgerRules) -> None:
        self.old = ledger
        self.rules = rules
        self.debts = dict(ledger.debts)
        self.payments: list[Payment] = []
        self.changes: list[Change] = []
        self.asked: set[Pair] = set()

    def step(self, after: Ledger) -> Step:
        balance = dict(self.old.balance)
        for payment in self.payments:
            balance[payment.payer] -= payment.points
            balance[payment.payee] += payment.points
        offers = frozenset(pair for pair in after.offers | self.asked if pair in self.debts)
        return Step(
            after._replace(debts=self.debts, offers=offers, balance=balance), tuple(self.payments), tuple(self.changes)
        )

    def cut(self, pair: Pair) -> None:
        self._pay_off(pair, "cut", "cut", f"{pair[1]} buys himself out (斬拉)")

    def win(self, deal: Deal) -> None:
        beaten = {(win.winner, payer): points for win in deal.wins for payer, points in win.points.items()}
        winners = {win.winner for win in deal.wins}
        for pair in list(self.debts):
            self._judge(pair, beaten, winners)
        for pair, points in beaten.items():
            if pair not in self.debts:
                self._record(pair, points)

    def _judge(self, pair: Pair, beaten: Mapping[Pair, int], winners: set[str]) -> None:
        """Apply the one class that an old debt falls under."""
        creditor, debtor = pair
        if pair in beaten:
            self._pull(pair, beaten[pair])
        elif (debtor, creditor) in beaten:
            self._kick(pair)
        elif creditor in winners and debtor not in winners:
            hold = self.rules.bystander == "hold" or (self.rules.bystander == "hold_sole" and len(winners) == 1)
            if not hold:
                self._pay_off(pair, "paid_in_full", "settled", f"{creditor} won, but not from {debtor}")
        elif creditor in winners:
            if self.rules.cowinner == "settle":
                self._pay_off(pair, "paid_in_full", "settled", f"{creditor} and {debtor} both won, from another")
        elif debtor in winners:
            self._pay_off(
                pair, "paid_in_full", "settled", f"{debtor} won, but not from {creditor}: no kick", debtor_won=True
            )
        else:
            self._pay_off(pair, "paid_in_full", "settled", f"{creditor}'s run of wins is broken")

    def draw(self) -> None:
        # 莊家拉: a dealer who passes has no more claims (baike's drawn deal).
        passes = self.rules.who_pulls == "dealer_only" and self.rules.draw_dealer == "passes"
        if self.rules.on_draw == "settle" or passes:
            self._settle_all("paid_in_full", "the deal was drawn")

    def false_win(self, offender: str) -> None:
        if self.rules.false_win:
            self.payments += [
                Payment(offender, other, self.rules.false_win, "penalty", f"false win (詐糊) of {offender}")
                for other in self.old.players
                if other != offender
            ]

    def close(self) -> None:
        self._settle_all("closed", "the session ends")

    def _settle_all(self, kind: str, reason: str) -> None:
        for pair in list(self.debts):
            self._pay_off(pair, kind, "settled", reason)

    def _pull(self, pair: Pair, points: int) -> None:
        before = self.debts[pair]
        exact = before.points * PULL
        grown = exact if self.rules.rounding == "at_payment" else Fraction(rounded(exact, self.rules.round_pull))
        after = Debt(grown + points, before.pulls + 1)
        _bounded(pair, after)
        product = f"{number(before.points)} × 1.5"
        if self.rules.rounding == "at_pull":
            product = f"{ROUNDINGS[self.rules.round_pull]}({product})"
        self.debts[pair] = after
        self.changes.append(Change(*pair, before, after, "pulled", f"{product} + {points}"))
        if self.rules.cut_every and after.pulls % self.rules.cut_every == 0:
            self.asked.add(pair)

    def _kick(self, pair: Pair) -> None:
        before = self.debts.pop(pair)
        paid = rounded(before.points * KICK, self.rules.round_kick)
        self._payment(pair, paid, "kicked", f"{pair[1]} beat {pair[0]} and pays half (踢半)", before)
        half = f"{ROUNDINGS[self.rules.round_kick]}({number(before.points)} × 0.5)"
        self.changes.append(Change(*pair, before, None, "kicked", f"{half} = {paid}"))

    def _record(self, pair: Pair, points: int) -> None:
        creditor, debtor = pair
        if self.rules.who_pulls == "dealer_only" and creditor != self.old.dealer:
            self.payments.append(
                Payment(debtor, creditor, points, "paid_at_once", "only the dealer's wins are recorded (莊家拉)")
            )
            return
        after = Debt(Fraction(points), 1)
        _bounded(pair, after)
        self.debts[pair] = after
        self.changes.append(Change(*pair, None, after, "recorded", str(points)))

    def _pay_off(self, pair: Pair, kind: str, change: str, reason: str, *, debtor_won: bool = False) -> None:
        """Pay a debt in full; a fraction is rounded for the winner of the deal just played (baike, line 220)."""
        before = self.debts.pop(pair)
        paid = rounded(before.points, "down" if debtor_won else "up")
        self._payment(pair, paid, kind, reason, before)
        total = str(paid) if paid == before.points else f"{number(before.points)} → {paid}"
        self.changes.append(Change(*pair, before, None, change, total))

    def _payment(self, pair: Pair, paid: int, kind: str, reason: str, was: Debt) -> None:
        creditor, debtor = pair
        if paid:
            self.payments.append(Payment(debtor, creditor, paid, kind, reason, was))


def rounded(amount: Fraction, way: str) -> int:
    """Return a whole number of points, rounded up or down."""
    return -(-amount.numerator // amount.denominator) if way == "up" else amount.numerator // amount.denominator


def number(amount: Fraction) -> int | float:
    """Return an exact amount as the number that JSON has for it: whole where it is whole, else the double that it is."""
    return int(amount) if amount.denominator == 1 else float(amount)


def _bounded(pair: Pair, debt: Debt) -> None:
    if not fits(debt.points):
        message = f"the debt of {pair[1]} to {pair[0]} grows beyond what is computed exactly; settle it first"
        raise ImpossibleInput([Problem("/deal", "beyond_bounds", message)])


def fits(points: Fraction) -> bool:
    """Whether an amount can be computed with and written as a JSON number without loss."""
    exact = points.numerator.bit_length() <= MOST_BITS and points.denominator <= 1 << MOST_BITS
    return exact and points <= MOST_POINTS
