"""The service over HTTP, beside a minimal Flask app that parses the same requests and returns a fixed answer.

    python -m benchmarks.http [seconds]

Both stand behind the service's gunicorn settings with the same workers, and are loaded in turns by the same generator,
which shares the machine with them: the ratios are what to read. A batch (NDJSON) is set beside single requests.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep
from typing import TYPE_CHECKING

from benchmarks.hands import mixed, posted
from benchmarks.load import WRK, Job, Load, load
from benchmarks.serving import served
from schemas.answer import score_answer
from schemas.score import load_score_request
from service.scoring.score import score

if TYPE_CHECKING:
    from collections.abc import Sequence

RULESET = "baike"
BATCH = "/v1/score/batch"
NDJSON = "application/x-ndjson"
HANDS = 500
# Few enough that the batches under way when a round ends, which nobody counts, do not matter.
LINES = 500
# Those are still being scored then.
SETTLING = 3.0
FIRSTS = range(0, 2_000, LINES)
WORKERS = 2
CONNECTIONS = 16
ROUNDS = 5


def main(arguments: Sequence[str]) -> None:
    """Print answers a second, the ratio to the minimal app, and the times at half load; then the batch."""
    seconds = float(arguments[0]) if arguments else 3.0
    print("load by wrk" if WRK else "wrk is not installed: load by the script's own threads, which are slower")
    print(
        f"{WORKERS} workers, {CONNECTIONS} connections, {HANDS} hands by {RULESET}, {ROUNDS} rounds of {seconds:.0f} s"
    )
    bodies = {detail: [_body(n, detail) for n in range(HANDS)] for detail in ("full", "total")}
    with TemporaryDirectory() as folder, ExitStack() as stack:
        for detail, several in bodies.items():
            (Path(folder) / detail).write_text(_usual_answer(several), "utf8")
        many = {"WEB_CONCURRENCY": str(WORKERS)}
        service = stack.enter_context(served("service.app:create_app()", many)).port
        minimal = stack.enter_context(served("benchmarks.minimal:create_app()", {**many, "ANSWERS": folder})).port
        targets = {
            (who, detail): (port, path, several)
            for detail, several in bodies.items()
            for who, port, path in (("minimal", minimal, f"/{detail}"), ("service", service, "/v1/score"))
        }
        full = _in_turns(targets, seconds)
        _print_rates(full, _at_half_load(targets, full, seconds), folder)
        _print_batch(service, targets["service", "total"], seconds)


Target = tuple[int, str, list[str]]
Named = dict[tuple[str, str], list[Load]]


def _in_turns(targets: dict[tuple[str, str], Target], seconds: float) -> Named:
    """Load each target in each round; what the machine does meanwhile then falls on all of them."""
    found: Named = defaultdict(list)
    for port, path, bodies in targets.values():
        load(Job(port, path, bodies, 1, CONNECTIONS))
    for _ in range(ROUNDS):
        for name, (port, path, bodies) in targets.items():
            found[name].append(load(Job(port, path, bodies, seconds, CONNECTIONS)))
    return found


def _at_half_load(targets: dict[tuple[str, str], Target], full: Named, seconds: float) -> Named:
    """Let the connections pause so that about half as many requests come as could be answered."""
    found: Named = defaultdict(list)
    for _ in range(ROUNDS):
        for name, (port, path, bodies) in targets.items():
            most = median(one.rate for one in full[name])
            # Between two requests of a connection lie its pause and the answer, which is quick at half load.
            pause = CONNECTIONS / (most / 2) - WORKERS / most
            found[name].append(load(Job(port, path, bodies, seconds, CONNECTIONS, pause)))
    return found


def _print_rates(full: Named, half: Named, folder: str) -> None:
    print(
        f"{'':22}{'answer, B':>10}{'requests/s':>12}{'x minimal':>11}{'at half load: /s':>18}{'p50 ms':>8}{'p99 ms':>8}"
    )
    for (who, detail), loads in full.items():
        size = (Path(folder) / detail).stat().st_size
        rate = median(one.rate for one in loads)
        ratio = median(a.rate / b.rate for a, b in zip(loads, full["minimal", detail], strict=True))
        slow = [median(column) for column in zip(*half[who, detail], strict=True)]
        print(
            f"{who + ', detail ' + detail:22}{size:10}{rate:12,.0f}{ratio:11.2f}"
            f"{slow[0]:18,.0f}{slow[1]:8.1f}{slow[2]:8.1f}"
        )


def _print_batch(port: int, single: Target, seconds: float) -> None:
    """Set batches beside single requests of the same hands, in turns too, by as many connections."""
    for different in (LINES, LINES // 40):
        bodies = ["\n".join(_body(first + n % different, "total") for n in range(LINES)) for first in FIRSTS]
        for body in bodies:
            assert post_lines(port, body.encode()).count(b'"status":200,"body"') == LINES
        batch = Job(port, BATCH, bodies, seconds, CONNECTIONS, media_type=NDJSON)
        rounds = []
        for _ in range(ROUNDS):
            rounds.append((load(Job(*single, seconds, CONNECTIONS)).rate, load(batch).rate * LINES))
            sleep(SETTLING)
        rate, ratio = median(many for _, many in rounds), median(many / one for one, many in rounds)
        print(
            f"batch, NDJSON, {LINES:,} lines, {different:,} different: "
            f"{rate:,.0f} hands/s, {ratio:.2f} x single, detail total"
        )


def post_lines(port: int, body: bytes) -> bytes:
    """Post a batch by lines and return its answer, all of it."""
    connection = HTTPConnection("127.0.0.1", port, timeout=600)
    connection.request("POST", BATCH, body, {"Content-Type": NDJSON})
    answer = connection.getresponse().read()
    connection.close()
    return answer


CASES = mixed(FIRSTS.stop)


def _body(n: int, detail: str) -> str:
    return json.dumps({"ruleset": RULESET, **posted(CASES[n]), "detail": detail})


def _usual_answer(bodies: list[str]) -> str:
    """Return an answer of the median length of those that the service gives."""
    answers = []
    for body in bodies:
        asked = load_score_request(json.loads(body))
        result = score_answer(asked, score(asked.ruleset, asked.hand, asked.context))
        answers.append(json.dumps(result, ensure_ascii=False, separators=(",", ":")))
    return sorted(answers, key=len)[len(answers) // 2]


if __name__ == "__main__":
    main(sys.argv[1:])
