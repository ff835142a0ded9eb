"""Who pays whom: shares of base, hand and dealer's fan, made up part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.context import EAST_SEAT

if TYPE_CHECKING:
    from service.scoring.compiled import Ruleset
    from service.scoring.scored import ScoredReading

LEDGER = "ledger"
OTHERS = tuple([seat for seat in range(4) if seat != winner] for winner in range(4))
# What a share is made of: the id of a row, `hand` or `base`, and its fan.
Parts = tuple[tuple[str, int], ...]


class Payment:
    """One payer's debt for this win, in fan; `parts` add up to it; `settlement` is ledger or cash."""

    __slots__ = ("parts", "payer", "settlement", "winner")

    def __init__(self, payer: int, winner: int, parts: Parts, settlement: str) -> None:
        self.payer = payer
        self.winner = winner
        self.parts = parts
        self.settlement = settlement

    @property
    def fan(self) -> int:
        """The sum of the parts."""
        return sum([fan for _, fan in self.parts])


def hand_payments(ruleset: Ruleset, best: ScoredReading) -> list[Payment]:
    """Return the payments for a complete hand, by its best reading.

    All three pay a self-draw, the giver alone another win; the feeder of an exposed kong pays one share or all.
    """
    facts = best.reading.facts
    winner, fed_by = facts.context.seat, facts.fed_by
    for_all = fed_by is not None and ruleset.options.fed_kong_pays == "all_shares"
    if fed_by is not None and not for_all:
        payers = [fed_by]
    elif facts.self_drawn or for_all:
        payers = OTHERS[winner]
    else:
        payers = [facts.context.from_seat]  # type: ignore[list-item]  # never None here
    payments = _payments(ruleset, best, payers, LEDGER)
    if fed_by is not None:
        payments = [Payment(fed_by, winner, _together([payment.parts for payment in payments]), LEDGER)]
    return payments


def flower_payments(ruleset: Ruleset, called: ScoredReading) -> list[Payment]:
    """Return the payments for called flowers: all three pay for eight, the other holder alone for a robbed one."""
    context = called.reading.facts.context
    payers = OTHERS[context.seat] if context.from_seat is None else [context.from_seat]
    return _payments(ruleset, called, payers, ruleset.source.flower_settlement)


def _payments(ruleset: Ruleset, scored: ScoredReading, payers: list[int], settlement: str) -> list[Payment]:
    """Return what each pays, lowest seat first; the shares of those who are not the dealer are alike."""
    winner = scored.reading.facts.context.seat
    plain = share(ruleset, scored, payers[-1])
    dealers = share(ruleset, scored, EAST_SEAT) if payers[0] == EAST_SEAT else plain
    return [Payment(seat, winner, dealers if seat == EAST_SEAT else plain, settlement) for seat in payers]


def share(ruleset: Ruleset, scored: ScoredReading, payer: int) -> Parts:
    """Return the parts of one payer's share: the hand, the base where it is paid beside it, the dealer's fan."""
    options = ruleset.options
    parts = [("hand", scored.total)]
    if options.base:
        parts.append(("base", options.base * scored.bases))
    if options.dealer != "off" and EAST_SEAT in (payer, scored.reading.facts.context.seat):
        parts += [(row.id, row.price(scored.reading, 0)[1]) for row in ruleset.per_payer]
    return tuple(parts)


def _together(shares: list[Parts]) -> Parts:
    sums: dict[str, int] = {}
    for parts in shares:
        for name, fan in parts:
            sums[name] = sums.get(name, 0) + fan
    return tuple(sums.items())
