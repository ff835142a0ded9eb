"""Who may call, from where, and what browsers are told about the answers."""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING, Final

from flask import Response, current_app, request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Unauthorized

if TYPE_CHECKING:
    from collections.abc import Iterable

# Asked by orchestrators and scrapers, which have no key; they tell nothing about what others asked.
OPEN: Final = frozenset({"operations.healthz", "operations.readyz", "operations.get_metrics"})
PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, If-None-Match, X-Request-ID",
    "Access-Control-Max-Age": "86400",
}


def answer_preflight() -> Response | None:
    """Answer a browser that asks whether it may send a request; it asks without a key."""
    asked = request.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in request.environ
    if not asked or _allowed_origin() is None:
        return None
    return Response(status=204, headers=PREFLIGHT)


def ask_for_key() -> None:
    """Raise 401 where the request has none of the keys that are configured."""
    digests = current_app.config["API_KEYS"]
    if request.endpoint in OPEN or request.blueprint == "pages":
        return
    given = request.authorization
    token = given.token if given is not None and given.type == "bearer" else None
    if token is None:
        raise Unauthorized("Send an API key: Authorization: Bearer <key>.", www_authenticate=_challenge())
    if not is_known(token, digests):
        raise Unauthorized("The API key is not known here.", www_authenticate=_challenge(error="invalid_token"))


def is_known(key: str, digests: Iterable[str]) -> bool:
    """Whether a key has one of the digests; how long that takes does not tell how much of it is right."""
    # A header's text is its bytes, one character each.
    own = hashlib.sha256(key.encode("latin-1", "replace")).hexdigest()
    return sum(hmac.compare_digest(own, digest) for digest in digests) > 0


def _challenge(**more: str) -> WWWAuthenticate:
    return WWWAuthenticate("bearer", {"realm": "hktw-scorer", **more})


def keep_private(answer: Response) -> Response:
    """Where keys are configured: what was given to one with a key is not for a cache that gives it to all."""
    if answer.cache_control.public:
        answer.cache_control.public = False
        answer.cache_control.private = True
    return answer


def share(answer: Response) -> Response:
    """Where origins are configured: say which page's scripts may read the answer."""
    if "*" not in current_app.config["CORS_ORIGINS"]:  # else a cache could give one origin's answer to another
        answer.vary.add("Origin")
    allowed = _allowed_origin()
    if allowed is not None:
        answer.headers["Access-Control-Allow-Origin"] = allowed
        answer.headers["Access-Control-Expose-Headers"] = "ETag, X-Request-ID"
    return answer


def _allowed_origin() -> str | None:
    """Return what the answer says of the origin that asks: itself or `*`; None where it may not."""
    origins, origin = current_app.config["CORS_ORIGINS"], request.headers.get("Origin")
    if "*" in origins:
        return "*"
    return origin if origin in origins else None
