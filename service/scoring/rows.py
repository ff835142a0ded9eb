"""A ruleset's data: rows, and the file that they stand in. What a row may say is explained in `rulesets/README.md`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from service.scoring.cash_rows import CashAward
from service.scoring.options import Switch

BASES: Final = ("stated", "deduced", "inferred")
LISTS: Final = (
    "excludes_stated",
    "excludes_implied",
    "anywhere",
    "twin",
    "needs",
    "aliases",
    "rulings",
    "notes",
    "when",
)
# How a source seats the players, and where it breaks the wall.
SEATINGS: Final = ("drawn_winds", "six_tiles")
WALLS: Final = ("dice_total",)

Price = int | dict[str, int]


@dataclass(frozen=True, slots=True)
class Reprice:
    """雞糊: where the rows not in `apart_from` add up to `at`, the price takes the place of all but `keeps`."""

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
        return str(
            self.basis[variant] if isinstance(self.basis, dict) and variant in self.basis else _plain(self.basis)
        )


def _plain(basis: Any) -> str:  # noqa: ANN401  (a word, or words by variant)
    return str(min(basis.values(), key=BASES.index) if isinstance(basis, dict) else basis)


@dataclass(frozen=True, slots=True)
class Source:
    """One ruleset file, checked: rows in table order, defaults of the options, the ruleset's own switches.

    `surcharges` are rows beside the table, added per payer. `seating` and `wall` name procedures, or are None.
    """

    id: str
    version: str
    name: dict[str, str]
    source: dict[str, Any]
    rows: tuple[Row, ...]
    surcharges: tuple[Row, ...]
    options: dict[str, Any]
    switches: tuple[Switch, ...]
    dual_rows: tuple[str, ...]
    flower_wins: tuple[str, ...]
    flower_settlement: str
    flowers_added: bool
    notes: tuple[str, ...]
    cash_awards: tuple[CashAward, ...] = ()
    seating: str | None = None
    wall: str | None = None

    @property
    def all_rows(self) -> tuple[Row, ...]:
        """The rows of the table and those beside it."""
        return self.rows + self.surcharges

    def row(self, name: str) -> Row:
        """Return the row of an id that is known to exist."""
        return next(row for row in self.all_rows if row.id == name)


def reprice(entry: dict[str, Any]) -> Reprice:
    """Return the price rule that a file states."""
    return Reprice(entry["at"], tuple(entry["apart_from"]), tuple(entry["keeps"]))


def changed(row: Row, change: dict[str, Any]) -> Row:
    """Return a row as one of its `when` entries has it."""
    values = {
        ("arguments" if key == "with" else key): value
        for key, value in change.items()
        if key not in ("option", "is", "row")
    }
    for key in LISTS:
        if key in values:
            values[key] = tuple(values[key])
    if isinstance(values.get("reprice"), dict):
        values["reprice"] = reprice(values["reprice"])
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
