"""Every reading of a hand: naive decompositions with the melds beside them, and where the winning tile may stand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from . import naive
from .deal import Deal
from .notation import Hand, Meld


@dataclass(frozen=True)
class Block:
    """One set: its first tile, whether it was claimed, and whether the winning tile stands in it."""

    type: str
    kind: int
    melded: bool = False
    kong: str | None = None
    won: bool = False

    @property
    def kinds(self) -> tuple[int, ...]:
        """Its tiles."""
        if self.type == "chow":
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * {"pair": 2, "pung": 3, "kong": 4}[self.type]


@dataclass(frozen=True)
class Reading:
    """One way to understand the hand."""

    form: str
    blocks: tuple[Block, ...] = ()
    eyes: int | None = None
    eyes_won: bool = False
    singles: tuple[int, ...] = ()
    single_won: bool = False

    @property
    def kinds(self) -> list[int]:
        """All tiles of the hand."""
        eyes = [] if self.eyes is None else [self.eyes, self.eyes]
        return [*(kind for block in self.blocks for kind in block.kinds), *eyes, *self.singles]


@lru_cache(maxsize=100_000)
def _naive_readings(tiles: tuple[int, ...], won: int, melds: int, *, lone: bool) -> list[naive.Reading]:
    return sorted(naive.readings(list(tiles), won, melds=melds, lone_concealed_kong=lone), key=repr)


@lru_cache(maxsize=100_000)
def _naive_waits(tiles: tuple[int, ...], melded: tuple[int, ...], melds: int, *, lone: bool) -> tuple[int, ...]:
    return tuple(naive.waits(list(tiles), list(melded), melds=melds, lone_concealed_kong=lone))


def lone_kong(hand: Hand, options: dict[str, Any]) -> bool:
    """Whether the only meld is a concealed kong that may be the extra set of the thirteen orphans."""
    lone = [meld.kong for meld in hand.melds] == ["concealed"]
    return lone and bool(options["thirteen_orphans_concealed_kong"])


def waits(hand: Hand, options: dict[str, Any]) -> tuple[int, ...]:
    """Return the kinds that the tiles before the win wait for."""
    melded = tuple(sorted(kind for meld in hand.melds for kind in meld.kinds))
    return _naive_waits(hand.concealed, melded, len(hand.melds), lone=lone_kong(hand, options))


def readings(hand: Hand, options: dict[str, Any]) -> list[Reading]:
    """Return every reading of a complete hand."""
    if hand.won is None:
        return []
    tiles = tuple(sorted((*hand.concealed, hand.won)))
    found = _naive_readings(tiles, hand.won, len(hand.melds), lone=lone_kong(hand, options))
    return [_reading(one, hand) for one in found]


def _reading(one: naive.Reading, hand: Hand) -> Reading:
    form, sets, eyes, place = one
    blocks = [_block(kinds) for kinds in sets]
    if isinstance(place, tuple):
        at = sets.index(place)
        blocks[at] = replace(blocks[at], won=True)
    blocks += [_melded(meld) for meld in hand.melds]
    singles: tuple[int, ...] = ()
    if form in {"sixteen_unrelated", "thirteen_orphans"}:
        spent = [*(kind for kinds in sets for kind in kinds), eyes, eyes]
        left = [*hand.concealed, hand.won]
        for kind in spent:
            left.remove(kind)
        singles = tuple(sorted(kind for kind in left if kind is not None))
    return Reading(form, tuple(blocks), eyes, place == "eyes", singles, place == "single")


def _block(kinds: tuple[int, ...]) -> Block:
    kind = "pair" if len(kinds) == 2 else "pung" if kinds[0] == kinds[1] else "chow"
    return Block(kind, kinds[0])


def _melded(meld: Meld) -> Block:
    return Block(meld.type, meld.kinds[0], meld.claimed, meld.kong)


def allowed(reading: Reading, deal: Deal, options: dict[str, Any]) -> bool:
    """Whether the hand may be won so: what a discard may complete of the orphans, and who may rob a concealed kong."""
    orphans = reading.form == "thirteen_orphans"
    if deal.by == "robbed_kong" and deal.robbed_kong == "concealed":
        may_rob = orphans and bool(options["thirteen_orphans_rob_concealed_kong"])
        return may_rob and _completes(reading, options["thirteen_orphans_discard"])
    if not orphans or deal.by not in {"discard", "robbed_kong"}:
        return True
    return _completes(reading, options["thirteen_orphans_discard"])


def _completes(reading: Reading, rule: str) -> bool:
    """Whether a discard may complete this part of the orphans."""
    if reading.eyes_won or rule == "any":
        return True
    if reading.single_won:
        return rule != "eyes"
    won = next(block for block in reading.blocks if block.won)
    return rule == "all_but_pung" and won.type == "chow"
