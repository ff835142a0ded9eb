"""POST /v1/score/batch: an array in JSON, or one request a line. Read whole first, then answered bit by bit.

To read and to write at once would block for ever with clients that send everything before they read.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, UnsupportedMediaType

from schemas.batch import load_batch
from service.api.batch_scorer import BatchScorer
from service.api.frame import request_id
from service.api.json_body import read_json, too_large

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

batches = Blueprint("batches", __name__)
NDJSON: Final = "application/x-ndjson"
NOT_KEPT: Final = {"Cache-Control": "no-store"}
# Bytes that are read, and characters that are sent, at a time: a call for each line costs more than the line.
BLOCK: Final = 64 * 1024


@batches.post("/v1/score/batch")
def post_batch() -> Response:
    """Score many hands; each is answered as it would be alone, with `detail` at `total` unless it asks for more."""
    if request.mimetype == NDJSON:
        return _lines()
    if request.mimetype == "application/json":
        return _items()
    message = f"Post an array with Content-Type: application/json, or one request a line with {NDJSON}."
    raise UnsupportedMediaType(message)


def _items() -> Response:
    items = load_batch(read_json("MAX_BATCH_BYTES"), current_app.config["MAX_BATCH_ITEMS"])
    scorer = _scorer()
    return Response(_blocks(_array(scorer, items), scorer), mimetype="application/json", headers=NOT_KEPT)


def _array(scorer: BatchScorer, items: list[Any]) -> Iterator[str]:
    """Give the parts of the JSON text, one for each item, between those that open and close it."""
    yield '{"results":['
    for n, item in enumerate(items):
        status, body = scorer.item(item)
        yield f'{"," * (n > 0)}{{"status":{status},"body":{body}}}'
    yield "]}"


def _lines() -> Response:
    body = _read_whole(current_app.config["MAX_NDJSON_BYTES"])
    count, most = _line_count(body), current_app.config["MAX_NDJSON_LINES"]
    if count > most:
        message = f"The body has {count} lines and may have {most}."
        raise RequestEntityTooLarge(message)
    scorer = _scorer()
    answers = (scorer.numbered(n, line).text for n, line in enumerate(body, 1))
    return Response(_blocks(answers, scorer), mimetype=NDJSON, headers=NOT_KEPT)


def _scorer() -> BatchScorer:
    """Return the scorer of this request: the answer is made when the request itself is gone already."""
    config = current_app.config
    return BatchScorer(request_id(), depth=config["MAX_JSON_DEPTH"], line_bytes=config["MAX_BODY_BYTES"])


def _blocks(parts: Iterable[str], scorer: BatchScorer) -> Iterator[bytes]:
    """Join small parts, so that each is not sent by itself; count the hands with each block, and with a broken one."""
    block: list[str] = []
    size = 0
    try:
        for part in parts:
            block.append(part)
            size += len(part)
            if size >= BLOCK:
                scorer.count_hands()
                yield "".join(block).encode()
                block, size = [], 0
    finally:
        scorer.count_hands()
    if block:
        yield "".join(block).encode()


def _read_whole(limit: int) -> BytesIO:
    """Return the body, read in blocks: the stream hands out lines byte by byte, and a read of all copies all."""
    length = request.content_length
    body = BytesIO()
    while (length is None or length <= limit) and body.tell() <= limit:
        try:
            block = request.stream.read(BLOCK)
        except Exception as error:  # the server raises errors of its own for chunks that it cannot follow
            message = "The body breaks off or stalls, or its chunks cannot be followed."
            raise BadRequest(message) from error
        if not block:
            break
        body.write(block)
    else:
        raise RequestEntityTooLarge(too_large(limit))
    if length not in (None, body.tell()):
        message = f"The body breaks off: {body.tell()} bytes of {length} came."
        raise BadRequest(message)
    body.seek(0)
    return body


def _line_count(body: BytesIO) -> int:
    text = body.getvalue()  # shares the buffer
    return text.count(b"\n") + (not text.endswith(b"\n") and bool(text))
