"""POST /v1/waits: the cases by hand, the scores beside those of /v1/score, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import FORMS, tables, wins
from vectors import shape_faults

from service.app import create_app
from service.scoring.distance import missing_tiles
from service.scoring.hand import Hand, Meld
from service.scoring.ruleset import ids
from service.scoring.tiles import CODES, KINDS, TILE_KINDS

if TYPE_CHECKING:
    from flask.testing import FlaskClient

Json = dict[str, Any]
CASES = yaml.safe_load((Path(__file__).parent / "cases" / "waits" / "hands.yaml").read_text("utf8"))
CLIENT = create_app().test_client()
HAND = "123m 456m 789m 333s 99s 45p"
FACTS_OF_A_DISCARD = ("from", "winners", "on_ready_discard")
FACTS_OF_A_DRAW = ("replacements", "kong_fed_by")


def ask(hand: object, context: Json | None = None, ruleset: object = "baike") -> Json:
    body = {"ruleset": ruleset, "hand": hand} | ({} if context is None else {"context": context})
    response = CLIENT.post("/v1/waits", json=body)
    assert response.status_code == 200, response.get_json()
    answer: Json = response.get_json()
    return answer


def refused(hand: object, context: Json | None = None, **more: object) -> set[str]:
    body = {"ruleset": "baike", "hand": hand, **more} | ({} if context is None else {"context": context})
    response = CLIENT.post("/v1/waits", json=body)
    assert (response.status_code, response.content_type) == (422, "application/problem+json"), response.get_json()
    return {f"{error['pointer']} {error['code']}" for error in response.get_json()["errors"]}


def listed(ready: Json) -> list[str]:
    return [f"{wait['tile']} {wait['left']}" for wait in ready["waits"]]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: Json) -> None:
    answer = ask(case["hand"], case.get("context"))
    if "waits" in case:
        assert (listed(answer), answer["shape"]) == (case["waits"], case["shape"])
        forms = {wait["tile"]: wait["forms"] for wait in answer["waits"]}
        assert {tile: forms[tile] for tile in case.get("forms", {})} == case.get("forms", {})
        never = [w["tile"] for w in answer["waits"] if w["discard"]["total_fan"] is w["self_draw"]["total_fan"] is None]
        assert never == case.get("never", [])
    else:
        assert {one["tile"]: listed(one) for one in answer["discards"]} == case["discards"]
    assert answer["missing"] == case.get("missing", 1)


# The scores, by /v1/score itself.


def winning_context(context: Json, by: str) -> Json:
    """Return the context that scores a wait in one way: facts of the other way are none of it."""
    others = FACTS_OF_A_DRAW if by == "discard" else FACTS_OF_A_DISCARD
    made = {name: value for name, value in context.items() if name not in others} | {"by": by}
    if by == "discard" and "from" not in made:
        before = ["ESWN"["ESWN".index(made["seat"]) - n] for n in (1, 2, 3)]
        made["from"] = next(seat for seat in before if seat not in made.get("winners", []))
    return made


def assert_scores_are_those_of_the_wins(ruleset: object, hand: Json, context: Json, waits: list[Json]) -> None:
    for wait in waits:
        for by in ("discard", "self_draw"):
            won = {**hand, "winning_tile": wait["tile"]}
            body = {"ruleset": ruleset, "hand": won, "context": winning_context(context, by)}
            response = CLIENT.post("/v1/score", json=body)
            answer = response.get_json()
            assert wait[by]["total_fan"] == answer.get("total_fan"), (wait, by, answer)
            assert ("reason" in wait[by]) == (response.status_code != 200)
            if response.status_code == 200:
                assert wait["forms"] == [
                    form
                    for form in ("standard", "lik_ku_lik_ku", "sixteen_unrelated", "thirteen_orphans")
                    if form in {reading["form"] for reading in answer["readings"]}
                ]


def assert_nothing_else_wins(hand: Json, waits: list[Json]) -> None:
    found = {wait["tile"] for wait in waits}
    held = [*hand["concealed"], *(tile for meld in hand["melds"] for tile in meld["tiles"])]
    for tile in CODES[:TILE_KINDS]:
        if tile in found or held.count(tile) == 4:
            continue
        body = {
            "ruleset": "baike",
            "hand": {**hand, "winning_tile": tile},
            "context": {"seat": "S", "by": "self_draw"},
        }
        response = CLIENT.post("/v1/score", json=body)
        assert (response.status_code, response.get_json()["type"]) == (422, "/problems/not-a-winning-hand"), tile


PLAIN = ("self_draw", "discard")


def plain_wins() -> st.SearchStrategy[Any]:
    return wins().filter(lambda win: win.context["by"] in PLAIN)


@pytest.mark.parametrize("name", ids())
@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_each_wait_is_worth_what_the_win_is_worth(name: str, data: st.DataObject) -> None:
    win = data.draw(plain_wins())
    ruleset = data.draw(tables(name)) if data.draw(st.booleans()) else name
    hand = {key: value for key, value in win.hand.items() if key != "winning_tile"}
    answer = ask(hand, win.context, ruleset)
    assert answer["missing"] == 1
    assert win.hand["winning_tile"] in [wait["tile"] for wait in answer["waits"]]
    assert shape_faults("WaitsAnswer", answer) == []
    assert_scores_are_those_of_the_wins(ruleset, hand, win.context, answer["waits"])


@settings(deadline=None, max_examples=5)
@given(win=plain_wins())
def test_no_other_tile_wins(win: Any) -> None:
    hand = {key: value for key, value in win.hand.items() if key != "winning_tile"}
    assert_nothing_else_wins(hand, ask(hand)["waits"])


@settings(deadline=None, max_examples=15)
@given(data=st.data())
def test_each_discard_leaves_what_the_sixteen_tiles_would_wait_on(data: st.DataObject) -> None:
    tiles = data.draw(st.one_of(*FORMS.values()))
    away, come = data.draw(st.sampled_from(tiles.concealed)), data.draw(st.integers(0, TILE_KINDS - 1))
    if tiles.count(come) == 4:
        return
    concealed = [CODES[kind] for kind in sorted(tiles.concealed)]
    concealed[concealed.index(CODES[away])] = CODES[come]
    hand: Json = {"concealed": concealed, "melds": tiles.melds}
    answer = ask(hand, {"seat": "W"})
    assert shape_faults("WaitsAnswer", answer) == []
    ready = {}
    for tile in sorted(set(concealed), key=KINDS.__getitem__):
        left = list(concealed)
        left.remove(tile)
        alone = ask({**hand, "concealed": left}, {"seat": "W", "visible": [tile]})
        if alone["waits"]:
            ready[tile] = (alone["waits"], alone["shape"])
    assert {one["tile"]: (one["waits"], one["shape"]) for one in answer["discards"]} == ready


@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_a_hand_is_one_tile_away_just_when_it_waits(data: st.DataObject) -> None:
    tiles = data.draw(st.one_of(*FORMS.values()))
    concealed = data.draw(st.permutations(tiles.concealed))[1:]
    come = data.draw(st.integers(0, TILE_KINDS - 1))
    concealed = [come, *concealed[1:]] if tiles.count(come) < 4 else concealed
    answer = ask({"concealed": [CODES[kind] for kind in concealed], "melds": tiles.melds})
    melds = tuple(Meld(m["type"], KINDS[m["tiles"][0]], m.get("kind")) for m in tiles.melds)
    hand = Hand(tuple(sorted(concealed)), melds, (), None)
    assert answer["missing"] == missing_tiles(hand, kong_in_orphans=False)
    assert (answer["missing"] == 1) == bool(answer["waits"])


# The ways to win.


def worths(answer: Json, by: str) -> list[object]:
    return [wait[by]["total_fan"] for wait in answer["waits"]]


def test_without_a_context_the_hand_is_the_dealers_and_the_answer_says_so() -> None:
    answer = ask(HAND)
    assert answer["assumed"][0] == {"field": "/context/seat", "value": "E", "affects": []}
    assert [one["field"] for one in ask(HAND, {"seat": "E", "pool": 30})["assumed"]] == []


def test_what_bears_on_payments_alone_is_not_assumed() -> None:
    fields = {one["field"]: one["affects"] for one in ask(HAND, {"seat": "E"})["assumed"]}
    assert fields == {"/context/pool": ["within_seven_discards", "within_ten_discards"]}


def test_the_way_that_is_posted_changes_nothing() -> None:
    plain = ask(HAND, {"seat": "S"})
    assert ask(HAND, {"seat": "S", "by": "discard", "from": "W"}) == plain
    assert ask(HAND, {"seat": "S", "by": "self_draw"}) == plain


def test_replacement_draws_count_for_the_self_draw_alone() -> None:
    hand = "[1111m] 456m 789m 333s 99s 45p"
    plain, replaced = ask(hand, {"seat": "S"}), ask(hand, {"seat": "S", "replacements": ["kong"]})
    assert worths(replaced, "discard") == worths(plain, "discard")
    assert all(a < b for a, b in zip(worths(plain, "self_draw"), worths(replaced, "self_draw"), strict=True))


def test_facts_of_the_discard_count_for_the_discard_alone() -> None:
    hand, facts = "123m 456m 789m 333s 99s 45p", {"on_ready_discard": True, "winners": ["S", "E"]}
    plain, several = (ask(hand, {"seat": "S"} | more, "wikipedia") for more in ({}, facts))
    assert worths(several, "self_draw") == worths(plain, "self_draw")
    assert worths(several, "discard") != worths(plain, "discard")


def test_a_way_that_the_facts_do_not_allow_is_said_to_be_none() -> None:
    dealt = ask(HAND, {"seat": "E", "opening": "dealt_hand"})
    assert {wait["discard"].get("reason") for wait in dealt["waits"]} == {"a dealt hand is self-drawn"}
    assert None not in worths(dealt, "self_draw")
    first = ask(HAND, {"seat": "S", "opening": "first_discard"})
    assert worths(first, "self_draw") == [None, None]
    assert None not in worths(first, "discard")


def test_a_tile_that_may_not_be_won_by_discard_has_the_rule() -> None:
    answer = ask("119m 19p 19s ESWNCFP 23s", {"seat": "S"}, "wikipedia")
    rule = "Another player's tile may not stand there (option thirteen_orphans_discard is not_the_set)."
    single, side = answer["waits"]
    assert (single["tile"], single["discard"]["total_fan"]) == ("1s", 101)
    assert (side["tile"], side["discard"]) == ("4s", {"total_fan": None, "reason": rule})
    assert None not in worths(answer, "self_draw")


def test_the_discarded_tile_lies_face_up() -> None:
    """Two 5p are visible, the third is discarded: the last one has a fan of its own."""
    hand = "(123m) (456m) (789m) (333s) 99s 46p"
    seventeen = ask(hand + "5p", {"seat": "S", "visible": "55p"}, "wikipedia")
    (wait,) = next(one["waits"] for one in seventeen["discards"] if one["tile"] == "5p")
    two, three = (ask(hand, {"seat": "S", "visible": visible}, "wikipedia")["waits"][0] for visible in ("55p", "555p"))
    assert wait == three
    assert wait["discard"]["total_fan"] > two["discard"]["total_fan"]


def test_the_best_of_several_readings_counts() -> None:
    """Three pungs may be three chows: 128 fan or 28."""
    answer = ask("111222333m 555p 66s NN", {"seat": "S"})
    assert {wait["tile"]: wait["self_draw"] for wait in answer["waits"]}["N"] == {"total_fan": 128}


# Refusals.


def test_a_hand_of_another_size_is_refused() -> None:
    for hand in ("123m 456m 789m 333s 99s 4p", "123m 456m 789m 333s 99s 45p EE", "123m 456m 789m 333s 99s 45p E +S"):
        assert refused(hand) == {"/hand wrong_count"}
    assert refused({"concealed": "123m", "melds": []}) == {"/hand/concealed wrong_count"}
    assert refused({"concealed": "1m", "melds": [{"type": "pung", "tiles": f"{n}{n}{n}p"} for n in range(1, 7)]}) == {
        "/hand/melds too_many_melds"
    }


def test_every_fault_is_named_at_once() -> None:
    context = {"seat": "S", "from": "S", "pol": 3, "by": "flowers"}
    assert refused({"concealed": "11111m 23m", "melds": [], "flowers": "1f1f"}, context, detail="full") == {
        "/detail unknown_field",
        "/context/pol unknown_field",
        "/context/by not_allowed",
        "/hand/concealed wrong_count",
        "/hand/concealed too_many_copies",
        "/hand/flowers flower_twice",
        "/context/from own_tile",
        "/context/seat own_tile",
    }


@pytest.mark.parametrize(
    ("context", "faults"),
    [
        ({"seat": "S", "from": "S"}, {"/context/from own_tile", "/context/seat own_tile"}),
        ({"seat": "S", "visible": "3333s"}, {"/context/visible too_many_copies", "/hand too_many_copies"}),
        (
            {"seat": "S", "by": "self_draw", "from": "W"},
            {"/context/by from_with_self_draw", "/context/from from_with_self_draw"},
        ),
        (
            {"seat": "S", "by": "self_draw", "opening": "first_discard"},
            {"/context/opening not_the_first_discard", "/context/by not_the_first_discard"},
        ),
        (
            {"seat": "S", "opening": "dealt_hand"},
            {"/context/opening not_the_dealer", "/context/seat not_the_dealer"},
        ),
        ({"seat": "S", "by": "robbed_kong", "from": "W"}, {"/context/by not_allowed"}),
        (
            {"seat": "S", "robbed_kong": "concealed"},
            {"/context/robbed_kong no_robbed_kong", "/context/by no_robbed_kong"},
        ),
        (
            {"seat": "S", "replacements": ["kong"]},
            {"/context/replacements too_few_kongs", "/hand too_few_kongs"},
        ),
    ],
)  # fmt: skip
def test_a_context_that_contradicts_itself_is_refused(context: Json, faults: set[str]) -> None:
    assert refused(HAND, context) == faults


def test_a_request_without_a_hand_or_a_ruleset_is_refused(client: FlaskClient) -> None:
    errors = client.post("/v1/waits", json={}).get_json()["errors"]
    assert [(error["pointer"], error["code"]) for error in errors] == [("/hand", "missing"), ("/ruleset", "missing")]
