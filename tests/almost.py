"""Requests that are almost right: a good one in which one thing was changed, left out, added or contradicted."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import strategies as st
from problems import DOCUMENT
from strategies import tables, wins

from service.scoring.tiles import CODES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import DrawFn

Path = tuple[str | int, ...]


class Request(NamedTuple):
    """Where to post what."""

    path: str
    body: Any


GOOD = [
    Request(path, example["value"])
    for path, item in sorted(DOCUMENT["paths"].items())
    if "post" in item
    for example in item["post"]["requestBody"]["content"]["application/json"].get("examples", {}).values()
]

TEXTS = ["", "E", "X", "1m", "0m", "10m", "1m1m", "東", "🀄", "一萬", "\x00", "🏴\u200d☠️", "a" * 5_000, "(1m", "~1"]
KEYS = ["_schema", "", "~", "a/b~c", "0", "id", "type", "tiles", "roundwind", "Hand", "ruleset ", "__class__", "指"]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.sampled_from([10**6, -(10**15), 10**40, 1e308, 0.5, -0.0]),
    st.sampled_from(TEXTS),
    st.text(max_size=12),
    st.lists(st.sampled_from(["1m", "E", "", 1, None, [], {}]), max_size=20),
    st.dictionaries(st.sampled_from(KEYS), st.integers(0, 3), max_size=3),
)
NAMES = st.one_of(st.sampled_from(KEYS), st.text(max_size=8))


def places(body: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path to every value of a body, the body itself left out."""
    items = body.items() if isinstance(body, dict) else enumerate(body) if isinstance(body, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


def _parent(body: Any, path: Path) -> Any:
    for step in path[:-1]:
        body = body[step]
    return body


@st.composite
def _change(draw: DrawFn, body: Any) -> None:
    """Change one thing in place."""
    path = draw(st.sampled_from(sorted(places(body), key=str)))
    parent, key = _parent(body, path), path[-1]
    how = draw(st.sampled_from(["other", "other", "tile", "out", "in", "twice"]))
    if how == "out":
        del parent[key]
    elif how == "in" and isinstance(parent, dict):
        parent[draw(NAMES)] = draw(JUNK)
    elif how == "twice" and isinstance(parent, list):
        parent.append(copy.deepcopy(parent[key]))
    elif how == "tile" and isinstance(parent[key], str):
        parent[key] = draw(st.sampled_from(CODES))
    else:
        parent[key] = draw(JUNK)


@st.composite
def almost(draw: DrawFn) -> Request:
    """One of the documented requests with one to three changes."""
    good = draw(st.sampled_from(GOOD))
    body = copy.deepcopy(good.body)
    for _ in range(draw(st.integers(1, 3))):
        if any(True for _ in places(body)):
            draw(_change(body))
    return Request(good.path, body)


@st.composite
def almost_wins(draw: DrawFn) -> Request:
    """A win by a table of a house; one tile is another, or some facts are those of another win."""
    win, other = draw(wins()), draw(wins())
    body = copy.deepcopy(win.request(draw(tables(draw(st.sampled_from(["baike", "house", "wikipedia"]))))))
    how = draw(st.sampled_from(["tile", "facts", "string", "change"]))
    if how == "tile":
        at = draw(st.sampled_from(sorted((p for p in places(body["hand"]) if p[-1] not in ("type", "kind")), key=str)))
        parent = _parent(body["hand"], at)
        if isinstance(parent[at[-1]], str):
            parent[at[-1]] = draw(st.sampled_from(CODES))
    elif how == "facts":
        taken = draw(st.lists(st.sampled_from(sorted(other.context)), min_size=1, max_size=3))
        body["context"] |= {name: other.context[name] for name in taken}
    elif how == "string":
        text = win.as_string()
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 3))
        body["hand"] = text[:at] + draw(st.text("123456789mpsfgESWNCFP()[]+ z東", max_size=3)) + text[at + cut :]
    else:
        draw(_change(body))
    return Request("/v1/score", body)
