"""Every case vector gives its answer, and no row is without its cases."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from vectors import differences, request_of, rulesets, vectors

from service.scoring.ruleset import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.test import TestResponse

ALL = [vector for name in rulesets() for vector in vectors(name)]


@pytest.mark.parametrize("vector", ALL, ids=[f"{v['ruleset_id']}/{v['id']}" for v in ALL])
def test_vector(vector: dict[str, Any], post: Callable[[dict[str, Any]], TestResponse]) -> None:
    answer = post(request_of(vector))
    assert differences(vector, answer.status_code, answer.get_json()) == []


def test_ids_are_unique_and_short() -> None:
    ids = Counter((vector["ruleset_id"], vector["id"]) for vector in ALL)
    assert [one for one, times in ids.items() if times > 1] == []
    assert [one for one in ids if len(one[1]) > 100 or "should" in one[1].split()] == []


@pytest.mark.parametrize("name", rulesets())
def test_every_row_has_an_earning_hand_and_a_near_miss(name: str) -> None:
    rows = {row.id for row in load(name).rows}
    earned = {v["earns"] for v in vectors(name) if "earns" in v}
    missed = {v["misses"] for v in vectors(name) if "misses" in v}
    assert (rows - earned, rows - missed) == (set(), set())
    assert (earned | missed) - rows == set()


@pytest.mark.parametrize("name", rulesets())
def test_an_earning_vector_says_what_it_earns(name: str) -> None:
    per_payer = {row.id for row in load(name).rows if row.scope == "payer"}
    silent = [
        v["id"]
        for v in vectors(name)
        if "earns" in v
        and v["earns"] not in {**v.get("fan", {}), **v.get("has", {})}
        and not (v["earns"] in per_payer and "payments" in v)
    ]
    assert silent == []


# Removals that no hand can show: why, then the row that removes and the rows that it would remove.
IMPOSSIBLE = {
    "baike": [
        ("a chain of kongs alone has no flower in it", "consecutive_kongs_win", "flower_replacement_win"),
        ("a chain with a flower is not one of kongs alone", "mixed_replacements_win", "consecutive_kongs_win"),
        ("seven_flowers means exactly seven", "eight_flowers", "seven_flowers"),
        ("who robs the eighth flower shows seven", "seven_robs_one", "eight_flowers"),
        ("four equal chows leave no room for a second pair", "pure_quadruple_chow", "two_pure_double_chows"),
    ],
    "wikipedia": [
        ("asks for both terminals and honors", "all_honors", "all_terminals_and_honors"),
        ("asks for both terminals and honors", "all_terminals", "all_terminals_and_honors"),
        ("asks for a chow", "all_honors", "mixed_outside_hand"),
        ("asks for a chow", "all_terminals", "mixed_outside_hand"),
        ("asks for a chow", "all_terminals_and_honors", "mixed_outside_hand"),
        ("asks for an honor", "pure_outside_hand", "mixed_outside_hand"),
        ("asks for an honor", "pure_all_contain_x", "mixed_all_contain_x"),
        ("asks for eyes of a wind, and all four are pungs", "big_four_winds", "little_two_winds"),
        ("the one is a discard, the other self-drawn", "earthly_hand", "fully_concealed_hand"),
        ("waits are three kinds or two", "last_of_twelve", "last_of_eight"),
        ("a chain with a flower is not one of kongs alone", "mixed_replacements_win", "consecutive_kongs_win"),
        ("four equal chows leave no room for a second pair", "pure_quadruple_chow", "two_pure_double_chows"),
        ("four of a kind stand in three groups or in two", "tile_hog_three", "tile_hog_two"),
        ("three of its four sets are pungs", "twelve_in_four", "pure_quadruple_chow tile_hog_four"),
    ],
    "house": [
        ("asks for a suit and honors", "all_honors", "half_flush"),
        ("asks for honors, or for two suits", "full_flush", "half_flush one_voided_suit"),
        ("asks for an honor", "pure_outside_hand", "mixed_outside_hand"),
        ("asks for an honor", "pure_all_contain_x", "mixed_all_contain_x"),
        ("asks for eyes of a wind, and all four are pungs", "big_four_winds", "little_three_winds little_four_winds"),
        ("asks for eyes of a dragon, and all three are pungs", "big_three_dragons", "little_three_dragons"),
        ("the one is a discard, the other self-drawn", "fully_melded_hand", "semi_melded_hand"),
        ("ready is declared once", "heavenly_ready", "earthly_ready"),
        ("four equal chows leave no room for a second pair", "pure_quadruple_chow", "two_pure_double_chows"),
        ("all twelve tiles stand in the four chows", "pure_quadruple_chow", "tile_hog_two tile_hog_three"),
        ("four of a kind stand in four groups, three or two", "tile_hog_four", "tile_hog_two tile_hog_three"),
        ("four of a kind stand in four groups, three or two", "tile_hog_three", "tile_hog_two"),
        ("no sets", "sixteen_unrelated", "mixed_outside_hand mixed_all_contain_x"),
        ("no sets", "sixteen_unrelated_sixteen_way", "mixed_outside_hand mixed_all_contain_x"),
        ("no sets", "sixteen_unrelated_same_numbers", "mixed_outside_hand mixed_all_contain_x"),
        ("no sets", "sixteen_unrelated_straight", "mixed_outside_hand mixed_all_contain_x"),
        ("its singles are 1, 9 and honors", "thirteen_orphans", "all_terminals mixed_all_contain_x"),
        ("three tiles of at most two suits", "thirteen_orphans", "big_all_types big_seven_types"),
    ],
}  # fmt: skip

# Options that change no score, and why.
SCORELESS = {
    "draw_dealer": "who deals next",
    "ledger": "how sheets are settled",
}
# Of these rulesets, whose rows never read three pungs as chows.
NO_TRIPLET_RUNS = {"baike", "house"}


@pytest.mark.parametrize("name", rulesets())
def test_every_removal_is_shown_or_no_hand_can_show_it(name: str) -> None:
    pairs = {(row.id, other) for row in load(name).all_rows for other in row.excludes}
    shown = {(by, row) for v in vectors(name) for row, by in v.get("excluded", {}).items()}
    impossible = {(row, other) for _, row, others in IMPOSSIBLE[name] for other in others.split()}
    assert pairs - shown == impossible


@pytest.mark.parametrize("name", rulesets())
def test_every_option_that_changes_a_score_is_changed_in_a_vector(name: str) -> None:
    defaults = load(name).options
    changed = {
        option
        for v in vectors(name)
        for option, value in v.get("ruleset", {}).get("options", {}).items()
        if value != defaults[option]
    }
    without = SCORELESS.keys() | ({"triplet_runs_read_as_chows"} if name in NO_TRIPLET_RUNS else set())
    assert defaults.keys() - changed == without
