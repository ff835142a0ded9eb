"""Seeded winning hands for the benchmarks: random ones with melds, and concealed ones of one suit."""

from __future__ import annotations

from random import Random

from service.scoring.context import Context
from service.scoring.hand import Hand, Meld

Case = tuple[Hand, Context]
SUIT_KINDS = 27


def mixed(count: int, seed: int = 1) -> list[Case]:
    """Return winning hands of five sets: about half of the sets chows, a third of them claimed, some kongs."""
    random = Random(seed)
    found: list[Case] = []
    while len(found) < count:
        case = _deal(random, suits=range(34), melded=0.35, kongs=0.1)
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


def _deal(random: Random, *, suits: range, melded: float, kongs: float) -> Case | None:
    counts = [0] * 34
    concealed: list[int] = []
    melds: list[Meld] = []
    for _ in range(5):
        made = _one_set(random, suits, kongs)
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


def _one_set(random: Random, suits: range, kongs: float) -> Meld:
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
