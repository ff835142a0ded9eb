"""Facts that cannot be true together: of the context with itself, and of the context with the hand.

Each rule is a row: a code, the fields that take part (every one is pointed at), a sentence, and the test. A ruleset
has no say here: what is listed is impossible at any table, what a table merely forbids is its own affair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.scoring.context import EAST_SEAT, Context
from service.scoring.errors import Problem
from service.scoring.hand import COPIES, Hand, Meld
from service.scoring.tiles import CODES, SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

ALL_FLOWERS = 8


class Rule(NamedTuple):
    """One impossibility: `holds` is true where hand and context break it.

    The first of its `fields` is the fact without which it cannot be broken.
    """

    code: str
    fields: str
    message: str
    holds: Callable[[Hand, Context], bool]


def contradictions(hand: Hand | None, context: Context) -> list[Problem]:
    """Return every contradiction, one problem for each field that takes part (`/context/…`, `/hand/…`).

    Without a readable hand the context is held against itself alone.
    """
    known = hand or Hand((), (), (), None)
    found = [
        Problem(pointer(name), rule.code, rule.message)
        for rule in (PLAIN_RULES if _plain(context) else RULES)
        if (hand is not None or "hand" not in rule.fields) and rule.holds(known, context)
        for name in rule.fields.split()
    ]
    return found + _meld_feeders(known, context) + _seen_too_often(known, context)


def pointer(name: str) -> str:
    """Return the JSON pointer of a field named as in `RULES`: `seat`, `ready.at`, `hand.flowers`."""
    return f"/{name.replace('.', '/')}" if name.startswith("hand") else f"/context/{name.replace('.', '/')}"


def _claimed(hand: Hand) -> bool:
    return any(meld.claimed for meld in hand.melds)


def _winning_kind_elsewhere(hand: Hand) -> bool:
    kind = hand.winning_tile
    return kind in hand.concealed or any(kind in meld.tiles for meld in hand.melds)


def _unfed_kong(hand: Hand, context: Context) -> bool:
    """Whether the chain needs a kong of the winner's own making that he does not have."""
    own = hand.kongs("concealed", "added")
    fed = 1 if feeder(hand, context) is not None else 0
    return 0 < context.kongs_in_chain <= hand.kongs() and context.kongs_in_chain - fed > own


def feeder(hand: Hand, context: Context) -> int | None:
    """Return the seat that fed the exposed kong at the head of the chain, posted or evident from the melds.

    Evident: the chain begins with a kong, every kong of the hand is exposed, and their melds name one seat.
    """
    if context.kong_fed_by is not None or context.replacements[:1] != ("kong",):
        return context.kong_fed_by
    seats = {meld.fed_by for meld in hand.melds if meld.kong is not None}
    if hand.kongs() == hand.kongs("exposed") and len(seats) == 1:
        return seats.pop()
    return None


def _fed_by_another(hand: Hand, context: Context) -> bool:
    """Whether every exposed kong names a feeder, and none names the posted one."""
    seats = [meld.fed_by for meld in hand.melds if meld.kong == "exposed"]
    return context.kong_fed_by is not None and bool(seats) and None not in seats and context.kong_fed_by not in seats


def _ready_after(context: Context) -> bool:
    return context.ready is not None and (context.ready.at != "dealt" or context.ready.own_discards_since > 0)


