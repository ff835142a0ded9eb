"""Two instances behind the proxy of deploy/: slow clients stop nobody, and a restart loses nothing."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from typing import TYPE_CHECKING, Any

import pytest
import requests
from faults.load import Load
from faults.proxy import Site, site_of
from faults.servers import GOOD, JSON, PATIENCE, Instance, head, send_raw
from faults.test_clients import TEXT, WHOLE, stalled
from problems import faults_of_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.soak
THREADS = 4  # of a worker: so many answers can have been begun


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with site_of(tmp_path, 2) as made:
        yield made


def slowest_of(server: Instance, count: int) -> float:
    """Return how long the slowest of some requests took."""
    return max(server.score().elapsed.total_seconds() for _ in range(count))


@pytest.mark.parametrize("part", [WHOLE[:-10], WHOLE[:30]], ids=["bodies", "heads"])
def test_slow_clients_stop_nobody(site: Site, part: bytes, figure: Callable[[str], None]) -> None:
    alone = slowest_of(site.proxy, 50)
    with stalled(site.proxy, 400, part):
        among = slowest_of(site.proxy, 50)
    assert among < 1.0
    with stalled(site.instances[0], 8, part):
        began = time.monotonic()
        assert requests.get(site.instances[0].url("/healthz"), timeout=PATIENCE).status_code == 200
        bare = time.monotonic() - began
    figure(
        f"behind the proxy the slowest of 50 answers took {among * 1000:.0f} ms among 400 stalled clients, "
        f"{alone * 1000:.0f} ms without; without a proxy 8 of them held up a worker for {bare:.1f} s"
    )


def test_clients_that_drip_stop_nobody(site: Site, figure: Callable[[str], None]) -> None:
    """A byte now and then: what no timeout of gunicorn's holds off."""
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(site.proxy.connect()) for _ in range(100)]
        for connection in connections:
            connection.sendall(head(f"Content-Length: {len(TEXT)}"))
        slowest = 0.0
        for n in range(20):
            for connection in connections:
                connection.sendall(TEXT[n : n + 1])
            slowest = max(slowest, slowest_of(site.proxy, 5))
    assert slowest < 1.0
    figure(f"slowest of 100 answers among 100 dripping clients: {slowest * 1000:.0f} ms")


def test_instances_restarted_one_after_the_other_lose_nothing(site: Site, figure: Callable[[str], None]) -> None:
    with Load([site.proxy.port], clients=8) as load:
        load.wait(1)
        for _ in range(3):
            for instance in site.instances:
                instance.stop()
                load.wait(0.5)
                instance.start()
                load.wait(0.5)
    assert (load.wrong, load.failed) == ([], [])
    figure(f"6 restarts: {load.answered} right answers, none wrong, none lost, slowest {load.slowest:.2f} s")


def test_an_instance_that_dies_loses_what_it_had_begun_to_answer(site: Site, figure: Callable[[str], None]) -> None:
    """Only that: for what it had in hand and not begun to answer, the proxy asks the other one."""
    with Load([site.proxy.port], clients=8) as load:
        for _ in range(3):
            for instance in site.instances:
                load.wait(0.5)
                dead = [instance.pid, *instance.workers()]
                for pid in dead:
                    os.kill(pid, signal.SIGKILL)
                assert instance.process is not None
                instance.process.wait(PATIENCE)
                load.wait(0.5)
                instance.start()
    assert load.wrong == []
    assert [fault for _, fault in load.failed if "IncompleteRead" not in fault] == []
    assert len(load.failed) <= 6 * THREADS
    figure(
        f"6 instances killed: {load.answered} right answers, none wrong, {len(load.failed)} cut short, "
        f"slowest {load.slowest:.2f} s"
    )


def problem_of(answer: requests.Response, body: Any = None) -> list[str]:
    return faults_of_problem(answer.status_code, answer.headers["Content-Type"], answer.json(), body)


def test_what_the_proxy_refuses_is_a_problem_too(site: Site) -> None:
    large = requests.post(site.proxy.url("/v1/score"), data=b" " * 200_000, headers=JSON)
    assert (large.status_code, problem_of(large)) == (413, [])
    parts = (b" " * 10_000 for _ in range(20))
    large = requests.post(site.proxy.url("/v1/score"), data=parts, headers=JSON)
    assert (large.status_code, problem_of(large)) == (413, [])
    hidden = requests.get(site.proxy.url("/metrics"))
    assert (hidden.status_code, problem_of(hidden)) == (404, [])
    assert send_raw(site.proxy, b"GARBAGE\r\n\r\n").status == 400
    for instance in site.instances:
        instance.stop()
    down = requests.post(site.proxy.url("/v1/score"), json=GOOD)
    assert (down.status_code, problem_of(down), down.headers["Retry-After"]) == (503, [], "1")


def test_what_the_service_says_passes_unchanged(site: Site) -> None:
    refused = requests.post(site.proxy.url("/v1/score"), data=b" " * 70_000, headers=JSON)
    assert (refused.status_code, "65536" in refused.json()["detail"]) == (413, True)
    named = site.proxy.score(**{"X-Request-ID": "through-the-proxy"})
    assert named.headers["X-Request-ID"] == "through-the-proxy"
    first = requests.get(site.proxy.url("/v1/rulesets/baike"))
    assert first.headers["Content-Encoding"] == "gzip"
    again = requests.get(site.proxy.url("/v1/rulesets/baike"), headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
