"""What the server refuses by itself: a request that is not HTTP never reaches the app, its refusal is a problem too."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from gunicorn import util  # type: ignore[import-untyped]
from gunicorn.http import wsgi  # type: ignore[import-untyped]
from gunicorn.workers import gthread  # type: ignore[import-untyped]

from schemas.problem import problem_body
from service.api.frame import HEADERS, new_id
from service.api.json_body import json_text

if TYPE_CHECKING:
    import socket

SERVER_ERRORS = 500
NOT_IMPLEMENTED = 501


# So long gunicorn waits for a client to close its side (it has 2 s), and meanwhile the whole worker does nothing else.
LINGER_SECONDS = 0.2
# So long a thread waits for the rest of a body that was refused unread (5 s).
DRAIN_SECONDS = 1.0


_heads = wsgi.Response.default_headers


def mend_gunicorn() -> None:
    """Have gunicorn refuse in our form, wait less for its clients and not name itself; it has no settings for that."""
    wsgi.Response.default_headers = nameless
    util.write_error = write_problem
    util.close_graceful = partial(util.close_graceful, timeout=LINGER_SECONDS)
    gthread.DEFAULT_WORKER_DATA_TIMEOUT = DRAIN_SECONDS


def nameless(answer: wsgi.Response) -> list[str]:
    """Return the lines that gunicorn puts before those of the app, without the one that says what serves."""
    return [line for line in _heads(answer) if not line.startswith("Server:")]


def write_problem(sock: socket.socket, status: int, reason: str, message: str) -> None:
    """Write a whole answer to a connection that is closed after it."""
    request_id = new_id()
    ours = status >= SERVER_ERRORS and status != NOT_IMPLEMENTED
    kind = "internal-error" if ours else "bad-request"
    body = json_text(problem_body(kind, status, message or "The fault is ours.", request_id)).encode()
    head = [
        f"HTTP/1.1 {status} {reason}",
        "Connection: close",
        "Content-Type: application/problem+json",
        f"Content-Length: {len(body)}",
        f"X-Request-ID: {request_id}",
        *(f"{name}: {value}" for name, value in HEADERS),
    ]
    util.write_nonblock(sock, "\r\n".join(head).encode("ascii") + b"\r\n\r\n" + body)
