"""The 拉 ledger: (ledger, deal, cuts, rules) → (ledger, payments, changes), and nothing else is remembered.

Of a pair of players at most one owes the other. The rules are those of baike lines 203-223 and wikipedia lines 96-116;
where they differ, `LedgerRules` has a field. Where both are silent:

- An offer to cut lapses with the next deal; declining is not a step of its own.
- A false win costs what the ruleset says, and leaves debts, dealer and streak alone.
- The end of the session settles every debt in full: nobody can win it back any more.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from service.scoring.errors import ImpossibleInput
from service.scoring.ledger_state import Change, Debt, Payment, Step, bound_problems, in_order, number, rounded
from service.scoring.table import pass_deal

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from service.scoring.ledger_state import Deal, Ledger, LedgerRules, Pair

PULL: Final = Fraction(3, 2)
KICK: Final = Fraction(1, 2)
ROUNDINGS: Final = {"up": "ceil", "down": "floor"}


def advance(ledger: Ledger, deal: Deal | None, cuts: Collection[Pair], rules: LedgerRules) -> Step:
    """Settle the cuts, then play the deal (none: the cuts alone); offers that were not taken lapse with the next deal.

    Cuts are among the open offers, and the deal is played by the ledger's players: the caller has checked that.
    Raises `ImpossibleInput` where the ledger grows beyond what can be computed exactly.
    """
    work = _Work(ledger, rules)
    for pair in cuts:
        work.cut(pair)
    if deal is None:
        after = ledger._replace(offers=ledger.offers - set(cuts))
    else:
        work.play(deal)
        after = _after(ledger, deal, rules)
    step = work.step(after)
    beyond = list(bound_problems(step.ledger, "/deal" if deal else "/cuts"))
    if beyond:
        raise ImpossibleInput(beyond)
    return step


def holds(pair: Pair, winners: Collection[str], rules: LedgerRules) -> bool:
    """Whether a debt is held whose creditor won, but not from its debtor."""
    if pair[1] in winners:
        return rules.cowinner == "hold"
    return rules.bystander == "hold" or (rules.bystander == "hold_sole" and len(winners) == 1)


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
        self.debts = {pair: ledger.debts[pair] for pair in in_order(ledger.debts, ledger.players)}
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

    def play(self, deal: Deal) -> None:
        if deal.outcome == "win":
            self.win(deal)
        elif deal.outcome == "draw":
            self.draw()
        elif deal.outcome == "false_win":
            self.false_win(deal.offender or "")
        else:
            self._settle_all("closed", "the session ends")

    def win(self, deal: Deal) -> None:
        beaten = {(win.winner, payer): points for win in deal.wins for payer, points in win.points.items()}
        winners = {win.winner for win in deal.wins}
        for pair in list(self.debts):
            self._judge(pair, beaten, winners)
        for pair in in_order(beaten, self.old.players):
            if pair not in self.debts:
                self._record(pair, beaten[pair])

    def _judge(self, pair: Pair, beaten: Mapping[Pair, int], winners: set[str]) -> None:
        """Apply the one class that an old debt falls under."""
        creditor, debtor = pair
        if pair in beaten:
            self._pull(pair, beaten[pair])
        elif (debtor, creditor) in beaten:
            self._kick(pair)
        elif creditor in winners:
            both = f"{creditor} and {debtor} both won, from another"
            reason = both if debtor in winners else f"{creditor} won, but not from {debtor}"
            if not holds(pair, winners, self.rules):
                self._pay_off(pair, "paid_in_full", "settled", reason)
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

    def _settle_all(self, kind: str, reason: str) -> None:
        for pair in list(self.debts):
            self._pay_off(pair, kind, "settled", reason)

    def _pull(self, pair: Pair, points: int) -> None:
        before = self.debts[pair]
        exact = before.points * PULL
        grown = exact if self.rules.rounding == "at_payment" else Fraction(rounded(exact, self.rules.round_pull))
        after = Debt(grown + points, before.pulls + 1)
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
