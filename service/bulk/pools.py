"""Who answers the chunks: processes of this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, NamedTuple, Protocol

from service.bulk.answers import Answers, answer
from service.bulk.faults import BulkError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service.bulk.answers import Terms
    from service.bulk.chunks import Chunk


class Promise(Protocol):
    """Answers that are being made."""

    def result(self) -> Answers:
        """Return them when they are there, or raise what went wrong."""


class Pool(NamedTuple):
    """Takes chunks to be answered; `places` says how many it answers at a time."""

    submit: Callable[[Chunk], Promise]
    places: Callable[[], int]


@contextmanager
def processes(count: int, agreed: Terms) -> Iterator[Pool]:
    """Start processes; raises `BulkError` where one of them dies."""
    # Spawned, not forked: a progress bar has a thread, and a fork beside threads may hang.
    executor = ProcessPoolExecutor(count, multiprocessing.get_context("spawn"), initializer=_begin)
    try:
        yield Pool(lambda chunk: executor.submit(answer, agreed, chunk.first, chunk.lines), lambda: count)
    except BrokenProcessPool as error:
        message = "a worker process died, of want of memory perhaps"
        raise BulkError(message) from error
    finally:
        executor.shutdown(cancel_futures=True)


def cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS
        return os.cpu_count() or 1


def _begin() -> None:
    """Leave Ctrl-C to the parent, and end with it: one that was killed cannot end its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None  # noqa: S101  (a worker has one; for the type checker)
    threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
