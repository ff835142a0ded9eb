"""A hand as it lies on the table: tiles, melds, flowers, the winning tile, and what can be wrong with them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from operator import eq
from typing import NamedTuple

from service.scoring.errors import Problem
from service.scoring.tiles import CODES, FIRST_FLOWER, TILE_KINDS

HAND_SIZE = 16
MOST_MELDS = 5
COPIES = 4
SIZES = {"pung": 3, "kong": 4}


class Meld(NamedTuple):
    """A set that lies on the table: `type` chow, pung or kong, its lowest tile, the kind of kong, who fed it."""

    type: str
    kind: int
    kong: str | None = None
    fed_by: int | None = None

    @property
    def tiles(self) -> tuple[int, ...]:
        """The tile kinds of the meld, ascending."""
        if self.type == "chow":
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * (4 if self.type == "kong" else 3)

    @property
    def claimed(self) -> bool:
        """Whether another player's tile began it: everything but the concealed kong."""
        return self.kong != "concealed"


@dataclass(slots=True)
class Hand:
    """The winner's tiles, as kinds. `concealed` is sorted and without the winning tile; flowers are numbered 0-7."""

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...]
    flowers: tuple[int, ...]
    winning_tile: int | None

    def kongs(self, *kinds: str) -> int:
        """Return how many kongs of these kinds the hand has, of any kind when none is named."""
        return sum(1 for m in self.melds if m.kong is not None and (not kinds or m.kong in kinds))


def is_chow(kinds: list[int]) -> bool:
    """Whether three sorted kinds run on in one suit."""
    first = kinds[0]
    return kinds == [first, first + 1, first + 2] and first < 27 and first % 9 < 7


def meld_fault(kind_of_meld: str, kinds: list[int]) -> tuple[str, str] | None:
    """Return code and message when the tiles (sorted kinds) do not make that meld, else None."""
    if kinds and kinds[-1] >= FIRST_FLOWER:
        return "flower_in_meld", "a flower stands in no meld"
    if kind_of_meld == "chow" and not (len(kinds) == 3 and is_chow(kinds)):
        return "not_a_chow", f"{_text(kinds)} is no chow: three consecutive tiles of one suit are wanted"
    size = SIZES.get(kind_of_meld)
    if size and not len(kinds) == size == kinds.count(kinds[0]):
        return f"not_a_{kind_of_meld}", f"{_text(kinds)} is no {kind_of_meld}: {size} equal tiles are wanted"
    return None


def hand_problems(hand: Hand, *, winning_tile_wanted: bool = True) -> list[Problem]:
    """Return every fault of the tiles, with pointers into the hand's object form (`/hand/concealed`, …)."""
    if _faultless(hand):
        return []
    problems = [
        Problem(f"/hand/{field}", "flower_in_hand", f"{_text(found)}: flowers stand in /hand/flowers")
        for field, found in (
            ("concealed", [k for k in hand.concealed if k >= FIRST_FLOWER]),
            ("winning_tile", [k for k in (hand.winning_tile,) if k is not None and k >= FIRST_FLOWER]),
        )
        if found
    ]
    problems += [
        Problem(
            "/hand/flowers",
            "flower_twice",
            f"{CODES[FIRST_FLOWER + n]} is there {times} times; each flower exists once",
        )
        for n, times in Counter(hand.flowers).items()
        if times > 1
    ]
    if len(hand.melds) > MOST_MELDS:
        problems.append(Problem("/hand/melds", "too_many_melds", f"{len(hand.melds)} melds; five is the most"))
    elif (wanted := HAND_SIZE - 3 * len(hand.melds)) != len(hand.concealed):
        problems.append(
            Problem(
                "/hand/concealed",
                "wrong_count",
                f"{len(hand.concealed)} tiles beside {len(hand.melds)} melds; "
                f"{wanted} are wanted, the winning tile not among them",
            )
        )
    if hand.winning_tile is None and winning_tile_wanted:
        problems.append(Problem("/hand/winning_tile", "missing", "the winning tile is missing"))
    return problems + _too_many_copies(hand)


def _faultless(hand: Hand) -> bool:
    """Whether nothing is wrong with a hand that has its winning tile: most have not, and that is soon seen."""
    if hand.winning_tile is None or len(hand.concealed) != HAND_SIZE - 3 * len(hand.melds):
        return False
    tiles = [*hand.concealed, hand.winning_tile]
    for meld in hand.melds:
        tiles += meld.tiles
    tiles.sort()
    # In order, five equal tiles are those of which one equals the fourth after it.
    too_many = any(map(eq, tiles, tiles[COPIES:]))
    return not too_many and tiles[-1] < TILE_KINDS and len(set(hand.flowers)) == len(hand.flowers)


def _too_many_copies(hand: Hand) -> list[Problem]:
    """Point at every field that holds a tile of which there are more than four."""
    places: list[tuple[str, tuple[int, ...]]] = [("/hand/concealed", hand.concealed)]
    places += [(f"/hand/melds/{n}/tiles", meld.tiles) for n, meld in enumerate(hand.melds)]
    if hand.winning_tile is not None:
        places.append(("/hand/winning_tile", (hand.winning_tile,)))
    counts = Counter(kind for _, tiles in places for kind in tiles if kind < TILE_KINDS)
    return [
        Problem(pointer, "too_many_copies", f"{times} copies of {CODES[kind]}; there are four")
        for kind, times in sorted(counts.items())
        if times > COPIES
        for pointer, tiles in places
        if kind in tiles
    ]


def _text(kinds: list[int]) -> str:
    return " ".join(CODES[kind] for kind in kinds) or "nothing"
