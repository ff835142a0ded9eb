"""An example hand for every row of a ruleset, scored by the running service each time a page is made."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlencode

from schemas.answer import score_answer
from schemas.score import load_score_request
from service.scoring.score import score

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]
DATA: Final = files("service") / "examples"
SEATS: Final = {"E": ("東家", "East"), "S": ("南家", "South"), "W": ("西家", "West"), "N": ("北家", "North")}
HOW: Final = {
    "self_draw": ("自摸", "draws the tile"),
    "discard": ("食{from}打出的牌", "wins on {from}’s discard"),
    "robbed_kong": ("搶{from}的槓", "robs {from}’s kong"),
    "flowers": ("花糊", "wins by flowers"),
}
FACTS: Final = {
    "round_wind": ("{}圈", "{} round"),
    "dealer_streak": ("連莊 {} 次", "the dealer stayed {} times"),
    "dealer_marker_forgotten": ("忘記放連莊牌", "the streak was not shown"),
    "on_ready_discard": ("食別人叮出的牌", "on the tile with which ready was declared"),
    "kong_fed_by": ("明槓由{}打出", "{} fed the kong"),
    "robbed_kong": ("被搶的是暗槓", "a concealed kong was robbed"),
    "kong_chain_robbed": ("被搶的是連槓", "the kong followed another"),
    "last_tile": ("最後一張牌", "the last tile of the wall"),
    "pool": ("牌池 {} 張", "{} tiles in the pool"),
    "calls_made": ("有人上碰槓過", "somebody had called"),
    "flowers_paid": ("花已收錢", "flowers already paid"),
    "table_flowers": ("全桌 {} 隻花", "{} flowers at the table"),
}
WORDS: Final = {
    "dealt_hand": ("起手十七張", "the dealt hand"),
    "first_discard": ("莊家第一張", "the dealer’s first discard"),
    "first_go_around": ("第一圈內", "the first go-around"),
    "dealt": ("起手叮", "ready as dealt"),
    "ready first_discard": ("打第一張時叮", "ready with the first discard"),
    "later": ("叮", "ready"),
    "kong": ("槓", "a kong"),
    "flower": ("花", "a flower"),
}


def examples(ruleset: str) -> dict[str, Json]:
    """Return the example of each row: its request, what the service answers, and where the row lies in it."""
    found = json.loads((DATA / f"{ruleset}.json").read_text("utf8"))
    return {row: _example(ruleset, row, case) for row, case in found.items()}


def _example(ruleset: str, row: str, case: Json) -> Json:
    table = {"id": ruleset, **case["ruleset"]} if "ruleset" in case else ruleset
    request = load_score_request({"ruleset": table, "hand": case["hand"], "context": case["context"]})
    answer = score_answer(request, score(request.ruleset, request.hand, request.context))
    best = answer["readings"][0]
    lines = [line for line in best["fan"] if line["id"] == row]
    parts = {part["fan"] for payment in answer["payments"] for part in payment["parts"] if part["id"] == row}
    return {
        "shapes": _shapes(best, lines),
        "winning_tile": answer["hand"].get("winning_tile"),
        "flowers": answer["hand"]["flowers"],
        "lit_flowers": {tile for line in lines for instance in line["instances"] for tile in instance if tile in TILES},
        "fan": sum(line["total"] for line in lines),
        "per_payer": sorted(parts),
        "total": best["total"],
        "changed": "ruleset" in case,
        "words": {"zh": "，".join(_words(case["context"], 0)), "en": ", ".join(_words(case["context"], 1))},
        "link": link(ruleset, case),
    }


TILES: Final = frozenset(f"{n}{series}" for series in "fg" for n in range(1, 5))


def _shapes(best: Json, lines: list[Json]) -> list[list[Json]]:
    """Return the groups of tiles to draw, each with whether the row rests on it; a dual hand is drawn both ways."""
    drawn = [_groups(best, lines, other=False)]
    if "other" in best:
        drawn.append(_groups(best["other"], lines, other=True))
    return [groups for groups in drawn if groups]


def _groups(shape: Json, lines: list[Json], *, other: bool) -> list[Json]:
    lit = {
        place
        for line in lines
        if (line.get("in") == "other") is other
        for instance in line["instances"]
        for place in instance
    }
    groups = [*shape["sets"], *([{**shape["eyes"], "type": "eyes"}] if shape["eyes"] else [])]
    drawn = [{**group, "lit": place in lit} for place, group in enumerate(groups)]
    if "singles" in shape:
        drawn.append({"type": "singles", "tiles": shape["singles"], "won": "won_single" in shape})
    return drawn


def _words(context: Json, language: int) -> Iterator[str]:
    """Yield the facts of a case in words."""
    giver = SEATS[context["from"]][language] if "from" in context else ""
    glue = "" if language == 0 else " "
    yield SEATS[context["seat"]][language] + glue + HOW[context["by"]][language].replace("{from}", giver)
    for name, value in context.items():
        if name in FACTS and value is not None and value is not False:
            shown = SEATS[value][language].rstrip("家") if value in SEATS else value
            yield FACTS[name][language].format(shown)
    yield from _longer(context, language)


def _longer(context: Json, language: int) -> Iterator[str]:
    if context.get("opening"):
        yield WORDS[context["opening"]][language]
    if ready := context.get("ready"):
        at = "ready first_discard" if ready["at"] == "first_discard" else ready["at"]
        since = ready.get("own_discards_since")
        yield WORDS[at][language]
        if since is not None:
            yield (f"之後打出 {since} 張", f"{since} own discards since")[language]
    if chain := context.get("replacements"):
        names = "、".join(WORDS[word][0] for word in chain), " and ".join(WORDS[word][1] for word in chain)
        yield (f"補牌：{names[0]}", f"on the replacement after {names[1]}")[language]
    if len(context.get("winners", ())) > 1:
        yield (f"{len(context['winners'])} 家食糊", f"{len(context['winners'])} winners")[language]
    if previous := context.get("previous_deal"):
        yield (f"上局一炮 {previous['fed_winners']} 響", f"fed {previous['fed_winners']} winners before")[language]
    if context.get("visible"):
        yield ("看得見其他牌", "with tiles face up on the table")[language]


def link(ruleset: str, case: Json) -> str:
    """Return where the playground shows a case."""
    context, house = case["context"], case.get("ruleset", {})
    query: Json = {"hand": case["hand"], "ruleset": ruleset}
    for name, value in context.items():
        if name == "winners":
            query["also"] = ".".join(seat for seat in value if seat != context["seat"])
        elif name == "calls_made":
            query[name] = "yes" if value else "no"
        elif name == "ready":
            query["ready"] = value["at"]
            query |= {key: _plain(one) for key, one in value.items() if key != "at"}
        elif name == "previous_deal":
            query |= value
        elif name == "visible":
            query[name] = value if isinstance(value, str) else "".join(value)
        elif value is not None and value is not False and value != []:
            query[name] = _plain(value)
    query |= {key: ".".join(house[word]) for word, key in (("enable", "on"), ("disable", "off")) if word in house}
    query |= {f"option.{name}": str(value).lower() for name, value in house.get("options", {}).items()}
    for name, price in house.get("fan", {}).items():
        query |= {f"fan.{name}": price} if isinstance(price, int) else {f"fan.{name}.{v}": p for v, p in price.items()}
    return "/#score?" + urlencode(query, quote_via=quote, safe="()[]")


def _plain(value: object) -> str:
    if value is True:
        return "yes"
    return ".".join(map(str, value)) if isinstance(value, list) else str(value)
