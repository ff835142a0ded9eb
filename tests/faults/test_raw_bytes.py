"""Bytes that no client library would send: each gets an answer, and every refusal is a problem."""

from __future__ import annotations

import contextlib
import gzip
import http.client
import json
import random
import time
from typing import TYPE_CHECKING

import pytest
from faults.servers import GOOD, Instance, Raw, head, send_raw
from problems import faults_of_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = json.dumps(GOOD).encode()
# Generous: it shows that nothing hangs, not how fast it is.
PATIENCE = 5.0


def posted(body: bytes, *more: str) -> bytes:
    return head(f"Content-Length: {len(body)}", *more) + body


def check(server: Instance, data: bytes, *, end: bool = True) -> Raw:
    """Send bytes; return an answer that is a whole problem, or a score."""
    began = time.monotonic()
    answer = send_raw(server, data, end=end)
    assert time.monotonic() - began < PATIENCE
    assert answer.status < 500 or answer.status == 501, answer
    assert "server" not in answer.headers
    if answer.status >= 400:
        body = json.loads(data.partition(b"\r\n\r\n")[2]) if answer.status == 422 else None
        found = faults_of_problem(answer.status, answer.headers["content-type"], json.loads(answer.body), body)
        assert found == [], answer
        assert answer.headers["x-request-id"] == json.loads(answer.body)["instance"]
    return answer


NOT_JSON = {
    "nothing": b"",
    "truncated": TEXT[:-1],
    "truncated within a tile": TEXT[: TEXT.index(b"EEE") + 1],
    "truncated within an escape": b'{"hand": "\\ud8',
    "a key twice": b'{"ruleset": "baike", "ruleset": "baike"}',
    "a key twice, once escaped": b'{"ruleset": "baike", "\\u0072uleset": "baike"}',
    "NaN": b'{"ruleset": NaN}',
    "minus infinity": b'{"ruleset": -Infinity}',
    "arrays 10,000 deep": b"[" * 10_000 + b"]" * 10_000,
    "objects 10,000 deep": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "brackets without end": b"[" * 65_536,
    "depth behind a string": b'{"a":"\\\\","b":' + b"[" * 40 + b"]" * 40 + b"}",
    "a lone surrogate": b'{"hand": "\\ud800"}',
    "a lone surrogate for a key": b'{"\\udc00": 1}',
    "surrogates in the wrong order": b'{"hand": "\\udc07\\ud83c"}',
    "an integer of 60,000 digits": b'{"ruleset": ' + b"9" * 60_000 + b"}",
    "UTF-16": TEXT.decode().encode("utf-16"),
    "UTF-32": TEXT.decode().encode("utf-32-le"),
    "Latin-1": '{"ruleset": "é"}'.encode("latin-1"),
    "Big5": '{"ruleset": "萬"}'.encode("big5"),
    "surrogates in UTF-8": b'{"ruleset": "\xed\xa0\x80"}',
    "overlong UTF-8": b'{"ruleset": "\xc0\xaf"}',
    "a byte order mark": b"\xef\xbb\xbf" + TEXT,
    "NUL": b"\x00",
    "gzip": gzip.compress(TEXT),
    "two values": TEXT + TEXT,
    "a form": b"ruleset=baike&hand=1m",
    "XML": b"<score/>",
}


@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON.keys())
def test_what_is_not_json(server: Instance, body: bytes) -> None:
    assert check(server, posted(body)).status == 400


STRANGE = {
    "a string of 64 KB": b'{"ruleset": "' + b"x" * 65_000 + b'"}',
    "a hand of 64 KB": json.dumps({**GOOD, "hand": "1m" * 32_000}).encode(),
    "a key of 64 KB": b'{"' + b"k" * 65_000 + b'": 1}',
    "a string of escapes": b'{"ruleset": "' + b"\\u0000" * 10_000 + b'"}',
    "an integer of 4,000 digits": b'{"ruleset": ' + b"9" * 4_000 + b"}",
    "an exponent beyond floats": b'{"ruleset": 1e999999}',
    "a pool of 4,000 digits": json.dumps({**GOOD, "context": {**GOOD["context"], "pool": 10**3_999}}).encode(),
    "an emoji for a hand": json.dumps({**GOOD, "hand": "👨‍👩‍👧"}, ensure_ascii=False).encode(),
    "null": b"null",
    "an array": b"[" + TEXT + b"]",
}


@pytest.mark.parametrize("body", STRANGE.values(), ids=STRANGE.keys())
def test_what_is_json_and_no_request(server: Instance, body: bytes) -> None:
    assert check(server, posted(body)).status == 422


