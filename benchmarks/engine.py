"""Hands per second of the engine, beside the PyPI package `mahjong` on hands of its own kind, in one run.

    python -m benchmarks.engine [hands]

Machines differ and are noisy, so the ratio is what to read. `mahjong` scores four sets and a pair by the best reading
only; this engine finds five sets and a pair in every reading, with all rows, removals and payments.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from benchmarks.hands import Case, mixed, one_suit
from service.scoring.derive import ruleset
from service.scoring.ruleset import ids
from service.scoring.score import score

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from service.scoring.compiled import Ruleset

ROUNDS = 7


def microseconds(run: Callable[[], object], hands: int) -> float:
    """Return the median time of one hand over some rounds, the first round (cold caches) left out."""
    run()
    times = []
    for _ in range(ROUNDS):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return median(times) / hands * 1e6


def main(arguments: Sequence[str]) -> None:
    """Print one line a set of hands and ruleset, then the yardstick and the ratios."""
    count = int(arguments[0]) if arguments else 1000
    sets = {"mixed": mixed(count), "one suit": one_suit(count)}
    own: dict[tuple[str, str], float] = {}
    for name in ids():
        table = ruleset(name)
        for label, cases in sets.items():
            own[name, label] = microseconds(lambda t=table, c=cases: _score_all(t, c), count)
    other = {"mixed": _mahjong(count)}
    yardstick = other["mixed"]
    print(f"{'':24}{'us/hand':>10}{'hands/s':>12}{'x mahjong':>12}")
    for (name, label), time in own.items():
        print(f"{name + ', ' + label:24}{time:10.1f}{1e6 / time:12,.0f}{yardstick / time if yardstick else 0:12.2f}")
    if yardstick:
        print(f"{'mahjong, mixed':24}{yardstick:10.1f}{1e6 / yardstick:12,.0f}{1:12.2f}")
    else:
        print("the package mahjong is not installed: make bench installs it")


def _score_all(table: Ruleset, cases: Sequence[Case]) -> None:
    for hand, context in cases:
        score(table, hand, context)


def _mahjong(count: int) -> float:
    """Time `mahjong` on its own winning hands: four sets and a pair, riichi declared so that each has a yaku."""
    try:
        from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415
        from mahjong.hand_calculating.hand_config import HandConfig  # noqa: PLC0415
    except ImportError:
        return 0.0
    random, hands = Random(3), []
    while len(hands) < count:
        hand = _riichi_hand(random)
        if hand:
            hands.append((*hand, HandConfig(is_riichi=True, is_tsumo=random.random() < 0.5)))
    calculator = HandCalculator()
    for tiles, winning_tile, config in hands[:50]:
        assert calculator.estimate_hand_value(tiles, winning_tile, config=config).error is None

    def run() -> None:
        for tiles, winning_tile, config in hands:
            calculator.estimate_hand_value(tiles, winning_tile, config=config)

    return microseconds(run, count)


def _riichi_hand(random: Random) -> tuple[list[int], int] | None:
    """Return 14 tiles as ids 0-135 and the winning one, or None when a kind came up too often."""
    kinds: list[int] = []
    for _ in range(4):
        if random.random() < 0.6:
            first = random.choice([k for k in range(27) if k % 9 < 7])
            kinds += [first, first + 1, first + 2]
        else:
            kinds += [random.randrange(34)] * 3
    kinds += [random.randrange(34)] * 2
    if max(map(kinds.count, kinds)) > 4:
        return None
    seen: dict[int, int] = {}
    tiles = []
    for kind in sorted(kinds):
        tiles.append(4 * kind + seen.get(kind, 0))
        seen[kind] = seen.get(kind, 0) + 1
    return tiles, random.choice(tiles)


if __name__ == "__main__":
    main(sys.argv[1:])
