"""Keep `tests/rulesets.lock.json`: the version of each ruleset, and the digest of what its table says in it.

    python -m tools.ruleset_digests

Refuses where a table says something else and its version was not raised. The answers that are shown as examples
get the versions too.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from service.scoring.ruleset import DATA, ids
from tools.ruleset_versions import carry

LOCK = Path(__file__).parent.parent / "tests" / "rulesets.lock.json"
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
Entry = dict[str, str]


class NotRaised(ValueError):
    """A table changed and its version did not, or the version went back."""


def entry(text: str) -> Entry:
    """Return version and digest of a ruleset file; comments, spacing and the order of keys do not move the digest."""
    data: dict[str, Any] = tomllib.loads(text)
    version = data.pop("version")
    canonical = json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return {"version": version, "digest": hashlib.sha256(canonical.encode("ascii")).hexdigest()}


def found() -> dict[str, Entry]:
    """Return the entries of the tables as they are."""
    return {name: entry((DATA / f"{name}.toml").read_text("utf8")) for name in ids()}


def fault(name: str, old: Entry | None, new: Entry) -> str | None:
    """Return why an entry may not take the place of the old one; None where it may."""
    if not VERSION.fullmatch(new["version"]):
        return f"{name}.toml: the version {new['version']!r} is not of the form 1.2.3"
    if old is None or old == new:
        return None
    if _numbers(new) < _numbers(old):
        return f"{name}.toml: the version went back from {old['version']} to {new['version']}"
    if _numbers(new) == _numbers(old):
        return f"{name}.toml says something else than its version {old['version']} did: raise `version` in it"
    return None


def refreshed(old: dict[str, Entry], new: dict[str, Entry]) -> str:
    """Return the text of the lock; raises `NotRaised` with every fault."""
    faults = [text for name in new if (text := fault(name, old.get(name), new[name])) is not None]
    if faults:
        raise NotRaised("\n".join(faults))
    return json.dumps(new, indent=2) + "\n"


def _numbers(of: Entry) -> list[int]:
    return [int(number) for number in of["version"].split(".")]


if __name__ == "__main__":
    try:
        now = found()
        LOCK.write_text(refreshed(json.loads(LOCK.read_text("utf8")), now), "utf8")
        carry({name: one["version"] for name, one in now.items()})
    except NotRaised as error:
        sys.exit(f"{error}\nNothing was written. What is scored under one version stays so: see CONTRIBUTING.md.")
