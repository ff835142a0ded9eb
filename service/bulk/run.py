"""The run itself: chunks go out to a pool, and their answers are written in the order of the lines."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.bulk.chunks import Chunk
    from service.bulk.output import Output
    from service.bulk.pools import Pool, Promise
    from service.bulk.progress import Progress

# Chunks under way for each that is being answered: the next one is there when a worker is free.
AHEAD: Final = 2


def run(chunks: Iterable[Chunk], output: Output, pool: Pool, progress: Progress) -> None:
    """Answer what is left of the input; no more chunks are read than are soon answered."""
    waiting: deque[tuple[Promise, int, int]] = deque()

    def write_first() -> None:
        promise, lines, end = waiting.popleft()
        output.add(promise.result(), lines, end)
        progress.show(output.done)

    for chunk in chunks:
        waiting.append((pool.submit(chunk), len(chunk.lines), chunk.end))
        while len(waiting) >= AHEAD * max(1, pool.places()):
            write_first()
    while waiting:
        write_first()
