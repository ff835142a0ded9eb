"""The pipeline: problems, readings, fans, the best reading, payments. No step looks back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.contradictions import contradictions
from service.scoring.decompose import (
    LIK_KU_LIK_KU,
    STANDARD,
    THIRTEEN_ORPHANS,
    places,
    shapes,
)
from service.scoring.distance import missing_tiles
from service.scoring.errors import NotAWin, Problem, WinNotAllowed
from service.scoring.facts import Facts
from service.scoring.fans import tally
from service.scoring.hand import hand_problems
from service.scoring.instances import SETS_MASK
from service.scoring.layout import Layout
from service.scoring.payments import Payment, flower_payments, hand_payments
from service.scoring.reading import Reading, flowers_alone
from service.scoring.scored import Score, ScoredReading

if TYPE_CHECKING:
    from service.scoring.compiled import Assumed, Ruleset
    from service.scoring.context import Context
    from service.scoring.hand import Hand


def input_problems(hand: Hand, context: Context) -> list[Problem]:
    """Return everything that is impossible about a hand and its context."""
    return hand_problems(hand, winning_tile_wanted=context.by != "flowers") + contradictions(hand, context)


def score(ruleset: Ruleset, hand: Hand, context: Context, *, explain: bool = True) -> Score:
    """Score a hand in which `input_problems` finds nothing; raises `NotAWin` and `WinNotAllowed`.

    Flowers called with a complete hand are paid apart, and the hand then counts without them, or they are added to it:
    by the ruleset (baike line 128, wikipedia line 241). Without `explain` the removals are left out, for speed: totals
    and payments are the same.
    """
    by_flowers = context.by == "flowers"
    apart = by_flowers and not ruleset.source.flowers_added
    facts = Facts(hand, context, ruleset.options, flowers_pay=not apart)
    called = _called_flowers(ruleset, facts) if by_flowers else None
    complete = [] if hand.winning_tile is None else _complete_readings(ruleset, facts, explain=explain)
    payments: list[Payment] = []
    if called and (apart or not complete):
        payments += flower_payments(ruleset, called)
    if complete:
        payments += hand_payments(ruleset, complete[0])
    readings = [*complete, called] if called else complete
    return Score(facts, readings, payments, _assumed(ruleset, context, payments))


def _called_flowers(ruleset: Ruleset, facts: Facts) -> ScoredReading:
    """Return the reading of flowers alone; raises `WinNotAllowed` where the ruleset has no such win."""
    reading = flowers_alone(Facts(facts.hand, facts.context, facts.options, facts.waits))
    called = tally(ruleset, reading)
    if not any(line.row.bit & ruleset.flower_wins for line in called.lines):
        message = (
            f"The ruleset {ruleset.source.id} has no win by these flowers; "
            "what it pays for them in cash is asked of /v1/cash-awards."
        )
        raise WinNotAllowed("/context/by", message)
    return called


def _complete_readings(ruleset: Ruleset, facts: Facts, *, explain: bool) -> list[ScoredReading]:
    """Return every allowed reading of the complete hand, best first."""
    found = readings_of(facts)
    if not found:
        raise NotAWin(
            facts.waits, missing_tiles(facts.hand, kong_in_orphans=facts.options.thirteen_orphans_concealed_kong)
        )
    allowed = found
    if facts.context.by == "robbed_kong" or found[-1].form != STANDARD:
        allowed = [reading for reading in found if refusal(reading) is None]
        if not allowed:
            raise WinNotAllowed("/context/by", refusal(found[0]) or "")
    scored = [tally(ruleset, reading, explain=explain) for reading in allowed]
    if len(scored) > 1:
        scored.sort(key=lambda one: one.order)
        dual = dual_reading(ruleset, scored)
        if dual:
            scored = sorted([*scored, dual], key=lambda one: one.order)
    return scored


def readings_of(facts: Facts) -> list[Reading]:
    """Return every form, every decomposition, every place of the winning tile."""
    hand, tile = facts.hand, facts.hand.winning_tile
    if tile is None:
        return []
    melds = hand.melds
    lone_kong = len(melds) == 1 and melds[0].kong == "concealed" and facts.options.thirteen_orphans_concealed_kong
    found: list[Reading] = []
    for shape in shapes(facts.unmelded, melds=len(melds), lone_concealed_kong=lone_kong):
        where = places(shape, tile)
        layout = Layout(facts, shape) if len(where) > 1 else None
        found += [Reading(facts, shape, place, layout) for place in where]
    return found


def refusal(reading: Reading) -> str | None:
    """Return the rule by which a reading wins, but not in this way; None when it may."""
    context, options = reading.facts.context, reading.facts.options
    orphans = reading.form == THIRTEEN_ORPHANS
    if context.by == "robbed_kong" and context.robbed_kong == "concealed":
        if not options.thirteen_orphans_rob_concealed_kong:
            return "A concealed kong cannot be robbed (option thirteen_orphans_rob_concealed_kong is false)."
        if not orphans:
            return "Only thirteen_orphans may rob a concealed kong."
    if orphans and not reading.facts.self_drawn:
        rule = options.thirteen_orphans_discard
        in_set = reading.won == 0
        pung = bool(reading.codes) and reading.codes[0] & 1
        eyes = reading.won == reading.eyes_index
        if (rule == "eyes" and not eyes) or (in_set and (rule == "not_the_set" or (rule == "all_but_pung" and pung))):
            return f"Another player's tile may not stand there (option thirteen_orphans_discard is {rule})."
    return None


def dual_reading(ruleset: Ruleset, scored: list[ScoredReading]) -> ScoredReading | None:
    """兩食: the reading of a hand that is both standard and lik_ku_lik_ku, as the option dual_reading has it."""
    mode = ruleset.options.dual_reading
    standard = next((one for one in scored if one.form == STANDARD), None)
    other = next((one for one in scored if one.form == LIK_KU_LIK_KU), None)
    if standard is None or other is None or mode == "better":
        return None
    added = tuple(line for line in other.lines if line.row.bit & ruleset.dual_rows)
    if not added:
        return None
    if mode == "add_row":
        other = ScoredReading(other.reading, sum(line.total for line in added), added, ())
    elif mode == "two_hands_shared_once":
        other = _without_shared(standard, other)
    return standard.beside(other, bases=1 if mode == "add_row" else 2)


def _without_shared(standard: ScoredReading, other: ScoredReading) -> ScoredReading:
    """Drop from the other hand what rests on no set (the whole hand, the context, flowers) and counts in both."""
    there = {(line.row.id, line.instances) for line in standard.lines}
    shared = [
        line
        for line in other.lines
        if not any(mask & SETS_MASK for mask in line.instances) and (line.row.id, line.instances) in there
    ]
    lines = tuple(line for line in other.lines if line not in shared)
    removals = (*other.removals, *(line.removed(line.row) for line in shared))
    return ScoredReading(other.reading, sum(line.total for line in lines), lines, removals)


def _assumed(ruleset: Ruleset, context: Context, payments: list[Payment]) -> tuple[Assumed, ...]:
    """Return the facts that rows need and the caller did not post.

    A row that is added per payer (the last parts of a payment) is affected only where some payer pays it.
    """
    paid = False
    for payment in payments:
        if payment.parts[-1][0] in ruleset.payer_rows:
            paid = True
    return ruleset.assumed(context.posted & ruleset.facts_needed, declared=context.ready is not None, paid=paid)
