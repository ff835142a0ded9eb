"""The service against a second scorer (`oracle/scorer.py`) that was written from the rules alone, on random wins."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from oracle import soak
from oracle.compare import differences
from oracle.differential import Report, compare, request
from oracle.tables import NAMES, row_ids

from service.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable

HANDS = 2_000


@cache
def report(name: str) -> Report:
    """Return what comes of the first wins; two tests of a ruleset look at it."""
    client = create_app().test_client()

    def post(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        answer = client.post("/v1/score", json=body)
        return answer.status_code, answer.get_json()

    return compare(name, range(HANDS), post)


@pytest.mark.parametrize("name", NAMES)
def test_every_reading_row_and_payment_is_the_oracles(name: str) -> None:
    faults = report(name).faults
    assert faults == [], f"{len(faults)} of {HANDS} wins differ\n{soak.shown(faults)}"


@pytest.mark.parametrize("name", NAMES)
def test_every_row_counts_in_some_win(name: str) -> None:
    assert [row for row in row_ids(name) if not report(name).counted[row]] == []


@pytest.mark.soak
def test_many_more_wins_are_the_oracles(figure: Callable[[str], None]) -> None:
    """Other wins each time; `SOAK_FIRST` takes those of a run before."""
    hands = int(os.environ.get("SOAK_HANDS") or 100_000)
    first = int(os.environ.get("SOAK_FIRST") or soak.anywhere())
    reports = [report for _, report in soak.pieces(hands, first)]
    faults = [fault for report in reports for fault in report.faults]
    compared = sum(report.hands for report in reports)
    figure(f"SOAK_FIRST={first}: {compared} answers for {hands} wins by {len(NAMES)} rulesets, {len(faults)} differ")
    assert faults == [], f"SOAK_FIRST={first}: {len(faults)} wins differ\n{soak.shown(faults)}"


def _dearer(answer: dict[str, Any]) -> None:
    answer["readings"][0]["total"] += 1


def _other_row(answer: dict[str, Any]) -> None:
    answer["readings"][0]["fan"][0]["id"] = "never_heard_of"


def _one_reading_less(answer: dict[str, Any]) -> None:
    answer["readings"].pop()


def _paid_less(answer: dict[str, Any]) -> None:
    answer["payments"][0]["fan"] -= 1


def _best_total(answer: dict[str, Any]) -> None:
    answer["total_fan"] += 1


def _no_waits(answer: dict[str, Any]) -> None:
    answer["waits"] = []


@pytest.mark.parametrize("fault", [_dearer, _other_row, _one_reading_less, _paid_less, _best_total, _no_waits])
@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_answer_is_noticed(name: str, fault: Callable[[dict[str, Any]], None], client: Any) -> None:
    body = request(name, 0)
    answer = client.post("/v1/score", json=body)
    right = answer.get_json()
    assert differences(body, answer.status_code, right) == []
    fault(right)
    assert differences(body, answer.status_code, right) != []
