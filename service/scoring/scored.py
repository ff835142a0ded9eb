"""What scoring gives: the lines that count, those that were removed, readings and the whole answer.

Plain classes, since some are made for every row of every reading: a named tuple takes twice as long to make and to
read, compiled even five times.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.decompose import DUAL, FORMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.scoring.compiled import Assumed, CompiledRow
    from service.scoring.facts import Facts
    from service.scoring.payments import Payment
    from service.scoring.reading import Reading


class Line:
    """What a row adds at one price: `each` fan for each of its instances."""

    __slots__ = ("each", "instances", "row", "variant")

    def __init__(self, row: CompiledRow, variant: str | None, each: int, instances: tuple[int, ...]) -> None:
        self.row = row
        self.variant = variant
        self.each = each
        self.instances = instances

    @property
    def total(self) -> int:
        """The fan of all instances."""
        return self.each * len(self.instances)

    def removed(self, by: CompiledRow) -> Removal:
        """Return the line as one that does not count, and the row that removed it."""
        return Removal(self.row, self.variant, self.each, self.instances, by)


class Removal:
    """Instances of a row that matched and do not count, and the row that removed them (itself: the counting rule)."""

    __slots__ = ("by", "each", "instances", "row", "variant")

    def __init__(
        self, row: CompiledRow, variant: str | None, each: int, instances: tuple[int, ...], by: CompiledRow
    ) -> None:
        self.row = row
        self.variant = variant
        self.each = each
        self.instances = instances
        self.by = by


class ScoredReading:
    """A reading with its fans. `other` is the lik_ku_lik_ku hand of a dual reading, with what counts there."""

    __slots__ = ("bases", "form", "lines", "other", "reading", "removals", "total")

    def __init__(self, reading: Reading, total: int, lines: Sequence[Line], removals: Sequence[Removal]) -> None:
        self.reading = reading
        self.form = reading.form
        self.total = total
        self.lines = lines
        self.removals = removals
        self.other: ScoredReading | None = None
        self.bases = 1

    def beside(self, other: ScoredReading, bases: int) -> ScoredReading:
        """Return the dual reading of this hand and the lik_ku_lik_ku hand `other`, paid with so many bases."""
        dual = ScoredReading(self.reading, self.total + other.total, self.lines, self.removals)
        dual.form, dual.other, dual.bases = DUAL, other, bases
        return dual

    @property
    def order(self) -> tuple[int, int, tuple[int, ...], int]:
        """Best first: total, form, sets in tile order, place of the winning tile with the eyes last."""
        reading = self.reading
        codes = reading.codes
        if reading.facts.meld_codes:
            codes = tuple(sorted(codes))
        return -self.total, FORMS.index(self.form), codes, reading.won


class Score:
    """The whole answer: waits as kinds, every reading best first, payments in fan, defaults that were used."""

    __slots__ = ("assumed", "facts", "payments", "readings")

    def __init__(
        self,
        facts: Facts,
        readings: Sequence[ScoredReading],
        payments: Sequence[Payment],
        assumed: tuple[Assumed, ...],
    ) -> None:
        self.facts = facts
        self.readings = readings
        self.payments = payments
        self.assumed = assumed
