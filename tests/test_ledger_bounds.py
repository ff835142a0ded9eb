"""The 拉 ledger at its bounds: absurd numbers, amounts that a JSON number would not hold, long evenings and bodies."""

from __future__ import annotations

import json
from time import process_time
from typing import TYPE_CHECKING

import pytest
from ledger_requests import (
    EVENING,
    FIRST,
    LATER,
    Change,
    Json,
    accepted,
    changed,
    debts,
    kept_by,
    owed,
    refused,
)

from service.app import create_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient

FROM_YI = FIRST["deal"]
CUT = {"creditor": "甲", "debtor": "丙"}
LATER_DEBT = "/ledger/debts/0"
EXACT = {"id": "baike", "options": {"ledger": {"cut_every": 0, "rounding": "at_payment"}}}

ABSURD: dict[str, tuple[Json, Change, str]] = {
    "points of 10^30 in a deal": (FIRST, {"/deal/wins/0/points/乙": 10**30}, "/deal/wins/0/points/乙 wrong_type"),
    "points of 10^30 in a debt": (LATER, {f"{LATER_DEBT}/points": 10**30}, f"{LATER_DEBT}/points wrong_type"),
    "points of 10^300, not whole": (LATER, {f"{LATER_DEBT}/points": 1e300}, f"{LATER_DEBT}/points wrong_type"),
    "points that are next to nothing": (LATER, {f"{LATER_DEBT}/points": 5e-324}, f"{LATER_DEBT}/points not_whole"),
    "pulls of 10^9": (LATER, {f"{LATER_DEBT}/pulls": 10**9}, f"{LATER_DEBT}/pulls wrong_type"),
    "a balance of 10^16": (LATER, {"/ledger/balance/甲": 10**16}, "/ledger/balance/甲 wrong_type"),
    "10^9 deals": (LATER, {"/ledger/deals": 10**9}, "/ledger/deals wrong_type"),
    "a streak of 10^9": (LATER, {"/ledger/table/dealer_streak": 10**9}, "/ledger/table/dealer_streak wrong_type"),
    "a million million in a thousand pulls": (
        LATER,
        {**kept_by(rounding="at_payment"), **debts(owed("甲", "乙", 10**12, 1000))},
        f"{LATER_DEBT}/points unreachable",
    ),
}


@pytest.mark.parametrize("name", ABSURD)
def test_refused_at_once_are(client: FlaskClient, name: str) -> None:
    request, change, wanted = ABSURD[name]
    start = process_time()
    assert refused(client, "advance", changed(request, change)) == [wanted]
    assert process_time() - start < 0.5


@pytest.mark.parametrize("name", ["points", "pulls"])
@pytest.mark.parametrize(("digits", "status"), [("9" * 5000, 400), ("1" + "0" * 4000, 422), ("1e400", 422)])
def test_a_number_of_thousands_of_digits_is_refused(client: FlaskClient, name: str, digits: str, status: int) -> None:
    text = json.dumps(changed(LATER, {f"{LATER_DEBT}/{name}": "here"})).replace('"here"', digits)
    answer = client.post("/v1/ledger/advance", data=text, content_type="application/json")
    assert answer.status_code == status
    assert [error["pointer"] for error in answer.get_json()["errors"]] == [f"{LATER_DEBT}/{name}"] * (status == 422)


# A ledger that would not be accepted back is not returned.


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({**debts(owed("甲", "乙", 10**12)), "/deal": FROM_YI}, "/deal"),
        (
            {"/ledger/balance": {"甲": 10**15, "乙": -(10**15), "丙": 0, "丁": 0}, "/cuts": [CUT], "/deal": None},
            "/cuts",
        ),
        (
            {"/ledger/balance": {"甲": 0, "乙": 0, "丙": -(10**15), "丁": 10**15}, "/deal": {"outcome": "close"}},
            "/deal",
        ),
        ({"/ledger/deals": 1_000_000}, "/deal"),
        ({"/ledger/table/dealer_streak": 1000, "/deal": FROM_YI}, "/deal"),
    ],
    ids=["debt", "balance, by a cut", "balance, by the close", "deals", "streak"],
)
def test_a_step_beyond_the_bounds_is_refused(client: FlaskClient, change: Change, place: str) -> None:
    assert refused(client, "advance", changed(LATER, change)) == [f"{place} beyond_bounds"]


