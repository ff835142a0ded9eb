"""Compare many more wins than the tests do: `python -m tests.oracle.soak 100000`, each for every ruleset.

Every run takes other wins; a second number, the first win's, takes those of a run before.
"""

from __future__ import annotations

import json
import multiprocessing
import secrets
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product

from service.app import create_app

from .differential import Json, Report, compare
from .tables import NAMES

STEP = 500
SHOWN = 20


def _piece(task: tuple[str, int, int]) -> tuple[str, Report]:
    name, first, end = task
    client = create_app().test_client()

    def post(body: Json) -> tuple[int, Json]:
        answer = client.post("/v1/score", json=body)
        return answer.status_code, answer.get_json()

    return name, compare(name, range(first, end), post)


def anywhere() -> int:
    """Return the number of some win, far from those that the tests always take."""
    return 10**6 + secrets.randbelow(10**9)


def pieces(hands: int, first: int) -> Iterator[tuple[str, Report]]:
    """Compare so many wins of every ruleset on all processors; yield a ruleset and a report as each piece is done."""
    ends = [(start, min(start + STEP, first + hands)) for start in range(first, first + hands, STEP)]
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(_piece, [(name, *piece) for piece, name in product(ends, NAMES)])


def shown(faults: list[tuple[Json, list[str]]]) -> str:
    """Return differences as lines: the request, then what differs."""
    return "\n".join("\n  ".join([json.dumps(body, ensure_ascii=False), *found]) for body, found in faults[:SHOWN])


def main(hands: int, first: int) -> int:
    """Write out the differences, and how many wins of each ruleset were compared; return 1 if there is any."""
    sys.stdout.write(f"{hands} wins from number {first} on\n")
    compared, differing = dict.fromkeys(NAMES, 0), dict.fromkeys(NAMES, 0)
    for name, report in pieces(hands, first):
        compared[name] += report.hands
        differing[name] += len(report.faults)
        sys.stdout.write(shown(report.faults) + "\n" if report.faults else "")
        sys.stdout.flush()
    for name in NAMES:
        sys.stdout.write(f"{name}: {compared[name]} wins, {differing[name]} differ\n")
    return int(any(differing.values()))


if __name__ == "__main__":
    numbers = [int(one) for one in sys.argv[1:]]
    sys.exit(main(*(numbers or [100_000])[:1], *(numbers[1:2] or [anywhere()])))
