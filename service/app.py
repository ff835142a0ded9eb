"""The application factory: configuration, blueprints, error handlers, and what surrounds them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from flask import Flask

from service.api.batches import batches
from service.api.cash_awards import cash_awards
from service.api.errors import register_errors
from service.api.frame import framed
from service.api.ledger import ledger
from service.api.logs import log_to_stdout
from service.api.operations import operations, parsed_document
from service.api.pages import pages
from service.api.rulesets import rulesets
from service.api.scores import scores
from service.api.security import answer_preflight, ask_for_key, keep_private, share
from service.api.settings import settings
from service.api.table import table
from service.api.waits import waits
from service.scoring.derive import ruleset
from service.scoring.ruleset import load_all

if TYPE_CHECKING:
    from collections.abc import Mapping


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
    # In this order: a preflight comes without a key.
    if app.config["CORS_ORIGINS"]:
        app.before_request(answer_preflight)
        app.after_request(share)
    if app.config["API_KEYS"]:
        app.before_request(ask_for_key)
        app.after_request(keep_private)
    framing = framed(app.wsgi_app, logged=app.config["ACCESS_LOG"])
    app.wsgi_app = framing  # type: ignore[method-assign, assignment]  # the place that Flask has for it
    return app
