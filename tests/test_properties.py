"""What is true of every answer, whatever the hand, the facts and the house rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from strategies import SEATS, Json, Win, derived, tables, wins

from schemas.score import load_score_request
from service.scoring.compiled import Ruleset, compile_ruleset
from service.scoring.errors import WinNotAllowed
from service.scoring.ruleset import ids, load
from service.scoring.score import score
from service.scoring.scored import ScoredReading

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.test import TestResponse

    from service.scoring.rows import Row, Source

    Post = Callable[[Json], TestResponse]

EVERY_RULESET = pytest.mark.parametrize("name", ids())
SUIT_BOUND = {"all_green", "all_blue"}

settings.register_profile(
    "properties",
    deadline=None,
    max_examples=80,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
PROPERTIES = settings.get_profile("properties")


def answer_to(post: Post, request: Json) -> Json:
    """Return the answer; a win that the ruleset does not allow says nothing about the property."""
    response = post(request)
    body: Json = response.get_json()
    assume(not (response.status_code == 422 and body["type"] == "/problems/win-not-allowed"))
    assert response.status_code == 200, body
    return body


def sums(lines: list[Json]) -> Counter[str]:
    found: Counter[str] = Counter()
    for line in lines:
        found[line["id"]] += line["total"]
    return found


# What a caller may write in another way.


@EVERY_RULESET
@PROPERTIES
@given(win=wins(), data=st.data())
def test_the_order_of_tiles_changes_nothing(post: Post, name: str, win: Win, data: st.DataObject) -> None:
    shuffled = {
        **win.hand,
        "concealed": data.draw(st.permutations(win.hand["concealed"])),
        "flowers": data.draw(st.permutations(win.hand["flowers"])),
        "melds": data.draw(st.permutations(win.hand["melds"])),
    }
    wanted = answer_to(post, win.request(name))
    got = answer_to(post, {**win.request(name), "hand": shuffled})
    assert {**got, "hand": None} == {**wanted, "hand": None}
    assert got["hand"]["concealed"] == wanted["hand"]["concealed"]


@EVERY_RULESET
@PROPERTIES
@given(win=wins())
def test_a_hand_as_string_is_the_hand_as_object(post: Post, name: str, win: Win) -> None:
    as_object = answer_to(post, win.request(name))
    assert answer_to(post, {**win.request(name), "hand": win.as_string()}) == as_object


@EVERY_RULESET
@PROPERTIES
@given(win=wins(), order=st.permutations("mps"))
def test_no_suit_is_better_than_another(post: Post, name: str, win: Win, order: list[str]) -> None:
    named = [row.id for row in load(name).rows if row.id in SUIT_BOUND]
    ruleset = {"id": name, "disable": named}

    def relabelled(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: relabelled(one) for key, one in value.items()}
        if isinstance(value, list):
            return [relabelled(one) for one in value]
        if isinstance(value, str) and len(value) == 2 and value[0].isdigit() and value[1] in "mps":
            return value[0] + order["mps".index(value[1])]
        return value

    def essence(answer: Json) -> list[tuple[str, int, list[tuple[str, int]]]]:
        return sorted((one["form"], one["total"], sorted(sums(one["fan"]).items())) for one in answer["readings"])

    wanted = answer_to(post, win.request(ruleset))
    got = answer_to(post, relabelled(win.request(ruleset)))
    assert essence(got) == essence(wanted)
    assert sorted(got["waits"]) == sorted(relabelled(wanted["waits"]))
    assert [(p["from"], p["fan"]) for p in got["payments"]] == [(p["from"], p["fan"]) for p in wanted["payments"]]


# What an answer says of itself.


@EVERY_RULESET
@PROPERTIES
@given(win=wins(), data=st.data())
def test_the_best_reading_comes_first_and_the_rest_follow_in_order(
    post: Post, name: str, win: Win, data: st.DataObject
) -> None:
    answer = answer_to(post, win.request(data.draw(tables(name))))
    complete = [reading for reading in answer["readings"] if reading["form"] != "flowers"]
    totals = [reading["total"] for reading in complete]
    assert totals == sorted(totals, reverse=True)
    assert answer["best"] == 0
    assert answer["total_fan"] == totals[0] == max(totals)
    shapes = [{**reading, "fan": 0, "excluded": 0, "total": 0} for reading in complete]
    assert [one for one in shapes if shapes.count(one) > 1] == []


@EVERY_RULESET
@PROPERTIES
@given(win=wins(), data=st.data())
def test_a_total_is_the_sum_of_its_lines(post: Post, name: str, win: Win, data: st.DataObject) -> None:
    for reading in answer_to(post, win.request(data.draw(tables(name))))["readings"]:
        assert reading["total"] == sum(line["total"] for line in reading["fan"])
        for line in reading["fan"]:
            assert line["total"] == line["each"] * line["count"]
            assert len(line["instances"]) in (line["count"], 0)
            assert line["instances"] or line["count"] == 1


@EVERY_RULESET
@PROPERTIES
@given(win=wins(), data=st.data())
def test_every_instance_lies_in_the_reading(post: Post, name: str, win: Win, data: st.DataObject) -> None:
    for reading in answer_to(post, win.request(data.draw(tables(name))))["readings"]:
        for line in (*reading["fan"], *reading["excluded"]):
            of = reading["other"] if line.get("in") == "other" else reading
            places = {*range(len(of["sets"]) + (of["eyes"] is not None)), *win.hand["flowers"]}
            for instance in line["instances"]:
                assert set(instance) <= places
                assert len(set(instance)) == len(instance) > 0
            about = line.get("about", line["instances"])
            sets = line["instances"] or [[]] * len(about)
            assert len({str(one) for one in zip(sets, about, strict=True)}) == len(about)


@EVERY_RULESET
@PROPERTIES
@given(win=wins(), data=st.data())
def test_every_removal_names_a_row_that_counts(post: Post, name: str, win: Win, data: st.DataObject) -> None:
    chickens = {row.id for row in load(name).rows if row.reprice}
    for reading in answer_to(post, win.request(data.draw(tables(name))))["readings"]:
        for where in (None, "other"):
            # What both hands of a dual reading have may count in the standard one alone.
            counted = {line["id"] for line in reading["fan"] if line.get("in") in (None, where)}
            removed = [line for line in reading["excluded"] if line.get("in") == where]
            replaced = {line["id"] for line in removed if line["by"] in chickens & counted}
            for line in removed:
                assert line["by"] in counted | replaced | {line["id"]}, line


@EVERY_RULESET
@PROPERTIES
@given(win=wins(), data=st.data())
def test_a_row_counts_or_is_removed_for_the_same_tiles_not_both(
    post: Post, name: str, win: Win, data: st.DataObject
) -> None:
    for reading in answer_to(post, win.request(data.draw(tables(name))))["readings"]:
        for where in (None, "other"):

            def instances(key: str, where: str | None = where, reading: Json = reading) -> set[tuple[str, str]]:
                return {
                    (line["id"], f"{instance} {about}")
                    for line in reading[key]
                    if line.get("in") == where
                    for instance, about in zip_longest(line["instances"] or ["whole"], line.get("about", ()))
                }

            assert not instances("fan") & instances("excluded")


@EVERY_RULESET
@PROPERTIES
@given(win=wins(), data=st.data())
def test_payments_go_to_the_winner_and_add_up(post: Post, name: str, win: Win, data: st.DataObject) -> None:
    answer = answer_to(post, win.request(data.draw(tables(name))))
    seat, by, fed = win.context["seat"], win.context["by"], win.context.get("kong_fed_by")
    for payment in answer["payments"]:
        assert payment["to"] == seat != payment["from"]
        assert payment["fan"] == sum(part["fan"] for part in payment["parts"]) >= 0
        assert payment["amount"] == str(payment["fan"])
    payers = Counter(payment["from"] for payment in answer["payments"])
    others = Counter(SEATS) - Counter(seat)
    called = Counter(win.context.get("from", others)) if by == "flowers" else Counter()
    if by in ("discard", "robbed_kong"):
        assert payers == Counter(win.context["from"])
    else:
        assert payers - called in (others, Counter(fed or ()))


@EVERY_RULESET
@PROPERTIES
@given(win=wins())
def test_the_winning_tile_is_among_the_waits(post: Post, name: str, win: Win) -> None:
    answer = answer_to(post, {**win.request(name), "detail": "total"})
    assert win.hand["winning_tile"] in answer["waits"]


@EVERY_RULESET
@PROPERTIES
@given(win=wins(), data=st.data())
def test_shorter_answers_say_the_same(post: Post, name: str, win: Win, data: st.DataObject) -> None:
    request = win.request(data.draw(tables(name)))
    full = answer_to(post, request)
    best = answer_to(post, {**request, "detail": "best"})
    total = answer_to(post, {**request, "detail": "total"})
    assert best == {**full, "readings": full["readings"][:1]}
    assert total == {key: value for key, value in full.items() if key not in ("best", "readings")}


# Removal.


def without(row: Row, *keys: str) -> Row:
    """Return a row that says nothing under some keys, whatever the options."""
    when = tuple({key: value for key, value in change.items() if key not in keys} for change in row.when)
    return replace(row, when=when, **dict.fromkeys(keys, ()))


def compiled(source: Source, counting: str, *, removing: bool) -> Ruleset:
    """Return a table without the rows that reprice a hand, with or without the removals."""
    keys = () if removing else ("excludes_stated", "excludes_implied", "anywhere", "twin")
    rows = tuple(without(row, *keys) for row in source.rows if row.reprice is None)
    return compile_ruleset(replace(source, rows=rows), options={"counting": counting})


@cache
def with_and_without_removal(name: str, counting: str) -> tuple[Ruleset, Ruleset]:
    source = load(name)
    return compiled(source, counting, removing=True), compiled(source, counting, removing=False)


def key_of(scored: ScoredReading) -> tuple[str, tuple[int, ...], int, int]:
    return scored.form, scored.reading.codes, scored.reading.eyes, scored.reading.won


def scored_both_ways(name: str, win: Win, counting: str) -> tuple[list[ScoredReading], list[ScoredReading]]:
    """Return the readings with and without removal; of a dual reading the constituents alone, which may differ."""
    asked = load_score_request(win.request(name))
    removing, adding = with_and_without_removal(name, counting)
    try:
        both = score(removing, asked.hand, asked.context), score(adding, asked.hand, asked.context)
    except WinNotAllowed:
        assume(False)  # noqa: FBT003
    first, second = ([one for one in result.readings if one.form != "dual"] for result in both)
    place = [key_of(one) for one in first].index
    return first, sorted(second, key=lambda one: place(key_of(one)))


COUNTING = st.sampled_from(("kinds", "once", "repeat"))


@EVERY_RULESET
@PROPERTIES
@given(win=wins(), counting=COUNTING)
def test_removal_never_raises_a_total(name: str, win: Win, counting: str) -> None:
    removing, adding = scored_both_ways(name, win, counting)
    for less, more in zip(removing, adding, strict=True):
        assert less.total <= more.total


@EVERY_RULESET
@PROPERTIES
@given(win=wins(), counting=COUNTING)
def test_nothing_that_matched_is_dropped_in_silence(name: str, win: Win, counting: str) -> None:
    removing, adding = scored_both_ways(name, win, counting)
    for explained, matched in zip(removing, adding, strict=True):
        named = {line.row.id for line in (*explained.lines, *explained.removals)}
        assert {line.row.id for line in matched.lines} <= named


# House rules.


@EVERY_RULESET
@PROPERTIES
@given(win=wins(), data=st.data())
def test_a_valid_derived_table_scores(post: Post, name: str, win: Win, data: st.DataObject) -> None:
    spec = data.draw(derived(name))
    answer = answer_to(post, win.request(spec))
    assert answer["ruleset"]["derived"] is True
    counted = {line["id"] for reading in answer["readings"] for line in reading["fan"] if line.get("in") != "other"}
    assert not counted & set(spec["disable"])


@EVERY_RULESET
@PROPERTIES
@given(win=wins(), data=st.data())
def test_a_row_that_matches_nowhere_can_go(post: Post, name: str, win: Win, data: st.DataObject) -> None:
    wanted = answer_to(post, win.request(name))
    met = {line["id"] for reading in wanted["readings"] for line in (*reading["fan"], *reading["excluded"])}
    idle = [row.id for row in load(name).rows if row.scope == "hand" and row.id not in met]
    gone = data.draw(st.sampled_from(idle))
    got = answer_to(post, win.request({"id": name, "disable": [gone]}))
    assert got["ruleset"]["derived"] is True
    assumed = [
        {**entry, "affects": [row for row in entry["affects"] if row != gone]}
        for entry in wanted["assumed"]
        if entry["affects"] != [gone]
    ]
    assert {**got, "ruleset": 0} == {**wanted, "ruleset": 0, "assumed": assumed}


@EVERY_RULESET
@PROPERTIES
@given(win=wins())
def test_what_is_posted_again_is_answered_again(post: Post, name: str, win: Win) -> None:
    """A scorer whose answers shared objects with its settings changed the first answer with the second."""
    first = answer_to(post, win.request(name))
    answer_to(post, win.request({"id": name, "options": {"counting": "repeat", "base": 7}}))
    assert answer_to(post, win.request(name)) == first
