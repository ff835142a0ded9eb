"""Three instances behind the proxy, under load: one is killed, one drained, and then all are upgraded; `make rehearse`.

Every answer is looked at. What an instance had not begun to answer is asked of another one: each POST computes its
answer from its body alone, so to ask twice changes nothing. Lost may be what a killed instance was just sending.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import time
from typing import TYPE_CHECKING

import pytest
import requests
from faults.load import Load
from faults.proxy import ONE_WORKER, Site, site_of
from faults.servers import PATIENCE, ROOT, Instance, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.soak
THREADS = 4  # of a worker: so many answers can have been begun
DRAIN = {"DRAIN_SECONDS": "2"}
NEW = "999.0.0"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with site_of(tmp_path, 3, **DRAIN) as made:
        yield made


@pytest.fixture
def upgraded(tmp_path: Path) -> Path:
    """The service under another version number."""
    root = tmp_path / "upgraded"
    for name in ("service", "schemas"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("openapi.yaml", "gunicorn.conf.py"):
        shutil.copy(ROOT / name, root)
    (root / "service" / "version.py").write_text(f'VERSION = "{NEW}"\n', "utf8")
    return root


def kill(instance: Instance) -> float:
    """End an instance without a warning; return when."""
    moment = time.monotonic()
    for pid in (instance.pid, *instance.workers()):
        os.kill(pid, signal.SIGKILL)
    assert instance.process is not None
    instance.process.wait(PATIENCE)
    return moment


def drain(instance: Instance) -> None:
    """End an instance as an orchestrator does; it serves meanwhile, and says that it stops."""
    assert instance.process is not None
    instance.process.terminate()
    wait_until(lambda: requests.get(instance.url("/readyz")).status_code == 503, "it does not say so", 1)
    assert instance.score().status_code == 200
    assert instance.process.wait(PATIENCE) == 0


def versions(site: Site) -> set[str]:
    """Which versions answer through the proxy."""
    return {requests.get(site.proxy.url("/healthz")).json()["version"] for _ in range(20)}


def test_one_is_killed_one_drained_and_all_are_upgraded(
    site: Site, upgraded: Path, tmp_path: Path, figure: Callable[[str], None]
) -> None:
    old = versions(site)
    with contextlib.ExitStack() as stack, Load([site.proxy.port], clients=8) as load:
        load.wait(1)
        killed = kill(site.instances[0])
        load.wait(1)
        site.instances[0].start()
        drain(site.instances[1])
        load.wait(1)
        site.instances[1].start()
        lost = len(load.failed)
        for n, instance in enumerate(site.instances):
            drain(instance)
            folder = tmp_path / f"upgraded-{n}"
            folder.mkdir()
            new = Instance(folder, port=instance.port, root=upgraded, **ONE_WORKER, **DRAIN)
            site.instances[n] = stack.enter_context(new)
            assert versions(site) == ({NEW} if n == 2 else {*old, NEW})
        load.wait(1)
        served = [instance.counted("hands_scored_total") for instance in site.instances]
    assert load.wrong == []
    assert [fault for when, fault in load.failed if "IncompleteRead" not in fault or not 0 <= when - killed < 1] == []
    assert lost == len(load.failed) <= THREADS
    assert min(served) > 0
    figure(
        f"{load.answered} right answers in {load.seconds:.0f} s ({load.answered / load.seconds:.0f}/s), none wrong; "
        f"lost: {lost} cut short by the kill, 0 by draining, 0 by upgrading; slowest {load.slowest:.2f} s"
    )
