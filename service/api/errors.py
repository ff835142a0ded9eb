"""Every answer from 400 up is a problem+json; a 500 shows no internals."""

from __future__ import annotations

import logging
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from schemas.problem import problem_body
from service.api.frame import request_id
from service.api.json_body import json_answer
from service.scoring.errors import ImpossibleInput, NotAWin, Problem, UnknownRuleset, WinNotAllowed
from service.scoring.tiles import codes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LOG = logging.getLogger(__name__)
SERVER_ERRORS = 500
PROBLEM_JSON = "application/problem+json"
KINDS = {
    401: "unauthorized",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "wrong-media-type",
}


class Refusal(NamedTuple):
    """What a failure is answered with: kind and status of the problem, its sentence, each fault, what else it tells."""

    kind: str
    status: int
    detail: str
    errors: Sequence[Problem] = ()
    more: Mapping[str, object] = MappingProxyType({})

    def body(self, request_id: str) -> dict[str, object]:
        """Return the body of the problem."""
        return problem_body(self.kind, self.status, self.detail, request_id, self.errors, **self.more)


def register_errors(app: Flask) -> None:
    """Answer every failure in one form."""
    app.register_error_handler(HTTPException, _refuse)
    app.register_error_handler(Exception, _refuse)


def problem(kind: str, status: int, detail: str, errors: Sequence[Problem] = (), **more: object) -> Response:
    """Return a problem+json answer."""
    refusal = Refusal(kind, status, detail, errors, more)
    return json_answer(refusal.body(request_id()), status, PROBLEM_JSON)


def refusal_of(error: Exception, request_id: str) -> Refusal:
    """Return what an exception is answered with; one that nobody raises on purpose is logged under the request's id."""
    if isinstance(error, ImpossibleInput):
        count = len(error.problems)
        detail = f"{count} fault{'s' * (count != 1)}; each is pointed at."
        return Refusal("invalid-request", 422, detail, error.problems)
    if isinstance(error, NotAWin):
        errors = [Problem("/hand", "not_a_win", str(error))]
        more = {"waits": codes(error.waits), "missing": error.missing}
        return Refusal("not-a-winning-hand", 422, str(error), errors, more)
    if isinstance(error, WinNotAllowed):
        errors = [Problem(error.pointer, "win_not_allowed", str(error))]
        return Refusal("win-not-allowed", 422, str(error), errors)
    if isinstance(error, UnknownRuleset):
        return Refusal("unknown-ruleset", 404, str(error))
    if isinstance(error, HTTPException):
        return _http(error)
    LOG.error("unhandled", exc_info=error, extra={"fields": {"id": request_id}})
    return Refusal("internal-error", 500, "The fault is ours; the request id names it in our log.")


def _http(error: HTTPException) -> Refusal:
    status = error.code or 500
    kind = (
        "not-json"
        if type(error).__name__ == "NotJson"
        else KINDS.get(status, "bad-request" if status < SERVER_ERRORS else "internal-error")
    )
    return Refusal(kind, status, error.description or "")


def _refuse(error: Exception) -> Response:
    own_id = request_id()
    refusal = refusal_of(error, own_id)
    answer = json_answer(refusal.body(own_id), refusal.status, PROBLEM_JSON)
    if isinstance(error, HTTPException):
        for name, value in error.get_headers():
            if name.lower() not in ("content-type", "content-length"):
                answer.headers[name] = value
    return answer
