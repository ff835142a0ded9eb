"""What can go wrong when a hand is scored.

ScoringError
├── ImpossibleInput    the hand or the context contradicts itself: carries every problem
├── NotAWin            the tiles do not win: carries the waits and the distance
├── WinNotAllowed      they win, but not in this way: carries the rule
├── UnknownRuleset     no ruleset of that name
├── BadOverride        a derived table asks for what the ruleset does not have
└── BrokenRuleset      a ruleset file fails its checks: names file and row
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Problem(NamedTuple):
    """One fault of an input: where it stands (JSON pointer), its code, and a sentence for people."""

    pointer: str
    code: str
    message: str


class ScoringError(Exception):
    """The root of everything that this package raises on purpose."""


class ImpossibleInput(ScoringError):
    """The input contradicts itself or the tile set; `problems` holds every fault, none left out."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(f"{p.pointer}: {p.message}" for p in problems))
        self.problems = tuple(problems)


class NotAWin(ScoringError):
    """The tiles are complete in no form; `waits` are tile kinds, `missing` a number of tiles."""

    def __init__(self, waits: Sequence[int], missing: int) -> None:
        super().__init__("The tiles are complete in none of the winning forms.")
        self.waits = tuple(waits)
        self.missing = missing


class WinNotAllowed(ScoringError):
    """The shape wins, but the ruleset does not allow the win in this way."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer


class UnknownRuleset(ScoringError):
    """No ruleset of this name; the message names the nearest."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"There is no ruleset {name!r}{nearest(name, known)}.")
        self.name = name


class BadOverride(ImpossibleInput):
    """A derived table names a row, variant, price, option or value that its ruleset does not have."""


class BrokenRuleset(ScoringError):
    """A ruleset file fails its checks; the message starts with the file and the place in it."""


def nearest(name: object, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` for the known names closest to `name`, or nothing."""
    close = get_close_matches(str(name)[:100], list(known), n=2, cutoff=0.5)
    return f"; did you mean {' or '.join(repr(c) for c in close)}?" if close else ""
