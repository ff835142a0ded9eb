"""What surrounds every request: its id, the headers of every answer, the count of it and its line in the log.

Below Flask an answer is a status and a list of pairs; as hooks of Flask the same would take several times as long.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Final

from flask import request
from werkzeug.wsgi import ClosingIterator

from service.api.logs import log_request
from service.api.metrics import count_request
from service.api.settings import REQUEST_ID

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from _typeshed import OptExcInfo

# An answer of the API is never a page: it loads nothing and stands in no frame. A page sets its own policy.
HEADERS: Final = [
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Referrer-Policy", "no-referrer"),
]
# Where the id stands among what the server tells of a request.
ID: Final = "hktw_scorer.request_id"


def framed(application: WSGIApplication, *, logged: bool) -> WSGIApplication:
    """Return an application that gives each request an id, and each answer that id and the headers that it lacks.

    It counts every answer and, when `logged`, writes its line: of one that is streamed when it ends, since most of the
    work is still to come when it begins.
    """

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        began = time.perf_counter()
        this_id = environ[ID] = _id(environ.get("HTTP_X_REQUEST_ID"))
        status, whole, route = 0, True, None

        def start(
            says: str, headers: list[tuple[str, str]], failed: OptExcInfo | None = None, /
        ) -> Callable[[bytes], object]:
            nonlocal status, whole, route
            own = {name for name, _ in headers}
            status, whole = int(says[:3]), "Content-Length" in own
            rule = environ["werkzeug.request"].url_rule  # later it is gone
            route = rule.rule if rule else None
            added = [one for one in HEADERS if one[0] not in own]
            return start_response(says, [*headers, *added, ("X-Request-ID", this_id)], failed)

        def note() -> None:
            seconds = time.perf_counter() - began
            count_request(route, status, seconds)
            if logged:
                log_request(this_id, environ["REQUEST_METHOD"], route, status, seconds)

        body = application(environ, start)
        if whole:
            note()
            return body
        return ClosingIterator(body, note)

    return answer


def _id(given: str | None) -> str:
    """Take over a sane id, else make one."""
    return given if given and REQUEST_ID.fullmatch(given) else new_id()


def new_id() -> str:
    """Return an id that no other request has."""
    return os.urandom(16).hex()


def request_id() -> str:
    """Return the id of the request that is being answered."""
    return str(request.environ[ID])
