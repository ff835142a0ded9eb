"""How the cost over HTTP grows: hands per second by ruleset and detail, by the size of a batch, by workers.

    python -m benchmarks.growth [seconds]

The hands of a batch all differ. The load shares the machine with the service, so that on two cores a second worker
cannot double what one does.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from time import perf_counter, sleep
from typing import TYPE_CHECKING

from benchmarks.hands import mixed, posted
from benchmarks.http import post_lines
from benchmarks.load import Job, load
from benchmarks.serving import served
from service.scoring.ruleset import ids

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WORKERS = (1, 2)
DETAILS = ("total", "best", "full")
SIZES = (1, 10, 100, 1_000, 100_000)
HANDS = 2_000
CONNECTIONS = 16
# Batches under way for each worker: more than one, so that none waits for the next.
STREAMS = 2
# Seconds between the first batch of each: of those that come at once one idle worker may take all, of others it cannot.
APART = 0.1
ROUNDS = 3


def main(arguments: Sequence[str]) -> None:
    """Print both tables in Markdown, a column for each number of workers."""
    seconds = float(arguments[0]) if arguments else 2.0
    bodies = [json.dumps(posted(case)) for case in mixed(max(SIZES))]
    found: dict[str, list[float]] = {}
    for workers in WORKERS:
        with served("service.app:create_app()", {"WEB_CONCURRENCY": str(workers)}) as service:
            for name, rate in _rates(service.port, workers, bodies, seconds):
                found.setdefault(name, []).append(rate)
    print("| hands per second |" + "".join(f" {n} worker{'s' * (n > 1)} |" for n in WORKERS))
    print("| --- |" + " ---: |" * len(WORKERS))
    for name, rates in found.items():
        print(f"| {name} |" + "".join(f" {rate:,.0f} |" for rate in rates))


def _rates(port: int, workers: int, bodies: list[str], seconds: float) -> Iterator[tuple[str, float]]:
    for ruleset in ids():
        for detail in DETAILS:
            asked = [_with(body, ruleset, detail) for body in bodies[:HANDS]]
            job = Job(port, "/v1/score", asked, seconds, CONNECTIONS)
            yield f"single requests, {ruleset}, `{detail}`", median(load(job).rate for _ in range(ROUNDS))
    for size in SIZES:
        yield f"batches of {size:,} lines, baike, `total`", median(_batches(port, workers, bodies, size, seconds))


def _with(body: str, ruleset: str, detail: str) -> str:
    return f'{{"ruleset":"{ruleset}","detail":"{detail}",{body[1:]}'


def _batches(port: int, workers: int, bodies: list[str], size: int, seconds: float) -> Iterator[float]:
    """Yield the hands per second of each round, which lasts as long as one batch at least."""
    lines = [_with(body, "baike", "total") for body in bodies]
    batches = ["\n".join(lines[n : n + size]).encode() for n in range(0, min(len(lines), 50 * size), size)]
    streams = STREAMS * workers if size < max(SIZES) else workers
    for _ in range(ROUNDS if size < max(SIZES) else 1):
        began = perf_counter()

        def post(stream: int, began: float = began) -> int:
            sleep(APART * stream)
            hands = 0
            while not hands or perf_counter() - began < seconds:
                answer = post_lines(port, batches[(stream + hands // size) % len(batches)])
                assert answer.count(b'"status":200,"body"') == size, answer[:500]
                hands += size
            return hands

        with ThreadPoolExecutor(streams) as pool:
            hands = sum(pool.map(post, range(streams)))
        yield hands / (perf_counter() - began)


if __name__ == "__main__":
    main(sys.argv[1:])
