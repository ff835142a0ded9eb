"""Faults that scorers of this kind have had, each with a hand on which it would show; by the rules of baike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.test import TestResponse

    Score = Callable[..., "Json"]

Json = dict[str, Any]
DISCARD = {"seat": "S", "by": "discard", "from": "W"}
DRAWN = {"seat": "S", "by": "self_draw"}


@pytest.fixture
def score(post: Callable[[Json], TestResponse]) -> Callable[..., Json]:
    """Return a function that scores a hand in one string, won on West's discard unless told otherwise."""

    def scored(hand: str, context: Json | None = None, *, ruleset: object = "baike", **facts: object) -> Json:
        response = post({"ruleset": ruleset, "hand": hand, "context": (context or DISCARD) | facts})
        assert response.status_code == 200, response.get_json()
        answer: Json = response.get_json()
        return answer

    return scored


def fans(answer: Json, reading: int = 0) -> dict[str, int]:
    """Return what each row adds to a reading, the best one if none is named."""
    return {line["id"]: line["total"] for line in answer["readings"][reading]["fan"]}


def removed(answer: Json) -> set[tuple[str, str]]:
    return {(line["id"], line["by"]) for line in answer["readings"][0]["excluded"]}


# Readings and the place of the winning tile.


def test_of_two_decompositions_the_dearer_is_taken(score: Score) -> None:
    """Only the first decomposition was rated: three pungs read as three chows, or the other way round."""
    answer = score("111222333m 456p 99s EE +E")
    assert [fans(answer, n).keys() & {"pure_shifted_pungs", "pure_triple_chow"} for n in (0, 1)] == [
        {"pure_shifted_pungs"},
        {"pure_triple_chow"},
    ]
    assert [reading["total"] for reading in answer["readings"]] == [31, 21]


def test_of_two_places_of_the_winning_tile_the_dearer_is_taken(score: Score) -> None:
    """678 678 789 won on 8: the two-sided place was taken though the closed one pays more."""
    answer = score("66777889m (123p) (456s) EE +8m")
    assert [reading["wait"] for reading in answer["readings"]] == ["closed", "two_sided"]
    assert fans(answer)["false_sole_wait"] == 1


def test_the_best_is_the_greatest_number_not_the_greatest_text(score: Score) -> None:
    """Totals compared as text put 28 before 128."""
    answer = score("111222333m 555p 66s NN +N", DRAWN)
    assert [reading["total"] for reading in answer["readings"]] == [128, 28]


def test_the_fans_of_different_readings_are_not_added(score: Score) -> None:
    """The union of the fans of all readings was taken."""
    assert not {"pure_shifted_pungs", "pure_triple_chow"} <= fans(score("111222333m 456p 99s EE +E")).keys()


def test_a_pung_completed_by_a_discard_is_not_hidden(score: Score) -> None:
    """It counted as concealed."""
    hand = "111m 99p 456s 789s 22s 456m +9p"
    assert "two_concealed_pungs" not in fans(score(hand))
    assert fans(score(hand, DRAWN))["two_concealed_pungs"] == 5


def test_a_pair_wait_beside_another_wait_is_no_sole_wait(score: Score) -> None:
    """1112 waits on 2 and 3."""
    answer = score("1112m 456p 789p 456s EEE +2m")
    assert answer["waits"] == ["2m", "3m"]
    assert fans(answer)["false_sole_wait"] == 1
    assert "sole_wait" not in fans(answer)


def test_a_wait_on_a_kind_held_four_times_is_none(score: Score) -> None:
    """23 waits on 4 alone where all four 1 are in the own kong; two-sided in shape, it is no sole wait."""
    answer = score("[1111m] 23m (456p) (789p) (456s) EE +4m")
    assert answer["waits"] == ["4m"]
    assert fans(answer).keys() & {"sole_wait", "false_sole_wait"} == set()


@pytest.mark.parametrize(
    ("hand", "wait"),
    [("EE SS 123m 456m 789p 456s +E", "double_pung"), ("E 123m 456m 789p 456s 789s +E", "single")],
)
def test_a_wait_on_an_honor_is_never_two_sided(score: Score, hand: str, wait: str) -> None:
    """The test for two sides looked at suits only, and its default was yes."""
    assert {reading["wait"] for reading in score(hand)["readings"]} == {wait}


def test_three_identical_chows_are_not_twice_two(score: Score) -> None:
    """Counting by pairs gave twice two identical chows."""
    answer = score("123123123m 456p 789s E +E")
    assert fans(answer)["pure_triple_chow"] == 15
    assert fans(answer).keys() & {"pure_double_chow", "two_pure_double_chows"} == set()


# Patterns and exclusions.


