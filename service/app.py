"""The application factory: configuration, request ids, blueprints, error handlers."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from flask import Flask, current_app, g, request

from service.api.batches import batches
from service.api.cash_awards import cash_awards
from service.api.errors import register_errors
from service.api.ledger import ledger
from service.api.logs import log_request, log_to_stdout
from service.api.metrics import count_request
from service.api.operations import operations, parsed_document
from service.api.pages import pages
from service.api.rulesets import rulesets
from service.api.scores import scores
from service.api.security import answer_preflight, ask_for_key, keep_private, protected, share
from service.api.settings import REQUEST_ID, settings
from service.api.table import table
from service.api.waits import waits
from service.scoring.derive import ruleset
from service.scoring.ruleset import load_all

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from flask import Response


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Return the WSGI application; raises `BrokenRuleset` when a ruleset fails its checks.

    What `settings` names may be set by the environment, or by `config`, which goes before it.
    """
    app = Flask(__name__, static_folder=None)
    app.config.update(settings(os.environ | dict(config or {})))
    if app.config["ACCESS_LOG"]:
        log_to_stdout()
    app.url_map.strict_slashes = False
    for name in load_all():
        ruleset(name)
    parsed_document()
    for blueprint in (scores, batches, waits, ledger, cash_awards, table, rulesets, operations, pages):
        app.register_blueprint(blueprint)
    register_errors(app)
    # In this order: a refusal needs the request id, and a preflight comes without a key.
    app.before_request(_begin)
    if app.config["CORS_ORIGINS"]:
        app.before_request(answer_preflight)
        app.after_request(share)
    if app.config["API_KEYS"]:
        app.before_request(ask_for_key)
        app.after_request(keep_private)
    app.after_request(_finish)
    app.wsgi_app = protected(app.wsgi_app)  # type: ignore[method-assign, assignment]  # the place that Flask has for it
    return app


def _begin() -> None:
    """Take over a sane request id, else make one."""
    about = g._get_current_object()  # noqa: SLF001 - the proxy looks it up at every touch
    about.began = time.perf_counter()
    given = request.environ.get("HTTP_X_REQUEST_ID")  # a missing header is dear to ask for
    about.request_id = given if given and REQUEST_ID.fullmatch(given) else os.urandom(16).hex()


def _finish(answer: Response) -> Response:
    answer.headers.add("X-Request-ID", g.request_id)
    note = _note_of(answer.status_code)
    if answer.is_streamed and not answer.direct_passthrough:  # a file that is passed through is never closed
        answer.call_on_close(note)  # most of the work is still to come
    else:
        note()
    return answer


def _note_of(status: int) -> Callable[[], None]:
    """Return what counts and logs the answer; it may be called when the request itself is gone."""
    about, asked = g._get_current_object(), request._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001
    began, request_id, method = about.began, about.request_id, asked.method
    route = asked.url_rule.rule if asked.url_rule else None
    logged = current_app.config["ACCESS_LOG"]

    def note() -> None:
        seconds = time.perf_counter() - began
        count_request(route, status, seconds)
        if logged:
            log_request(request_id, method, route, status, seconds)

    return note
