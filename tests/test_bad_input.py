"""What is refused, where the refusal points, and by what code: all at once, nothing coerced, nothing dropped."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest
from marshmallow import Schema

from schemas.problem import problems

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.test import TestResponse

    Json = dict[str, Any]
    Post = Callable[[Json], TestResponse]

GONE = object()
HAND = "123m45678p99s (789m) [EEEE] 1g3f +6p"
BASE: dict[str, Any] = {
    "ruleset": "baike",
    "hand": {
        "concealed": "123m45678p99s",
        "winning_tile": "6p",
        "melds": [
            {"type": "chow", "tiles": "789m", "from": "E"},
            {"type": "kong", "tiles": "EEEE", "kind": "concealed"},
        ],
        "flowers": ["1g", "3f"],
    },
    "context": {"seat": "S", "by": "discard", "from": "W"},
}
SEATED = {"E": "a", "S": "b", "W": "c", "N": "d"}
DRAWN = {"/context/by": "self_draw", "/context/from": GONE}
FIVE_ORDINARY_SETS = {"/hand/melds": [], "/hand/concealed": "123789m45678p99sEEE"}


def changed(change: dict[str, object]) -> Json:
    """Return the base request with values put (or taken away) at JSON pointers."""
    request = deepcopy(BASE)
    for pointer, value in change.items():
        *way, last = pointer.split("/")[1:]
        place: Any = request
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place[step]
        key = int(last) if isinstance(place, list) else last
        if value is GONE:
            del place[key]
        else:
            place[key] = value
    return request


def faults(response: TestResponse) -> list[str]:
    """Return what an answer points at, each as `pointer code`."""
    body: Json = response.get_json()
    return [f"{error['pointer']} {error['code']}" for error in body["errors"]]


def refused(post: Post, request: Json, kind: str = "invalid-request") -> Json:
    response = post(request)
    body: Json = response.get_json()
    assert (response.status_code, body.get("type")) == (422, f"/problems/{kind}"), body
    assert response.content_type == "application/problem+json"
    assert all(error["message"] for error in body["errors"])
    return body


def test_the_request_that_is_spoilt_here_is_sound(post: Post) -> None:
    assert post(BASE).status_code == 200
    assert post({**BASE, "hand": HAND}).get_json()["readings"] == post(BASE).get_json()["readings"]


# One table: what is changed, and everything that is then pointed at.

TYPES: list[tuple[dict[str, object], list[str]]] = [
    # Booleans.
    *(({"/context/last_tile": value}, ["/context/last_tile wrong_type"]) for value in ("yes", "true", 1, 0, None, [])),
    ({"/context/calls_made": 1}, ["/context/calls_made wrong_type"]),
    ({"/context/flowers_paid": "no"}, ["/context/flowers_paid wrong_type"]),
    ({"/context/ready": {"at": "later", "calls_since": 1}}, ["/context/ready/calls_since wrong_type"]),
    # Whole numbers.
    *(({"/context/pool": value}, ["/context/pool wrong_type"]) for value in ("5", 5.0, 5.5, True, -1, 137, [5])),
    *(
        ({"/context/dealer_streak": v}, ["/context/dealer_streak wrong_type"])
        for v in ("1", 1.0, False, None, -1, 1001)
    ),
    ({"/context/table_flowers": 9}, ["/context/table_flowers wrong_type"]),
    ({"/context/previous_deal": {"fed_winners": 4}}, ["/context/previous_deal/fed_winners wrong_type"]),
    ({"/context/ready": {"at": "later", "own_discards_since": True}}, ["/context/ready/own_discards_since wrong_type"]),
    # Words and seats.
    *(({"/context/seat": v}, ["/context/seat not_a_seat"]) for v in ("e", "東", "ES", "", 0, ["E"], "1z")),
    ({"/context/seat": None}, ["/context/seat wrong_type"]),
    ({"/context/from": None}, ["/context/from wrong_type"]),
    ({"/context/by": "ron"}, ["/context/by not_allowed"]),
    ({"/context/by": ["discard"]}, ["/context/by not_allowed"]),
    ({"/context/winners": "S"}, ["/context/winners wrong_type"]),
    ({"/context/winners": ["S", "X"]}, ["/context/winners/1 not_a_seat"]),
    ({"/context/winners": ["S"] * 5}, ["/context/winners too_many"]),
    ({"/context/ready": "later"}, ["/context/ready wrong_type"]),
    ({"/context/ready": {"at": "now"}}, ["/context/ready/at not_allowed"]),
    ({"/detail": "all"}, ["/detail not_allowed"]),
    ({"/detail": None}, ["/detail wrong_type"]),
    # Whole parts.
    *(({f"/{part}": None}, [f"/{part} wrong_type"]) for part in ("ruleset", "hand", "context")),
    *(({f"/{part}": []}, [f"/{part} wrong_type"]) for part in ("ruleset", "hand", "context")),
    ({"/context": "E"}, ["/context wrong_type"]),
    ({"/hand": 7}, ["/hand wrong_type"]),
    ({"/ruleset": 5}, ["/ruleset wrong_type"]),
    # What is missing.
    *(({f"/{part}": GONE}, [f"/{part} missing"]) for part in ("ruleset", "hand", "context")),
    ({"/context/seat": GONE}, ["/context/seat missing"]),
    ({"/context/by": GONE}, ["/context/by missing"]),
    ({"/context/from": GONE}, ["/context/from missing"]),
    ({"/context/ready": {}}, ["/context/ready/at missing"]),
    ({"/context/previous_deal": {}}, ["/context/previous_deal/fed_winners missing"]),
    ({"/hand/concealed": GONE}, ["/hand/concealed missing"]),
    ({"/hand/winning_tile": GONE}, ["/hand/winning_tile missing"]),
    ({"/hand/melds/1/kind": GONE}, ["/hand/melds/1/kind missing"]),
    ({"/players": {"E": "a", "W": "c"}}, ["/players/S missing", "/players/N missing"]),
    # Players and stakes.
    ({"/players": {**SEATED, "S": "a"}}, ["/players/E player_twice", "/players/S player_twice"]),
    ({"/players": {**SEATED, "S": ""}}, ["/players/S bad_text"]),
    ({"/players": {**SEATED, "S": "x" * 65}}, ["/players/S bad_text"]),
    ({"/players": {**SEATED, "S": "b\n"}}, ["/players/S bad_text"]),
    ({"/players": {**SEATED, "S": 1}}, ["/players/S wrong_type"]),
    ({"/stakes": None}, ["/stakes wrong_type"]),
    *(({"/stakes": {"per_fan": value}}, ["/stakes/per_fan wrong_type"]) for value in (1, 0.5, True)),
    *(({"/stakes": {"per_fan": v}}, ["/stakes/per_fan bad_text"]) for v in ("-1", "1e5", "", "1.", "１", "NaN", "1\n")),
    ({"/stakes": {"currency": ""}}, ["/stakes/currency bad_text"]),
]

TILES: list[tuple[dict[str, object], list[str]]] = [
    # Concealed tiles.
    ({"/hand/concealed": "123m45678p9s"}, ["/hand/concealed wrong_count"]),
    ({"/hand/concealed": "0m"}, ["/hand/concealed no_such_tile"]),
    ({"/hand/concealed": "8z"}, ["/hand/concealed no_such_tile"]),
    ({"/hand/concealed": "123m45678p99"}, ["/hand/concealed no_such_tile"]),
    ({"/hand/concealed": "777h"}, ["/hand/concealed no_such_tile"] * 2),
    ({"/hand/concealed": ["1m", None, "1m2m", "", 3]}, [f"/hand/concealed/{n} no_such_tile" for n in (1, 2, 3, 4)]),
    ({"/hand/concealed": {"1m": 3}}, ["/hand/concealed wrong_type"]),
    ({"/hand/concealed": "1m" * 145}, ["/hand/concealed too_many"]),
    ({"/hand/concealed": ["1m"] * 145}, ["/hand/concealed too_many"]),
    ({"/hand/concealed": "123m45678p9s1g"}, ["/hand/concealed flower_in_hand"]),
    ({"/hand/concealed": "11111m5678p9s"}, ["/hand/concealed too_many_copies"]),
    ({"/hand/concealed": "1m6666p7777p9s"}, ["/hand/concealed too_many_copies", "/hand/winning_tile too_many_copies"]),
    # The winning tile and the flowers.
    *(({"/hand/winning_tile": v}, ["/hand/winning_tile no_such_tile"]) for v in ("66p", "", "6", 6, ["6p"], "6p6p")),
    ({"/hand/winning_tile": None}, ["/hand/winning_tile wrong_type"]),
    ({"/hand/winning_tile": "1g"}, ["/hand/winning_tile flower_in_hand"]),
    ({"/hand/winning_tile": "E"}, ["/hand/melds/1/tiles too_many_copies", "/hand/winning_tile too_many_copies"]),
    ({"/hand/flowers": ["1g", "1g"]}, ["/hand/flowers flower_twice"]),
    ({"/hand/flowers": "1m"}, ["/hand/flowers not_a_flower"]),
    ({"/hand/flowers": ["1g", "5g"]}, ["/hand/flowers/1 no_such_tile"]),
    ({"/hand/flowers": 3}, ["/hand/flowers wrong_type"]),
    # Melds: a run of dragons, a run over the edge, four of 1234, the fourth tile left out.
    *(
        ({"/hand/melds/0/tiles": v}, ["/hand/melds/0/tiles not_a_chow"])
        for v in ("CFP", "89m1p", "799m", "78m", "6789m")
    ),
    ({"/hand/melds/0": {"type": "pung", "tiles": "789m"}}, ["/hand/melds/0/tiles not_a_pung"]),
    ({"/hand/melds/0": {"type": "pung", "tiles": "7777m"}}, ["/hand/melds/0/tiles not_a_pung"]),
    ({"/hand/melds/1/tiles": "EEE"}, ["/hand/melds/1/tiles not_a_kong"]),
    ({"/hand/melds/0/tiles": ""}, ["/hand/melds/0/tiles not_a_chow"]),
    ({"/hand/melds/1/tiles": []}, ["/hand/melds/1/tiles not_a_kong"]),
    ({"/hand/melds/0/tiles": "123f"}, ["/hand/melds/0/tiles flower_in_meld"]),
    ({"/hand/melds/0/kind": "exposed"}, ["/hand/melds/0/kind not_a_kong"]),
    ({"/hand/melds/1/kind": "open"}, ["/hand/melds/1/kind not_allowed"]),
    ({"/hand/melds/1/from": "W"}, ["/hand/melds/1/from concealed_kong_fed"]),
    ({"/hand/melds/0/from": "W"}, [f"{p} chow_not_from_previous" for p in ("/hand/melds/0/from", "/context/seat")]),
    ({"/hand/melds/0/from": "S"}, ["/hand/melds/0/from own_meld_fed", "/context/seat own_meld_fed"]),
    # A meld that cannot be read says nothing of the rest of the hand.
    ({"/hand/melds/1/tiles": "1234m"}, ["/hand/melds/1/tiles not_a_kong"]),
    ({"/hand/melds/0/tiles": "ESW"}, ["/hand/melds/0/tiles not_a_chow"]),
    ({"/hand/melds/0/tiles": ["7m", "x", "9m"]}, ["/hand/melds/0/tiles/1 no_such_tile"]),
    ({"/hand/melds/0/type": "run"}, ["/hand/melds/0/type not_allowed"]),
    ({"/hand/melds/0": "789m"}, ["/hand/melds/0 wrong_type"]),
    ({"/hand/melds": {}}, ["/hand/melds wrong_type"]),
    ({"/hand/melds": [{"type": "pung", "tiles": "EEE"}] * 17}, ["/hand/melds too_many"]),
    # Tiles that are seen.
    ({"/context/visible": 3}, ["/context/visible wrong_type"]),
    ({"/context/visible": ["1m", "9z", 3]}, ["/context/visible/1 no_such_tile", "/context/visible/2 no_such_tile"]),
    ({"/context/visible": "999s"}, ["/context/visible too_many_copies", "/hand too_many_copies"]),
]

CONTRADICTIONS: list[tuple[dict[str, object], list[str]]] = [
    ({"/context/from": "S"}, ["/context/from own_tile", "/context/seat own_tile"]),
    ({"/context/by": "self_draw"}, ["/context/by from_with_self_draw", "/context/from from_with_self_draw"]),
    (DRAWN | {"/context/winners": ["S", "W"]}, ["/context/winners several_winners", "/context/by several_winners"]),
    ({"/context/winners": ["N"]}, ["/context/winners winner_missing", "/context/seat winner_missing"]),
    ({"/context/winners": []}, ["/context/winners winner_missing", "/context/seat winner_missing"]),
    ({"/context/winners": ["S", "S"]}, ["/context/winners winner_twice"]),
    ({"/context/winners": ["S", "W"]}, ["/context/winners discarder_wins", "/context/from discarder_wins"]),
    ({"/context/by": "robbed_kong"}, ["/context/by robbed_tile_held", "/hand robbed_tile_held"]),
    ({"/context/robbed_kong": "concealed"}, ["/context/robbed_kong no_robbed_kong", "/context/by no_robbed_kong"]),
    ({"/context/kong_chain_robbed": True}, ["/context/kong_chain_robbed no_robbed_kong", "/context/by no_robbed_kong"]),
    (
        DRAWN | {"/context/on_ready_discard": True},
        [f"/context/{n} no_ready_discard" for n in ("on_ready_discard", "by")],
    ),
    ({"/context/replacements": ["kong"]}, [f"/context/{n} replacement_and_discard" for n in ("replacements", "by")]),
    (
        DRAWN | {"/context/replacements": ["flower"] * 3},
        ["/context/replacements too_few_flowers", "/hand/flowers too_few_flowers"],
    ),
    (
        DRAWN | {"/context/replacements": ["kong"] * 2},
        ["/context/replacements too_few_kongs", "/hand/melds too_few_kongs"],
    ),
    (
        DRAWN | {"/context/replacements": ["kong"], "/hand/melds/1/kind": "exposed"},
        [f"{p} nobody_fed_the_kong" for p in ("/context/replacements", "/context/kong_fed_by", "/hand/melds")],
    ),
    (
        DRAWN | {"/context/replacements": ["kong"], "/context/kong_fed_by": "S", "/hand/melds/1/kind": "exposed"},
        ["/context/kong_fed_by own_kong_fed", "/context/seat own_kong_fed"],
    ),
    (
        DRAWN | {"/context/replacements": ["kong"], "/context/kong_fed_by": "W"},
        ["/context/kong_fed_by no_exposed_kong", "/hand/melds no_exposed_kong"],
    ),
    (
        DRAWN | FIVE_ORDINARY_SETS | {"/context/opening": "dealt_hand"},
        ["/context/opening not_the_dealer", "/context/seat not_the_dealer"],
    ),
    (
        {"/context/opening": "first_go_around", "/context/last_tile": True},
        ["/context/opening last_tile_at_the_start", "/context/last_tile last_tile_at_the_start"],
    ),
    (
        FIVE_ORDINARY_SETS | {"/context/opening": "first_discard", "/context/from": "E", "/context/pool": 3},
        ["/context/opening nothing_discarded_yet", "/context/pool nothing_discarded_yet"],
    ),
    ({"/context/calls_made": False}, ["/context/calls_made calls_denied", "/hand/melds calls_denied"]),
    ({"/context/ready": {"at": "dealt"}}, [f"{p} dealt_ready_with_meld" for p in ("/context/ready/at", "/hand/melds")]),
    (
        {"/context/flowers_paid": True, "/hand/flowers": []},
        ["/context/flowers_paid no_flowers_paid", "/hand/flowers no_flowers_paid"],
    ),
    (
        {"/context/table_flowers": 0},
        [f"{p} too_few_table_flowers" for p in ("/context/table_flowers", "/hand/flowers")],
    ),
    (
        {"/context/by": "flowers", "/context/from": GONE},
        [f"{p} eight_flowers_wanted" for p in ("/context/by", "/context/from", "/hand/flowers")],
    ),
]


def rules(**more: object) -> dict[str, object]:
    return {"/ruleset": {"id": "baike", **more}}


HOUSE_RULES: list[tuple[dict[str, object], list[str]]] = [
    ({"/ruleset": {}}, ["/ruleset/id missing"]),
    ({"/ruleset": {"id": 5}}, ["/ruleset/id wrong_type"]),
    ({"/ruleset": {"id": None}}, ["/ruleset/id wrong_type"]),
    ({"/ruleset": {"id": "biake"}}, ["/ruleset/id unknown_ruleset"]),
    (rules(fan={"all_pung": 3}), ["/ruleset/fan/all_pung unknown_row"]),
    (rules(fan={"a/b~c": 3}), ["/ruleset/fan/a~1b~0c unknown_row"]),
    *(
        (rules(fan={"all_pungs": v}), ["/ruleset/fan/all_pungs bad_price"])
        for v in (-3, "3", 3.0, True, None, 100_001, [3])
    ),
    (rules(fan={"all_pungs": {"exposed": 3}}), ["/ruleset/fan/all_pungs no_variants"]),
    (rules(fan={"dealer": {"pre": 3}}), ["/ruleset/fan/dealer/pre unknown_variant"]),
    (rules(fan={"dealer": {"per": -3}}), ["/ruleset/fan/dealer/per bad_price"]),
    (rules(fan={"dealer": {"per": -3, "plus": 1.5}}), [f"/ruleset/fan/dealer/{v} bad_price" for v in ("per", "plus")]),
    (rules(fan=[]), ["/ruleset/fan wrong_type"]),
    (rules(fan=None), ["/ruleset/fan wrong_type"]),
    (rules(enable=["all_pung", "all_pungs"]), ["/ruleset/enable/0 unknown_row"]),
    (rules(disable=["all_pung", "all_chow"]), ["/ruleset/disable/0 unknown_row", "/ruleset/disable/1 unknown_row"]),
    (rules(disable="all_pungs"), ["/ruleset/disable wrong_type"]),
    (rules(disable=[3]), ["/ruleset/disable/0 wrong_type"]),
    (rules(disable=["x"] * 401), ["/ruleset/disable too_many"]),
    (
        rules(enable=["all_pungs"], disable=["all_chows", "all_pungs"]),
        ["/ruleset/enable/0 enabled_and_disabled", "/ruleset/disable/1 enabled_and_disabled"],
    ),
    (rules(options=[]), ["/ruleset/options wrong_type"]),
    (rules(options={"count": "kinds"}), ["/ruleset/options/count unknown_option"]),
    (rules(options={"counting": "all"}), ["/ruleset/options/counting bad_value"]),
    (rules(options={"dealer": []}), ["/ruleset/options/dealer bad_value"]),
    *(
        (rules(options={"base": value}), ["/ruleset/options/base bad_value"])
        for value in ("5", 5.0, True, -1, 1001, None)
    ),
    (rules(options={"triplet_runs_read_as_chows": 1}), ["/ruleset/options/triplet_runs_read_as_chows bad_value"]),
    (rules(options={"ledger": []}), ["/ruleset/options/ledger wrong_type"]),
    (rules(options={"ledger": {"cut": 3}}), ["/ruleset/options/ledger/cut unknown_option"]),
    (rules(options={"ledger": {"cut_every": -1}}), ["/ruleset/options/ledger/cut_every bad_value"]),
    (
        rules(fan={"all_pung": 1}, disable=["all_chow"], options={"base": -1, "ledger": {"cut": 3}}),
        [
            "/ruleset/disable/0 unknown_row",
            "/ruleset/fan/all_pung unknown_row",
            "/ruleset/options/base bad_value",
            "/ruleset/options/ledger/cut unknown_option",
        ],
    ),
]

# Whether a row has variants is a matter of the options in force.
HOUSE_RULES += [
    (rules(fan={"dealer": {"per": 3}}, options={"dealer": "flat"}), ["/ruleset/fan/dealer no_variants"]),
    (rules(fan={"honor_pung": {"dragon": 3}}), ["/ruleset/fan/honor_pung no_variants"]),
]

TABLE = [*TYPES, *TILES, *CONTRADICTIONS, *HOUSE_RULES]


def name_of(row: tuple[dict[str, object], list[str]]) -> str:
    text = json.dumps(row[0], ensure_ascii=False, default=lambda _: "GONE")
    return text if len(text) <= 90 else text[:90] + "…"


@pytest.mark.parametrize(("change", "wanted"), TABLE, ids=[f"{n}-{name_of(row)}" for n, row in enumerate(TABLE)])
def test_each_fault_is_pointed_at_and_nothing_else(post: Post, change: dict[str, object], wanted: list[str]) -> None:
    response = post(changed(change))
    assert response.status_code == 422, response.get_json()
    assert sorted(faults(response)) == sorted(wanted)
    assert refused(post, changed(change))["detail"].startswith(f"{len(wanted)} fault")


def test_a_variant_that_an_option_brings_has_a_price(post: Post) -> None:
    graded = rules(fan={"honor_pung": {"plain_wind": 7}}, options={"honor_pung_mode": "graded"})
    answer = post(changed({**graded, "/context/round_wind": "W"})).get_json()
    assert [line["total"] for line in answer["readings"][0]["fan"] if line["id"] == "honor_pung"] == [7]


# Names that do not exist.

UNKNOWN = [
    ("/contxt", "context"),
    ("/context/winer", "winners"),
    ("/context/replacement", "replacements"),
    ("/hand/meld", "melds"),
    ("/hand/melds/0/tile", "tiles"),
    ("/hand/melds/1/form", "from"),
]


@pytest.mark.parametrize(("pointer", "nearest"), UNKNOWN)
def test_an_unknown_field_is_named_with_the_nearest(post: Post, pointer: str, nearest: str) -> None:
    (error,) = refused(post, changed({pointer: 1}))["errors"]
    assert (error["pointer"], error["code"]) == (pointer, "unknown_field")
    assert f"'{pointer.rpartition('/')[2]}'" in error["message"]
    assert f"'{nearest}'" in error["message"]


UNKNOWN_WITHIN = [
    ({"/context/ready": {"at": "later", "own_discards": 1}}, "/context/ready/own_discards", "own_discards_since"),
    ({"/context/previous_deal": {"fed_winners": 2, "fed": 1}}, "/context/previous_deal/fed", None),
    ({"/stakes": {"per_fn": "1"}}, "/stakes/per_fn", "per_fan"),
    ({"/players": {**SEATED, "X": "e"}}, "/players/X", None),
    (rules(disable_=[]), "/ruleset/disable_", "disable"),
]


@pytest.mark.parametrize(("change", "pointer", "nearest"), UNKNOWN_WITHIN, ids=[u[1] for u in UNKNOWN_WITHIN])
def test_an_unknown_field_within_a_field_is_named(
    post: Post, change: dict[str, object], pointer: str, nearest: str | None
) -> None:
    (error,) = refused(post, changed(change))["errors"]
    assert (error["pointer"], error["code"]) == (pointer, "unknown_field")
    assert nearest is None or f"'{nearest}'" in error["message"]


NAMED = [
    ({"/ruleset": "biake"}, "'baike'"),
    ({"/ruleset": {"id": "biake"}}, "'baike'"),
    (rules(fan={"all_pung": 3}), "'all_pungs'"),
    (rules(enable=["pure_strait"]), "'concealed_pure_straight'"),
    (rules(disable=["half_flsh"]), "'half_flush'"),
    (rules(fan={"dealer": {"pre": 3}}), "'per'"),
    (rules(options={"countng": "once"}), "'counting'"),
    (rules(options={"ledger": {"cut_evry": 3}}), "'cut_every'"),
]


@pytest.mark.parametrize(("change", "nearest"), NAMED, ids=[f"{n}-{row[1]}" for n, row in enumerate(NAMED)])
def test_an_unknown_name_comes_with_the_nearest(post: Post, change: dict[str, object], nearest: str) -> None:
    (error,) = refused(post, changed(change))["errors"]
    assert nearest in error["message"]


def test_an_option_set_on_the_wrong_object_is_not_dropped(post: Post) -> None:
    """Misplaced options silently ignored: a fault of other scorers."""
    assert faults(post(changed({"/counting": "once"}))) == ["/counting unknown_field"]
    assert faults(post(changed(rules(counting="once")))) == ["/ruleset/counting unknown_field"]
    assert faults(post(changed({"/hand/seat": "E"}))) == ["/hand/seat unknown_field"]


# Several faults at once.


def test_faults_of_shape_are_all_pointed_at(post: Post) -> None:
    change = {
        "/ruleset": "biake",
        "/hand/melds/0/tiles": "799m",
        "/context/seat": "X",
        "/context/last_tile": 1,
        "/detail": "none",
        "/more": 1,
    }
    assert sorted(faults(post(changed(change)))) == [
        "/context/last_tile wrong_type",
        "/context/seat not_a_seat",
        "/detail not_allowed",
        "/hand/melds/0/tiles not_a_chow",
        "/more unknown_field",
        "/ruleset unknown_ruleset",
    ]


def test_faults_of_sense_are_pointed_at_beside_faults_of_shape(post: Post) -> None:
    change = {"/ruleset": "biake", "/hand/concealed": "123m45678p9s", "/context/from": "S", "/hand/flowers": ["1g"] * 2}
    assert sorted(faults(post(changed(change)))) == [
        "/context/from own_tile",
        "/context/seat own_tile",
        "/hand/concealed wrong_count",
        "/hand/flowers flower_twice",
        "/ruleset unknown_ruleset",
    ]


def test_no_more_than_a_hundred_faults_of_shape_are_listed(post: Post) -> None:
    body = refused(post, changed({"/context/visible": ["x"] * 144, "/hand/concealed": ["x"] * 144}))
    assert len(body["errors"]) == 100


def test_no_more_than_a_hundred_faults_of_sense_are_listed(post: Post) -> None:
    suits = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
    hand = {
        "concealed": suits * 5,
        "winning_tile": "E",
        "melds": [{"type": "pung", "tiles": f"{n}{n}{n}m"} for n in range(1, 10)]
        + [{"type": "chow", "tiles": "123p"}] * 7,
    }
    body = refused(post, changed({"/hand": hand, "/context/visible": suits}))
    assert len(body["errors"]) == 100


def test_messages_under_numbers_and_under_names_are_listed_together() -> None:
    """Marshmallow mixes both as keys of one object; whatever sorts them as they are fails on it."""
    messages = {"melds": {10: ["a|ten"], 2: {"tiles": ["b|two"]}, "_schema": ["c|all"], "more": ["d|more"]}}
    assert [(fault.pointer, fault.code, fault.message) for fault in problems(messages, Schema())] == [
        ("/melds", "c", "all"),
        ("/melds/2/tiles", "b", "two"),
        ("/melds/10", "a", "ten"),
        ("/melds/more", "d", "more"),
    ]


def test_faults_are_listed_in_an_order_of_their_own(post: Post) -> None:
    """A set of unknown names comes in another order in each process; equal input wants equal output."""
    names = [f"/field_{n:02}" for n in range(30)]
    assert faults(post(changed(dict.fromkeys(names, 1)))) == [f"{name} unknown_field" for name in names]


# Hands in one string.

STRINGS = {
    "": ["wrong_count", "missing"],
    "777h": ["no_such_tile", "no_such_tile"],
    HAND.replace("+6p", ""): ["missing"],
    HAND + "+7p": ["winning_tile"],
    HAND.replace("+6p", "+66p"): ["winning_tile"],
    HAND.replace("+6p", "+"): ["winning_tile"],
    HAND.replace("+6p", "+9z"): ["no_such_tile"],
    HAND.replace("99s", "9s"): ["wrong_count"],
    HAND.replace("99s", "99"): ["no_such_tile"],
    HAND.replace("123m", "111m").replace("99s", "11m"): ["too_many_copies"],
    HAND.replace("1g", "3f"): ["flower_twice"],
    HAND.replace("(789m)", "(789m"): ["stray_bracket"],
    HAND.replace("(789m)", "(78m)"): ["not_a_meld"],
    HAND.replace("(789m)", "(7889m)"): ["not_a_kong"],
    HAND.replace("(789m)", "(788m)"): ["not_a_pung"],
    HAND.replace("(789m)", "(ESW)"): ["not_a_chow"],
    HAND.replace("(789m)", "(CFP)"): ["not_a_chow"],
    HAND.replace("(789m)", "(78m1g)"): ["flower_in_meld"],
    HAND.replace("(789m)", "()"): ["not_a_meld"],
    HAND.replace("(789m)", "( )"): ["not_a_meld"],
    HAND.replace("[EEEE]", "[]"): ["not_a_meld"],
    HAND.replace("[EEEE]", "[EEE]"): ["not_a_kong"],
    HAND.replace("[EEEE]", "[EEE+E]"): ["not_a_kong"],
    HAND.replace("[EEEE]", "(EEE+S)"): ["not_a_kong"],
    HAND.replace("[EEEE]", "(EE+E)"): ["not_a_kong"],
    HAND.replace("[EEEE]", "(+)"): ["not_a_kong"],
    "1m" * 201: ["too_long"],
}


@pytest.mark.parametrize(("hand", "codes"), STRINGS.items(), ids=[repr(h[:60]) for h in STRINGS])
def test_faults_of_a_hand_in_one_string_point_at_the_hand(post: Post, hand: str, codes: list[str]) -> None:
    assert sorted(faults(post({**BASE, "hand": hand}))) == sorted(f"/hand {code}" for code in codes)


def test_a_contradiction_with_a_hand_in_one_string_points_at_the_hand(post: Post) -> None:
    context = {**BASE["context"], "calls_made": False}
    assert faults(post({**BASE, "hand": HAND, "context": context})) == [
        "/context/calls_made calls_denied",
        "/hand calls_denied",
    ]


def test_six_blocks_are_too_many_tiles(post: Post) -> None:
    """Six-block hands were accepted by another scorer."""
    hand = {"concealed": "123m456p789s111s222s333s4s", "winning_tile": "4s"}
    assert "/hand/concealed wrong_count" in faults(post({**BASE, "hand": hand}))


def test_the_fourth_tile_of_a_kong_stands_in_its_meld_alone(post: Post) -> None:
    """Whether a kong's fourth tile is in the hand list crashed other scorers."""
    assert post(changed({"/hand/concealed": "123m45678p99s"})).status_code == 200
    twice = changed({"/hand/concealed": "123m45678p99sE"})
    assert sorted(faults(post(twice))) == [
        "/hand/concealed too_many_copies",
        "/hand/concealed wrong_count",
        "/hand/melds/1/tiles too_many_copies",
    ]


