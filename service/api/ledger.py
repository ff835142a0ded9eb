"""POST /v1/ledger/advance and /v1/ledger/replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint

from schemas.ledger_answer import step_answer
from schemas.ledger_request import load_advance, load_replay
from service.api.json_body import json_answer, read_json
from service.scoring.errors import ImpossibleInput
from service.scoring.ledger import advance
from service.scoring.ledger_checks import cut_problems
from service.scoring.ledger_state import Step

if TYPE_CHECKING:
    from flask import Response

    from schemas.ledger_request import LedgerRequest, Played

ledger = Blueprint("ledger", __name__)
NOT_KEPT = {"Cache-Control": "no-store"}


@ledger.post("/v1/ledger/advance")
def post_advance() -> Response:
    """Take one step."""
    asked = load_advance(read_json())
    played = asked.played[0]
    step = advance(asked.ledger, played.deal, played.cuts, asked.rules)
    return json_answer(step_answer(step, asked.posted_ruleset), headers=NOT_KEPT)


@ledger.post("/v1/ledger/replay")
def post_replay() -> Response:
    """Play a whole evening: the last answer, and the history of all."""
    asked = load_replay(read_json("MAX_REPLAY_BYTES"))
    step, history = Step(asked.ledger, (), ()), []
    for n, played in enumerate(asked.played):
        faults = cut_problems(played.cuts, step.ledger.offers, f"/deals/{n}")
        if faults:
            raise ImpossibleInput(faults)
        step = _advance(step, played, asked, n)
        history.append(step_answer(step, asked.posted_ruleset))
    return json_answer({**step_answer(step, asked.posted_ruleset), "history": history}, headers=NOT_KEPT)


def _advance(step: Step, played: Played, asked: LedgerRequest, n: int) -> Step:
    """Take one step of many; what is wrong with it is wrong with its deal."""
    try:
        return advance(step.ledger, played.deal, played.cuts, asked.rules)
    except ImpossibleInput as error:
        raise ImpossibleInput([p._replace(pointer=f"/deals/{n}{p.pointer}") for p in error.problems]) from error