def test_little_dragons_are_not_also_two_dragons(score: Score) -> None:
    """Implied patterns counted too."""
    answer = score("FFF PPP CC 123m 456p 78s +9s")
    assert fans(answer)["little_three_dragons"] == 10
    assert ("honor_pung", "little_three_dragons") in removed(answer)
    assert "honor_pung" not in fans(answer)


def test_pairs_are_not_also_a_concealed_hand(score: Score) -> None:
    """Seven pairs counted as concealed beside their own price."""
    answer = score("1133557799m 11p 22p EE +E")
    assert ("concealed_hand", "lik_ku_lik_ku") in removed(answer)
    assert "concealed_hand" not in fans(answer)


def test_a_kong_does_not_stop_the_search_for_four_of_a_kind(score: Score) -> None:
    assert fans(score("[EEEE] 111123m 456p 99p 78s +9s"))["tile_hog"] == 5


def test_a_claimed_pung_does_not_hide_four_of_another_kind(score: Score) -> None:
    """It did; and one exposed instance took every concealed one with it."""
    answer = score("(222p) 111123m 234p 99p 78s +9s")
    assert {"tile_hog": 5, "exposed_tile_hog": 3}.items() <= fans(answer).items()


def test_a_declared_kong_is_no_four_of_a_kind_in_several_places(score: Score) -> None:
    assert fans(score("(1111m) 234m 567p 345s 78p 99s +9p")).keys() & {"tile_hog", "exposed_tile_hog"} == set()


def test_two_kinds_held_four_times_count_twice(score: Score) -> None:
    assert fans(score("111123m 555567p 78s EE +9s"))["tile_hog"] == 10


def test_a_second_copy_of_a_chow_in_a_meld_does_not_expose_the_straight(score: Score) -> None:
    """Every concealed straight was dropped as soon as one exposed straight existed."""
    answer = score("123456789m (123m) 456p 9s +9s")
    assert fans(answer)["concealed_pure_straight"] == 20
    assert ("exposed_pure_straight", "concealed_pure_straight") in removed(answer)


def test_chicken_is_decided_after_every_other_row(score: Score) -> None:
    """The fallback was decided before a later row was added."""
    hand = "(234m) (567p) (111s) 78s NN 678p 1g +9s"
    assert fans(score(hand)) == {"chicken_hand": 15}
    assert fans(score(hand, last_tile=True)) == {"off_seat_flower": 1, "last_tile_claim": 5}


def test_a_pung_of_norths_own_wind_counts_as_such(score: Score) -> None:
    """North's seat wind was not counted."""
    graded = {"id": "baike", "options": {"honor_pung_mode": "graded"}}
    hand = "NNN 234m 567p 345s 78m 99s +9m"
    assert fans(score(hand, ruleset=graded, seat="N"))["honor_pung"] == 2
    assert fans(score(hand, ruleset=graded, seat="S"))["honor_pung"] == 1


def test_a_dragon_has_no_rank(score: Score) -> None:
    """The white dragon was taken for a five."""
    assert "double_pung" not in fans(score("PPP 555m 123p 456s 78s 99m +9s"))
    assert fans(score("555p 555m 123p 456s 78s 99m +9s"))["double_pung"] == 5


def test_honors_do_not_run(score: Score) -> None:
    """EEE SSS WW was taken for consecutive pungs."""
    assert "little_pure_shifted_pungs" not in fans(score("EEE SSS WW 123m 456p 78s +9s"))
    assert fans(score("333m 444m 55m 123m 456p 78s +9s"))["little_pure_shifted_pungs"] == 8


def test_dear_rows_add_up(score: Score) -> None:
    """Heaven and orphans together lost one of them."""
    dealt = {"seat": "E", "by": "self_draw", "opening": "dealt_hand"}
    got = fans(score("19m19p19sESWNCFP 234p +1m", dealt))
    assert {"heavenly_hand": 120, "thirteen_orphans": 80}.items() <= got.items()


def test_a_later_win_of_the_dealer_is_not_heavenly(score: Score) -> None:
    """The condition was inverted."""
    assert "heavenly_hand" not in fans(score("234m 567p 345s 789m 99s 23s +1s", {"seat": "E", "by": "self_draw"}))


def test_few_concealed_tiles_are_no_early_win(score: Score) -> None:
    """A win within so many discards was told by the number of concealed tiles."""
    melded = "(234m) (567p) (345s) (789m) 99s 23s +1s"
    early = {"within_seven_discards", "within_ten_discards"}
    assert fans(score(melded, pool=20)).keys() & early == set()
    assert fans(score("234m 567p 345s 789m 99s 23s +1s", pool=6)).keys() & early == {"within_seven_discards"}