# Notations.

NOTATIONS = [
    "1m2m3m4p5p6p7p8p9s9s (7m8m9m) [1z1z1z1z] 1g 3f +6p",
    "  123m 45678p 99s(789m)[EEEE]3f1g+6p",
    "1g3f +6p (987m) [EEEE] 99s87654p321m",
    "一二三萬四五六七八筒九九索 (七八九萬) [東東東東] 春菊 +六筒",
    "一萬二萬三萬 4筒5筒6筒7筒8筒 九索九索 (七萬八萬九萬) [東東東東] 春 菊 +6筒",
    "🀇🀈🀉🀜🀝🀞🀟🀠🀘🀘 (🀍🀎🀏) [🀀🀀🀀🀀] 🀦🀥 +🀞",
    "🀇︎🀈️🀉 45678p 九九索 (789m) [1z東E🀀] 1g🀥 +六筒",
]


@pytest.mark.parametrize("hand", NOTATIONS)
def test_another_notation_is_the_same_hand(post: Post, hand: str) -> None:
    assert post({**BASE, "hand": hand}).get_json() == post({**BASE, "hand": HAND}).get_json()


def test_every_notation_of_every_tile_is_read_as_it(client: Any, post: Post) -> None:
    for tile in client.get("/v1/tiles").get_json()["tiles"]:
        for notation in tile["notations"]:
            field = "flowers" if tile["copies"] == 1 else "concealed"
            body = post({**BASE, "hand": {"concealed": [], "winning_tile": "1m", field: [notation]}}).get_json()
            assert f"/hand/{field}/0" not in [error["pointer"] for error in body["errors"]], notation
            wrong = {"concealed": [tile["code"]] * 4 + [notation], "winning_tile": "1m"}
            codes = faults(post({**BASE, "hand": wrong}))
            wanted = "flower_in_hand" if tile["copies"] == 1 else "too_many_copies"
            assert f"/hand/concealed {wanted}" in codes, notation


