"""A whole hand in one string: `123m45678p99s (789m) (EEE+E) [CCCC] 1g3f +6p`."""

from __future__ import annotations

import re

from service.scoring.errors import Problem
from service.scoring.hand import Hand, Meld, is_chow, meld_fault
from service.scoring.tiles import FIRST_FLOWER, scan

_PIECE = re.compile(
    r"\((?P<exposed>[^()\[\]]*)\)|\[(?P<concealed>[^()\[\]]*)\]|\+(?P<won>[^()\[\]\s+]*)|(?P<free>[^()\[\]+]+)|(?P<stray>.)"
)


def read_hand(text: str) -> tuple[Hand, list[Problem]]:
    """Read a hand from one string; return it with everything that could not be read.

    `( )` an exposed meld, `(EEE+E)` an added kong, `[ ]` a concealed kong, `+` the winning tile, flowers anywhere
    outside brackets. Every problem points at `/hand`.
    """
    reader = _Reader()
    for piece in _PIECE.finditer(text):
        if piece["free"] is not None:
            reader.free(piece["free"])
        elif piece["won"] is not None:
            reader.won(piece["won"])
        elif piece["stray"] is not None:
            reader.fault("stray_bracket", f"{piece['stray']!r} has no partner")
        elif piece["concealed"] is not None:
            reader.meld(piece["concealed"], "concealed")
        else:
            reader.meld(piece["exposed"], "exposed")
    return reader.hand(), reader.problems


class _Reader:
    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._concealed: list[int] = []
        self._flowers: list[int] = []
        self._melds: list[Meld] = []
        self._won: list[int] = []

    def hand(self) -> Hand:
        if len(self._won) > 1:
            self.fault("winning_tile", "two winning tiles; `+` marks exactly one")
        return Hand(
            tuple(sorted(self._concealed)),
            tuple(self._melds),
            tuple(sorted(self._flowers)),
            self._won[0] if self._won else None,
        )

    def fault(self, code: str, message: str) -> None:
        self.problems.append(Problem("/hand", code, message))

    def _tiles(self, text: str) -> list[int]:
        kinds, faults = scan(text)
        for message in faults:
            self.fault("no_such_tile", message)
        return list(kinds)

    def free(self, text: str) -> None:
        for kind in self._tiles(text):
            if kind >= FIRST_FLOWER:
                self._flowers.append(kind - FIRST_FLOWER)
            else:
                self._concealed.append(kind)

    def won(self, text: str) -> None:
        before = len(self.problems)
        kinds = self._tiles(text)
        tiles = [kind for kind in kinds if kind < FIRST_FLOWER]
        self._flowers += [kind - FIRST_FLOWER for kind in kinds if kind >= FIRST_FLOWER]
        if len(tiles) == 1:
            self._won += tiles
        elif tiles or len(self.problems) == before:
            self.fault("winning_tile", f"+{text} names {len(tiles)} tiles; the winning tile is exactly one")

    def meld(self, text: str, brackets: str) -> None:
        before = len(self.problems)
        base, plus, added = text.partition("+")
        pung, fourth = self._tiles(base), self._tiles(added)
        if len(self.problems) > before:
            return
        kinds = sorted(pung + fourth)
        if plus and (brackets == "concealed" or len(pung) != 3 or len(fourth) != 1):
            self.fault("not_a_kong", f"{text!r} is no added kong: a pung and its fourth tile, (EEE+E), are wanted")
            return
        if len(kinds) < 3:
            self.fault("not_a_meld", f"{text!r} is no meld")
            return
        kind_of_meld = "kong" if brackets == "concealed" or len(kinds) == 4 else _type_of(kinds)
        fault = meld_fault(kind_of_meld, kinds)
        if fault:
            self.fault(*fault)
        else:
            kong = ("added" if plus else brackets) if kind_of_meld == "kong" else None
            self._melds.append(Meld(kind_of_meld, kinds[0], kong))


def _type_of(kinds: list[int]) -> str:
    """What three tiles in round brackets mean: with two equal ones a pung, else a chow."""
    return "chow" if is_chow(kinds) or len(set(kinds)) == len(kinds) else "pung"
