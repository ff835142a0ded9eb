"""What a row says of sets alone is asked once for all readings that share them: it must not depend on the place."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from service.scoring.context import Context
from service.scoring.decompose import places, shapes
from service.scoring.derive import ruleset
from service.scoring.facts import Facts
from service.scoring.hand import Hand
from service.scoring.reading import Reading
from service.scoring.ruleset import ids
from service.scoring.score import readings_of, score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.scoring.compiled import CompiledRow, Ruleset

HANDS = 600
MUST_MATCH = {
    "equal_chows", "mixed_chows", "short_straight", "terminal_chows", "pure_shifted_chows", "mixed_shifted_chows",
    "same_number_chows", "two_pairs_of_mixed_chows", "shifted_pungs", "little_shifted_pungs", "same_rank_pungs",
    "mixed_shifted_pungs", "little_mixed_shifted_pungs", "little_triple_pung",
}  # fmt: skip


def crowded_hands() -> Iterator[tuple[Hand, Context]]:
    """Give hands of few kinds, which can be read in many ways, won by self-draw and by discard."""
    made = 0
    for seed in range(10_000):
        dice = random.Random(seed)
        kinds = [suit + dice.randrange(7) + n for suit in dice.choice([(0,), (0, 9), (0, 9, 18)]) for n in range(3)]
        tiles: list[int] = []
        while len(tiles) < 15:
            first = dice.choice(kinds)
            tiles += [first] * 3 if dice.random() < 0.4 or first % 9 > 6 else [first, first + 1, first + 2]
        tiles += [dice.choice(kinds)] * 2
        if max(map(tiles.count, tiles)) > 4:
            continue
        won = tiles.pop(dice.randrange(17))
        by_discard = seed % 2 == 0
        context = Context(1, "discard" if by_discard else "self_draw", 0 if by_discard else None)
        yield Hand(tuple(sorted(tiles)), (), (), won), context
        made += 1
        if made == HANDS:
            return


def readings_by_sets(table: Ruleset) -> Iterator[list[Reading]]:
    """Give the readings of the same sets, where there are several, each with a layout of its own."""
    for hand, context in crowded_hands():
        groups = defaultdict(list)
        for reading in readings_of(Facts(hand, context, table.options)):
            reading.asked = None
            groups[reading.form, reading.codes, reading.eyes, reading.singles].append(reading)
        yield from (group for group in groups.values() if len(group) > 1)


def answers(row: CompiledRow, group: list[Reading]) -> set[tuple[int, ...]]:
    """Return what a row says of each reading."""
    return {tuple(row.ask(reading)) for reading in group}


@pytest.mark.parametrize("name", ids())
def test_a_placeless_row_says_the_same_wherever_the_winning_tile_stands(name: str) -> None:
    table = ruleset(name)
    placeless = [row for row in table.by_bit if row.placeless]
    others = [row for row in table.by_bit if row.row.pattern in ("hidden_pungs", "sole_wait", "double_pung_wait")]
    matched, groups, differ = set(), 0, 0
    for group in readings_by_sets(table):
        groups += 1
        for row in placeless:
            if not row.when & ~group[0].features:
                said = answers(row, group)
                assert len(said) == 1, (row.id, group[0].codes, group[0].eyes)
                matched |= {row.row.pattern} if said != {()} else set()
        differ += any(len(answers(row, group)) > 1 for row in others)
    asked = {row.row.pattern for row in placeless}
    assert groups > HANDS / 4
    assert MUST_MATCH & asked <= matched
    assert differ > groups / 20


def unshared(facts: Facts) -> list[Reading]:
    """Return the readings of a hand without melds, each with a layout of its own."""
    won = facts.hand.winning_tile or 0
    return [Reading(facts, shape, place) for shape in shapes(facts.unmelded, melds=0) for place in places(shape, won)]


@pytest.mark.parametrize("name", ids())
def test_what_is_shared_changes_no_answer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ruleset(name)

    def lines() -> list[list[list[tuple[str, int, tuple[int, ...]]]]]:
        answers = [score(table, *hand) for hand in crowded_hands()]
        return [
            [[(line.row.id, line.each, line.instances) for line in reading.lines] for reading in answer.readings]
            for answer in answers
        ]

    shared = lines()
    monkeypatch.setattr("service.scoring.score.readings_of", unshared)
    assert lines() == shared
