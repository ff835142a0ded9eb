"""A ruleset made ready for scoring: flat rows in the order of removal, bound patterns, prices, bit masks."""

from __future__ import annotations

from functools import partial
from operator import getitem
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from service.scoring.context import DEFAULTS
from service.scoring.features import Feature
from service.scoring.instances import HAND
from service.scoring.options import Options
from service.scoring.patterns import MEASURES, PATTERNS
from service.scoring.rows import Row, Source, changed, removal_order
from service.scoring.scored import Line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from service.scoring.reading import Reading

PER_PAYER: Final = "payer"


# A fact that rows need and nobody posted: its field, the default used, the rows affected.
Assumed = tuple[str, object, tuple[str, ...]]


class Rule(NamedTuple):
    """The price rule of a chicken row, over row bits: see `rows.Reprice`."""

    at: int
    apart_from: int
    keeps: int


class CompiledRow:
    """One row: `ask` returns its instances, `price` a variant and the fan of one instance; masks are over row bits.

    `always` are the instances of a row whose features say all that it asks for; `whole` is its line where it counts for
    the whole hand; `silences` are the rows that it removes whole where it does so (a twin may count for less).
    """

    __slots__ = (
        "always",
        "anywhere",
        "ask",
        "bit",
        "excludes",
        "fixed",
        "id",
        "per_hand",
        "placeless",
        "price",
        "row",
        "silences",
        "twins",
        "when",
        "whole",
    )

    def __init__(self, row: Row, bits: Mapping[str, int]) -> None:
        pattern = PATTERNS[row.pattern]
        self.row = row
        self.id = row.id
        self.bit = bits[row.id]
        self.when = pattern.features(row.arguments)
        self.always = HAND if pattern.sufficient and not row.arguments else None
        self.ask: Callable[[Reading], Sequence[int]] = (
            partial(pattern.ask, **row.arguments) if row.arguments else pattern.ask
        )
        self.placeless = pattern.placeless
        self.per_hand = row.per == "hand"
        self.twins = sum(bits[name] for name in row.twin if name in bits)
        self.anywhere = sum(bits[name] for name in row.anywhere if name in bits)
        self.excludes = sum(bits[name] for name in set(row.excludes) if name in bits) | self.twins
        self.silences = self.excludes & ~self.twins | self.anywhere
        self.fixed = row.fan if isinstance(row.fan, int) else None
        self.price = _price(row)
        self.whole = None if self.fixed is None else Line(self, None, self.fixed, HAND)


def _price(row: Row) -> Callable[[Reading, int], tuple[str | None, int]]:
    """Return the function from an instance to (variant, fan)."""
    fan = row.fan
    if isinstance(fan, int):
        return lambda _reading, _mask: (None, fan)
    ask = MEASURES[row.by or ""].ask
    if set(fan) == {"per", "plus"}:
        return lambda reading, mask: (None, fan["per"] * ask(reading, mask) + fan["plus"])
    if all(step.isdigit() for step in fan):
        steps = sorted((int(step), price) for step, price in fan.items())

        def by_step(reading: Reading, mask: int) -> tuple[str | None, int]:
            reached = [(str(step), price) for step, price in steps if step <= ask(reading, mask)]
            return reached[-1] if reached else (None, 0)

        return by_step

    def by_variant(reading: Reading, mask: int) -> tuple[str | None, int]:
        variant = ask(reading, mask)
        return variant, fan[variant]

    return by_variant


