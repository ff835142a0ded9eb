"""Every case vector of the ledger gives its sheet, step by step and as a replay; every option has its vectors."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

import pytest
from ledger_vectors import PLAYERS, Json, differences, ledger_answers, ledger_vectors, posted

from service.scoring.options import LEDGER_SWITCHES
from service.scoring.ruleset import load

if TYPE_CHECKING:
    from flask.testing import FlaskClient

ALL = ledger_vectors()
FROM_THE_FIRST_DEAL = [one for one in ALL if "start" not in one[2]]
PAYMENTS = {"paid_in_full", "kicked", "cut", "paid_at_once", "closed", "penalty"}
CHANGES = {"recorded", "pulled", "kicked", "settled", "cut"}


@pytest.mark.parametrize(("ruleset", "vector"), [one[1:] for one in ALL], ids=[one[0] for one in ALL])
def test_vector(client: FlaskClient, ruleset: Any, vector: Json) -> None:
    answers = ledger_answers(client, ruleset, vector)
    found = [differences(deal, answer) for deal, answer in zip(vector["deals"], answers, strict=True)]
    assert found == [[]] * len(answers)


@pytest.mark.parametrize(
    ("ruleset", "vector"), [one[1:] for one in FROM_THE_FIRST_DEAL], ids=[one[0] for one in FROM_THE_FIRST_DEAL]
)
def test_replay_of_vector_is_the_same(client: FlaskClient, ruleset: Any, vector: Json) -> None:
    answers = ledger_answers(client, ruleset, vector)
    evening = {"ruleset": ruleset, "players": PLAYERS, "deals": [posted(deal) for deal in vector["deals"]]}
    replayed = client.post("/v1/ledger/replay", json=evening).get_json()
    assert replayed.pop("history") == answers
    assert replayed == answers[-1]


def test_ids_are_unique() -> None:
    ids = Counter(one[0] for one in ALL)
    assert [one for one, times in ids.items() if times > 1] == []


def test_every_value_of_every_option_has_a_vector() -> None:
    met = defaultdict(set)
    for _, ruleset, _ in ALL:
        spec = ruleset if isinstance(ruleset, dict) else {"id": ruleset}
        own = load(spec["id"]).options
        options = {**own, **spec.get("options", {})}
        options = {"draw_dealer": options["draw_dealer"], **own["ledger"], **options["ledger"]}
        for name, value in options.items():
            met[name].add(value)
    assert met.pop("cut_every") >= {0, 1, 2, 3}
    assert met.pop("draw_dealer") == {"stays", "passes"}
    assert met == {switch.name: set(switch.values) for switch in LEDGER_SWITCHES if not switch.numeric}


def test_every_kind_of_payment_and_change_has_a_vector() -> None:
    deals = [deal for _, _, vector in ALL for deal in vector["deals"]]
    assert {pay.split()[2] for deal in deals for pay in deal.get("pays", ())} == PAYMENTS
    assert {change.split()[1] for deal in deals for change in deal.get("sums", ())} == CHANGES
