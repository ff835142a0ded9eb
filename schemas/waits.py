"""The request of /v1/waits and its answer: the waits of a hand before the win, each with what it would be worth."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

from marshmallow import fields

from schemas.answer import hand_answer, ruleset_answer
from schemas.context import ContextSchema, make_context
from schemas.fields import COMMON, Seat, Word
from schemas.hand import HandField
from schemas.loading import Json, load_whole
from schemas.ruleset import RulesetField
from schemas.score import in_form
from schemas.strict import StrictSchema
from service.scoring.compiled import Ruleset
from service.scoring.errors import Problem
from service.scoring.hand import HAND_SIZE, MOST_MELDS, Hand, hand_problems
from service.scoring.readiness import Assumed, Readiness, Ready, Wait, Worth
from service.scoring.tiles import CODES, SEATS
from service.scoring.ways import Ways, ways_to_win

ASSUMED_SEAT: Final = 0


class WaitsContextSchema(ContextSchema):
    """The facts of a win that is still to come: nothing is required, and only a discard or a self-draw can bring it."""

    seat = Seat()
    by = Word("self_draw", "discard")


class WaitsRequestSchema(StrictSchema):
    """A hand before the win, what is known of the deal, and the table by which the wins are scored."""

    ruleset = RulesetField(required=True)
    hand = HandField(required=True)
    context = fields.Nested(WaitsContextSchema(), error_messages=COMMON)


class WaitsRequest(NamedTuple):
    """What is asked; every tile of the hand stands in its `concealed`, also the one posted as drawn last."""

    ruleset: Ruleset
    hand: Hand
    ways: Ways
    seat_given: bool

    @property
    def seventeen(self) -> bool:
        """Whether a tile is to be discarded first."""
        return len(self.hand.concealed) + 3 * len(self.hand.melds) > HAND_SIZE


SCHEMA: Final = WaitsRequestSchema()


def load_waits(payload: Any) -> WaitsRequest:
    """Return the request of a JSON body; raises `ImpossibleInput` with every fault of shape and of sense."""
    as_string = isinstance(payload, dict) and isinstance(payload.get("hand"), str)
    data = load_whole(SCHEMA, payload, lambda read: in_form(_sense(read), as_string=as_string))
    facts, hand = data.get("context", {}), _all_in_hand(data["hand"])
    return WaitsRequest(data["ruleset"], hand, _ways(hand, facts)[0], "seat" in facts)


def _sense(data: Json) -> list[Problem]:
    """Look for what is impossible about the hand and the context, as far as they could be read."""
    hand = data["hand"] if isinstance(data.get("hand"), Hand) else None
    facts = data.get("context", {})
    found = _hand_problems(hand) if hand is not None else []
    known = _all_in_hand(hand) if hand is not None else Hand((), (), (), None)
    if hand is None or not isinstance(facts, dict):
        return found
    return found + _ways(known, facts)[1]


def _hand_problems(hand: Hand) -> list[Problem]:
    """The faults of the tiles; here the hand has sixteen tiles, or seventeen with the one drawn last."""
    found = [p for p in hand_problems(hand, winning_tile_wanted=False) if p.code != "wrong_count"]
    wanted = HAND_SIZE - 3 * len(hand.melds)
    held = len(hand.concealed) + (hand.winning_tile is not None)
    if len(hand.melds) <= MOST_MELDS and held not in (wanted, wanted + 1):
        message = f"{held} tiles beside {len(hand.melds)} melds; {wanted} are wanted, or {wanted + 1} before a discard"
        found.append(Problem("/hand/concealed", "wrong_count", message))
    return found


def _all_in_hand(hand: Hand) -> Hand:
    if hand.winning_tile is None:
        return hand
    return replace(hand, concealed=tuple(sorted((*hand.concealed, hand.winning_tile))), winning_tile=None)


def _ways(hand: Hand, facts: Json) -> tuple[Ways, list[Problem]]:
    by = facts.get("by")
    return ways_to_win(hand, make_context({"seat": ASSUMED_SEAT, "by": "self_draw", **facts}), by)


def waits_answer(request: WaitsRequest, found: Readiness) -> Json:
    """Return the JSON body: `waits` and `shape` of sixteen tiles, `discards` of seventeen."""
    answer: Json = {"ruleset": ruleset_answer(request.ruleset), "hand": hand_answer(request.hand)}
    if request.seventeen:
        answer["discards"] = [{"tile": CODES[one.discarded or 0], **_ready(one)} for one in found.ready]
    else:
        answer |= _ready(found.ready[0] if found.ready else Ready((), None))
    return answer | {"missing": found.missing, "assumed": _assumed(request, found)}


def _ready(ready: Ready) -> Json:
    return {"waits": [_wait(wait) for wait in ready.waits], "shape": ready.shape}


def _wait(wait: Wait) -> Json:
    return {
        "tile": CODES[wait.kind], "left": wait.left, "forms": list(wait.forms),
        "discard": _worth(wait.discard), "self_draw": _worth(wait.self_draw),
    }  # fmt: skip


def _worth(worth: Worth) -> Json:
    return {"total_fan": worth.total} | ({} if worth.reason is None else {"reason": worth.reason})


def _assumed(request: WaitsRequest, found: Readiness) -> list[Json]:
    """The facts taken by default; the seat, where none was posted, bears on more rows than are named one by one."""
    took_seat = bool(found.ready) and not request.seat_given
    seat: Assumed = {"seat": (SEATS[ASSUMED_SEAT], [])} if took_seat else {}
    return [
        {"field": "/context/" + name.replace(".", "/"), "value": value, "affects": rows}
        for name, (value, rows) in (seat | found.assumed).items()
        if rows or name in seat
    ]
