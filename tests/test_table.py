"""Who deals next, who sits where and where the wall is broken: the vectors, and what holds for every evening."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from vectors import CASES, faults_of, shape_faults

from service.scoring.seating import break_wall, drawn_winds, six_tiles
from service.scoring.table import deal_name, pass_deal
from service.scoring.tiles import KINDS

if TYPE_CHECKING:
    from flask.testing import FlaskClient

PATHS = {
    "next-deal": ("/v1/table/next-deal", "NextDeal"),
    "drawn-winds": ("/v1/table/seats", "Seats"),
    "six-tiles": ("/v1/table/seats", "Seats"),
    "break-wall": ("/v1/table/break-wall", "BreakWall"),
}
PLAYERS = ["甲", "乙", "丙", "丁"]
ALL = [
    pytest.param(file.stem, vector, id=f"{file.stem}/{vector['id']}")
    for file in sorted((CASES / "table").glob("*.yaml"))
    for vector in yaml.safe_load(file.read_text("utf8"))
]


def request_of(kind: str, vector: dict[str, Any]) -> dict[str, Any]:
    """Return the request of a vector; between deals it is always the same four who play."""
    seated = {"players": PLAYERS} if kind == "next-deal" and "bare" not in vector else {}
    return {**seated, **vector["post"]}


@pytest.mark.parametrize(("kind", "vector"), ALL)
def test_vector(kind: str, vector: dict[str, Any], client: FlaskClient) -> None:
    assert vector.keys() <= {"id", "why", "bare", "post", "gives", "faults"}
    answer = client.post(PATHS[kind][0], json=request_of(kind, vector))
    if "faults" in vector:
        assert answer.status_code == 422
        assert sorted(faults_of(answer)) == sorted(vector["faults"])
        return
    body = answer.get_json()
    assert answer.status_code == 200, body
    assert {key: body.get(key) for key in vector["gives"]} == vector["gives"]


@pytest.mark.parametrize(("kind", "vector"), ALL)
def test_request_and_answer_have_the_documented_shape(kind: str, vector: dict[str, Any], client: FlaskClient) -> None:
    path, name = PATHS[kind]
    request = request_of(kind, vector)
    answer = client.post(path, json=request)
    if answer.status_code == 200:
        assert shape_faults(f"{name}Request", request) == []
        assert shape_faults(f"{name}Answer", answer.get_json()) == []
    else:
        assert shape_faults("Problem", answer.get_json()) == []


def test_ids_are_unique() -> None:
    assert [one for one, times in Counter(param.id for param in ALL).items() if times > 1] == []


def test_an_evening_of_four_rounds_has_sixteen_named_deals(client: FlaskClient) -> None:
    table = {"round_wind": "E", "dealer": "甲", "dealer_streak": 0}
    names, finished = [], False
    while not finished:
        asked = {"ruleset": "baike", "players": PLAYERS, "table": table, "outcome": "draw"}
        answer = client.post("/v1/table/next-deal", json=asked).get_json()
        table, finished = answer["table"], answer["finished"]
        names.append(table["deal_name"])
    assert names[:5] == ["東風南局", "東風西局", "東風北局", "南風東局", "南風南局"]
    assert names[-2:] == ["北風北局", "東風東局"]
    assert len(names) == len(set(names)) == 16


@pytest.mark.parametrize("wind", range(4))
@pytest.mark.parametrize("dealer", range(4))
def test_a_deal_that_passes_starts_a_streak_anew(wind: int, dealer: int) -> None:
    assert pass_deal(wind, dealer, 3, stays=True) == (wind, dealer, 4)
    assert pass_deal(wind, dealer, 3, stays=False) == ((wind + dealer // 3) % 4, (dealer + 1) % 4, 0)


def test_names_of_deals_are_those_of_the_source() -> None:
    assert [deal_name(0, n, 0) for n in range(4)] == ["東風東局", "東風南局", "東風西局", "東風北局"]
    assert deal_name(1, 1, 2) == "南風南局連莊2"


def test_a_stranger_is_named_with_the_nearest(client: FlaskClient) -> None:
    table = {"round_wind": "E", "dealer": "Anne", "dealer_streak": 0}
    asked = {"ruleset": "baike", "players": ["Ann", "Bob", "Cid", "Dan"], "table": table, "outcome": "draw"}
    answer = client.post("/v1/table/next-deal", json=asked)
    assert "did you mean 'Ann'" in answer.get_json()["errors"][0]["message"]


def test_the_order_of_drawn_places_is_taken_by_the_next_deal(client: FlaskClient) -> None:
    drawn = {"ruleset": "baike", "draws": dict(zip(PLAYERS, "WENS", strict=True)), "method": "none"}
    seats = client.post("/v1/table/seats", json=drawn).get_json()
    table = {"round_wind": "E", "dealer": seats["first_dealer"], "dealer_streak": 0}
    asked = {"ruleset": "baike", "players": seats["players"], "table": table, "outcome": "draw"}
    assert client.post("/v1/table/next-deal", json=asked).get_json()["table"]["dealer"] == seats["players"][1]


def test_everybody_gets_a_place_however_the_six_tiles_lie() -> None:
    thrown = [(a, b, c) for a, b, c in product(range(1, 7), repeat=3) if a <= b <= c]
    for row in permutations([KINDS[code] for code in ("E", "S", "W", "N", "1p", "2p")]):
        for n, dice in enumerate(thrown):
            found = six_tiles(PLAYERS, PLAYERS[n % 4], thrown[-n], row, dice)
            assert sorted(found.seats) == sorted(found.before) == sorted(PLAYERS)
            assert found.draws[0][0] == found.before[(sum(dice) - 1) % 4]


def test_the_wall_is_broken_within_a_wall_clockwise_of_it() -> None:
    for dice in product(range(1, 7), repeat=3):
        found = break_wall(dice)
        assert 1 <= found.first_stack <= 18
        assert (found.wall - found.first_wall) * 18 % 72 + found.first_stack == sum(dice) + 1


def test_the_first_dealer_is_where_the_throws_lead() -> None:
    draws = {player: wind for wind, player in enumerate(PLAYERS)}
    for first, second in product(range(3, 19), repeat=2):
        found = drawn_winds(draws, [(first,), (second,)])
        assert found.first_dealer == (first - 1 + second - 1) % 4
