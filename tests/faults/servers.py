"""Real servers on loopback, as a deployment starts them, and what can be done to them."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import requests

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60
JSON = {"Content-Type": "application/json"}
GOOD: dict[str, Any] = {
    "ruleset": "baike",
    "hand": "123m 456m 78m EEE 55p 678s 2g +9m",
    "context": {"seat": "S", "by": "discard", "from": "W"},
}
OURS = ("MAX_", "API_KEYS", "CORS_ORIGINS", "DRAIN_SECONDS", "STALL_SECONDS", "ACCESS_LOG", "WEB_CONCURRENCY")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(what: Callable[[], object], why: str, patience: float = PATIENCE) -> float:
    """Wait until something holds; return how long that took."""
    began = time.monotonic()
    while time.monotonic() < began + patience:
        if what():
            return time.monotonic() - began
        time.sleep(0.02)
    raise AssertionError(why)


class Instance:
    """One gunicorn with its workers; `with` starts and ends it."""

    def __init__(self, folder: Path, *, port: int | None = None, root: Path = ROOT, **environment: str) -> None:
        self.folder, self.root, self.port = folder, root, port or free_port()
        given = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        self.environment = given | {"HOST": "127.0.0.1", "PORT": str(self.port), "WEB_CONCURRENCY": "2"} | environment
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_exc: object) -> None:
        self.stop()

    def start(self) -> None:
        command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "service.app:create_app()"]
        with (self.folder / "out").open("ab") as out, (self.folder / "err").open("ab") as err:
            self.process = subprocess.Popen(command, cwd=self.root, env=self.environment, stdout=out, stderr=err)
        wanted = int(self.environment["WEB_CONCURRENCY"])
        wait_until(
            lambda: self._is_ready() and len(self.workers()) == wanted, f"it did not come up:\n{self.log('err')}"
        )

    def _is_ready(self) -> bool:
        with contextlib.suppress(requests.ConnectionError):
            return requests.get(self.url("/readyz")).status_code == 200
        return False

    def stop(self) -> float:
        """End it as an orchestrator does; return how long that took."""
        began = time.monotonic()
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            finally:
                self.process.kill()
            self.process = None
        return time.monotonic() - began

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def workers(self) -> list[int]:
        """Return the process ids of the workers that live."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text("ascii").split()
        return [int(child) for child in children if _lives(int(child))]

    def kill_worker(self, pid: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    def memory(self) -> int:
        """Return the bytes that master and workers hold for themselves alone."""
        return sum(_own_memory(pid) for pid in [self.pid, *self.workers()])

    def log(self, name: str) -> str:
        return (self.folder / name).read_text("utf8", "replace")

    def lines(self) -> list[dict[str, Any]]:
        """Return what the service logged; every line of it is JSON."""
        return [json.loads(line) for line in self.log("out").splitlines()]

    def counted(self, metric: str) -> float:
        """Return the sum of the samples whose line starts so."""
        lines = requests.get(self.url("/metrics")).text.splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith(metric))

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def score(self, body: object = GOOD, **headers: str) -> requests.Response:
        return requests.post(self.url("/v1/score"), json=body, headers=headers)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _own_memory(pid: int) -> int:
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


class Raw(NamedTuple):
    """The answer to bytes sent as they are."""

    status: int
    headers: dict[str, str]
    body: bytes


def head(*lines: str, path: str = "/v1/score", method: str = "POST") -> bytes:
    """Return the head of a request that leaves the connection open."""
    fixed = (f"{method} {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json")
    return "\r\n".join([*fixed, *lines]).encode("latin-1") + b"\r\n\r\n"


def send_raw(server: Instance, data: bytes, *, end: bool = True) -> Raw:
    """Send bytes and read one answer; `end` says that nothing more will come."""
    with server.connect() as connection:
        with contextlib.suppress(ConnectionError):  # refused while sending: the answer may be there all the same
            connection.sendall(data)
            if end:
                connection.shutdown(socket.SHUT_WR)
        return read_answer(connection)


def read_answer(connection: socket.socket) -> Raw:
    with contextlib.closing(http.client.HTTPResponse(connection)) as answer:
        answer.begin()
        return Raw(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
