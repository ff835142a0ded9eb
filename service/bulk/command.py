"""The command: its options, what must hold before it begins, what it says at the end, and its exit code."""

from __future__ import annotations

import argparse
import os
import stat
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from service.api.settings import REQUEST_ID, settings
from service.bulk.answers import Terms, terms
from service.bulk.chunks import chunks
from service.bulk.faults import BulkError, Refused
from service.bulk.output import Output
from service.bulk.pools import cores, processes
from service.bulk.progress import progress, say
from service.bulk.run import run
from service.scoring.ruleset import ids, load

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from service.bulk.output import Done
    from service.bulk.pools import Pool

DESCRIPTION: Final = """Answer a file of score requests, one JSON request a line, by a file of answers: line for line
what POST /v1/score/batch answers to application/x-ndjson. An interrupted run goes on where it stopped when the same
command is given again."""
EPILOG: Final = """Exit codes: 0 all lines are answered (some by a problem, perhaps); 1 stopped on the way, the same
command goes on; 2 refused, with the reason; 130 interrupted. The settings MAX_BODY_BYTES (of a line), MAX_JSON_DEPTH
and MAX_RULESET_ENTRIES are read from the environment, as the service does."""
STOPPED, REFUSED, INTERRUPTED = 1, 2, 130
MOST: Final = 100_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; returns the exit code."""
    asked = _parser().parse_args(arguments)
    try:
        _answer(asked)
    except Refused as error:
        say(f"error: {error}")
        return REFUSED
    except (BulkError, OSError) as error:
        say(f"stopped: {error}; the same command goes on from there")
        return STOPPED
    except KeyboardInterrupt:
        say("interrupted; the same command goes on from there")
        return INTERRUPTED
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m service.bulk", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("input", metavar="IN.ndjson", type=Path, help="score requests, one a line")
    parser.add_argument("output", metavar="OUT.ndjson", type=Path, help="the answers, a line for each line")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=_count, default=cores(), help="processes on this machine (all its cores)")
    where.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler whose workers answer instead")
    parser.add_argument("--chunk-lines", type=_count, default=500, help="lines handed out at a time (%(default)s)")
    parser.add_argument("--request-id", type=_request_id, default="bulk", help="`instance` of problems (%(default)s)")
    parser.add_argument("--force", action="store_true", help="replace OUT, and forget what was begun")
    parser.add_argument("--quiet", action="store_true", help="no progress; errors are still said")
    return parser


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= MOST):
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {MOST:,} is wanted, not {text!r}")
    return int(text)


def _request_id(text: str) -> str:
    if not REQUEST_ID.fullmatch(text):
        raise argparse.ArgumentTypeError("up to 64 of A-Z a-z 0-9 . _ : - are wanted")
    return text


def _answer(asked: argparse.Namespace) -> None:
    began = time.monotonic()
    try:
        agreed = terms(settings(os.environ), asked.request_id)
    except ValueError as error:
        raise Refused(str(error)) from error
    with _opened(asked.input) as source:
        file = _state(source)
        output = Output(asked.output, _key(file, agreed), force=asked.force)
        if any(path.exists() and path.samefile(asked.input) for path in (output.out, output.part, output.journal)):
            raise Refused(f"{asked.output} would be written over {asked.input}")
        with _pool(asked, agreed) as pool, output.opened():
            begun = output.done
            if begun.lines and not asked.quiet:
                say(f"goes on after line {begun.lines:,}")
            with progress(begun, file["bytes"], quiet=asked.quiet) as shown:
                source.seek(begun.read)
                left = chunks(source, begun.lines + 1, asked.chunk_lines, agreed.line_bytes)
                run(left, output, pool, shown)
            if _state(source) != file:
                raise Refused(f"{asked.input} was changed while it was read: begin anew with --force")
            output.finish()
    if not asked.quiet:
        _conclude(begun, output.done, time.monotonic() - began)


def _opened(path: Path) -> BinaryIO:
    try:
        source = path.open("rb")
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from error
    if not stat.S_ISREG(os.fstat(source.fileno()).st_mode):
        source.close()
        raise Refused(f"{path} is no regular file; a run that is to go on later needs one")
    return source


def _state(source: BinaryIO) -> dict[str, int]:
    """Return what tells a file from a changed one, without reading it all."""
    found = os.fstat(source.fileno())
    return {"bytes": found.st_size, "changed": found.st_mtime_ns}


def _key(file: dict[str, int], agreed: Terms) -> dict[str, Any]:
    """Return everything that the answers depend on: an output is not begun with one and ended with another."""
    return {"input": file, "rulesets": {name: load(name).version for name in ids()}, **agreed._asdict()}


def _pool(asked: argparse.Namespace, agreed: Terms) -> AbstractContextManager[Pool]:
    if asked.scheduler is None:
        return processes(asked.workers, agreed)
    try:
        from service.bulk.cluster import cluster  # noqa: PLC0415  (Dask is an extra)
    except ModuleNotFoundError as error:
        raise Refused("--scheduler wants the extra `dask`: pip install 'hktw-scorer[dask]'") from error
    return cluster(asked.scheduler, agreed)


def _conclude(begun: Done, done: Done, seconds: float) -> None:
    now, problems = done.lines - begun.lines, done.lines - done.scored
    pace = now / max(seconds, 0.001)
    say(f"{done.lines:,} lines, {problems:,} of them problems; {now:,} now, in {seconds:.1f} s: {pace:,.0f} a second")
