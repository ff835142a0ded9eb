"""The requests and answers of /v1/table/seats and /v1/table/break-wall: dice and drawn tiles in, places out."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final

from marshmallow import ValidationError, validate

from schemas.fields import COMMON, Dice, Listed, Tile, Word
from schemas.loading import Json, load_whole
from schemas.ruleset import RulesetField
from schemas.score import PLAYER
from schemas.strict import Bounded, StrictSchema, Whole
from schemas.table import PLAYERS, FourPlayers, player_id, unknown_player
from service.scoring.errors import Problem
from service.scoring.seating import THROWS, Wall, break_wall, drawn_winds, number, six_tiles
from service.scoring.tiles import EAST, FIRST_DRAGON, SEATS

ROW: Final = 6
# What each procedure has to be told, and what else it may be told.
ASKED: Final = {
    "drawn_winds": (("draws", "method"), ("dice",)),
    "six_tiles": (("players", "thrower", "place_dice", "row", "draw_dice"), ()),
}


class Draws(Whole[dict[str, int]]):
    """The winds that four players drew, by player."""

    default_error_messages = {
        **COMMON,
        "type": "wrong_type|an object of the four winds drawn, by player, is wanted",
        "count": "wrong_count|four players draw",
    }

    def read(self, value: Any) -> dict[str, int]:
        """Return the loaded value."""
        if not isinstance(value, dict):
            raise self.make_error("type")
        if len(value) != PLAYERS:
            raise self.make_error("count")
        faults: dict[str, list[str]] = {}
        drawn = Counter(wind for wind in value.values() if isinstance(wind, str))
        for player, wind in value.items():
            if not re.search(PLAYER, player):
                faults.setdefault(player, []).append("bad_text|a player id of 1 to 64 characters is wanted")
            if not isinstance(wind, str) or wind not in tuple(SEATS):
                faults.setdefault(player, []).append("not_a_seat|one of E, S, W, N is wanted")
            elif drawn[wind] > 1:
                faults.setdefault(player, []).append(f"wind_twice|{wind} was drawn twice")
        if faults:
            raise ValidationError(faults)
        return {player: SEATS.index(wind) for player, wind in value.items()}


class Row(Bounded):
    """The six tiles of a row, left to right: the four winds, an odd and an even number tile."""

    default_error_messages = {**COMMON, "invalid": "wrong_type|an array of six tiles is wanted"}

    def __init__(self, **kwargs: Any) -> None:
        wrong = "wrong_count|six tiles are wanted"
        six = validate.Length(equal=ROW, error=wrong)
        super().__init__(Tile(), ROW, wrong, validate=[six, _check_row], **kwargs)


def _check_row(row: list[int]) -> None:
    winds = sorted(kind for kind in row if EAST <= kind < FIRST_DRAGON)
    parities = sorted(number(kind) % 2 for kind in row if kind < EAST)
    if len(row) == ROW and (winds != list(range(EAST, FIRST_DRAGON)) or parities != [0, 1]):
        message = "not_the_six_tiles|E, S, W and N once each, one odd and one even number tile are wanted"
        raise ValidationError(message)


class SeatsRequestSchema(StrictSchema):
    """What was drawn and thrown; which fields are wanted is the affair of the ruleset's procedure."""

    ruleset = RulesetField(required=True)
    draws = Draws()
    method = Word("formal", "one_throw", "none")
    dice = Listed(Dice(), most=max(THROWS.values()))
    players = FourPlayers()
    thrower = player_id()
    place_dice = Dice()
    row = Row()
    draw_dice = Dice()


class BreakWallRequestSchema(StrictSchema):
    """The dealer's throw."""

    ruleset = RulesetField(required=True)
    dice = Dice(required=True)
    players = FourPlayers()
    dealer = player_id()


SEATS_SCHEMA: Final = SeatsRequestSchema()
WALL_SCHEMA: Final = BreakWallRequestSchema()


def load_seats(payload: Any) -> Json:
    """Return the request of a JSON body; raises `ImpossibleInput` with every fault of shape and of sense."""
    return load_whole(SEATS_SCHEMA, payload, _sense_of_seats)


