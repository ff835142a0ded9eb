"""What a worker does with a chunk: exactly what POST /v1/score/batch does with its lines."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple

from schemas.limits import RULESET_ENTRIES
from service.api.batch_scorer import BatchScorer
from service.bulk.faults import BulkError
from service.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SCORED = 200


class Terms(NamedTuple):
    """Whatever an answer depends on beside its line; a worker elsewhere must agree to it."""

    version: str
    ruleset_entries: int
    request_id: str
    depth: int
    line_bytes: int


class Answers(NamedTuple):
    """The answers to a chunk as text, and how many of them are scores."""

    text: bytes
    scored: int


def terms(config: Mapping[str, int], request_id: str) -> Terms:
    """Return the terms of a run here, under the settings that the service would have."""
    return Terms(VERSION, RULESET_ENTRIES, request_id, config["MAX_JSON_DEPTH"], config["MAX_BODY_BYTES"])


def answer(agreed: Terms, first: int, lines: Sequence[bytes]) -> Answers:
    """Answer lines, the first of which has the number `first`; raises `BulkError` where this worker is another one."""
    if (agreed.version, agreed.ruleset_entries) != (VERSION, RULESET_ENTRIES):
        message = (
            f"a worker has version {VERSION} and MAX_RULESET_ENTRIES={RULESET_ENTRIES}; "
            f"wanted are {agreed.version} and {agreed.ruleset_entries}"
        )
        raise BulkError(message)
    scorer = _scorer(agreed)
    answered = [scorer.numbered(n, line) for n, line in enumerate(lines, first)]
    text = "".join(one.text for one in answered).encode()
    return Answers(text, sum(one.status == SCORED for one in answered))


# A worker of a cluster may have several threads, and a scorer remembers what it answered: each has its own.
_own = threading.local()


def _scorer(agreed: Terms) -> BatchScorer:
    if getattr(_own, "terms", None) != agreed:
        _own.terms = agreed
        _own.scorer = BatchScorer(agreed.request_id, depth=agreed.depth, line_bytes=agreed.line_bytes)
    scorer: BatchScorer = _own.scorer
    return scorer
