"""Hands per second of the engine, beside scorers of other rulesets on hands of their own kind, in one run.

    python -m benchmarks.engine [hands]

Machines differ and are noisy, so the ratios are what to read; all rounds take turns, so that a busy minute troubles
all alike. `cold` is a first pass with every table empty, `warm` the passes after it. `total` is what a batch asks for:
the total and the payments; `full` is every reading with what was removed by which row. The peers score four sets and a
pair and say the total of the best reading only; what they need for it is made before the clock starts, as ours is.
"""

from __future__ import annotations

import gc
import sys
from functools import partial
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from benchmarks import peers
from benchmarks.hands import Case, every_one_suit_hand, mixed, one_suit, special
from service.scoring import decompose, facts, features, suits, waits
from service.scoring.derive import ruleset
from service.scoring.known import Known
from service.scoring.ruleset import ids
from service.scoring.score import score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from service.scoring.compiled import Ruleset

ROUNDS = 7
SLOWEST = 100
YARDSTICK = "mahjong"
PEERS: dict[str, Callable[[int], Callable[[], None]]] = {YARDSTICK: peers.mahjong, "PyMahjongGB": peers.mahjong_gb}


class Run(NamedTuple):
    """Something to time: the ruleset or peer, the set of hands, the detail."""

    of: str
    hands: str
    detail: str
    go: Callable[[], None]


def main(arguments: Sequence[str]) -> None:
    """Print one line for each ruleset, set of hands and detail, then the peers and the worst hand of one suit."""
    count = int(arguments[0]) if arguments else 2000
    runs = list(_runs(count))
    # What the benchmark itself holds is not for the collector to walk through meanwhile.
    gc.collect()
    gc.freeze()
    cold = {run: _seconds(run.go, fresh=True) for run in runs}
    times: dict[Run, list[float]] = {run: [] for run in runs}
    for _ in range(ROUNDS):
        for run in runs:
            times[run].append(_seconds(run.go))
    warm = {run: median(seconds) for run, seconds in times.items()}
    print(f"{count} hands a line; us/hand: microseconds for one hand on one core; x: times as many hands per second")
    names = [f"x {name}" for name in PEERS]
    print(f"{'':36}{'cold us/hand':>13}{'warm us/hand':>13}{'hands/s':>10}" + "".join(f"{n:>14}" for n in names))
    for run, seconds in warm.items():
        ratios = [warm[other] / seconds for other in runs if other.of in PEERS]
        label = f"{run.of} {run.hands} {run.detail}"
        print(
            f"{label:36}{1e6 * cold[run] / count:13.1f}{1e6 * seconds / count:13.1f}{count / seconds:10,.0f}"
            + "".join(f"{ratio:14.2f}" for ratio in ratios)
        )
    for name in ids():
        print(
            f"{name}: the worst of all hands of one suit takes {_worst_to_median(ruleset(name)):.1f} times the median"
        )


def _runs(count: int) -> Iterator[Run]:
    sets = {"mixed": mixed(count), "one-suit": one_suit(count), "special": special(count)}
    for name in ids():
        for label, cases in sets.items():
            for detail in ("total", "full"):
                yield Run(name, label, detail, partial(_score_all, ruleset(name), cases, explain=detail == "full"))
    for name, prepare in PEERS.items():
        yield Run(name, "mixed", "total", prepare(count))


def _score_all(table: Ruleset, cases: Sequence[Case], *, explain: bool) -> None:
    for hand, context in cases:
        score(table, hand, context, explain=explain)


def _seconds(go: Callable[[], None], *, fresh: bool = False) -> float:
    """Return the processor time of one pass; `fresh`: with every table of the engine empty."""
    if fresh:
        _empty_the_tables()
    start = process_time()
    go()
    return process_time() - start


def _empty_the_tables() -> None:
    suits.forget()
    for module in (decompose, facts, features, waits):
        for one in vars(module).values():
            for table in one if isinstance(one, tuple) else (one,):
                if isinstance(table, Known):
                    table.clear()
                elif hasattr(table, "cache_clear"):
                    table.cache_clear()


def _worst_to_median(table: Ruleset) -> float:
    """Time every winning hand of one suit, the slowest again and at their best, and compare with the median.

    All are scored once before, so that the tables are full for the median as they are for the worst.
    """
    cases = list(every_one_suit_hand())
    for case in cases:
        score(table, *case, explain=False)
    timed = sorted(((_microseconds(table, case), n, case) for n, case in enumerate(cases)), reverse=True)
    # In turns, so that a busy moment of the machine does not fall on one of them alone.
    again = [[_microseconds(table, case) for _, _, case in timed[:SLOWEST]] for _ in range(ROUNDS)]
    return max(map(min, zip(*again, strict=True))) / median(time for time, _, _ in timed)


def _microseconds(table: Ruleset, case: Case) -> float:
    start = process_time()
    score(table, *case, explain=False)
    return process_time() - start


if __name__ == "__main__":
    main(sys.argv[1:])
