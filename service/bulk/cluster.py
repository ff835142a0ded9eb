"""The workers of a Dask cluster. Apart from the rest, because only this file needs Dask."""

from __future__ import annotations

import re
from contextlib import contextmanager
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Final

from distributed import Client, KilledWorker
from distributed.client import FutureCancelledError
from distributed.comm.core import CommClosedError

from service.bulk.answers import answer
from service.bulk.faults import BulkError, Refused
from service.bulk.pools import Pool
from service.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.bulk.answers import Terms

SECONDS: Final = 15
ADDRESS: Final = re.compile(r"((tcp|tls|ws|wss)://)?[^/\s]+:\d{1,5}")


@contextmanager
def cluster(address: str, agreed: Terms) -> Iterator[Pool]:
    """Ask a scheduler; raises `Refused` without one or without fit workers, `BulkError` when they are lost."""
    if not ADDRESS.fullmatch(address):
        raise Refused(f"{address!r} is no address of a Dask scheduler, such as tcp://10.0.0.5:8786")
    try:
        client = Client(address, timeout=SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except OSError as error:
        raise Refused(f"no Dask scheduler answers at {address}: {error}") from error
    with client:
        _look_at_workers(client)
        try:
            yield Pool(
                lambda chunk: client.submit(answer, agreed, chunk.first, chunk.lines, pure=False),
                # Asked each time: workers may join.
                lambda: sum(client.nthreads().values()),  # type: ignore[no-untyped-call]
            )
        except (KilledWorker, FutureCancelledError, CommClosedError) as error:
            raise BulkError(f"the Dask cluster was lost: {error}") from error


def _look_at_workers(client: Client) -> None:
    """Raise `Refused` unless all workers have this service: one without it would die of the first chunk."""
    try:
        client.wait_for_workers(1, timeout=SECONDS)
        # Of the standard library, because what is ours could not even be named to a worker that does not have it.
        versions = client.run(resolve_name, "service.version:VERSION")
    except TimeoutError as error:
        raise Refused("the Dask scheduler has no workers") from error
    except ModuleNotFoundError as error:
        raise Refused(f"a Dask worker has not the service installed ({error}): install the same wheel there") from error
    others = {worker: version for worker, version in versions.items() if version != VERSION}
    if others:
        raise Refused(f"wanted is version {VERSION} on all Dask workers: {others}")
