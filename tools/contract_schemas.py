"""Does a schema take all that another one allows? Asked with the new one for requests, with the old one for answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]
# Keys whose value must not be larger in the one that takes, and those where it must not be smaller.
LEAST: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
MOST: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
# Keys that may be left out where they stood, and not otherwise changed: what they mean is not compared.
WHOLE: Final = ("pattern", "multipleOf", "format", "uniqueItems", "const", "dependentRequired", "propertyNames")
UNKNOWN: Final = ("allOf", "anyOf", "not", "if", "patternProperties", "prefixItems", "unevaluatedProperties")


class Side(NamedTuple):
    """A place in one of the two documents."""

    document: Json
    node: Any

    def at(self, node: Any) -> Side:  # noqa: ANN401  (YAML)
        """Return another place of the same document, references followed."""
        while isinstance(node, dict) and "$ref" in node:
            target: Any = self.document
            for step in node["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            node = target
        return Side(self.document, node)

    def get(self, key: str) -> Json:
        """Return what stands under a key, references followed; nothing is an empty object."""
        found: Json = self.at(self.node.get(key, {})).node
        return found

    def list(self, key: str) -> list[Json]:
        """Return the entries under a key, references followed."""
        return [self.at(entry).node for entry in self.node.get(key, ())]

    def schema(self, key: str) -> Side:
        """Return the schema under a key; none is one that allows anything."""
        return self.at(self.node.get(key, {}))


def broken(taker: Side, given: Side, place: str, *, asked: bool) -> Iterator[str]:
    """Say what the given schema allows and the taker does not. `asked`: of a request, else of an answer."""
    if not isinstance(taker.node, dict) or not isinstance(given.node, dict):
        if taker.node is False or (given.node is True and taker.node not in (True, {})):
            yield f"{place}: less is allowed than was"
        return
    if strange := [key for key in UNKNOWN if key in taker.node or key in given.node]:
        if taker.node != given.node:
            yield f"{place}: {', '.join(strange)} cannot be compared, and something in it changed"
        return
    if "oneOf" in taker.node or "oneOf" in given.node:
        yield from _choices(taker, given, place, asked=asked)
        if "oneOf" in taker.node and "oneOf" in given.node:
            yield from broken(_beside_choices(taker), _beside_choices(given), place, asked=asked)
        return
    yield from _values(taker.node, given.node, place)
    if asked and given.node.get("default") != taker.node.get("default"):
        yield f"{place}: another default"
    yield from _properties(taker, given, place, asked=asked)
    if "items" in taker.node:
        yield from broken(taker.schema("items"), given.schema("items"), f"{place}[]", asked=asked)


def _beside_choices(side: Side) -> Side:
    return side.at({key: value for key, value in side.node.items() if key != "oneOf"})


def _choices(taker: Side, given: Side, place: str, *, asked: bool) -> Iterator[str]:
    ways = [taker.at(one) for one in taker.node.get("oneOf", [taker.node])]
    for n, one in enumerate(given.node.get("oneOf", [given.node])):
        tried = [list(broken(way, given.at(one), f"{place}|{n}", asked=asked)) for way in ways]
        if all(tried):
            yield from min(tried, key=len)


def _values(taker: Json, given: Json, place: str) -> Iterator[str]:
    if strays := _types(given) - _types(taker) - ({"integer"} if "number" in _types(taker) else set()):
        yield f"{place}: the type {', '.join(sorted(strays))}"
    if "enum" in taker:
        values = given.get("enum", [None] if given.get("type") == "null" else ["anything"])
        strays = {repr(value) for value in values} - {repr(value) for value in taker["enum"]}
        if strays:
            yield f"{place}: the value {', '.join(sorted(strays))}"
    for key in LEAST:
        if key in taker and given.get(key, float("-inf")) < taker[key]:
            yield f"{place}: {key} {taker[key]}, and {given.get(key, 'none')} on the other side"
    for key in MOST:
        if key in taker and given.get(key, float("inf")) > taker[key]:
            yield f"{place}: {key} {taker[key]}, and {given.get(key, 'none')} on the other side"
    for key in WHOLE:
        if key in taker and taker[key] != given.get(key):
            yield f"{place}: another {key}"


def _types(schema: Json) -> set[str]:
    named = schema.get("type", ["array", "boolean", "integer", "null", "number", "object", "string"])
    return {named} if isinstance(named, str) else set(named)


def _properties(taker: Side, given: Side, place: str, *, asked: bool) -> Iterator[str]:
    for name in sorted(set(taker.node.get("required", ())) - set(given.node.get("required", ()))):
        yield f"{place}/{name}: {'is required' if asked else 'may be missing'}"
    takes, gives = taker.node.get("properties", {}), given.node.get("properties", {})
    more, others = taker.node.get("additionalProperties", True), given.node.get("additionalProperties", True)
    for name in sorted(gives):
        if name in takes:
            yield from broken(taker.at(takes[name]), given.at(gives[name]), f"{place}/{name}", asked=asked)
        elif asked and more is False:
            yield f"{place}/{name}: is not taken any more"
    if not asked:
        yield from (f"{place}/{name}: is not given any more" for name in sorted(takes.keys() - gives.keys()))
    # An answer may have fields that are new; the values of a map are compared all the same.
    if others is not False and (asked or isinstance(more, dict)):
        yield from broken(taker.at(more), given.at(others), f"{place}/*", asked=asked)
