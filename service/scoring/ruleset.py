"""A ruleset as its file states it: load the TOML, check everything that can be checked before a hand is seen.

What a row may say is explained in `rulesets/README.md`. A file that fails its checks raises `BrokenRuleset` with the
file, the row and the key.
"""

from __future__ import annotations

import inspect
import tomllib
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

from service.scoring.errors import BrokenRuleset, UnknownRuleset, nearest
from service.scoring.options import LEDGER_SWITCHES, SWITCHES, Switch
from service.scoring.patterns import MEASURES, PATTERNS

BASES: Final = ("stated", "deduced", "inferred")
DATA: Final = files("service.scoring") / "rulesets"

Price = int | dict[str, int]


@dataclass(frozen=True, slots=True)
class Reprice:
    """雞糊: where the sum of the rows not in `apart_from` is `at`, the row's price takes the place of all but `keeps`."""

    at: int
    apart_from: tuple[str, ...]
    keeps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One priced row. `fan` is a whole number, prices by variant, or `{per, plus}` for per × n + plus (unit: fan)."""

    id: str
    n: int
    line: Any
    zh: str
    en: str
    fan: Price
    unit: str
    pattern: str
    category: str = ""
    by: str | None = None
    per: str = "instance"
    arguments: dict[str, Any] = field(default_factory=dict)
    excludes_stated: tuple[str, ...] = ()
    excludes_implied: tuple[str, ...] = ()
    anywhere: tuple[str, ...] = ()
    twin: tuple[str, ...] = ()
    reprice: Reprice | None = None
    scope: str = "hand"
    needs: tuple[str, ...] = ()
    default: str = "on"
    basis: Any = "stated"
    aliases: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    when: tuple[dict[str, Any], ...] = ()

    @property
    def excludes(self) -> tuple[str, ...]:
        """Every row that this one removes within its own instances, stated and implied."""
        return self.excludes_stated + self.excludes_implied

    def basis_of(self, variant: str | None) -> str:
        """Where the price comes from: stated, deduced or inferred."""
        return str(self.basis[variant] if isinstance(self.basis, dict) and variant in self.basis else _plain(self.basis))


def _plain(basis: Any) -> str:  # noqa: ANN401  (a word, or words by variant)
    return str(min(basis.values(), key=BASES.index) if isinstance(basis, dict) else basis)


@dataclass(frozen=True, slots=True)
class Source:
    """One ruleset file, checked: rows in table order, defaults of the options, the ruleset's own switches."""

    id: str
    version: str
    name: dict[str, str]
    source: dict[str, Any]
    rows: tuple[Row, ...]
    options: dict[str, Any]
    switches: tuple[Switch, ...]
    dual_row: str | None
    flower_wins: tuple[str, ...]
    flower_settlement: str
    notes: tuple[str, ...]

    def row(self, name: str) -> Row:
        """Return the row of an id that is known to exist."""
        return next(row for row in self.rows if row.id == name)


def ids() -> tuple[str, ...]:
    """Return the ids of all rulesets, sorted."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in DATA.iterdir() if file.name.endswith(".toml")))


@cache
def load(name: str) -> Source:
    """Return a ruleset by id; raises `UnknownRuleset`, and `BrokenRuleset` when its file fails a check."""
    if name not in ids():
        raise UnknownRuleset(name, ids())
    return parse(f"{name}.toml", (DATA / f"{name}.toml").read_text("utf8"))


def load_all() -> dict[str, Source]:
    """Return every ruleset; also checks that no pattern is without a row."""
    sources = {name: load(name) for name in ids()}
    used = {row.pattern for source in sources.values() for row in source.rows}
    used |= {change.get("pattern") for source in sources.values() for row in source.rows for change in row.when}
    idle = sorted(set(PATTERNS) - used)
    if idle:
        message = f"rulesets: no row asks the pattern {', '.join(idle)}"
        raise BrokenRuleset(message)
    return sources


def parse(file: str, text: str) -> Source:
    """Read and check the text of a ruleset file; every failure names the file and the place in it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = f"{file}: {error}"
        raise BrokenRuleset(message) from error
    check = _Check(file)
    rows = tuple(check.row(entry) for entry in data.get("row", ()))
    switches = tuple(_switch(entry) for entry in data.get("switch", ()))
    options = {**data.get("options", {}), **{entry["name"]: entry["default"] for entry in data.get("switch", ())}}
    flowers = data.get("flowers", {})
    source = Source(
        data["id"], data["version"], data["name"], data["source"], rows, options, switches, data.get("dual", {}).get("row"),
        tuple(flowers.get("wins", ())), flowers.get("settlement", "ledger"), tuple(data.get("notes", ())),
    )  # fmt: skip
    check.table(source)
    return source


