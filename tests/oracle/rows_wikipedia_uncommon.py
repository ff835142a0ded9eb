"""The uncommon rows of `wikipedia`, off unless a request enables them. Numbers in comments are lines of the article."""

from __future__ import annotations

from . import patterns as p
from .win import BLUE, GREEN, WINDS, Rows, Win, groups, rank, suit, whole


def discards(win: Win, most: int) -> bool:
    """Whether at most so many tiles lie in the pool."""
    return win.deal.pool is not None and win.deal.pool <= most


def _numbers(win: Win) -> int:
    """369: how many numbers, the winds together one and the dragons together one."""
    return len({rank(kind) if kind < 27 else -suit(kind) for kind in win.kinds})


def _six_off_seat(win: Win) -> bool:
    return len(win.flowers) == 6 and all(int(one[0]) != win.deal.seat_number for one in win.flowers)


def _nine_waits(win: Win) -> bool:
    """374: a full flush that could win on every number."""
    colour = min(win.suits, default=0)
    return p.full_flush(win) and not win.deal.opening_hand and set(win.waits) >= set(range(9 * colour, 9 * colour + 9))


UNCOMMON: Rows = {
    "pure_shifted_chows": lambda w: p.pure_shifted_chows(w, 3, *([1] if w.options["chained_row"] else [1, 2])),
    "six_off_seat_flowers": lambda w: whole(_six_off_seat(w)),
    "no_flowers_at_table": lambda w: whole(w.deal.table_flowers == 0),
    "little_two_winds": lambda w: p.little_honors(w, WINDS, 1),
    "two_wind_pungs": lambda w: p.big_honors(w, WINDS, 2),
    "short_straight": lambda w: groups(w, w.chows, 2, lambda ks: p.one_suit(ks) and p.steps(ks, 3), priced=True),
    "pure_chained_chows": lambda w: p.pure_shifted_chows(w, 3, 2),
    "no_fives": lambda w: whole(p.numbers_only(w, 1, 2, 3, 4, 6, 7, 8, 9)),
    "within_fifteen_discards": lambda w: whole(discards(w, 15)),
    "all_green": lambda w: whole(p.only(w, GREEN)),
    # 368: the ruling has it always of three numbers, so honors alone are 字一色.
    "all_blue": lambda w: whole(p.only(w, BLUE) and w.suits),
    "four_numbers": lambda w: whole(_numbers(w) == 4),
    "three_numbers": lambda w: whole(_numbers(w) == 3),
    "two_numbers": lambda w: whole(_numbers(w) == 2),
    "upper_four": lambda w: whole(p.numbers_only(w, 6, 7, 8, 9)),
    "lower_four": lambda w: whole(p.numbers_only(w, 1, 2, 3, 4)),
    "nine_sided_wait": lambda w: whole(_nine_waits(w)),
}
