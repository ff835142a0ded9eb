"""現金獎 and penalties: what happened at the table → who pays whom at once, outside the ledger.

An event is a mapping of what was told: `type`, `player`, `from_seat` where two players are concerned, and facts by
name, which are told to be checked (the type alone says what happened). Which awards there are stands in the ruleset's
file. The events of one call are those of one deal. Amounts are fractions, exact down to half a base.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from service.scoring.cash_facts import CONDITIONS, FACTS
from service.scoring.cash_rows import CashAward, decimal_text
from service.scoring.context import EAST_SEAT
from service.scoring.errors import Problem, nearest
from service.scoring.tiles import CODES, SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.scoring.compiled import Ruleset

Event = Mapping[str, Any]
BASE_ROW: Final = "base"


class CashPayment(NamedTuple):
    """What one seat pays another; `bases` is None where the price is one in fan."""

    payer: int
    payee: int
    award: CashAward
    bases: Fraction | None
    fan: Fraction
    reason: str


def base_of(ruleset: Ruleset) -> int:
    """Return 底 in fan: the option, or the price of the row where 底 is one of the table; 0 where there is none."""
    row = ruleset.by_id.get(BASE_ROW)
    return ruleset.options.base or (row.fixed or 0 if row else 0)


def cash_payments(ruleset: Ruleset, events: Sequence[Event]) -> list[CashPayment]:
    """Return the payments of events in which `event_problems` finds nothing, event by event."""
    awards = {award.id: award for award in ruleset.source.cash_awards}
    base = base_of(ruleset)
    return [payment for event in events for payment in _payments(awards[event["type"]], event, base)]


def _payments(award: CashAward, event: Event, base: int) -> Iterator[CashPayment]:
    fan = Fraction(award.fan or 0) if award.bases is None else award.bases * base
    player = event["player"]
    others = [event["from_seat"]] if award.between_two else [seat for seat in range(len(SEATS)) if seat != player]
    for other in others:
        payer, payee = (player, other) if award.pays == "player_to_others" else (other, player)
        yield CashPayment(payer, payee, award, award.bases, fan, _reason(award, base))


def _reason(award: CashAward, base: int) -> str:
    price = f"{award.fan} fan" if award.bases is None else f"{decimal_text(award.bases)} × 底 of {base} fan"
    return f"{award.zh}: {award.trigger}; {price}"


def event_problems(ruleset: Ruleset, events: Sequence[Event]) -> list[Problem]:
    """Return every fault of the events: alone, then together. What an event lacks (a type, a player) is passed over."""
    awards = {award.id: award for award in ruleset.source.cash_awards}
    found: list[Problem] = []
    for n, event in enumerate(events):
        award = awards.get(event.get("type", ""))
        if award is not None:
            found += [Problem(f"/events/{n}/{name}", code, text) for name, code, text in _faults(award, event)]
        elif "type" in event:
            found.append(Problem(f"/events/{n}/type", "unknown_award", _no_award(ruleset, event["type"])))
    wanted = any((award := awards.get(event.get("type", ""))) and award.bases for event in events)
    if wanted and not base_of(ruleset):
        found.append(Problem("/ruleset", "no_base", "the awards are priced in 底, and this table has none"))
    return found + list(_repeated(awards, events)) + list(_tiles_elsewhere(awards, events))


def _no_award(ruleset: Ruleset, name: str) -> str:
    source = ruleset.source
    names = [award.id for award in source.cash_awards]
    hint = nearest(name, names)
    if not hint and source.flower_wins:
        hint = "; flowers that are called as a win are paid by /v1/score"
    if not names:
        return f"the ruleset {source.id} has no cash awards of its own{hint}"
    return f"the ruleset {source.id} has no cash award {name!r}{hint}"


def _faults(award: CashAward, event: Event) -> Iterator[tuple[str, str, str]]:
    """Yield what is wrong with an event alone: the field, a code and a sentence."""
    player, other = event.get("player"), event.get("from_seat")
    if award.dealer and player not in (None, EAST_SEAT):
        yield "player", "not_the_dealer", f"{award.zh} is about the dealer, E"
    if award.between_two:
        if "from_seat" not in event:
            yield "from", "missing", f"{award.zh} is paid by one player: say who"
        elif other == player:
            yield "from", "pays_himself", "nobody pays himself"
    elif "from_seat" in event:
        yield "from", "not_concerned", f"{award.zh} is about one player and all the others"
    for fact in FACTS:
        if fact in event and fact not in award.facts:
            yield fact, "not_concerned", f"{award.zh} has nothing to do with {fact}"
    condition = CONDITIONS.get(award.holds or "")
    if condition and any(fact in event for fact in condition.about):
        yield from condition.ask(event)


def _repeated(awards: Mapping[str, CashAward], events: Sequence[Event]) -> Iterator[Problem]:
    """Yield what can be paid once in a deal, to a player or at all, and is told again; and what bars each other."""
    seen: set[tuple[str, int | None]] = set()
    for n, event in enumerate(events):
        award = awards.get(event.get("type", ""))
        if award is None or "player" not in event:
            continue
        key = (award.id, event["player"] if award.once == "player" else None)
        if award.once and key in seen:
            once = "once in a deal for each player" if award.once == "player" else "once in a deal"
            yield Problem(f"/events/{n}", "once_per_deal", f"{award.zh} is paid {once}")
        barred = [name for name in award.bars if (name, None) in seen]
        if barred:
            yield Problem(
                f"/events/{n}", "not_in_one_deal", f"{award.zh} and {awards[barred[0]].zh} exclude each other"
            )
        seen |= {key, (award.id, None)}


def _tiles_elsewhere(awards: Mapping[str, CashAward], events: Sequence[Event]) -> Iterator[Problem]:
    """Yield tiles of which an earlier event has every copy elsewhere: with another player, or among the discards.

    The same flowers may lie in two sets; a kong may be told of twice, when it is made and when it is not shown.
    """
    lies: dict[int, tuple[int, int | None, str]] = {}
    for n, event in enumerate(events):
        award = awards.get(event.get("type", ""))
        condition = CONDITIONS.get(award.holds or "") if award else None
        if award is None or condition is None or not condition.takes or "player" not in event:
            continue
        fact, holder = condition.about[0], event["player"] if condition.takes == "player" else None
        if fact not in event or any(condition.ask(event)):
            continue
        for kind in _kinds(event[fact]):
            first, owner, name = lies.setdefault(kind, (n, holder, award.id))
            known = holder is not None and owner == holder and (fact == "flowers" or name != award.id)
            if first != n and not known:
                message = f"{CODES[kind]} lies elsewhere, by event {first}"
                yield Problem(f"/events/{n}/{fact}", "tile_elsewhere", message)


def _kinds(told: int | tuple[int, ...]) -> list[int]:
    return [told] if isinstance(told, int) else sorted(set(told))
