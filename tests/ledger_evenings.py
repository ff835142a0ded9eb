"""Evenings of the 拉 ledger, played through HTTP and on the model of `oracle/ledger_model.py` at once."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from oracle.ledger_model import PLAYERS, Evening, Pair, Takes, takes_of, won_deals

if TYPE_CHECKING:
    from random import Random

    from flask.testing import FlaskClient

Json = dict[str, Any]
PENALTY = {"wikipedia": 30}
CHOICES: dict[str, tuple[Any, ...]] = {
    "bystander": ("hold", "hold_sole", "settle"),
    "cowinner": ("hold", "settle"),
    "on_draw": ("hold", "settle"),
    "cut_every": (3, 0, 1, 2, 4),
    "who_pulls": ("every_winner", "dealer_only"),
    "rounding": ("at_pull", "at_payment"),
    "round_pull": ("up", "down"),
    "round_kick": ("down", "up"),
    "draw_dealer": ("stays", "passes"),
}
WON_DEALS = list(won_deals())


class Move(NamedTuple):
    """A deal as it ended (None: only cuts are taken), and the cuts before it."""

    outcome: str | None
    takes: Takes = {}  # noqa: RUF012
    offender: str | None = None
    cuts: tuple[Pair, ...] = ()

    def posted(self) -> Json:
        """Return the deal and the cuts of a request."""
        cuts = [{"creditor": creditor, "debtor": debtor} for creditor, debtor in self.cuts]
        return {"deal": self.outcome and self._deal(), "cuts": cuts}

    def _deal(self) -> Json:
        deal: Json = {"outcome": self.outcome}
        if self.takes:
            deal["wins"] = [win_of(winner, payers) for winner, payers in self.takes.items()]
        if self.offender:
            deal["offender"] = self.offender
        return deal


def win_of(winner: str, payers: dict[str, int]) -> Json:
    """Return a win in JSON: self-drawn where three pay, else a discard."""
    if len(payers) == 3:
        return {"winner": winner, "by": "self_draw", "points": payers}
    return {"winner": winner, "by": "discard", "from": next(iter(payers)), "points": payers}


def ruleset_of(name: str, options: Json) -> Json:
    """Return the derived ruleset that has these options."""
    ledger = {key: value for key, value in options.items() if key != "draw_dealer"}
    return {"id": name, "options": {"draw_dealer": options["draw_dealer"], "ledger": ledger}}


class Played:
    """An evening in play; every step is compared with the model."""

    def __init__(self, client: FlaskClient, name: str, options: Json) -> None:
        self.client = client
        self.ruleset = ruleset_of(name, options)
        self.model = Evening(options, PENALTY.get(name, 0))
        self.ledger: Json | None = None
        self.answers: list[Json] = []
        self.moves: list[Json] = []

    def step(self, move: Move) -> None:
        """Play a move on both; where it would grow out of bounds, it is refused and not played."""
        expected = self.model.copy()
        if move.outcome:
            expected.play(move.outcome, move.takes, move.offender, move.cuts)
        else:
            expected.cut(move.cuts)
        start = {"ledger": self.ledger} if self.ledger else {"players": list(PLAYERS)}
        response = self.client.post("/v1/ledger/advance", json={"ruleset": self.ruleset, **start, **move.posted()})
        answer = response.get_json()
        if expected.too_much():
            assert {(e["pointer"], e["code"]) for e in answer["errors"]} == {("/deal", "beyond_bounds")}
            return
        assert response.status_code == 200, answer
        self.model, self.ledger = expected, answer["ledger"]
        self.answers.append(answer)
        self.moves.append(move.posted())
        self._compare(answer)

    def _compare(self, answer: Json) -> None:
        ledger, model = answer["ledger"], self.model
        debts = {(d["creditor"], d["debtor"]): (Fraction(d["points"]), d["pulls"]) for d in ledger["debts"]}
        assert debts == model.debts()
        paid = [(p["from"], p["to"], p["points"], p["kind"]) for p in answer["payments"]]
        assert sorted(paid) == sorted(model.payments)
        for entries in (ledger["offers"], answer["choices"]):
            assert {(one["creditor"], one["debtor"]) for one in entries} == model.offers
            assert len(entries) == len(model.offers)
        assert (ledger["balance"], ledger["deals"]) == (model.paid, model.deals)
        table = ledger["table"]
        assert (table["dealer"], table["dealer_streak"], table["round_wind"]) == (
            model.dealer, model.stayed, model.wind,
        )  # fmt: skip

    def posts_again(self, ledger: str) -> Json:
        """Post a ledger as text with a drawn deal; return the answer."""
        body = f'{{"ruleset":{json.dumps(self.ruleset)},"ledger":{ledger},"deal":{{"outcome":"draw"}}}}'
        response = self.client.post("/v1/ledger/advance", data=body.encode(), content_type="application/json")
        answer: Json = response.get_json()
        assert response.status_code == 200, answer
        return answer

    def replayed(self) -> Json:
        """Return the whole evening's answer at once."""
        body = {"ruleset": self.ruleset, "players": list(PLAYERS), "deals": self.moves}
        answer: Json = self.client.post("/v1/ledger/replay", json=body).get_json()
        return answer


def random_move(random: Random, played: Played, before: list[Pair]) -> Move:
    """Return a move that is likely enough to go on with the last winners (`before` is changed to the new ones)."""
    offers = sorted(played.model.offers)
    cuts = tuple(pair for pair in offers if random.random() < 0.3)
    if cuts and random.random() < 0.3:
        return Move(None, cuts=cuts)
    dice = random.random()
    if dice < 0.08:
        return Move("draw", cuts=cuts)
    if dice < 0.11:
        return Move("false_win", offender=random.choice(PLAYERS), cuts=cuts)
    if dice < 0.12:
        return Move("close", cuts=cuts)
    if not before or random.random() < 0.5:
        before[:] = random.choice(WON_DEALS)
    return Move("win", takes_of(before, [random.randint(1, 60) for _ in before]), cuts=cuts)
