"""What is said on stderr while a run goes on: a bar where somebody looks at it, else a line now and then."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Protocol

try:
    from tqdm import tqdm  # type: ignore[import-untyped]
except ModuleNotFoundError:  # the extra `bulk` is not installed
    tqdm = None

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.bulk.output import Done

SECONDS: Final = 10.0


class Progress(Protocol):
    """Is told how far a run got."""

    def show(self, done: Done) -> None:
        """Take note, and perhaps say it."""


class Silence:
    """Says nothing."""

    def show(self, done: Done) -> None:
        """Keep it to itself."""


class Lines:
    """A plain line every ten seconds, for logs and where there is no bar."""

    def __init__(self, begun: Done, size: int) -> None:
        self._begun, self._size = begun, size
        self._start = self._last = time.monotonic()

    def show(self, done: Done) -> None:
        """Print where the last line is long ago."""
        now = time.monotonic()
        if now - self._last >= SECONDS:
            self._last = now
            pace = (done.lines - self._begun.lines) / (now - self._start)
            say(f"{done.lines:,} lines, {100 * done.read // self._size} %, {pace:,.0f} lines/s")


class Bar:
    """A bar over the bytes of the input: how many lines it has is not known before its end."""

    def __init__(self, bar: Any) -> None:  # noqa: ANN401  (a tqdm)
        self._bar = bar

    def show(self, done: Done) -> None:
        """Move it."""
        self._bar.set_postfix_str(f"{done.lines:,} lines", refresh=False)
        self._bar.update(done.read - self._bar.n)


@contextmanager
def progress(begun: Done, size: int, *, quiet: bool) -> Iterator[Progress]:
    """Return what suits: nothing if it is not wanted, a bar at a terminal, else lines."""
    if quiet:
        yield Silence()
    elif tqdm is None or not sys.stderr.isatty():
        yield Lines(begun, size)
    else:
        with tqdm(total=size, initial=begun.read, unit="B", unit_scale=True, dynamic_ncols=True) as bar:
            yield Bar(bar)


def say(text: str) -> None:
    """Write a line to stderr."""
    sys.stderr.write(f"bulk: {text}\n")
