"""Random wins of every form whose context does not contradict them, and random house rules."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import strategies as st
from oracle.naive import ALL_KINDS, CHOWS, FAR_APART, HONORS, ORPHANS, PUNGS, Set

from service.scoring.options import LEDGER_SWITCHES, SWITCHES, Switch
from service.scoring.ruleset import load
from service.scoring.tiles import CODES

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from service.scoring.rows import Row

SEATS = "ESWN"
FLOWERS = [f"{n}{series}" for series in "fg" for n in range(1, 5)]
SETS = [*CHOWS, *PUNGS]
POOLS = {
    "any": SETS,
    "chows": CHOWS,
    "pungs": PUNGS,
    "one suit": [one for one in SETS if one[2] < 9],
    "one suit and honors": [one for one in SETS if one[2] < 9 or one[0] >= 27],
    "chows of one number": [one for one in CHOWS if one[0] % 9 in (0, 3, 6)],
    "low pungs": [one for one in PUNGS if one[0] < 27 and one[0] % 9 < 4],
    "honors": [one for one in PUNGS if one[0] >= 27],
    "terminals and honors": [one for one in PUNGS if one[0] in ORPHANS],
}

Json = dict[str, Any]


class Win(NamedTuple):
    """A hand in object form, and its context."""

    hand: Json
    context: Json

    def request(self, ruleset: object) -> Json:
        """Return the request that scores it."""
        return {"ruleset": ruleset, "hand": self.hand, "context": self.context}

    def as_string(self) -> str:
        """Return the hand in one string."""
        hand = self.hand
        melds = " ".join(map(_meld_text, hand["melds"]))
        won = "+" + hand["winning_tile"] if "winning_tile" in hand else ""
        return f"{''.join(hand['concealed'])} {melds} {''.join(hand['flowers'])} {won}"


def _meld_text(meld: Json) -> str:
    tiles = meld["tiles"]
    if meld.get("kind") == "concealed":
        return f"[{''.join(tiles)}]"
    if meld.get("kind") == "added":
        return f"({''.join(tiles[:3])}+{tiles[3]})"
    return f"({''.join(tiles)})"


class _Tiles(NamedTuple):
    concealed: list[int]
    melds: list[Json]

    def count(self, kind: int) -> int:
        """Return how many of a kind are in the hand."""
        return self.concealed.count(kind) + sum(meld["tiles"].count(CODES[kind]) for meld in self.melds)

    def kongs(self, *kinds: str) -> int:
        return sum(1 for meld in self.melds if meld.get("kind") in kinds)

    @property
    def claimed(self) -> bool:
        return any(meld.get("kind") != "concealed" for meld in self.melds)


# Tiles, the winning tile among them.


@st.composite
def _standard(draw: DrawFn) -> _Tiles:
    pool = POOLS[draw(st.sampled_from(sorted(POOLS)))]
    sets: list[Set] = []
    held: Counter[int] = Counter()

    def fits(one: Set) -> bool:
        return all(held[kind] + one.count(kind) <= 4 for kind in one)

    for _ in range(5):
        fitting = [one for one in pool if fits(one)] or [one for one in SETS if fits(one)]
        sets.append(draw(st.sampled_from(fitting)))
        held.update(sets[-1])
    in_pool = sorted({kind for one in pool for kind in one})
    eyes = draw(st.sampled_from([kind for kind in in_pool if held[kind] <= 2] or [k for k in ALL_KINDS if not held[k]]))
    held.update((eyes, eyes))
    melded = draw(st.integers(0, 5))
    melds = [draw(_meld(one, may_be_kong=held[one[0]] == 3)) for one in sets[:melded]]
    return _Tiles([kind for one in sets[melded:] for kind in one] + [eyes, eyes], melds)


@st.composite
def _meld(draw: DrawFn, one: Set, *, may_be_kong: bool) -> Json:
    if one[0] != one[1]:
        return {"type": "chow", "tiles": [CODES[kind] for kind in one]}
    kind = draw(st.sampled_from((None, "exposed", "added", "concealed"))) if may_be_kong else None
    if kind is None:
        return {"type": "pung", "tiles": [CODES[one[0]]] * 3}
    return {"type": "kong", "tiles": [CODES[one[0]]] * 4, "kind": kind}


@st.composite
def _lik_ku_lik_ku(draw: DrawFn) -> _Tiles:
    kinds = draw(st.sampled_from((range(9), range(18), range(34), ORPHANS)))
    triplet = draw(st.sampled_from(kinds))
    others = [kind for kind in kinds for _ in range(2) if kind != triplet]
    pairs = draw(st.permutations(others))[:7]
    return _Tiles([triplet] * 3 + [kind for kind in pairs for _ in range(2)], [])


@st.composite
def _equal_chows_twice(draw: DrawFn) -> _Tiles:
    """Complete as a standard hand and as lik_ku_lik_ku."""
    low, high = draw(st.sampled_from([(a, b) for a in CHOWS for b in CHOWS if a[2] < b[0]]))
    free = [kind for kind in ALL_KINDS if kind not in (*low, *high)]
    pung = draw(st.sampled_from(free))
    eyes = draw(st.sampled_from([kind for kind in free if kind != pung]))
    return _Tiles([*low, *low, *high, *high, *(pung,) * 3, eyes, eyes], [])


@st.composite
def _sixteen_unrelated(draw: DrawFn) -> _Tiles:
    suits = [draw(st.sampled_from(FAR_APART)) for _ in range(3)]
    kinds = [*HONORS, *(9 * suit + rank for suit, ranks in enumerate(suits) for rank in ranks)]
    return _Tiles([*kinds, draw(st.sampled_from(kinds))], [])


@st.composite
def _thirteen_orphans(draw: DrawFn) -> _Tiles:
    eyes = draw(st.sampled_from(ORPHANS))
    extra = draw(st.sampled_from([one for one in SETS if one.count(one[0]) == 1 or one[0] != eyes]))
    return _Tiles([*ORPHANS, eyes, *extra], [])


FORMS = {
    "standard": _standard(),
    "lik_ku_lik_ku": _lik_ku_lik_ku(),
    "equal_chows_twice": _equal_chows_twice(),
    "sixteen_unrelated": _sixteen_unrelated(),
    "thirteen_orphans": _thirteen_orphans(),
}


# The facts of the win.


def _own_flowers() -> st.SearchStrategy[list[str]]:
    return st.one_of(
        st.just([]),
        st.lists(st.sampled_from(FLOWERS), unique=True, max_size=5),
        st.permutations(FLOWERS).map(lambda flowers: list(flowers[: 7 + (flowers[0] < flowers[1])])),
    )


@st.composite
def wins(draw: DrawFn) -> Win:
    """A win of any form, in most of the ways in which a tile can come; nothing in it contradicts anything."""
    form = draw(st.sampled_from(("standard", "standard", *FORMS)))
    tiles = draw(FORMS[form])
    won = draw(st.sampled_from(sorted(set(tiles.concealed))))
    flowers = draw(_own_flowers())
    ways = ["self_draw", "discard"] + ["robbed_kong"] * (tiles.count(won) == 1) + ["flowers"] * (len(flowers) > 6)
    context = draw(_context(tiles, len(flowers), draw(st.sampled_from(ways)), won, orphans=form == "thirteen_orphans"))
    concealed = list(tiles.concealed)
    concealed.remove(won)
    hand: Json = {
        "concealed": [CODES[kind] for kind in sorted(concealed)],
        "melds": tiles.melds,
        "flowers": flowers,
        "winning_tile": CODES[won],
    }
    return Win(hand, context)


@st.composite
def _context(draw: DrawFn, tiles: _Tiles, flowers: int, by: str, won: int, *, orphans: bool) -> Json:
    seat = draw(st.sampled_from(SEATS))
    others = [other for other in SEATS if other != seat]
    context: Json = {"seat": seat, "by": by, "round_wind": draw(st.sampled_from(SEATS))}
    if by in ("discard", "robbed_kong") or (by == "flowers" and flowers == 7):
        context["from"] = draw(st.sampled_from(others))
    if by in ("discard", "robbed_kong"):
        more = [other for other in others if other != context["from"]]
        context["winners"] = [seat, *draw(st.lists(st.sampled_from(more), unique=True))]
    if by == "robbed_kong":
        context["kong_chain_robbed"] = draw(st.booleans())
        context["robbed_kong"] = draw(st.sampled_from(("added", "concealed") if orphans else ("added",)))
    if by == "discard":
        context["on_ready_discard"] = draw(st.booleans())
    context |= draw(_course(tiles, flowers, context))
    context |= draw(_replacements(tiles, flowers, context))
    context |= draw(_table(tiles, flowers, context))
    return context


@st.composite
def _course(draw: DrawFn, tiles: _Tiles, flowers: int, context: Json) -> Json:
    """When in the deal it was won: the opening, the calls before it, the declaration of ready, the end of the wall."""
    seat, by = context["seat"], context["by"]
    openings: list[str | None] = [None, None, "first_go_around"]
    openings += ["dealt_hand"] * (seat == "E" and by == "self_draw" and not tiles.claimed)
    openings += ["first_discard"] * (by == "discard" and context["from"] == "E" and not tiles.melds)
    opening = draw(st.sampled_from(openings))
    facts: Json = {"opening": opening}
    at_once = opening in ("dealt_hand", "first_discard")
    made = draw(st.sampled_from([None] if at_once else [None, True] if tiles.melds else [None, True, False]))
    facts |= {} if made is None else {"calls_made": made}
    ready: Json = {"at": draw(st.sampled_from(["first_discard", "later"] + ["dealt"] * (not tiles.claimed)))}
    if at_once:
        ready["at"] = "dealt"
    else:
        ready["own_discards_since"] = draw(st.integers(0, 9))
    ready["calls_since"] = made is True and draw(st.booleans())
    if draw(st.booleans()) and not (at_once and tiles.claimed):
        facts["ready"] = ready
    if opening is None and by != "robbed_kong":
        facts["last_tile"] = draw(st.booleans())
    if draw(st.booleans()):
        facts["pool"] = 0 if at_once else draw(st.integers(0, 20))
    return facts


@st.composite
def _replacements(draw: DrawFn, tiles: _Tiles, flowers: int, context: Json) -> Json:
    """A chain of replacement draws, no longer than the kongs and flowers of the hand."""
    if context["by"] != "self_draw" or context["opening"] == "first_discard":
        return {}
    own = tiles.kongs("concealed", "added")
    chain = ["kong"] * draw(st.integers(0, own)) + ["flower"] * draw(st.integers(0, flowers))
    chain = list(draw(st.permutations(chain)))
    if tiles.kongs("exposed") and draw(st.booleans()):
        others = [seat for seat in SEATS if seat != context["seat"]]
        return {"replacements": ["kong", *chain], "kong_fed_by": draw(st.sampled_from(others))}
    return {"replacements": chain}


@st.composite
def _table(draw: DrawFn, tiles: _Tiles, flowers: int, context: Json) -> Json:
    """What lies on the table and what was before."""
    facts: Json = {"dealer_streak": draw(st.integers(0, 4)), "dealer_marker_forgotten": draw(st.booleans())}
    if flowers and context["by"] != "flowers":
        facts["flowers_paid"] = draw(st.booleans())
    if draw(st.booleans()):
        facts["table_flowers"] = 8 if context["by"] == "flowers" else draw(st.integers(flowers, 8))
    seen: list[int] = []
    for kind in draw(st.lists(st.sampled_from(ALL_KINDS), max_size=8)):
        if tiles.count(kind) + seen.count(kind) < 4:
            seen.append(kind)
    facts["visible"] = [CODES[kind] for kind in seen]
    if draw(st.booleans()):
        facts["previous_deal"] = {"fed_winners": draw(st.integers(2, 3))}
    return facts


# House rules.


@st.composite
def derived(draw: DrawFn, name: str) -> Json:
    """A table that a request may derive from a ruleset: other prices, rows on and off, other options."""
    source = load(name)
    rows = draw(st.lists(st.sampled_from(source.rows), unique_by=lambda row: row.id, max_size=6))
    split = draw(st.integers(0, len(rows)))
    priced = draw(st.lists(st.sampled_from(source.rows), unique_by=lambda row: row.id, max_size=4))
    spec: Json = {
        "id": name,
        "fan": {row.id: draw(_price(row)) for row in priced},
        "enable": [row.id for row in rows[:split]],
        "disable": [row.id for row in rows[split:]],
        "options": draw(_options((*SWITCHES, *source.switches))),
    }
    if draw(st.booleans()):
        spec["options"]["ledger"] = draw(_options(LEDGER_SWITCHES))
    return spec


def tables(name: str) -> st.SearchStrategy[Any]:
    """A ruleset as it stands, or a table derived from it."""
    return st.one_of(st.just(name), derived(name))


def _price(row: Row) -> st.SearchStrategy[Any]:
    """One price; or some by variant, where the row has the same variants whatever the options."""
    whole = st.integers(0, 100_000)
    if isinstance(row.fan, int) or any("fan" in change for change in row.when):
        return whole
    return st.one_of(whole, st.dictionaries(st.sampled_from(sorted(row.fan)), whole, min_size=1))


@st.composite
def _options(draw: DrawFn, switches: tuple[Switch, ...]) -> Json:
    some = draw(st.lists(st.sampled_from(switches), unique_by=lambda switch: switch.name, max_size=5))
    return {
        switch.name: draw(st.integers(*switch.values) if switch.numeric else st.sampled_from(switch.values))
        for switch in some
    }
