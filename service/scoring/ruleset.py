"""Rulesets by id: load the file, check it, keep it. A file that fails its checks raises `BrokenRuleset`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from service.scoring.checks import Check
from service.scoring.errors import BrokenRuleset, UnknownRuleset
from service.scoring.patterns import PATTERNS
from service.scoring.rows import Source

DATA: Final = files("service.scoring") / "rulesets"


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
    rows = [row for source in sources.values() for row in source.all_rows]
    used = {row.pattern for row in rows} | {change.get("pattern", "") for row in rows for change in row.when}
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
    check = Check(file)
    source = check.source(data)
    check.table(source)
    return source
