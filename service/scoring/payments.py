"""Who pays whom: shares of base, hand and dealer's fan, made up part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.scoring.context import EAST_SEAT

if TYPE_CHECKING:
    from service.scoring.compiled import Ruleset
    from service.scoring.facts import Facts
    from service.scoring.reading import Reading

LEDGER = "ledger"
# What a share is made of: the id of a row, `hand` or `base`, and its fan.
Parts = tuple[tuple[str, int], ...]


class Payment(NamedTuple):
    """One payer's debt for this win, in fan; `parts` add up to it; `settlement` is ledger or cash."""

    payer: int
    winner: int
    parts: Parts
    settlement: str

    @property
    def fan(self) -> int:
        """The sum of the parts."""
        return sum([fan for _, fan in self.parts])


def hand_payments(ruleset: Ruleset, facts: Facts, reading: Reading, total: int, bases: int = 1) -> list[Payment]:
    """Return the payments for a hand of `total` fan with so many bases.

    All three pay a self-draw, the giver alone another win; the feeder of an exposed kong pays one share or all.
    """
    winner = facts.context.seat
    fed_by = facts.fed_by
    if facts.self_drawn or (fed_by is not None and ruleset.options.fed_kong_pays == "all_shares"):
        payers = [seat for seat in range(4) if seat != winner]
    else:
        payers = [facts.context.from_seat if fed_by is None else fed_by]  # type: ignore[list-item]  # never None here
    if fed_by is not None:
        payers = payers if ruleset.options.fed_kong_pays == "all_shares" else [fed_by]
        parts = _together(_shares(ruleset, reading, payers, total, bases))
        return [Payment(fed_by, winner, parts, LEDGER)]
    shares = _shares(ruleset, reading, payers, total, bases)
    return [Payment(seat, winner, parts, LEDGER) for seat, parts in zip(payers, shares, strict=True)]


def _shares(ruleset: Ruleset, reading: Reading, payers: list[int], total: int, bases: int) -> list[Parts]:
    """Return each payer's share; those of players who are not the dealer are alike."""
    plain = share(ruleset, reading, payers[-1], total, bases)
    if payers[0] != EAST_SEAT or len(payers) == 1:
        return [plain] * len(payers)
    return [share(ruleset, reading, EAST_SEAT, total, bases), *[plain] * (len(payers) - 1)]


def flower_payments(ruleset: Ruleset, facts: Facts, reading: Reading, total: int) -> list[Payment]:
    """Return the payments for called flowers: all three pay for eight, the other holder alone for a robbed one."""
    winner, holder = facts.context.seat, facts.context.from_seat
    payers = [seat for seat in range(4) if seat != winner] if holder is None else [holder]
    settlement = ruleset.source.flower_settlement
    shares = _shares(ruleset, reading, payers, total, 1)
    return [Payment(seat, winner, parts, settlement) for seat, parts in zip(payers, shares, strict=True)]


def share(ruleset: Ruleset, reading: Reading, payer: int, total: int, bases: int = 1) -> Parts:
    """Return the parts of one payer's share: the hand, the base where it is paid beside it, the dealer's fan."""
    parts = [("hand", total)]
    if ruleset.options.base:
        parts.append(("base", ruleset.options.base * bases))
    if EAST_SEAT in (payer, reading.facts.context.seat) and ruleset.options.dealer != "off":
        parts += [(row.id, row.price(reading, 0)[1]) for row in ruleset.per_payer]
    return tuple(parts)


def _together(shares: list[Parts]) -> Parts:
    sums: dict[str, int] = {}
    for parts in shares:
        for name, fan in parts:
            sums[name] = sums.get(name, 0) + fan
    return tuple(sums.items())
