"""Bulk runs as somebody starts them, and a Dask cluster of two workers on this machine."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vectors import request_of, rulesets, vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parent.parent
PATIENCE = 60
# What is no request, what is no JSON, what is too long, and the ways in which a line may end.
BAD = (b"", b"  ", b"nothing", b"{}", b"\xff", b"[" * 40, b'"' + b"x" * 70_000 + b'"', b"x" * 65_535 + b"\r\r\r", b"\r")


def requests() -> list[bytes]:
    """Return every fourth case vector as a line, with bad lines between."""
    found = [one for name in rulesets() for one in vectors(name)[::4]]
    lines = [json.dumps(request_of(one), ensure_ascii=False).encode() for one in found]
    for n, line in enumerate(BAD):
        lines.insert(n * 40, line)
    lines[1] += b"\r"
    return lines


def wait_until(what: Callable[[], object], why: str) -> None:
    last = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < last, why
        time.sleep(0.005)


class Run:
    """One run under way."""

    def __init__(self, given: Path, out: Path, *options: str) -> None:
        self.out, self.part, self.journal = out, Path(f"{out}.part"), Path(f"{out}.journal")
        command = [sys.executable, "-m", "service.bulk", str(given), str(out), *options]
        # What a shell starts in the background ignores this signal, and so would all that is started from there.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            self.process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
        finally:
            signal.signal(signal.SIGINT, before)

    def end(self) -> tuple[int, str]:
        """Return exit code and what was said, when it has ended."""
        _, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said

    def done(self) -> int:
        """Return how many lines the journal says are answered."""
        with contextlib.suppress(FileNotFoundError):
            lines: int = json.loads(self.journal.read_text("utf8"))["done"]["lines"]
            return lines
        return 0

    def until_lines(self, more_than: int = 0) -> None:
        """Wait until it is on its way, but not at its end."""
        wait_until(lambda: self.done() > more_than or self.process.poll() is not None, "nothing was written")
        assert self.process.poll() is None

    def workers(self) -> list[int]:
        """Return the processes that answer."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
        return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    def send(self, what: signal.Signals) -> None:
        self.process.send_signal(what)


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@contextlib.contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """Start a scheduler and two workers, as on two machines; give its address."""
    file = folder / "scheduler.json"
    common = ["--scheduler-file", str(file), "--no-dashboard"]
    alone = ["--nthreads", "1", "--no-nanny", "--local-directory", str(folder)]
    with contextlib.ExitStack() as stack:
        log = stack.enter_context((folder / "log").open("wb"))

        def start(*command: str) -> None:
            given: dict[str, Any] = {"cwd": ROOT, "stdout": log, "stderr": log, "env": {**os.environ, "NO_PROXY": "*"}}
            process = stack.enter_context(subprocess.Popen([sys.executable, "-m", "dask", *command], **given))
            stack.callback(process.kill)

        start("scheduler", "--host", "127.0.0.1", "--port", "0", *common)
        for _ in range(2):
            start("worker", "--host", "127.0.0.1", *common, *alone)
        wait_until(lambda: (folder / "log").read_text().count("Register worker") == 2, "no workers came")
        yield json.loads(file.read_text("utf8"))["address"]
