"""A second scorer: every reading of a win with what its rows add, the best total, and the payments."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from . import rows_baike, rows_house, rows_wikipedia
from .counting import Chicken, Outcome, count
from .deal import Deal, read_deal
from .notation import CODES, Hand, read_hand
from .payments import Payment, flower_payments, payments
from .readings import Block, Reading, allowed, readings, waits
from .tables import Table, read_table
from .win import Rows, Win

Key = tuple[object, ...]
PAIRS_ROWS = {"lik_ku_lik_ku", "lik_ku_eight_way"}


class Rules(NamedTuple):
    """What differs between the rulesets beside their tables."""

    rows: Rows
    flower_rows: set[str]
    robbed: tuple[int, ...]
    called: str
    settlement: str
    marker_matters: bool


RULES = {
    "baike": Rules(rows_baike.ROWS, rows_baike.FLOWER_ROWS, (7,), "apart", "cash", marker_matters=False),
    "wikipedia": Rules(rows_wikipedia.ROWS, rows_wikipedia.FLOWER_ROWS, (), "added", "ledger", marker_matters=True),
    "house": Rules(rows_house.ROWS, rows_house.FLOWER_ROWS, (1, 7), "apart", "ledger", marker_matters=False),
}


@dataclass(frozen=True)
class Scored:
    """One reading's total and the ways to come by it: what each row adds."""

    key: Key
    form: str
    total: int
    ways: list[dict[str, int]]
    wait: str | None = None
    bases: int = 1


@dataclass(frozen=True)
class Answer:
    """What the oracle says to a request; `refused` names the problem where there is no win."""

    readings: list[Scored] = field(default_factory=list)
    waits: list[str] = field(default_factory=list)
    total: int = 0
    payments: list[Payment] = field(default_factory=list)
    refused: str | None = None


def block_key(block: Block) -> Key:
    """Return what tells a set from others."""
    return (block.type, tuple(CODES[kind] for kind in block.kinds), block.melded, block.kong or "", block.won)


def reading_key(reading: Reading) -> Key:
    """Return what tells a reading from others."""
    sets = tuple(sorted(block_key(block) for block in reading.blocks))
    eyes = "" if reading.eyes is None else CODES[reading.eyes]
    return (reading.form, sets, eyes, reading.eyes_won, reading.single_won)


def _chickens(table: Table) -> list[Chicken]:
    if table.id == "wikipedia":
        return rows_wikipedia.chickens(table.options)
    return rows_baike.CHICKENS if table.id == "baike" else rows_house.CHICKENS


@dataclass(frozen=True)
class _Request:
    table: Table
    rules: Rules
    hand: Hand
    deal: Deal
    waits: tuple[int, ...]

    def win(self, reading: Reading) -> Win:
        """Return what the rows look at; flowers that are paid for count no more."""
        called = self.deal.by == "flowers"
        apart = called and self.rules.called == "apart" and reading.form != "flowers"
        flowers = () if apart or self.deal.flowers_paid else self.hand.flowers
        return Win(self.hand, self.deal, self.table.options, reading, self.waits, flowers)

    def scored(self, reading: Reading) -> Scored:
        """Return a reading's total and rows."""
        win = self.win(reading)
        among = self.rules.flower_rows if reading.form == "flowers" else None
        outcome = count(win, self.table, self.rules.rows, _chickens(self.table), among=among)
        return Scored(reading_key(reading), reading.form, outcome.total, outcome.ways, win.place)


def _sum(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {name: one.get(name, 0) + other.get(name, 0) for name in {**one, **other}}


def _added(best: Scored, pairs: Scored) -> Outcome:
    """Return the standard reading with the row of the seven pairs beside it."""
    row = {name: fan for name, fan in pairs.ways[0].items() if name in PAIRS_ROWS}
    return Outcome(best.total + sum(row.values()), [_sum(way, row) for way in best.ways])


def _whole_rows(request: _Request, reading: Reading) -> set[str]:
    """Return the rows about the whole hand or the deal that are there in a reading."""
    win = request.win(reading)
    hits = {name: request.rules.rows[name](win) for name in request.table.rows}
    flowers = request.rules.flower_rows
    return {name for name, found in hits.items() if found and (not found[0].members or name in flowers)}


def _both(request: _Request, one: tuple[Reading, Scored], other: tuple[Reading, Scored], *, once: bool) -> Outcome:
    shared = _whole_rows(request, one[0]) & _whole_rows(request, other[0]) if once else set()
    ways = []
    for way in one[1].ways:
        for second in other[1].ways:
            left = {name: fan for name, fan in second.items() if name not in shared or name not in way}
            ways.append(_sum(way, left))
    total = max(sum(way.values()) for way in ways)
    return Outcome(total, [way for way in ways if sum(way.values()) == total])


def _dual(request: _Request, found: list[tuple[Reading, Scored]]) -> list[Scored]:
    """兩食: the best standard reading together with the seven pairs and a triplet."""
    mode = request.table.options["dual_reading"]
    standard = [one for one in found if one[0].form == "standard"]
    pairs = [one for one in found if one[0].form == "lik_ku_lik_ku"]
    if mode == "better" or not standard or not pairs or "lik_ku_lik_ku" not in request.table.rows:
        return []
    best = max(scored.total for _, scored in standard)
    tied = [one for one in standard if one[1].total == best]
    outcomes = [
        _added(one[1], pairs[0][1]) if mode == "add_row" else _both(request, one, pairs[0], once=mode != "two_hands")
        for one in tied
    ]
    total = outcomes[0].total
    ways = [way for outcome in outcomes for way in outcome.ways]
    return [Scored(("dual",), "dual", total, ways, bases=1 if mode == "add_row" else 2)]


def _payments(request: _Request, best: Scored | None, flowers: Scored | None) -> list[Payment]:
    deal, options, rules = request.deal, request.table.options, request.rules
    paid: list[Payment] = []
    if flowers is not None and (best is None or rules.called == "apart"):
        paid += flower_payments(deal, flowers.total, options, rules.settlement, marker_matters=rules.marker_matters)
    if best is not None:
        paid += payments(deal, best.total, best.bases, options, marker_matters=rules.marker_matters)
    return sorted(paid)


def _with_chained_row(table: Table) -> Table:
    return replace(table, options={**table.options, "chained_row": "pure_chained_chows" in table.rows})


def score(body: dict[str, Any]) -> Answer:
    """Return the oracle's answer to a request to score."""
    table = _with_chained_row(read_table(body["ruleset"]))
    hand = read_hand(body["hand"])
    deal = read_deal(body["context"], hand)
    known = waits(hand, table.options)
    request = _Request(table, RULES[table.id], hand, deal, known)
    complete = readings(hand, table.options)
    won = [reading for reading in complete if allowed(reading, deal, table.options)]
    called = deal.by == "flowers"
    if called and deal.giver and len(hand.flowers) not in request.rules.robbed:
        return Answer(refused="win-not-allowed")
    if not won and (not called or hand.won is not None):
        return Answer(refused="win-not-allowed" if complete else "not-a-winning-hand")
    found = [(reading, request.scored(reading)) for reading in won]
    scored = [one for _, one in found] + _dual(request, found)
    flowers = request.scored(Reading("flowers")) if called else None
    best = max(scored, key=lambda one: (one.total, one.bases), default=None)
    everything = scored + ([flowers] if flowers else [])
    total = (best or everything[0]).total
    return Answer(everything, [CODES[kind] for kind in known], total, _payments(request, best, flowers))
