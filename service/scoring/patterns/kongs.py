"""Patterns of kongs and of the four tiles of a kind that were not declared as one."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from service.scoring.features import Feature
from service.scoring.patterns.registry import about, measure, pattern, sets_mask
from service.scoring.reading import Reading
from service.scoring.tiles import TILE_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS_OF_KONG = {"melded": ("exposed", "added"), "concealed": ("concealed",), "any": ("exposed", "added", "concealed")}
FOUR = 4


@pattern(Feature.KONG)
def kongs(reading: Reading, *, of: str) -> Sequence[int]:
    """槓: each exposed or added kong (`melded`), each concealed one, or `any`."""
    wanted = KINDS_OF_KONG[of]
    return [1 << index for index, meld in enumerate(reading.melds) if meld is not None and meld.kong in wanted]


@measure("exposed", "added", "concealed")
def kind_of_kong(reading: Reading, mask: int) -> str:
    """明槓, 加槓, 暗槓."""
    meld = reading.melds[mask.bit_length() - 1]
    return str(meld.kong if meld else None)


@pattern(Feature.COMPLETE | Feature.UNDECLARED_FOUR)
def tile_hog(reading: Reading, *, groups: int = 0, claimed: str = "any", special: bool = True) -> Sequence[int]:
    """四歸: four of a kind, no kong, in more than one place, or in exactly `groups`.

    `claimed`: only with a claimed set among the places (`yes`), or only without (`no`). `special`: two equal pairs of
    lik_ku_lik_ku count, and the pung of an orphan beside its single in thirteen_orphans (baike line 161, wikipedia
    line 256).
    """
    found: list[int] = []
    if not special and not reading.features & Feature.STANDARD:
        return found
    for kind in range(TILE_KINDS):
        if reading.facts.counts[kind] != FOUR:
            continue
        places = places_of(reading, kind)
        mask = sets_mask(places)
        size = len(places) + (kind in reading.singles)
        if not mask or _is_kong(reading, places) or groups not in (0, size):
            continue
        if claimed == "any" or bool(mask & _claimed(reading)) == (claimed == "yes"):
            found.append(mask | about(kind))
    return found


@pattern(Feature.STANDARD | Feature.TWO_PUNGS | Feature.UNDECLARED_FOUR)
def hogs_in_pungs_and_chow(reading: Reading, *, kinds: int) -> Sequence[int]:
    """八歸三, 十二歸四: two pungs and a chow that holds the fourth tile of both, or three pungs and such a chow."""
    return [
        sets_mask([index, *(reading.pungs[kind] for kind in some)])
        for first, chows in reading.chows.items()
        for some in combinations([kind for kind in range(first, first + 3) if _whole(reading, kind)], kinds)
        for index in chows
    ]


def _whole(reading: Reading, kind: int) -> bool:
    """Whether a kind has a pung that is no kong; with a chow that holds the kind too, all four are there."""
    index = reading.pungs.get(kind)
    if index is None:
        return False
    meld = reading.melds[index]
    return meld is None or meld.kong is None


def places_of(reading: Reading, kind: int) -> list[int]:
    """Return the indices of the sets (and the eyes) that hold a kind."""
    pairs = reading.features & Feature.LIK_KU
    places = [
        index
        for index, code in enumerate(reading.codes)
        if code >> 1 == kind or (not code & 1 and not pairs and code >> 1 < kind <= (code >> 1) + 2)
    ]
    if reading.eyes == kind:
        places.append(reading.eyes_index)
    return places


def _is_kong(reading: Reading, places: list[int]) -> bool:
    """Whether the four stand together, as the kong that they were declared to be."""
    if len(places) != 1:
        return False
    meld = reading.melds[places[0]]
    return meld is not None and meld.kong is not None


def _claimed(reading: Reading) -> int:
    return sets_mask(index for index, meld in enumerate(reading.melds) if meld is not None and meld.claimed)
