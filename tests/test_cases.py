"""Every case vector gives its answer, and no row is without its cases."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from vectors import differences, request_of, rulesets, vectors

from service.scoring.ruleset import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.test import TestResponse

ALL = [vector for name in rulesets() for vector in vectors(name)]


@pytest.mark.parametrize("vector", ALL, ids=[f"{v['ruleset_id']}/{v['id']}" for v in ALL])
def test_vector(vector: dict[str, Any], post: Callable[[dict[str, Any]], TestResponse]) -> None:
    answer = post(request_of(vector))
    assert differences(vector, answer.status_code, answer.get_json()) == []


def test_ids_are_unique_and_short() -> None:
    ids = Counter((vector["ruleset_id"], vector["id"]) for vector in ALL)
    assert [one for one, times in ids.items() if times > 1] == []
    assert [one for one in ids if len(one[1]) > 100 or "should" in one[1].split()] == []


@pytest.mark.parametrize("name", rulesets())
def test_every_row_has_an_earning_hand_and_a_near_miss(name: str) -> None:
    rows = {row.id for row in load(name).rows}
    earned = {v["earns"] for v in vectors(name) if "earns" in v}
    missed = {v["misses"] for v in vectors(name) if "misses" in v}
    assert (rows - earned, rows - missed) == (set(), set())
    assert (earned | missed) - rows == set()


@pytest.mark.parametrize("name", rulesets())
def test_an_earning_vector_says_what_it_earns(name: str) -> None:
    per_payer = {row.id for row in load(name).rows if row.scope == "payer"}
    silent = [
        v["id"]
        for v in vectors(name)
        if "earns" in v
        and v["earns"] not in {**v.get("fan", {}), **v.get("has", {})}
        and not (v["earns"] in per_payer and "payments" in v)
    ]
    assert silent == []
