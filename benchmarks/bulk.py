"""Measure bulk runs of different hands, with one process and with more: `make bench-bulk ARGS='20000 1 2'`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.hands import mixed, posted
from service.bulk.pools import cores

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parent.parent
HANDS = 20_000
RULESET = "wikipedia"


def main(arguments: Sequence[str]) -> None:
    """Print what each number of processes answers in a second, its start and the writing with it."""
    hands = int(arguments[0]) if arguments else HANDS
    with TemporaryDirectory() as folder:
        given, out = Path(folder) / "in.ndjson", Path(folder) / "out.ndjson"
        with given.open("w", encoding="utf8") as file:
            for case in mixed(hands):
                file.write(json.dumps({"ruleset": RULESET, **posted(case)}) + "\n")
        for workers in [int(one) for one in arguments[1:]] or sorted({1, cores()}):
            command = [
                sys.executable,
                "-m",
                "service.bulk",
                given,
                out,
                "--workers",
                str(workers),
                "--force",
                "--quiet",
            ]
            began = perf_counter()
            subprocess.run(command, cwd=ROOT, check=True)  # noqa: S603
            seconds = perf_counter() - began
            print(f"{workers} processes: {hands:,} hands in {seconds:.1f} s, {hands / seconds:,.0f} a second")


if __name__ == "__main__":
    main(sys.argv[1:])