def load_break_wall(payload: Any) -> Json:
    """Return the request of a JSON body; raises `ImpossibleInput` with every fault of shape and of sense."""
    return load_whole(WALL_SCHEMA, payload, _sense_of_wall)


def _sense_of_seats(data: Json) -> list[Problem]:
    found = unknown_player("/thrower", data.get("thrower"), data.get("players"))
    if "ruleset" not in data:
        return found
    source = data["ruleset"].source
    if source.seating is None:
        return [
            *found,
            Problem("/ruleset", "no_procedure", f"the ruleset {source.id} does not say how places are drawn"),
        ]
    wanted, allowed = ASKED[source.seating]
    message = f"the procedure {source.seating} does not ask for it, but for {', '.join(wanted + allowed)}"
    found += [
        Problem(f"/{name}", "not_concerned", message)
        for name in data
        if name != "ruleset" and name not in wanted + allowed
    ]
    missing = f"the procedure {source.seating} of {source.id} rests on it"
    found += [Problem(f"/{name}", "missing", missing) for name in wanted if name not in data]
    return found + (_throw_problems(data) if source.seating == "drawn_winds" else [])


def _throw_problems(data: Json) -> list[Problem]:
    method, throws = data.get("method"), data.get("dice")
    if method is None or len(throws or ()) == THROWS[method]:
        return []
    code = "missing" if throws is None else "wrong_count"
    return [Problem("/dice", code, f"the method {method} has {THROWS[method]} throws")]


def _sense_of_wall(data: Json) -> list[Problem]:
    found = unknown_player("/dealer", data.get("dealer"), data.get("players"))
    for name, other in (("players", "dealer"), ("dealer", "players")):
        if name not in data and other in data:
            found.append(Problem(f"/{name}", "missing", f"{other} and {name} go together"))
    if "ruleset" in data and data["ruleset"].source.wall is None:
        message = f"the ruleset {data['ruleset'].source.id} does not say where the wall is broken"
        found.append(Problem("/ruleset", "no_procedure", message))
    return found


def seats_answer(asked: Json) -> Json:
    """Return the JSON body: who sits where, who deals first, and every step in words."""
    procedure = asked["ruleset"].source.seating
    return {"procedure": procedure, **(_drawn(asked) if procedure == "drawn_winds" else _six(asked))}


def _drawn(asked: Json) -> Json:
    found = drawn_winds(asked["draws"], asked.get("dice", ()))
    order = found.seats[found.first_dealer :] + found.seats[: found.first_dealer]
    return {
        "seating": [{"wind": wind, "player": player} for wind, player in zip(SEATS, found.seats, strict=True)],
        "first_dealer": order[0],
        "players": list(order),
        "steps": list(found.steps),
    }


def _six(asked: Json) -> Json:
    found = six_tiles(
        asked["players"], asked["thrower"], asked["place_dice"], asked["row"], asked["draw_dice"]
    )  # fmt: skip
    places = zip(SEATS, found.seats, found.before, strict=True)
    return {
        "dealer_place": found.dealer_place,
        "end": found.end,
        "draws": [{"player": player, "wind": SEATS[wind]} for player, wind in found.draws],
        "seating": [{"wind": wind, "player": player, "place_of": before} for wind, player, before in places],
        "first_dealer": found.seats[0],
        "players": list(found.seats),
        "steps": list(found.steps),
    }


def break_wall_answer(asked: Json) -> Json:
    """Return the JSON body: whose wall, how many stacks are skipped, and which is taken first."""
    found = break_wall(asked["dice"])
    return {
        "total": found.total,
        "wall": SEATS[found.wall],
        **_owner(asked, found.wall),
        "skipped": found.total,
        "first_stack": _first_stack(asked, found),
        "steps": list(found.steps),
    }


def _first_stack(asked: Json, found: Wall) -> Json:
    return {"wall": SEATS[found.first_wall], **_owner(asked, found.first_wall), "stack": found.first_stack}


def _owner(asked: Json, seat: int) -> Json:
    """Name the player at a seat counted from the dealer, where the players were posted."""
    if "players" not in asked:
        return {}
    players = asked["players"]
    return {"player": players[(players.index(asked["dealer"]) + seat) % PLAYERS]}
