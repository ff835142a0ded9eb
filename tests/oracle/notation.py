"""Tiles and hands as a client writes them, turned into the numbers of `naive.py`."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

CODES = [*(f"{n}{suit}" for suit in "mps" for n in range(1, 10)), *"ESWNCFP"]
KINDS = {code: kind for kind, code in enumerate(CODES)}
FLOWERS = [f"{n}{series}" for series in "fg" for n in range(1, 5)]
SEATS = "ESWN"
_PART = re.compile(r"\(([^)]*)\)|\[([^]]*)\]|\+\s*([1-9][mps]|[ESWNCFP])|((?:[1-9]+[mpsfg]|[ESWNCFP])+)")


class Meld(NamedTuple):
    """A set on the table; `kong` says which kind of kong it is, `fed_by` who discarded for it."""

    type: str
    kinds: tuple[int, ...]
    kong: str | None = None
    fed_by: str | None = None

    @property
    def claimed(self) -> bool:
        """Whether a tile of it came from another player."""
        return self.kong != "concealed"


class Hand(NamedTuple):
    """What the winner has: the concealed tiles without the winning one, the melds and the flowers."""

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...]
    flowers: tuple[str, ...]
    won: int | None


def split(tiles: str | list[str]) -> list[str]:
    """Return the codes of a list of tiles in either notation."""
    if not isinstance(tiles, str):
        return list(tiles)
    found: list[str] = []
    for digits, suit, honor in re.findall(r"([1-9]+)([mpsfg])|([ESWNCFP])", tiles):
        found += [honor] if honor else [n + suit for n in digits]
    return found


def _kinds(tiles: str | list[str]) -> tuple[int, ...]:
    return tuple(sorted(KINDS[code] for code in split(tiles)))


def _meld(meld: dict[str, Any]) -> Meld:
    kong = meld.get("kind") if meld["type"] == "kong" else None
    return Meld(meld["type"], _kinds(meld["tiles"]), kong, meld.get("from"))


def _meld_of_text(text: str, *, concealed: bool) -> Meld:
    kinds = _kinds(text)
    if len(kinds) == 4:
        return Meld("kong", kinds, "concealed" if concealed else "added" if "+" in text else "exposed")
    return Meld("pung" if kinds[0] == kinds[1] else "chow", kinds)


def _hand_of_text(text: str) -> Hand:
    concealed: list[str] = []
    melds: list[Meld] = []
    won = None
    for exposed, hidden, last, loose in _PART.findall(text):
        if exposed or hidden:
            melds.append(_meld_of_text(exposed or hidden, concealed=bool(hidden)))
        elif last:
            won = KINDS[last]
        else:
            concealed += split(loose)
    flowers = tuple(code for code in concealed if code in FLOWERS)
    return Hand(_kinds([code for code in concealed if code in KINDS]), tuple(melds), flowers, won)


def read_hand(hand: str | dict[str, Any]) -> Hand:
    """Return a hand posted as one string or as an object."""
    if isinstance(hand, str):
        return _hand_of_text(hand)
    won = hand.get("winning_tile")
    melds = tuple(_meld(meld) for meld in hand.get("melds", []))
    return Hand(_kinds(hand["concealed"]), melds, tuple(split(hand.get("flowers", []))), KINDS[won] if won else None)
