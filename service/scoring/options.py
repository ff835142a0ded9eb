"""The switches in which the rulesets differ: each is one field, its values, and one reader elsewhere.

A ruleset's file gives the defaults and may add switches of its own, which the `when` of its rows read.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

LARGEST_BASE: Final = 1000


@dataclass(frozen=True, slots=True)
class Switch:
    """One option: its values (or the least and greatest whole number), and one line for people."""

    name: str
    values: tuple[Any, ...]
    meaning: str
    numeric: bool = False

    def fault(self, value: object) -> str | None:
        """Return why the value is not one of this switch's, or None."""
        if self.numeric:
            low, high = self.values
            whole = isinstance(value, int) and not isinstance(value, bool)
            return None if whole and low <= value <= high else f"a whole number from {low} to {high} is wanted"
        if any(value is v or (type(value) is type(v) and value == v) for v in self.values):
            return None
        return f"one of {', '.join(map(json.dumps, self.values))} is wanted"


SWITCHES: Final = (
    Switch("base", (0, LARGEST_BASE), "底 in fan, paid once by every payer beside the hand", numeric=True),
    Switch("counting", ("kinds", "once", "repeat"), "which instances of one row count"),
    Switch(
        "exposed_by",
        ("meld", "meld_or_discard"),
        "what makes a pattern 明: a claimed meld, or another player's winning tile too",
    ),
    Switch("kongs_hidden", ("all", "not_added", "concealed"), "which kongs count as hidden pungs"),
    Switch("kong_breaks_concealed", ("none", "exposed"), "which kongs break 門清 (an added kong always does)"),
    Switch("dual_reading", ("add_row", "two_hands", "two_hands_shared_once", "better"), "how 兩食 is counted"),
    Switch(
        "fed_kong_pays",
        ("one_share", "all_shares"),
        "what the feeder of an exposed kong pays for a win on its replacement",
    ),
    Switch(
        "fed_kong_is_discard",
        (True, False),
        "whether that win is a discard of the feeder in every respect, or self-drawn",
    ),
    Switch("draw_dealer", ("stays", "passes"), "whether the dealer deals again after a drawn deal"),
    Switch("thirteen_orphans_rob_concealed_kong", (True, False), "whether thirteen_orphans may rob a concealed kong"),
    Switch(
        "thirteen_orphans_discard",
        ("eyes", "not_the_set", "all_but_pung", "any"),
        "what another player's tile may complete in thirteen_orphans",
    ),
    Switch(
        "thirteen_orphans_concealed_kong",
        (True, False),
        "whether the extra set of thirteen_orphans may be a concealed kong",
    ),
    Switch(
        "triplet_runs_read_as_chows",
        (True, False),
        "whether three consecutive unmelded pungs also count as three equal chows (by rows of wikipedia)",
    ),
    Switch("dealer", ("streak", "flat", "off"), "the dealer's fan on each payment: 2n+1, 1, or none"),
)
LEDGER_SWITCHES: Final = (
    Switch(
        "bystander",
        ("hold", "hold_sole", "settle"),
        "a debt whose creditor won from others: held, held where he alone won, or paid",
    ),
    Switch("cowinner", ("hold", "settle"), "a debt between two winners of one discard"),
    Switch("on_draw", ("hold", "settle"), "every debt when nobody wins"),
    Switch("cut_every", (0, 99), "斬拉 is offered at every so many pulls; 0 never (無限拉)", numeric=True),
    Switch("who_pulls", ("every_winner", "dealer_only"), "鋪鋪拉 or 莊家拉"),
    Switch("rounding", ("at_pull", "at_payment"), "when halves are rounded"),
    Switch("round_pull", ("up", "down"), "how a pull is rounded"),
    Switch("round_kick", ("up", "down"), "how a kick is rounded"),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The values in force. `extra` holds the ruleset's own switches as sorted pairs."""

    base: int
    counting: str
    exposed_by: str
    kongs_hidden: str
    kong_breaks_concealed: str
    dual_reading: str
    fed_kong_pays: str
    fed_kong_is_discard: bool
    draw_dealer: str
    thirteen_orphans_rob_concealed_kong: bool
    thirteen_orphans_discard: str
    thirteen_orphans_concealed_kong: bool
    triplet_runs_read_as_chows: bool
    dealer: str
    ledger: tuple[tuple[str, Any], ...] = ()
    extra: tuple[tuple[str, Any], ...] = ()

    def value(self, name: str) -> object:
        """Return the value of a switch, common or the ruleset's own."""
        own = dict(self.extra)
        return own[name] if name in own else getattr(self, name)
