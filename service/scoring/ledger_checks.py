"""What can be wrong with a posted ledger: with itself, and with what the rules could have reached.

A ledger that was returned is accepted, and so is one typed in from a paper sheet; one that no evening leads to is not.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from service.scoring.errors import Problem
from service.scoring.ledger_reach import SEATS, adds_up, least_points, sheets
from service.scoring.ledger_state import Deal, LedgerRules, Pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class Entry(NamedTuple):
    """A posted debt, before it is known to be sound."""

    creditor: str
    debtor: str
    points: Fraction
    pulls: int


PLACE: Final = "/ledger/debts"


def sheet_problems(
    players: Sequence[str], dealer: str, entries: Sequence[Entry], offers: Sequence[Pair], rules: LedgerRules
) -> list[Problem]:
    """Return every fault of the posted debts and offers; if each is sound alone, also whether they stand together."""
    found = [problem for n, entry in enumerate(entries) for problem in _entry_problems(n, entry, players, rules)]
    found += _pair_problems(entries)
    found += _offer_problems(offers, entries, rules)
    if rules.who_pulls == "dealer_only" and dealer in players:
        message = f"only the dealer's wins are recorded (莊家拉), and {dealer} deals"
        strangers = [n for n, entry in enumerate(entries) if entry.creditor != dealer]
        found += [Problem(f"{PLACE}/{n}/creditor", "not_the_dealer", message) for n in strangers]
    if found or dealer not in players:
        return found
    seats = dict(zip(players, SEATS, strict=True))
    reached = sheets(rules, players.index(dealer))
    pulled = reached.get(frozenset((seats[entry.creditor], seats[entry.debtor]) for entry in entries))
    if pulled is None:
        message = "no deal leaves these debts behind: who did not win it has no claims, and its losers owe its winners"
        return [Problem(PLACE, "unreachable", message)]
    asked = {(seats[creditor], seats[debtor]) for creditor, debtor in offers}
    if asked and not any(asked <= one for one in pulled):
        return [Problem("/ledger/offers", "unreachable", "no deal pulls all these debts, and offers are of the last")]
    return []


def _entry_problems(n: int, entry: Entry, players: Sequence[str], rules: LedgerRules) -> Iterator[Problem]:
    for name in ("creditor", "debtor"):
        if getattr(entry, name) not in players:
            yield Problem(f"{PLACE}/{n}/{name}", "unknown_player", f"{getattr(entry, name)!r} is none of the players")
    if entry.creditor == entry.debtor:
        yield Problem(f"{PLACE}/{n}/debtor", "own_creditor", "nobody owes himself")
    place = f"{PLACE}/{n}/points"
    if rules.rounding == "at_pull" and entry.points.denominator > 1:
        yield Problem(place, "not_whole", "points are whole numbers where every pull is rounded")
    elif (1 << entry.pulls - 1) % entry.points.denominator:
        yield Problem(place, "not_whole", f"{entry.pulls - 1} pulls after the first record leave no such fraction")
    elif not adds_up(entry.points, entry.pulls, rules):
        least = float(least_points(entry.pulls, rules))
        yield Problem(place, "unreachable", f"no {entry.pulls} wins lead to this amount; the least is {least:.16g}")


def _pair_problems(entries: Sequence[Entry]) -> Iterator[Problem]:
    for (m, a), (n, b) in combinations(enumerate(entries), 2):
        if (a.creditor, a.debtor) == (b.creditor, b.debtor):
            yield Problem(f"{PLACE}/{n}", "debt_twice", f"the debt of {b.debtor} to {b.creditor} stands twice")
        elif (a.creditor, a.debtor) == (b.debtor, b.creditor):
            for place in (m, n):
                yield Problem(f"{PLACE}/{place}", "both_directions", "of two players at most one owes the other")


def _offer_problems(offers: Sequence[Pair], debts: Iterable[Entry], rules: LedgerRules) -> list[Problem]:
    """Return every open offer of a cut that the rules do not make."""
    pulls = {(entry.creditor, entry.debtor): entry.pulls for entry in debts}
    found = []
    for n, pair in enumerate(offers):
        count = pulls.get(pair)
        if pair in offers[:n]:
            found.append(Problem(f"/ledger/offers/{n}", "offer_twice", "the offer stands twice"))
        elif count is None:
            found.append(Problem(f"/ledger/offers/{n}", "no_such_debt", f"{pair[1]} owes {pair[0]} nothing"))
        elif not rules.cut_every or count % rules.cut_every or count == 1:
            found.append(Problem(f"/ledger/offers/{n}", "no_offer", f"no cut is offered at 拉{count}"))
    return found


def cut_problems(cuts: Sequence[Pair], offers: Iterable[Pair], place: str) -> list[Problem]:
    """Return every cut that was not offered."""
    open_offers = set(offers)
    found = [
        Problem(f"{place}/cuts/{n}", "not_offered", f"{pair[1]} was not offered to cut his debt to {pair[0]}")
        for n, pair in enumerate(cuts)
        if pair not in open_offers
    ]
    twice = [n for n, pair in enumerate(cuts) if pair in cuts[:n]]
    return found + [Problem(f"{place}/cuts/{n}", "cut_twice", "the cut stands twice") for n in twice]


def deal_problems(deal: Deal, players: Sequence[str], place: str) -> list[Problem]:
    """Return every fault of a deal: who won from whom, and who can."""
    if deal.outcome == "win":
        return list(_win_problems(deal, players, place))
    found = [Problem(f"{place}/wins", "no_win", "only a win has winners")] if deal.wins else []
    if deal.outcome == "false_win":
        if deal.offender is None:
            found.append(Problem(f"{place}/offender", "missing", "who declared the false win is missing"))
        elif deal.offender not in players:
            found.append(Problem(f"{place}/offender", "unknown_player", f"{deal.offender!r} is none of the players"))
    elif deal.offender is not None:
        found.append(Problem(f"{place}/offender", "no_offender", "only a false win has an offender"))
    return found


def _win_problems(deal: Deal, players: Sequence[str], place: str) -> Iterator[Problem]:
    if not deal.wins:
        yield Problem(f"{place}/wins", "missing", "the winners are missing")
    if deal.offender is not None:
        yield Problem(f"{place}/offender", "no_offender", "only a false win has an offender")
    winners = [win.winner for win in deal.wins]
    for n, win in enumerate(deal.wins):
        here = f"{place}/wins/{n}"
        if win.winner not in players:
            yield Problem(f"{here}/winner", "unknown_player", f"{win.winner!r} is none of the players")
        if winners.count(win.winner) > 1:
            yield Problem(f"{here}/winner", "winner_twice", f"{win.winner} wins twice")
        if len(deal.wins) > 1 and win.by == "self_draw":
            yield Problem(f"{here}/by", "several_winners", "a self-drawn win is the only one")
        yield from _payer_problems(deal, n, players, here)
    givers = {win.giver for win in deal.wins}
    if len(givers) > 1:
        for n in range(len(deal.wins)):
            yield Problem(f"{place}/wins/{n}/from", "several_givers", "all win on the same tile, from the same player")


def _payer_problems(deal: Deal, n: int, players: Sequence[str], here: str) -> Iterator[Problem]:
    win = deal.wins[n]
    others = {player for player in players if player != win.winner}
    if win.by == "discard" and win.giver is None:
        yield Problem(f"{here}/from", "missing", "who gave the tile is missing")
        return
    if win.by == "self_draw" and win.giver is not None:
        yield Problem(f"{here}/from", "from_with_self_draw", "a self-drawn tile comes from nobody")
    if win.giver is not None and (win.giver not in others or win.giver in {w.winner for w in deal.wins}):
        yield Problem(f"{here}/from", "not_a_loser", f"{win.giver!r} cannot have given the tile")
    wanted = others if win.by == "self_draw" else {win.giver}
    if set(win.points) != wanted:
        names = ", ".join(sorted(map(str, wanted)))
        yield Problem(f"{here}/points", "wrong_payers", f"this win is paid by {names}, each and alone")
