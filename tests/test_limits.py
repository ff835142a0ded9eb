"""The bounds of a request: where they are, that an operator can move them, and what the cache of tables may cost."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from service.app import create_app
from service.scoring import derive
from service.scoring.ruleset import ids, load

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient

ROOT = Path(__file__).parent.parent
JSON = {"Content-Type": "application/json"}
GOOD: dict[str, Any] = {
    "ruleset": "baike",
    "hand": "123m 456m 78m EEE 55p 678s 2g +9m",
    "context": {"seat": "S", "by": "discard", "from": "W"},
}
DRAW = {"deal": {"outcome": "draw"}}


def replay(deals: int, **more: object) -> dict[str, Any]:
    return {"ruleset": "baike", "players": list("甲乙丙丁"), "deals": [DRAW] * deals, **more}


def codes(client: FlaskClient, path: str, body: object) -> set[tuple[str, str]]:
    answer = client.post(path, json=body)
    return {(error["pointer"], error["code"]) for error in answer.get_json().get("errors", ())}


@pytest.mark.parametrize(
    ("setting", "path", "body"),
    [("MAX_BODY_BYTES", "/v1/score", GOOD), ("MAX_REPLAY_BYTES", "/v1/ledger/replay", replay(1))],
)
def test_the_size_of_a_body(setting: str, path: str, body: object) -> None:
    client = create_app({setting: 2_000}).test_client()
    text = json.dumps(body).encode()
    assert client.post(path, data=text.ljust(2_000), headers=JSON).status_code == 200
    answer = client.post(path, data=text.ljust(2_001), headers=JSON)
    assert (answer.status_code, "2000" in answer.get_json()["detail"]) == (413, True)


@pytest.mark.parametrize("limit", [12, 32, 200])
def test_the_depth_of_json(limit: int) -> None:
    client = create_app({"MAX_JSON_DEPTH": limit}).test_client()
    for opening, closing in (("[", "]"), ('{"a":', "}"), ('{"a\\"[":[', "]}")):
        levels = len(opening.replace('"a\\"["', "").replace('"a"', "").replace(":", ""))
        for depth, status in ((limit // levels, 422), (limit // levels + 1, 400)):
            text = opening * depth + "1" + closing * depth
            assert client.post("/v1/score", data=text, headers=JSON).status_code == status, text


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_a_hundred_thousand_levels_do_not_reach_the_parser(client: FlaskClient, opening: str) -> None:
    """It recurses: a body of the size that only a replay may have would end its thread."""
    answer = client.post("/v1/ledger/replay", data=opening * 100_000, headers=JSON)
    assert (answer.status_code, answer.get_json()["type"]) == (400, "/problems/not-json")
    assert "nested deeper than 32" in answer.get_json()["detail"]


@pytest.mark.parametrize("key", ["enable", "disable", "fan", "options"])
def test_the_entries_of_a_derived_table(client: FlaskClient, key: str) -> None:
    def table(count: int) -> dict[str, Any]:
        names = [f"name_{n}" for n in range(count)]
        return {**GOOD, "ruleset": {"id": "baike", key: names if key.endswith("able") else dict.fromkeys(names, 1)}}

    assert (f"/ruleset/{key}", "too_many") not in codes(client, "/v1/score", table(400))
    assert codes(client, "/v1/score", table(401)) == {(f"/ruleset/{key}", "too_many")}


def test_the_deals_of_a_replay(client: FlaskClient) -> None:
    assert client.post("/v1/ledger/replay", json=replay(1_000)).status_code == 200
    assert codes(client, "/v1/ledger/replay", replay(1_001)) == {("/deals", "too_many")}


def test_entries_and_deals_may_be_bounded_by_the_environment() -> None:
    program = f"""
from service.app import create_app
client = create_app().test_client()
table = {{"id": "baike", "disable": ["self_draw"] * 4}}
for path, body in (("/v1/score", {GOOD!r} | {{"ruleset": table}}), ("/v1/ledger/replay", {replay(6)!r})):
    print([error["code"] for error in client.post(path, json=body).get_json()["errors"]])
"""
    environment = os.environ | {"MAX_RULESET_ENTRIES": "3", "MAX_REPLAY_DEALS": "5"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["['too_many']", "['too_many']"]


@pytest.mark.parametrize("name", ["MAX_RULESET_ENTRIES", "MAX_REPLAY_DEALS", "MAX_JSON_DEPTH", "MAX_BODY_BYTES"])
def test_a_bound_that_makes_no_sense_stops_the_start(name: str) -> None:
    command = [sys.executable, "-c", "from service.app import create_app; create_app()"]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | {name: "no"}, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert f"ValueError: {name}: a whole number" in done.stderr


# The cache of derived tables.


def largest(name: str, n: int) -> dict[str, Any]:
    """Return a table of which everything is said that may be said, differing from the others by one price."""
    source = load(name)
    rows = [row.id for row in source.rows]
    priced = {row: n for row in rows if not isinstance(source.row(row).fan, dict)}
    return {"id": name, "enable": (rows * 4)[:400], "fan": priced}


def test_more_tables_than_fit_drive_out_the_eldest() -> None:
    def table(n: int) -> dict[str, Any]:
        return {"id": "baike", "fan": {"all_pungs": n}}

    kept = derive.derive(table(0))
    for n in range(1, derive.MOST_DERIVED):
        derive.derive(table(n))
    assert derive.derive(table(0)) is kept  # and it is the youngest now
    for n in range(derive.MOST_DERIVED, 2 * derive.MOST_DERIVED - 1):
        derive.derive(table(n))
    assert derive.derive(table(0)) is kept
    assert len(derive._derived) == derive.MOST_DERIVED
    assert derive.derive(table(1)) is not None
    assert len(derive._derived) == derive.MOST_DERIVED


def test_a_table_with_faults_is_not_kept() -> None:
    before = list(derive._derived)
    with pytest.raises(derive.BadOverride):
        derive.derive({"id": "baike", "fan": {"nothing": 1}})
    assert list(derive._derived) == before


@pytest.mark.parametrize("name", ids())
def test_a_full_cache_of_the_largest_tables_has_a_bounded_cost(name: str, figure: Callable[[str], None]) -> None:
    """A client that posts another table each time pays for each alone, and the memory stays where it is."""
    derive._derived.clear()
    gc.collect()
    tracemalloc.start()
    for n in range(derive.MOST_DERIVED):
        derive.derive(largest(name, n))
    gc.collect()
    full = tracemalloc.get_traced_memory()[0]
    for n in range(derive.MOST_DERIVED, derive.MOST_DERIVED + 64):
        derive.derive(largest(name, n))
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    began = time.thread_time()
    for n in range(1_000, 1_020):
        derive.derive(largest(name, n))
    each = (time.thread_time() - began) / 20
    derive._derived.clear()
    assert full < 64 * 1024 * 1024
    assert after < full * 1.05 + 1024 * 1024
    assert each < 0.1
    figure(f"{derive.MOST_DERIVED} tables hold {full / 1024 / 1024:.0f} MB; a new one costs {each * 1000:.1f} ms")
