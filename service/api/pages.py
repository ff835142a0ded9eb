"""The pages for people: the playground, the API reference, the tables with an example for every row.

They load nothing from elsewhere, and run no script that stands in the page itself.
"""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, abort, render_template, request

from schemas.ruleset import ruleset_description, ruleset_summary
from schemas.tiles import tile_table
from service.api.examples import examples
from service.scoring.ruleset import ids, load

if TYPE_CHECKING:
    from collections.abc import Mapping

pages = Blueprint("pages", __name__)

STATIC: Final = Path(__file__).parent.parent / "static"
LANGUAGES: Final = ("en", "zh")
# What the files are called by; an ES module with another type would not run.
TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    "": "text/plain",
}
# The files of the rulesets say in English what kind of source they follow.
SOURCE_KINDS: Final = {"encyclopedia article": "百科條目", "annotated table in Cantonese": "附註釋的粵語番表"}
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@pages.get("/")
def playground() -> Response:
    """Serve the playground."""
    return _file("play/index.html")


@pages.get("/docs")
def reference() -> Response:
    """Serve the API reference."""
    return _file("docs/index.html")


@pages.get("/static/<path:name>")
def static(name: str) -> Response:
    """Serve what the pages are made of."""
    return _file(name)


@pages.get("/favicon.ico")
def icon() -> Response:
    """Serve the icon where browsers look for one by themselves, beside what is no page of ours."""
    return _file("icon.svg")


@pages.get("/docs/rulesets")
def list_tables() -> Response:
    """Name the tables."""
    language = _language()
    return _page(_list_text(language), language)


@pages.get("/docs/rulesets/<name>")
def show_table(name: str) -> Response:
    """Show a table row by row."""
    language = _language()
    return _page(_table_text(load(name).id, language), language)


@pages.after_request
def guard(answer: Response) -> Response:
    """Give every page its policy."""
    answer.headers["Content-Security-Policy"] = POLICY
    return answer


def _file(name: str) -> Response:
    """Return a file of the package. It may be kept, but is asked about each time: modules of two releases never mix."""
    if name not in _names():
        abort(404)
    file = STATIC / name
    return _revalidated(Response(file.read_bytes(), mimetype=TYPES[file.suffix]))


@cache
def _names() -> frozenset[str]:
    """Every file that there is to serve."""
    return frozenset(
        file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*") if file.is_file() and file.suffix in TYPES
    )


def _revalidated(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-cache"
    answer.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip") > 0:
        answer.data = _packed(answer.get_data())
        answer.content_encoding = "gzip"
    answer.add_etag()  # of what is sent: packed it is another
    answer.make_conditional(request)
    return answer


@lru_cache(maxsize=64)  # every file and page, each in a few languages
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


def _language() -> str:
    asked = request.args.get("lang")
    if asked in LANGUAGES:
        return asked
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def _page(text: str, language: str) -> Response:
    answer = Response(text, mimetype="text/html")
    answer.headers["Content-Language"] = "zh-HK" if language == "zh" else language
    answer.vary.add("Accept-Language")
    return _revalidated(answer)


@cache
def _list_text(language: str) -> str:
    return render_template("rulesets.html", **_words(language))


@cache
def _table_text(name: str, language: str) -> str:
    """Made once for each table and language: the hands in it are scored when somebody first asks."""
    table = ruleset_description(load(name))
    rows: dict[str, Any] = {row["id"]: row for row in table["rows"]}
    return render_template("ruleset.html", table=table, rows=rows, examples=examples(name), **_words(language))


def _words(language: str) -> Mapping[str, Any]:
    """What every template may use: the language, its way to choose, the names of the tiles, and the tables in brief."""
    tiles = {tile["code"]: tile["name"][language] for tile in tile_table()["tiles"]}
    tables = [ruleset_summary(load(name)) for name in ids()]
    return {
        "language": language,
        "t": lambda zh, en: zh if language == "zh" else en,
        "tiles": tiles,
        "tables": tables,
        "source_kind": lambda kind: SOURCE_KINDS.get(kind, kind) if language == "zh" else kind,
    }
