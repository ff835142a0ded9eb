"""The two ways in which a ready hand may be won, made from one context: by discard and by self-draw."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from service.scoring.context import EAST_SEAT
from service.scoring.contradictions import contradictions

if TYPE_CHECKING:
    from service.scoring.context import Context
    from service.scoring.errors import Problem
    from service.scoring.hand import Hand

SEATS_AT_TABLE = 4
WAY = "/context/by"


class Ways(NamedTuple):
    """The context of each way, or the sentence that says why the facts do not allow it."""

    discard: Context | str
    self_draw: Context | str
    visible: tuple[int, ...]


def ways_to_win(hand: Hand, context: Context, by: str | None) -> tuple[Ways, list[Problem]]:
    """Return both ways, and what contradicts itself; `by` is the way that was posted, if any.

    What belongs to the discard (`from`, `winners`, `on_ready_discard`) is no fact of a self-draw, and the replacement
    draws are none of a discard. Facts that allow one way only are no fault, unless the other was posted.
    """
    discard, drawn = _by_discard(context), _by_self_draw(context)
    if by is not None:
        as_posted = replace(context, by=by, from_seat=discard.from_seat if by == "discard" else context.from_seat)
        problems = contradictions(hand, as_posted)
        if problems:
            return Ways(discard, drawn, context.visible), problems
    found = {way: contradictions(hand, one) for way, one in (("discard", discard), ("self_draw", drawn))}
    closed = {way: _of_the_way(problems) for way, problems in found.items()}
    faults = [
        problem
        for way, problems in found.items()
        for problem in problems
        if all(closed.values()) or (problem.code, problem.message) not in closed[way]
    ]
    reasons = {way: "; ".join(message for _, message in why) for way, why in closed.items()}
    ways = Ways(reasons["discard"] or discard, reasons["self_draw"] or drawn, context.visible)
    return ways, list(dict.fromkeys(faults))


def _of_the_way(problems: list[Problem]) -> list[tuple[str, str]]:
    """Return code and message of each contradiction in which the way itself takes part."""
    return [(problem.code, problem.message) for problem in problems if problem.pointer == WAY]


def _by_discard(context: Context) -> Context:
    giver = _giver(context) if context.from_seat is None else context.from_seat
    return replace(context, by="discard", from_seat=giver, replacements=(), kong_fed_by=None)


def _by_self_draw(context: Context) -> Context:
    return replace(
        context, by="self_draw", from_seat=None, winners=(), on_ready_discard=False,
        posted=context.posted - {"winners"},
    )  # fmt: skip


def _giver(context: Context) -> int:
    """Who discards where nobody is named: the dealer at the start, else the nearest before the winner.

    The fan of the hand are the same whoever it is; only the payments are not, and here nobody pays.
    """
    if context.opening == "first_discard" and context.seat != EAST_SEAT:
        return EAST_SEAT
    before = [(context.seat - n) % SEATS_AT_TABLE for n in (1, 2, 3)]
    return next((seat for seat in before if seat not in context.winners), before[0])