def _switch(entry: dict[str, Any]) -> Switch:
    return Switch(entry["name"], tuple(entry["values"]), entry["meaning"], numeric=entry.get("numeric", False))


LISTS: Final = ("excludes_stated", "excludes_implied", "anywhere", "twin", "needs", "aliases", "rulings", "notes", "when")


class _Check:
    """The checks of one file."""

    def __init__(self, file: str) -> None:
        self.file = file

    def fail(self, place: str, message: str) -> BrokenRuleset:
        return BrokenRuleset(f"{self.file}: {place}: {message}")

    def row(self, entry: dict[str, Any]) -> Row:
        """Build one row; unknown and missing keys are faults."""
        name = entry.get("id", f"row {entry.get('n', '?')}")
        values = {("arguments" if key == "with" else key): value for key, value in entry.items()}
        values.update({key: tuple(values[key]) for key in LISTS if key in values})
        if "reprice" in values:
            values["reprice"] = Reprice(
                values["reprice"]["at"], tuple(values["reprice"]["apart_from"]), tuple(values["reprice"]["keeps"])
            )
        try:
            return Row(**values)
        except TypeError as error:
            raise self.fail(name, str(error).removeprefix("Row.__init__() ")) from error

    def table(self, source: Source) -> None:
        """Check what rows say of each other, of patterns, of prices and of options."""
        names = [row.id for row in source.rows]
        for name in names:
            if names.count(name) > 1:
                raise self.fail(name, "the id stands twice")
        for row in source.rows:
            self._references(row, names)
            for version in self._versions(row, source):
                self._pattern(version)
                self._price(version)
        for key, wanted in (("dual.row", [source.dual_row] if source.dual_row else []), ("flowers.wins", source.flower_wins)):
            for name in wanted:
                if name not in names:
                    raise self.fail(key, f"no such row {name!r}{nearest(name, names)}")
        self._circle(source)
        self._options(source)

    def _references(self, row: Row, names: list[str]) -> None:
        lists = {key: getattr(row, key) for key in ("excludes_stated", "excludes_implied", "anywhere", "twin")}
        if row.reprice:
            lists |= {"reprice.apart_from": row.reprice.apart_from, "reprice.keeps": row.reprice.keeps}
        strays = sorted(set(row.anywhere) - set(row.excludes))
        if strays:
            raise self.fail(f"{row.id}.anywhere", f"{strays[0]} is not among the rows that it excludes")
        for key, values in lists.items():
            for position, name in enumerate(values):
                if name not in names:
                    raise self.fail(f"{row.id}.{key}[{position}]", f"no such row {name!r}{nearest(name, names)}")

    def _versions(self, row: Row, source: Source) -> list[Row]:
        """Return the row as it stands, and as each of its `when` changes it."""
        versions = [row]
        switches = {switch.name: switch for switch in (*SWITCHES, *source.switches)}
        for position, change in enumerate(row.when):
            place = f"{row.id}.when[{position}]"
            switch = switches.get(change["option"])
            if switch is None:
                raise self.fail(place, f"no such option {change['option']!r}{nearest(change['option'], switches)}")
            if (fault := switch.fault(change["is"])) is not None:
                raise self.fail(place, fault)
            versions.append(changed(row, change))
        return versions

    def _pattern(self, row: Row) -> None:
        if row.pattern not in PATTERNS:
            raise self.fail(f"{row.id}.pattern", f"no such pattern {row.pattern!r}{nearest(row.pattern, PATTERNS)}")
        try:
            inspect.signature(PATTERNS[row.pattern].ask).bind(None, **row.arguments)
        except TypeError as error:
            raise self.fail(f"{row.id}.with", f"the pattern {row.pattern} says: {error}") from error

    def _price(self, row: Row) -> None:
        place = f"{row.id}.fan"
        if isinstance(row.fan, dict) != (row.by is not None):
            raise self.fail(place, "prices by variant go with `by`, one price goes without")
        prices = row.fan.values() if isinstance(row.fan, dict) else (row.fan,)
        if not all(isinstance(price, int) and price >= 0 for price in prices):
            raise self.fail(place, "a price is a whole number of fan")
        if row.by is not None:
            self._variants(row, row.by)
        for word in row.basis.values() if isinstance(row.basis, dict) else (row.basis,):
            if word not in BASES:
                raise self.fail(f"{row.id}.basis", f"{word!r} is none of {', '.join(BASES)}")

    def _variants(self, row: Row, by: str) -> None:
        if by not in MEASURES:
            raise self.fail(f"{row.id}.by", f"no such measure {by!r}{nearest(by, MEASURES)}")
        wanted = MEASURES[by].variants
        assert isinstance(row.fan, dict)  # noqa: S101  (checked by the caller; for the type checker)
        numbers = not wanted and (set(row.fan) == {"per", "plus"} or all(step.isdigit() for step in row.fan))
        if not numbers and not (wanted and set(row.fan) <= set(wanted)):
            raise self.fail(f"{row.id}.fan", f"the measure {by} knows {', '.join(wanted) or 'numbers (steps, or per and plus)'}")

    def _circle(self, source: Source) -> None:
        try:
            removal_order(source.rows)
        except ValueError as error:
            raise self.fail(str(error), "the rows that remove each other run in a circle") from error

    def _options(self, source: Source) -> None:
        common = {key: value for key, value in source.options.items() if key != "ledger"}
        self._switches("options", common, (*SWITCHES, *source.switches))
        self._switches("options.ledger", source.options.get("ledger", {}), LEDGER_SWITCHES)

    def _switches(self, place: str, values: dict[str, Any], known: tuple[Switch, ...]) -> None:
        switches = {switch.name: switch for switch in known}
        for name in (*values, *switches):
            if name not in switches:
                raise self.fail(f"{place}.{name}", f"no such option{nearest(name, switches)}")
            if name not in values:
                raise self.fail(f"{place}.{name}", "the default is missing")
            if (fault := switches[name].fault(values[name])) is not None:
                raise self.fail(f"{place}.{name}", fault)


