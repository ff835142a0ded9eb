"""The facts of the deal in which a hand was won, as posted in `context`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .notation import KINDS, SEATS, Hand, split


@dataclass(frozen=True)
class Deal:
    """What happened at the table; names and defaults as in the contract."""

    seat: str
    round_wind: str
    by: str
    giver: str | None
    winners: int
    dealer_streak: int
    marker_forgotten: bool
    ready: dict[str, Any] | None
    on_ready_discard: bool
    replacements: tuple[str, ...]
    kong_fed_by: str | None
    robbed_kong: str
    kong_chain_robbed: bool
    last_tile: bool
    pool: int | None
    opening: str | None
    called: bool
    visible: tuple[int, ...]
    flowers_paid: bool
    table_flowers: int | None
    fed_winners: int

    @property
    def dealer(self) -> bool:
        """Whether the winner is the dealer."""
        return self.seat == "E"

    @property
    def opening_hand(self) -> bool:
        """Whether the dealer won before any discard."""
        return self.opening == "dealt_hand"

    @property
    def first_go_around(self) -> bool:
        """Whether the win came within the first go-around, the dealer's opening turn apart."""
        return self.opening in {"first_discard", "first_go_around"}

    @property
    def kongs(self) -> int:
        """How many kongs the chain of replacements has."""
        return self.replacements.count("kong")

    @property
    def replaced_flowers(self) -> int:
        """How many flowers the chain of replacements has."""
        return self.replacements.count("flower")

    @property
    def flowers_in_a_row(self) -> int:
        """How many flowers stand at the end of the chain of replacements."""
        chain = "".join("f" if one == "flower" else "-" for one in self.replacements)
        return len(chain) - len(chain.rstrip("f"))

    def after(self, what: str) -> bool:
        """Whether the winning tile replaced a kong or a flower."""
        return self.replacements[-1:] == (what,)

    @property
    def seat_number(self) -> int:
        """The number of the flowers that belong to the winner's seat."""
        return SEATS.index(self.seat) + 1


def _feeder(context: dict[str, Any], hand: Hand) -> str | None:
    """Who fed the kong at the head of the chain: as posted, or by the meld where only exposed kongs can be meant."""
    if context.get("kong_fed_by"):
        return str(context["kong_fed_by"])
    kongs = [meld for meld in hand.melds if meld.kong]
    if "kong" not in context.get("replacements", []) or any(meld.kong != "exposed" for meld in kongs):
        return None
    return next((meld.fed_by for meld in kongs if meld.fed_by), None)


def _pool(context: dict[str, Any]) -> int | None:
    """The pool as posted; nothing lies there before the first discard and under it."""
    opening = context.get("opening")
    return context.get("pool", 0 if opening in {"dealt_hand", "first_discard"} else None)


def read_deal(context: dict[str, Any], hand: Hand) -> Deal:
    """Return the facts of a context."""
    previous = context.get("previous_deal") or {}
    return Deal(
        seat=context["seat"],
        round_wind=context.get("round_wind", "E"),
        by=context["by"],
        giver=context.get("from"),
        winners=len(context.get("winners", [context["seat"]])),
        dealer_streak=context.get("dealer_streak", 0),
        marker_forgotten=context.get("dealer_marker_forgotten", False),
        ready=context.get("ready"),
        on_ready_discard=context.get("on_ready_discard", False),
        replacements=tuple(context.get("replacements", [])),
        kong_fed_by=_feeder(context, hand),
        robbed_kong=context.get("robbed_kong", "added"),
        kong_chain_robbed=context.get("kong_chain_robbed", False),
        last_tile=context.get("last_tile", False),
        pool=_pool(context),
        opening=context.get("opening"),
        called=bool(hand.melds) or context.get("calls_made", False),
        visible=tuple(KINDS[code] for code in split(context.get("visible", []))),
        flowers_paid=context.get("flowers_paid", False),
        table_flowers=context.get("table_flowers"),
        fed_winners=previous.get("fed_winners", 0),
    )
