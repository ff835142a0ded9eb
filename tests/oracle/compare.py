"""What the service answered against what the oracle says."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .scorer import Answer, Key, Scored, score

Json = dict[str, Any]


def _set_key(one: Json) -> Key:
    tiles = tuple(one["tiles"])
    return (one["type"], tiles, one.get("melded", False), one.get("kind", ""), one["won"])


def _reading_key(reading: Json) -> Key:
    if reading["form"] == "dual":
        return ("dual",)
    eyes = reading["eyes"] or {"tiles": [""], "won": False}
    sets = tuple(sorted(_set_key(one) for one in reading["sets"]))
    return (reading["form"], sets, eyes["tiles"][0], eyes["won"], "won_single" in reading)


def sums(reading: Json) -> dict[str, int]:
    """Return what each row adds to a reading."""
    found: Counter[str] = Counter()
    for line in reading["fan"]:
        found[line["id"]] += line["total"]
    return {name: fan for name, fan in found.items() if fan}


def _reading_differences(got: Json, wanted: Scored) -> list[str]:
    found = []
    rows = sums(got)
    ways = [{name: fan for name, fan in way.items() if fan} for way in wanted.ways]
    if got["total"] != wanted.total:
        found.append(f"total {got['total']} instead of {wanted.total}")
    if rows not in ways:
        names = sorted(rows.keys() | ways[0].keys())
        apart = {name: (rows.get(name, 0), ways[0].get(name, 0)) for name in names}
        found.append(f"rows (got, wanted): { {name: two for name, two in apart.items() if two[0] != two[1]} }")
    if got["form"] != "dual" and got["wait"] != wanted.wait:
        found.append(f"wait {got['wait']} instead of {wanted.wait}")
    return [f"{wanted.key}: {one}" for one in found]


def _refusal(status: int, answer: Json, wanted: Answer) -> list[str]:
    kind = str(answer.get("type", "")).rpartition("/")[2] if status != 200 else "scored"
    if kind == wanted.refused:
        return []
    return [f"{kind} {answer.get('errors')} instead of {wanted.refused or 'scored'}"]


def differences(body: Json, status: int, answer: Json) -> list[str]:
    """Return every way in which an answer is not what the oracle says."""
    wanted = score(body)
    if status != 200 or wanted.refused:
        return _refusal(status, answer, wanted)
    got = {_reading_key(one): one for one in answer["readings"]}
    said = {one.key: one for one in wanted.readings}
    found = [f"reading too many: {key}" for key in got.keys() - said.keys()]
    found += [f"reading missing: {key}" for key in said.keys() - got.keys()]
    for key in said.keys() & got.keys():
        found += _reading_differences(got[key], said[key])
    paid = sorted((one["from"], one["fan"], one["settlement"]) for one in answer["payments"])
    if paid != [tuple(one) for one in wanted.payments]:
        found.append(f"payments {paid} instead of {[tuple(one) for one in wanted.payments]}")
    if answer["total_fan"] != wanted.total:
        found.append(f"best total {answer['total_fan']} instead of {wanted.total}")
    if sorted(answer["waits"]) != sorted(wanted.waits):
        found.append(f"waits {answer['waits']} instead of {wanted.waits}")
    return found
