"""POST /v1/score/batch: each request is answered as it would be alone; the body is read whole, the answer streamed."""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import tables, wins
from vectors import document, request_of, rulesets, shape_faults, vectors

from service.api import batch_scorer
from service.api.batch_scorer import Answer, Memo
from service.app import create_app
from service.scoring.ruleset import ids

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

Json = dict[str, Any]
PATH = "/v1/score/batch"
NDJSON = "application/x-ndjson"
NAMED = {"X-Request-ID": "batch"}
CLIENT = create_app().test_client()
GOOD: Json = {
    "ruleset": "baike",
    "hand": "123m 456m 78m EEE 55p 678s 2g +9m",
    "context": {"seat": "S", "by": "discard", "from": "W"},
}
BAD: Json = {**GOOD, "context": {"seat": "S", "by": "discard", "from": "S"}}
LOST: Json = {**GOOD, "hand": "123m 456m 78m EEE 55p 678s 2g +9p"}


def text(*requests: object) -> bytes:
    return b"".join(json.dumps(request, ensure_ascii=False).encode() + b"\n" for request in requests)


def post_lines(body: bytes, client: FlaskClient = CLIENT, **headers: str) -> TestResponse:
    return client.post(PATH, data=body, content_type=NDJSON, headers={**NAMED, **headers})


def lines(body: bytes, client: FlaskClient = CLIENT) -> list[Json]:
    response = post_lines(body, client)
    assert (response.status_code, response.content_type) == (200, NDJSON), response.text[:500]
    return [json.loads(line) for line in response.data.splitlines()]


def items(*requests: object, client: FlaskClient = CLIENT, **shared: object) -> list[Json]:
    body = json.dumps({"items": list(requests), **shared})  # the client's own would sort the keys
    response = client.post(PATH, data=body, content_type="application/json", headers=NAMED)
    assert (response.status_code, response.content_type) == (200, "application/json"), response.text[:500]
    results: list[Json] = response.get_json()["results"]
    return results


def alone(request: Any) -> Json:
    """Return what /v1/score answers, with the default that a batch has."""
    asked = {"detail": "total"} | request if isinstance(request, dict) else request
    response = CLIENT.post("/v1/score", data=json.dumps(asked), content_type="application/json", headers=NAMED)
    return {"status": response.status_code, "body": response.get_json()}


