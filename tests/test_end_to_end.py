"""The service behind its real server: whatever is sent is answered, and a refusal is problem+json, never a 500."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
import requests

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
LIMIT = 64 * 1024
PATIENCE = 60
JSON = {"Content-Type": "application/json"}
GOOD: dict[str, Any] = {
    "ruleset": "baike",
    "hand": "123m 456m 78m EEE 55p 678s 2g +9m",
    "context": {"seat": "S", "by": "discard", "from": "W"},
}


class Server(NamedTuple):
    """Where it listens."""

    port: int

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def score(self, body: bytes | str, **headers: str) -> requests.Response:
        return requests.post(self.url("/v1/score"), data=body, headers={**JSON, **headers})


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_ready(server: Server, process: subprocess.Popen[bytes], log: Path) -> None:
    last = time.monotonic() + PATIENCE
    while time.monotonic() < last and process.poll() is None:
        try:
            if requests.get(server.url("/readyz")).status_code == 200:
                return
        except requests.ConnectionError:
            time.sleep(0.05)
    pytest.fail(f"the server did not come up:\n{log.read_text()}")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start gunicorn as a deployment would, and end it with the session."""
    port = free_port()
    log = tmp_path_factory.mktemp("server") / "log"
    command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "service.app:create_app()"]
    environment = {**os.environ, "HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": "2"}
    environment.pop("MAX_BODY_BYTES", None)
    with (
        log.open("wb") as out,
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out) as process,
    ):
        try:
            wait_until_ready(Server(port), process, log)
            yield Server(port)
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()


def assert_problem(response: requests.Response, status: int, kind: str) -> dict[str, Any]:
    """Assert that an answer is a whole problem+json, and return it."""
    assert response.status_code == status, response.text[:500]
    assert response.headers["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = response.json()
    assert body.keys() >= {"type", "title", "status", "detail", "instance", "errors"}
    assert (body["type"], body["status"]) == (f"/problems/{kind}", status)
    assert body["instance"] == response.headers["X-Request-ID"] != ""
    assert body["title"]
    return body


def test_a_hand_is_scored(server: Server) -> None:
    response = requests.post(server.url("/v1/score"), json=GOOD)
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Cache-Control"] == "no-store"
    assert "Server" not in response.headers
    assert response.json()["total_fan"] == response.json()["readings"][0]["total"]
    assert [payment["from"] for payment in response.json()["payments"]] == ["W"]


def test_many_hands_at_once_are_scored_as_each_alone(server: Server) -> None:
    bodies = [{**GOOD, "context": {"seat": seat, "by": "self_draw"}} for seat in "ESWN"] * 8

    def answer(body: dict[str, Any]) -> Any:
        return requests.post(server.url("/v1/score"), json=body).json()

    alone = [answer(body) for body in bodies[:4]]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(answer, bodies)) == alone * 8


# Bodies that are not JSON, or not JSON that means one thing.

NOT_JSON = {
    "empty": b"",
    "blank": b" \n",
    "cut short": json.dumps(GOOD).encode()[:-1],
    "two values": b"{} {}",
    "no JSON": b"ruleset=baike",
    "single quotes": b"{'ruleset': 'baike'}",
    "trailing comma": b'{"ruleset": "baike",}',
    "duplicate keys": b'{"ruleset": "baike", "ruleset": "baike"}',
    "duplicate keys further in": b'{"context": {"seat": "E", "seat": "S"}}',
    "NaN": b'{"ruleset": NaN}',
    "Infinity": b'{"ruleset": Infinity}',
    "minus Infinity": b'{"ruleset": -Infinity}',
    "deep arrays": b"[" * 60_000,
    "deep objects": b'{"a":' * 10_000,
    "deep and closed": b"[" * 30_000 + b"]" * 30_000,
    "an integer of 5,000 digits": b'{"ruleset": ' + b"9" * 5_000 + b"}",
    "a lone surrogate": b'{"ruleset": "\\ud800"}',
    "a lone surrogate as key": b'{"\\udfff": 1}',
    "no UTF-8": b'{"ruleset": "\xff\xfe"}',
    "UTF-16": json.dumps(GOOD).encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + json.dumps(GOOD).encode(),
    "a raw control character": b'{"ruleset": "a\x00b"}',
}


@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON.keys())
def test_what_is_no_json_is_refused(server: Server, body: bytes) -> None:
    assert_problem(server.score(body), 400, "not-json")


NO_REQUEST = {
    "an array": b"[]",
    "a string": b'"baike"',
    "a number": b"1",
    "null": b"null",
    "true": b"true",
    "an empty object": b"{}",
    "a number too large for a float": b'{"ruleset": 1e999}',
    "a float": b'{"ruleset": 1.5}',
    "a NUL in a string": b'{"ruleset": "a\\u0000b"}',
    "a pair of surrogates": b'{"ruleset": "\\ud83c\\udc07"}',
    "many brackets in a string": json.dumps({**GOOD, "hand": "[" * 50_000}).encode(),
    "a long hand": json.dumps({**GOOD, "hand": "1m" * 20_000}).encode(),
    "a long list": json.dumps({**GOOD, "hand": {"concealed": ["1m"] * 10_000, "winning_tile": "1m"}}).encode(),
    "4,000 tiles": json.dumps({**GOOD, "hand": {"concealed": "1" * 4_000 + "m", "winning_tile": "1m"}}).encode(),
    "digits without end": json.dumps({**GOOD, "hand": {"concealed": "1" * 50_000, "winning_tile": "1m"}}).encode(),
    "a long ruleset id": json.dumps({**GOOD, "ruleset": "x" * 50_000}).encode(),
    "many unknown rows": json.dumps(
        {**GOOD, "ruleset": {"id": "baike", "disable": [f"row_{n}" for n in range(400)]}}
    ).encode(),
}


