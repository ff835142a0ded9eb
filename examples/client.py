"""Score a hand, advance a ledger, score a batch. The address of the service is the argument."""

from __future__ import annotations

import json
import sys
from typing import Any

import requests

SERVICE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
SECONDS = 10


def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return the answer; a refusal names every fault and points at it."""
    answer = requests.post(SERVICE + path, json=body, timeout=SECONDS)
    if answer.status_code != requests.codes.ok:
        problem = answer.json()
        faults = "".join(f"\n  {error['pointer']}: {error['message']}" for error in problem["errors"])
        sys.exit(problem["detail"] + faults)
    found: dict[str, Any] = answer.json()
    return found


def score() -> None:
    """Print which fan count, and who pays."""
    answer = post(
        "/v1/score",
        {
            "ruleset": "baike",
            "hand": "(123m) 456m 789m 55p 333s 45s +6s",  # (123m) was claimed; East discards the winning 6s
            "context": {"seat": "S", "by": "discard", "from": "E", "pool": 31},
            "detail": "best",
        },
    )
    print(f"{answer['total_fan']} fan")
    for line in answer["readings"][answer["best"]]["fan"]:
        print(f"  {line['total']} {line['name']['zh']} {line['name']['en']}")
    for payment in answer["payments"]:
        print(f"{payment['from']} pays {payment['to']} {payment['fan']}")


def advance_ledger() -> None:
    """Print who owes whom after a deal; the `ledger` of the answer is posted with the next one."""
    win = {"winner": "甲", "by": "discard", "from": "丙", "points": {"丙": 9}}
    first = {"ruleset": "baike", "players": ["甲", "乙", "丙", "丁"], "deal": {"outcome": "win", "wins": [win]}}
    ledger = post("/v1/ledger/advance", first)["ledger"]
    then = post("/v1/ledger/advance", {"ruleset": "baike", "ledger": ledger, "deal": {"outcome": "win", "wins": [win]}})
    for debt in then["ledger"]["debts"]:
        print(f"{debt['debtor']} owes {debt['creditor']} {debt['points']}, pulls: {debt['pulls']}")


def score_batch() -> None:
    """Print an answer for each line, also for the one that does not win."""
    context = {"seat": "E", "by": "discard", "from": "W"}
    hands = ["(345m) (678p) 11s 234s 567s WW 2g +W", "(345m) (678p) 11s 234s 567s WW 2g +S"]
    lines = [json.dumps({"ruleset": "baike", "hand": hand, "context": context}) + "\n" for hand in hands]
    headers = {"Content-Type": "application/x-ndjson"}
    answer = requests.post(f"{SERVICE}/v1/score/batch", data="".join(lines).encode(), headers=headers, timeout=SECONDS)
    answer.raise_for_status()
    for line in map(json.loads, answer.iter_lines()):
        body = line["body"]
        print(f"line {line['n']}: {body['total_fan']} fan" if line["status"] == requests.codes.ok else body["detail"])


if __name__ == "__main__":
    score()
    advance_ledger()
    score_batch()
