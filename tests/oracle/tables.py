"""A ruleset's prices and lists of exclusions, read from its TOML as plain data; the conditions are in `rows_*.py`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

RULESETS = Path(__file__).parents[2] / "service" / "scoring" / "rulesets"
NAMES = ("baike", "wikipedia", "house")


@dataclass(frozen=True)
class Row:
    """One row: its price, whether it counts once a hand, and what it removes."""

    id: str
    fan: Any
    per_hand: bool
    excludes: frozenset[str]
    anywhere: frozenset[str]
    twins: frozenset[str]

    def price(self, variant: str | None, number: int | None) -> int:
        """Return what one instance is worth."""
        if isinstance(self.fan, int):
            return self.fan
        if variant is not None:
            return int(self.fan[variant])
        assert number is not None
        if "per" in self.fan:
            return int(self.fan["per"]) * number + int(self.fan["plus"])
        return max((int(step), fan) for step, fan in self.fan.items() if int(step) <= number)[1]


@dataclass(frozen=True)
class Table:
    """A ruleset as a request asks for it: the rows that are on, and the options."""

    id: str
    rows: dict[str, Row]
    options: dict[str, Any]


@cache
def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((RULESETS / f"{name}.toml").read_text("utf8"))


def _repriced(options: dict[str, Any], row: dict[str, Any]) -> Any:
    """Return a row's price under the options that are prices themselves."""
    if row["id"] == "honor_pung" and options.get("honor_pung_mode") == "graded":
        return {"plain_wind": 1, "seat_wind": 2, "round_wind": 2, "dragon": 2, "seat_and_round_wind": 3}
    return options.get(f"{row['id']}_fan", row["fan"])


def _row(row: dict[str, Any], fan: Any) -> Row:
    return Row(
        row["id"],
        fan,
        row.get("per") == "hand",
        frozenset([*row.get("excludes_stated", []), *row.get("excludes_implied", [])]),
        frozenset(row.get("anywhere", [])),
        frozenset(row.get("twin", [])),
    )


def read_table(ruleset: str | dict[str, Any]) -> Table:
    """Return the table of a ruleset's id, or of a house table derived from one."""
    asked = {"id": ruleset} if isinstance(ruleset, str) else ruleset
    data = _data(asked["id"])
    options = {**data["options"], **{switch["name"]: switch["default"] for switch in data.get("switch", [])}}
    options |= asked.get("options", {})
    rows = {}
    for row in data["row"]:
        off = row["id"] in asked.get("disable", []) or (
            row.get("default") == "off" and row["id"] not in asked.get("enable", [])
        )
        if not off and row.get("scope") != "payer":
            rows[row["id"]] = _row(row, asked.get("fan", {}).get(row["id"], _repriced(options, row)))
    return Table(asked["id"], rows, options)


def row_ids(name: str) -> list[str]:
    """Return the ids of all rows of a ruleset."""
    return [row["id"] for row in _data(name)["row"]]


def rows_off(name: str) -> list[str]:
    """Return the ids of the rows that count only where a request enables them."""
    return [row["id"] for row in _data(name)["row"] if row.get("default") == "off"]
