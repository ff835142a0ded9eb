"""Before the first deal: who sits where, who deals first, and where the dealer's dice break the wall.

Dice count players counter-clockwise, the thrower as one. Players are any names; winds are 0-3 as seats are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from service.scoring.tiles import CODES, EAST

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Dice = Sequence[int]

PLAYERS: Final = 4
STACKS: Final = 18
WINDS: Final = ("East", "South", "West", "North")
RELATIVES: Final = ("himself (自家)", "the next player (下家)", "the opposite (對家)", "the previous player (上家)")
# How many throws name the first dealer (baike lines 25 and 26).
THROWS: Final = {"formal": 2, "one_throw": 1, "none": 0}


def counted(total: int) -> int:
    """Return how many places counter-clockwise of the thrower a total points: 5, 9, 13 and 17 at himself."""
    return (total - 1) % PLAYERS


class Drawn(NamedTuple):
    """Places by drawn winds: the players at East to North, the index of the first dealer among them, and why."""

    seats: tuple[str, ...]
    first_dealer: int
    steps: tuple[str, ...]


def drawn_winds(draws: Mapping[str, int], throws: Sequence[Dice]) -> Drawn:
    """Seat the players by the winds that they drew, and let East's dice name the first dealer (baike lines 17-26).

    With two throws the first names who throws the second; with none East deals first.
    """
    seats = tuple(sorted(draws, key=lambda player: draws[player]))
    steps = [f"{seats[0]} drew East and sits anywhere; counter-clockwise follow {', '.join(seats[1:])}"]
    place = 0
    for n, dice in enumerate(throws, 1):
        thrower, offset = seats[place], counted(sum(dice))
        place = (place + offset) % PLAYERS
        does = "deals first (起家)" if n == len(throws) else "throws next"
        steps.append(f"{thrower} throws {sum(dice)}: {RELATIVES[offset]}, {seats[place]} ({WINDS[place]}), {does}")
    if not throws:
        steps.append(f"no dice: {seats[0]}, who drew East, deals first (起家)")
    return Drawn(seats, place, tuple(steps))


class SixTiles(NamedTuple):
    """Places by six tiles: who sat at the dealer's place, what was taken by whom in which order, who sits where.

    `seats` are the players at East to North; East deals first. `before` are those who sat there before.
    """

    dealer_place: str
    end: str
    draws: tuple[tuple[str, int], ...]
    seats: tuple[str, ...]
    before: tuple[str, ...]
    steps: tuple[str, ...]


def six_tiles(players: Sequence[str], thrower: str, place_dice: Dice, row: Sequence[int], draw_dice: Dice) -> SixTiles:
    """Seat the players by a row of four winds, an odd and an even number tile (wikipedia lines 11-23).

    `players` sit counter-clockwise; `row` is left to right. Each number tile is pushed to the end of the row that it is
    nearer to: the left one to the left (the pictures that showed it are lost).
    """
    east = (players.index(thrower) + counted(sum(place_dice))) % PLAYERS
    before = tuple(players[(east + n) % PLAYERS] for n in range(PLAYERS))
    first, end = counted(sum(draw_dice)), ("odd" if sum(draw_dice) % 2 else "even")
    winds = winds_from(row, end)
    draws = tuple((before[(first + n) % PLAYERS], wind) for n, wind in enumerate(winds))
    seats = tuple(player for player, _ in sorted(draws, key=lambda draw: draw[1]))
    taken = ", ".join(f"{player} {WINDS[wind]}" for player, wind in draws)
    placed = RELATIVES[counted(sum(place_dice))]
    steps = (
        f"{thrower} throws {sum(place_dice)}: {placed}; the place of {before[0]} is East, the dealer's",
        f"{before[0]} throws {sum(draw_dice)}: {RELATIVES[first]}, {before[first]}, takes a wind first",
        f"{sum(draw_dice)} is {end}: from the {end} tile's end counter-clockwise they take {taken}",
        f"from the dealer's place counter-clockwise sit {', '.join(seats)}; {seats[0]}, who took East, deals first",
    )
    return SixTiles(before[0], end, draws, seats, before, steps)


def winds_from(row: Sequence[int], end: str) -> list[int]:
    """Return the winds in the order in which they lie from the end of the odd or even number tile."""
    winds = [kind - EAST for kind in row if kind >= EAST]
    left = next(kind for kind in row if kind < EAST)
    return winds if (number(left) % 2 == 1) == (end == "odd") else winds[::-1]


def number(kind: int) -> int:
    """Return the number on a suit tile."""
    return int(CODES[kind][0])


class Wall(NamedTuple):
    """Where a wall is broken: the seat whose wall the dice name, the wall and the number of the first stack taken."""

    total: int
    wall: int
    first_wall: int
    first_stack: int
    steps: tuple[str, ...]


def break_wall(dice: Dice) -> Wall:
    """Return where the dealer's dice break the wall; seats are relative to him, East.

    As many stacks as the dice show are skipped clockwise: along the owner's wall from his right to his left, and after
    its eighteenth stack along the wall of the player on his left (baike line 44; wikipedia line 31: as in Hong Kong).
    """
    total = sum(dice)
    wall = counted(total)
    first_wall, first_stack = (wall, total + 1) if total < STACKS else ((wall - 1) % PLAYERS, 1)
    steps = (
        f"the dealer throws {total}: {RELATIVES[wall]}, so the wall of {WINDS[wall]} is broken",
        f"from its right end {total} stacks are skipped clockwise",
        f"the dealer takes two stacks from stack {first_stack} of the wall of {WINDS[first_wall]} on",
        "the others follow counter-clockwise, two stacks each, until all have taken four times",
    )
    return Wall(total, wall, first_wall, first_stack, steps)