def test_the_last_step_within_the_bounds_is_taken_and_read_back(client: FlaskClient) -> None:
    change: Change = {
        "/ledger/deals": 999_999,
        "/ledger/table/dealer_streak": 999,
        "/ledger/balance": {"甲": 10**15 - 93, "乙": -(10**15) + 93, "丙": 0, "丁": 0},
        f"{LATER_DEBT}/points": 2 * (10**12 - 10) // 3,
        "/deal": FROM_YI,
        "/cuts": [CUT],
    }
    ledger = accepted(client, "advance", changed(LATER, change))["ledger"]
    assert (ledger["deals"], ledger["table"]["dealer_streak"], ledger["balance"]["甲"]) == (10**6, 1000, 10**15)
    assert ledger["debts"] == [owed("甲", "乙", 10**12, 2)]
    # Read without a fault; only another deal is one too many.
    assert refused(client, "advance", {**LATER, "ledger": ledger}) == ["/deal beyond_bounds"]


def test_exact_amounts_are_refused_where_a_json_number_would_round_them(client: FlaskClient) -> None:
    """11 and thirty times 10 more: 53 bits hold the halves of halves up to some pull, and not one pull longer."""
    request: Json = {"ruleset": EXACT, "players": EVENING["players"], "deal": FROM_YI}
    steps = []
    while len(steps) < 100:
        answer = client.post("/v1/ledger/advance", json=request)
        if answer.status_code != 200:
            break
        steps.append({"deal": FROM_YI})
        ledger = answer.get_json()["ledger"]
        request = {"ruleset": EXACT, "ledger": ledger, "deal": FROM_YI}
    assert answer.get_json()["errors"][0]["code"] == "beyond_bounds"
    assert 30 < len(steps) == ledger["debts"][0]["pulls"] < 40
    whole, denominator = ledger["debts"][0]["points"].as_integer_ratio()
    exact, bottom = 0, 1
    for _ in steps:
        exact, bottom = 3 * exact + 20 * bottom, 2 * bottom
    assert whole * bottom == exact * denominator
    assert whole.bit_length() <= 53 < (3 * whole + 20 * denominator).bit_length()
    evening = {"ruleset": EXACT, "players": EVENING["players"], "deals": [*steps, {"deal": FROM_YI}]}
    assert refused(client, "replay", evening) == [f"/deals/{len(steps)}/deal beyond_bounds"]


# Long evenings.


def long_evening(deals: int) -> Json:
    """Return an evening of deals that 甲 and 乙 win by turns."""
    back = {"outcome": "win", "wins": [{"winner": "乙", "by": "discard", "from": "甲", "points": {"甲": 10}}]}
    return {**EVENING, "deals": [{"deal": (FROM_YI, back)[n % 2]} for n in range(deals)]}


def test_an_evening_of_a_thousand_deals_is_replayed(client: FlaskClient) -> None:
    answer = accepted(client, "replay", long_evening(1000))
    assert answer["ledger"]["deals"] == len(answer["history"]) == 1000
    assert refused(client, "replay", long_evening(1001)) == ["/deals too_many"]


def test_an_evening_of_no_deals_is_the_first_sheet(client: FlaskClient) -> None:
    answer = accepted(client, "replay", long_evening(0))
    assert (answer["history"], answer["changes"], answer["ledger"]["deals"]) == ([], [], 0)
    assert [entry["line"] for entry in answer["paper"]] == ["—— —— ——"] * 4


def padded(request: Json, size: int) -> bytes:
    """Return a request as JSON text of so many bytes."""
    text = json.dumps(request).encode()
    return text + b" " * (size - len(text))


@pytest.mark.parametrize(
    ("path", "request_", "limit"),
    [("advance", LATER, 64 * 1024), ("replay", EVENING, 1024 * 1024)],
    ids=["advance", "replay"],
)
def test_a_body_may_have_so_many_bytes(client: FlaskClient, path: str, request_: Json, limit: int) -> None:
    for size, status in ((limit, 200), (limit + 1, 413)):
        body = padded(request_, size)
        answer = client.post(f"/v1/ledger/{path}", data=body, content_type="application/json")
        assert answer.status_code == status


def test_the_size_of_a_replay_is_set_by_the_environment_and_by_the_configuration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MAX_REPLAY_BYTES", "3000")
    body = padded(EVENING, 2000)
    for config, status in (({}, 200), ({"MAX_REPLAY_BYTES": 1999}, 413)):
        client = create_app(config).test_client()
        answer = client.post("/v1/ledger/replay", data=body, content_type="application/json")
        assert answer.status_code == status
    larger = (
        create_app()
        .test_client()
        .post("/v1/ledger/replay", data=padded(EVENING, 3001), content_type="application/json")
    )
    assert larger.status_code == 413
