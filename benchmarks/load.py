"""Load on a URL by many connections that stay open: with wrk where it is installed, else with threads and sockets."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter, sleep
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

CLIENTS = 2
WRK = shutil.which("wrk")
UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}


class Job(NamedTuple):
    """Bodies to post in turn for so many seconds; each connection pauses between its requests (seconds, on average)."""

    port: int
    path: str
    bodies: Sequence[str]
    seconds: float
    connections: int
    pause: float = 0.0
    media_type: str = "application/json"


class Load(NamedTuple):
    """What came of it: answers a second, and how long half and 99 % of them took (ms)."""

    rate: float
    p50: float
    p99: float


def load(job: Job) -> Load:
    """Do a job; raises `AssertionError` when an answer is not 200."""
    return _wrk(job) if WRK else _sockets(job)


# wrk.

SCRIPT = """
local bodies = dofile(%(bodies)s)
local n = math.random(#bodies)
wrk.method = "POST"
wrk.headers["Content-Type"] = "%(media_type)s"
function init() math.randomseed(os.time()) end
function request()
  n = n %% #bodies + 1
  return wrk.format(nil, nil, nil, bodies[n])
end
%(delay)s
function done(summary, latency)
  io.write("ERRORS ", summary.errors.status + summary.errors.connect + summary.errors.read, "\\n")
end
"""
DELAY = "function delay() return math.random() * %f end"


def _wrk(job: Job) -> Load:
    with TemporaryDirectory() as folder:
        data, script = Path(folder) / "bodies.lua", Path(folder) / "script.lua"
        data.write_text("return {" + ",".join(f"[==[{body}]==]" for body in job.bodies) + "}", "utf8")
        delay = DELAY % (2000 * job.pause) if job.pause else ""
        filled = {"bodies": json.dumps(str(data)), "delay": delay, "media_type": job.media_type}
        script.write_text(SCRIPT % filled, "utf8")
        command = [
            *(str(WRK), "-t", str(CLIENTS), "-c", str(job.connections), "-d", f"{job.seconds:.0f}", "--latency"),
            *("-s", str(script), f"http://127.0.0.1:{job.port}{job.path}"),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
    assert "ERRORS 0" in done, done
    rate = float(re.search(r"Requests/sec: +([\d.]+)", done)[1])  # type: ignore[index]
    p50, p99 = (_percentile(done, share) for share in ("50%", "99%"))
    return Load(rate, p50, p99)


def _percentile(output: str, share: str) -> float:
    number, unit = re.search(rf"{share} +([\d.]+)(us|ms|s|m)\b", output).groups()  # type: ignore[union-attr]
    return float(number) * UNITS[unit]


# Threads and sockets.


def _sockets(job: Job) -> Load:
    each = max(1, job.connections // CLIENTS)
    requests = [_request(job, body) for body in job.bodies]
    with ProcessPoolExecutor(CLIENTS) as pool:
        jobs = [pool.submit(_client, job.port, requests, job.seconds, each, job.pause) for _ in range(CLIENTS)]
        times = [time for one in jobs for time in one.result()]
    cuts = quantiles(times, n=100)
    return Load(len(times) / job.seconds, cuts[49] * 1000, cuts[98] * 1000)


def _request(job: Job, body: str) -> bytes:
    raw = body.encode()
    head = (
        f"POST {job.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {job.media_type}\r\nContent-Length: {len(raw)}"
    )
    return f"{head}\r\n\r\n".encode() + raw


def _client(port: int, requests: list[bytes], seconds: float, connections: int, pause: float) -> list[float]:
    times: list[float] = []
    until = perf_counter() + seconds
    threads = [Thread(target=_connection, args=(port, requests[n:], until, pause, times)) for n in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return times


def _connection(port: int, requests: list[bytes], until: float, pause: float, times: list[float]) -> None:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        for request in cycle(requests):
            began = perf_counter()
            if began > until:
                return
            connection.sendall(request)
            _read_answer(connection)
            times.append(perf_counter() - began)
            if pause:
                sleep(pause)


def _read_answer(connection: socket.socket) -> None:
    found = b""
    while b"\r\n\r\n" not in found:
        found += connection.recv(65_536)
    head, _, body = found.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head
    if b"chunked" in head.lower():
        while not body.endswith(b"0\r\n\r\n"):
            body += connection.recv(65_536)
        return
    left = int(re.search(rb"(?i)content-length: (\d+)", head)[1]) - len(body)  # type: ignore[index]
    while left > 0:
        left -= len(connection.recv(65_536))
