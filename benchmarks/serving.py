"""Servers for the benchmarks over HTTP, started as a deployment starts them."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parent.parent
PATIENCE = 30


class Served(NamedTuple):
    """Where a server listens, and its first process."""

    port: int
    pid: int


@contextmanager
def served(app: str, more: dict[str, str]) -> Iterator[Served]:
    """Serve an app behind the service's gunicorn settings on a port that is free."""
    port = free_port()
    environment = {**os.environ, "HOST": "127.0.0.1", "PORT": str(port), **more}
    command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", app]
    with running(command, port, environment) as pid:
        yield Served(port, pid)


@contextmanager
def running(command: Sequence[str], port: int, environment: dict[str, str] | None = None) -> Iterator[int]:
    """Run a server until the end of the `with`, which begins once it is ready; gives its process id."""
    with subprocess.Popen(  # noqa: S603
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            _wait_until_ready(port)
            yield process.pid
        finally:
            process.terminate()


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_ready(port: int) -> None:
    last = monotonic() + PATIENCE
    while True:
        try:
            connection = HTTPConnection("127.0.0.1", port)
            connection.request("GET", "/readyz")
            if connection.getresponse().status == 200:
                return
        except OSError:
            if monotonic() > last:
                raise
        sleep(0.1)
