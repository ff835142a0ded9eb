"""Sound requests of the 拉 ledger to be spoilt, and the way to spoil them."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask.testing import FlaskClient

Json = dict[str, Any]
Change = dict[str, object]
GONE = object()


def owed(creditor: str, debtor: str, points: float = 10, pulls: int = 1) -> Json:
    return {"creditor": creditor, "debtor": debtor, "points": points, "pulls": pulls}


FIRST: Json = {
    "ruleset": "baike",
    "players": ["甲", "乙", "丙", "丁"],
    "deal": {"outcome": "win", "wins": [{"winner": "甲", "by": "discard", "from": "乙", "points": {"乙": 10}}]},
}
LATER: Json = {
    "ruleset": "baike",
    "ledger": {
        "version": 1,
        "ruleset": "baike",
        "players": ["甲", "乙", "丙", "丁"],
        "deals": 3,
        "debts": [owed("甲", "乙"), owed("甲", "丙", 93, 3)],
        "offers": [{"creditor": "甲", "debtor": "丙"}],
        "balance": {"甲": 5, "乙": -5, "丙": 0, "丁": 0},
        "table": {"round_wind": "E", "dealer": "甲", "dealer_streak": 3, "deal_name": "東風東局連莊3"},
    },
    "deal": {"outcome": "draw"},
    "cuts": [],
}
EVENING: Json = {
    "ruleset": "baike",
    "players": ["甲", "乙", "丙", "丁"],
    "deals": [{"deal": deepcopy(FIRST["deal"]), "cuts": []} for _ in range(3)]
    + [{"deal": None, "cuts": [{"creditor": "甲", "debtor": "乙"}]}, {"deal": {"outcome": "close"}}],
}


def changed(base: Json, change: Change) -> Json:
    """Return a request with values put (or taken away) at JSON pointers."""
    request = deepcopy(base)
    for pointer, value in change.items():
        *way, last = pointer.split("/")[1:]
        place: Any = request
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place[step]
        key = int(last) if isinstance(place, list) else last
        if value is GONE:
            del place[key]
        else:
            place[key] = value
    return request


def kept_by(**ledger: object) -> Change:
    """Return the change after which a ledger is kept under these options."""
    table = {"id": "baike", "options": {"ledger": ledger}}
    return {"/ruleset": table, "/ledger/ruleset": table}


def debts(*entries: Json) -> Change:
    """Return the change after which these are the debts, and no offers are open."""
    return {"/ledger/debts": list(entries), "/ledger/offers": []}


def accepted(client: FlaskClient, path: str, request: Json) -> Json:
    """Return the answer to a sound request."""
    response = client.post(f"/v1/ledger/{path}", json=request)
    body: Json = response.get_json()
    assert response.status_code == 200, body
    return body


def refused(client: FlaskClient, path: str, request: Json) -> list[str]:
    """Return what an answer points at, each as `pointer code`."""
    response = client.post(f"/v1/ledger/{path}", json=request)
    body: Json = response.get_json()
    assert (response.status_code, body.get("type")) == (422, "/problems/invalid-request"), body
    assert response.content_type == "application/problem+json"
    assert all(error["message"] for error in body["errors"])
    return [f"{error['pointer']} {error['code']}" for error in body["errors"]]
