"""Which instances of which rows count: `scoring.md`, section 2, tried out in every way that the rules leave open."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from .tables import Row, Table
from .win import Hit, Rows, Win

Key = tuple[object, ...]


@dataclass(frozen=True)
class Chicken:
    """A row that reprices a hand whose other rows, some apart, come to a certain sum; `lost` are apart but not kept."""

    id: str
    at: int
    kept: tuple[str, ...]
    lost: tuple[str, ...] = ()


class Unit(NamedTuple):
    """What counts as one: an instance, under `kinds` with all its copies, at its best price."""

    copies: tuple[frozenset[int | str], ...]
    reach: tuple[frozenset[int | str], ...]
    price: int
    key: Key

    @property
    def whole(self) -> bool:
        """Whether it is about the whole hand."""
        return self.copies == (frozenset(),)


Units = list[Unit]
Chosen = dict[str, tuple[Unit, ...]]


class Outcome(NamedTuple):
    """The highest total, and every way to come by it: what each row adds."""

    total: int
    ways: list[dict[str, int]]


def _key(win: Win, hit: Hit) -> Key:
    """Return what combination of tiles an instance is."""
    parts: list[object] = []
    for member in hit.members:
        at_set = isinstance(member, int) and member < win.eyes_at
        parts.append((win.reading.blocks[int(member)].kinds) if at_set else (str(member),))
    return (*sorted(map(str, parts)), hit.label)


def _units(win: Win, row: Row, hits: list[Hit], counting: str) -> Units:
    made = [
        Unit(
            (hit.members,), (hit.members if hit.reach is None else hit.reach,), row.price(hit.variant, hit.number), key
        )
        for hit in hits
        for key in [_key(win, hit)]
    ]
    if counting != "kinds":
        return made
    found = []
    for key in dict.fromkeys(unit.key for unit in made):
        same = [unit for unit in made if unit.key == key]
        copies = tuple(copy for unit in same for copy in unit.copies)
        reach = tuple(one for unit in same for one in unit.reach)
        found.append(Unit(copies, reach, max(unit.price for unit in same), key))
    return found


def _removed(unit: Unit, row: Row, by: Row, counted: tuple[Unit, ...]) -> bool:
    """Whether a row's counted instances remove an instance of another."""
    if row.id in by.twins and any(other.key == unit.key for other in counted):
        return True
    if row.id not in by.excludes or not counted:
        return False
    if row.id in by.anywhere or unit.whole or any(other.whole for other in counted):
        return True
    return any(copy <= wide for copy in unit.copies for other in counted for wide in other.reach)


def _apart(family: tuple[Unit, ...]) -> bool:
    taken = [member for unit in family for member in unit.copies[0]]
    return len(taken) == len(set(taken))


def _families(units: Units) -> list[tuple[Unit, ...]]:
    """Return every choice of instances that share no set and leave none out that would fit."""
    free = [chosen for size in range(len(units) + 1) for chosen in combinations(units, size) if _apart(chosen)]
    return [one for one in free if not any(_apart((*one, unit)) for unit in units if unit not in one)]


def _choices(row: Row, units: Units, counting: str) -> list[tuple[Unit, ...]]:
    if row.per_hand:
        return [(unit,) for unit in units]
    if counting == "once":
        return _families(units)
    return [tuple(units)]


def _order(rows: dict[str, Row]) -> list[Row]:
    """Return the rows so that each comes after all that remove it."""
    above: dict[str, set[str]] = {name: set() for name in rows}
    for row in rows.values():
        for lower in (row.excludes | row.twins) & rows.keys():
            above[lower].add(row.id)
    ordered: list[Row] = []
    while above:
        ready = [name for name, over in above.items() if not over & above.keys()]
        assert ready, "rows remove each other in a circle"
        ordered += [rows[name] for name in ready]
        for name in ready:
            del above[name]
    return ordered


def _best(choices: list[tuple[Unit, ...]]) -> list[tuple[Unit, ...]]:
    return [max(choices, key=lambda chosen: sum(unit.price for unit in chosen))]


class _Search:
    """All ways to go down the rows; where a choice changes no other row, the dearest is taken at once."""

    def __init__(self, rows: list[Row], units: dict[str, Units], counting: str) -> None:
        self.rows = rows
        self.units = units
        self.counting = counting
        self.total = -1
        self.ways: list[dict[str, int]] = []

    def go(self, at: int, counted: Chosen) -> None:
        if at == len(self.rows):
            self._finish(counted)
            return
        row = self.rows[at]
        left = [
            unit
            for unit in self.units[row.id]
            if not any(_removed(unit, row, other, counted[other.id]) for other in self.rows[:at])
        ]
        choices = _choices(row, left, self.counting) if left else [()]
        if not any(self.units.get(name) for name in row.excludes | row.twins):
            choices = _best(choices)
        for chosen in choices:
            self.go(at + 1, {**counted, row.id: chosen})

    def _finish(self, counted: Chosen) -> None:
        way = {name: sum(unit.price for unit in chosen) for name, chosen in counted.items() if chosen}
        total = sum(way.values())
        if total > self.total:
            self.total, self.ways = total, []
        if total == self.total and way not in self.ways:
            self.ways.append(way)


def _repriced(way: dict[str, int], table: Table, chickens: list[Chicken], win: Win, rows: Rows) -> dict[str, int]:
    for chicken in chickens:
        apart = {*chicken.kept, *chicken.lost}
        measured = sum(fan for name, fan in way.items() if name not in apart)
        if chicken.id in table.rows and rows[chicken.id](win) and measured == chicken.at:
            kept = {name: fan for name, fan in way.items() if name in chicken.kept}
            return {**kept, chicken.id: table.rows[chicken.id].price(None, None)}
    return way


def count(win: Win, table: Table, rows: Rows, chickens: list[Chicken], *, among: set[str] | None = None) -> Outcome:
    """Return the highest total of a reading, with what each row adds to it."""
    birds = {chicken.id for chicken in chickens}
    asked = {name: row for name, row in table.rows.items() if name not in birds and (among is None or name in among)}
    counting = table.options["counting"]
    units = {name: _units(win, row, rows[name](win), counting) for name, row in asked.items()}
    there = {name: asked[name] for name, found in units.items() if found}
    search = _Search(_order(there), units, counting)
    search.go(0, {})
    if among is not None:
        return Outcome(search.total, search.ways)
    ways = [_repriced(way, table, chickens, win, rows) for way in search.ways]
    total = max(sum(way.values()) for way in ways)
    return Outcome(total, [way for way in ways if sum(way.values()) == total])
