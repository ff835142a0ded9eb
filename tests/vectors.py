"""The case vectors of `tests/cases`, read and checked; a vector is data, no Python."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from jsonschema import Draft202012Validator

from service.scoring.ruleset import ids

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

CASES = Path(__file__).parent / "cases"
KEYS = {
    "id", "earns", "misses", "hand", "context", "ruleset", "why", "fan", "has", "lacks", "excluded", "total",
    "payments", "waits", "form", "problem", "pointer",
}  # fmt: skip


def vectors(ruleset: str) -> list[dict[str, Any]]:
    """Return every vector of a ruleset."""
    found: list[dict[str, Any]] = []
    for file in sorted((CASES / ruleset).glob("*.yaml")):
        for vector in yaml.safe_load(file.read_text("utf8")) or []:
            unknown = vector.keys() - KEYS
            assert not unknown, f"{file.name}: {vector['id']}: {unknown}"
            found.append({**vector, "ruleset_id": ruleset})
    return found


def rulesets() -> list[str]:
    """Return the rulesets that have vectors."""
    return [name for name in ids() if list((CASES / name).glob("*.yaml"))]


@cache
def document() -> dict[str, Any]:
    """Return openapi.yaml, parsed."""
    parsed: dict[str, Any] = yaml.safe_load((CASES.parent.parent / "openapi.yaml").read_text("utf8"))
    return parsed


def shape_faults(schema: str, body: object) -> list[str]:
    """Return every way in which a body is not what openapi.yaml says of it."""
    whole = {"$ref": f"#/components/schemas/{schema}", "components": document()["components"]}
    return [error.message for error in Draft202012Validator(whole).iter_errors(body)]


def faults_of(answer: TestResponse) -> list[str]:
    """Return what a refusal points at, each as `pointer code`."""
    return [f"{error['pointer']} {error['code']}" for error in answer.get_json()["errors"]]


def request_of(vector: dict[str, Any]) -> dict[str, Any]:
    """Return the request that a vector posts."""
    name = vector["ruleset_id"]
    ruleset = {"id": name, **vector["ruleset"]} if "ruleset" in vector else name
    return {"ruleset": ruleset, "hand": vector["hand"], "context": vector["context"]}


def sums(lines: list[dict[str, Any]]) -> dict[str, int]:
    """Return what each row adds, all its lines together."""
    found: Counter[str] = Counter()
    for line in lines:
        found[line["id"]] += line["total"]
    return dict(found)


def differences(vector: dict[str, Any], status: int, answer: dict[str, Any]) -> list[str]:
    """Return every way in which an answer is not what a vector says."""
    if "problem" in vector:
        return _refusal_differences(vector, status, answer)
    if status != 200:
        return [f"refused: {answer['type']} {answer.get('errors')}"]
    best = answer["readings"][answer["best"]]
    got = sums(best["fan"])
    removed = {(line["id"], line["by"]) for line in best["excluded"]}
    found = [
        f"{row}: {got.get(row)} instead of {fan}" for row, fan in vector.get("has", {}).items() if got.get(row) != fan
    ]
    found += [f"{row} counts" for row in vector.get("lacks", []) if row in got]
    found += [f"{pair} not removed" for pair in vector.get("excluded", {}).items() if pair not in removed]
    if "misses" in vector and vector["misses"] in got:
        found.append(f"{vector['misses']} counts")
    paid = {payment["from"]: payment["fan"] for payment in answer["payments"]}
    for key, value in (
        ("fan", got),
        ("total", answer["total_fan"]),
        ("payments", paid),
        ("form", best["form"]),
    ):
        if key in vector and vector[key] != value:
            found.append(f"{key}: {value} instead of {vector[key]}")
    if "waits" in vector and sorted(vector["waits"]) != sorted(answer["waits"]):
        found.append(f"waits: {answer['waits']} instead of {vector['waits']}")
    return found


def _refusal_differences(vector: dict[str, Any], status: int, answer: dict[str, Any]) -> list[str]:
    kind = str(answer.get("type", "")).rpartition("/")[2]
    if status < 400 or kind != vector["problem"]:
        return [f"status {status}, {kind or 'scored'} instead of {vector['problem']}"]
    pointers = [error["pointer"] for error in answer["errors"]]
    wanted = vector.get("pointer", [])
    return [f"{p} not among {pointers}" for p in ([wanted] if isinstance(wanted, str) else wanted) if p not in pointers]
