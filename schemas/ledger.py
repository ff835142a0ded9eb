"""The shapes of /v1/ledger/…: what a ledger and a deal look like in JSON; their sense is checked after that."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from marshmallow import ValidationError, fields

from schemas.fields import COMMON, Count, Listed, Seat, Text, Word
from schemas.limits import REPLAY_DEALS
from schemas.ruleset import RulesetField
from schemas.strict import StrictSchema, Whole
from schemas.table import FourPlayers, player_id
from service.scoring.ledger_state import LONGEST_STREAK, MOST_BALANCE, MOST_DEALS, MOST_POINTS

MOST_DEBTS: Final = 12
MOST_PULLS: Final = 1000
LARGEST_WIN: Final = 10**9
MOST_WINNERS: Final = 3


class Points(Whole[Fraction]):
    """An exact amount: a whole number, or a number with a binary fraction such as 49.75."""

    default_error_messages = {**COMMON, "type": f"wrong_type|a number above 0, at most {MOST_POINTS}, is wanted"}

    def read(self, value: Any) -> Fraction:
        """Return the loaded value."""
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= MOST_POINTS:
            raise self.make_error("type")
        return Fraction(value)


class Sums(Whole[dict[str, int]]):
    """Whole numbers by player."""

    default_error_messages = {**COMMON, "type": "wrong_type|an object of whole numbers by player is wanted"}

    def __init__(self, low: int, high: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.low, self.high = low, high

    def read(self, value: Any) -> dict[str, int]:
        """Return the loaded value."""
        if not isinstance(value, dict):
            raise self.make_error("type")
        wanted = f"wrong_type|a whole number from {self.low} to {self.high} is wanted"
        faults = {
            player: [wanted]
            for player, points in value.items()
            if not isinstance(points, int) or isinstance(points, bool) or not self.low <= points <= self.high
        }
        if faults:
            raise ValidationError(faults)
        return value


class PairSchema(StrictSchema):
    """A creditor and his debtor."""

    creditor = player_id(required=True)
    debtor = player_id(required=True)


class DebtSchema(PairSchema):
    """What a debtor owes."""

    points = Points(required=True)
    pulls = Count(1, MOST_PULLS, required=True)


class LedgerTableSchema(StrictSchema):
    """Who deals; the name of the deal is made anew."""

    round_wind = Seat(required=True)
    dealer = player_id(required=True)
    dealer_streak = Count(0, LONGEST_STREAK, required=True)
    deal_name = Text(r"^[\s\S]{0,40}\Z", "a name of at most 40 characters")


class LedgerSchema(StrictSchema):
    """A ledger as the service returns it, or as it was typed in from a paper sheet."""

    version = Count(1, 1, required=True)
    ruleset = fields.Raw(required=True, error_messages=COMMON)
    players = FourPlayers(required=True)
    deals = Count(0, MOST_DEALS)
    debts = Listed(fields.Nested(DebtSchema()), most=MOST_DEBTS, required=True)
    offers = Listed(fields.Nested(PairSchema()), most=MOST_DEBTS)
    balance = Sums(-MOST_BALANCE, MOST_BALANCE)
    table = fields.Nested(LedgerTableSchema(), required=True, error_messages=COMMON)


class WinSchema(StrictSchema):
    """One winner of a deal, and what each payer owes him for it."""

    winner = player_id(required=True)
    by = Word("self_draw", "discard", required=True)
    giver = player_id(data_key="from")
    points = Sums(1, LARGEST_WIN, required=True)


class DealSchema(StrictSchema):
    """How a deal ended."""

    outcome = Word("win", "draw", "false_win", "close", required=True)
    wins = Listed(fields.Nested(WinSchema()), most=MOST_WINNERS)
    offender = player_id()


class AdvanceSchema(StrictSchema):
    """One step of a ledger."""

    ruleset = RulesetField(required=True)
    ledger = fields.Nested(LedgerSchema(), allow_none=True, error_messages=COMMON)
    players = FourPlayers()
    deal = fields.Nested(DealSchema(), required=True, allow_none=True, error_messages=COMMON)
    cuts = Listed(fields.Nested(PairSchema()), most=MOST_DEBTS)


class PlayedSchema(StrictSchema):
    """A deal of a replay, and the cuts taken before it."""

    deal = fields.Nested(DealSchema(), required=True, allow_none=True, error_messages=COMMON)
    cuts = Listed(fields.Nested(PairSchema()), most=MOST_DEBTS)


class ReplaySchema(StrictSchema):
    """A whole evening."""

    ruleset = RulesetField(required=True)
    players = FourPlayers(required=True)
    deals = Listed(fields.Nested(PlayedSchema()), most=REPLAY_DEALS, required=True)