def assert_problem(response: TestResponse, status: int, kind: str) -> Json:
    assert (response.status_code, response.content_type) == (status, "application/problem+json"), response.text[:300]
    body: Json = response.get_json()
    assert (body["type"], body["instance"]) == (f"/problems/{kind}", "batch")
    return body


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return the list of hands that a batch really scores."""
    found: list[object] = []
    score = batch_scorer.score

    def noted(*asked: Any, **options: Any) -> Any:
        found.append(asked[1])
        return score(*asked, **options)

    monkeypatch.setattr(batch_scorer, "score", noted)
    return found


# Each as alone.


@settings(deadline=None, max_examples=15)
@given(data=st.data())
def test_each_answer_of_a_batch_is_the_answer_of_the_request_alone(data: st.DataObject) -> None:
    requests: list[Any] = []
    for _ in range(data.draw(st.integers(1, 6))):
        request = data.draw(wins()).request(data.draw(tables(data.draw(st.sampled_from(ids())))))
        request |= data.draw(
            st.sampled_from([{}, {"detail": "full"}, {"detail": "best"}, {"stakes": {"per_fan": "x"}}])
        )
        requests.append(data.draw(st.sampled_from([request, request, request, BAD, LOST, {}, [], None, "baike", 1])))
    wanted = [alone(request) for request in requests]
    assert items(*requests) == wanted
    assert lines(text(*requests)) == [{"n": n, **answer} for n, answer in enumerate(wanted, 1)]


@pytest.mark.parametrize("ruleset", rulesets())
def test_all_vectors_in_one_batch_are_answered_in_order(ruleset: str) -> None:
    requests = [{**request_of(vector), "detail": "full"} for vector in vectors(ruleset)]
    answers = lines(text(*requests))
    assert [answer["n"] for answer in answers] == list(range(1, len(requests) + 1))
    for request, answer in list(zip(requests, answers, strict=True))[::7]:
        assert {key: answer[key] for key in ("status", "body")} == alone(request)


def test_a_batch_leaves_the_readings_out_unless_asked() -> None:
    short, full = lines(text(GOOD, {**GOOD, "detail": "full"}))
    assert "readings" not in short["body"]
    assert "readings" in full["body"]


def test_answers_have_the_documented_shape() -> None:
    response = CLIENT.post(PATH, json={"items": [GOOD, BAD, LOST, None]})
    assert shape_faults("BatchAnswer", response.get_json()) == []
    for line in lines(text(GOOD, BAD, LOST) + b"nothing\n"):
        assert shape_faults("BatchLine", line) == []


# Lines.


def test_one_bad_line_is_one_problem_line() -> None:
    deep = b"[" * 40 + b"]" * 40
    long = json.dumps({**GOOD, "hand": "1m" * 40_000}).encode()
    twice = b'{"ruleset": "baike", "ruleset": "baike"}'
    bad = [b"", b"  ", b"{", b"nothing", b"\xff", b"[NaN]", b'["\\ud800"]', deep, long, twice, b"\xef\xbb\xbf{}"]
    answers = lines(text(GOOD) + b"".join(line + b"\n" for line in bad) + text(GOOD))
    assert [(answer["n"], answer["status"]) for answer in answers] == [
        (n, 200 if n in (1, 13) else 413 if n == 10 else 400) for n in range(1, 14)
    ]
    assert answers[0]["body"] == answers[-1]["body"] == alone(GOOD)["body"]
    kinds = {answer["body"]["type"] for answer in answers[1:-1]}
    assert kinds == {"/problems/not-json", "/problems/too-large"}
    assert {answer["body"]["instance"] for answer in answers[1:-1]} == {"batch"}


def test_a_line_may_be_as_long_as_a_body() -> None:
    client = create_app({"MAX_BODY_BYTES": 2000}).test_client()
    padded = [json.dumps(GOOD).encode().ljust(size) for size in (2000, 2001, 2000)]
    answers = lines(b"\r\n".join(padded), client)
    assert [answer["status"] for answer in answers] == [200, 413, 200]
    assert answers[1]["body"]["detail"] == "The body may have 2000 bytes."


def test_a_fault_of_ours_is_one_problem_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(batch_scorer, "score_answer", broken)
    good, bad = lines(text(GOOD, BAD))
    assert (good["status"], good["body"]["type"], bad["status"]) == (500, "/problems/internal-error", 422)
    assert "secret" not in json.dumps(good)


@pytest.mark.parametrize(
    ("body", "count"),
    [(b"", 0), (b"\n", 1), (b"\n\n", 2), (b"{}", 1), (b"{}\n", 1), (b"{}\r\n{}\r\n", 2), (b"{}\n\n{}", 3)],
)
def test_there_is_one_answer_for_each_line(body: bytes, count: int) -> None:
    assert [answer["n"] for answer in lines(body)] == list(range(1, count + 1))


def test_only_a_line_feed_ends_a_line() -> None:
    """Splitting at every line separator of Unicode tore names apart."""
    players = {"E": "a\u2028b", "S": "c\u0085d", "W": "e\x7ff"[:1], "N": "g"}
    (answer,) = lines(text({**GOOD, "players": players}))
    assert answer["body"]["payments"][0]["to"] == "c\u0085d"


def test_a_line_may_end_with_a_carriage_return() -> None:
    (answer,) = lines(text(GOOD)[:-1] + b"\r\n")
    assert answer["body"] == alone(GOOD)["body"]


# An array.


def test_the_shared_ruleset_is_for_those_without_one() -> None:
    hand = {key: value for key, value in GOOD.items() if key != "ruleset"}
    answers = items(hand, GOOD, ruleset={"id": "wikipedia", "options": {"base": 7}})
    assert [(one["body"]["ruleset"]["id"], one["body"]["base"]) for one in answers] == [("wikipedia", 7), ("baike", 5)]
    assert items(hand)[0]["body"]["errors"][0]["pointer"] == "/ruleset"


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ([], {" wrong_type"}),
        ({}, {"/items missing"}),
        ({"items": {}}, {"/items wrong_type"}),
        ({"items": None}, {"/items wrong_type"}),
        ({"items": [], "item": []}, {"/item unknown_field"}),
        ({"items": [], "ruleset": "biake"}, {"/ruleset unknown_ruleset"}),
        ({"items": [], "ruleset": {"id": "baike", "disable": ["nothing"]}}, {"/ruleset/disable/0 unknown_row"}),
        ({"items": [GOOD] * 1001}, {"/items too_many"}),
    ],
)
def test_what_is_no_batch_is_refused_whole(body: object, faults: set[str]) -> None:
    problem = assert_problem(CLIENT.post(PATH, json=body, headers=NAMED), 422, "invalid-request")
    assert {f"{error['pointer']} {error['code']}" for error in problem["errors"]} == faults


def test_an_array_that_is_no_json_is_refused_whole() -> None:
    for body in (b'{"items": [{"a": 1, "a": 2}]}', b'{"items": [NaN]}', b'{"items": ' + b"[" * 50, b""):
        response = CLIENT.post(PATH, data=body, content_type="application/json", headers=NAMED)
        assert_problem(response, 400, "not-json")


def test_an_empty_batch_has_an_empty_answer() -> None:
    assert items() == []


def test_so_many_items_are_answered() -> None:
    answers = items(*[GOOD] * 1000)
    assert (len(answers), answers[999]) == (1000, alone(GOOD))


# Limits.


def test_another_media_type_is_refused() -> None:
    for kind in ("text/plain", "application/jsonl", ""):
        assert_problem(CLIENT.post(PATH, data=b"{}", content_type=kind, headers=NAMED), 415, "wrong-media-type")


def test_the_limits_are_set_by_the_configuration_and_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAX_NDJSON_LINES", "2")
    monkeypatch.setenv("MAX_BATCH_ITEMS", "2")
    client = create_app({"MAX_NDJSON_BYTES": 2000, "MAX_BATCH_BYTES": 2000}).test_client()
    assert len(lines(text(GOOD, GOOD), client)) == len(items(GOOD, GOOD, client=client)) == 2
    assert len(lines(text(GOOD, GOOD)[:-1], client)) == 2
    problem = assert_problem(post_lines(text(GOOD, GOOD, GOOD), client), 413, "too-large")
    assert problem["detail"] == "The body has 3 lines and may have 2."
    response = client.post(PATH, json={"items": [GOOD] * 3}, headers=NAMED)
    assert assert_problem(response, 422, "invalid-request")["errors"][0]["message"] == "at most 2 items are allowed"
    assert len(lines(b" " * 2000, client)) == 1
    assert_problem(post_lines(b" " * 2001, client), 413, "too-large")
    whole = json.dumps({"items": []}).encode()
    for size, status in ((2000, 200), (2001, 413)):
        padded = whole + b" " * (size - len(whole))
        assert client.post(PATH, data=padded, content_type="application/json").status_code == status


class Endless:
    """A body without a length that never ends."""

    def __init__(self) -> None:
        self.given = 0

    def read(self, size: int = -1) -> bytes:
        assert size > 0
        self.given += size
        return b"\n" * size


def test_a_body_without_a_length_is_read_no_further_than_allowed() -> None:
    client, endless = create_app({"MAX_NDJSON_BYTES": 200_000}).test_client(), Endless()
    environ = {"wsgi.input": endless, "wsgi.input_terminated": True}
    response = client.post(PATH, content_type=NDJSON, headers=NAMED, environ_overrides=environ)
    assert_problem(response, 413, "too-large")
    assert endless.given <= 200_000 + 64 * 1024


class Broken:
    """A body that is shorter than its length says."""

    def read(self, _size: int = -1) -> bytes:
        return b""


def test_a_body_that_breaks_off_is_refused() -> None:
    environ = {"wsgi.input": Broken(), "CONTENT_LENGTH": "100"}
    assert_problem(CLIENT.post(PATH, content_type=NDJSON, headers=NAMED, environ_overrides=environ), 400, "bad-request")
    environ = {"wsgi.input": Broken(), "wsgi.input_terminated": True, "CONTENT_LENGTH": "100"}
    assert_problem(CLIENT.post(PATH, content_type=NDJSON, headers=NAMED, environ_overrides=environ), 400, "bad-request")


# Equal requests.


def test_equal_requests_are_scored_once(scored: list[object]) -> None:
    drawn = {**GOOD, "context": {"seat": "S", "by": "self_draw"}}
    answers = lines(text(GOOD, drawn, GOOD, BAD, GOOD, drawn))
    assert len(scored) == 2
    assert answers[0]["body"] == answers[2]["body"] == answers[4]["body"] != answers[1]["body"]


def test_items_are_equal_whatever_the_order_of_their_fields(scored: list[object]) -> None:
    turned = dict(reversed(GOOD.items()))
    first, second = items(GOOD, turned)
    assert (first, len(scored)) == (second, 1)


def test_nothing_is_kept_between_batches(scored: list[object]) -> None:
    lines(text(GOOD))
    lines(text(GOOD))
    assert len(scored) == 2


def test_true_and_one_are_not_equal() -> None:
    context = {**GOOD["context"], "dealer_streak": 1}
    answers = items({**GOOD, "context": context}, {**GOOD, "context": {**context, "dealer_streak": True}})
    assert [answer["status"] for answer in answers] == [200, 422]


def test_the_memory_of_answers_is_bounded() -> None:
    memo, made = Memo(10_000), []

    def make(n: int) -> Answer:
        made.append(n)
        return Answer(200, "x" * 1000)

    for n in (*range(100), 99, 99):
        memo.answer(str(n).encode(), lambda n=n: make(n))  # type: ignore[misc]
    assert made == list(range(100))
    assert 0 <= memo.room < 10_000
    memo.answer(b"0", lambda: make(0))
    assert made[-1] == 0
    memo.answer(b"large", lambda: Answer(200, "x" * 20_000))
    assert memo.room == 10_000


def test_what_is_asked_for_again_stays_in_memory() -> None:
    memo, made = Memo(4_000), []
    for key in (b"often", b"1", b"2", b"often", b"3", b"often", b"4", b"often"):
        memo.answer(key, lambda key=key: made.append(key) or Answer(200, "x" * 1000))  # type: ignore[misc,func-returns-value]
    assert made == [b"often", b"1", b"2", b"3", b"4"]


# The stream.


def test_the_answer_is_streamed_and_does_not_outgrow_the_body(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the answer goes out, little more is held than the body and the memory of answers."""
    monkeypatch.setattr(batch_scorer, "ROOM", 256 * 1024)
    body = text(*({**GOOD, "players": seats(n), "detail": "full"} for n in range(2_000)))
    lines(body[:1000])  # what is loaded at first is no matter of the batch
    gc.collect()
    tracemalloc.start()
    sent = 0
    try:
        response = CLIENT.post(PATH, data=body, content_type=NDJSON, buffered=False)
        for chunk in response.iter_encoded():
            assert len(chunk) < 80_000
            sent += len(chunk)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    bound = 2 * len(body) + 1_300_000
    assert peak < bound < sent / 1.5, (peak, bound, sent)