def test_two_good_suits_are_not_sixteen_unrelated(post: Callable[[Json], TestResponse], score: Score) -> None:
    """The third suit was not looked at."""
    assert "sixteen_unrelated" in fans(score("147m 258p 369s ESWNCFP +E"))
    spoilt = {"ruleset": "baike", "hand": "147m 258p 368s ESWNCFP +E", "context": DISCARD}
    assert post(spoilt).get_json()["type"] == "/problems/not-a-winning-hand"


# Kongs and concealment.


def test_a_concealed_kong_leaves_the_hand_concealed(score: Score) -> None:
    """It was rated as a pung, or opened the hand."""
    concealed, exposed = (score(f"{kong} 234m 567p 345s 78m 99s +9m") for kong in ("[1111m]", "(1111m)"))
    assert {"concealed_kong": 2, "concealed_hand": 3}.items() <= fans(concealed).items()
    assert fans(exposed)["melded_kong"] == 1
    assert "concealed_hand" not in fans(exposed)
    (kong,) = [one for one in concealed["readings"][0]["sets"] if one["type"] == "kong"]
    assert (kong["kind"], kong["melded"], kong["hidden"]) == ("concealed", False, True)


def test_eyes_of_a_wind_are_no_pung_of_it(score: Score) -> None:
    """The triplet's worth was asked of the pair."""
    assert "honor_pung" not in fans(score("EE 111m 234p 567s 789s 78m +9m"))


# Explanations and payments.


def test_equal_rows_are_one_line_with_its_instances(score: Score) -> None:
    """Two equal lines were merged to one, and one of them lost."""
    answer = score("E 123m 456m 789p 456s 789s +E")
    (line,) = [line for line in answer["readings"][0]["fan"] if line["id"] == "mixed_double_chow"]
    assert (line["each"], line["count"], line["total"], line["instances"]) == (5, 2, 10, [[1, 3], [2, 4]])


def test_what_counts_several_times_says_for_what(score: Score) -> None:
    """123m 123m 123p 123p EEE SS holds the 1, the 2 and the 3 in every set: three times, for three numbers."""
    answer = score("12233m 112233p EEE SS +1m", DRAWN, ruleset="house")
    (line,) = [line for line in answer["readings"][0]["fan"] if line["id"] == "mixed_all_contain_x"]
    assert line["count"] == 3
    assert len(line.get("about", line["instances"])) == 3


def test_what_counts_is_not_also_called_removed(score: Score) -> None:
    """Two equal chows in two suits make the two pairs in two ways, with the same four chows."""
    ruleset = {"id": "house", "disable": ["all_mixed_double_chows"]}
    answer = score("12233m 44455m 112233s +1m", DRAWN, ruleset=ruleset)
    assert fans(answer)["two_mixed_double_chows"] == 10
    assert ("two_mixed_double_chows", "two_mixed_double_chows") not in removed(answer)


def test_the_dealers_fan_is_paid_by_him_and_to_him(score: Score) -> None:
    """It was added only when the dealer won, or to everybody's share."""
    hand = "123m 456m 78m EEE 55p 678s 2g +9m"

    def extra(context: Json) -> dict[str, int]:
        payments = score(hand, context, dealer_streak=2)["payments"]
        return {p["from"]: sum(part["fan"] for part in p["parts"] if part["id"] == "dealer") for p in payments}

    assert extra(DRAWN) == {"E": 5, "W": 0, "N": 0}
    assert extra({**DISCARD, "from": "E"}) == {"E": 5}
    assert extra(DISCARD) == {"W": 0}
    assert extra({"seat": "E", "by": "self_draw"}) == {"S": 5, "W": 5, "N": 5}


def test_melds_come_back_as_they_may_be_posted(post: Callable[[Json], TestResponse]) -> None:
    """Melds were written out in another shape than they were read in."""
    hand = "(123m) [EEEE] (555p+5p) (7777s) 99s 2g1f 4m 6m +5m"
    answer = post({"ruleset": "baike", "hand": hand, "context": DISCARD}).get_json()
    again = post({"ruleset": "baike", "hand": answer["hand"], "context": DISCARD}).get_json()
    assert [meld.get("kind") for meld in answer["hand"]["melds"]] == [None, "concealed", "added", "exposed"]
    assert again == answer


def test_every_number_of_an_answer_is_whole(score: Score) -> None:
    """A score was divided by three and a fraction paid."""

    def numbers(value: object) -> list[object]:
        if isinstance(value, dict):
            return [n for one in value.values() for n in numbers(one)]
        if isinstance(value, list):
            return [n for one in value for n in numbers(one)]
        return [value] if isinstance(value, int | float) else []

    assert {type(n) for n in numbers(score("123m 456m 78m EEE 55p 678s 2g +9m", DRAWN))} <= {int, bool}
