"""GET /v1/rulesets, /v1/rulesets/{id} and /v1/tiles: answers that change only with a release."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from flask import Blueprint, request

from schemas.ruleset import ruleset_description, ruleset_summary
from schemas.tiles import tile_table
from service.api.json_body import json_answer
from service.scoring.ruleset import ids, load

if TYPE_CHECKING:
    from flask import Response

rulesets = Blueprint("rulesets", __name__)


@rulesets.get("/v1/rulesets")
def list_rulesets() -> Response:
    """Name every ruleset."""
    return lasting(json_answer({"rulesets": [ruleset_summary(load(name)) for name in ids()]}))


@rulesets.get("/v1/rulesets/<name>")
def get_ruleset(name: str) -> Response:
    """Describe one ruleset row by row."""
    return lasting(json_answer(_description(load(name).id)))


@cache
def _description(name: str) -> dict[str, object]:
    return ruleset_description(load(name))


@rulesets.get("/v1/tiles")
def list_tiles() -> Response:
    """Name every tile with its notations."""
    return lasting(json_answer(tile_table()))


def lasting(answer: Response) -> Response:
    """Let a static answer be cached and asked for again by its tag."""
    answer.add_etag()
    answer.headers["Cache-Control"] = "public, max-age=3600"
    answer.make_conditional(request)
    return answer
