"""The request and the answer of /v1/cash-awards: events at the table in, payments out, every fault at once."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, NamedTuple

from marshmallow import fields

from schemas.answer import ruleset_answer
from schemas.fields import COMMON, Dice, Listed, Seat, StrictBoolean, Text, Tile, Tiles
from schemas.loading import Json, load_whole
from schemas.ruleset import NAME, RulesetField
from schemas.score import PlayersSchema, StakesSchema
from schemas.strict import StrictSchema
from service.scoring.cash_awards import CashPayment, Event, cash_payments, event_problems
from service.scoring.cash_rows import decimal_text
from service.scoring.compiled import Ruleset
from service.scoring.errors import Problem
from service.scoring.tiles import SEATS

MOST_EVENTS: Final = 100


class CashEventSchema(StrictSchema):
    """Something that happened at the table. Which facts an award wants to be told is the ruleset's affair."""

    type = Text(NAME, "the id of a cash award", required=True)
    player = Seat(required=True)
    from_seat = Seat(data_key="from")
    dice = Dice()
    flowers = Tiles(only_flowers=True)
    tile = Tile()
    again = StrictBoolean()
    tiles = Tiles()


class CashAwardsRequestSchema(StrictSchema):
    """The events of one deal, and the table by which they are paid."""

    ruleset = RulesetField(required=True)
    events = Listed(fields.Nested(CashEventSchema(), error_messages=COMMON), most=MOST_EVENTS, required=True)
    players = fields.Nested(PlayersSchema(), error_messages=COMMON)
    stakes = fields.Nested(StakesSchema(), error_messages=COMMON)


class CashAwardsRequest(NamedTuple):
    """What is asked: `players` by seat, `per_fan` in money."""

    ruleset: Ruleset
    events: list[Event]
    players: tuple[str, ...]
    per_fan: Decimal
    currency: str | None


SCHEMA: Final = CashAwardsRequestSchema()


def load_cash_awards(payload: Any) -> CashAwardsRequest:
    """Return the request of a JSON body; raises `ImpossibleInput` with every fault of shape and of sense."""
    posted = payload.get("events") if isinstance(payload, dict) else None

    def sense(data: Json) -> list[Problem]:
        if "ruleset" not in data or "events" not in data or not isinstance(posted, list):
            return []
        read = iter(data["events"])
        # A null leaves no trace among the events that were read; the others keep their places.
        return event_problems(data["ruleset"], [{} if event is None else next(read) for event in posted])

    data = load_whole(SCHEMA, payload, sense)
    stakes, players = data.get("stakes", {}), data.get("players")
    return CashAwardsRequest(
        data["ruleset"], data["events"], tuple(players[seat] for seat in SEATS) if players else tuple(SEATS),
        Decimal(stakes.get("per_fan", "1")), stakes.get("currency"),
    )  # fmt: skip


def cash_awards_answer(request: CashAwardsRequest) -> Json:
    """Return the JSON body: the ruleset, and the payments event by event."""
    payments = cash_payments(request.ruleset, request.events)
    return {
        "ruleset": ruleset_answer(request.ruleset),
        "payments": [_payment(payment, request) for payment in payments],
    }


def _payment(payment: CashPayment, request: CashAwardsRequest) -> Json:
    answer: Json = {
        "from": request.players[payment.payer],
        "to": request.players[payment.payee],
        "type": payment.award.id,
    }
    if payment.bases is not None:
        answer["bases"] = decimal_text(payment.bases)
    answer |= {"fan": _number(payment.fan), "amount": format(_decimal(payment.fan) * request.per_fan, "f")}
    if request.currency is not None:
        answer["currency"] = request.currency
    return answer | {"reason": payment.reason}


def _number(halves: Fraction) -> int | float:
    """Return whole numbers and halves as JSON has them; binary fractions hold halves exactly."""
    return halves.numerator if halves.denominator == 1 else float(halves)


def _decimal(halves: Fraction) -> Decimal:
    return Decimal(decimal_text(halves))