class Ruleset:
    """A compiled table: the rows that are on, the options in force, and where it comes from."""

    def __init__(self, source: Source, rows: Sequence[Row], options: Options, digest: str | None = None) -> None:
        self.source = source
        self.options = options
        self.digest = digest
        ordered = removal_order(tuple(rows))
        # The first to be asked has the highest bit, which is the one that is found at once.
        bits = {row.id: 1 << index for index, row in enumerate(reversed(ordered))}
        compiled = [CompiledRow(row, bits) for row in ordered]
        self.by_id = {row.id: row for row in compiled}
        self.by_bit = compiled[::-1]
        self.per_payer = [row for row in compiled if row.row.scope == PER_PAYER]
        self.reprices = [row for row in compiled if row.row.reprice is not None]
        self.rules = {
            row.id: Rule(rule.at, self._mask(bits, rule.apart_from), self._mask(bits, rule.keeps))
            for row in self.reprices
            if (rule := row.row.reprice) is not None
        }
        self.flower_wins = self._mask(bits, source.flower_wins)
        self.dual_rows = self._mask(bits, source.dual_rows)
        self.needs = _needs(rows)
        self.payer_rows = frozenset(row.id for row in self.per_payer)
        self.facts_needed = frozenset(self.needs)
        # Bounded by the needs: one answer for each choice of those that are posted.
        self._assumed: dict[tuple[frozenset[str], bool, bool], tuple[Assumed, ...]] = {}
        apart = {row.bit for row in (*self.per_payer, *self.reprices)}
        self._askable = sum(row.bit for row in compiled if row.bit not in apart)
        self._blocked = _blocked_by_absence(compiled)

    @staticmethod
    def _mask(bits: Mapping[str, int], names: Sequence[str]) -> int:
        return sum(bits[name] for name in names if name in bits)

    def assumed(self, posted: frozenset[str], *, declared: bool, paid: bool) -> tuple[Assumed, ...]:
        """Return what was taken for granted where so much was posted of what rows need.

        `declared`: 叮 was, so that what came after it matters; `paid`: some payer pays the rows added per payer.
        """
        key = (posted, declared, paid)
        known = self._assumed.get(key)
        if known is None:
            known = self._assumed[key] = tuple(
                (name, DEFAULTS[name], affected)
                for name, rows in self.needs.items()
                if name not in posted and (declared or not name.startswith("ready."))
                if (affected := tuple(row for row in rows if paid or row not in self.payer_rows))
            )
        return known

    def candidates(self, features: int) -> int:
        """Return the rows (as bits) that a reading with these features can have."""
        blocked = 0
        for rows in map(getitem, self._blocked, features.to_bytes(len(self._blocked), "little")):
            blocked |= rows
        return self._askable & ~blocked


def _blocked_by_absence(rows: Sequence[CompiledRow]) -> tuple[tuple[int, ...], ...]:
    """Return, for each byte of the features and each value of it, the rows that need a feature which is not there."""
    tables = []
    for first in range(0, Feature.BITS, 8):
        needed = [sum(row.bit for row in rows if row.when >> first + n & 1) for n in range(8)]
        table = [0] * 256
        for value in range(254, -1, -1):
            absent = ~value & value + 1
            table[value] = table[value | absent] | needed[absent.bit_length() - 1]
        tables.append(tuple(table))
    return tuple(tables)


def _needs(rows: Sequence[Row]) -> dict[str, tuple[str, ...]]:
    """Return the context fields that rows need to be told, each with the rows that need it."""
    needs: dict[str, list[str]] = {}
    for row in rows:
        for name in row.needs:
            needs.setdefault(name, []).append(row.id)
    return {name: tuple(affected) for name, affected in needs.items()}


def compile_ruleset(
    source: Source,
    *,
    options: Mapping[str, Any] | None = None,
    on: Mapping[str, bool] | None = None,
    fan: Mapping[str, int | dict[str, int]] | None = None,
    digest: str | None = None,
) -> Ruleset:
    """Compile a ruleset, or a table derived from it: other options, rows switched on or off, other prices (fan)."""
    in_force = options_in_force(source, options or {})
    rows: list[Row] = []
    for row in source.all_rows:
        if not (on or {}).get(row.id, row.default == "on"):
            continue
        rows.append(row)
    names = {row.id for row in rows}
    table = [priced(in_force_row(row, in_force, names), (fan or {}).get(row.id)) for row in rows]
    return Ruleset(source, table, in_force, digest)


def options_in_force(source: Source, changes: Mapping[str, Any]) -> Options:
    """Return a ruleset's options with some changed; the values were checked where they entered."""
    values = {**source.options, **changes}
    own = {switch.name: values.pop(switch.name) for switch in source.switches}
    ledger = {**source.options["ledger"], **values.pop("ledger")}
    return Options(**values, ledger=tuple(sorted(ledger.items())), extra=tuple(sorted(own.items())))


def in_force_row(row: Row, options: Options, names: set[str]) -> Row:
    """Return a row as the options, and the other rows that are on, have it."""
    for change in row.when:
        holds = change["row"] in names if "row" in change else options.value(change["option"]) == change["is"]
        if holds:
            row = changed(row, change)
    return row


def priced(row: Row, fan: int | dict[str, int] | None) -> Row:
    """Return a row at another price: one for everything, or new ones for some of its variants."""
    if fan is None:
        return row
    if isinstance(fan, int):
        return changed(row, {"fan": fan, "by": ""})
    assert isinstance(row.fan, dict)  # noqa: S101  (checked by `derive`)
    return changed(row, {"fan": {**row.fan, **fan}})
