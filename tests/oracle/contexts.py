"""Random facts of a deal that do not contradict the hand."""

from __future__ import annotations

from random import Random
from typing import Any

from .hands import Json
from .notation import CODES, FLOWERS, SEATS, read_hand
from .readings import waits

OPEN_ORPHANS = {"thirteen_orphans_concealed_kong": True}


def _maybe(rng: Random, chance: float, **facts: Any) -> Json:
    return facts if rng.random() < chance else {}


def _claimed(hand: Json) -> bool:
    return any(meld.get("kind") != "concealed" for meld in hand["melds"])


def _others(seat: str) -> list[str]:
    return [one for one in SEATS if one != seat]


def _chain(rng: Random, hand: Json, context: Json) -> Json:
    """The replacements that brought the tile: of the kongs and flowers in the hand, one exposed kong, fed, first."""
    kongs = [meld for meld in hand["melds"] if meld["type"] == "kong"]
    exposed = [meld for meld in kongs if meld["kind"] == "exposed"]
    own = len(kongs) - len(exposed)
    links = ["kong"] * rng.choice([0, own, rng.randint(0, own)])
    links += ["flower"] * rng.choice([0, 0, rng.randint(0, len(hand["flowers"]))])
    rng.shuffle(links)
    if not exposed or rng.random() < 0.4:
        return {"replacements": links} if links else {}
    feeder = rng.choice(_others(context["seat"]))
    if len(kongs) == 1 and rng.random() < 0.3:
        for meld in exposed:
            meld["from"] = feeder
        return {"replacements": ["kong", *links]}
    return {"replacements": ["kong", *links], "kong_fed_by": feeder}


def _drawn(rng: Random, hand: Json, context: Json) -> Json:
    facts = {**context, "by": "self_draw", **_maybe(rng, 0.08, last_tile=True)}
    if rng.random() < 0.5:
        facts |= _chain(rng, hand, context)
    return {**facts, **_maybe(rng, 0.15, previous_deal={"fed_winners": rng.choice([2, 3])})}


def _taken(rng: Random, context: Json, by: str) -> Json:
    giver = rng.choice(_others(context["seat"]))
    facts = {**context, "by": by, "from": giver}
    rest = [seat for seat in SEATS if seat not in {giver, context["seat"]}]
    if rng.random() < 0.2:
        facts["winners"] = [context["seat"], *rng.sample(rest, rng.randint(0, 2))]
    if by == "discard":
        return {**facts, **_maybe(rng, 0.1, on_ready_discard=True), **_maybe(rng, 0.1, last_tile=True)}
    return {**facts, **_maybe(rng, 0.4, kong_chain_robbed=True), **_maybe(rng, 0.2, robbed_kong="concealed")}


def _called(rng: Random, hand: Json, context: Json) -> Json:
    """Flowers called as a win: all eight, or the eighth of another; with or without a complete hand."""
    count = rng.choice([8, 8, 7, 1])
    hand["flowers"] = sorted(rng.sample(FLOWERS, count))
    giver = {} if count == 8 else {"from": rng.choice(_others(context["seat"])), "table_flowers": 8}
    facts = {**context, "by": "flowers", **giver}
    if rng.random() < 0.5:
        hand["concealed"] = sorted([*hand["concealed"], hand.pop("winning_tile")])[1:]
        return facts
    facts |= _maybe(rng, 0.1, last_tile=True) | _maybe(rng, 0.1, previous_deal={"fed_winners": 2})
    return {**facts, **_maybe(rng, 0.5, replacements=["flower"] * rng.randint(1, min(count, 3)))}


def _seat(rng: Random, hand: Json) -> str:
    """A seat; often one that none of many flowers belongs to."""
    numbers = {int(code[0]) for code in hand["flowers"]}
    free = [seat for n, seat in enumerate(SEATS, 1) if n not in numbers]
    return rng.choice(free if len(hand["flowers"]) >= 5 and free else SEATS)


