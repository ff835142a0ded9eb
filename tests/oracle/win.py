"""What a row may look at: one reading of one win, the facts of the deal and the options of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from .deal import Deal
from .naive import HONORS
from .notation import Hand
from .readings import Block, Reading

WINDS = range(27, 31)
DRAGONS = range(31, 34)
GREEN = (19, 20, 21, 23, 25, 32)
BLUE = (16, 27, 28, 29, 30, 33)


class Hit(NamedTuple):
    """One instance of a row: its sets (or flowers), none where it is about the whole hand.

    `reach` widens what it removes beyond its own sets, `label` tells apart several instances about the whole hand.
    """

    members: frozenset[int | str] = frozenset()
    variant: str | None = None
    number: int | None = None
    reach: frozenset[int | str] | None = None
    label: int | None = None


Indexed = list[tuple[int, Block]]
Rows = dict[str, Callable[["Win"], list[Hit]]]


def whole(holds: object, variant: str | None = None, number: int | None = None) -> list[Hit]:
    """Return the one instance of a row about the whole hand, if it holds."""
    return [Hit(variant=variant, number=number)] if holds else []


def suit(kind: int) -> int:
    """Return 0 to 2 for the suits, 3 for winds, 4 for dragons."""
    return kind // 9 if kind < 27 else 3 if kind in WINDS else 4


def feeder(deal: Deal, options: dict[str, Any]) -> str | None:
    """Who fed the kong whose replacement won; paying one share, he is free once a later kong came in between."""
    return deal.kong_fed_by if options["fed_kong_pays"] == "all_shares" or deal.kongs == 1 else None


def rank(kind: int) -> int:
    """Return the number of a suit tile, 1 to 9."""
    return kind % 9 + 1


@dataclass(frozen=True)
class Win:
    """One reading of one win."""

    hand: Hand
    deal: Deal
    options: dict[str, Any]
    reading: Reading
    waits: tuple[int, ...]
    flowers: tuple[str, ...]

    @cached_property
    def standard(self) -> bool:
        """Whether it is five sets and eyes."""
        return self.reading.form == "standard"

    @cached_property
    def pairs(self) -> bool:
        """Whether it is seven pairs and a triplet."""
        return self.reading.form == "lik_ku_lik_ku"

    @cached_property
    def sets(self) -> Indexed:
        """The sets with their places; the eyes stand after the last."""
        return list(enumerate(self.reading.blocks))

    @cached_property
    def eyes(self) -> int:
        """The kind of the eyes, -1 without eyes."""
        return -1 if self.reading.eyes is None else self.reading.eyes

    @cached_property
    def eyes_at(self) -> int:
        """The place of the eyes among the sets."""
        return len(self.reading.blocks)

    @cached_property
    def chows(self) -> Indexed:
        """The chows."""
        return [(at, one) for at, one in self.sets if one.type == "chow"]

    @cached_property
    def pungs(self) -> Indexed:
        """The pungs and kongs."""
        return [(at, one) for at, one in self.sets if one.type in {"pung", "kong"}]

    @cached_property
    def kinds(self) -> list[int]:
        """All tiles."""
        return self.reading.kinds

    @cached_property
    def suits(self) -> set[int]:
        """The number suits in the hand."""
        return {suit(kind) for kind in self.kinds if kind < 27}

    @cached_property
    def honors(self) -> bool:
        """Whether there is any wind or dragon."""
        return any(kind in HONORS for kind in self.kinds)

    @cached_property
    def fed(self) -> bool:
        """Whether the win counts as a discard of the player who fed the kong."""
        return bool(self.options["fed_kong_is_discard"]) and feeder(self.deal, self.options) is not None

    @cached_property
    def by_other(self) -> bool:
        """Whether another player's tile won."""
        return self.deal.by in {"discard", "robbed_kong"} or self.fed

    @cached_property
    def self_drawn(self) -> bool:
        """Whether the winner drew the tile himself."""
        return not self.by_other

    @cached_property
    def concealed(self) -> bool:
        """門清: nothing claimed, kongs as the table has it."""
        kept = {"concealed", "exposed"} if self.options["kong_breaks_concealed"] == "none" else {"concealed"}
        return all(meld.kong in kept for meld in self.hand.melds)

    @cached_property
    def all_melded(self) -> bool:
        """Whether all five sets were claimed."""
        return len(self.hand.melds) == 5 and all(meld.claimed for meld in self.hand.melds)

    @cached_property
    def place(self) -> str | None:
        """What the winning tile filled."""
        if not self.standard or self.deal.opening_hand:
            return None
        if self.reading.eyes_won:
            return "single"
        filled = next(block for block in self.reading.blocks if block.won)
        if filled.type == "pung":
            return "double_pung"
        at = filled.kinds.index(self.hand.won)
        if at == 1:
            return "closed"
        return "edge" if (at, rank(filled.kind)) in {(0, 7), (2, 1)} else "two_sided"

    @cached_property
    def lone_place(self) -> bool:
        """Whether the winning tile filled an edge, closed or single wait of a standard hand."""
        return self.place in {"edge", "closed", "single"}

    @cached_property
    def filled_pair(self) -> bool:
        """Whether the winning tile made a pair of the seven."""
        return self.pairs and any(block.won and block.type == "pair" for block in self.reading.blocks)

    @cached_property
    def eight_pairs(self) -> bool:
        """Whether the tiles before the win were eight pairs; the opening hand has no winning tile and no wait."""
        return not self.deal.opening_hand and all(
            self.hand.concealed.count(kind) % 2 == 0 for kind in self.hand.concealed
        )

    @cached_property
    def filled_eyes(self) -> bool:
        """Whether the winning tile made the eyes; in an opening hand no tile is the winning one."""
        return self.reading.eyes_won and not self.deal.opening_hand

    @cached_property
    def one_wait(self) -> bool:
        """Whether the whole hand waited for one kind."""
        return len(self.waits) == 1 and not self.deal.opening_hand

    def hidden(self, block: Block) -> bool:
        """暗刻: a pung not claimed nor completed by another's tile, or a kong that counts as one."""
        if block.kong:
            counting = {"all": {"exposed", "added", "concealed"}, "not_added": {"exposed", "concealed"}}
            return block.kong in counting.get(self.options["kongs_hidden"], {"concealed"})
        return block.type == "pung" and not block.melded and not (block.won and self.by_other)

    @cached_property
    def hidden_pungs(self) -> list[int]:
        """The places of the hidden pungs."""
        return [at for at, block in self.pungs if self.hidden(block)]

    def exposed(self, members: Iterable[int]) -> bool:
        """明: one of the sets was claimed or, where the table has it so, completed by another player's tile."""
        won = False
        for at in members:
            if at == self.eyes_at:
                won |= self.reading.eyes_won
                continue
            if self.reading.blocks[at].melded:
                return True
            won |= self.reading.blocks[at].won
        return won and self.by_other and bool(self.options["exposed_by"] == "meld_or_discard")

    def priced(self, members: Iterable[int]) -> str:
        """Return the variant of a pattern at two prices."""
        return "exposed" if self.exposed(list(members)) else "concealed"


def groups(
    win: Win, among: Indexed, count: int, fits: Callable[[list[int]], bool], *, priced: bool = False
) -> list[Hit]:
    """Return every choice of so many sets whose first tiles, in order of their numbers, fit."""
    found = []
    for choice in combinations(among, count):
        kinds = sorted((block.kind for _, block in choice), key=lambda kind: (rank(kind), kind))
        members = frozenset(at for at, _ in choice)
        if fits(kinds):
            found.append(Hit(members, win.priced(members) if priced else None))
    return found