@pytest.mark.parametrize("body", NO_REQUEST.values(), ids=NO_REQUEST.keys())
def test_json_that_is_no_request_is_refused(server: Server, body: bytes) -> None:
    assert assert_problem(server.score(body), 422, "invalid-request")["errors"]


def test_a_hand_that_does_not_win_is_refused_with_its_waits(server: Server) -> None:
    response = requests.post(server.url("/v1/score"), json={**GOOD, "hand": "123m 456m 78m EEE 55p 678s 2g +9p"})
    body = assert_problem(response, 422, "not-a-winning-hand")
    assert (body["waits"], body["missing"]) == (["3m", "6m", "9m"], 1)


# Sizes.


def padded(size: int) -> bytes:
    body = json.dumps(GOOD).encode()
    return body + b" " * (size - len(body))


def in_chunks(body: bytes) -> Iterator[bytes]:
    """A body that is given in parts is sent without a length."""
    for start in range(0, len(body), 10_000):
        yield body[start : start + 10_000]


def test_the_largest_body_is_read(server: Server) -> None:
    assert server.score(padded(LIMIT)).status_code == 200
    assert requests.post(server.url("/v1/score"), data=in_chunks(padded(LIMIT)), headers=JSON).status_code == 200


def test_a_larger_body_is_refused_by_its_length(server: Server) -> None:
    assert_problem(server.score(padded(LIMIT + 1)), 413, "too-large")
    assert_problem(server.score(b"[" * 100_000), 413, "too-large")


def test_a_larger_body_without_a_length_is_refused_not_cut(server: Server) -> None:
    response = requests.post(server.url("/v1/score"), data=in_chunks(padded(LIMIT + 1)), headers=JSON)
    assert_problem(response, 413, "too-large")


# Paths, methods, media types.


@pytest.mark.parametrize(
    "path", ["/v1", "/v1/scores", "/v1/score/1", "/etc/passwd", "/v1/%00", "/v1/%ff", "/%F0%9F%80%87"]
)
def test_nothing_is_served_elsewhere(server: Server, path: str) -> None:
    assert_problem(requests.get(server.url(path)), 404, "not-found")


@pytest.mark.parametrize("name", ["nothing", "baike.toml", "..%2fbaike", "%00", "%ff", "%ED%A0%80", "x" * 3_000])
def test_an_unknown_ruleset_is_not_found(server: Server, name: str) -> None:
    response = requests.get(server.url(f"/v1/rulesets/{name}"))
    assert response.status_code == 404
    assert_problem(response, 404, "not-found" if "%2f" in name else "unknown-ruleset")


def test_an_unknown_ruleset_names_the_nearest(server: Server) -> None:
    body = assert_problem(requests.get(server.url("/v1/rulesets/biake")), 404, "unknown-ruleset")
    assert "did you mean 'baike'" in body["detail"]


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/v1/score", {"POST"}),
        ("PUT", "/v1/score", {"POST"}),
        ("DELETE", "/v1/score", {"POST"}),
        ("POST", "/v1/rulesets", {"GET", "HEAD"}),
        ("PATCH", "/v1/tiles", {"GET", "HEAD"}),
        ("POST", "/healthz", {"GET", "HEAD"}),
        ("BREW", "/readyz", {"GET", "HEAD"}),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(server: Server, method: str, path: str, allowed: set[str]) -> None:
    response = requests.request(method, server.url(path))
    assert_problem(response, 405, "method-not-allowed")
    assert set(response.headers["Allow"].split(", ")) - {"OPTIONS"} == allowed


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "json", ""])
def test_another_media_type_is_refused(server: Server, kind: str) -> None:
    assert_problem(server.score(json.dumps(GOOD), **{"Content-Type": kind}), 415, "wrong-media-type")


def test_a_body_without_a_media_type_is_refused(server: Server) -> None:
    assert_problem(requests.post(server.url("/v1/score"), data=json.dumps(GOOD).encode()), 415, "wrong-media-type")


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "Application/JSON"])
def test_json_may_be_named_with_its_charset(server: Server, kind: str) -> None:
    assert server.score(json.dumps(GOOD), **{"Content-Type": kind}).status_code == 200


# Request ids.


@pytest.mark.parametrize("given", ["a", "trace-1.2:3_4", "x" * 64])
def test_a_sane_request_id_is_taken_over(server: Server, given: str) -> None:
    headers = {"X-Request-ID": given}
    assert requests.get(server.url("/healthz"), headers=headers).headers["X-Request-ID"] == given
    assert assert_problem(requests.get(server.url("/nothing"), headers=headers), 404, "not-found")["instance"] == given


