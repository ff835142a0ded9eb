"""Seeded winning hands for the benchmarks: random ones with melds, concealed ones of one suit, special forms."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

from schemas.answer import hand_answer
from service.scoring.context import Context
from service.scoring.hand import Hand, Meld
from service.scoring.suits import pack, suit_readings
from service.scoring.tiles import SEATS

Case = tuple[Hand, Context]
SUIT_KINDS = 27
HONOR_KINDS = list(range(27, 34))
# The share of sets that are kongs, and of the others that are claimed.
KONGS = 0.1
CLAIMED = 0.35


def mixed(count: int, seed: int = 1) -> list[Case]:
    """Return winning hands of five sets: about half of the sets chows, a third of them claimed, some kongs."""
    random = Random(seed)
    found: list[Case] = []
    while len(found) < count:
        case = _deal(random, suits=range(34), melded=CLAIMED, kongs=KONGS)
        if case:
            found.append(case)
    return found


def one_suit(count: int, seed: int = 2) -> list[Case]:
    """Return concealed winning hands of characters only, which have the most readings."""
    random = Random(seed)
    found: list[Case] = []
    while len(found) < count:
        case = _deal(random, suits=range(9), melded=0.0, kongs=0.0)
        if case:
            found.append(case)
    return found


def special(count: int, seed: int = 4) -> list[Case]:
    """Return winning hands of the special forms, as many of each."""
    random = Random(seed)
    found: list[Case] = []
    while len(found) < count:
        tiles = (_pairs_and_triplet, _unrelated, _orphans)[len(found) % 3](random)
        if max(map(tiles.count, tiles)) <= 4:
            random.shuffle(tiles)
            won = tiles.pop()
            found.append((Hand(tuple(sorted(tiles)), (), (), won), Context(random.randrange(4), "self_draw")))
    return found


def every_one_suit_hand(seed: int = 5) -> list[Case]:
    """Return every winning hand of one suit, by whatever tile and with a context by chance."""
    random = Random(seed)
    found = []
    for counts in product(range(5), repeat=9):
        if sum(counts) != 17 or not suit_readings(pack(counts)):
            continue
        tiles = [kind for kind, times in enumerate(counts) for _ in range(times)]
        won = tiles.pop(random.randrange(17))
        found.append((Hand(tuple(tiles), (), (), won), _context(random)))
    return found


def _pairs_and_triplet(random: Random) -> list[int]:
    kinds = random.sample(range(34), 8)
    return [*kinds, *kinds, kinds[0]]


def _unrelated(random: Random) -> list[int]:
    apart = [(a, b, c) for a in range(3) for b in range(a + 3, 6) for c in range(b + 3, 9)]
    tiles = [suit + rank for suit in (0, 9, 18) for rank in random.choice(apart)] + HONOR_KINDS
    return [*tiles, random.choice(tiles)]


def _orphans(random: Random) -> list[int]:
    kinds = [*(suit + rank for suit in (0, 9, 18) for rank in (0, 8)), *HONOR_KINDS]
    return [*kinds, random.choice(kinds), *random_set(random, range(34), 0).tiles]


def posted(case: Case) -> dict[str, Any]:
    """Return hand and context as they are posted."""
    hand, context = case
    facts: dict[str, Any] = {"seat": SEATS[context.seat], "by": context.by, "pool": context.pool}
    facts["round_wind"] = SEATS[context.round_wind]
    if context.from_seat is not None:
        facts["from"] = SEATS[context.from_seat]
    return {"hand": hand_answer(hand), "context": facts}


def _deal(random: Random, *, suits: range, melded: float, kongs: float) -> Case | None:
    counts = [0] * 34
    concealed: list[int] = []
    melds: list[Meld] = []
    for _ in range(5):
        made = random_set(random, suits, kongs)
        for kind in made.tiles:
            counts[kind] += 1
        if made.type == "kong" or random.random() < melded:
            melds.append(made)
        else:
            concealed += made.tiles
    eyes = random.choice(suits)
    counts[eyes] += 2
    concealed += [eyes, eyes]
    if max(counts) > 4:
        return None
    random.shuffle(concealed)
    winning_tile = concealed.pop()
    flowers = tuple(sorted(random.sample(range(8), random.choice((0, 0, 1, 2, 3)))))
    hand = Hand(tuple(sorted(concealed)), tuple(melds), flowers, winning_tile)
    return hand, _context(random)


def random_set(random: Random, suits: range, kongs: float) -> Meld:
    """Return a set: a kong at that rate, else a chow three times out of five."""
    kind = random.choice(suits)
    if random.random() < kongs:
        return Meld("kong", kind, random.choice(("exposed", "added", "concealed")))
    if random.random() < 0.6:
        starts = [k for k in suits if k < SUIT_KINDS and k % 9 < 7]
        return Meld("chow", random.choice(starts))
    return Meld("pung", kind)


def _context(random: Random) -> Context:
    seat = random.randrange(4)
    if random.random() < 0.5:
        return Context(seat, "self_draw", round_wind=random.randrange(4), pool=random.randrange(60))
    giver = random.choice([other for other in range(4) if other != seat])
    return Context(seat, "discard", giver, round_wind=random.randrange(4), pool=random.randrange(60))
