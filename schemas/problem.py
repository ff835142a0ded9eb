"""From what went wrong to RFC 9457: marshmallow's nested messages as a flat list, and the body of an answer.

Messages of our fields are written `code|sentence`, so that each error has a code of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from marshmallow import Schema

from schemas.strict import UNKNOWN
from service.scoring.errors import Problem, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_ERRORS: Final = 100
TITLES: Final = {
    "invalid-request": "The request is not valid",
    "not-a-winning-hand": "The hand does not win",
    "win-not-allowed": "The ruleset does not allow this win",
    "unknown-ruleset": "There is no such ruleset",
    "not-json": "The body is not JSON",
    "unauthorized": "An API key is wanted",
    "not-found": "Nothing is served here",
    "method-not-allowed": "The method is not allowed here",
    "too-large": "The body is too large",
    "wrong-media-type": "The media type is not accepted",
    "bad-request": "The request cannot be read",
    "internal-error": "Something went wrong on our side",
    "not-ready": "The server is stopping",
}


def problems(messages: Any, schema: Schema) -> list[Problem]:
    """Flatten marshmallow's messages to problems with JSON pointers; unknown fields are named with the nearest."""
    leaves = sorted(_leaves(messages, ()), key=lambda leaf: [str(step).zfill(3) for step in leaf[0]])
    return [_problem(path, text, schema) for path, text in leaves[:MOST_ERRORS]]


Path = tuple[str | int, ...]


def _leaves(messages: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(messages, dict):
        for key, value in messages.items():
            if key != "_schema":
                yield from _leaves(value, (*path, key))
                continue
            # Marshmallow puts here what is wrong with the whole, and what is wrong with a field of this very name.
            for at, text in _leaves(value, path):
                yield (*path, key) if at == path and text.startswith(f"{UNKNOWN}|") else at, text
    elif isinstance(messages, list):
        for value in messages:
            yield from _leaves(value, path)
    else:
        yield path, str(messages)


def _problem(path: Path, text: str, schema: Schema) -> Problem:
    code, bar, sentence = text.partition("|")
    if not bar:
        code, sentence = "invalid", text
    if code == UNKNOWN:
        sentence = f"there is no field {path[-1]!r}{nearest(path[-1], _fields_at(schema, path[:-1]))}"
    return Problem(pointer(path), code, sentence)


def pointer(path: Path) -> str:
    """Return the JSON pointer of a path."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def _fields_at(schema: Schema, path: Path) -> list[str]:
    """Return the names that an object at a path may have."""
    current: Any = schema
    for step in path:
        if isinstance(step, str):
            current = current.fields.get(step)
        current = getattr(current, "inner", current)
        current = getattr(current, "schema", current)
        if not isinstance(current, Schema):
            return []
    return [field.data_key or name for name, field in current.fields.items()]


def problem_body(
    kind: str, status: int, detail: str, instance: str, errors: Sequence[Problem] = (), **more: object
) -> dict[str, object]:
    """Return the body of a problem+json answer."""
    return {
        "type": f"/problems/{kind}",
        "title": TITLES[kind],
        "status": status,
        "detail": detail,
        "instance": instance,
        **more,
        "errors": [error._asdict() for error in errors],
    }
