"""POST /v1/table/next-deal, /v1/table/seats and /v1/table/break-wall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint

from schemas.seats import break_wall_answer, load_break_wall, load_seats, seats_answer
from schemas.table import load_next_deal, next_deal_answer
from service.api.json_body import json_answer, read_json

if TYPE_CHECKING:
    from flask import Response

table = Blueprint("table", __name__)
NOT_KEPT = {"Cache-Control": "no-store"}


@table.post("/v1/table/next-deal")
def post_next_deal() -> Response:
    """Say who deals next."""
    return json_answer(next_deal_answer(load_next_deal(read_json())), headers=NOT_KEPT)


@table.post("/v1/table/seats")
def post_seats() -> Response:
    """Say who sits where and who deals first."""
    return json_answer(seats_answer(load_seats(read_json())), headers=NOT_KEPT)


@table.post("/v1/table/break-wall")
def post_break_wall() -> Response:
    """Say where the wall is broken."""
    return json_answer(break_wall_answer(load_break_wall(read_json())), headers=NOT_KEPT)
