"""Rulesets for use: by id, or derived from one by a request's house rules, checked and compiled once.

Derived tables are kept in a cache bounded in number; a caller that posts the same table each time pays once.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from functools import cache
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from service.scoring.compiled import Ruleset, compile_ruleset, in_force_row, options_in_force
from service.scoring.errors import BadOverride, Problem, nearest
from service.scoring.options import LEDGER_SWITCHES, SWITCHES, Switch
from service.scoring.rows import Row, Source
from service.scoring.ruleset import load

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

DEAREST: Final = 100_000
MOST_DERIVED: Final = 128
# To look for the nearest of many names takes time; nobody reads more faults than this.
MOST_PROBLEMS: Final = 100


@cache
def ruleset(name: str) -> Ruleset:
    """Return a ruleset by id, compiled; raises `UnknownRuleset`."""
    return compile_ruleset(load(name))


_derived: OrderedDict[str, Ruleset] = OrderedDict()
_lookups = {"hit": 0, "miss": 0}
_lock = Lock()


def derive(spec: Mapping[str, Any]) -> Ruleset:
    """Return the table that a request derives: `id`, and any of `fan`, `enable`, `disable`, `options`.

    The containers' types are the caller's to check; every name, variant, price (fan, 0-100,000) and value is checked
    here. Raises `UnknownRuleset`, and `BadOverride` with every fault, up to 100 (pointers start at `/ruleset`).
    """
    source = load(spec["id"])
    key = json.dumps(spec, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    with _lock:
        found = _derived.get(key)
        _lookups["miss" if found is None else "hit"] += 1
        if found is not None:
            _derived.move_to_end(key)
            return found
    problems = list(islice(_problems(source, spec), MOST_PROBLEMS))
    if problems:
        raise BadOverride(problems)
    switched = dict.fromkeys(spec.get("enable", ()), True) | dict.fromkeys(spec.get("disable", ()), False)
    made = compile_ruleset(
        source,
        options=spec.get("options"),
        on=switched,
        fan=spec.get("fan"),
        digest=_digest(source, spec, switched),
    )
    with _lock:
        _derived[key] = made
        while len(_derived) > MOST_DERIVED:
            _derived.popitem(last=False)
    return made


def lookups() -> dict[str, int]:
    """Return how often a derived table was found in the cache, and how often not."""
    with _lock:
        return dict(_lookups)


def _digest(source: Source, spec: Mapping[str, Any], switched: Mapping[str, bool]) -> str:
    """A name for the table by its content: what differs from the ruleset, not how it was posted."""
    differs = {
        "id": source.id,
        "version": source.version,
        "fan": {name: fan for name, fan in spec.get("fan", {}).items() if fan != source.row(name).fan},
        "rows": {name: on for name, on in switched.items() if on != (source.row(name).default == "on")},
        "options": {k: v for k, v in spec.get("options", {}).items() if v != source.options[k]},
    }
    text = json.dumps(differs, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def _problems(source: Source, spec: Mapping[str, Any]) -> Iterator[Problem]:
    rows = {row.id: row for row in source.all_rows}
    for key in ("enable", "disable"):
        for n, name in enumerate(spec.get(key, ())):
            if name not in rows:
                yield Problem(f"/ruleset/{key}/{n}", "unknown_row", _no_row(source, name, rows))
    for name in sorted(set(spec.get("enable", ())) & set(spec.get("disable", ()))):
        for key in ("enable", "disable"):
            place = f"/ruleset/{key}/{spec[key].index(name)}"
            yield Problem(place, "enabled_and_disabled", f"{name} is enabled and disabled")
    faulty_options = list(islice(_all_option_problems(source, spec.get("options", {})), MOST_PROBLEMS))
    table = rows if faulty_options else _in_force(source, spec)
    for name, fan in spec.get("fan", {}).items():
        place = f"/ruleset/fan/{_escape(name)}"
        if name in rows:
            yield from _price_problems(place, table[name], fan)
        else:
            yield Problem(place, "unknown_row", _no_row(source, name, rows))
    yield from faulty_options


def _in_force(source: Source, spec: Mapping[str, Any]) -> dict[str, Row]:
    """Return every row as the options asked for have it: they decide which variants its price has."""
    options = options_in_force(source, spec.get("options", {}))
    off = {row.id for row in source.all_rows if row.default == "off"}
    names = {row.id for row in source.all_rows} - off - set(spec.get("disable", ())) | set(spec.get("enable", ()))
    return {row.id: in_force_row(row, options, names) for row in source.all_rows}


def _all_option_problems(source: Source, options: Mapping[str, Any]) -> Iterator[Problem]:
    common = {name: value for name, value in options.items() if name != "ledger"}
    yield from _option_problems("/ruleset/options", common, (*SWITCHES, *source.switches))
    ledger = options.get("ledger", {})
    if isinstance(ledger, dict):
        yield from _option_problems("/ruleset/options/ledger", ledger, LEDGER_SWITCHES)
    else:
        yield Problem("/ruleset/options/ledger", "wrong_type", "an object is wanted")


def _no_row(source: Source, name: str, rows: Iterable[str]) -> str:
    return f"the ruleset {source.id} has no row {name!r}{nearest(name, rows)}"


def _escape(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _price_problems(place: str, row: Row, fan: object) -> Iterator[Problem]:
    if not isinstance(fan, dict):
        if not _is_price(fan):
            yield _no_price(place)
    elif not isinstance(row.fan, dict):
        yield Problem(place, "no_variants", f"{row.id} has one price, {row.fan}")
    else:
        for variant, price in fan.items():
            if variant not in row.fan:
                message = f"{row.id} has no variant {variant!r}{nearest(variant, row.fan)}"
                yield Problem(f"{place}/{_escape(variant)}", "unknown_variant", message)
            elif not _is_price(price):
                yield _no_price(f"{place}/{variant}")


def _is_price(fan: object) -> bool:
    return isinstance(fan, int) and not isinstance(fan, bool) and 0 <= fan <= DEAREST


def _no_price(place: str) -> Problem:
    return Problem(place, "bad_price", f"a price is a whole number from 0 to {DEAREST}")


def _option_problems(place: str, values: Mapping[str, object], known: tuple[Switch, ...]) -> Iterator[Problem]:
    switches = {switch.name: switch for switch in known}
    for name, value in values.items():
        if name not in switches:
            yield Problem(f"{place}/{_escape(name)}", "unknown_option", f"no such option{nearest(name, switches)}")
        elif (fault := switches[name].fault(value)) is not None:
            yield Problem(f"{place}/{name}", "bad_value", fault)