RULES: tuple[Rule, ...] = (
    Rule("missing", "from", "who discarded the winning tile, or added to the kong, is missing",
         lambda h, c: c.by in ("discard", "robbed_kong") and c.from_seat is None),
    Rule("own_tile", "from seat", "nobody wins on his own tile",
         lambda h, c: c.from_seat == c.seat),
    Rule("from_with_self_draw", "by from", "a self-drawn tile comes from nobody",
         lambda h, c: c.by == "self_draw" and c.from_seat is not None),
    Rule("winner_missing", "winners seat", "this winner is not among the winners",
         lambda h, c: bool(c.winners or "winners" in c.posted) and c.seat not in c.winners),
    Rule("winner_twice", "winners", "a seat is named twice",
         lambda h, c: len(set(c.winners)) != len(c.winners)),
    Rule("discarder_wins", "winners from", "who gave the tile cannot win on it",
         lambda h, c: c.from_seat is not None and c.from_seat in c.winners),
    Rule("several_winners", "winners by", "only a discard or a robbed kong has several winners",
         lambda h, c: c.by in ("self_draw", "flowers") and len(set(c.winners)) > 1),
    Rule("last_tile_robbed", "last_tile by", "with the last tile drawn there is no kong to rob",
         lambda h, c: c.last_tile and c.by == "robbed_kong"),
    Rule("no_robbed_kong", "robbed_kong by", "no kong was robbed",
         lambda h, c: c.robbed_kong != "added" and c.by != "robbed_kong"),
    Rule("no_robbed_kong", "kong_chain_robbed by", "no kong was robbed",
         lambda h, c: c.kong_chain_robbed and c.by != "robbed_kong"),
    Rule("robbed_tile_held", "by hand", "the other three of the robbed kong lie before its owner, not in the hand",
         lambda h, c: c.by == "robbed_kong" and _winning_kind_elsewhere(h)),
    Rule("no_ready_discard", "on_ready_discard by", "only a discard is the tile that declared ready",
         lambda h, c: c.on_ready_discard and c.by != "discard"),
    # Replacement draws.
    Rule("replacement_and_discard", "replacements by", "a replacement tile is drawn, never another player's",
         lambda h, c: bool(c.replacements) and c.by in ("discard", "robbed_kong")),
    Rule("too_few_flowers", "replacements hand.flowers", "more flowers were replaced than the hand shows",
         lambda h, c: c.replacements.count("flower") > len(set(h.flowers))),
    Rule("too_few_kongs", "replacements hand.melds", "more kongs were replaced than the hand shows",
         lambda h, c: c.kongs_in_chain > h.kongs()),
    Rule("nobody_fed_the_kong", "replacements kong_fed_by hand.melds",
         "a kong of the chain must be exposed: who fed it (`kong_fed_by`, or the meld's `from`) has to be known",
         _unfed_kong),
    Rule("own_kong_fed", "kong_fed_by seat", "nobody feeds his own kong",
         lambda h, c: c.kong_fed_by == c.seat),
    Rule("fed_kong_not_first", "kong_fed_by replacements", "a fed kong stands at the head of the chain of replacements",
         lambda h, c: c.kong_fed_by is not None and c.replacements[:1] != ("kong",)),
    Rule("no_exposed_kong", "kong_fed_by hand.melds", "the hand has no exposed kong",
         lambda h, c: c.kong_fed_by is not None and not h.kongs("exposed")),
    Rule("fed_by_another", "kong_fed_by hand.melds", "the melds say that another seat fed the kong",
         _fed_by_another),
    # Openings.
    Rule("not_the_dealer", "opening seat", "only the dealer, East, opens with seventeen tiles",
         lambda h, c: c.opening == "dealt_hand" and c.seat != EAST_SEAT),
    Rule("dealt_hand_not_drawn", "opening by", "a dealt hand is self-drawn",
         lambda h, c: c.opening == "dealt_hand" and c.by in ("discard", "robbed_kong")),
    Rule("dealt_hand_with_meld", "opening hand.melds", "nothing can be claimed before the first discard",
         lambda h, c: c.opening == "dealt_hand" and _claimed(h)),
    Rule("first_discard_with_meld", "opening hand.melds", "a non-dealer has no meld before the dealer's first discard",
         lambda h, c: c.opening == "first_discard" and bool(h.melds)),
    Rule("not_the_first_discard", "opening by", "the dealer's first discard is a discard",
         lambda h, c: c.opening == "first_discard" and c.by != "discard"),
    Rule("not_the_dealers_discard", "opening from", "the first discard is the dealer's, East's",
         lambda h, c: c.opening == "first_discard" and c.from_seat not in (EAST_SEAT, None)),
    Rule("nothing_discarded_yet", "opening pool", "before the first discard the pool is empty",
         lambda h, c: c.opening in ("dealt_hand", "first_discard") and bool(c.pool)),
    Rule("last_tile_at_the_start", "opening last_tile", "the wall is not drawn out in the first go-around",
         lambda h, c: c.opening is not None and c.last_tile),
    Rule("called_before_the_start", "opening calls_made",
         "before the first discard only the dealer's own concealed kong can be a call",
         lambda h, c: c.opening == "dealt_hand" and c.calls_made is True and not h.melds),
    Rule("calls_denied", "calls_made hand.melds", "the melds of the hand are calls",
         lambda h, c: c.calls_made is False and bool(h.melds) and (c.opening != "dealt_hand" or _claimed(h))),
    Rule("ready_after_the_win", "opening ready.at", "no tile was discarded with which ready could be declared",
         lambda h, c: c.opening in ("dealt_hand", "first_discard") and _ready_after(c)),
    Rule("dealt_ready_with_meld", "ready.at hand.melds", "ready before the first draw leaves no time to claim a meld",
         lambda h, c: c.ready is not None and c.ready.at == "dealt" and _claimed(h)),
    Rule("calls_denied", "ready.calls_since calls_made", "calls since ready was declared are calls",
         lambda h, c: c.ready is not None and c.ready.calls_since and c.calls_made is False),
    # Flowers.
    Rule("eight_flowers_wanted", "by from hand.flowers", "a win by flowers without `from` shows all eight",
         lambda h, c: c.by == "flowers" and c.from_seat is None and len(set(h.flowers)) != ALL_FLOWERS),
    Rule("seven_or_one_flower_wanted", "by from hand.flowers",
         "a robbed flower is won with seven flowers, or with one",
         lambda h, c: c.by == "flowers" and c.from_seat is not None
         and len(set(h.flowers)) not in (1, ALL_FLOWERS - 1)),
    Rule("paid_twice", "flowers_paid by", "the flowers of this deal were paid already",
         lambda h, c: c.by == "flowers" and c.flowers_paid),
    Rule("no_flowers_paid", "flowers_paid hand.flowers", "no flower is shown that could have been paid",
         lambda h, c: c.flowers_paid and not h.flowers),
    Rule("too_few_table_flowers", "table_flowers hand.flowers", "the hand alone shows more flowers than the table",
         lambda h, c: c.table_flowers is not None and c.table_flowers < len(set(h.flowers))),
    Rule("too_few_table_flowers", "table_flowers by from",
         "a robbed flower leaves no flower undrawn: all eight lie at the table",
         lambda h, c: c.by == "flowers" and c.from_seat is not None
         and c.table_flowers not in (None, ALL_FLOWERS)),
)  # fmt: skip


