"""The facts of a win in JSON."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from schemas.fields import COMMON, Count, Listed, Seat, StrictBoolean, Tiles, Word
from schemas.strict import StrictSchema
from service.scoring.context import Context, Ready

MOST_REPLACEMENTS = 16
SEATS_AT_TABLE = 4


class ReadySchema(StrictSchema):
    """叮."""

    at = Word("dealt", "first_discard", "later", required=True)
    own_discards_since = Count(0, 40)
    calls_since = StrictBoolean()


class PreviousDealSchema(StrictSchema):
    """What the deal before has to do with this one."""

    fed_winners = Count(2, 3, required=True)


class ContextSchema(StrictSchema):
    """Facts in, conclusions out: nothing here is decided by a ruleset."""

    seat = Seat(required=True)
    by = Word("self_draw", "discard", "robbed_kong", "flowers", required=True)
    from_seat = Seat(data_key="from")
    round_wind = Seat()
    winners = Listed(Seat(), most=SEATS_AT_TABLE)
    dealer_streak = Count(0, 1000)
    dealer_marker_forgotten = StrictBoolean()
    ready = fields.Nested(ReadySchema(), allow_none=True, error_messages=COMMON)
    on_ready_discard = StrictBoolean()
    replacements = Listed(Word("kong", "flower"), most=MOST_REPLACEMENTS)
    kong_fed_by = Seat(allow_none=True)
    robbed_kong = Word("added", "concealed")
    kong_chain_robbed = StrictBoolean()
    last_tile = StrictBoolean()
    pool = Count(0, 136, allow_none=True)
    opening = Word("dealt_hand", "first_discard", "first_go_around", allow_none=True)
    calls_made = StrictBoolean()
    visible = Tiles()
    flowers_paid = StrictBoolean()
    table_flowers = Count(0, 8, allow_none=True)
    previous_deal = fields.Nested(PreviousDealSchema(), allow_none=True, error_messages=COMMON)


def make_context(data: dict[str, Any]) -> Context:
    """Return the context of a loaded object; a null, or a part that has lost what it needs, is as good as nothing."""
    given = {name: value for name, value in data.items() if value is not None}
    posted = {("from" if name == "from_seat" else name) for name in given}
    ready = given.pop("ready", None)
    previous = given.pop("previous_deal", None)
    if ready is not None and "at" in ready:
        posted.update(f"ready.{name}" for name in ready)
        given["ready"] = Ready(ready["at"], ready.get("own_discards_since", 0), ready.get("calls_since", False))
    if previous is not None and "fed_winners" in previous:
        given["fed_winners"] = previous["fed_winners"]
    for name in ("winners", "replacements"):
        if name in given:
            given[name] = tuple(given[name])
    return Context(**given, posted=frozenset(posted))
