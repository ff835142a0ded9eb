"""The table of tiles in JSON."""

from __future__ import annotations

from functools import cache
from typing import Any

from service.scoring.tiles import CODES, EAST, FIRST_DRAGON, FIRST_FLOWER, SEATS, notations

GROUPS = (
    (range(9), "characters"),
    (range(9, 18), "dots"),
    (range(18, EAST), "bamboos"),
    (range(EAST, FIRST_DRAGON), "winds"),
    (range(FIRST_DRAGON, FIRST_FLOWER), "dragons"),
    (range(FIRST_FLOWER, FIRST_FLOWER + 4), "flowers"),
    (range(FIRST_FLOWER + 4, FIRST_FLOWER + 8), "seasons"),
)
SUIT_NAMES = ("萬", "筒", "索")
NUMERALS = "一二三四五六七八九"
ENGLISH = (
    *("East wind", "South wind", "West wind", "North wind", "Red dragon", "Green dragon", "White dragon"),
    *("Plum", "Orchid", "Chrysanthemum", "Bamboo", "Spring", "Summer", "Autumn", "Winter"),
)


@cache
def tile_table() -> dict[str, Any]:
    """Return every tile: code, group, Chinese name, number, seat of a flower, copies, and what else is read as it."""
    return {"tiles": [_tile(kind, group) for kinds, group in GROUPS for kind in kinds]}


def _tile(kind: int, group: str) -> dict[str, Any]:
    names = notations(kind)
    tile: dict[str, Any] = {"code": CODES[kind], "group": group, "copies": 1 if kind >= FIRST_FLOWER else 4}
    if kind < EAST:
        chinese = NUMERALS[kind % 9] + SUIT_NAMES[kind // 9]
        names = [chinese, *names]
        tile |= {"name": {"zh": chinese, "en": f"{kind % 9 + 1} of {group}"}, "number": kind % 9 + 1}
    else:
        chinese = next(name for name in names if len(name) == 1)
        tile["name"] = {"zh": chinese, "en": ENGLISH[kind - EAST]}
    if kind >= FIRST_FLOWER:
        number = (kind - FIRST_FLOWER) % 4
        tile |= {"number": number + 1, "seat": SEATS[number]}
    return tile | {"symbol": names[-1], "notations": [CODES[kind], *names]}
