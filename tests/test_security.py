"""Who may call, from where, and what an answer gives away."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any

import pytest

import service.api.scores
from service.api.security import is_known
from service.api.settings import settings
from service.app import create_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

KEY, OTHER = "correct-horse-battery", "staple.of~keys+/="
DIGESTS = ",".join(hashlib.sha256(key.encode()).hexdigest() for key in (KEY, OTHER))
PAGE = "https://table.example"
GOOD: dict[str, Any] = {
    "ruleset": "baike",
    "hand": "123m 456m 78m EEE 55p 678s 2g +9m",
    "context": {"seat": "S", "by": "discard", "from": "W"},
}
# Each with the status that it is answered by.
ANSWERS = {
    "a score": ("POST", "/v1/score", 200),
    "a ruleset": ("GET", "/v1/rulesets/baike", 200),
    "the document": ("GET", "/openapi.json", 200),
    "no such path": ("GET", "/nowhere", 404),
    "no such method": ("PUT", "/v1/score", 405),
    "health": ("GET", "/healthz", 200),
    "metrics": ("GET", "/metrics", 200),
}


def client_of(**config: object) -> FlaskClient:
    return create_app(config).test_client()


def ask(client: FlaskClient, method: str, path: str, **headers: str) -> TestResponse:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.open(path, method=method, json=GOOD if method == "POST" else None, headers=sent)


# What every answer says to browsers.


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS.values(), ids=ANSWERS.keys())
def test_every_answer_forbids_to_sniff_to_load_and_to_frame(
    method: str, path: str, status: int, client: FlaskClient
) -> None:
    answer = ask(client, method, path)
    assert answer.status_code == status
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert not {name for name in answer.headers.keys() if name.startswith("Access-Control-")}  # noqa: SIM118 - not a dict
    assert "X-Powered-By" not in answer.headers


def test_a_failure_of_ours_shows_nothing_of_its_cause(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_args: object, **_options: object) -> None:
        message = "the cause, with a secret in it"
        raise RuntimeError(message)

    monkeypatch.setattr(service.api.scores, "score", fail)
    answer = ask(client_of(), "POST", "/v1/score", X_Request_ID="found-again")
    assert (answer.status_code, answer.content_type) == (500, "application/problem+json")
    assert answer.get_json()["instance"] == "found-again"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    for hidden in ("cause", "secret", "RuntimeError", "Traceback", ".py"):
        assert hidden not in answer.text
    assert "the cause" in caplog.text  # but the log has it


# Keys.


@pytest.fixture
def guarded() -> FlaskClient:
    return client_of(API_KEYS=DIGESTS)


@pytest.mark.parametrize("key", [KEY, OTHER])
@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
def test_a_known_key_opens(guarded: FlaskClient, key: str, scheme: str) -> None:
    assert ask(guarded, "POST", "/v1/score", Authorization=f"{scheme} {key}").status_code == 200


@pytest.mark.parametrize(
    "given",
    [
        None, "", "Bearer", "Bearer ", f"Bearer {KEY}x", f"Bearer {KEY.upper()}", f"Basic {KEY}", KEY,
        "Bearer " + DIGESTS.split(",")[0], "Bearer \u00e9\u00ff", "Bearer " + "x" * 5_000,
        "Bearer realm=a, b=c", "Basic ::::",
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/v1/score", "/v1/rulesets", "/openapi.yaml", "/nowhere"])
def test_anything_else_is_refused(guarded: FlaskClient, path: str, given: str | None) -> None:
    headers = {} if given is None else {"Authorization": given}
    answer = ask(guarded, "POST" if path == "/v1/score" else "GET", path, **headers)
    assert (answer.status_code, answer.content_type) == (401, "application/problem+json")
    body = answer.get_json()
    assert (body["type"], body["instance"]) == ("/problems/unauthorized", answer.headers["X-Request-ID"])
    challenge = answer.headers["WWW-Authenticate"]
    assert challenge.startswith("Bearer realm=")
    assert given is None or KEY not in answer.text + str(answer.headers)


def test_a_wrong_key_is_told_from_a_missing_one(guarded: FlaskClient) -> None:
    assert "invalid_token" in ask(guarded, "GET", "/v1/tiles", Authorization="Bearer no").headers["WWW-Authenticate"]
    assert "invalid_token" not in ask(guarded, "GET", "/v1/tiles").headers["WWW-Authenticate"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_probes_and_scrapers_need_no_key(guarded: FlaskClient, path: str) -> None:
    assert ask(guarded, "GET", path).status_code == 200


def test_what_takes_a_key_is_kept_by_no_cache_of_many(guarded: FlaskClient, client: FlaskClient) -> None:
    kept = ask(guarded, "GET", "/v1/rulesets", Authorization=f"Bearer {KEY}").headers["Cache-Control"]
    assert "private" in kept
    assert "public" not in kept
    assert "public" in ask(client, "GET", "/v1/rulesets").headers["Cache-Control"]


def test_without_keys_a_key_does_not_matter(client: FlaskClient) -> None:
    assert ask(client, "POST", "/v1/score", Authorization="Bearer whatever").status_code == 200


def test_every_known_digest_is_compared_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """To stop at the right one would tell by its time which one that is."""
    compared: list[tuple[str, str]] = []

    def compare(one: str, other: str) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr("hmac.compare_digest", compare)
    digests = DIGESTS.split(",")
    assert is_known(KEY, digests)
    assert compared == [(digests[0], digest) for digest in digests]


@pytest.mark.parametrize("wrong", [KEY, "0" * 63, "g" * 64, f"{DIGESTS},{KEY}"])
def test_a_digest_that_is_none_stops_the_start_without_showing_it(wrong: str) -> None:
    with pytest.raises(ValueError, match="API_KEYS: entry") as raised:
        settings({"API_KEYS": wrong})
    assert wrong.rpartition(",")[2] not in str(raised.value)


def test_keys_and_bodies_are_never_logged(capsys: pytest.CaptureFixture[str]) -> None:
    ours = logging.getLogger("service")
    before = (ours.handlers, ours.level, ours.propagate)
    try:
        client = client_of(API_KEYS=DIGESTS, ACCESS_LOG="on")
        for key in (KEY, "wrong-key-8472"):
            ask(client, "POST", f"/v1/score?key={key}", Authorization=f"Bearer {key}")
        ask(client, "GET", "/v1/rulesets/my-secret", Authorization=f"Bearer {KEY}")
    finally:
        ours.handlers, ours.level, ours.propagate = before
    printed = capsys.readouterr().out
    lines = [json.loads(line) for line in printed.splitlines()]
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("POST", "/v1/score", 200),
        ("POST", "/v1/score", 401),
        ("GET", "/v1/rulesets/<name>", 404),
    ]
    for secret in (KEY, "my-secret", "wrong-key-8472", *DIGESTS.split(","), "123m", "baike"):
        assert secret not in printed


# Pages of other origins.


def preflight(client: FlaskClient, origin: str) -> TestResponse:
    return ask(client, "OPTIONS", "/v1/score", Origin=origin, Access_Control_Request_Method="POST")


def test_other_origins_are_closed_out_unless_configured(client: FlaskClient) -> None:
    for answer in (preflight(client, PAGE), ask(client, "POST", "/v1/score", Origin=PAGE)):
        assert "Access-Control-Allow-Origin" not in answer.headers


def test_a_configured_origin_may_call() -> None:
    client = client_of(CORS_ORIGINS=f"https://other.example, {PAGE}")
    asked = preflight(client, PAGE)
    assert (asked.status_code, asked.data) == (204, b"")
    assert asked.headers["Access-Control-Allow-Origin"] == PAGE
    assert "POST" in asked.headers["Access-Control-Allow-Methods"]
    assert {"Content-Type", "Authorization"} <= set(asked.headers["Access-Control-Allow-Headers"].split(", "))
    assert int(asked.headers["Access-Control-Max-Age"]) > 0
    answer = ask(client, "POST", "/v1/score", Origin=PAGE)
    assert answer.headers["Access-Control-Allow-Origin"] == PAGE
    assert set(answer.headers["Access-Control-Expose-Headers"].split(", ")) == {"ETag", "X-Request-ID"}
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize(
    "origin", ["https://evil.example", f"{PAGE}.evil.example", f"{PAGE}:8080", "http://table.example", "null", ""]
)
def test_any_other_origin_may_not(origin: str) -> None:
    client = client_of(CORS_ORIGINS=PAGE)
    for answer in (preflight(client, origin), ask(client, "POST", "/v1/score", Origin=origin)):
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert "Origin" in answer.headers["Vary"]  # no cache gives it what it gave to another


def test_all_origins_may_call_where_that_is_wanted() -> None:
    client = client_of(CORS_ORIGINS="*")
    for answer in (preflight(client, "null"), ask(client, "GET", "/v1/rulesets")):
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Vary" not in answer.headers


def test_a_browser_asks_without_a_key_and_reads_the_refusal() -> None:
    client = client_of(CORS_ORIGINS=PAGE, API_KEYS=DIGESTS)
    assert preflight(client, PAGE).status_code == 204
    assert preflight(client, "https://evil.example").status_code == 401
    refused = ask(client, "POST", "/v1/score", Origin=PAGE)
    assert (refused.status_code, refused.headers["Access-Control-Allow-Origin"]) == (401, PAGE)


@pytest.mark.parametrize("wrong", [f"{PAGE}/", "table.example", "https://*.example", "https://TABLE.example", "x y"])
def test_what_no_browser_sends_as_an_origin_stops_the_start(wrong: str) -> None:
    with pytest.raises(ValueError, match="CORS_ORIGINS"):
        settings({"CORS_ORIGINS": wrong})
