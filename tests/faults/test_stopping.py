"""SIGTERM: what was accepted is answered, /readyz says that the end is near, and then it ends."""

from __future__ import annotations

import json
import os
import signal
import tempfile
import time
from pathlib import Path

import requests
from faults.load import Load
from faults.servers import GOOD, Instance, head, read_answer, wait_until

TEXT = json.dumps(GOOD).encode()
WHOLE = head(f"Content-Length: {len(TEXT)}") + TEXT


def shared_folders(pid: int) -> list[Path]:
    """Return what a server keeps in memory for its workers."""
    roots = {"/dev/shm", tempfile.gettempdir()}  # noqa: S108 - as the server has it
    return [folder for root in roots for folder in Path(root).glob(f"hktw-scorer-{pid}-*")]


def test_a_request_that_arrives_slowly_is_answered_though_the_server_stops(tmp_path: Path) -> None:
    with Instance(tmp_path) as server:
        connections = [server.connect() for _ in range(6)]
        for connection in connections:
            connection.sendall(WHOLE[:-20])
        time.sleep(0.3)
        assert server.process is not None
        server.process.terminate()
        time.sleep(0.5)
        for connection in connections:
            connection.sendall(WHOLE[-20:])
        answers = [read_answer(connection) for connection in connections]
        for connection in connections:
            connection.close()
        assert [answer.status for answer in answers] == [200] * 6
        server.process.wait(30)
        assert server.process.returncode == 0


def test_a_request_on_a_kept_connection_is_answered_though_the_server_stops(tmp_path: Path) -> None:
    """It may have been under way when the signal came."""
    with Instance(tmp_path) as server, server.connect() as connection:
        connection.sendall(WHOLE)
        assert read_answer(connection).headers["connection"] == "keep-alive"
        assert server.process is not None
        server.process.terminate()
        time.sleep(0.5)
        connection.sendall(WHOLE)
        answer = read_answer(connection)
        assert (answer.status, answer.headers["connection"]) == (200, "close")


def test_a_draining_server_says_so_and_serves_on(tmp_path: Path) -> None:
    with Instance(tmp_path, DRAIN_SECONDS="3") as server:
        assert server.process is not None
        server.process.terminate()
        wait_until(lambda: requests.get(server.url("/readyz")).status_code == 503, "it does not say so", 2)
        answer = requests.get(server.url("/readyz"))
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.json()["type"] == "/problems/not-ready"
        assert requests.get(server.url("/healthz")).status_code == 200
        assert server.score().status_code == 200
        os.kill(server.workers()[0], signal.SIGKILL)
        wait_until(lambda: len(server.workers()) == 2, "a worker is not replaced while draining", 2)
        server.process.wait(15)
        assert server.process.returncode == 0


def test_a_second_signal_ends_the_draining(tmp_path: Path) -> None:
    with Instance(tmp_path, DRAIN_SECONDS="60") as server:
        assert server.process is not None
        server.process.terminate()
        wait_until(lambda: requests.get(server.url("/readyz")).status_code == 503, "it does not drain")
        assert server.stop() < 10


def test_nothing_is_lost_when_the_load_goes_elsewhere_while_it_drains(tmp_path: Path) -> None:
    """Clients that leave once /readyz says so, as a balancer makes them, see no fault."""
    with Instance(tmp_path, DRAIN_SECONDS="2") as server, Load([server.port], clients=4) as load:
        load.wait(0.5)
        assert server.process is not None
        server.process.terminate()
        load.wait(1.0)
    assert load.answered > 50
    assert (load.wrong, load.failed) == ([], [])


def test_a_server_leaves_nothing_behind(tmp_path: Path) -> None:
    """Nor at home, where gunicorn would put its control socket: a container often has none to write to."""
    home = tmp_path / "home"
    home.mkdir()
    with Instance(tmp_path, HOME=str(home), XDG_RUNTIME_DIR=str(home)) as server:
        pid = server.pid
        assert len(shared_folders(pid)) == 1
        assert list(home.iterdir()) == []
    assert shared_folders(pid) == []
    assert list(home.iterdir()) == []


def test_a_reload_keeps_what_was_counted_and_loses_no_request(tmp_path: Path) -> None:
    with Instance(tmp_path) as server:
        old = set(server.workers())
        with Load([server.port], clients=4) as load:
            load.wait(0.5)
            os.kill(server.pid, signal.SIGHUP)
            wait_until(lambda: len(server.workers()) == 2 and not old & set(server.workers()), "no new workers")
            load.wait(0.5)
        assert (load.wrong, load.failed) == ([], [])
        assert server.counted('http_requests_total{route="/v1/score"') == load.answered
        assert len(shared_folders(server.pid)) == 1
