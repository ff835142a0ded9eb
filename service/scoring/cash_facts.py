"""What the facts of an event must be for a cash award: small questions by name, which the rulesets' entries ask.

A condition yields every fact that contradicts it. It knows no award and no ruleset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from service.scoring.tiles import CODES, FIRST_FLOWER, ORPHANS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Told = Mapping[str, Any]
    Ask = Callable[[Told], Iterator["Fault"]]

FACTS: Final = ("dice", "flowers", "tile", "again", "tiles")
SERIES: Final = 4


class Fault(NamedTuple):
    """A fact that is told and cannot be: its name, a code, and a sentence for people."""

    fact: str
    code: str
    message: str


class Condition(NamedTuple):
    """A question and the facts that it is about; it is asked where one of them is told.

    `takes` says who then has every copy of the tiles in that fact: the player, the table (discards), or nobody ("").
    """

    about: tuple[str, ...]
    ask: Ask
    takes: str


CONDITIONS: Final[dict[str, Condition]] = {}


def condition(*about: str, takes: str = "") -> Callable[[Ask], Ask]:
    """Register a condition under its function's name."""

    def register(ask: Ask) -> Ask:
        CONDITIONS[ask.__name__] = Condition(about, ask, takes)
        return ask

    return register


@condition("dice")
def three_equal_dice(told: Told) -> Iterator[Fault]:
    """圍骰: the three dice show the same number."""
    if len(set(told["dice"])) > 1:
        yield Fault("dice", "not_three_equal", "three equal dice are wanted")


@condition("dice")
def one_two_three(told: Told) -> Iterator[Fault]:
    """一二三: the dice show 1, 2 and 3 in any order."""
    if sorted(told["dice"]) != [1, 2, 3]:
        yield Fault("dice", "not_one_two_three", "1, 2 and 3 are wanted")


@condition("flowers", takes="player")
def mixed_set(told: Told) -> Iterator[Fault]:
    """一台草: one flower of each number, not all from one series."""
    if not _is_set(told["flowers"]) or len(_series(told["flowers"])) == 1:
        yield Fault("flowers", "not_a_mixed_set", "the four flowers 1 to 4 of the set are wanted, from both series")


@condition("flowers", takes="player")
def pure_set(told: Told) -> Iterator[Fault]:
    """一台花: 梅蘭菊竹 or 春夏秋冬."""
    if not _is_set(told["flowers"]) or len(_series(told["flowers"])) > 1:
        yield Fault("flowers", "not_a_pure_set", "the four flowers 1 to 4 of one series are wanted")


def _is_set(flowers: tuple[int, ...]) -> bool:
    return sorted((kind - FIRST_FLOWER) % SERIES for kind in flowers) == [0, 1, 2, 3]


def _series(flowers: tuple[int, ...]) -> set[int]:
    return {(kind - FIRST_FLOWER) // SERIES for kind in flowers}


@condition("flowers", takes="player")
def seven_flowers(told: Told) -> Iterator[Fault]:
    """七搶一: the seven of the player who takes the last."""
    if len(set(told["flowers"])) != 7 or len(told["flowers"]) != 7:
        yield Fault("flowers", "not_seven_flowers", "the seven flowers of the player are wanted")


@condition("flowers", takes="player")
def one_flower(told: Told) -> Iterator[Fault]:
    """一搶七: the last flower, which was the eighth."""
    if len(told["flowers"]) != 1:
        yield Fault("flowers", "not_one_flower", "the one flower of the player is wanted")


@condition("tile", "again", takes="table")
def honor_or_terminal_first(told: Told) -> Iterator[Fault]:
    """追: an honor, a one or a nine, chased for the first time."""
    tile = told.get("tile")
    if tile is not None and not ORPHANS >> tile & 1:
        yield Fault("tile", "not_honor_or_terminal", f"{CODES[tile]} is no honor, no one and no nine")
    if told.get("again"):
        yield Fault("again", "chased_again", "a tile chased again (一追再追) is another award")


@condition("tile", "again", takes="table")
def other_tile_or_again(told: Told) -> Iterator[Fault]:
    """追, 一追再追: a two to eight, or any tile where the same player was chased just before."""
    tile = told.get("tile")
    if tile is None:
        return
    if tile >= FIRST_FLOWER:
        yield Fault("tile", "never_discarded", f"{CODES[tile]} is never discarded")
    elif ORPHANS >> tile & 1 and not told.get("again"):
        message = f"{CODES[tile]} is an honor, a one or a nine: another award, save where it is chased again"
        yield Fault("tile", "honor_or_terminal", message)


@condition("tile")
def discarded_tile(told: Told) -> Iterator[Fault]:
    """A tile that somebody can have discarded."""
    if told["tile"] >= FIRST_FLOWER:
        yield Fault("tile", "never_discarded", f"{CODES[told['tile']]} is never discarded")


@condition("tiles", takes="player")
def four_alike(told: Told) -> Iterator[Fault]:
    """暗槓: four of a kind."""
    if not _are_alike(told["tiles"]):
        yield Fault("tiles", "not_a_kong", "the four tiles of the kong are wanted")


@condition("tiles")
def not_four_alike(told: Told) -> Iterator[Fault]:
    """槓錯牌: four tiles that are no kong."""
    if len(told["tiles"]) != 4 or _are_alike(told["tiles"]):
        yield Fault("tiles", "not_a_wrong_kong", "four tiles that are not four of a kind are wanted")


def _are_alike(tiles: tuple[int, ...]) -> bool:
    return len(tiles) == 4 and len(set(tiles)) == 1 and tiles[0] < FIRST_FLOWER
