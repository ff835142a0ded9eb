"""The answers of /v1/ledger/…: the ledger to post again, what moved and why, and the sheet as players write it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.scoring.ledger_state import in_order, number
from service.scoring.table import deal_name
from service.scoring.tiles import SEATS

if TYPE_CHECKING:
    from service.scoring.ledger_state import Change, Debt, Ledger, Pair, Payment, Step

Json = dict[str, Any]
VERSION = 1
NOTHING = "——"


def step_answer(step: Step, ruleset: Any) -> Json:
    """Return one step: the ledger, payments, changes, open choices, and the paper sheet."""
    ledger = step.ledger
    return {
        "ledger": ledger_answer(ledger, ruleset),
        "payments": [_payment(payment) for payment in step.payments],
        "changes": [_change(change) for change in step.changes],
        "choices": [
            {**_pair(pair), **_debt(ledger.debts[pair]), "kind": "cut"}
            for pair in in_order(ledger.offers, ledger.players)
        ],
        "paper": [{"player": player, "line": paper_line(ledger, n)} for n, player in enumerate(ledger.players)],
    }


def ledger_answer(ledger: Ledger, ruleset: Any) -> Json:
    """Return the ledger as it is accepted back."""
    return {
        "version": VERSION,
        "ruleset": ruleset,
        "players": list(ledger.players),
        "deals": ledger.deals,
        "debts": [{**_pair(pair), **_debt(ledger.debts[pair])} for pair in in_order(ledger.debts, ledger.players)],
        "offers": [_pair(pair) for pair in in_order(ledger.offers, ledger.players)],
        "balance": {player: ledger.balance[player] for player in ledger.players},
        "table": {
            "round_wind": SEATS[ledger.round_wind],
            "dealer": ledger.dealer,
            "dealer_streak": ledger.streak,
            "deal_name": deal_name(ledger.round_wind, ledger.players.index(ledger.dealer), ledger.streak),
        },
    }


def paper_line(ledger: Ledger, seat: int) -> str:
    """Return a player's line: his accounts with the previous, the facing and the next player (上家, 對家, 下家)."""
    me = ledger.players[seat]
    cells = []
    for step in (-1, 2, 1):
        other = ledger.players[(seat + step) % len(ledger.players)]
        owed, owing = ledger.debts.get((me, other)), ledger.debts.get((other, me))
        cells.append(f"+{_on_paper(owed)}" if owed else f"-{_on_paper(owing)}" if owing else NOTHING)
    return " ".join(cells)


def _on_paper(debt: Debt) -> str:
    return f"{number(debt.points)}（{debt.pulls}）"


def _pair(pair: Pair) -> Json:
    return {"creditor": pair[0], "debtor": pair[1]}


def _debt(debt: Debt) -> Json:
    return {"points": number(debt.points), "pulls": debt.pulls}


def _payment(payment: Payment) -> Json:
    answer: Json = {"from": payment.payer, "to": payment.payee, "points": payment.points, "kind": payment.kind}
    if payment.was is not None:
        answer["was"] = _debt(payment.was)
    return answer | {"reason": payment.reason}


def _change(change: Change) -> Json:
    return {
        "creditor": change.creditor,
        "debtor": change.debtor,
        "from": _debt(change.before) if change.before else None,
        "to": _debt(change.after) if change.after else None,
        "kind": change.kind,
        "sum": change.sum,
    }
