"""The request and the answer of /v1/table/next-deal: how a deal ended in, the next one out."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import ValidationError, fields, validate

from schemas.fields import COMMON, Count, Listed, Seat, Text, Word
from schemas.loading import Json, load_whole
from schemas.ruleset import RulesetField
from schemas.score import PLAYER
from schemas.strict import Bounded, StrictSchema
from service.scoring.errors import Problem, nearest
from service.scoring.table import Table, next_deal
from service.scoring.tiles import SEATS

PLAYERS: Final = 4
MOST_ROUNDS: Final = 16
USUAL_ROUNDS: Final = 4


def player_id(**kwargs: Any) -> Text:
    """Return a field for the id of a player."""
    return Text(PLAYER, "a player id of 1 to 64 characters", **kwargs)


class FourPlayers(Bounded):
    """Four different players in an order."""

    default_error_messages = {**COMMON, "invalid": "wrong_type|an array of four player ids is wanted"}

    def __init__(self, **kwargs: Any) -> None:
        wrong = "wrong_count|four players are wanted"
        four = validate.Length(equal=PLAYERS, error=wrong)
        super().__init__(player_id(), PLAYERS, wrong, validate=[four, _check_players], **kwargs)


def _check_players(players: list[str]) -> None:
    twice: dict[int | str, list[str]] = {
        n: [f"player_twice|{player!r} sits at the table already"]
        for n, player in enumerate(players)
        if player in players[:n]
    }
    if twice:
        raise ValidationError(twice)


class TableSchema(StrictSchema):
    """A deal; its name may stand there as it was answered, and is made anew."""

    round = Count(1, MOST_ROUNDS)
    round_wind = Seat(required=True)
    dealer = player_id(required=True)
    dealer_streak = Count(0, 1000, required=True)
    deal_name = Text(r"^[\s\S]{0,40}\Z", "a name of at most 40 characters")


class NextDealRequestSchema(StrictSchema):
    """How a deal ended."""

    ruleset = RulesetField(required=True)
    players = FourPlayers(required=True)
    table = fields.Nested(TableSchema(), required=True, error_messages=COMMON)
    outcome = Word("win", "draw", "false_win", required=True)
    winners = Listed(player_id(), most=PLAYERS - 1)
    rounds = Count(1, MOST_ROUNDS)


SCHEMA: Final = NextDealRequestSchema()


def load_next_deal(payload: Any) -> Json:
    """Return the request of a JSON body; raises `ImpossibleInput` with every fault of shape and of sense."""
    return load_whole(SCHEMA, payload, _sense)


def next_deal_answer(asked: Json) -> Json:
    """Return the JSON body: the next deal, and why it is that one."""
    players, posted = asked["players"], asked["table"]
    table = Table(
        posted.get("round", posted["round_wind"] + 1) - 1, players.index(posted["dealer"]), posted["dealer_streak"]
    )
    winners = [players.index(winner) for winner in asked.get("winners", ())]
    draw_dealer = asked["ruleset"].options.draw_dealer
    found = next_deal(table, asked["outcome"], winners, draw_dealer, asked.get("rounds", USUAL_ROUNDS), players)
    return {
        "table": {
            "round": found.table.round + 1,
            "round_wind": SEATS[found.table.round_wind],
            "dealer": players[found.table.dealer],
            "dealer_streak": found.table.streak,
            "deal_name": found.table.name,
        },
        "dealer_stays": found.stays,
        "finished": found.finished,
        "reason": found.reason,
    }


def _sense(data: Json) -> list[Problem]:
    players, table = data.get("players"), data.get("table", {})
    found = unknown_player("/table/dealer", table.get("dealer"), players)
    return found + _winner_problems(data, players) + _round_problems(table, data.get("rounds", USUAL_ROUNDS))


def unknown_player(place: str, player: str | None, players: list[str] | None) -> list[Problem]:
    """Return the fault of somebody who is none of the players, where both are known."""
    if player is None or players is None or player in players:
        return []
    return [Problem(place, "unknown_player", f"{player!r} is none of the players{nearest(player, players)}")]


def _winner_problems(data: Json, players: list[str] | None) -> list[Problem]:
    outcome, winners = data.get("outcome"), data.get("winners", [])
    if outcome == "win" and not winners:
        return [Problem("/winners", "missing", "the winners are missing")]
    if outcome in ("draw", "false_win") and "winners" in data:
        return [Problem("/winners", "no_win", "only a win has winners")]
    found = []
    for n, winner in enumerate(winners):
        found += unknown_player(f"/winners/{n}", winner, players)
        if winner in winners[:n]:
            found.append(Problem(f"/winners/{n}", "winner_twice", f"{winner!r} wins twice"))
    return found


def _round_problems(table: Json, rounds: int) -> list[Problem]:
    """Hold the round, its wind and the rounds agreed upon against each other."""
    wind, number = table.get("round_wind"), table.get("round")
    if wind is None:
        return []
    if number is None and rounds > len(SEATS):
        message = f"in {rounds} rounds each wind comes more than once: say which round it is, 1 to {rounds}"
        return [Problem("/table/round", "missing", message)]
    if number is not None and (number - 1) % len(SEATS) != wind:
        message = f"round {number} is one of the wind {SEATS[(number - 1) % len(SEATS)]}"
        return [Problem(f"/table/{name}", "another_wind", message) for name in ("round", "round_wind")]
    if (number or wind + 1) > rounds:
        place = "/table/round_wind" if number is None else "/table/round"
        return [Problem(place, "play_is_over", f"{rounds} rounds were agreed upon; this one is beyond them")]
    return []
