"""Say whether openapi.yaml still promises all that the last release promised.

    python -m tools.contract            # compare, and name every promise that is broken
    python -m tools.contract --release  # keep openapi.yaml as the contract of the release that is being made

What a client may send may grow, what it gets may narrow, never the other way round. Prose and examples are no promise.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import yaml

from tools.contract_schemas import Side, broken

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "openapi.yaml"
RELEASED = ROOT / "tests" / "contract" / "released.yaml"
HEAD: Final = (
    "# The contract of the last release, without prose and examples: made by `python -m tools.contract --release`.\n"
)
PROSE: Final = ("description", "summary", "example", "examples", "title", "tags", "contact", "license", "servers")
# Maps whose keys are names of ours, not words of OpenAPI.
NAMES: Final = ("properties", "schemas", "responses", "headers", "parameters", "paths", "content", "callbacks")
Json = dict[str, Any]


def breaks(old: Json, new: Json) -> list[str]:
    """Return every promise of the old document that the new one does not keep, with its place."""
    return list(_operations(old, new))


def _operations(old: Json, new: Json) -> Iterator[str]:
    for path, methods in old["paths"].items():
        for method, operation in methods.items():
            place = f"{method.upper()} {path}"
            now = new["paths"].get(path, {}).get(method)
            if now is None:
                yield f"{place}: is gone"
                continue
            if operation.get("operationId") != now.get("operationId"):
                yield f"{place}: another operationId, so another name in generated clients"
            if _is_open(old, operation) and not _is_open(new, now):
                yield f"{place}: a key is wanted"
            yield from _parameters(place, Side(old, operation), Side(new, now))
            yield from _body(place, Side(old, operation), Side(new, now))
            yield from _responses(place, Side(old, operation), Side(new, now))


def _is_open(document: Json, operation: Json) -> bool:
    return {} in operation.get("security", document.get("security", [{}])) or operation.get("security") == []


def _parameters(place: str, old: Side, new: Side) -> Iterator[str]:
    before, after = ({(one["in"], one["name"]): one for one in side.list("parameters")} for side in (old, new))
    for key, parameter in before.items():
        if key not in after:
            yield f"{place}: the parameter {key[1]} is gone"
            continue
        if after[key].get("required") and not parameter.get("required"):
            yield f"{place}: the parameter {key[1]} is required"
        schemas = new.at(after[key].get("schema", {})), old.at(parameter.get("schema", {}))
        yield from broken(*schemas, f"{place} {key[1]}", asked=True)
    for key in after.keys() - before.keys():
        if after[key].get("required"):
            yield f"{place}: the new parameter {key[1]} is required"


def _body(place: str, old: Side, new: Side) -> Iterator[str]:
    before, after = old.get("requestBody"), new.get("requestBody")
    if after.get("required") and not before.get("required"):
        yield f"{place}: a body is required"
    for media, content in before.get("content", {}).items():
        now = after.get("content", {}).get(media)
        if now is None:
            yield f"{place}: {media} is not taken any more"
        else:
            yield from broken(
                new.at(now.get("schema", {})), old.at(content.get("schema", {})), f"{place} body", asked=True
            )


def _responses(place: str, old: Side, new: Side) -> Iterator[str]:
    answers = new.get("responses")
    for status, answer in old.get("responses").items():
        before, after = old.at(answer).node, new.at(answers.get(status, {})).node
        if status not in answers:
            yield f"{place}: is not answered with {status} any more"
            continue
        for header in before.get("headers", {}).keys() - after.get("headers", {}).keys():
            yield f"{place} {status}: the header {header} is gone"
        for media, content in before.get("content", {}).items():
            now = after.get("content", {}).get(media)
            if now is None:
                yield f"{place} {status}: {media} is gone"
            else:
                schemas = old.at(content.get("schema", {})), new.at(now.get("schema", {}))
                yield from broken(*schemas, f"{place} {status}", asked=False)


def bare(node: Any, *, names: bool = False) -> Any:  # noqa: ANN401  (YAML)
    """Return a document without prose and examples; a property may well be called `title`."""
    if isinstance(node, dict):
        return {key: bare(value, names=key in NAMES) for key, value in node.items() if names or key not in PROSE}
    return [bare(value) for value in node] if isinstance(node, list) else node


def may_break(old: str, new: str) -> bool:
    """Whether the version says that promises are broken: its first number, or below 1.0.0 the second, was raised."""
    before, after = ([int(number) for number in version.split(".")] for version in (old, new))
    leading = 1 if before[0] else 2
    return after[:leading] > before[:leading]


def main() -> None:
    """Compare with the last release, or keep what is one now."""
    new = yaml.safe_load(DOCUMENT.read_text("utf8"))
    if sys.argv[1:] == ["--release"]:
        RELEASED.write_text(HEAD + yaml.safe_dump(bare(new), allow_unicode=True, sort_keys=False, width=120), "utf8")
        return
    old = yaml.safe_load(RELEASED.read_text("utf8"))
    versions = old["info"]["version"], new["info"]["version"]
    found = breaks(old, new)
    print(*(f"openapi.yaml: {one}" for one in found), sep="\n", end="\n" if found else "")
    if found and not may_break(*versions):
        sys.exit(f"{len(found)} promises of version {versions[0]} are broken: see docs/compatibility.md")


if __name__ == "__main__":
    main()
