"""Workers killed at random under full load: every answer is right, and what fails was in the hands of the dead."""

from __future__ import annotations

import os
import random
import time
from typing import TYPE_CHECKING

import pytest
from faults.load import Load
from faults.servers import Instance, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CLIENTS = 8
MINUTES = float(os.environ.get("SOAK_MINUTES") or 10)


def test_what_was_counted_survives_its_worker(tmp_path: Path) -> None:
    """And a new worker takes over the files of a dead one: they do not grow in number."""
    with Instance(tmp_path) as server:
        for n in range(1, 6):
            for _ in range(10):
                assert server.score().status_code == 200
            assert server.counted("hands_scored_total") == 10 * n
            before = server.workers()
            server.kill_worker(before[n % 2])
            wait_until(lambda b=before: len(set(server.workers()) - set(b)) == 1, "no new worker")
        assert server.counted("hands_scored_total") == 50


@pytest.mark.parametrize(
    ("seconds", "pause"),
    [pytest.param(4, 1.0, id="quick"), pytest.param(60 * MINUTES, 2.0, id="soak", marks=pytest.mark.soak)],
)
def test_workers_killed_at_random_under_load(
    tmp_path: Path, seconds: float, pause: float, figure: Callable[[str], None]
) -> None:
    dice = random.Random(11)
    kills: list[float] = []
    recovered: list[float] = []
    with Instance(tmp_path, ACCESS_LOG="off") as server:
        with Load([server.port], clients=CLIENTS) as load:
            last = time.monotonic() + seconds
            load.wait(0.5)
            grown = server.memory()
            while time.monotonic() < last:
                before = server.workers()
                victim = dice.choice(before)
                kills.append(time.monotonic())
                server.kill_worker(victim)
                recovered.append(
                    wait_until(lambda v=victim: v not in server.workers() and len(server.workers()) == 2, "none new")
                )
                load.wait(dice.uniform(0.2, 2 * pause))
        grown = server.memory() - grown
        counted = server.counted("hands_scored_total")
    assert load.wrong == []
    unexplained = [fault for fault in load.failed if not any(0 <= fault[0] - kill < 2 for kill in kills)]
    assert unexplained == []
    assert len(load.failed) <= CLIENTS * len(kills)  # a connection breaks once with its worker
    assert not any("refused" in fault for _, fault in load.failed)  # the server as such was never gone
    assert load.scored <= counted <= load.scored + len(load.failed)
    assert grown < 64 * 1024 * 1024
    figure(
        f"{len(kills)} workers killed in {load.seconds:.0f} s: {load.answered} right answers "
        f"({load.answered / load.seconds:.0f}/s), 0 wrong, {len(load.failed)} lost with their worker; "
        f"a new worker after {max(recovered):.2f} s at most; slowest answer {load.slowest:.2f} s; "
        f"memory {grown / 1024 / 1024:+.0f} MB"
    )
