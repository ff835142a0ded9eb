"""The service and the oracle on the same random wins: what differs, and which rows counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .compare import differences
from .contexts import context
from .hands import hand
from .house_rules import derived, with_all_rows

Json = dict[str, Any]
Post = Callable[[Json], tuple[int, Json]]


@dataclass
class Report:
    """How many hands were compared, where the two differ, and how often each row counted."""

    hands: int = 0
    faults: list[tuple[Json, list[str]]] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)


def win(number: int) -> tuple[Json, Json]:
    """Return the hand and the context of a number: the same every time, and for every ruleset."""
    rng = Random(number)
    tiles = hand(rng)
    return tiles, context(rng, tiles)


def ruleset(name: str, number: int) -> str | Json:
    """Return the ruleset as it stands, with all its rows, or a house table derived from it."""
    turn = number % 5
    return name if turn < 2 else with_all_rows(name) if turn < 4 else derived(Random(number), name)


def request(name: str, number: int) -> Json:
    """Return the request of a number."""
    tiles, facts = win(number)
    return {"ruleset": ruleset(name, number), "hand": tiles, "context": facts, "detail": "full"}


def _rows(answer: Json) -> set[str]:
    fans = {line["id"] for reading in answer.get("readings", []) for line in reading["fan"]}
    return fans | {part["id"] for payment in answer.get("payments", []) for part in payment["parts"]}


def compare(name: str, numbers: Iterable[int], post: Post) -> Report:
    """Post the wins of some numbers and compare each answer with the oracle's."""
    report = Report()
    for number in numbers:
        body = request(name, number)
        status, answer = post(body)
        report.hands += 1
        report.counted.update(_rows(answer))
        found = differences(body, status, answer)
        if found:
            report.faults.append((body, found))
    return report
