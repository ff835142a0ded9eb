"""How much one request may ask for, where an operator may move the bound; read from the environment at the start."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


def whole_number(given: Mapping[str, object], name: str, usual: int, least: int, most: int) -> int:
    """Return the setting of a name, the usual value where it is unset or empty; raises `ValueError` that names it."""
    text = str(given.get(name) or usual)
    if not (text.isascii() and text.isdecimal() and len(text) < 12 and least <= int(text) <= most):  # noqa: PLR2004
        raise ValueError(f"{name}: a whole number from {least} to {most} is wanted, not {text[:40]!r}")
    return int(text)


# Entries of each of `fan`, `enable`, `disable` and `options` of a derived table. The largest table has 129 rows.
RULESET_ENTRIES: Final = whole_number(os.environ, "MAX_RULESET_ENTRIES", 400, 1, 10_000)
# Deals of one replay; an evening has some hundred.
REPLAY_DEALS: Final = whole_number(os.environ, "MAX_REPLAY_DEALS", 1_000, 1, 100_000)
