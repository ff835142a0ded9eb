"""POST /v1/cash-awards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint

from schemas.cash_awards import cash_awards_answer, load_cash_awards
from service.api.json_body import json_answer, read_json

if TYPE_CHECKING:
    from flask import Response

cash_awards = Blueprint("cash_awards", __name__)


@cash_awards.post("/v1/cash-awards")
def post_cash_awards() -> Response:
    """Say who pays whom for what happened at the table."""
    answer = cash_awards_answer(load_cash_awards(read_json()))
    return json_answer(answer, headers={"Cache-Control": "no-store"})
