"""The image, built by deploy/build-image, as an orchestrator runs it; `make image` does both."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

import pytest
import requests
from faults.containers import ChrootContainer, EngineContainer, container
from faults.load import Load
from faults.servers import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.image
Container = EngineContainer | ChrootContainer
INSIDE = """
import json, os, shutil, sys
def refusal(place):
    try:
        open(os.path.join(place, "probe"), "w").close()
    except OSError as error:
        return type(error).__name__ if error.errno != 30 else "read-only"
print(json.dumps({
    "status": dict(line.split(":\\t", 1) for line in open("/proc/1/status").read().splitlines() if ":\\t" in line),
    "writable": {place: refusal(place) for place in ("/", "/app", "/venv", "/tmp", "/var/tmp", "/dev/shm")},
    "tools": [tool for tool in ("cc", "gcc", "c++", "ld", "make") if shutil.which(tool)],
    "pip": os.path.exists(os.path.join(sys.prefix, "bin", "pip")),
    "app": sorted(os.listdir("/app")),
    "uncompiled": [name for folder, _, names in os.walk("/app/service/scoring") for name in names
                   if name.endswith(".py") and not os.path.exists(
                       os.path.join(folder, "__pycache__", name[:-2] + sys.implementation.cache_tag + ".pyc"))],
}))
"""


@contextlib.contextmanager
def started() -> Iterator[Container]:
    with container() as made:
        wait_until(lambda: answers(made, "/readyz") == 200, "it does not become ready", 30)
        yield made


@pytest.fixture(scope="module")
def running() -> Iterator[Container]:
    with started() as made:
        yield made


@pytest.fixture(scope="module")
def seen(running: Container) -> dict[str, Any]:
    """What a process inside finds there."""
    done = running.execute("python", "-c", INSIDE)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def url(running: Container, path: str) -> str:
    return f"http://127.0.0.1:{running.port}{path}"


def answers(running: Container, path: str) -> int | None:
    with contextlib.suppress(requests.ConnectionError):
        return requests.get(url(running, path)).status_code
    return None


def test_it_is_a_plain_user_without_privileges(running: Container, seen: dict[str, Any]) -> None:
    status = seen["status"]
    assert running.config["User"] == "10001:10001"
    assert status["Uid"].split() == ["10001"] * 4
    assert status["Gid"].split() == ["10001"] * 4
    assert [int(status[name], 16) for name in ("CapPrm", "CapEff", "CapInh", "CapAmb")] == [0] * 4
    assert status["NoNewPrivs"] == "1"


def test_it_writes_nowhere_but_into_shared_memory(seen: dict[str, Any]) -> None:
    assert seen["writable"].pop("/dev/shm") is None  # noqa: S108 - the one place
    assert set(seen["writable"].values()) == {"read-only"}


def test_it_holds_what_it_needs_and_no_tools(running: Container, seen: dict[str, Any]) -> None:
    assert (seen["tools"], seen["pip"], seen["uncompiled"]) == ([], False, [])
    assert {name for name in seen["app"] if name != "__pycache__"} == {
        *("gunicorn.conf.py", "openapi.yaml", "requirements.lock", "schemas", "service")
    }


def test_the_health_check_tells_health_from_its_lack(running: Container) -> None:
    kind, *command = running.config["Healthcheck"]["Test"]
    assert kind == "CMD"
    assert running.execute(*command).returncode == 0
    assert running.execute(*command, PORT="1").returncode != 0


def test_it_answers_rightly_under_load(running: Container, figure: Callable[[str], None]) -> None:
    assert answers(running, "/healthz") == 200
    with Load([running.port], clients=4) as load:
        load.wait(2)
    assert load.answered > 100
    assert (load.wrong, load.failed) == ([], [])
    figure(f"{running.size / 1e6:.0f} MB with its base; {load.answered} right answers, none wrong, none lost")


def test_sigterm_drains(figure: Callable[[str], None]) -> None:
    """While it drains it serves all that comes; once nothing more comes it has lost nothing, and ends well."""
    with started() as stopping:
        with Load([stopping.port], clients=4) as load:
            load.wait(1)
            stopping.terminate()
            wait_until(lambda: answers(stopping, "/readyz") == 503, "it does not say that it stops", 3)
            before = load.answered
            load.wait(1)
            drained = load.answered - before
        assert drained > 50
        assert (load.wrong, load.failed) == ([], [])
        assert stopping.wait() == 0
    figure(f"{drained} requests answered while draining, none lost")
