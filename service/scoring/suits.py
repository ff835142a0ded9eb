"""One suit, decomposed: every way in which the tiles of a suit make sets, with or without the eyes.

A suit is a packed count: three bits a rank, rank 1 lowest. Apart from the rest of a hand it has few answers (53,055
legal counts in all), so each is worked out once; only legal counts are kept, so no caller can fill the table.
"""

from __future__ import annotations

from typing import Final, NamedTuple

RANKS: Final = 9
BITS: Final = 3
SUIT_BITS: Final = RANKS * BITS
SUIT_MASK: Final = (1 << SUIT_BITS) - 1
NO_EYES: Final = -1


class SuitReading(NamedTuple):
    """One decomposition: the rank (0-8) of the eyes or -1; the sets as `2 * rank` (chow) or `2 * rank + 1` (pung)."""

    eyes: int
    sets: tuple[int, ...]


def pack(counts: tuple[int, ...] | list[int]) -> int:
    """Return nine counts (0-4 each) as one packed integer."""
    return sum(count << BITS * rank for rank, count in enumerate(counts))


_table: dict[int, tuple[SuitReading, ...]] = {0: (SuitReading(NO_EYES, ()),)}


def suit_readings(key: int) -> tuple[SuitReading, ...]:
    """Return every decomposition of a packed suit, sets in tile order; none when the tiles cannot be used up."""
    known = _table.get(key)
    if known is not None:
        return known
    found = tuple(_decompose(key, 0, NO_EYES, ()))
    if found:
        _table[key] = found
    return found


def forget() -> None:
    """Empty the table, for who wants to measure how long it takes to fill."""
    _table.clear()
    _table[0] = (SuitReading(NO_EYES, ()),)


def _decompose(rest: int, rank: int, eyes: int, sets: tuple[int, ...]) -> list[SuitReading]:
    """Use up the tiles of one rank in every way, then go on with the next.

    At each rank the eyes and a pung are taken or not; what is left must begin chows, so each answer comes up once.
    """
    while rank < RANKS and not rest >> BITS * rank & 7:
        rank += 1
    if rank == RANKS:
        return [SuitReading(eyes, sets)]
    count = rest >> BITS * rank & 7
    found: list[SuitReading] = []
    for pungs in (0, 1):
        for pairs in (0, 1) if eyes == NO_EYES else (0,):
            chows = count - 3 * pungs - 2 * pairs
            if chows < 0 or (chows and not _holds_chows(rest, rank, chows)):
                continue
            run = (1 | 1 << BITS | 1 << 2 * BITS) << BITS * rank
            left = rest - chows * run - ((count - chows) << BITS * rank)
            taken = (*sets, *(2 * rank,) * chows, *(2 * rank + 1,) * pungs)
            found += _decompose(left, rank + 1, rank if pairs else eyes, taken)
    return found


def _holds_chows(rest: int, rank: int, chows: int) -> bool:
    """Whether `chows` chows beginning at the rank find their second and third tiles."""
    if rank > RANKS - 3:
        return False
    return rest >> BITS * (rank + 1) & 7 >= chows and rest >> BITS * (rank + 2) & 7 >= chows
