"""What the server refuses by itself: a request that is not HTTP never reaches the app, its refusal is a problem too."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from gunicorn import util  # type: ignore[import-untyped]

from schemas.problem import problem_body
from service.api.json_body import json_text
from service.api.security import HEADERS

if TYPE_CHECKING:
    import socket

SERVER_ERRORS = 500
NOT_IMPLEMENTED = 501


def answer_in_problems() -> None:
    """Have gunicorn answer so; it has no setting for that."""
    util.write_error = write_problem


def write_problem(sock: socket.socket, status: int, reason: str, message: str) -> None:
    """Write a whole answer to a connection that is closed after it."""
    request_id = uuid.uuid4().hex
    ours = status >= SERVER_ERRORS and status != NOT_IMPLEMENTED
    kind = "internal-error" if ours else "bad-request"
    body = json_text(problem_body(kind, status, message or "The fault is ours.", request_id)).encode()
    head = [
        f"HTTP/1.1 {status} {reason}",
        "Connection: close",
        "Content-Type: application/problem+json",
        f"Content-Length: {len(body)}",
        f"X-Request-ID: {request_id}",
        *(f"{name}: {value}" for name, value in HEADERS.items()),
    ]
    util.write_nonblock(sock, "\r\n".join(head).encode("ascii") + b"\r\n\r\n" + body)
