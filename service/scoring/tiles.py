"""Tile kinds as small integers, their codes, and every notation in which tiles may be written.

Kinds 0-33 stand in the order m p s E S W N C F P (so the suit is `kind // 9`), flowers are 34-41 in the order
1f-4f (plum, orchid, chrysanthemum, bamboo) 1g-4g (the seasons); flower n of a series belongs to seat n.
"""

from __future__ import annotations

from typing import Final, NamedTuple

SUITS: Final = "mps"
CODES: Final = (
    *(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)),
    *"ESWNCFP",
    *(f"{n}{series}" for series in "fg" for n in range(1, 5)),
)
KINDS: Final = {code: kind for kind, code in enumerate(CODES)}
TILE_KINDS: Final = 34
EAST: Final = 27
FIRST_DRAGON: Final = 31
FIRST_FLOWER: Final = 34
SEATS: Final = "ESWN"


def mask_of(*kinds: int) -> int:
    """Return the bit mask of some tile kinds."""
    return sum(1 << kind for kind in set(kinds))


CHARACTERS: Final = mask_of(*range(9))
DOTS: Final = mask_of(*range(9, 18))
BAMBOOS: Final = mask_of(*range(18, 27))
SUIT_MASKS: Final = (CHARACTERS, DOTS, BAMBOOS)
WINDS: Final = mask_of(*range(EAST, FIRST_DRAGON))
DRAGONS: Final = mask_of(*range(FIRST_DRAGON, TILE_KINDS))
HONORS: Final = WINDS | DRAGONS
TERMINALS: Final = mask_of(0, 8, 9, 17, 18, 26)
ORPHANS: Final = TERMINALS | HONORS
ORPHAN_KINDS: Final = tuple(kind for kind in range(TILE_KINDS) if ORPHANS >> kind & 1)

_DIGITS = {digit: n for n, digit in enumerate("0123456789")} | {c: n for n, c in enumerate("一二三四五六七八九", 1)}
_GROUPS = {
    "m": CODES[0:9],
    "p": CODES[9:18],
    "s": CODES[18:27],
    "z": ("E", "S", "W", "N", "P", "F", "C"),
    "f": CODES[34:38],
    "g": CODES[38:42],
}
_SUIT_LETTERS = {letter: letter for letter in _GROUPS} | {"萬": "m", "筒": "p", "索": "s"}
_SINGLES: dict[str, int] = (
    {letter: KINDS[letter] for letter in "ESWNCFP"}
    | dict(zip("東南西北中發白", range(27, 34), strict=True))
    | dict(zip("梅蘭菊竹春夏秋冬", range(34, 42), strict=True))
    | {"发": 32, "兰": 35}
)
_PICTURES: dict[str, int] = {
    chr(0x1F000 + n): KINDS[code]
    for n, code in enumerate(
        (*"ESWNCFP", *CODES[0:9], *CODES[18:27], *CODES[9:18], "1f", "2f", "4f", "3f", *CODES[38:42])
    )
}
# Text and picture selectors may follow the Unicode tiles (the red dragon has both forms).
_SELECTORS = "\ufe0e\ufe0f"


class Scan(NamedTuple):
    """What a string of tiles says: the kinds read, in order, and a message for each thing that is no tile."""

    kinds: tuple[int, ...]
    faults: tuple[str, ...]


def scan(text: str) -> Scan:
    """Read `123m456pEESS`, `一萬二萬`, `1z1z`, Unicode tiles, or any mixture; blanks separate.

    Digits share the suit that follows. Nothing is guessed: what is no tile becomes a fault.
    """
    kinds: list[int] = []
    faults: list[str] = []
    digits = ""
    for char in text:
        if char in _DIGITS:
            digits += char
            continue
        if char in _SUIT_LETTERS:
            _read_group(digits, char, kinds, faults)
        else:
            if digits:
                faults.append(f"{digits!r} has no suit letter after it (m p s z f g)")
            if char in _SINGLES or char in _PICTURES:
                kinds.append(_SINGLES[char] if char in _SINGLES else _PICTURES[char])
            elif not char.isspace() and char not in _SELECTORS:
                faults.append(f"{char!r} is no tile")
        digits = ""
    if digits:
        faults.append(f"{digits!r} has no suit letter after it (m p s z f g)")
    return Scan(tuple(kinds), tuple(faults))


def _read_group(digits: str, letter: str, kinds: list[int], faults: list[str]) -> None:
    if not digits:
        faults.append(f"the suit letter {letter!r} has no digit before it")
    group = _GROUPS[_SUIT_LETTERS[letter]]
    for digit in digits:
        rank = _DIGITS[digit]
        if 1 <= rank <= len(group):
            kinds.append(KINDS[group[rank - 1]])
        else:
            faults.append(f"'{digit}{letter}' is no tile")


def one_tile(text: str) -> int | None:
    """Return the kind of a string that holds exactly one tile, else None."""
    kind = KINDS.get(text)
    if kind is not None:
        return kind
    kinds, faults = scan(text)
    return kinds[0] if len(kinds) == 1 and not faults else None


def codes(kinds: tuple[int, ...] | list[int]) -> list[str]:
    """Return the canonical codes of some kinds, in the order given."""
    return [CODES[kind] for kind in kinds]


def kinds_in(mask: int) -> list[int]:
    """Return the kinds whose bits are set, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def notations(kind: int) -> list[str]:
    """Return what else is read as a kind: `1z` to `7z`, Chinese names of one character, and last the Unicode tile."""
    z = [f"{n}z" for n, code in enumerate(_GROUPS["z"], 1) if KINDS[code] == kind]
    names = [name for name, single in _SINGLES.items() if single == kind and name != CODES[kind]]
    return z + names + [picture for picture, single in _PICTURES.items() if single == kind]
