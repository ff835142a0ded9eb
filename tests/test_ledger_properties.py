"""What is true of every evening on the 拉 ledger, whatever the options: checked step by step beside a second model."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from ledger_evenings import CHOICES, WON_DEALS, Json, Move, Played, random_move, win_of
from oracle.ledger_model import PLAYERS, Pair, takes_of

from service.app import create_app
from service.scoring.ruleset import ids

if TYPE_CHECKING:
    from flask.testing import FlaskClient

CLIENT = create_app().test_client()
FIRST_TABLE = {"round_wind": "E", "dealer": "A", "dealer_streak": 0}
TYPED = ("version", "ruleset", "players", "debts", "table")
POINTS = st.integers(1, 60) | st.sampled_from([1, 10**6, 10**9])
OPTIONS = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in CHOICES.items()})


def written(ledger: Json) -> str:
    return json.dumps(ledger, ensure_ascii=False, separators=(",", ":"))


class AnEvening(RuleBasedStateMachine):
    """Random deals under random options; `self.won` is who took from whom in the last won deal."""

    @initialize(name=st.sampled_from(ids()), options=OPTIONS)
    def sit_down(self, name: str, options: dict[str, Any]) -> None:
        self.played = Played(CLIENT, name, options)
        self.won: list[Pair] = []

    def cuts(self, data: st.DataObject) -> tuple[Pair, ...]:
        offers = sorted(self.played.model.offers)
        return tuple(pair for pair in offers if data.draw(st.booleans(), label=f"cut {pair}"))

    @rule(won=st.sampled_from(WON_DEALS), points=st.tuples(POINTS, POINTS, POINTS), data=st.data())
    def somebody_wins(self, won: list[Pair], points: tuple[int, int, int], data: st.DataObject) -> None:
        self.won = won
        self.played.step(Move("win", takes_of(won, points), cuts=self.cuts(data)))

    @precondition(lambda self: self.won)
    @rule(points=st.tuples(POINTS, POINTS, POINTS), data=st.data())
    def the_same_win_again(self, points: tuple[int, int, int], data: st.DataObject) -> None:
        self.played.step(Move("win", takes_of(self.won, points), cuts=self.cuts(data)))

    @rule(data=st.data())
    def nobody_wins(self, data: st.DataObject) -> None:
        self.played.step(Move("draw", cuts=self.cuts(data)))

    @rule(offender=st.sampled_from(PLAYERS), data=st.data())
    def somebody_errs(self, offender: str, data: st.DataObject) -> None:
        self.played.step(Move("false_win", offender=offender, cuts=self.cuts(data)))

    @precondition(lambda self: self.played.model.offers)
    @rule()
    def debts_are_cut_before_the_next_deal(self) -> None:
        self.played.step(Move(None, cuts=tuple(sorted(self.played.model.offers))))

    @precondition(lambda self: len(self.played.model.runs) > 2)
    @rule(data=st.data())
    def the_session_ends(self, data: st.DataObject) -> None:
        self.played.step(Move("close", cuts=self.cuts(data)))
        assert self.played.answers[-1]["ledger"]["debts"] == []

    @invariant()
    def what_is_owed_and_paid_is_sound(self) -> None:
        if not self.played.answers:
            return
        answer = self.played.answers[-1]
        ledger = answer["ledger"]
        owed = [(debt["creditor"], debt["debtor"]) for debt in ledger["debts"]]
        assert sum(ledger["balance"].values()) == 0
        assert {(debtor, creditor) for creditor, debtor in owed} & set(owed) == set()
        assert all(debt["points"] > 0 and debt["pulls"] > 0 for debt in ledger["debts"])
        assert all(payment["points"] > 0 and payment["from"] != payment["to"] for payment in answer["payments"])
        gone = {(c["creditor"], c["debtor"]) for c in answer["changes"] if c["to"] is None}
        recorded = {(c["creditor"], c["debtor"]) for c in answer["changes"] if c["kind"] == "recorded"}
        assert gone & set(owed) <= recorded

    @invariant()
    def the_ledger_is_accepted_back_as_it_was_written(self) -> None:
        if not self.played.ledger:
            return
        drawn = self.played.posts_again(written(self.played.ledger))
        typed = {key: self.played.ledger[key] for key in TYPED}
        table = {key: value for key, value in typed["table"].items() if key != "deal_name"}
        again = self.played.posts_again(written({**typed, "table": table, "debts": typed["debts"][::-1]}))
        assert again["ledger"]["table"] == drawn["ledger"]["table"]
        assert {**again, "ledger": 0} == {**drawn, "ledger": 0}

    def teardown(self) -> None:
        if hasattr(self, "played") and self.played.answers:
            answer = self.played.replayed()
            assert answer.pop("history") == self.played.answers
            assert answer == self.played.answers[-1]


AnEvening.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=100,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


TestAnEvening = AnEvening.TestCase


@pytest.mark.parametrize("seed", range(10))
def test_evenings_of_hundreds_of_deals_are_those_of_the_model(client: FlaskClient, seed: int) -> None:
    random = Random(seed)
    played = Played(client, random.choice(ids()), {name: random.choice(values) for name, values in CHOICES.items()})
    won: list[Pair] = []
    for _ in range(400):
        played.step(random_move(random, played, won))
    answer = played.replayed()
    assert answer.pop("history") == played.answers
    assert answer == played.answers[-1]


def test_the_order_of_debts_winners_and_payers_changes_nothing(client: FlaskClient) -> None:
    typed = {"version": 1, "ruleset": "baike", "players": list(PLAYERS), "table": FIRST_TABLE}
    debts = [{"creditor": "B", "debtor": one, "points": 17, "pulls": 1} for one in "ACD"]
    for wins in ([win_of("D", {"A": 4, "B": 5, "C": 6})], [win_of(one, {"D": 9}) for one in "ABC"]):
        answers = []
        for way in (1, -1):
            turned = [{**win, "points": dict(list(win["points"].items())[::way])} for win in wins[::way]]
            body = {
                "ruleset": "baike",
                "ledger": {**typed, "debts": debts[::way]},
                "deal": {"outcome": "win", "wins": turned},
            }
            answers.append(client.post("/v1/ledger/advance", data=json.dumps(body), content_type="application/json"))
        assert [answer.status_code for answer in answers] == [200, 200]
        assert answers[0].text == answers[1].text
