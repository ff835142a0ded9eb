"""From a reading to its fans: match, count, exclude, price; whatever does not count is kept with its cause."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from service.scoring.instances import HAND, PLACES_MASK
from service.scoring.scored import Line, Removal, ScoredReading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.scoring.compiled import CompiledRow, Rule, Ruleset
    from service.scoring.reading import Reading


class Priced:
    """Instances of equal tiles (one alone, unless equal tiles count once): the dearest, its price, and its copies."""

    __slots__ = ("copies", "each", "mask", "variant")

    def __init__(self, mask: int, variant: str | None, each: int, copies: tuple[int, ...] = ()) -> None:
        self.mask = mask
        self.variant = variant
        self.each = each
        self.copies = copies


class _Count:
    """A tally in the making: what counts so far, and what that removes; `explain`: what is removed is kept."""

    __slots__ = ("counted", "explain", "lines", "removals", "removed", "total")

    def __init__(self, *, explain: bool) -> None:
        self.explain = explain
        self.lines: list[Line] = []
        self.removals: list[Removal] = []
        self.counted: list[tuple[CompiledRow, tuple[int, ...]]] = []
        self.removed = 0
        self.total = 0

    def copy(self) -> _Count:
        twin = _Count(explain=self.explain)
        twin.lines, twin.removals = self.lines[:], self.removals[:]
        twin.counted, twin.removed, twin.total = self.counted[:], self.removed, self.total
        return twin


def tally(ruleset: Ruleset, reading: Reading, *, explain: bool = True) -> ScoredReading:
    """Count a reading's fans: of all choices that the counting rule leaves open, the one with the highest total.

    Without `explain` nothing is said of what does not count.
    """
    return _tally_from(ruleset, reading, ruleset.candidates(reading.features), _Count(explain=explain))


def _tally_from(ruleset: Ruleset, reading: Reading, left: int, count: _Count) -> ScoredReading:
    """Ask the rows that are left, removers before what they remove (so the highest bit first)."""
    rows, counting, explain, lines = ruleset.by_bit, ruleset.options.counting, count.explain, count.lines
    asked = reading.asked
    fan = 0
    while left:
        row = rows[left.bit_length() - 1]
        bit = row.bit
        left ^= bit
        masks = row.always or (row.ask(reading) if asked is None else _ask_once(row, reading, asked))
        if not masks:
            continue
        if len(masks) == 1 and not count.removed & bit:
            # The only instance of a row that nothing removes: the common case, so the short way.
            line = row.whole if masks is HAND and row.whole else _line(row, reading, masks[0])
            lines.append(line)
            fan += line.each
            if row.excludes:
                count.counted.append((row, line.instances))
                count.removed |= row.excludes
                if not explain:
                    left &= ~(row.anywhere if masks[0] else row.silences)
            continue
        instances = _priced(row, reading, masks, counting)
        if count.removed & bit:
            instances = _exclude(count, row, reading, instances)
        choices = _choices(row, instances, counting)
        if len(choices) > 1:
            count.total += fan
            branches = [_branch(count, row, instances, choice) for choice in choices]
            tallies = [_tally_from(ruleset, reading, left, branch) for branch in branches]
            return max(tallies, key=lambda one: one.total)
        if instances:
            _drop(count, row, instances, choices[0])
            _take(count, row, choices[0])
    count.total += fan
    return _finish(ruleset, reading, count)


def _ask_once(row: CompiledRow, reading: Reading, asked: dict[int, Sequence[int]]) -> Sequence[int]:
    """Ask a row what it may have said already of the same sets."""
    if not row.placeless:
        return row.ask(reading)
    masks = asked.get(row.bit)
    if masks is None:
        masks = asked[row.bit] = row.ask(reading)
    return masks


def _branch(count: _Count, row: CompiledRow, instances: list[Priced], choice: list[Priced]) -> _Count:
    """Return the count as it goes on where this choice counts."""
    branch = count.copy()
    _drop(branch, row, instances, choice)
    _take(branch, row, choice)
    return branch


def _line(row: CompiledRow, reading: Reading, mask: int) -> Line:
    if row.fixed is not None:
        return Line(row, None, row.fixed, (mask,))
    variant, each = row.price(reading, mask)
    return Line(row, variant, each, (mask,))


def _priced(row: CompiledRow, reading: Reading, masks: Sequence[int], counting: str) -> list[Priced]:
    """Give each instance its price; where equal tiles count once, join copies under the dearest of them."""
    if counting != "kinds" or len(masks) == 1 or not reading.repeats:
        fan = row.fixed
        if fan is not None:
            return [Priced(mask, None, fan) for mask in masks]
        return [Priced(mask, *row.price(reading, mask)) for mask in masks]
    prices = [(mask, *row.price(reading, mask)) for mask in masks]
    groups: dict[int, list[tuple[int, str | None, int]]] = {}
    for price in prices:
        groups.setdefault(reading.tiles_key(price[0]), []).append(price)
    found = []
    for group in groups.values():
        best = max(group, key=lambda price: price[2])
        found.append(Priced(*best, tuple(price[0] for price in group if price[0] != best[0])))
    return found


def _exclude(count: _Count, row: CompiledRow, reading: Reading, instances: list[Priced]) -> list[Priced]:
    """Take out the instances that a counted row removes; keep each removal with its cause."""
    survivors = instances
    for by, counted in count.counted:
        if by.excludes & row.bit:
            hit = _hit(by, counted, row, instances if count.explain else survivors, reading)
            if hit:
                survivors = [i for i in survivors if i not in hit]
                if count.explain:
                    count.removals += _removals(row, hit, by)
                elif not survivors:
                    break
    return survivors


def _hit(
    by: CompiledRow, counted: tuple[int, ...], row: CompiledRow, instances: list[Priced], reading: Reading
) -> list[Priced]:
    """Return the instances that a counted row removes: the same tiles for a twin, else any copy within a counted one.

    A fact about the whole hand removes, and is removed, whole; so does a row that says `anywhere`.
    """
    if by.anywhere & row.bit:
        return instances
    if by.twins & row.bit:
        keys = [reading.tiles_key(mask) for mask in counted]
        return [i for i in instances if reading.tiles_key(i.mask) in keys]
    if 0 in counted:
        return instances
    return [i for i in instances if _within(i.mask, counted) or any(_within(copy, counted) for copy in i.copies)]


def _within(mask: int, counted: tuple[int, ...]) -> bool:
    """Whether all places of an instance are those of a counted one; those of a fact about the whole hand are."""
    places = mask & PLACES_MASK
    for other in counted:
        if not places & ~other:
            return True
    return not places


def _removals(row: CompiledRow, instances: Sequence[Priced], by: CompiledRow) -> list[Removal]:
    if len(instances) == 1:
        only = instances[0]
        return [Removal(row, only.variant, only.each, (only.mask,), by)]

    def price(instance: Priced) -> tuple[str, int]:
        return instance.variant or "", instance.each

    ordered = sorted(instances, key=price)
    return [
        Removal(row, variant or None, each, tuple(i.mask for i in group), by)
        for (variant, each), group in groupby(ordered, key=price)
    ]


def _choices(row: CompiledRow, instances: list[Priced], counting: str) -> list[list[Priced]]:
    """Return what the counting rule lets a row count; several choices only where they matter to other rows."""
    if len(instances) < 2:
        return [instances]
    if row.per_hand:
        choices = [[instance] for instance in instances]
    elif counting == "once" and _any_share(instances):
        choices = _disjoint_families(instances)
    else:
        return [instances]
    if row.excludes:
        return choices
    return [max(choices, key=lambda choice: sum(i.each for i in choice))]


def _any_share(instances: list[Priced]) -> bool:
    """Whether two instances share a set or a flower."""
    seen = 0
    for instance in instances:
        places = instance.mask & PLACES_MASK
        if seen & places:
            return True
        seen |= places
    return False


def _disjoint_families(instances: list[Priced]) -> list[list[Priced]]:
    """Return every largest choice of instances of which no two share a set."""

    def clash(a: Priced, b: Priced) -> bool:
        return bool(a.mask & b.mask & PLACES_MASK)

    families: list[list[Priced]] = []

    def extend(chosen: list[Priced], start: int) -> None:
        if all(any(clash(i, c) for c in chosen) for i in instances if i not in chosen):
            families.append(chosen)
        for position in range(start, len(instances)):
            if not any(clash(instances[position], c) for c in chosen):
                extend([*chosen, instances[position]], position + 1)

    extend([], 0)
    return families


def _drop(count: _Count, row: CompiledRow, instances: list[Priced], chosen: list[Priced]) -> None:
    """Keep what the counting rule leaves out: instances not chosen, and copies of equal tiles."""
    if not count.explain:
        return
    dropped = [i for i in instances if i not in chosen]
    dropped += [Priced(copy, i.variant, i.each, ()) for i in chosen for copy in i.copies]
    count.removals += _removals(row, dropped, row)


def _take(count: _Count, row: CompiledRow, chosen: list[Priced]) -> None:
    """Count instances: one line for each price."""
    lines: dict[tuple[str | None, int], list[int]] = {}
    for instance in chosen:
        lines.setdefault((instance.variant, instance.each), []).append(instance.mask)
        count.total += instance.each
    count.lines += [Line(row, variant, each, tuple(masks)) for (variant, each), masks in lines.items()]
    if row.excludes and chosen:
        count.counted.append((row, tuple(instance.mask for instance in chosen)))
        count.removed |= row.excludes


def _finish(ruleset: Ruleset, reading: Reading, count: _Count) -> ScoredReading:
    """Add up, and reprice the hand where a chicken row says so."""
    total = count.total
    for row in ruleset.reprices:
        if row.when & ~reading.features:
            continue
        rule = ruleset.rules[row.id]
        if _worth(count.lines, rule) == rule.at and row.ask(reading):
            return _repriced(row, reading, count, rule.keeps)
    return ScoredReading(reading, total, count.lines, count.removals)


def _worth(lines: list[Line], rule: Rule) -> int:
    """Return the fan of the lines that the rule looks at, or as much of it as is too much already."""
    fan = 0
    for line in lines:
        if not line.row.bit & rule.apart_from:
            fan += line.total
            if fan > rule.at:
                break
    return fan


def _repriced(row: CompiledRow, reading: Reading, count: _Count, keeps: int) -> ScoredReading:
    kept = [line for line in count.lines if line.row.bit & keeps]
    gone = [line.removed(row) for line in count.lines if not line.row.bit & keeps]
    variant, each = row.price(reading, 0)
    lines = [*kept, Line(row, variant, each, (0,))]
    return ScoredReading(reading, sum([line.total for line in lines]), lines, [*count.removals, *gone])
