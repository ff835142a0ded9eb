"""Who pays whom: shares of base, hand and dealer's fan, made up part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.scoring.context import EAST_SEAT

if TYPE_CHECKING:
    from service.scoring.compiled import Ruleset
    from service.scoring.facts import Facts
    from service.scoring.reading import Reading

LEDGER = "ledger"


class Payment(NamedTuple):
    """One payer's debt for this win, in fan; `parts` add up to it; `settlement` is ledger or cash."""

    payer: int
    winner: int
    parts: tuple[tuple[str, int], ...]
    settlement: str

    @property
    def fan(self) -> int:
        """The sum of the parts."""
        return sum(fan for _, fan in self.parts)


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
        parts = _together([share(ruleset, reading, seat, total, bases) for seat in payers])
        return [Payment(fed_by, winner, parts, LEDGER)]
    return [Payment(seat, winner, share(ruleset, reading, seat, total, bases), LEDGER) for seat in payers]


def flower_payments(ruleset: Ruleset, facts: Facts, reading: Reading, total: int) -> list[Payment]:
    """Return the payments for called flowers: all three pay for eight, the other holder alone for a robbed one."""
    winner, holder = facts.context.seat, facts.context.from_seat
    payers = [seat for seat in range(4) if seat != winner] if holder is None else [holder]
    settlement = ruleset.source.flower_settlement
    return [Payment(seat, winner, share(ruleset, reading, seat, total), settlement) for seat in payers]


def share(ruleset: Ruleset, reading: Reading, payer: int, total: int, bases: int = 1) -> tuple[tuple[str, int], ...]:
    """Return the parts of one payer's share: the hand, the base where it is paid beside it, the dealer's fan."""
    parts = [("hand", total)]
    if ruleset.options.base:
        parts.append(("base", ruleset.options.base * bases))
    if EAST_SEAT in (payer, reading.facts.context.seat) and ruleset.options.dealer != "off":
        parts += [(row.id, row.price(reading, 0)[1]) for row in ruleset.per_payer]
    return tuple(parts)


def _together(shares: list[tuple[tuple[str, int], ...]]) -> tuple[tuple[str, int], ...]:
    sums: dict[str, int] = {}
    for parts in shares:
        for name, fan in parts:
            sums[name] = sums.get(name, 0) + fan
    return tuple(sums.items())
