"""The ledger's case vectors of `tests/cases/ledger`, read and checked, and how their short words are written in JSON.

`甲乙 41(2)` is a debt of 乙 to 甲 after two wins, `乙甲 41 cut` a payment of 乙 to 甲.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from flask.testing import FlaskClient

Json = dict[str, Any]
CASES = Path(__file__).parent / "cases" / "ledger"
PLAYERS = ["甲", "乙", "丙", "丁"]
KEYS = {"id", "why", "under", "start", "table", "deals"}
DEAL_KEYS = {"deal", "cuts", "owes", "pays", "offers", "sums", "balance", "next", "paper"}
FIRST_TABLE = {"round_wind": "E", "dealer": "甲", "dealer_streak": 0}


def ledger_vectors() -> list[tuple[str, Json, Json]]:
    """Return every vector with each of its rulesets: id, ruleset, vector."""
    found = []
    for file in sorted(CASES.glob("*.yaml")):
        for vector in yaml.safe_load(file.read_text("utf8")):
            unknown = (vector.keys() - KEYS).union(*(deal.keys() - DEAL_KEYS for deal in vector["deals"]))
            assert not unknown, f"{file.name}: {vector['id']}: {unknown}"
            found += [(f"{vector['id']} ({_name(ruleset)})", ruleset, vector) for ruleset in vector["under"]]
    return found


def _name(ruleset: Any) -> str:
    if isinstance(ruleset, str):
        return ruleset
    options = {**ruleset["options"], **ruleset["options"].get("ledger", {})}
    return " ".join([ruleset["id"], *(f"{key}={value}" for key, value in options.items() if key != "ledger")])


def start_of(ruleset: Any, vector: Json) -> Json:
    """Return what the first request says of the players: their names, or a ledger typed in from a sheet."""
    if "start" not in vector:
        return {"players": PLAYERS}
    debts = [_debt(text) for text in vector["start"]]
    table = vector.get("table", FIRST_TABLE)
    return {"ledger": {"version": 1, "ruleset": ruleset, "players": PLAYERS, "debts": debts, "table": table}}


def _debt(text: str) -> Json:
    pair, amount = text.split()
    points, pulls = amount.rstrip(")").split("(")
    return {**_pair(pair), "points": float(points) if "." in points else int(points), "pulls": int(pulls)}


def _pair(text: str) -> Json:
    return {"creditor": text[0], "debtor": text[1]}


def posted(deal: Json) -> Json:
    """Return a deal and its cuts as they are posted."""
    return {"deal": _deal(deal["deal"]), "cuts": [_pair(pair) for pair in deal.get("cuts", ())]}


def _deal(ended: Any) -> Json | None:
    if ended is None:
        return None
    if isinstance(ended, str):
        outcome, _, offender = ended.partition(" ")
        return {"outcome": outcome, "offender": offender} if offender else {"outcome": outcome}
    return {"outcome": "win", "wins": [_win(winner, points) for winner, points in ended.items()]}


def _win(winner: str, points: dict[str, int]) -> Json:
    if len(points) == 3:
        return {"winner": winner, "by": "self_draw", "points": points}
    return {"winner": winner, "by": "discard", "from": next(iter(points)), "points": points}


def ledger_answers(client: FlaskClient, ruleset: Any, vector: Json) -> list[Json]:
    """Advance a ledger through a vector; return the answer to each deal."""
    start, answers = start_of(ruleset, vector), []
    for deal in vector["deals"]:
        response = client.post("/v1/ledger/advance", json={"ruleset": ruleset, **start, **posted(deal)})
        assert response.status_code == 200, response.get_json()
        answers.append(response.get_json())
        start = {"ledger": answers[-1]["ledger"]}
    return answers


def seen(answer: Json) -> Json:
    """Return what an answer says, in the words of the vectors."""
    ledger = answer["ledger"]
    return {
        "owes": sorted(f"{d['creditor']}{d['debtor']} {d['points']}({d['pulls']})" for d in ledger["debts"]),
        "pays": [f"{p['from']}{p['to']} {p['points']} {p['kind']}" for p in answer["payments"]],
        "offers": sorted(f"{offer['creditor']}{offer['debtor']}" for offer in ledger["offers"]),
        "sums": [f"{c['creditor']}{c['debtor']} {c['kind']} {c['sum']}" for c in answer["changes"]],
        "balance": ledger["balance"],
        "next": ledger["table"]["deal_name"],
        "paper": [entry["line"] for entry in answer["paper"]],
    }


def wanted(deal: Json) -> Json:
    """Return what a vector says of an answer: debts, payments and offers always, the rest where it does."""
    told = {"pays": [], "offers": [], **{key: value for key, value in deal.items() if key not in ("deal", "cuts")}}
    order = {key: sorted(told[key]) for key in ("owes", "pays", "offers")}
    return {**told, **order}


def differences(deal: Json, answer: Json) -> list[str]:
    """Return every way in which an answer is not what a vector says."""
    got = seen(answer)
    got["pays"] = sorted(got["pays"])
    return [f"{key}: {got[key]} instead of {value}" for key, value in wanted(deal).items() if got[key] != value]
