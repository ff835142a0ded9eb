"""The table between deals: who deals next, in which round, and what the deal is called."""

from __future__ import annotations

from typing import Final

WIND_NAMES: Final = "東南西北"
PLAYERS: Final = 4


def pass_deal(round_wind: int, dealer_index: int, streak: int, *, stays: bool) -> tuple[int, int, int]:
    """Return round wind (0-3, East after North), dealer and streak of the next deal.

    `dealer_index` counts players in seating order from the first dealer; the round moves on when the deal is his again.
    """
    if stays:
        return round_wind, dealer_index, streak + 1
    following = (dealer_index + 1) % PLAYERS
    return (round_wind + (following == 0)) % len(WIND_NAMES), following, 0


def deal_name(round_wind: int, dealer_index: int, streak: int) -> str:
    """Return a deal's name: 東風東局, and 東風南局連莊2 when its dealer has stayed twice."""
    stayed = f"連莊{streak}" if streak else ""
    return f"{WIND_NAMES[round_wind]}風{WIND_NAMES[dealer_index]}局{stayed}"
