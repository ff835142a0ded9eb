"""The application factory: configuration, request ids, blueprints, error handlers."""

from __future__ import annotations

import os
import re
import uuid
from typing import TYPE_CHECKING

from flask import Flask, g, request

from service.api.cash_awards import cash_awards
from service.api.errors import register_errors
from service.api.ledger import ledger
from service.api.operations import operations
from service.api.rulesets import rulesets
from service.api.scores import scores
from service.api.table import table
from service.scoring.derive import ruleset
from service.scoring.ruleset import load_all

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response

REQUEST_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")
MAX_BODY_BYTES = 64 * 1024
MAX_REPLAY_BYTES = 1024 * 1024


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Return the WSGI application; raises `BrokenRuleset` when a ruleset fails its checks.

    `MAX_BODY_BYTES` (65,536) and `MAX_REPLAY_BYTES` (1,048,576) may be set by `config` or by the environment.
    """
    app = Flask(__name__, static_folder=None)
    app.config["MAX_BODY_BYTES"] = int(os.environ.get("MAX_BODY_BYTES", MAX_BODY_BYTES))
    app.config["MAX_REPLAY_BYTES"] = int(os.environ.get("MAX_REPLAY_BYTES", MAX_REPLAY_BYTES))
    app.config.update(config or {})
    app.url_map.strict_slashes = False
    for name in load_all():
        ruleset(name)
    for blueprint in (scores, ledger, cash_awards, table, rulesets, operations):
        app.register_blueprint(blueprint)
    register_errors(app)
    app.before_request(_name_request)
    app.after_request(_finish)
    return app


def _name_request() -> None:
    """Take over a sane request id, else make one."""
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if REQUEST_ID.fullmatch(given) else uuid.uuid4().hex


def _finish(answer: Response) -> Response:
    answer.headers["X-Request-ID"] = g.get("request_id", "")
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer
