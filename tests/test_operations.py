"""What an operator sees: health, readiness, counts, the log; and what stops a start."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.api import workers
from service.api.settings import settings
from service.app import create_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient

ROOT = Path(__file__).parent.parent
GOOD: dict[str, Any] = {
    "ruleset": "baike",
    "hand": "123m 456m 78m EEE 55p 678s 2g +9m",
    "context": {"seat": "S", "by": "discard", "from": "W"},
}


def samples(client: FlaskClient) -> dict[str, float]:
    """Return every count by its name and labels, as a scraper reads it."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.content_type.startswith("text/plain; version=0.0.4")
    assert answer.headers["Cache-Control"] == "no-store"
    return {
        f"{sample.name}{sorted(sample.labels.items())}": sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def growth(client: FlaskClient, *requests: tuple[str, str, object]) -> dict[str, float]:
    """Return what some requests add to the counts."""
    before = samples(client)
    for method, path, body in requests:
        client.open(path, method=method, json=body)
    return {name: value - before.get(name, 0) for name, value in samples(client).items()}


def test_requests_are_counted_by_route_and_status(client: FlaskClient) -> None:
    added = growth(
        client,
        ("POST", "/v1/score", GOOD),
        ("POST", "/v1/score", GOOD),
        ("POST", "/v1/score", {}),
        ("GET", "/v1/rulesets/baike", None),
        ("GET", "/v1/rulesets/nothing", None),
        ("GET", "/a/path/that/is/nowhere", None),
        ("GET", "/another", None),
        ("DELETE", "/v1/score", None),
    )
    counted = {name: n for name, n in added.items() if name.startswith("http_requests_total") and n}
    assert counted == {
        "http_requests_total[('route', '/v1/score'), ('status', '200')]": 2,
        "http_requests_total[('route', '/v1/score'), ('status', '422')]": 1,
        "http_requests_total[('route', '/v1/rulesets/<name>'), ('status', '200')]": 1,
        "http_requests_total[('route', '/v1/rulesets/<name>'), ('status', '404')]": 1,
        "http_requests_total[('route', 'none'), ('status', '404')]": 2,
        "http_requests_total[('route', 'none'), ('status', '405')]": 1,
        "http_requests_total[('route', '/metrics'), ('status', '200')]": 1,
    }


def test_durations_are_counted_in_buckets(client: FlaskClient) -> None:
    added = growth(client, ("POST", "/v1/score", GOOD))
    name = "http_request_duration_seconds"
    assert added[f"{name}_count[('route', '/v1/score')]"] == 1
    assert added[f"{name}_bucket[('le', '+Inf'), ('route', '/v1/score')]"] == 1
    assert added[f"{name}_sum[('route', '/v1/score')]"] > 0


def test_a_streamed_answer_is_counted_and_logged_when_it_ends(client: FlaskClient) -> None:
    """It was when it began: a long batch passed for a short one."""
    route = "('route', '/v1/score/batch')"
    count = f"http_requests_total[{route}, ('status', '200')]"
    total = f"http_request_duration_seconds_sum[{route}]"
    before = samples(client)
    lines = (json.dumps(GOOD) + "\n") * 2
    answer = client.post("/v1/score/batch", data=lines, content_type="application/x-ndjson")
    assert samples(client).get(count, 0) == before.get(count, 0)
    time.sleep(0.02)
    answer.close()
    after = samples(client)
    assert after[count] == before.get(count, 0) + 1
    assert after[total] - before.get(total, 0) >= 0.02


def test_hands_are_counted_by_ruleset_when_they_are_scored(client: FlaskClient) -> None:
    house = {**GOOD, "ruleset": {"id": "house", "options": {"base": 3}}}
    refused = {**GOOD, "hand": "123m 456m 78m EEE 55p 678s 2g +9p"}
    requests = [("POST", "/v1/score", body) for body in (GOOD, house, house, refused, {**GOOD, "ruleset": "mine"})]
    added = growth(client, *requests)
    assert {name: n for name, n in added.items() if name.startswith("hands_scored_total") and n} == {
        "hands_scored_total[('ruleset', 'baike')]": 1,
        "hands_scored_total[('ruleset', 'house')]": 2,
    }


def test_the_cache_of_derived_tables_is_counted(client: FlaskClient) -> None:
    table = {**GOOD, "ruleset": {"id": "baike", "fan": {"all_pungs": 99_871}}}
    added = growth(client, *[("POST", "/v1/score", table)] * 3)
    assert added["derived_table_lookups_total[('result', 'miss')]"] == 1
    assert added["derived_table_lookups_total[('result', 'hit')]"] == 2


def test_readiness_follows_the_mark_that_the_server_sets(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "FOLDER", tmp_path)
    assert client.get("/readyz").status_code == 200
    (tmp_path / "draining").touch()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.get_json()["type"]) == (503, "/problems/not-ready")
    assert answer.headers["Cache-Control"] == "no-store"
    assert client.get("/healthz").status_code == 200


# The log.


def logged(*requests: str) -> list[dict[str, Any]]:
    """Return the lines that a fresh application writes, each of which must be JSON."""
    program = f"""
from service.app import create_app
from service.api import scores
def fail(*args, **options): raise RuntimeError("two\\nlines")
client = create_app({{"ACCESS_LOG": "on"}}).test_client()
scores.score = fail
good = {GOOD!r}
for request in {requests!r}: exec(request)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_each_request_is_one_line() -> None:
    lines = logged(
        "client.get('/healthz', headers={'X-Request-ID': 'mine'})",
        "client.get('/v1/rulesets/baike?who=me')",
        "client.get('/nowhere/secret')",
        "client.open('/v1/score', method='BREW')",
    )
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("GET", "/healthz", 200),
        ("GET", "/v1/rulesets/<name>", 200),
        ("GET", None, 404),
        ("BREW", None, 405),
    ]
    assert lines[0]["id"] == "mine"
    for line in lines:
        assert line.keys() == {
            "time", "level", "logger", "message", "id", "method", "route", "status", "duration_ms",
        }  # fmt: skip
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["time"])
        assert 0 < line["duration_ms"] < 60_000


def test_the_line_of_a_streamed_answer_comes_at_its_end() -> None:
    lines = logged(
        "open_one = client.post('/v1/score/batch', data=b'{}', content_type='application/x-ndjson')",
        "client.get('/healthz')",
        "open_one.close()",
    )
    assert [(line["route"], line["status"]) for line in lines] == [("/healthz", 200), ("/v1/score/batch", 200)]


def test_a_failure_of_ours_is_one_line_too_and_found_by_its_id() -> None:
    failure, request = logged("client.post('/v1/score', json=good, headers={'X-Request-ID': 'lost-1'})")
    assert (failure["level"], failure["message"], failure["id"]) == ("error", "unhandled", "lost-1")
    assert "RuntimeError: two\nlines" in failure["exception"]
    assert (request["id"], request["status"]) == ("lost-1", 500)


def test_nothing_is_logged_unless_asked(client: FlaskClient, capsys: pytest.CaptureFixture[str]) -> None:
    client.get("/healthz")
    assert capsys.readouterr() == ("", "")


# Settings.


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("MAX_BODY_BYTES", "many"), ("MAX_BODY_BYTES", "-1"), ("MAX_BODY_BYTES", "1e6"), ("MAX_BODY_BYTES", "64K"),
        ("MAX_BODY_BYTES", "100"), ("MAX_BODY_BYTES", "9" * 5_000), ("MAX_BODY_BYTES", "٣٢٧٦٨"),
        ("MAX_BODY_BYTES", " 65536"),
        ("MAX_REPLAY_BYTES", "0x400"), ("MAX_JSON_DEPTH", "3"), ("MAX_JSON_DEPTH", "1000"), ("ACCESS_LOG", "maybe"),
    ],
)  # fmt: skip
def test_a_setting_that_makes_no_sense_stops_the_start(name: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=name) as raised:
        settings({name: wrong})
    assert len(str(raised.value)) < 200


def test_an_empty_setting_is_none() -> None:
    assert settings(dict.fromkeys(["MAX_BODY_BYTES", "ACCESS_LOG", "API_KEYS", "CORS_ORIGINS"], "")) == settings({})


def test_the_environment_is_read_and_config_goes_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAX_BODY_BYTES", "2048")
    assert create_app().config["MAX_BODY_BYTES"] == 2_048
    assert create_app({"MAX_BODY_BYTES": 4_096}).config["MAX_BODY_BYTES"] == 4_096
