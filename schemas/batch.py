"""The request of /v1/score/batch in JSON: an array of score requests, which are looked at one by one."""

from __future__ import annotations

from functools import cache
from typing import Any

from marshmallow import Schema, fields

from schemas.fields import COMMON, Listed
from schemas.loading import load_whole
from schemas.ruleset import RulesetField
from schemas.strict import StrictSchema


class BatchRequestSchema(StrictSchema):
    """Score requests, and the table for those that name none."""

    ruleset = RulesetField()
    items = Listed(fields.Raw(allow_none=True), most=1_000, required=True, error_messages=COMMON)


@cache
def _schema(most: int) -> Schema:
    schema = BatchRequestSchema()
    items = schema.fields["items"]
    assert isinstance(items, Listed)  # noqa: S101  (declared above; for the type checker)
    items.most, items.too_long = most, f"too_many|at most {most} items are allowed"
    return schema


def load_batch(payload: Any, most: int) -> list[object]:
    """Return the score requests of a JSON body, the shared ruleset put into those that have none.

    Raises `ImpossibleInput` where the body is no batch, has more than `most` items, or its shared ruleset has faults;
    what is wrong with an item is that item's answer.
    """
    items: list[object] = load_whole(_schema(most), payload, lambda _: [])["items"]
    if "ruleset" not in payload:
        return items
    shared = {"ruleset": payload["ruleset"]}
    return [shared | item if isinstance(item, dict) else item for item in items]
