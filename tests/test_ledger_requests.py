"""What /v1/ledger/… refuses of deals, cuts and whole evenings, where it points, and by what code: all at once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from ledger_requests import EVENING, FIRST, GONE, LATER, Change, Json, accepted, changed, refused

if TYPE_CHECKING:
    from flask.testing import FlaskClient

WIN = "/deal/wins/0"
DRAWN: Json = {"winner": "甲", "by": "self_draw", "points": {"乙": 1, "丙": 1, "丁": 1}}
BY_BING: Json = {"winner": "丙", "by": "discard", "from": "乙", "points": {"乙": 1}}
CUT = {"creditor": "甲", "debtor": "丙"}


def test_the_requests_that_are_spoilt_here_are_sound(client: FlaskClient) -> None:
    for path, request in (("advance", FIRST), ("advance", LATER), ("replay", EVENING)):
        accepted(client, path, request)


# Deals.

DEALS: dict[str, tuple[Change, list[str]]] = {
    "a win without winners": ({"/deal/wins": []}, ["/deal/wins missing"]),
    "a win that says nothing of them": ({"/deal/wins": GONE}, ["/deal/wins missing"]),
    "an unknown winner": ({f"{WIN}/winner": "戊"}, [f"{WIN}/winner unknown_player"]),
    "a discard of nobody": ({f"{WIN}/from": GONE}, [f"{WIN}/from missing"]),
    "his own discard": ({f"{WIN}/from": "甲"}, [f"{WIN}/from not_a_loser", f"{WIN}/points wrong_payers"]),
    "a stranger's discard": ({f"{WIN}/from": "戊"}, [f"{WIN}/from not_a_loser", f"{WIN}/points wrong_payers"]),
    "a self-draw from somebody": (
        {WIN: {**DRAWN, "from": "乙"}},
        [f"{WIN}/from from_with_self_draw"],
    ),
    "a self-draw that two pay": ({WIN: {**DRAWN, "points": {"乙": 1, "丙": 1}}}, [f"{WIN}/points wrong_payers"]),
    "a self-draw that he pays too": (
        {WIN: {**DRAWN, "points": dict.fromkeys("甲乙丙丁", 1)}},
        [f"{WIN}/points wrong_payers"],
    ),
    "a discard that another pays": ({f"{WIN}/points": {"丙": 10}}, [f"{WIN}/points wrong_payers"]),
    "a discard that two pay": ({f"{WIN}/points": {"乙": 10, "丙": 10}}, [f"{WIN}/points wrong_payers"]),
    "nothing to pay": ({f"{WIN}/points": {}}, [f"{WIN}/points wrong_payers"]),
    "points of 0": ({f"{WIN}/points/乙": 0}, [f"{WIN}/points/乙 wrong_type"]),
    "points below 0": ({f"{WIN}/points/乙": -1}, [f"{WIN}/points/乙 wrong_type"]),
    "half a point": ({f"{WIN}/points/乙": 0.5}, [f"{WIN}/points/乙 wrong_type"]),
    "points in a string": ({f"{WIN}/points/乙": "10"}, [f"{WIN}/points/乙 wrong_type"]),
    "points that are true": ({f"{WIN}/points/乙": True}, [f"{WIN}/points/乙 wrong_type"]),
    "points in an array": ({f"{WIN}/points": [10]}, [f"{WIN}/points wrong_type"]),
    "the same winner twice": (
        {"/deal/wins": [BY_BING, BY_BING]},
        ["/deal/wins/0/winner winner_twice", "/deal/wins/1/winner winner_twice"],
    ),
    "two winners, one by self-draw": (
        {"/deal/wins": [BY_BING, DRAWN]},
        ["/deal/wins/1/by several_winners", "/deal/wins/0/from several_givers", "/deal/wins/1/from several_givers"],
    ),
    "four winners": ({"/deal/wins": [BY_BING] * 4}, ["/deal/wins too_many"]),
    "winners of a drawn deal": ({"/deal/outcome": "draw"}, ["/deal/wins no_win"]),
    "an offender in a win": ({"/deal/offender": "丁"}, ["/deal/offender no_offender"]),
    "an offender in a draw": (
        {"/deal": {"outcome": "draw", "offender": "丁"}},
        ["/deal/offender no_offender"],
    ),
    "a false win of nobody": ({"/deal": {"outcome": "false_win"}}, ["/deal/offender missing"]),
    "a false win of a stranger": (
        {"/deal": {"outcome": "false_win", "offender": "戊"}},
        ["/deal/offender unknown_player"],
    ),
    "an outcome that is none": ({"/deal/outcome": "won"}, ["/deal/outcome not_allowed"]),
    "no deal and no cut": ({"/deal": None}, ["/deal nothing_to_do"]),
    "nothing said of the deal": ({"/deal": GONE}, ["/deal missing"]),
    "neither ledger nor players": ({"/players": GONE}, ["/players missing"]),
    "five players": ({"/players": [*"甲乙丙丁戊"]}, ["/players wrong_count"]),
    "one player twice": ({"/players": [*"甲乙丙甲"]}, ["/players/3 player_twice"]),
    "a player without a name": ({"/players/0": ""}, ["/players/0 bad_text"]),
    "a player of 65 characters": ({"/players/0": "x" * 65}, ["/players/0 bad_text"]),
    "a cut before anything is owed": ({"/cuts": [CUT]}, ["/cuts/0 not_offered"]),
}


@pytest.mark.parametrize("name", DEALS)
def test_refused_of_a_deal_is(client: FlaskClient, name: str) -> None:
    change, wanted = DEALS[name]
    assert refused(client, "advance", changed(FIRST, change)) == wanted


def test_winners_on_different_discards_are_refused(client: FlaskClient) -> None:
    two = [{**BY_BING, "from": "丁", "points": {"丁": 1}}, FIRST["deal"]["wins"][0]]
    wanted = ["/deal/wins/0/from several_givers", "/deal/wins/1/from several_givers"]
    assert refused(client, "advance", changed(FIRST, {"/deal/wins": two})) == wanted


# Cuts.


@pytest.mark.parametrize(
    ("cuts", "wanted"),
    [
        ([{"creditor": "甲", "debtor": "乙"}], ["/cuts/0 not_offered"]),
        ([{"creditor": "丙", "debtor": "甲"}], ["/cuts/0 not_offered"]),
        ([CUT, CUT], ["/cuts/1 cut_twice"]),
        ([CUT, {**CUT, "points": 93}], ["/cuts/1/points unknown_field"]),
        ([{"creditor": "甲"}], ["/cuts/0/debtor missing"]),
        (None, ["/cuts wrong_type"]),
    ],
)
def test_a_cut_that_was_not_offered_is_refused(client: FlaskClient, cuts: object, wanted: list[str]) -> None:
    assert refused(client, "advance", changed(LATER, {"/cuts": cuts})) == wanted


def test_an_offer_lapses_with_the_next_deal(client: FlaskClient) -> None:
    for deal in ({"outcome": "draw"}, {"outcome": "false_win", "offender": "丁"}, {"outcome": "close"}):
        after = accepted(client, "advance", {**LATER, "deal": deal})
        assert (after["ledger"]["offers"], after["choices"]) == ([], [])
        again = {**LATER, "ledger": after["ledger"], "cuts": [CUT]}
        assert refused(client, "advance", again) == ["/cuts/0 not_offered"]


# Everything at once.


def test_faults_of_ledger_deal_and_cuts_are_named_together(client: FlaskClient) -> None:
    spoilt = changed(
        LATER,
        {
            "/ruleset": "wikipedia",
            "/ledger/debts/0/points": 10.5,
            "/ledger/debts/1/debtor": "戊",
            "/ledger/balance/丁": 1,
            "/deal": {"outcome": "false_win", "offender": "戊"},
            "/cuts": [{"creditor": "甲", "debtor": "乙"}],
        },
    )
    assert refused(client, "advance", spoilt) == [
        "/ruleset another_ruleset",
        "/ledger/ruleset another_ruleset",
        "/ledger/debts/0/points not_whole",
        "/ledger/debts/1/debtor unknown_player",
        "/ledger/offers/0 no_such_debt",
        "/ledger/balance not_balanced",
        "/cuts/0 not_offered",
        "/deal/offender unknown_player",
    ]


def test_a_part_with_a_faulty_shape_does_not_hide_the_faults_of_others(client: FlaskClient) -> None:
    both = changed(LATER, {"/ledger/debts/0/points": 6.5, "/deal/outcome": "won", "/foo": 1})
    assert refused(client, "advance", both) == [
        "/deal/outcome not_allowed", "/foo unknown_field", "/ledger/debts/0/points not_whole",
    ]  # fmt: skip
    unread = changed(LATER, {"/ruleset": "none", "/cuts": [CUT, CUT], "/ledger/table/round_wind": "X"})
    assert refused(client, "advance", unread) == ["/ledger/table/round_wind not_a_seat", "/ruleset unknown_ruleset"]
    evening = changed(EVENING, {"/ruleset": "none", "/players/0": "丁"})
    assert refused(client, "replay", evening) == ["/players/3 player_twice", "/ruleset unknown_ruleset"]
    assert refused(client, "replay", changed(EVENING, {"/players": [], "/deals": {}})) == [
        "/deals wrong_type", "/players wrong_count",
    ]  # fmt: skip


@pytest.mark.parametrize("path", ["advance", "replay"])
def test_a_body_that_is_no_object_is_refused(client: FlaskClient, path: str) -> None:
    for body in ([], "baike", 5, None):
        response = client.post(f"/v1/ledger/{path}", data=json.dumps(body), content_type="application/json")
        assert [error["pointer"] for error in response.get_json()["errors"]] == [""]


def test_every_deal_of_an_evening_is_looked_at(client: FlaskClient) -> None:
    spoilt = changed(EVENING, {"/deals/0/deal/wins": [], "/deals/2/deal/wins/0/from": "甲", "/deals/3/cuts": []})
    assert refused(client, "replay", spoilt) == [
        "/deals/0/deal/wins missing",
        "/deals/2/deal/wins/0/from not_a_loser",
        "/deals/2/deal/wins/0/points wrong_payers",
        "/deals/3/deal nothing_to_do",
    ]


def test_a_cut_of_an_evening_is_refused_where_it_was_not_offered(client: FlaskClient) -> None:
    early = changed(EVENING, {"/deals/1/cuts": [{"creditor": "甲", "debtor": "乙"}]})
    assert refused(client, "replay", early) == ["/deals/1/cuts/0 not_offered"]
