"""Every cash award is paid as its vectors say, is refused where they say, and its data are checked at load."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from vectors import CASES, faults_of, shape_faults

from service.scoring.cash_facts import CONDITIONS
from service.scoring.errors import BrokenRuleset
from service.scoring.ruleset import DATA, ids, load, load_all, parse

if TYPE_CHECKING:
    from flask.testing import FlaskClient

KEYS = {
    "id", "why", "change", "events", "players", "stakes", "earns", "refuses", "payments", "amounts", "faults", "says",
}  # fmt: skip
ALL = [
    pytest.param(file.stem, vector, id=f"{file.stem}/{vector['id']}")
    for file in sorted((CASES / "cash-awards").glob("*.yaml"))
    for vector in yaml.safe_load(file.read_text("utf8"))
]


def request_of(ruleset: str, vector: dict[str, Any]) -> dict[str, Any]:
    table = {"id": ruleset, **vector["change"]} if "change" in vector else ruleset
    return {"ruleset": table, **{key: vector[key] for key in ("events", "players", "stakes") if key in vector}}


@pytest.mark.parametrize(("ruleset", "vector"), ALL)
def test_vector(ruleset: str, vector: dict[str, Any], client: FlaskClient) -> None:
    assert vector.keys() <= KEYS
    answer = client.post("/v1/cash-awards", json=request_of(ruleset, vector))
    if "faults" in vector:
        assert answer.status_code == 422
        assert sorted(faults_of(answer)) == sorted(vector["faults"])
        assert vector.get("says", "") in answer.get_json()["errors"][0]["message"]
        return
    body = answer.get_json()
    assert answer.status_code == 200, body
    assert [f"{p['from']} to {p['to']} {p['fan']}" for p in body["payments"]] == vector["payments"]
    amounts = vector.get("amounts", [str(p["fan"]) for p in body["payments"]])
    assert [p["amount"] for p in body["payments"]] == amounts
    assert {p.get("currency") for p in body["payments"]} <= {vector.get("stakes", {}).get("currency")}


@pytest.mark.parametrize("name", ids())
def test_every_award_is_earned_by_an_event_and_refused_to_another(name: str) -> None:
    vectors = [param.values[1] for param in ALL if param.values[0] == name]
    awards = {award.id for award in load(name).cash_awards}
    assert {vector["earns"] for vector in vectors if "earns" in vector} == awards
    assert {vector["refuses"] for vector in vectors if "refuses" in vector} == awards


@pytest.mark.parametrize(("ruleset", "vector"), ALL)
def test_request_and_answer_have_the_documented_shape(
    ruleset: str, vector: dict[str, Any], client: FlaskClient
) -> None:
    request = request_of(ruleset, vector)
    answer = client.post("/v1/cash-awards", json=request)
    if answer.status_code == 200:
        assert shape_faults("CashAwardsRequest", request) == []
        assert shape_faults("CashAwardsAnswer", answer.get_json()) == []
    else:
        assert shape_faults("Problem", answer.get_json()) == []


def test_ids_are_unique() -> None:
    assert [one for one, times in Counter(param.id for param in ALL).items() if times > 1] == []


def test_the_bases_and_the_reason_stand_beside_the_fan(client: FlaskClient) -> None:
    events = [
        {"type": "mixed_flower_set", "player": "S", "flowers": "1f2g3f4f"},
        {"type": "false_win", "player": "S"},
    ]
    paid = client.post("/v1/cash-awards", json={"ruleset": "wikipedia", "events": events}).get_json()["payments"]
    assert (paid[0]["bases"], paid[0]["type"]) == ("0.5", "mixed_flower_set")
    assert paid[0]["reason"].endswith("mixed series; 0.5 × 底 of 5 fan")
    assert "bases" not in paid[3]
    assert paid[3]["reason"] == "詐糊: a player declares a win that is none; 30 fan"


def test_what_one_player_pays_another_receives(client: FlaskClient) -> None:
    for ruleset, vector in (param.values for param in ALL if "payments" in param.values[1]):
        body = client.post("/v1/cash-awards", json=request_of(ruleset, vector)).get_json()
        assert all(payment["from"] != payment["to"] for payment in body["payments"])
        assert all(payment["fan"] > 0 for payment in body["payments"])


def test_a_hundred_events_are_taken_and_no_more(client: FlaskClient) -> None:
    events = [{"type": "pung_called_not_taken", "player": "S"}] * 100
    assert (
        len(client.post("/v1/cash-awards", json={"ruleset": "wikipedia", "events": events}).get_json()["payments"])
        == 300
    )
    answer = client.post("/v1/cash-awards", json={"ruleset": "wikipedia", "events": [*events, events[0]]})
    assert faults_of(answer) == ["/events too_many"]


def test_a_misspelt_field_is_named_with_the_nearest(client: FlaskClient) -> None:
    event = {"type": "triple_dice", "player": "E", "dices": [1, 1, 1]}
    answer = client.post("/v1/cash-awards", json={"ruleset": "wikipedia", "events": [event]})
    assert faults_of(answer) == ["/events/0/dices unknown_field"]
    assert "did you mean 'dice'" in answer.get_json()["errors"][0]["message"]


def test_the_ruleset_lists_its_awards(client: FlaskClient) -> None:
    listed = client.get("/v1/rulesets/wikipedia").get_json()["cash_awards"]
    assert [award["id"] for award in listed] == [award.id for award in load("wikipedia").cash_awards]
    assert [award.get("bases", award.get("fan")) for award in listed[:3] + listed[-1:]] == ["1", "1", "0.5", 30]
    assert client.get("/v1/rulesets/baike").get_json()["cash_awards"] == []


def test_every_condition_is_asked_by_an_award() -> None:
    asked = {award.holds for source in load_all().values() for award in source.cash_awards}
    assert set(CONDITIONS) == asked - {None}


BROKEN = [
    # what is changed in wikipedia.toml, and what is then said
    ('trigger = "the dealer throws t', 'triger = "the dealer throws t', "cash_award triple_dice: ", "'trigger'"),
    ('id = "one_two_three_dice"', 'id = "triple_dice"', "cash_award triple_dice: ", "twice"),
    ('bases = "0.5"', 'bases = "0.25"', "cash_award mixed_flower_set.bases: ", "'0.25'"),
    ('bases = "0.5"', "bases = 0.5", "cash_award mixed_flower_set.bases: ", "in a string"),
    ('bases = "0.5"', 'bases = "0"', "cash_award mixed_flower_set.bases: ", "'0'"),
    ('bases = "0.5"\n', "", "cash_award mixed_flower_set: ", "`bases` or `fan`"),
    ("fan = 30\npays", 'fan = 30\nbases = "6"\npays', "cash_award false_win: ", "`bases` or `fan`"),
    ("fan = 30\npays", "fan = 0\npays", "cash_award false_win.fan: ", "above 0"),
    ("fan = 30\npays", "fan = true\npays", "cash_award false_win.fan: ", "whole number"),
    ('pays = "from_to_player"', 'pays = "from"', "cash_award seven_rob_one.pays: ", "from_to_player"),
    ("dealer = true", 'dealer = "E"', "cash_award triple_dice.dealer: ", "true or false"),
    ('facts = ["dice"]', 'facts = ["die"]', "cash_award triple_dice.facts: ", "dice"),
    ('facts = ["tile", "again"]', 'facts = ["tile", "agen"]', "cash_award chase_honor_terminal.facts: ", "again"),
    ('facts = ["tile", "again"]', 'facts = ["tile"]', "cash_award chase_honor_terminal.holds: ", "again"),
    ('holds = "one_two_three"', 'holds = "one_two_tree"', "cash_award one_two_three_dice.holds: ", "did you mean"),
    ('once = "player"', 'once = "round"', "cash_award mixed_flower_set.once: ", "player, deal"),
    ('bars = ["one_rob_seven"]', 'bars = ["one_robs"]', "cash_award seven_rob_one.bars[0]: ", "did you mean"),
    ('facts = ["dice"]', 'facts = ["dice"]\nbasis = "sure"', "cash_award triple_dice.basis: ", "stated"),
    ('procedure = "six_tiles"', 'procedure = "six"', "seats.procedure: ", "six_tiles"),
    ('procedure = "six_tiles"\n', "", "seats: ", "'procedure'"),
    ('procedure = "dice_total"', 'procedure = "dice"', "wall.procedure: ", "dice_total"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "place", "says"), BROKEN, ids=[f"{b[2]}{n}" for n, b in enumerate(BROKEN)])
def test_a_fault_of_the_file_is_named(old: str, new: str, place: str, says: str) -> None:
    text = (DATA / "wikipedia.toml").read_text("utf8")
    assert old in text
    with pytest.raises(BrokenRuleset) as refused:
        parse("wikipedia.toml", text.replace(old, new, 1))
    assert str(refused.value).startswith(f"wikipedia.toml: {place}")
    assert says in str(refused.value)
