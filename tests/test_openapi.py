"""openapi.yaml is valid, and true: of the paths, of the schemas, of every example, and of the answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from ledger_vectors import ledger_answers, ledger_vectors
from marshmallow import fields
from openapi_spec_validator import validate
from vectors import request_of, rulesets, vectors

from schemas.batch import BatchRequestSchema
from schemas.cash_awards import CashAwardsRequestSchema, CashEventSchema
from schemas.context import ContextSchema, PreviousDealSchema, ReadySchema
from schemas.hand import HandSchema, MeldSchema
from schemas.ledger import (
    AdvanceSchema,
    DealSchema,
    DebtSchema,
    LedgerSchema,
    LedgerTableSchema,
    PairSchema,
    PlayedSchema,
    ReplaySchema,
    WinSchema,
)
from schemas.ruleset import DerivedRulesetSchema
from schemas.score import PlayersSchema, ScoreRequestSchema, StakesSchema
from schemas.seats import BreakWallRequestSchema, SeatsRequestSchema
from schemas.table import NextDealRequestSchema, TableSchema
from schemas.waits import WaitsContextSchema, WaitsRequestSchema
from service.app import create_app
from service.scoring.ledger_state import MOST_POINTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

DOCUMENT: dict[str, Any] = yaml.safe_load((Path(__file__).parent.parent / "openapi.yaml").read_text("utf8"))
SCHEMAS = DOCUMENT["components"]["schemas"]
MARSHMALLOW = {
    "ScoreRequest": ScoreRequestSchema,
    "Hand": HandSchema,
    "Meld": MeldSchema,
    "Context": ContextSchema,
    "Ready": ReadySchema,
    "PreviousDeal": PreviousDealSchema,
    "Stakes": StakesSchema,
    "Players": PlayersSchema,
    "DerivedRuleset": DerivedRulesetSchema,
    "LedgerAdvanceRequest": AdvanceSchema,
    "LedgerReplayRequest": ReplaySchema,
    "Played": PlayedSchema,
    "Deal": DealSchema,
    "DealWin": WinSchema,
    "Pair": PairSchema,
    "Debt": DebtSchema,
    "Ledger": LedgerSchema,
    "LedgerTable": LedgerTableSchema,
    "CashAwardsRequest": CashAwardsRequestSchema,
    "CashEvent": CashEventSchema,
    "NextDealRequest": NextDealRequestSchema,
    "Table": TableSchema,
    "SeatsRequest": SeatsRequestSchema,
    "BreakWallRequest": BreakWallRequestSchema,
    "BatchRequest": BatchRequestSchema,
    "WaitsRequest": WaitsRequestSchema,
    "WaitsContext": WaitsContextSchema,
}
REQUEST_ID = "example"


def test_document_is_valid() -> None:
    validate(DOCUMENT)


def test_paths_and_methods_are_those_of_the_application() -> None:
    app = create_app()
    served = {
        (rule.rule.replace("<name>", "{id}"), method.lower())
        for rule in app.url_map.iter_rules()
        if not rule.endpoint.startswith("pages.")  # HTML for people, no part of the contract
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert served == {(path, method) for path, item in DOCUMENT["paths"].items() for method in item}


@pytest.mark.parametrize("name", sorted(MARSHMALLOW))
def test_request_schemas_have_the_properties_that_are_read(name: str) -> None:
    loaded = MARSHMALLOW[name]().fields
    names = {field.data_key or key: field for key, field in loaded.items()}
    assert set(SCHEMAS[name]["properties"]) == set(names)
    assert set(SCHEMAS[name].get("required", [])) == {key for key, field in names.items() if field.required}
    assert SCHEMAS[name]["additionalProperties"] is False


@pytest.mark.parametrize("name", sorted(MARSHMALLOW))
def test_bounds_and_words_are_those_that_are_checked(name: str) -> None:
    for key, field in MARSHMALLOW[name]().fields.items():
        schema = _resolved(SCHEMAS[name]["properties"][field.data_key or key])
        if hasattr(field, "low"):
            number = schema["additionalProperties"] if schema.get("type") == "object" else schema
            assert (number["minimum"], number["maximum"]) == (field.low, field.high), key
        if hasattr(field, "words"):
            choices = schema if "enum" in schema else _resolved(schema["oneOf"][0])
            assert set(choices["enum"]) == set(field.words), key
        if isinstance(field, fields.Nested):
            assert field.allow_none == any(one.get("type") == "null" for one in schema.get("oneOf", [])), key


def test_a_fact_is_the_same_before_the_win_as_after_it() -> None:
    after, before = SCHEMAS["Context"]["properties"], SCHEMAS["WaitsContext"]["properties"]
    assert before.keys() == after.keys()
    for key in after.keys() - {"by"}:
        said, copied = ({k: v for k, v in side[key].items() if k != "description"} for side in (after, before))
        assert copied == said, key


def test_amounts_and_lists_of_the_ledger_are_bounded_as_they_are_checked() -> None:
    points = _resolved(SCHEMAS["Debt"]["properties"]["points"])
    assert (points["type"], points["exclusiveMinimum"], points["maximum"]) == ("number", 0, MOST_POINTS)
    for name in ("LedgerAdvanceRequest", "LedgerReplayRequest", "Played", "Deal", "Ledger"):
        for key, field in MARSHMALLOW[name]().fields.items():
            if hasattr(field, "most"):
                assert _resolved(SCHEMAS[name]["properties"][key])["maxItems"] == field.most, key


def _resolved(schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = DOCUMENT if "$ref" in schema else schema
    for step in schema.get("$ref", "").split("/")[1:]:
        found = found[step]
    return _resolved(found) if "$ref" in found else found


def _examples() -> Iterator[Any]:
    for path, item in DOCUMENT["paths"].items():
        for method, operation in item.items():
            requests = (
                operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("examples", {})
            )
            for status, answer in operation["responses"].items():
                for media in answer.get("content", {}).values():
                    for name, example in media.get("examples", {}).items():
                        body = requests[name]["value"] if name in requests else None
                        yield pytest.param(path, method, int(status), body, example["value"], id=f"{path}:{name}")


EXAMPLES = list(_examples())


@pytest.mark.parametrize(("path", "method", "status", "body", "wanted"), EXAMPLES)
def test_example_gives_exactly_the_answer_shown(
    path: str, method: str, status: int, body: object, wanted: object, client: FlaskClient
) -> None:
    answer = client.open(path, method=method.upper(), json=body, headers={"X-Request-ID": REQUEST_ID})
    assert (answer.status_code, answer.get_json()) == (status, wanted)


def test_every_request_example_is_answered_by_one() -> None:
    asked = {
        name
        for item in DOCUMENT["paths"].values()
        for operation in item.values()
        for name in operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("examples", {})
    }
    assert asked == {param.id.rpartition(":")[2] for param in EXAMPLES if param.values[3] is not None}


def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": DOCUMENT["components"]})


@pytest.mark.parametrize("ruleset", rulesets())
def test_answers_of_all_vectors_have_the_documented_shape(
    ruleset: str, post: Callable[[dict[str, Any]], TestResponse]
) -> None:
    scored, refused = _validator("ScoreAnswer"), _validator("Problem")
    for vector in vectors(ruleset):
        answer = post(request_of(vector))
        schema = scored if answer.status_code == 200 else refused
        assert [error.message for error in schema.iter_errors(answer.get_json())] == [], vector["id"]


def test_answers_of_all_ledger_vectors_have_the_documented_shape(client: FlaskClient) -> None:
    step, whole = _validator("LedgerAnswer"), _validator("LedgerReplayAnswer")
    for name, ruleset, vector in ledger_vectors():
        answers = ledger_answers(client, ruleset, vector)
        for answer in answers:
            assert [error.message for error in step.iter_errors(answer)] == [], name
        assert [error.message for error in whole.iter_errors({**answers[-1], "history": answers})] == [], name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/v1/rulesets", "RulesetList"),
        ("/v1/tiles", "TileTable"),
        ("/healthz", "Health"),
        ("/readyz", "Readiness"),
        *((f"/v1/rulesets/{ruleset}", "Ruleset") for ruleset in rulesets()),
        ("/v1/rulesets/none", "Problem"),
        ("/nowhere", "Problem"),
    ],
)
def test_answer_of_a_get_has_the_documented_shape(path: str, name: str, client: FlaskClient) -> None:
    body = client.get(path).get_json()
    assert [error.message for error in _validator(name).iter_errors(body)] == []


def test_document_is_served_as_written(client: FlaskClient) -> None:
    assert yaml.safe_load(client.get("/openapi.yaml").text) == DOCUMENT
    assert client.get("/openapi.json").get_json() == DOCUMENT
