"""Whatever is asked is answered: never by a 5xx, never after more than a second, and a refusal points at its reason.

The small sizes run always, the large ones in `make soak`.
"""

from __future__ import annotations

import gc
import json
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from almost import almost, almost_wins
from faults.test_raw_bytes import NOT_JSON, STRANGE
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from problems import DOCUMENT, faults_of_problem
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance

from service.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable

    from almost import Request
    from flask.testing import FlaskClient
    from hypothesis.strategies import DrawFn, SearchStrategy


def refusals_in(path: dict[str, Any]) -> list[str]:
    """Return the statuses by which the operations of a path refuse, as openapi.yaml has them."""
    operations = [value for name, value in path.items() if name in ("get", "post")]
    return [status for operation in operations for status in operation["responses"] if status.startswith("4")]


APP = create_app()
CLIENT = APP.test_client()
JSON = {"Content-Type": "application/json"}
NDJSON = "application/x-ndjson"
# Not a measure of speed: a bound that shows work which grows faster than the request.
PATIENCE = 1.0
# schemathesis does not know by itself that 413 refuses a body: one of more than the allowed bytes is rarely generated.
REFUSALS = sorted({int(status) for path in DOCUMENT["paths"].values() for status in refusals_in(path)})
CONFIG = SchemathesisConfig.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": REFUSALS}}})
OPERATIONS = [found.ok() for found in schemathesis.openapi.from_dict(DOCUMENT, config=CONFIG).get_all_operations()]
PATHS = [operation.path for operation in OPERATIONS if operation.method == "post"]

# Requests in all that `make soak` makes out of openapi.yaml, two thirds of them against it.
SOAKED = 120_000
PIECE = 500


