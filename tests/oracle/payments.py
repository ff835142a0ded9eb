"""Who pays how much: `scoring.md`, section 3."""

from __future__ import annotations

from typing import Any, NamedTuple

from .deal import Deal
from .notation import SEATS
from .win import feeder


class Payment(NamedTuple):
    """What one player owes, and where it is entered."""

    giver: str
    fan: int
    settlement: str


def _dealer_fan(deal: Deal, payer: str, options: dict[str, Any], *, marker_matters: bool) -> int:
    """2n+1 where the dealer wins or pays; a dealer who forgot the marker gets 1 but pays in full."""
    if options["dealer"] == "off" or "E" not in {deal.seat, payer}:
        return 0
    forgotten = marker_matters and deal.dealer and deal.marker_forgotten
    return 1 if options["dealer"] == "flat" or forgotten else 2 * deal.dealer_streak + 1


def payments(deal: Deal, total: int, bases: int, options: dict[str, Any], *, marker_matters: bool) -> list[Payment]:
    """Return what is paid for the hand."""
    others = [seat for seat in SEATS if seat != deal.seat]
    shares = {
        payer: total + bases * options["base"] + _dealer_fan(deal, payer, options, marker_matters=marker_matters)
        for payer in others
    }
    fed_by = feeder(deal, options) if deal.by == "self_draw" else None
    if fed_by is not None:
        alone = sum(shares.values()) if options["fed_kong_pays"] == "all_shares" else shares[fed_by]
        return [Payment(fed_by, alone, "ledger")]
    payers = [deal.giver] if deal.by in {"discard", "robbed_kong"} else others
    return [Payment(payer, shares[payer], "ledger") for payer in payers if payer is not None]


def flower_payments(
    deal: Deal, total: int, options: dict[str, Any], settlement: str, *, marker_matters: bool
) -> list[Payment]:
    """Return what is paid for called flowers: by all three, or by the holder of the robbed ones."""
    payers = [deal.giver] if deal.giver else [seat for seat in SEATS if seat != deal.seat]
    return [
        Payment(
            payer,
            total + options["base"] + _dealer_fan(deal, payer, options, marker_matters=marker_matters),
            settlement,
        )
        for payer in payers
    ]
