"""The requests of /v1/ledger/…: JSON in, a sound ledger and a playable deal out; every fault at once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, NamedTuple

from marshmallow import Schema, ValidationError, fields

from schemas.fields import COMMON, Count, Listed, Seat, Text, Word
from schemas.problem import MOST_ERRORS, StrictSchema, problems
from schemas.ruleset import RulesetField
from schemas.score import PLAYER
from service.scoring.compiled import Ruleset
from service.scoring.errors import ImpossibleInput, Problem
from service.scoring.ledger import MOST_POINTS, Deal, Debt, Ledger, LedgerRules, Win, opened
from service.scoring.ledger_checks import Entry, cut_problems, deal_problems, debt_problems, offer_problems

MOST_DEBTS: Final = 12
MOST_DEALS: Final = 1000
LARGEST_WIN: Final = 10**9
PLAYERS: Final = 4


def _player(**kwargs: Any) -> Text:
    return Text(PLAYER, "a player id of 1 to 64 characters", **kwargs)


class Points(fields.Field[Fraction]):
    """An exact amount: a whole number, or a number with a binary fraction such as 49.75."""

    default_error_messages = {**COMMON, "type": f"wrong_type|a number above 0, at most {MOST_POINTS}, is wanted"}

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> Fraction:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= MOST_POINTS:
            raise self.make_error("type")
        return Fraction(value)


class Sums(fields.Field[dict[str, int]]):
    """Whole numbers by player."""

    default_error_messages = {**COMMON, "type": "wrong_type|an object of whole numbers by player is wanted"}

    def __init__(self, low: int, high: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.low, self.high = low, high

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> dict[str, int]:
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

    creditor = _player(required=True)
    debtor = _player(required=True)


class DebtSchema(PairSchema):
    """What a debtor owes."""

    points = Points(required=True)
    pulls = Count(1, 1000, required=True)


class LedgerTableSchema(StrictSchema):
    """Who deals; the name of the deal is made anew."""

    round_wind = Seat(required=True)
    dealer = _player(required=True)
    dealer_streak = Count(0, 1000, required=True)
    deal_name = Text(r"^[\s\S]{0,40}\Z", "a name of at most 40 characters")


class LedgerSchema(StrictSchema):
    """A ledger as the service returns it, or as it was typed in from a paper sheet."""

    version = Count(1, 1, required=True)
    ruleset = fields.Raw(required=True, error_messages=COMMON)
    players = Listed(_player(), most=PLAYERS, required=True)
    deals = Count(0, 1_000_000)
    debts = Listed(fields.Nested(DebtSchema()), most=MOST_DEBTS, required=True)
    offers = Listed(fields.Nested(PairSchema()), most=MOST_DEBTS)
    balance = Sums(-(10**15), 10**15)
    table = fields.Nested(LedgerTableSchema(), required=True, error_messages=COMMON)


class WinSchema(StrictSchema):
    """One winner of a deal, and what each payer owes him for it."""

    winner = _player(required=True)
    by = Word("self_draw", "discard", required=True)
    giver = _player(data_key="from")
    points = Sums(1, LARGEST_WIN, required=True)


class DealSchema(StrictSchema):
    """How a deal ended."""

    outcome = Word("win", "draw", "false_win", "close", required=True)
    wins = Listed(fields.Nested(WinSchema()), most=PLAYERS - 1)
    offender = _player()


class AdvanceSchema(StrictSchema):
    """One step of a ledger."""

    ruleset = RulesetField(required=True)
    ledger = fields.Nested(LedgerSchema(), allow_none=True, error_messages=COMMON)
    players = Listed(_player(), most=PLAYERS)
    deal = fields.Nested(DealSchema(), required=True, allow_none=True, error_messages=COMMON)
    cuts = Listed(fields.Nested(PairSchema()), most=MOST_DEBTS)


class PlayedSchema(StrictSchema):
    """A deal of a replay, and the cuts taken before it."""

    deal = fields.Nested(DealSchema(), required=True, allow_none=True, error_messages=COMMON)
    cuts = Listed(fields.Nested(PairSchema()), most=MOST_DEBTS)


class ReplaySchema(StrictSchema):
    """A whole evening."""

    ruleset = RulesetField(required=True)
    players = Listed(_player(), most=PLAYERS, required=True)
    deals = Listed(fields.Nested(PlayedSchema()), most=MOST_DEALS, required=True)


ADVANCE: Final = AdvanceSchema()
REPLAY: Final = ReplaySchema()


class Played(NamedTuple):
    """A deal (none: the cuts alone) and the cuts before it."""

    deal: Deal | None
    cuts: tuple[tuple[str, str], ...]


class LedgerRequest(NamedTuple):
    """A ledger to advance by some deals; `posted_ruleset` goes into the ledger as it came."""

    ruleset: Ruleset
    posted_ruleset: Any
    rules: LedgerRules
    ledger: Ledger
    played: tuple[Played, ...]


def load_advance(payload: Any) -> LedgerRequest:
    """Return one step to take; raises `ImpossibleInput` with every fault."""
    data = _load(ADVANCE, payload)
    rules = rules_of(data["ruleset"])
    played = _played(data)
    posted = data.get("ledger")
    if posted is None:
        faults = _player_problems(data.get("players"), "/players")
        ledger = None if faults else opened(tuple(data["players"]))
    else:
        faults = _ledger_problems(payload, posted, rules)
        faults += [Problem("/players", "players_given", "a ledger has its players")] if data.get("players") else []
        ledger = _ledger(posted) if not faults else None
    if played.deal is None and not played.cuts:
        faults.append(Problem("/deal", "nothing_to_do", "without a deal there must be cuts"))
    if ledger is not None and not faults:
        faults = step_problems(played, ledger)
    _refuse(faults)
    assert ledger is not None  # noqa: S101  (a ledger with faults was refused)
    return LedgerRequest(data["ruleset"], payload["ruleset"], rules, ledger, (played,))


def load_replay(payload: Any) -> LedgerRequest:
    """Return a whole evening to play; the deals are checked one by one as they are played."""
    data = _load(REPLAY, payload)
    _refuse(_player_problems(data["players"], "/players"))
    played = tuple(_played(entry) for entry in data["deals"])
    ledger = opened(tuple(data["players"]))
    return LedgerRequest(data["ruleset"], payload["ruleset"], rules_of(data["ruleset"]), ledger, played)


def rules_of(ruleset: Ruleset) -> LedgerRules:
    """Return the ledger rules of a ruleset; what 詐糊 costs is among its cash awards."""
    penalty = next((award.fan for award in getattr(ruleset.source, "cash_awards", ()) if award.id == "false_win"), None)
    return LedgerRules.of(ruleset.options, false_win=int(penalty or 0))


def step_problems(played: Played, ledger: Ledger, place: str = "") -> list[Problem]:
    """Return every fault of a step: cuts that were not offered, deals that cannot be played."""
    found = [p._replace(pointer=place + p.pointer) for p in cut_problems(played.cuts, ledger.offers)]
    return found + (deal_problems(played.deal, ledger, f"{place}/deal") if played.deal else [])


def _load(schema: Schema, payload: Any) -> dict[str, Any]:
    try:
        data: dict[str, Any] = schema.load(payload)
    except ValidationError as error:
        raise ImpossibleInput(problems(error.messages, schema)) from error
    return data


def _refuse(faults: list[Problem]) -> None:
    if faults:
        raise ImpossibleInput(faults[:MOST_ERRORS])


def _played(data: dict[str, Any]) -> Played:
    cuts = tuple((cut["creditor"], cut["debtor"]) for cut in data.get("cuts", ()))
    deal = data["deal"]
    if deal is None:
        return Played(None, cuts)
    wins = tuple(Win(win["winner"], win["by"], win["points"], win.get("giver")) for win in deal.get("wins", ()))
    return Played(Deal(deal["outcome"], wins, deal.get("offender")), cuts)


def _player_problems(players: list[str] | None, place: str) -> list[Problem]:
    if players is None:
        return [Problem(place, "missing", "the four players are missing, in seating order from the first dealer")]
    if len(players) != PLAYERS:
        return [Problem(place, "wrong_count", f"{len(players)} players; four are wanted")]
    return [
        Problem(f"{place}/{n}", "player_twice", f"{player!r} sits at the table already")
        for n, player in enumerate(players)
        if player in players[:n]
    ]


def _ledger_problems(payload: Any, posted: dict[str, Any], rules: LedgerRules) -> list[Problem]:
    players = posted["players"]
    found = _player_problems(players, "/ledger/players")
    if found:
        return found
    if posted["ruleset"] != payload["ruleset"]:
        message = "the ledger was kept by another ruleset"
        found += [Problem(place, "another_ruleset", message) for place in ("/ruleset", "/ledger/ruleset")]
    found += debt_problems(players, _entries(posted), rules)
    found += offer_problems(_pairs(posted.get("offers", ())), _entries(posted), rules)
    if posted["table"]["dealer"] not in players:
        found.append(Problem("/ledger/table/dealer", "unknown_player", "the dealer is none of the players"))
    balance = posted.get("balance")
    if balance is not None and set(balance) != set(players):
        found.append(Problem("/ledger/balance", "wrong_players", "the balance has one number for each player"))
    elif balance is not None and sum(balance.values()):
        found.append(
            Problem("/ledger/balance", "not_balanced", f"the balance adds up to {sum(balance.values())}, not 0")
        )
    return found


def _entries(posted: dict[str, Any]) -> list[Entry]:
    return [Entry(debt["creditor"], debt["debtor"], debt["points"], debt["pulls"]) for debt in posted["debts"]]


def _pairs(entries: Any) -> list[tuple[str, str]]:
    return [(entry["creditor"], entry["debtor"]) for entry in entries]


def _ledger(posted: dict[str, Any]) -> Ledger:
    players = tuple(posted["players"])
    table = posted["table"]
    return Ledger(
        players, {(e.creditor, e.debtor): Debt(e.points, e.pulls) for e in _entries(posted)},
        frozenset(_pairs(posted.get("offers", ()))), posted.get("balance") or dict.fromkeys(players, 0),
        posted.get("deals", 0), table["round_wind"], table["dealer"], table["dealer_streak"],
    )  # fmt: skip