class Tally:
    """What was asked by the tests that ran so far, and the answer that took longest."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.slowest = 0.0

    def note(self, kind: str, seconds: float) -> None:
        self.asked[kind] += 1
        self.slowest = max(self.slowest, seconds)


TALLY = Tally()


def sizes(quick: int, soak: int) -> list[Any]:
    return [pytest.param(quick, id="quick"), pytest.param(soak, id="soak", marks=pytest.mark.soak)]


def run(strategy: SearchStrategy[Any], size: int, check: Callable[[Any], None]) -> None:
    """Check so many examples, in pieces: the generator remembers all of a piece."""
    for made in range(0, size, PIECE):

        @given(strategy)
        @settings(
            max_examples=min(PIECE, size - made),
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        def one(example: Any) -> None:
            check(example)

        one()


def in_time(ask: Callable[[], Any], kind: str = "other") -> Any:
    """Ask, and look at the time that this thread computed: what else the machine does is not the answer's doing.

    Nor is what the generators of requests remember, and to look through that for garbage takes seconds.
    """
    gc.disable()
    began = time.thread_time()
    answer = ask()
    taken = time.thread_time() - began
    gc.enable()
    TALLY.note(kind, taken)
    assert taken < PATIENCE
    return answer


def check_answer(path: str, body: object, client: FlaskClient = CLIENT, kind: str = "other") -> int:
    """Post a body; return the status of an answer in which nothing is wrong."""
    text = json.dumps(body)
    answer = in_time(lambda: client.post(path, data=text, headers=JSON), kind)
    assert answer.status_code < 500, (path, text)
    if answer.status_code >= 400:
        faults = faults_of_problem(answer.status_code, answer.content_type, answer.get_json(), body)
        assert faults == [], (path, text)
    return int(answer.status_code)


@pytest.mark.parametrize("size", sizes(600, 60_000))
def test_a_documented_request_that_was_changed(size: int) -> None:
    def check(request: Request) -> None:
        check_answer(request.path, request.body, kind="almost right")

    run(almost(), size, check)


@pytest.mark.parametrize("size", sizes(300, 30_000))
def test_a_win_that_was_changed(size: int) -> None:
    def check(request: Request) -> None:
        check_answer(request.path, request.body, kind="almost right")

    run(almost_wins(), size, check)


def share(operation: Any, mode: GenerationMode) -> int:
    """Return the part of an operation in the soak: nearly all goes to those that read a body."""
    if operation.method != "post":
        return 200
    return SOAKED // (3 * len(PATHS)) * (1 if mode is GenerationMode.POSITIVE else 2)


def made_from_the_document() -> list[Any]:
    """Without a body there is nothing that could be against the document."""
    cases = [
        (operation, mode)
        for operation in OPERATIONS
        for mode in GenerationMode
        if operation.method == "post" or mode is GenerationMode.POSITIVE
    ]
    return [
        pytest.param(operation, mode, size, id=f"{operation.label}-{mode.value}-{name}", marks=marks)
        for operation, mode in cases
        for name, size, marks in (("quick", 25, ()), ("soak", share(operation, mode), pytest.mark.soak))
    ]


@st.composite
def drawn(draw: DrawFn, cases: SearchStrategy[Any], given_up: list[str]) -> Any:
    """Draw a case; a schema that was changed so that nothing fits it is sometimes noticed too late: that is no case."""
    try:
        return draw(cases)
    except InvalidArgument as error:
        given_up.append(str(error))
        reject()


def test_only_what_cannot_be_made_is_left_out() -> None:
    """Now and then a list of four different players had nothing to be made of, and that failed the test."""
    nothing = st.lists(st.nothing(), min_size=4)
    given_up: list[str] = []
    made: list[int] = []
    run(drawn(st.integers(0, 9).flatmap(lambda n: st.just(n) if n < 5 else nothing), given_up), 50, made.append)
    assert set(made) == set(range(5))
    assert given_up
    with pytest.raises(ZeroDivisionError):
        run(drawn(st.just(0), given_up), 5, lambda n: 1 // n)


@pytest.mark.parametrize(("operation", "mode", "size"), made_from_the_document())
def test_requests_made_from_the_document(operation: Any, mode: GenerationMode, size: int) -> None:
    """All that schemathesis checks, save that what fits is accepted: a schema cannot count tiles."""

    def check(case: Any) -> None:
        answer = in_time(lambda: case.call(app=APP), "from the document")
        case.validate_response(answer, excluded_checks=[positive_data_acceptance])

    given_up: list[str] = []
    run(drawn(operation.as_strategy(generation_mode=mode), given_up), size, check)
    assert len(given_up) <= 1 + size // 100, given_up


@pytest.mark.parametrize("path", PATHS)
def test_a_request_refused_for_its_size_alone_counts_as_refused(path: str) -> None:
    """Now and then a body with too many entries was also too large, and that failed the test."""
    small = create_app()
    small.config.update({name: 1 for name in small.config if name.startswith("MAX_") and name.endswith("_BYTES")})
    statuses = []

    def check(case: Any) -> None:
        answer = case.call(app=small)
        case.validate_response(answer, excluded_checks=[positive_data_acceptance])
        statuses.append(answer.status_code)

    operation = next(one for one in OPERATIONS if one.path == path and one.method == "post")
    run(drawn(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE), []), 10, check)
    assert 413 in statuses


NO_REQUEST = [(body, 400) for body in NOT_JSON.values()] + [(body, 422) for body in STRANGE.values()]


@pytest.mark.parametrize(("body", "status"), NO_REQUEST, ids=[*NOT_JSON, *STRANGE])
@pytest.mark.parametrize("path", PATHS)
def test_bytes_that_are_no_request_are_refused_in_time(path: str, body: bytes, status: int) -> None:
    answer = in_time(lambda: CLIENT.post(path, data=body, headers=JSON))
    assert answer.status_code == status
    parsed = json.loads(body) if status == 422 else None
    assert faults_of_problem(status, answer.content_type, answer.get_json(), parsed) == []


@pytest.mark.parametrize(("body", "status"), NO_REQUEST, ids=[*NOT_JSON, *STRANGE])
def test_a_line_that_is_no_request_is_refused_in_time(body: bytes, status: int) -> None:
    data = body.replace(b"\n", b" ") + b"\n"
    answer = in_time(lambda: CLIENT.post("/v1/score/batch", data=data, content_type=NDJSON, buffered=True))
    assert answer.status_code == 200
    (line,) = [json.loads(text) for text in answer.data.splitlines()]
    assert line["status"] == status
    parsed = json.loads(body) if status == 422 else None
    assert faults_of_problem(status, "application/problem+json", line["body"], parsed) == []


@pytest.mark.soak
def test_so_much_was_asked(figure: Callable[[str], None]) -> None:
    """A generator that runs dry would make fewer than it was told to; this stands after those that ask."""
    asked = TALLY.asked
    figure(
        f"{asked['from the document']} requests made from the document, {asked['almost right']} almost right; "
        f"the slowest answer took {TALLY.slowest:.2f} s of computing"
    )
    assert asked["from the document"] >= 100_000


# Bodies that cost most: each found by looking for work that grows faster than the request.

LONG = [f"row_{n}".ljust(30, "x") for n in range(400)]
HAND = "123m 456m 78m EEE 55p 678s 2g +9m"
CONTEXT = {"seat": "S", "by": "discard", "from": "W"}
DEARLY: dict[str, tuple[str, object]] = {
    "400 unknown names, four times": (
        "/v1/score",
        {"ruleset": {"id": "house", "enable": LONG, "disable": LONG, "fan": dict.fromkeys(LONG[:350], 1)}},
    ),
    "unknown options of the ledger": (
        "/v1/score",
        {"ruleset": {"id": "house", "options": {"ledger": {f"option{n}": 1 for n in range(3_500)}}}},
    ),
    "unknown fields": ("/v1/score", {"hand": HAND, "context": CONTEXT | {f"field{n}": 1 for n in range(4_000)}}),
    "melds without end": ("/v1/score", {"hand": {"concealed": "1m", "melds": [{}] * 15_000}}),
    "winners without end": ("/v1/score", {"context": CONTEXT | {"winners": ["E"] * 12_000}}),
    "events without end": ("/v1/cash-awards", {"ruleset": "baike", "events": [{}] * 15_000}),
    "players without end": ("/v1/table/next-deal", {"players": [f"p{n}" for n in range(7_000)]}),
    "dice without end": ("/v1/table/break-wall", {"ruleset": "house", "dice": [7] * 20_000}),
    "cuts without end": ("/v1/ledger/replay", {"players": [], "deals": [{"cuts": [{}] * 100}] * 2_400}),
    "deals without end": ("/v1/ledger/replay", {"deals": [{"deal": {"outcome": "no"}}] * 30_000}),
    "players of a ledger without end": ("/v1/ledger/replay", {"players": ["p"] * 150_000}),
}


@pytest.mark.parametrize(("path", "body"), DEARLY.values(), ids=DEARLY.keys())
def test_the_dearest_bodies_are_refused_in_time(path: str, body: object) -> None:
    assert check_answer(path, body) == 422


@pytest.mark.parametrize(("path", "keys"), [("/v1/score", 6_000), ("/v1/ledger/replay", 90_000)])
def test_a_key_that_stands_twice_among_many_is_found_in_time(path: str, keys: int) -> None:
    """Each key was looked for among all others."""
    text = "{" + ",".join(f'"{n}":1' for n in [*range(keys), keys - 1]) + "}"
    assert in_time(lambda: CLIENT.post(path, data=text, headers=JSON)).status_code == 400


def longest_replay() -> dict[str, Any]:
    """As many deals as are allowed, each won by three, by players with long names and a table that fills the page."""
    players = [name * 64 for name in "甲乙丙丁"]
    deals = []
    for n in range(1_000):
        giver = players[n % 4]
        wins = [
            {"winner": one, "by": "discard", "from": giver, "points": {giver: 30}} for one in players if one != giver
        ]
        deals.append({"deal": {"outcome": "win", "wins": wins}})
    return {"ruleset": "wikipedia", "players": players, "deals": deals}


def test_the_longest_replay_is_answered_in_time() -> None:
    app = create_app({"MAX_REPLAY_BYTES": 8 * 1024 * 1024})
    assert check_answer("/v1/ledger/replay", longest_replay(), app.test_client()) == 200


def test_no_field_has_a_name_that_confuses_us() -> None:
    """`_schema` is marshmallow's own name for the whole: a field of that name was a 500."""
    body = {"_schema": 1, "context": {"_schema": 1}, "hand": {"_schema": 1}, "ruleset": {"id": "baike", "_schema": 1}}
    assert check_answer("/v1/score", body) == 422
    errors = CLIENT.post("/v1/score", json=body).get_json()["errors"]
    unknown = {error["pointer"] for error in errors if error["code"] == "unknown_field"}
    assert unknown == {"/_schema", "/context/_schema", "/hand/_schema", "/ruleset/_schema"}


@pytest.mark.parametrize("part", [{"ready": {"at": None}}, {"ready": {}}, {"previous_deal": {"fed_winners": 9}}])
def test_a_part_of_the_context_that_cannot_be_read_is_refused(part: dict[str, Any]) -> None:
    """What was left of it passed for the whole: a 500."""
    assert check_answer("/v1/score", {"ruleset": "baike", "hand": HAND, "context": CONTEXT | part}) == 422


@pytest.mark.parametrize("path", ["/v1/cash-awards", "/v1/table/seats", "/v1/table/break-wall", "/v1/table/next-deal"])
def test_a_house_table_with_a_fault_of_shape_is_no_table(path: str) -> None:
    """Half a description passed for a ruleset: a 500."""
    assert check_answer(path, {"ruleset": {"id": "", "disable": []}, "events": [], "dice": [1, 2, 3]}) == 422