@pytest.mark.parametrize("hand", ["㊀萬", "１m", "1M", "1ｍ", "e", "Z", "10m", "0m", "-1m", "1.m", "赤5m", "🀫", "🀪"])
def test_what_only_looks_like_a_tile_is_none(post: Post, hand: str) -> None:
    assert "/hand no_such_tile" in faults(post({**BASE, "hand": hand}))


# Hands that are sound and do not win, or not in this way.


@pytest.mark.parametrize("flowers", [[], ["1g"], ["1f", "2f", "3f", "4f", "1g", "2g", "3g", "4g"]])
def test_flowers_do_not_make_a_hand_win(post: Post, flowers: list[str]) -> None:
    """Bonus tiles were counted on a hand that cannot win."""
    body = refused(post, changed({"/hand/winning_tile": "1p", "/hand/flowers": flowers}), "not-a-winning-hand")
    assert [(error["pointer"], error["code"]) for error in body["errors"]] == [("/hand", "not_a_win")]
    assert (body["waits"], body["missing"]) == (["3p", "6p", "9p"], 1)


def test_a_win_that_the_ruleset_does_not_allow_is_told_apart(post: Post) -> None:
    robbed = {"/context/by": "robbed_kong", "/context/robbed_kong": "concealed"}
    hand = {"/hand/concealed": "123m45p678s99s", "/hand/winning_tile": "3p"}
    body = refused(post, changed(robbed | hand), "win-not-allowed")
    assert [error["pointer"] for error in body["errors"]] == ["/context/by"]
    assert "thirteen_orphans_rob_concealed_kong" in body["detail"]
