"""What can be checked of a ruleset before a hand is seen; every failure names the file, the row and the key."""

from __future__ import annotations

import inspect
from typing import Any

from service.scoring.cash_rows import read_awards
from service.scoring.context import DEFAULTS
from service.scoring.errors import BrokenRuleset, nearest
from service.scoring.options import LEDGER_SWITCHES, SWITCHES, Switch
from service.scoring.patterns import MEASURES, PATTERNS
from service.scoring.rows import BASES, LISTS, SEATINGS, WALLS, Row, Source, changed, removal_order, reprice

ROW_REQUIRED = "id n line zh en fan unit pattern"
ROW_OPTIONAL = (
    "aliases category by per with excludes_stated excludes_implied anywhere twin reprice scope needs default basis "
    "when rulings notes"
)
FILE_OPTIONAL = "surcharge switch flowers dual notes cash_award seats wall"


class Check:
    """The checks of one file."""

    def __init__(self, file: str) -> None:
        self.file = file

    def fail(self, place: str, message: str) -> BrokenRuleset:
        """Return the error to raise for a fault at a place of the file."""
        return BrokenRuleset(f"{self.file}: {place}: {message}")

    def known(self, place: str, entry: dict[str, Any], required: str, optional: str = "") -> None:
        """Refuse an entry that lacks a key, or has one that nothing reads."""
        allowed = f"{required} {optional}".split()
        for key in entry:
            if key not in allowed:
                raise self.fail(place, f"no such key {key!r}{nearest(key, allowed)}")
        for key in required.split():
            if key not in entry:
                raise self.fail(place, f"{key!r} is missing")

    def word(self, place: str, value: object, *words: str) -> str:
        """Return a word that is one of those that the code reads."""
        if value not in words:
            raise self.fail(place, f"{value!r} is none of {', '.join(words)}")
        return str(value)

    def procedure(self, place: str, entry: dict[str, Any] | None, *words: str) -> str | None:
        """Return the procedure that an entry names; None where the source has none."""
        if entry is None:
            return None
        self.known(place, entry, "procedure line")
        return self.word(f"{place}.procedure", entry["procedure"], *words)

    def source(self, data: dict[str, Any]) -> Source:
        """Build the ruleset from the keys of its file."""
        self.known("the file", data, "id version name source options row", FILE_OPTIONAL)
        self.known("name", data["name"], "zh en")
        flowers, dual = data.get("flowers", {"wins": []}), data.get("dual", {"rows": []})
        self.known("flowers", flowers, "wins", "settlement beside_a_complete_hand")
        self.known("dual", dual, "rows")
        beside = self.word(
            "flowers.beside_a_complete_hand", flowers.get("beside_a_complete_hand", "apart"), "apart", "added"
        )
        switches = [self.switch(entry) for entry in data.get("switch", ())]
        return Source(
            id=data["id"],
            version=data["version"],
            name=data["name"],
            source=data["source"],
            rows=tuple(self.row(entry) for entry in data["row"]),
            surcharges=tuple(self.row(entry) for entry in data.get("surcharge", ())),
            options={**data["options"], **{switch.name: default for switch, default in switches}},
            switches=tuple(switch for switch, _ in switches),
            dual_rows=tuple(dual["rows"]),
            flower_wins=tuple(flowers["wins"]),
            flower_settlement=self.word("flowers.settlement", flowers.get("settlement", "ledger"), "ledger", "cash"),
            flowers_added=beside == "added",
            notes=tuple(data.get("notes", ())),
            cash_awards=read_awards(self, data.get("cash_award", ()), BASES),
            seating=self.procedure("seats", data.get("seats"), *SEATINGS),
            wall=self.procedure("wall", data.get("wall"), *WALLS),
        )

    def switch(self, entry: dict[str, Any]) -> tuple[Switch, Any]:
        """Build a switch of the ruleset's own, and return it with its default."""
        self.known(f"switch {entry.get('name', '?')}", entry, "name values default meaning", "numeric")
        numeric = entry.get("numeric", False)
        return Switch(entry["name"], tuple(entry["values"]), entry["meaning"], numeric=numeric), entry["default"]

    def row(self, entry: dict[str, Any]) -> Row:
        """Build one row; unknown and missing keys are faults."""
        name = entry.get("id", f"row {entry.get('n', '?')}")
        self.known(name, entry, ROW_REQUIRED, ROW_OPTIONAL)
        values = {("arguments" if key == "with" else key): value for key, value in entry.items()}
        values.update({key: tuple(values[key]) for key in LISTS if key in values})
        for position, change in enumerate(values.get("when", ())):
            self._change(f"{name}.when[{position}]", change)
        if "reprice" in values:
            self.known(f"{name}.reprice", values["reprice"], "at apart_from keeps")
            values["reprice"] = reprice(values["reprice"])
        row = Row(**values)
        self.word(f"{name}.per", row.per, "instance", "hand")
        self.word(f"{name}.default", row.default, "on", "off")
        self.word(f"{name}.scope", row.scope, "hand", "payer")
        for fact in row.needs:
            self.word(f"{name}.needs", fact, *DEFAULTS)
        return row

    def _change(self, place: str, change: dict[str, Any]) -> None:
        condition = "row" if "row" in change else "option is"
        self.known(place, change, condition, f"{ROW_REQUIRED} {ROW_OPTIONAL}")
        if "reprice" in change:
            self.known(f"{place}.reprice", change["reprice"], "at apart_from keeps")

    def table(self, source: Source) -> None:
        """Check what rows say of each other, of patterns, of prices and of options."""
        names = [row.id for row in source.all_rows]
        for name in names:
            if names.count(name) > 1:
                raise self.fail(name, "the id stands twice")
        for row in source.all_rows:
            self._references(row, names)
            for version in self._versions(row, source):
                self._pattern(version)
                self._price(version)
        for key, wanted in (
            ("dual.rows", source.dual_rows),
            ("flowers.wins", source.flower_wins),
        ):
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
            versions.append(changed(row, change))
            if "row" in change:
                if change["row"] not in {other.id for other in source.all_rows}:
                    raise self.fail(place, f"no such row {change['row']!r}")
                continue
            switch = switches.get(change["option"])
            if switch is None:
                raise self.fail(place, f"no such option {change['option']!r}{nearest(change['option'], switches)}")
            if (fault := switch.fault(change["is"])) is not None:
                raise self.fail(place, fault)
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
        prices = list(row.fan.values()) if isinstance(row.fan, dict) else [row.fan]
        if not all(type(price) is int and price >= 0 for price in prices):
            raise self.fail(place, "a price is a whole number of fan")
        if not prices:
            raise self.fail(place, "no price")
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
        if not numbers and not (wanted and set(row.fan) == set(wanted)):
            raise self.fail(
                f"{row.id}.fan",
                f"the measure {by} knows {', '.join(wanted) or 'numbers (steps, or per and plus)'}",
            )

    def _circle(self, source: Source) -> None:
        try:
            removal_order(source.all_rows)
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
