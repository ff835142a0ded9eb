"""Patterns of kongs and of the four tiles of a kind that were not declared as one."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from service.scoring.features import Feature
from service.scoring.instances import NONE
from service.scoring.patterns.pungs import pungs_mask
from service.scoring.patterns.registry import each_bit, measure, pattern, singly
from service.scoring.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence


@pattern(Feature.KONG)
def kongs(reading: Reading, *, of: str) -> Sequence[int]:
    """槓: each exposed or added kong (`melded`), each concealed one, or `any`."""
    claimed = reading.claimed
    some = {"any": -1, "melded": claimed, "concealed": ~claimed}[of]
    found = singly(reading.kongs & some)
    return found if len(found) < 2 else sorted(found, key=lambda one: reading.codes[one.bit_length() - 1])


@measure("exposed", "added", "concealed")
def kind_of_kong(reading: Reading, mask: int) -> str:
    """明槓, 加槓, 暗槓."""
    meld = reading.melds[mask.bit_length() - 1]
    return str(meld.kong if meld else None)


@pattern(Feature.COMPLETE | Feature.HOGS)
def tile_hog(reading: Reading, *, groups: int = 0, claimed: str = "any", special: bool = True) -> Sequence[int]:
    """四歸: four of a kind, no kong, in more than one place, or in exactly `groups`.

    `claimed`: only with an exposed set among the places (`yes`), or only without (`no`); the option exposed_by says
    whether another player's winning tile exposes one. `special`: two equal pairs of
    lik_ku_lik_ku count, and the pung of an orphan beside its single in thirteen_orphans (baike line 161, wikipedia
    line 256).
    """
    if not special and not reading.features & Feature.STANDARD:
        return NONE
    hogs = reading.hogs
    if claimed != "any":
        wanted, melds = claimed == "yes", reading.exposed
        hogs = tuple(hog for hog in hogs if bool(hog[0] & melds) == wanted)
    return [mask for mask, size in hogs if groups in (0, size)]


@pattern(Feature.STANDARD | Feature.TWO_PUNGS | Feature.TWO_HOGS, placeless=True)
def hogs_in_pungs_and_chow(reading: Reading, *, kinds: int) -> Sequence[int]:
    """八歸三, 十二歸四: two pungs and a chow that holds the fourth tile of both, or three pungs and such a chow."""
    return [
        1 << index | pungs_mask(reading, some)
        for first in each_bit(reading.chow_kinds)
        for some in combinations([kind for kind in range(first, first + 3) if _whole(reading, kind)], kinds)
        for index in reading.chows(first)
    ]


def _whole(reading: Reading, kind: int) -> bool:
    """Whether a kind has a pung that is no kong; with a chow that holds the kind too, all four are there."""
    if not reading.pung_kinds >> kind & 1:
        return False
    meld = reading.melds[reading.pung(kind).bit_length() - 1]
    return meld is None or meld.kong is None
