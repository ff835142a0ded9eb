"""POST /v1/score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint

from schemas.answer import score_answer
from schemas.score import load_score_request
from service.api.json_body import json_answer, read_json
from service.api.metrics import count_hand
from service.scoring.score import score

if TYPE_CHECKING:
    from flask import Response

scores = Blueprint("scores", __name__)


@scores.post("/v1/score")
def post_score() -> Response:
    """Score one hand."""
    asked = load_score_request(read_json())
    result = score(asked.ruleset, asked.hand, asked.context, explain=asked.shows_readings)
    count_hand(asked.ruleset.source.id)
    return json_answer(score_answer(asked, result), headers={"Cache-Control": "no-store"})
