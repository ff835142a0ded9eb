"""The log: JSON lines on standard output, one for each request; never a body, a query, a key or an address."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final

import orjson

OURS: Final = logging.getLogger("service")


class JsonLines(logging.Formatter):
    """One record, one line, whatever stands in it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; `fields` of the record stand in it under their own names."""
        moment = datetime.fromtimestamp(record.created, UTC)
        line = _head(moment, record.levelname.lower(), record.name, record.getMessage())
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line)


def _head(moment: datetime, level: str, logger: str, message: str) -> dict[str, object]:
    """Return what every line begins with."""
    return {
        "time": moment.isoformat(timespec="milliseconds"),
        "level": level,
        "logger": logger,
        "message": message,
    }


def log_to_stdout() -> None:
    """Send what the service says to standard output; gunicorn's own lines go to standard error."""
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(JsonLines())
    OURS.handlers = [handler]
    OURS.setLevel(logging.INFO)
    OURS.propagate = False


def log_request(request_id: str, method: str, route: str | None, status: int, seconds: float) -> None:
    """Write the line of a request. The route is the pattern: a path may hold what should not be kept.

    It is written past the logging module, which would take as long as reading the request does.
    """
    line = _head(datetime.now(UTC), "info", "service.access", "request") | {
        "id": request_id,
        "method": method,
        "route": route,
        "status": status,
        "duration_ms": round(seconds * 1000, 2),
    }
    # In one piece, so that threads and workers do not cut into each other's lines.
    sys.stdout.buffer.write(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
    sys.stdout.flush()
