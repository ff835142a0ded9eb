"""What a typed-in sheet may say: exactly what deals, cuts and wins of whole points lead to on the second model."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from oracle.ledger_model import PLAYERS, Evening, Pair, after_win, sheets, won_deals

from service.scoring.ledger_checks import Entry, sheet_problems
from service.scoring.ledger_reach import adds_up
from service.scoring.ledger_state import LedgerRules

NAMES = ("bystander", "cowinner", "cut_every", "who_pulls")
TABLES = [
    dict(zip(NAMES, values, strict=True))
    for values in product(("hold", "hold_sole", "settle"), ("hold", "settle"), (0, 3), ("every_winner", "dealer_only"))
]
OTHERS = {"rounding": "at_pull", "round_pull": "up", "round_kick": "down", "on_draw": "hold", "draw_dealer": "stays"}


def name_of(table: dict[str, Any]) -> str:
    return "-".join(map(str, table.values()))


def rules(**options: Any) -> LedgerRules:
    return LedgerRules(**{**OTHERS, **TABLES[0], **options}, false_win=0)


def every_sheet() -> list[list[Pair]]:
    """Return every way in which four players can owe each other, of each two at most one the other."""
    ways = product(*([(), ((a, b),), ((b, a),)] for a, b in combinations(PLAYERS, 2)))
    return [[pair for way in sheet for pair in way] for sheet in ways]


def accepted(owed: list[Pair], offers: list[Pair], pulls: int, of: LedgerRules) -> bool:
    return not sheet_problems(PLAYERS, "A", [Entry(*pair, Fraction(99), pulls) for pair in owed], offers, of)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_a_sheet_is_accepted_exactly_when_deals_lead_to_it(table: dict[str, Any]) -> None:
    found = {frozenset(owed) for owed in every_sheet() if accepted(owed, [], 1, rules(**table))}
    assert found == sheets({**OTHERS, **table}, "A")


def subsets(pairs: list[Pair], most: int = 3) -> list[frozenset[Pair]]:
    return [frozenset(chosen) for count in range(most + 1) for chosen in combinations(pairs, count)]


@pytest.mark.parametrize("table", [table for table in TABLES if table["cut_every"]], ids=name_of)
def test_offers_are_accepted_exactly_when_one_deal_pulls_them(table: dict[str, Any]) -> None:
    options, pulled = {**OTHERS, **table}, defaultdict(set)
    for before in sheets(options, "A"):
        for won in won_deals():
            owed, asked = after_win(options, "A", before, won)
            for cut in subsets(sorted(asked)):
                pulled[owed - cut].add(asked - cut)
    for owed, together in pulled.items():
        for offers in subsets(sorted(owed), most=2):
            assert accepted(sorted(owed), sorted(offers), 3, rules(**table)) == any(offers <= one for one in together)


@pytest.mark.parametrize(("rounding", "round_pull"), [("at_pull", "up"), ("at_pull", "down"), ("at_payment", "up")])
def test_an_amount_is_accepted_exactly_when_whole_wins_add_up_to_it(rounding: str, round_pull: str) -> None:
    evening = Evening({**OTHERS, "rounding": rounding, "round_pull": round_pull})
    most = 16
    for pulls in (1, 2, 3, 4):
        reached = {evening.amount(list(wins)) for wins in product(range(1, most + 1), repeat=pulls)}
        steps = 1 << (pulls - 1 if rounding == "at_payment" else 0)
        candidates = [Fraction(n, steps) for n in range(1, most * steps)]
        of = rules(rounding=rounding, round_pull=round_pull)
        assert [one for one in candidates if adds_up(one, pulls, of)] == [one for one in candidates if one in reached]


def test_no_wins_are_so_small_that_a_thousand_pulls_stay_within_bounds() -> None:
    for rounding, round_pull in product(("at_pull", "at_payment"), ("up", "down")):
        assert not adds_up(Fraction(10**12), 1000, rules(rounding=rounding, round_pull=round_pull))
