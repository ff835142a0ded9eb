"""Every answer from 400 up is a problem+json; a 500 shows no internals."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException

from schemas.problem import problem_body
from service.api.json_body import json_answer
from service.scoring.errors import ImpossibleInput, NotAWin, Problem, UnknownRuleset, WinNotAllowed
from service.scoring.tiles import codes

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def register_errors(app: Flask) -> None:
    """Give the application one handler for each kind of failure."""
    app.register_error_handler(ImpossibleInput, _impossible)
    app.register_error_handler(NotAWin, _not_a_win)
    app.register_error_handler(WinNotAllowed, _not_allowed)
    app.register_error_handler(UnknownRuleset, _unknown_ruleset)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _internal)


def problem(kind: str, status: int, detail: str, errors: Sequence[Problem] = (), **more: object) -> Response:
    """Return a problem+json answer."""
    return json_answer(
        problem_body(kind, status, detail, g.get("request_id", ""), errors, **more), status, PROBLEM_JSON
    )


def _impossible(error: ImpossibleInput) -> Response:
    count = len(error.problems)
    return problem("invalid-request", 422, f"{count} fault{'s' * (count != 1)}; each is pointed at.", error.problems)


def _not_a_win(error: NotAWin) -> Response:
    errors = [Problem("/hand", "not_a_win", str(error))]
    return problem("not-a-winning-hand", 422, str(error), errors, waits=codes(error.waits), missing=error.missing)


def _not_allowed(error: WinNotAllowed) -> Response:
    return problem("win-not-allowed", 422, str(error), [Problem(error.pointer, "win_not_allowed", str(error))])


def _unknown_ruleset(error: UnknownRuleset) -> Response:
    return problem("unknown-ruleset", 404, str(error))


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    kind = (
        "not-json"
        if type(error).__name__ == "NotJson"
        else KINDS.get(status, "bad-request" if status < SERVER_ERRORS else "internal-error")
    )
    answer = problem(kind, status, error.description or "")
    for name, value in error.get_headers():
        if name.lower() not in ("content-type", "content-length"):
            answer.headers[name] = value
    return answer


def _internal(error: Exception) -> Response:
    LOG.error("unhandled", exc_info=error, extra={"request_id": g.get("request_id")})
    return problem("internal-error", 500, "The fault is ours; the request id names it in our log.")
