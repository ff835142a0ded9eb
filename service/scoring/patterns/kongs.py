"""Patterns of kongs and of the four tiles of a kind that were not declared as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.facts import Feature
from service.scoring.patterns.registry import about, pattern, sets_mask
from service.scoring.reading import Reading
from service.scoring.tiles import TILE_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS_OF_KONG = {"melded": ("exposed", "added"), "concealed": ("concealed",)}
FOUR = 4


@pattern(Feature.KONG)
def kongs(reading: Reading, *, of: str) -> Sequence[int]:
    """槓: each exposed or added kong (`melded`), or each concealed one."""
    wanted = KINDS_OF_KONG[of]
    return [1 << index for index, meld in enumerate(reading.melds) if meld is not None and meld.kong in wanted]


@pattern(Feature.FOUR_OF_A_KIND)
def tile_hog(reading: Reading, *, claimed: bool) -> Sequence[int]:
    """四歸一: four of a kind, no kong, in more than one place; with or without a claimed set among the places.

    Two equal pairs of lik_ku_lik_ku count, and the pung of an orphan beside its single or its eyes in thirteen_orphans
    (baike, line 161, by the ruling of the row).
    """
    found = []
    for kind in range(TILE_KINDS):
        if reading.facts.counts[kind] == FOUR:
            places = places_of(reading, kind)
            mask = sets_mask(places)
            if mask and not _is_kong(reading, places) and bool(mask & _claimed(reading)) is claimed:
                found.append(mask | about(kind))
    return found


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