def changed(row: Row, change: dict[str, Any]) -> Row:
    """Return a row as one of its `when` entries has it."""
    values = {("arguments" if key == "with" else key): value for key, value in change.items() if key not in ("option", "is")}
    for key in LISTS:
        if key in values:
            values[key] = tuple(values[key])
    if values.get("by") == "":
        values["by"] = None
    return replace(row, **values)


def removal_order(rows: tuple[Row, ...]) -> list[Row]:
    """Return the rows with every remover before what it removes; raises `ValueError` naming a circle's rows.

    What a row removes may be missing here: a table may be derived with rows off.
    """
    by_id = {row.id: row for row in rows}
    order: list[Row] = []
    state: dict[str, str] = {}

    def visit(row: Row, trail: tuple[str, ...]) -> None:
        if state.get(row.id) == "done":
            return
        if state.get(row.id) == "open":
            circle = " -> ".join((*trail[trail.index(row.id) :], row.id))
            raise ValueError(circle)
        state[row.id] = "open"
        versions = (row, *(changed(row, change) for change in row.when))
        for target in dict.fromkeys(name for version in versions for name in (*version.excludes, *version.twin)):
            if target in by_id:
                visit(by_id[target], (*trail, row.id))
        state[row.id] = "done"
        order.append(row)

    for row in reversed(rows):
        visit(row, ())
    return order[::-1]
