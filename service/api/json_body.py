"""JSON at the edge: a strict reader for requests, one writer for answers."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

import orjson
from flask import Request, Response, current_app, request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, UnsupportedMediaType

if TYPE_CHECKING:
    from collections.abc import Mapping


# Brackets, and strings, in which there may be some. A string without end goes to the end of the text: to look for the
# end of another one behind every quote in it would take for ever.
MARKS: Final = re.compile(r'[\[{\]}]|"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)

BYTE_ORDER_MARK: Final = "\ufeff"


class NotJson(BadRequest):
    """The body is not JSON, or not JSON that means one thing."""


def read_json(limit: str = "MAX_BODY_BYTES") -> object:
    """Return the parsed body; raises 400, 413 and 415. Duplicate keys, NaN and deep nesting are not JSON here.

    `limit` is the key of the configuration that says how many bytes the body may have.
    """
    asked = request._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - the proxy asks at every touch
    if asked.mimetype != "application/json":
        message = "Post JSON with Content-Type: application/json."
        raise UnsupportedMediaType(message)
    config = current_app.config
    return parse_json(_body(asked, config[limit]), config["MAX_JSON_DEPTH"])


def parse_json(raw: bytes, depth: int) -> object:
    """Return what JSON text says that nests no deeper than `depth`; raises `NotJson`."""
    try:
        text = raw.decode("utf-8")
        _measure_depth(text, depth)
        parsed: object = DECODER.decode(text)
        if "\\u" in text:
            # A lone surrogate parses, but no answer that names it could be encoded.
            json.dumps(parsed, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError as error:
        message = f"The body is not UTF-8 (byte {error.start})."
        raise NotJson(message) from error
    except UnicodeEncodeError as error:
        message = "The body has a lone surrogate."
        raise NotJson(message) from error
    except json.JSONDecodeError as error:
        what = "it begins with a byte order mark" if error.doc.startswith(BYTE_ORDER_MARK) else error.msg
        message = f"The body is not JSON: {what} (line {error.lineno}, column {error.colno})."
        raise NotJson(message) from error
    except ValueError as error:
        message = f"The body is not JSON: {error}."
        raise NotJson(message) from error
    return parsed


def _body(asked: Request, limit: int) -> bytes:
    """Read one byte more than allowed, so that a body without a length is refused too instead of being cut."""
    length = asked.content_length
    if length is not None and length > limit:
        raise RequestEntityTooLarge(too_large(limit))
    try:
        raw = asked.stream.read(limit + 1)
    except Exception as error:  # the server raises errors of its own for chunks that it cannot follow
        message = "The body breaks off or stalls, or its chunks cannot be followed."
        raise BadRequest(message) from error
    if len(raw) > limit:
        raise RequestEntityTooLarge(too_large(limit))
    if length not in (None, len(raw)):
        message = f"The body breaks off: {len(raw)} bytes of {length} came."
        raise BadRequest(message)
    return raw


def too_large(limit: int) -> str:
    """Say how large a body may be."""
    return f"The body may have {limit} bytes."


def _measure_depth(text: str, most: int) -> None:
    """Refuse deep nesting before the parser recurses."""
    if text.count("[") + text.count("{") <= most:
        return
    depth = 0
    for mark in MARKS.finditer(text):
        if mark[0] in "[{":
            depth += 1
            if depth > most:
                message = f"nested deeper than {most}"
                raise ValueError(message)
        elif mark[0] in "]}":
            depth -= 1


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        message = f"the key {twice[:100]!r} stands twice in one object"
        raise ValueError(message)
    return found


def _no_constant(name: str) -> object:
    message = f"{name} is no number"
    raise ValueError(message)


DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)


def json_answer(
    body: object,
    status: int = 200,
    mimetype: str = "application/json",
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a body as JSON text in UTF-8."""
    return Response(orjson.dumps(body), status, headers, content_type=mimetype)


def json_text(body: object) -> str:
    """Return a body as JSON without needless space."""
    return orjson.dumps(body).decode("utf-8")
