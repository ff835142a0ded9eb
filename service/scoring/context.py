"""The facts of a win, as the caller saw them at the table; no conclusion of any ruleset."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

EAST_SEAT = 0


class Ready(NamedTuple):
    """叮: when it was declared, own discards since, and whether anybody called since."""

    at: str
    own_discards_since: int = 0
    calls_since: bool = False


@dataclass(slots=True)
class Context:
    """Seats are 0-3 for East, South, West, North; tiles are kinds. `posted` names the fields that the caller gave."""

    seat: int
    by: str
    from_seat: int | None = None
    round_wind: int = 0
    winners: tuple[int, ...] = ()
    dealer_streak: int = 0
    dealer_marker_forgotten: bool = False
    ready: Ready | None = None
    on_ready_discard: bool = False
    replacements: tuple[str, ...] = ()
    kong_fed_by: int | None = None
    robbed_kong: str = "added"
    kong_chain_robbed: bool = False
    last_tile: bool = False
    pool: int | None = None
    opening: str | None = None
    calls_made: bool | None = None
    visible: tuple[int, ...] = ()
    flowers_paid: bool = False
    table_flowers: int | None = None
    fed_winners: int = 0
    posted: frozenset[str] = field(default_factory=frozenset)

    @property
    def self_drawn(self) -> bool:
        """Whether the winner drew the tile himself; the hand beside called flowers is won on a replacement tile."""
        return self.by in ("self_draw", "flowers")

    @property
    def kongs_in_chain(self) -> int:
        """How many of the unbroken replacement draws followed a kong."""
        return self.replacements.count("kong")


# What an unposted fact is taken for, where a row may need to be told (`needs` in a ruleset).
DEFAULTS: dict[str, object] = {
    "pool": None,
    "visible": [],
    "table_flowers": None,
    "dealer_streak": 0,
    "round_wind": "E",
    "calls_made": False,
    "ready.own_discards_since": 0,
    "ready.calls_since": False,
}