def seats(n: int) -> Json:
    return {seat: f"{seat}{n}" for seat in "ESWN"}


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What is counted, each time that something is."""
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(batch_scorer, "count_hand", lambda ruleset, hands: told.append((ruleset, hands)))
    return told


def test_nothing_is_scored_before_it_is_asked_for(counted: list[tuple[str, int]]) -> None:
    requests = [{**GOOD, "players": seats(n)} for n in range(1000)]
    response = CLIENT.post(PATH, data=text(*requests), content_type=NDJSON, buffered=False)
    first = next(response.iter_encoded())
    assert first.startswith(b'{"n":1,')
    response.close()
    assert 0 < sum(hands for _, hands in counted) < 200


def test_hands_are_counted_by_the_block(counted: list[tuple[str, int]]) -> None:
    """To count each hand by itself had the threads of a worker wait for each other: it took half as long again."""
    requests = [{**GOOD, "players": seats(n), "ruleset": ("baike", "house")[n % 2]} for n in range(600)]
    assert len(lines(text(*requests, {}))) == 601
    assert len(counted) < 40
    totals: Counter[str] = Counter()
    for ruleset, hands in counted:
        totals[ruleset] += hands
    assert totals == {"baike": 300, "house": 300}


def test_the_lines_of_the_document_are_answered_as_shown() -> None:
    operation = document()["paths"][PATH]["post"]
    asked = operation["requestBody"]["content"][NDJSON]["example"]
    shown = operation["responses"]["200"]["content"][NDJSON]["example"]
    assert post_lines(asked.encode(), **{"X-Request-ID": "example"}).text == shown