CHUNKED = "Transfer-Encoding: chunked"
HTTP = {
    "no length": (head() + TEXT, 400),
    "a length that is too long": (head("Content-Length: 1000") + TEXT, 400),
    "a length that is too short": (head("Content-Length: 20") + TEXT, 400),
    "a length of 0": (head("Content-Length: 0") + TEXT, 400),
    "a negative length": (head("Content-Length: -1") + TEXT, 400),
    "a length with a sign": (head(f"Content-Length: +{len(TEXT)}") + TEXT, 400),
    "a length in words": (head("Content-Length: many") + TEXT, 400),
    "a length of 5,000 digits": (head("Content-Length: " + "9" * 5_000) + TEXT, 400),
    "a length that no memory holds": (head("Content-Length: 9999999999999999") + TEXT, 413),
    "two lengths": (head("Content-Length: 2", f"Content-Length: {len(TEXT)}") + TEXT, 400),
    "a length and chunks": (head(f"Content-Length: {len(TEXT)}", CHUNKED) + TEXT, 400),
    "chunks without a size": (head(CHUNKED) + TEXT, 400),
    "a chunk cut short": (head(CHUNKED) + b"fff\r\n" + TEXT, 400),
    "a chunk too large to count": (head(CHUNKED) + b"f" * 100 + b"\r\n" + TEXT, 400),
    "chunks that end at once": (head(CHUNKED) + b"0\r\n\r\n", 400),
    "chunks over the limit": (head(CHUNKED) + (b"4000\r\n" + b" " * 0x4000 + b"\r\n") * 5 + b"0\r\n\r\n", 413),
    "a coding nobody knows": (head("Transfer-Encoding: xchunked") + TEXT, 501),
    "another version": (b"GET /healthz HTTP/3.7\r\n\r\n", 400),
    "no version": (b"GET /healthz\r\n\r\n", 400),
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
    "two hosts": (head("Host: other", "Content-Length: 0"), 400),
    "a space before the colon": (head("Content-Length : 2") + b"{}", 400),
    "a header without a colon": (head("nonsense") + b"{}", 400),
    "a folded header": (head("X-A: 1", " 2", "Content-Length: 2") + b"{}", 400),
    "NUL in a header": (head("X-A: \x00", "Content-Length: 2") + b"{}", 400),
    "a header of 64 KB": (head("X-A: " + "a" * 65_536) + b"{}", 431),
    "ten thousand headers": (head(*(f"X-{n}: 1" for n in range(10_000))) + b"{}", 431),
    "a path of 64 KB": (head(path="/" + "a" * 65_536), 414),
    "a path that climbs": (head("Content-Length: 0", path="/../../etc/passwd", method="GET"), 404),
    "a path that is no UTF-8": (head("Content-Length: 0", path="/%ff%fe", method="GET"), 404),
    "a method nobody knows": (head("Content-Length: 2", method="BREW") + b"{}", 405),
    "an expectation nobody meets": (head("Content-Length: 2", "Expect: the-unexpected") + b"{}", 417),
    "a charset nobody knows": (posted(TEXT, "Content-Type: application/json; charset=utf-7"), 400),
}


@pytest.mark.parametrize(("data", "status"), HTTP.values(), ids=HTTP.keys())
def test_http_that_lies_or_breaks_off(server: Instance, data: bytes, status: int) -> None:
    assert check(server, data).status == status


def in_lines(*lines: str) -> bytes:
    return head(*lines, path="/v1/score/batch").replace(b"application/json", b"application/x-ndjson")


BATCHES = {
    "a length that is too long": in_lines("Content-Length: 1000") + TEXT,
    "chunks without a size": in_lines(CHUNKED) + TEXT,
    "a chunk cut short": in_lines(CHUNKED) + b"fff\r\n" + TEXT,
    "a second chunk without a size": in_lines(CHUNKED) + b"3\r\n{}\n\r\nzz\r\n",
    "chunks without an end": in_lines(CHUNKED) + b"3\r\n{}\n\r\n",
}


@pytest.mark.parametrize("data", BATCHES.values(), ids=BATCHES.keys())
def test_a_batch_that_breaks_off_is_refused_whole(server: Instance, data: bytes) -> None:
    assert check(server, data).status == 400


def test_random_bytes(server: Instance) -> None:
    """Bytes without sense, and good requests with a few bytes changed: an answer, or a closed connection."""
    dice = random.Random(7)

    def made() -> Iterator[bytes]:
        for _ in range(60):
            yield dice.randbytes(dice.randrange(1, 300)) + b"\r\n\r\n"
            changed = bytearray(posted(TEXT))
            for _ in range(dice.randrange(1, 4)):
                changed[dice.randrange(len(changed))] = dice.randrange(256)
            yield bytes(changed)

    answered = 0
    for data in made():
        with contextlib.suppress(http.client.RemoteDisconnected):  # what was no longer a head is dropped
            check(server, data)
            answered += 1
    assert answered > 60


def test_a_request_that_breaks_off_within_its_head_is_dropped(server: Instance) -> None:
    with server.connect() as connection:
        connection.sendall(posted(TEXT)[:40])
        connection.shutdown(1)
        assert connection.recv(1) == b""


def test_after_all_that_nothing_is_left_behind(server: Instance) -> None:
    assert server.score().status_code == 200
    assert "Traceback" not in server.log("out")
