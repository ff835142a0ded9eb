"""Call a service with the generated Python client; its address is the argument."""

from __future__ import annotations

import sys

from hktw_scorer_client import Client
from hktw_scorer_client.api.ledger import advance_ledger
from hktw_scorer_client.api.operations import health
from hktw_scorer_client.api.reference import get_ruleset
from hktw_scorer_client.api.scoring import score, waits
from hktw_scorer_client.models import (
    Context,
    Deal,
    DealOutcome,
    LedgerAdvanceRequest,
    LedgerAnswer,
    Problem,
    Ruleset,
    ScoreAnswer,
    ScoreRequest,
    WaitsAnswer,
    WaitsRequest,
    WinBy,
    Wind,
)


def main(address: str) -> None:
    """Ask each family of paths once, and read the answers as what they are said to be."""
    client = Client(base_url=address)
    facts = Context(seat=Wind.S, by=WinBy.DISCARD, from_=Wind.E, pool=31)
    request = ScoreRequest(ruleset="baike", hand="(123m) 456m 789m 55p 333s 45s +6s", context=facts)
    scored = score.sync(client=client, body=request)
    assert isinstance(scored, ScoreAnswer), scored
    best = scored.readings[scored.best]
    assert (best.total, scored.payments[0].fan) == (scored.total_fan, 27), scored
    refused = score.sync(client=client, body=ScoreRequest(ruleset="baike", hand="1m +1m", context=facts))
    assert isinstance(refused, Problem), refused
    assert refused.errors[0].pointer == "/hand", refused
    waiting = waits.sync(client=client, body=WaitsRequest(ruleset="baike", hand="(123m) 456m 789m 55p 333s 45s"))
    assert isinstance(waiting, WaitsAnswer), waiting
    evening = LedgerAdvanceRequest(ruleset="baike", players=["a", "b", "c", "d"], deal=Deal(outcome=DealOutcome.DRAW))
    kept = advance_ledger.sync(client=client, body=evening)
    assert isinstance(kept, LedgerAnswer), kept
    table = get_ruleset.sync(id="baike", client=client)
    assert isinstance(table, Ruleset), table
    alive = health.sync(client=client)
    print(f"Python client: {scored.total_fan} fan by {table.id} {table.version}; the service is {alive.version}")


if __name__ == "__main__":
    main(sys.argv[1])
