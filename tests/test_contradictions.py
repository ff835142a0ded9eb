"""The short way past the contradictions: what is told little of cannot break the rules that are left out."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from service.scoring.context import Context, Ready
from service.scoring.contradictions import PLAIN_RULES, RULES, contradictions
from service.scoring.hand import Hand, Meld

SEAT = st.integers(0, 3)
# Each fact as it may be posted, false and empty ones too.
TOLD: dict[str, st.SearchStrategy[Any]] = {
    "from_seat": SEAT,
    "winners": st.lists(SEAT, max_size=3).map(tuple),
    "dealer_streak": st.integers(0, 2),
    "dealer_marker_forgotten": st.booleans(),
    "ready": st.sampled_from([None, Ready("dealt"), Ready("later", 1, calls_since=True)]),
    "on_ready_discard": st.booleans(),
    "replacements": st.lists(st.sampled_from(["kong", "flower"]), max_size=2).map(tuple),
    "kong_fed_by": st.none() | SEAT,
    "robbed_kong": st.sampled_from(["added", "concealed"]),
    "kong_chain_robbed": st.booleans(),
    "last_tile": st.booleans(),
    "pool": st.none() | st.integers(0, 3),
    "opening": st.sampled_from([None, "dealt_hand", "first_discard", "first_go_around"]),
    "calls_made": st.none() | st.booleans(),
    "flowers_paid": st.booleans(),
    "table_flowers": st.none() | st.integers(0, 8),
    "fed_winners": st.integers(0, 3),
}
WAYS = st.sampled_from(["self_draw", "discard", "robbed_kong", "flowers"])
HANDS = st.builds(
    lambda melds, flowers: Hand((0,) * (16 - 3 * len(melds)), tuple(melds), tuple(flowers), 5),
    st.lists(
        st.sampled_from([Meld("chow", 5), Meld("kong", 9, "exposed", 2), Meld("kong", 9, "concealed")]), max_size=2
    ),
    st.sets(st.integers(0, 7), max_size=8),
)


@st.composite
def contexts(draw: st.DrawFn) -> Context:
    """Few facts, as most callers tell them, and now and then many."""
    told = draw(st.lists(st.sampled_from(sorted(TOLD)), max_size=4, unique=True))
    facts = {name: draw(TOLD[name]) for name in told}
    return Context(draw(SEAT), draw(WAYS), **facts, posted=frozenset(told))


@settings(deadline=None, max_examples=2_000, derandomize=True, database=None)
@given(HANDS, contexts())
def test_every_broken_rule_is_found_however_little_is_told(hand: Hand, context: Context) -> None:
    broken = {rule.code for rule in RULES if rule.holds(hand, context)}
    assert broken <= {problem.code for problem in contradictions(hand, context)}


def test_some_rules_are_left_out_and_every_fact_is_told_of() -> None:
    assert 0 < len(PLAIN_RULES) < len(RULES)
    left = {
        "seat",
        "by",
        "round_wind",
        "visible",
        "posted",
    }  # beside them: two always told, two in no rule of the table
    assert {field.name for field in fields(Context)} == TOLD.keys() | left
