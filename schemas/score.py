"""The request of /v1/score: JSON in, hand, context and ruleset out, every fault at once."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Final, NamedTuple

from marshmallow import ValidationError, fields

from schemas.context import ContextSchema, make_context
from schemas.fields import COMMON, Text, Word
from schemas.hand import HandField
from schemas.loading import merged
from schemas.problem import MOST_ERRORS, problems
from schemas.ruleset import RulesetField
from schemas.strict import StrictSchema
from service.scoring.compiled import Ruleset
from service.scoring.context import Context
from service.scoring.contradictions import contradictions
from service.scoring.errors import ImpossibleInput, Problem
from service.scoring.hand import Hand, hand_problems
from service.scoring.score import input_problems
from service.scoring.tiles import SEATS

PLAYER: Final = r"^[^\x00-\x1f\x7f]{1,64}\Z"


class StakesSchema(StrictSchema):
    """What a fan is worth, as a decimal string."""

    per_fan = Text(r"^[0-9]{1,9}(\.[0-9]{1,6})?\Z", 'a decimal number in a string, such as "0.5"')
    currency = Text(r"^[^\x00-\x1f\x7f]{1,16}\Z", "a currency's name of at most 16 characters")


class PlayersSchema(StrictSchema):
    """Who sits where."""

    E = Text(PLAYER, "a player id of 1 to 64 characters", required=True)
    S = Text(PLAYER, "a player id of 1 to 64 characters", required=True)
    W = Text(PLAYER, "a player id of 1 to 64 characters", required=True)
    N = Text(PLAYER, "a player id of 1 to 64 characters", required=True)

    def faults(self, data: dict[str, Any]) -> dict[str, list[str]]:
        """Return the seats whose player sits at another one too."""
        ids = list(data.values())
        return {
            seat: ["player_twice|this player sits at two seats"] for seat, one in data.items() if ids.count(one) > 1
        }


class ScoreRequestSchema(StrictSchema):
    """A hand, the facts of the win, and the table by which it is scored."""

    ruleset = RulesetField(required=True)
    hand = HandField(required=True)
    context = fields.Nested(ContextSchema(), required=True, error_messages=COMMON)
    players = fields.Nested(PlayersSchema(), error_messages=COMMON)
    stakes = fields.Nested(StakesSchema(), error_messages=COMMON)
    detail = Word("full", "best", "total")


class ScoreRequest(NamedTuple):
    """What is asked: `players` by seat, `per_fan` in money."""

    ruleset: Ruleset
    hand: Hand
    context: Context
    players: tuple[str, ...]
    per_fan: Decimal
    currency: str | None
    detail: str
    hand_as_string: bool

    @property
    def shows_readings(self) -> bool:
        """Whether the answer has readings, with what was removed from them; else the removals need not be found."""
        return self.detail != "total"


SCHEMA: Final = ScoreRequestSchema()


def load_score_request(payload: object, *, detail: str = "full") -> ScoreRequest:
    """Return the request of a JSON body; raises `ImpossibleInput` with every fault of shape and of sense.

    `detail` is how much the answer shows where the request does not say it.
    """
    as_string = isinstance(payload, dict) and isinstance(payload.get("hand"), str)
    try:
        data: dict[str, Any] = SCHEMA.load(payload)
    except ValidationError as error:
        found = problems(error.messages, SCHEMA)
        sense = _problems_of_sense(error.valid_data if isinstance(error.valid_data, dict) else {})
        raise ImpossibleInput(merged(found, in_form(sense, as_string=as_string))[:MOST_ERRORS]) from error
    context = make_context(data["context"])
    faults = input_problems(data["hand"], context)
    if faults:
        raise ImpossibleInput(in_form(faults, as_string=as_string)[:MOST_ERRORS])
    stakes, players = data.get("stakes", {}), data.get("players")
    return ScoreRequest(
        data["ruleset"], data["hand"], context, tuple(players[seat] for seat in SEATS) if players else tuple(SEATS),
        Decimal(stakes.get("per_fan", "1")), stakes.get("currency"), data.get("detail", detail), as_string,
    )  # fmt: skip


def _problems_of_sense(data: dict[str, Any]) -> list[Problem]:
    """Look for contradictions in the parts of a faulty request that could be read; a hand with a fault was not."""
    hand = data["hand"] if isinstance(data.get("hand"), Hand) else None
    facts = data.get("context")
    context = make_context(facts) if isinstance(facts, dict) and {"seat", "by"} <= facts.keys() else None
    problems_of_hand = (
        hand_problems(hand, winning_tile_wanted=context is None or context.by != "flowers") if hand is not None else []
    )
    return problems_of_hand + (contradictions(hand, context) if context else [])


def in_form(found: list[Problem], *, as_string: bool) -> list[Problem]:
    """Point at /hand as a whole where the hand was one string; drop what then says the same twice."""
    if not as_string:
        return found
    collapsed = [p._replace(pointer="/hand") if p.pointer.startswith("/hand") else p for p in found]
    return list(dict.fromkeys(collapsed))
