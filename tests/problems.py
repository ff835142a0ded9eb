"""What every refusal must be: a whole problem+json whose pointers lead somewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

DOCUMENT: dict[str, Any] = yaml.safe_load((Path(__file__).parent.parent / "openapi.yaml").read_text("utf8"))
PROBLEM = Draft202012Validator({"$ref": "#/components/schemas/Problem", "components": DOCUMENT["components"]})


def stands(pointer: str, body: object) -> bool:
    """Whether a JSON pointer leads to something in a body, or to a field that one of its objects lacks."""
    if pointer == "":
        return True
    first, *steps = (step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/"))
    if first:
        return False
    for n, step in enumerate(steps, 1):
        if isinstance(body, dict) and step in body:
            body = body[step]
        elif isinstance(body, list) and step.isdecimal() and int(step) < len(body):
            body = body[int(step)]
        else:
            return isinstance(body, dict) and n == len(steps)
    return True


def faults_of_problem(status: int, media_type: str, answer: Any, body: object) -> list[str]:
    """Return all that is wrong with a refusal of a body."""
    found = [error.message for error in PROBLEM.iter_errors(answer)]
    if found:
        return found
    if media_type != "application/problem+json":
        found.append(f"the media type is {media_type}")
    if answer["status"] != status:
        found.append(f"it says {answer['status']} and is {status}")
    if status == 422 and not answer["errors"]:
        found.append("no fault is named")
    found += [f"{e['pointer']} ({e['code']}) leads nowhere" for e in answer["errors"] if not stands(e["pointer"], body)]
    return found
