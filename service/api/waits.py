"""POST /v1/waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint

from schemas.waits import load_waits, waits_answer
from service.api.json_body import json_answer, read_json
from service.scoring.readiness import readiness

if TYPE_CHECKING:
    from flask import Response

waits = Blueprint("waits", __name__)


@waits.post("/v1/waits")
def post_waits() -> Response:
    """Say what a hand waits for, and what each tile would be worth."""
    asked = load_waits(read_json())
    answer = waits_answer(asked, readiness(asked.ruleset, asked.hand, asked.ways))
    return json_answer(answer, headers={"Cache-Control": "no-store"})
