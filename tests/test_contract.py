"""The check that openapi.yaml keeps its promises finds what breaks a client, and lets pass what does not."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from schemas.problem import TITLES
from service.version import VERSION
from tools.contract import RELEASED, bare, breaks, may_break
from tools.contract_schemas import Side, broken

if TYPE_CHECKING:
    from collections.abc import Callable

Json = dict[str, Any]
ROOT = Path(__file__).parent.parent
DOCUMENT: Json = yaml.safe_load((ROOT / "openapi.yaml").read_text("utf8"))
COMPATIBILITY = (ROOT / "docs" / "compatibility.md").read_text("utf8")


def schema(document: Json, name: str) -> Json:
    found: Json = document["components"]["schemas"][name]
    return found


def field(document: Json, name: str, key: str) -> Json:
    found: Json = schema(document, name)["properties"][key]
    return found


def operation(document: Json, path: str = "/v1/score") -> Json:
    found: Json = document["paths"][path]["post"]
    return found


def renamed(document: Json, old: str, new: str) -> None:
    schemas = document["components"]["schemas"]
    schemas[new] = schemas.pop(old)
    refer(document, f"#/components/schemas/{old}", f"#/components/schemas/{new}")


def refer(node: Any, old: str, new: str) -> None:
    for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        if isinstance(value, dict) and value.get("$ref") == old:
            value["$ref"] = new
        refer(value, old, new)


# What is done to the document, and the place and the reason that must be named.
BREAKING: list[tuple[str, Callable[[Json], object], str]] = [
    ("path", lambda d: d["paths"].pop("/v1/tiles"), "GET /v1/tiles: is gone"),
    ("method", lambda d: d["paths"]["/v1/score"].pop("post"), "POST /v1/score: is gone"),
    ("operationId", lambda d: operation(d).update(operationId="rate"), "POST /v1/score: another operationId"),
    ("key", lambda d: d.update(security=[{"apiKey": []}]), "POST /v1/score: a key is wanted"),
    (
        "media taken",
        lambda d: operation(d, "/v1/score/batch")["requestBody"]["content"].pop("application/x-ndjson"),
        "POST /v1/score/batch: application/x-ndjson is not taken",
    ),
    (
        "media given",
        lambda d: operation(d, "/v1/score/batch")["responses"]["200"]["content"].pop("application/x-ndjson"),
        "POST /v1/score/batch 200: application/x-ndjson is gone",
    ),
    ("status", lambda d: operation(d)["responses"].pop("422"), "POST /v1/score: is not answered with 422"),
    (
        "header",
        lambda d: d["paths"]["/v1/tiles"]["get"]["responses"]["200"]["headers"].pop("ETag"),
        "GET /v1/tiles 200: the header ETag is gone",
    ),
    (
        "parameter",
        lambda d: operation(d)["parameters"].append({"in": "query", "name": "x", "required": True, "schema": {}}),
        "POST /v1/score: the new parameter x is required",
    ),
    ("parameter gone", lambda d: operation(d).pop("parameters"), "the parameter X-Request-ID is gone"),
    ("field wanted", lambda d: schema(d, "Context")["required"].append("pool"), "body/context/pool: is required"),
    ("field not taken", lambda d: schema(d, "ScoreRequest")["properties"].pop("stakes"), "body/stakes: is not taken"),
    ("word not taken", lambda d: schema(d, "Detail")["enum"].remove("best"), "body/detail: the value 'best'"),
    ("type", lambda d: field(d, "Context", "pool").update(type="string"), "body/context/pool: the type"),
    ("bound", lambda d: field(d, "Context", "dealer_streak").update(maximum=3), "maximum 3"),
    ("length", lambda d: schema(d, "HandString").update(minLength=30), "minLength 30"),
    ("default", lambda d: field(d, "Context", "pool").update(default=9), "body/context/pool: another default"),
    ("field missing", lambda d: schema(d, "ScoreAnswer")["required"].remove("base"), "200/base: may be missing"),
    ("field gone", lambda d: schema(d, "ScoreAnswer")["properties"].pop("assumed"), "200/assumed: is not given"),
    ("new word given", lambda d: schema(d, "Form")["enum"].append("odd"), "/form: the value 'odd'"),
    ("type given", lambda d: field(d, "ScoreAnswer", "base").update(type="number"), "base: the type"),
    ("null given", lambda d: field(d, "Problem", "title").update(type=["string", "null"]), "title: the type null"),
]
HARMLESS: list[tuple[str, Callable[[Json], object]]] = [
    ("nothing", copy.copy),
    ("path", lambda d: d["paths"].update({"/v1/new": d["paths"]["/v1/tiles"]})),
    ("prose", lambda d: schema(d, "Form").update(description="other words", examples=[])),
    ("field that may be sent", lambda d: schema(d, "Context")["properties"].update(weather={"type": "string"})),
    ("field not wanted any more", lambda d: schema(d, "ScoreRequest")["required"].remove("context")),
    ("word that may be sent", lambda d: schema(d, "Detail")["enum"].append("least")),
    ("wider bound", lambda d: field(d, "Context", "dealer_streak").update(maximum=10_000)),
    ("wider type", lambda d: schema(d, "HandString").update(type=["string", "array"])),
    ("field that is given", lambda d: schema(d, "ScoreAnswer")["properties"].update(mood={"type": "string"})),
    ("field surely given", lambda d: schema(d, "AnsweredRuleset")["required"].append("digest")),
    ("word not given any more", lambda d: schema(d, "WaitPlace")["enum"].remove("edge")),
    ("status", lambda d: operation(d)["responses"].update({"429": operation(d)["responses"]["422"]})),
    ("name of a schema", lambda d: renamed(d, "Form", "HandForm")),
]


@pytest.mark.parametrize(("change", "says"), [row[1:] for row in BREAKING], ids=[row[0] for row in BREAKING])
def test_what_breaks_a_client_is_named(change: Callable[[Json], object], says: str) -> None:
    changed = copy.deepcopy(DOCUMENT)
    change(changed)
    assert [one for one in breaks(DOCUMENT, changed) if says in one], breaks(DOCUMENT, changed)


@pytest.mark.parametrize("change", [row[1] for row in HARMLESS], ids=[row[0] for row in HARMLESS])
def test_what_breaks_no_client_passes(change: Callable[[Json], object]) -> None:
    changed = copy.deepcopy(DOCUMENT)
    change(changed)
    assert breaks(DOCUMENT, changed) == []


def faults(taker: Any, given: Any, *, asked: bool = True) -> list[str]:
    return list(broken(Side({}, taker), Side({}, given), "it", asked=asked))


STRING, NUMBER, INTEGER = ({"type": name} for name in ("string", "number", "integer"))


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize(
    ("wider", "narrower"),
    [
        (NUMBER, INTEGER),
        ({}, STRING),
        (True, STRING),
        (STRING, {"type": "string", "pattern": "a"}),
        ({"type": "string", "enum": ["a", "b"]}, {"type": "string", "enum": ["a"]}),
        (STRING, {"type": "string", "enum": ["a"]}),
        ({"type": ["string", "null"]}, STRING),
        ({"oneOf": [STRING, INTEGER]}, STRING),
        ({"oneOf": [INTEGER, STRING, {"type": "null"}]}, {"oneOf": [STRING, INTEGER]}),
        ({"type": "array", "items": NUMBER}, {"type": "array", "items": INTEGER}),
        ({"type": "array", "items": {}, "maxItems": 3}, {"type": "array", "items": {}, "maxItems": 2}),
        ({"type": "number", "minimum": 0}, {"type": "number", "minimum": 1}),
        ({"type": "object", "additionalProperties": NUMBER}, {"type": "object", "additionalProperties": INTEGER}),
        ({"type": "object", "properties": {"a": {}}}, {"type": "object", "properties": {"a": {}}, "required": ["a"]}),
    ],
)
def test_a_wider_schema_takes_a_narrower_one_and_not_the_other_way_round(
    wider: Any, narrower: Any, *, asked: bool
) -> None:
    assert faults(wider, narrower, asked=asked) == []
    assert faults(narrower, wider, asked=asked) != []


def test_null_among_the_words_takes_null_beside_them() -> None:
    choice = {"oneOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]}
    assert faults({"type": ["string", "null"], "enum": ["a", None]}, choice) == []
    assert faults({"type": "string", "enum": ["a"]}, choice) != []


def test_what_stands_beside_a_choice_is_compared_too() -> None:
    choice = {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}
    one, other = ({**choice, "properties": {"a": kind}} for kind in (NUMBER, INTEGER))
    assert faults(one, other) == []
    assert faults(other, one) != []


def test_what_cannot_be_compared_passes_only_unchanged() -> None:
    one, other = {"allOf": [STRING]}, {"allOf": [NUMBER]}
    assert faults(one, one) == []
    assert "cannot be compared" in faults(one, other)[0]


@pytest.mark.parametrize(
    ("old", "new", "may"),
    [("0.1.0", "0.1.1", False), ("0.1.0", "0.2.0", True), ("1.0.0", "1.1.0", False), ("1.9.0", "2.0.0", True),
     ("0.9.0", "0.10.0", True), ("0.9.3", "1.0.0", True), ("1.0.0", "1.0.0", False)],
)  # fmt: skip
def test_only_the_leading_number_may_break_promises(old: str, new: str, *, may: bool) -> None:
    assert may_break(old, new) is may


def test_the_kept_contract_has_no_prose() -> None:
    kept = yaml.safe_load(RELEASED.read_text("utf8"))
    assert bare(kept) == kept
    assert breaks(kept, kept) == []
    assert bare({"properties": {"title": {"title": "x"}}}) == {"properties": {"title": {}}}


def test_the_version_is_said_once() -> None:
    assert DOCUMENT["info"]["version"] == VERSION


def test_every_problem_type_is_promised() -> None:
    for name in TITLES:
        assert f"`/problems/{name}`" in COMPATIBILITY
