"""Reading a request whole: what is wrong with its shape and what is wrong with its sense come out together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import Schema, ValidationError

from schemas.problem import MOST_ERRORS, problems
from service.scoring.errors import ImpossibleInput, Problem

if TYPE_CHECKING:
    from collections.abc import Callable

Json = dict[str, Any]


def load_whole(schema: Schema, payload: Any, sense: Callable[[Json], list[Problem]]) -> Json:
    """Return the loaded body; raises `ImpossibleInput` with every fault.

    `sense` looks for contradictions. It is also asked about a body with faults of shape, of which it is given the parts
    that could be read: any field may be missing then.
    """
    try:
        data: Json = schema.load(payload)
    except ValidationError as error:
        readable = error.valid_data if isinstance(error.valid_data, dict) else {}
        found = merged(problems(error.messages, schema), sense(readable))
        raise ImpossibleInput(found[:MOST_ERRORS]) from error
    faults = sense(data)
    if faults:
        raise ImpossibleInput(faults[:MOST_ERRORS])
    return data


def merged(shape: list[Problem], sense: list[Problem]) -> list[Problem]:
    """Add the faults of sense, save where a fault of shape in the same place may have caused them."""
    faulty = [problem.pointer + "/" for problem in shape if problem.pointer]

    def caused(problem: Problem) -> bool:
        place = problem.pointer + "/"
        return any(place.startswith(f) or f.startswith(place) for f in faulty)

    return shape + [problem for problem in sense if not caused(problem)]
