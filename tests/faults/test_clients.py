"""Clients that hang up, stall, or send too much: what they cost the others."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import requests
from faults.servers import GOOD, Instance, head, read_answer, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = json.dumps(GOOD).encode()
WHOLE = head(f"Content-Length: {len(TEXT)}") + TEXT


def open_files(server: Instance) -> int:
    return sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in server.workers())


def answers_at_once(server: Instance, within: float = 1.0) -> bool:
    return requests.get(server.url("/healthz"), timeout=30).elapsed.total_seconds() < within


# How far a client comes before it hangs up.
PARTS = {
    "at once": b"",
    "within the head": WHOLE[:30],
    "before the body": head(f"Content-Length: {len(TEXT)}"),
    "within the body": WHOLE[:-10],
    "before the answer": WHOLE,
    "after a second request": WHOLE * 2,
}


@pytest.mark.parametrize("reset", [False, True], ids=["closes", "resets"])
@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS.keys())
def test_clients_that_hang_up_cost_nothing(server: Instance, part: bytes, *, reset: bool) -> None:
    workers = server.workers()
    before = len(server.log("err"))
    for _ in range(40):
        with server.connect() as connection:
            if reset:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall(part)
    assert answers_at_once(server)
    assert server.score().status_code == 200
    assert server.workers() == workers
    assert "Traceback" not in server.log("err")[before:]
    assert {line["status"] for line in server.lines()} <= {200, 400, 401, 404, 405, 413, 415, 417, 422}


def test_connections_that_were_hung_up_are_closed(server: Instance) -> None:
    before = open_files(server)
    for _ in range(200):
        with server.connect() as connection:
            connection.sendall(WHOLE)
    wait_until(lambda: open_files(server) <= before + 4, "files stay open", 10)


def test_a_client_that_hangs_up_within_a_batch_is_not_scored_for_on(server: Instance) -> None:
    others = b', "players": {"E": "%d", "S": "b", "W": "c", "N": "d"}}\n'
    lines = b"".join(TEXT[:-1] + others % n for n in range(20_000))
    asked = head(f"Content-Length: {len(lines)}", "X-Request-ID: hung-up", path="/v1/score/batch")
    before = server.counted("hands_scored_total")
    with server.connect() as connection:
        connection.sendall(asked.replace(b"application/json", b"application/x-ndjson") + lines)
        assert connection.recv(1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wait_until(lambda: any(line["id"] == "hung-up" for line in server.lines()), "it is not logged")
    assert 0 < server.counted("hands_scored_total") - before < 20_000


def test_a_body_that_is_too_large_is_refused_before_it_is_sent(server: Instance) -> None:
    with server.connect() as connection:
        connection.sendall(head("Content-Length: 1000000000"))
        began = time.monotonic()
        answer = read_answer(connection)
    assert answer.status == 413
    assert time.monotonic() - began < 1.0


def test_a_body_that_is_too_large_is_not_read_to_its_end(server: Instance) -> None:
    sent = 0
    with server.connect() as connection, contextlib.suppress(ConnectionError):
        connection.sendall(head("Content-Length: 1000000000"))
        while sent < 200_000_000:
            sent += connection.send(b" " * 65_536)
    assert sent < 20_000_000


@contextlib.contextmanager
def stalled(server: Instance, count: int, data: bytes) -> Iterator[None]:
    """Hold connections on which no more comes."""
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            stack.enter_context(server.connect()).sendall(data)
        time.sleep(0.2)
        yield


def test_connections_on_which_nothing_comes_stop_nobody(server: Instance) -> None:
    with stalled(server, 200, b""):
        assert answers_at_once(server)


def test_clients_that_do_not_close_their_side_hold_a_worker_for_a_moment(server: Instance) -> None:
    """By itself gunicorn would wait two seconds for each, and do nothing else."""
    with stalled(server, 10, head("Content-Length: 2", "Connection: close") + b"{}"):
        assert answers_at_once(server, 10 * 0.2 + 1)


@pytest.mark.parametrize("part", [WHOLE[:-10], WHOLE[:30]], ids=["body", "head"])
def test_clients_that_stall_hold_a_thread_for_a_bounded_time(server: Instance, part: bytes) -> None:
    """Two workers of four threads, and one second for each stalled client: without a proxy the others wait so long.

    That is what the buffering proxy is for; by itself gunicorn would let them wait for ever.
    """
    with stalled(server, 16, part):
        assert answers_at_once(server, 16 / (2 * 4) * 1.0 + 3)
    assert server.score().status_code == 200


def test_a_stalled_body_is_answered(server: Instance) -> None:
    with server.connect() as connection:
        connection.sendall(WHOLE[:-10])
        answer = read_answer(connection)
    assert answer.status == 400
    assert "stalls" in json.loads(answer.body)["detail"]
