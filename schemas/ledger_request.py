"""The requests of /v1/ledger/…: JSON in, a sound ledger and playable deals out; every fault at once.

A part of the request whose shape is faulty is not judged further; the other parts are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from marshmallow import Schema, ValidationError

from schemas.ledger import AdvanceSchema, ReplaySchema
from schemas.problem import MOST_ERRORS, problems
from service.scoring.compiled import Ruleset
from service.scoring.errors import ImpossibleInput, Problem
from service.scoring.ledger_checks import Entry, cut_problems, deal_problems, sheet_problems
from service.scoring.ledger_state import Deal, Debt, Ledger, LedgerRules, Pair, Win, opened

ADVANCE: Final = AdvanceSchema()
REPLAY: Final = ReplaySchema()


class Played(NamedTuple):
    """A deal (none: the cuts alone) and the cuts before it."""

    deal: Deal | None
    cuts: tuple[Pair, ...]


class LedgerRequest(NamedTuple):
    """A ledger to advance by some deals; `posted_ruleset` goes into the ledger as it came."""

    posted_ruleset: Any
    rules: LedgerRules
    ledger: Ledger
    played: tuple[Played, ...]


class _Parts(NamedTuple):
    """What could be read of a request: its sound parts, the names of the others, and their faults."""

    sound: dict[str, Any]
    broken: frozenset[str]
    faults: list[Problem]


def load_advance(payload: Any) -> LedgerRequest:
    """Return one step to take; raises `ImpossibleInput` with every fault."""
    parts = _parts(ADVANCE, payload)
    _refuse(parts.faults + list(_advance_problems(parts, payload)))
    data = parts.sound
    posted = data.get("ledger")
    ledger = _ledger(posted) if posted is not None else opened(tuple(data["players"]))
    return LedgerRequest(payload["ruleset"], rules_of(data["ruleset"]), ledger, (_played(data),))


def load_replay(payload: Any) -> LedgerRequest:
    """Return a whole evening to play; whether its cuts were offered shows when it is played."""
    parts = _parts(REPLAY, payload)
    _refuse(parts.faults + list(_replay_problems(parts)))
    data = parts.sound
    played = tuple(_played(entry) for entry in data["deals"])
    return LedgerRequest(payload["ruleset"], rules_of(data["ruleset"]), opened(tuple(data["players"])), played)


def rules_of(ruleset: Ruleset) -> LedgerRules:
    """Return the ledger rules of a ruleset; what 詐糊 costs is among its cash awards."""
    penalty = next((award.fan for award in ruleset.source.cash_awards if award.id == "false_win"), None)
    return LedgerRules.of(ruleset.options, false_win=penalty or 0)


def _parts(schema: Schema, payload: Any) -> _Parts:
    try:
        return _Parts(schema.load(payload), frozenset(), [])
    except ValidationError as error:
        found = problems(error.messages, schema)
        if not isinstance(payload, dict) or not isinstance(error.messages, dict):
            raise ImpossibleInput(found) from error
        broken = frozenset(map(str, error.messages))
        valid = error.valid_data if isinstance(error.valid_data, dict) else {}
        return _Parts({key: value for key, value in valid.items() if key not in broken}, broken, found)


def _refuse(faults: list[Problem]) -> None:
    if faults:
        raise ImpossibleInput(faults[:MOST_ERRORS])


def _advance_problems(parts: _Parts, payload: Any) -> Iterator[Problem]:
    """Yield every fault of sense."""
    data = parts.sound
    posted, players = data.get("ledger"), data.get("players")
    if posted is None and players is None and not parts.broken & {"ledger", "players"}:
        yield Problem("/players", "missing", "four players, in seating order from the first dealer, or a ledger")
    if posted is not None and players is not None:
        yield Problem("/players", "players_given", "a ledger has its players")
    players = players if posted is None else posted["players"]
    if posted is not None and "ruleset" in data:
        yield from _ledger_problems(payload["ruleset"], posted, rules_of(data["ruleset"]))
    if players is not None and not parts.broken & {"ledger", "deal", "cuts"}:
        played = _played(data)
        yield from cut_problems(played.cuts, _pairs(posted.get("offers", ()) if posted else ()), "")
        yield from _played_problems(played, players, "")


def _replay_problems(parts: _Parts) -> Iterator[Problem]:
    if not parts.broken & {"players", "deals"}:
        for n, entry in enumerate(parts.sound["deals"]):
            yield from _played_problems(_played(entry), parts.sound["players"], f"/deals/{n}")


def _played_problems(played: Played, players: list[str], place: str) -> Iterator[Problem]:
    if played.deal is not None:
        yield from deal_problems(played.deal, players, f"{place}/deal")
    elif not played.cuts:
        yield Problem(f"{place}/deal", "nothing_to_do", "without a deal there must be cuts")


def _played(data: dict[str, Any]) -> Played:
    cuts = tuple((cut["creditor"], cut["debtor"]) for cut in data.get("cuts", ()))
    deal = data["deal"]
    if deal is None:
        return Played(None, cuts)
    wins = tuple(Win(win["winner"], win["by"], win["points"], win.get("giver")) for win in deal.get("wins", ()))
    return Played(Deal(deal["outcome"], wins, deal.get("offender")), cuts)


def _ledger_problems(posted_ruleset: Any, posted: dict[str, Any], rules: LedgerRules) -> Iterator[Problem]:
    players, dealer = posted["players"], posted["table"]["dealer"]
    if posted["ruleset"] != posted_ruleset:
        for place in ("/ruleset", "/ledger/ruleset"):
            yield Problem(place, "another_ruleset", "the ledger was kept by another ruleset")
    yield from sheet_problems(players, dealer, _entries(posted), _pairs(posted.get("offers", ())), rules)
    if dealer not in players:
        yield Problem("/ledger/table/dealer", "unknown_player", "the dealer is none of the players")
    balance = posted.get("balance")
    if balance is not None and set(balance) != set(players):
        yield Problem("/ledger/balance", "wrong_players", "the balance has one number for each player")
    elif balance is not None and sum(balance.values()):
        yield Problem("/ledger/balance", "not_balanced", f"the balance adds up to {sum(balance.values())}, not 0")


def _entries(posted: dict[str, Any]) -> list[Entry]:
    return [Entry(debt["creditor"], debt["debtor"], debt["points"], debt["pulls"]) for debt in posted["debts"]]


def _pairs(entries: Any) -> list[Pair]:
    return [(entry["creditor"], entry["debtor"]) for entry in entries]


def _ledger(posted: dict[str, Any]) -> Ledger:
    players = tuple(posted["players"])
    table = posted["table"]
    return Ledger(
        players, {(e.creditor, e.debtor): Debt(e.points, e.pulls) for e in _entries(posted)},
        frozenset(_pairs(posted.get("offers", ()))), posted.get("balance") or dict.fromkeys(players, 0),
        posted.get("deals", 0), table["round_wind"], table["dealer"], table["dealer_streak"],
    )  # fmt: skip
