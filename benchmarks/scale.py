"""One, two and three instances behind the proxy of deploy/: what replicas bring, and how many are wanted.

    python -m benchmarks.scale [seconds]

Proxy and load generator share the cores with the instances. So hands a second stop growing where the cores do, and what
goes beyond one machine rests on the processor time that a hand takes in an instance, which is measured beside.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import shutil
import sys
from contextlib import ExitStack, contextmanager
from math import ceil
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.hands import mixed, posted
from benchmarks.load import WRK, Job, load
from benchmarks.serving import ROOT, Served, free_port, running, served

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

INSTANCES = 3
HANDS = 500
CONNECTIONS = 24
ROUNDS = 3
# Of a core, when all is well; the rest is for peaks, for a lost replica and for what a machine does besides.
BUSY = 0.7
LEAST = 2
WANTED = (10, 100, 500, 1_000, 2_000, 5_000, 10_000)
PINNED = "1, kept to one core"
TICK = os.sysconf("SC_CLK_TCK")
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


class Round(NamedTuple):
    """What a round showed: answers a second, times (ms), and how many cores were busy with what."""

    rate: float
    p50: float
    p99: float
    service: float
    proxy: float
    generator: float


def main(arguments: Sequence[str]) -> None:
    """Print what was measured, and the replicas that follow from it."""
    seconds = float(arguments[0]) if arguments else 8.0
    if NGINX is None:
        sys.exit("nginx is wanted (Debian: apt-get install nginx-light)")
    before = os.getloadavg()[0]
    with TemporaryDirectory() as folder, ExitStack() as stack:
        # Where there is one worker, none answers while it is replaced: not meant to be measured here.
        one = {"WEB_CONCURRENCY": "1", "GUNICORN_CMD_ARGS": "--max-requests 0"}
        instances = [stack.enter_context(served("service.app:create_app()", one)) for _ in range(INSTANCES)]
        Path(folder).chmod(0o755)  # nginx' workers are another user
        proxies = [stack.enter_context(_proxy(Path(folder), instances[: n + 1])) for n in range(INSTANCES)]
        targets = {
            "1, without a proxy": Served(instances[0].port, 0),
            PINNED: proxies[0],
            **{f"{n + 1}": proxy for n, proxy in enumerate(proxies)},
        }
        found = _in_turns(targets, instances, seconds)
    print(
        f"{os.cpu_count()} cores, load {before:.1f} before, Python {platform.python_version()}, "
        f"one worker an instance, {CONNECTIONS} connections, {ROUNDS} rounds of {seconds:.0f} s, "
        f"load by {'wrk' if WRK else 'threads'}\n"
    )
    _print_rates(found)
    _print_replicas(found)


def _in_turns(targets: dict[str, Served], instances: list[Served], seconds: float) -> dict[str, list[Round]]:
    """Load each target in each round; what the machine does meanwhile then falls on all of them."""
    bodies = [json.dumps({"ruleset": "baike", **posted(case)}) for case in mixed(HANDS)]
    found: dict[str, list[Round]] = {name: [] for name in targets}
    for target in targets.values():
        load(Job(target.port, "/v1/score", bodies, 1, CONNECTIONS))
    cores = sorted(os.sched_getaffinity(0))
    for _ in range(ROUNDS):
        for name, target in targets.items():
            _allow(instances[0], cores[:1] if name == PINNED else cores)
            busy = [_busy(instances), _busy([target]), _busy_children()]
            done = load(Job(target.port, "/v1/score", bodies, seconds, CONNECTIONS))
            after = [_busy(instances), _busy([target]), _busy_children()]
            found[name].append(Round(*done, *((b - a) / seconds for a, b in zip(busy, after, strict=True))))
    return found


def _print_rates(found: dict[str, list[Round]]) -> None:
    print(
        "| instances | hands/s | x one on one core | p50 ms | p99 ms "
        "| cores busy: instances | proxy | generator | ms of a core a hand |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    alone = median(round_.rate for round_ in found[PINNED])
    for name, rounds in found.items():
        rate, p50, p99, service, proxy, generator = (median(column) for column in zip(*rounds, strict=True))
        print(
            f"| {name} | {rate:,.0f} | {rate / alone:.2f} | {p50:.0f} | {p99:.0f} "
            f"| {service:.2f} | {proxy:.2f} | {generator:.2f} | {1000 * _cost(rounds):.2f} |"
        )


def _print_replicas(found: dict[str, list[Round]]) -> None:
    """Size by what a hand costs an instance that is kept to a core, and one that may use any while others idle."""
    kept, free = (round(1 / _cost(found[name])) for name in (PINNED, "1"))
    print(f"\nhands a second that fill a core: {kept:,} kept to it, {free:,} on any; at {BUSY:.0%} of that:\n")
    print("| hands/s | replicas kept to a core each | replicas on any core |\n|---|---|---|")
    for wanted in WANTED:
        print(f"| {wanted:,} | {replicas(wanted, kept)} | {replicas(wanted, free)} |")


def replicas(wanted: float, per_core: float) -> int:
    """Return how many replicas of one core bear so many hands a second; never fewer than two."""
    return max(LEAST, ceil(wanted / (per_core * BUSY)))


def _cost(rounds: list[Round]) -> float:
    """Return the seconds of a core that a hand takes in an instance."""
    return median(round_.service / round_.rate for round_ in rounds)


@contextmanager
def _proxy(folder: Path, instances: list[Served]) -> Iterator[Served]:
    """Run nginx with the configuration of deploy/ before some instances."""
    port = free_port()
    own = folder / f"proxy-{len(instances)}"
    own.mkdir()
    text = (ROOT / "deploy" / "nginx.conf").read_text("utf8")
    (own / "nginx.conf").write_text(text.replace("listen 8080;", f"listen 127.0.0.1:{port};"), "utf8")
    lines = [f"server 127.0.0.1:{instance.port} max_fails=0;" for instance in instances]
    (own / "instances.conf").write_text("\n".join(lines), "utf8")
    with running([str(NGINX), "-p", str(own), "-c", str(own / "nginx.conf")], port) as pid:
        yield Served(port, pid)


def _allow(server: Served, cores: Sequence[int]) -> None:
    """Let the threads of a server run on these cores only."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text("ascii").split()
    for process in (server.pid, *map(int, children)):
        for thread in Path(f"/proc/{process}/task").iterdir():
            os.sched_setaffinity(int(thread.name), cores)


def _busy(servers: Sequence[Served]) -> float:
    """Return the seconds of processor time that some servers have taken with their workers; Linux only."""
    return sum(_seconds(server.pid) for server in servers if server.pid)


def _seconds(pid: int) -> float:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    # utime, stime, and the two of children that have ended: workers are replaced now and then.
    return sum(map(int, fields[11:15])) / TICK + sum(_seconds(int(child)) for child in children)


def _busy_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main(sys.argv[1:])
