"""Sheets that no evening leads to are refused, each with its pointer; their neighbours that one leads to are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from ledger_requests import GONE, LATER, Change, accepted, changed, debts, kept_by, owed, refused

if TYPE_CHECKING:
    from flask.testing import FlaskClient

FROM_DING = [owed(winner, "丁") for winner in "甲乙丙"]
TWO_FROM_BING = [owed("甲", "丙", 40, 2), owed("乙", "丙")]
WHOLE: Change = kept_by(round_pull="down")
EXACT: Change = kept_by(rounding="at_payment")
UNLIMITED: Change = kept_by(cut_every=0)

UNREACHABLE: dict[str, tuple[Change, list[str]]] = {
    # A debt alone.
    "an unknown creditor": ({"/ledger/debts/0/creditor": "戊"}, ["/ledger/debts/0/creditor unknown_player"]),
    "an unknown debtor": ({"/ledger/debts/0/debtor": "戊"}, ["/ledger/debts/0/debtor unknown_player"]),
    "a debt to himself": ({"/ledger/debts/0/debtor": "甲"}, ["/ledger/debts/0/debtor own_creditor"]),
    "a half where pulls are rounded": (
        {"/ledger/debts/1/points": 93.5},
        ["/ledger/debts/1/points not_whole"],
    ),
    "a half before the first pull": (
        {**EXACT, "/ledger/debts/0/points": 10.5},
        ["/ledger/debts/0/points not_whole"],
    ),
    "an eighth after two pulls": (
        {**EXACT, "/ledger/debts/1/points": 93.125},
        ["/ledger/debts/1/points not_whole"],
    ),
    "a tenth, which no pull leaves": ({**EXACT, "/ledger/debts/1/points": 93.1}, ["/ledger/debts/1/points not_whole"]),
    "5 after three wins rounded up": ({"/ledger/debts/1/points": 5}, ["/ledger/debts/1/points unreachable"]),
    "3 after three wins rounded down": ({**WHOLE, "/ledger/debts/1/points": 3}, ["/ledger/debts/1/points unreachable"]),
    "4.5 after three exact wins": ({**EXACT, "/ledger/debts/1/points": 4.5}, ["/ledger/debts/1/points unreachable"]),
    "3 after two exact wins": (
        {**EXACT, **debts(owed("甲", "丙", 3, 2))},
        ["/ledger/debts/0/points unreachable"],
    ),
    "a thousand pulls": (
        {**UNLIMITED, **debts(owed("甲", "乙"), owed("甲", "丙", 10**12, 1000))},
        ["/ledger/debts/1/points unreachable"],
    ),
    # Debts together.
    "debts in both directions": (
        debts(owed("甲", "乙"), owed("乙", "甲")),
        ["/ledger/debts/0 both_directions", "/ledger/debts/1 both_directions"],
    ),
    "a debt twice": (debts(owed("甲", "乙"), owed("甲", "乙", 12)), ["/ledger/debts/1 debt_twice"]),
    "a loser of the last deal with claims, where none is cut": (
        {**UNLIMITED, **debts(owed("甲", "乙"), owed("乙", "丙"))},
        ["/ledger/debts unreachable"],
    ),
    "four creditors, who cannot all have won": (
        debts(owed("甲", "乙"), owed("乙", "丙"), owed("丙", "丁"), owed("丁", "甲")),
        ["/ledger/debts unreachable"],
    ),
    "a ring of three": (debts(owed("甲", "乙"), owed("乙", "丙"), owed("丙", "甲")), ["/ledger/debts unreachable"]),
    "two winners, and a debt between them that is not held": (
        {**kept_by(cowinner="settle"), **debts(*FROM_DING, owed("甲", "乙"))},
        ["/ledger/debts unreachable"],
    ),
    "two winners, and a bystander's debt that is held for a sole winner": (
        {**kept_by(bystander="hold_sole", cut_every=0), **debts(owed("甲", "丁"), owed("乙", "丁"), owed("甲", "丙"))},
        ["/ledger/debts unreachable"],
    ),
    "two of the three debts of a self-draw, where none is cut": (
        {**kept_by(bystander="settle", cut_every=0), **debts(owed("甲", "乙"), owed("甲", "丙"))},
        ["/ledger/debts unreachable"],
    ),
    "claims of another than the dealer where he alone pulls": (
        {**kept_by(who_pulls="dealer_only"), "/ledger/table/dealer": "丙", "/ledger/offers": []},
        ["/ledger/debts/0/creditor not_the_dealer", "/ledger/debts/1/creditor not_the_dealer"],
    ),
    # Offers.
    "an offer of a debt that is none": ({"/ledger/offers/0/debtor": "丁"}, ["/ledger/offers/0 no_such_debt"]),
    "an offer at the first record": ({"/ledger/offers/0/debtor": "乙"}, ["/ledger/offers/0 no_offer"]),
    "an offer at the fourth": ({"/ledger/debts/1/pulls": 4}, ["/ledger/offers/0 no_offer"]),
    "an offer where nothing is cut": (UNLIMITED, ["/ledger/offers/0 no_offer"]),
    "an offer at the third of every second": (kept_by(cut_every=2), ["/ledger/offers/0 no_offer"]),
    "an offer at the first record of every one": (
        {**kept_by(cut_every=1), "/ledger/offers/0/debtor": "乙"},
        ["/ledger/offers/0 no_offer"],
    ),
    "an offer twice": (
        {"/ledger/offers": [{"creditor": "甲", "debtor": "丙"}] * 2},
        ["/ledger/offers/1 offer_twice"],
    ),
    "offers that no one deal makes": (
        {
            **kept_by(cut_every=2),
            "/ledger/debts": [*TWO_FROM_BING, owed("甲", "乙", 40, 2)],
            "/ledger/offers": [{"creditor": "甲", "debtor": "丙"}, {"creditor": "甲", "debtor": "乙"}],
        },
        ["/ledger/offers unreachable"],
    ),
    # The rest of the sheet.
    "a balance that does not add up": ({"/ledger/balance/丁": 1}, ["/ledger/balance not_balanced"]),
    "a balance without a player": ({"/ledger/balance/丁": GONE}, ["/ledger/balance wrong_players"]),
    "a balance with a stranger": ({"/ledger/balance/戊": 0}, ["/ledger/balance wrong_players"]),
    "a dealer who is no player": ({"/ledger/table/dealer": "戊"}, ["/ledger/table/dealer unknown_player"]),
    "three players": ({"/ledger/players": ["甲", "乙", "丙"]}, ["/ledger/players wrong_count"]),
    "one player twice": ({"/ledger/players/1": "甲"}, ["/ledger/players/1 player_twice"]),
    "another ruleset": ({"/ruleset": "house"}, ["/ruleset another_ruleset", "/ledger/ruleset another_ruleset"]),
    "the same ruleset in other words": (
        {"/ruleset": {"id": "baike"}},
        ["/ruleset another_ruleset", "/ledger/ruleset another_ruleset"],
    ),
    "another version": ({"/ledger/version": 2}, ["/ledger/version wrong_type"]),
    "a field of the answer that is not the ledger's": ({"/ledger/paper": []}, ["/ledger/paper unknown_field"]),
    **{
        f"no {key}": ({f"/ledger/{key}": GONE}, [f"/ledger/{key} missing"])
        for key in ("version", "ruleset", "players", "debts", "table")
    },
}

REACHABLE: dict[str, Change] = {
    "6 after three wins rounded up": {"/ledger/debts/1/points": 6},
    "4 after three wins rounded down": {**WHOLE, "/ledger/debts/1/points": 4},
    "4.75 after three exact wins": {**EXACT, "/ledger/debts/1/points": 4.75},
    "2.5 after two exact wins": {**EXACT, **debts(owed("甲", "丙", 2.5, 2))},
    "a debt between two of three winners": {**kept_by(bystander="settle"), **debts(*FROM_DING, owed("甲", "乙"))},
    "two of the three debts of a self-draw, one was cut": {
        **kept_by(bystander="settle"), **debts(owed("甲", "乙"), owed("甲", "丙")),
    },
    "a third record without an open offer, it was declined": {"/ledger/offers": []},
    "an offer at the second record of every one": {
        **kept_by(cut_every=1), "/ledger/debts/1": owed("甲", "丙", 93, 2),
    },
    "two offers of one deal": {
        **kept_by(cut_every=2),
        "/ledger/debts": [owed("甲", "乙", 40, 2), owed("甲", "丙", 40, 2), owed("甲", "丁")],
        "/ledger/offers": [{"creditor": "甲", "debtor": "丙"}, {"creditor": "甲", "debtor": "乙"}],
    },
    "any combination of wind, dealer and streak": {
        "/ledger/table": {"round_wind": "N", "dealer": "丁", "dealer_streak": 1000, "deal_name": "?"},
    },
    "nothing but what is written on paper": {f"/ledger/{key}": GONE for key in ("deals", "offers", "balance")},
}  # fmt: skip


@pytest.mark.parametrize("name", UNREACHABLE)
def test_refused_is(client: FlaskClient, name: str) -> None:
    change, wanted = UNREACHABLE[name]
    assert refused(client, "advance", changed(LATER, change)) == wanted


@pytest.mark.parametrize("name", REACHABLE)
def test_accepted_is(client: FlaskClient, name: str) -> None:
    request = changed(LATER, REACHABLE[name])
    answer = accepted(client, "advance", request)
    assert answer["changes"] == []
    sheet = {(debt["creditor"], debt["debtor"]): debt for debt in request["ledger"]["debts"]}
    assert {(debt["creditor"], debt["debtor"]): debt for debt in answer["ledger"]["debts"]} == sheet