# Those that can be broken where nothing but seat, way and giver is told; most contexts tell little more.
PLAIN_FACTS = frozenset({"by", "from", "seat"})
PLAIN_RULES = tuple(rule for rule in RULES if rule.fields.split()[0] in PLAIN_FACTS)


def _plain(context: Context) -> bool:
    """Whether every fact that stands first in the other rules is as if it were not told."""
    c = context
    told = c.winners or "winners" in c.posted or c.replacements or c.opening or c.ready or c.last_tile or c.flowers_paid
    told = told or c.on_ready_discard or c.kong_chain_robbed or c.robbed_kong != "added"
    return not told and c.kong_fed_by is c.calls_made is c.table_flowers is None


def _meld_feeders(hand: Hand, context: Context) -> list[Problem]:
    """A meld is fed by another seat, a chow by the previous one alone."""
    return [
        Problem(place, code, message)
        for n, meld in enumerate(hand.melds)
        if meld.fed_by is not None
        for code, message in _feeder_faults(meld, context.seat)
        for place in (f"/hand/melds/{n}/from", "/context/seat")
    ]


def _feeder_faults(meld: Meld, seat: int) -> list[tuple[str, str]]:
    if meld.fed_by == seat:
        return [("own_meld_fed", "nobody feeds his own meld")]
    previous = (seat - 1) % 4
    if meld.type == "chow" and meld.fed_by != previous:
        return [("chow_not_from_previous", f"{SEATS[seat]} chows from {SEATS[previous]} only, the previous seat")]
    return []


def _seen_too_often(hand: Hand, context: Context) -> list[Problem]:
    """A kind of which more than four are in the hand and face up beside it."""
    if not context.visible and context.by != "robbed_kong":
        return []
    own = list(hand.concealed) + [k for meld in hand.melds for k in meld.tiles]
    own += [] if hand.winning_tile is None else [hand.winning_tile]
    return [
        Problem(
            place,
            "too_many_copies",
            f"{CODES[kind]}: {own.count(kind)} in the hand and {context.visible.count(kind)} visible",
        )
        for kind in sorted(set(context.visible))
        if own.count(kind) + context.visible.count(kind) > COPIES
        for place in ("/context/visible", "/hand")
    ]
