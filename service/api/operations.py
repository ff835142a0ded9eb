"""Health, readiness, metrics and the OpenAPI document."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from flask import Blueprint, Response
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from service.api import metrics, workers
from service.api.errors import problem
from service.api.json_body import json_answer
from service.api.rulesets import lasting
from service.scoring.derive import ruleset
from service.scoring.ruleset import ids
from service.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable

operations = Blueprint("operations", __name__)
NOW = {"Cache-Control": "no-store"}


@operations.get("/healthz")
def healthz() -> Response:
    """Say that the process is alive."""
    return json_answer({"status": "ok", "version": VERSION}, headers=NOW)


@operations.get("/readyz")
def readyz() -> Response:
    """Say that every ruleset is loaded, and 503 once the server was told to stop."""
    if workers.draining():
        answer = problem("not-ready", 503, "What is asked is still answered, but ask another server.")
        answer.headers.update(NOW)
        return answer
    for name in ids():
        ruleset(name)
    return json_answer({"status": "ready"}, headers=NOW)


@operations.get("/metrics")
def get_metrics() -> Response:
    """Return what all workers of this server counted, for Prometheus."""
    return Response(metrics.exposition(), content_type=CONTENT_TYPE_PLAIN_0_0_4, headers=NOW)


@operations.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """Return the contract as it is written."""
    return lasting(Response(document(), mimetype="application/yaml"))


@operations.get("/openapi.json")
def openapi_json() -> Response:
    """Return the contract as JSON."""
    return lasting(json_answer(parsed_document()))


@cache
def document() -> str:
    """Return the text of openapi.yaml: beside the packages in a checkout, inside `service` when installed."""
    package = Path(__file__).resolve().parent.parent
    return _first_of((package / "openapi.yaml", package.parent / "openapi.yaml")).read_text("utf8")


def _first_of(places: Iterable[Path]) -> Path:
    return next(place for place in places if place.is_file())


@cache
def parsed_document() -> Any:  # noqa: ANN401  (whatever the document holds)
    """Return what openapi.yaml says. Reading it takes a good part of a second, which no request should wait for."""
    return yaml.load(document(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - both are safe