def _how(rng: Random, hand: Json, context: Json) -> Json:
    """How the tile came."""
    by = rng.choices(["self_draw", "discard", "robbed_kong", "flowers"], [47, 38, 10, 5])[0]
    if by == "robbed_kong" and _held(hand, hand["winning_tile"]):
        by = "discard"
    if by == "self_draw":
        return _drawn(rng, hand, context)
    return _called(rng, hand, context) if by == "flowers" else _taken(rng, context, by)


def _held(hand: Json, code: str) -> int:
    return hand["concealed"].count(code) + sum(meld["tiles"].count(code) for meld in hand["melds"])


def _opening(rng: Random, hand: Json, context: Json) -> Json:
    """An opening that the win can have."""
    seat, by = context["seat"], context["by"]
    if context.get("last_tile") or "winning_tile" not in hand:
        return {}
    if seat == "E" and by in {"self_draw", "flowers"} and not _claimed(hand) and rng.random() < 0.4:
        return {"opening": "dealt_hand", **_maybe(rng, 0.7, pool=0)} if "from" not in context else {}
    if by == "discard" and context["from"] == "E" and not hand["melds"] and rng.random() < 0.3:
        return {"opening": "first_discard", **_maybe(rng, 0.8, pool=0)}
    if by != "flowers" and rng.random() < 0.12:
        return {"opening": "first_go_around", **_maybe(rng, 0.9, pool=rng.choice([1, 2, 2, 3, 5]))}
    return {}


def _ready(rng: Random, hand: Json, context: Json) -> Json:
    """A declaration of ready."""
    if rng.random() < 0.6 or "winning_tile" not in hand:
        return {}
    at = rng.choice(["dealt", "first_discard", "later"])
    if (at == "dealt" and _claimed(hand)) or "opening" in context:
        at = "first_discard" if _claimed(hand) else "dealt"
    since = 0 if "opening" in context else rng.choice([0, 0, 1, 5])
    return {"ready": {"at": at, "own_discards_since": since, **_maybe(rng, 0.7, calls_since=rng.random() < 0.3)}}


def _seen(rng: Random, hand: Json) -> Json:
    """Some of the tiles the winner does not hold; often all that he waits for."""
    if "winning_tile" not in hand:
        return {}
    won = hand["winning_tile"]
    wanted = [CODES[kind] for kind in waits(read_hand(hand), OPEN_ORPHANS)]
    if rng.random() > (0.8 if len(wanted) == 3 else 0.4):
        return {}
    found = []
    for code in wanted if rng.random() < 0.8 else [won]:
        left = 4 - _held(hand, code) - (code == won)
        found += [code] * (left if rng.random() < 0.9 else rng.randint(0, left))
    return {"visible": found}


def _calls(rng: Random, hand: Json, context: Json) -> Json:
    if context.get("opening") == "dealt_hand":
        return {}
    late = context.get("opening") == "first_go_around" and context.get("from") == "E"
    if hand["melds"] or late or context["by"] == "robbed_kong" or context.get("ready", {}).get("calls_since"):
        return {"calls_made": True}
    return {"calls_made": rng.random() < 0.3}


def context(rng: Random, hand: Json) -> Json:
    """Return facts for a hand; flowers that are called change the hand's own."""
    facts: Json = {
        "seat": rng.choice(SEATS),
        "round_wind": rng.choice(SEATS),
        "dealer_streak": rng.choice([0, 0, 1, 3]),
    }
    facts = _how(rng, hand, facts)
    facts |= _opening(rng, hand, facts)
    facts |= _ready(rng, hand, facts)
    facts |= _calls(rng, hand, facts)
    if "opening" not in facts:
        facts |= _maybe(rng, 0.4, pool=rng.randint(0, 20))
        facts |= _seen(rng, hand)
    facts |= _maybe(rng, 0.1, dealer_marker_forgotten=True)
    if "table_flowers" not in facts:
        facts |= _maybe(rng, 0.3, table_flowers=rng.choice([len(hand["flowers"]), 8]))
    if hand["flowers"] and facts["by"] != "flowers":
        facts |= _maybe(rng, 0.4 if len(hand["flowers"]) >= 7 else 0.03, flowers_paid=True)
    return facts