@pytest.mark.parametrize("given", [None, "", "two words", "x" * 65, "<script>", "a;b", "\u00e9".encode()])
def test_another_request_id_is_made_anew(server: Server, given: str | bytes | None) -> None:
    responses = [requests.get(server.url("/healthz"), headers={"X-Request-ID": given}) for _ in range(2)]
    made = [response.headers["X-Request-ID"] for response in responses]
    assert all(made)
    assert given not in made
    assert made[0] != made[1]


# Answers that last.


@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/rulesets/baike", "/v1/tiles", "/openapi.yaml", "/openapi.json"])
def test_a_lasting_answer_is_not_sent_twice(server: Server, path: str) -> None:
    first = requests.get(server.url(path))
    assert first.status_code == 200
    assert "max-age" in first.headers["Cache-Control"]
    again = requests.get(server.url(path), headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    other = requests.get(server.url(path), headers={"If-None-Match": '"another"'})
    assert (other.status_code, other.content) == (200, first.content)


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_the_state_of_the_service_is_not_cached(server: Server, path: str) -> None:
    response = requests.get(server.url(path))
    assert (response.status_code, response.headers["Cache-Control"]) == (200, "no-store")


# What no client library would send.


def raw(server: Server, head: str, body: bytes, *, close_early: bool = False) -> tuple[int, str, bytes]:
    """Send bytes as they are; return status, content type and body of the answer."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        lines = [
            "POST /v1/score HTTP/1.1",
            "Host: localhost",
            "Content-Type: application/json",
            head,
            "Connection: close",
        ]
        connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        if close_early:
            connection.shutdown(socket.SHUT_WR)
        response = http.client.HTTPResponse(connection, method="POST")
        response.begin()
        return response.status, response.headers["Content-Type"], response.read()


BAD_CHUNKS = {
    "no size": b"zz\r\n{}\r\n0\r\n\r\n",
    "a negative size": b"-2\r\n{}\r\n0\r\n\r\n",
    "a wrong size": b"1\r\n{}\r\n0\r\n\r\n",
    "a second chunk without size": b"2\r\n{}\r\nzz\r\n",
}


@pytest.mark.parametrize("body", BAD_CHUNKS.values(), ids=BAD_CHUNKS.keys())
def test_a_bad_chunk_is_the_senders_fault(server: Server, body: bytes) -> None:
    status, kind, answer = raw(server, "Transfer-Encoding: chunked", body, close_early=True)
    assert (status, kind) == (400, "application/problem+json"), answer
    assert json.loads(answer)["status"] == 400


@pytest.mark.parametrize("head", ["Content-Length: 1000", "Transfer-Encoding: chunked"])
def test_a_body_that_breaks_off_is_no_json(server: Server, head: str) -> None:
    body = b"100\r\n{" if "chunked" in head else b"{"
    status, kind, answer = raw(server, head, body, close_early=True)
    assert (status, kind) == (400, "application/problem+json"), answer


# A batch.


def ndjson(count: int) -> bytes:
    """Different lines, so that each is scored."""
    bodies = ({**GOOD, "players": {seat: f"{seat}{n}" for seat in "ESWN"}} for n in range(count))
    return b"".join(json.dumps(body).encode() + b"\n" for body in bodies)


@pytest.mark.parametrize("body", [ndjson(300), in_chunks(ndjson(300))], ids=["with a length", "in chunks"])
def test_a_batch_is_answered_line_by_line(server: Server, body: bytes | Iterator[bytes]) -> None:
    headers = {"Content-Type": "application/x-ndjson"}
    with requests.post(server.url("/v1/score/batch"), data=body, headers=headers, stream=True) as response:
        assert (response.status_code, response.headers.get("Transfer-Encoding")) == (200, "chunked")
        answers = [json.loads(line) for line in response.iter_lines()]
    assert [(answer["n"], answer["status"]) for answer in answers] == [(n, 200) for n in range(1, 301)]
    assert answers[299]["body"]["payments"][0]["from"] == "W299"


def test_a_client_may_send_a_large_batch_whole_before_it_reads(server: Server) -> None:
    """Answering while reading filled the buffers on both sides, and both waited for ever."""
    body = ndjson(6_000)
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        head = f"Content-Type: application/x-ndjson\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        connection.sendall(b"POST /v1/score/batch HTTP/1.1\r\nHost: localhost\r\n" + head.encode() + body)
        response = http.client.HTTPResponse(connection, method="POST")
        response.begin()
        assert response.read().count(b'"status":200') == 6_000


def test_a_batch_that_is_too_long_is_refused_whole(server: Server) -> None:
    headers = {"Content-Type": "application/x-ndjson"}
    response = requests.post(server.url("/v1/score/batch"), data=b"{}\n" * 100_001, headers=headers)
    assert_problem(response, 413, "too-large")


def test_after_all_that_the_service_still_answers(server: Server) -> None:
    assert requests.post(server.url("/v1/score"), json=GOOD).status_code == 200
