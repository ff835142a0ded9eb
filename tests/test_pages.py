"""The pages without a browser: their headers, what they load, the examples in them. `tests/pages` looks at them."""

from __future__ import annotations

import gzip
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from service.app import create_app
from service.scoring.contradictions import RULES
from service.scoring.options import LEDGER_SWITCHES, SWITCHES
from service.scoring.ruleset import ids, load
from tools.ruleset_examples import EXAMPLES, text

if TYPE_CHECKING:
    from flask.testing import FlaskClient

STATIC = Path(__file__).parent.parent / "service" / "static"
FILES = sorted(str(file.relative_to(STATIC)) for file in STATIC.rglob("*") if file.is_file())
PAGES = ["/", "/docs", "/docs/rulesets", *(f"/docs/rulesets/{name}" for name in ids())]


class Loaded(HTMLParser):
    """What a page loads and links to, and what its policy would not let run."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.ids: list[str] = []
        self.inline: list[str] = []
        self._script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links |= {value for name in ("href", "src") if (value := given.get(name))}
        self.ids += [given["id"]] if given.get("id") else []
        self.inline += [f"{tag} {name}" for name in given if name.startswith("on") or name == "style"]
        self.inline += [tag] if tag == "style" or (tag == "script" and "src" not in given) else []


def loaded(client: FlaskClient, path: str) -> Loaded:
    page = Loaded()
    page.feed(client.get(path).text)
    return page


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_a_policy_and_keeps_it(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    page = loaded(client, path)
    assert page.inline == []
    assert {link for link in page.links if re.match(r"[a-z]+:|//", link)} == set()
    assert len(page.ids) == len(set(page.ids))


@pytest.mark.parametrize("path", PAGES)
def test_every_link_of_a_page_leads_somewhere(client: FlaskClient, path: str) -> None:
    page = loaded(client, path)
    for link in page.links:
        target, _, place = link.partition("#")
        if target in ("", "/") or target.startswith("?"):
            assert not place or target or place in page.ids, link
        else:
            assert client.get(target).status_code == 200, link


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_served_as_what_it_is(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/static/{name}")
    assert answer.status_code == 200
    assert answer.data == (STATIC / name).read_bytes()
    assert answer.headers["Cache-Control"] == "no-cache"
    assert client.get(f"/static/{name}", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


def test_browsers_find_the_icon_where_they_look_by_themselves(client: FlaskClient) -> None:
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert answer.data == client.get("/static/icon.svg").data


def test_modules_import_what_there_is() -> None:
    for file in (STATIC / "play").glob("*.js"):
        for name, source in re.findall(r'import (.+?) from "\./(.+?)"', file.read_text("utf8")):
            other = (STATIC / "play" / source).read_text("utf8")
            wanted = [] if "*" in name else [one.split(" as ")[0].strip() for one in name.strip("{} ").split(",")]
            exported = set(re.findall(r"^export (?:async )?(?:function|const|let) (\w+)", other, re.MULTILINE))
            assert set(wanted) <= exported, (file.name, source)


@pytest.mark.parametrize(
    "path", ["/static/", "/static/nothing.js", "/static/../app.py", "/static/play", "/docs/rulesets/x"]
)
def test_nothing_else_is_served(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_the_pages_are_small() -> None:
    """All that they are made of, unpacked; the packaged reference apart, whose bundle has 1.9 MB."""
    sizes = [(STATIC / name).stat().st_size for name in FILES if not name.startswith("docs/")]
    assert sum(sizes) < 300_000


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_sent_packed_where_it_may_be(client: FlaskClient, path: str) -> None:
    plain = client.get(path)
    packed = client.get(path, headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Content-Encoding" not in client.get(path, headers={"Accept-Encoding": "gzip;q=0, br"}).headers
    again = client.get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def switches() -> dict[str, dict[str, list[object]]]:
    """Every switch that a page shows, with its values: the common ones, and those that some ruleset adds."""
    own = {switch.name: switch for name in ids() for switch in load(name).switches}
    named = {"": [*SWITCHES, *own.values()], "ledger": list(LEDGER_SWITCHES)}
    return {
        part: {one.name: [] if one.numeric else [v for v in one.values if not isinstance(v, bool)] for one in some}
        for part, some in named.items()
    }


def test_every_switch_has_a_chinese_text() -> None:
    written = json.loads((STATIC / "play" / "switches.json").read_text("utf8"))
    ledger = written.pop("ledger")
    for texts, known in ((written, switches()[""]), (ledger, switches()["ledger"])):
        assert texts.keys() == known.keys()
        for name, values in known.items():
            assert re.search(CHINESE, texts[name]["name"]), name
            assert re.search(CHINESE, texts[name]["meaning"]), name
            assert list(texts[name]["values"]) == list(map(str, values)), name


CHINESE = "[\u4e00-\u9fff]"
# What the pages never ask for: their codes need no text there.
ELSEWHERE = ("cash_awards", "seats", "seating", "table", "batch")


def codes() -> set[str]:
    """Every code of a fault that the sources name, and that the pages may be told."""
    root = STATIC.parent.parent
    files = [file for folder in ("schemas", "service/scoring", "service/api") for file in (root / folder).rglob("*.py")]
    text = "\n".join(file.read_text("utf8") for file in files if file.stem not in ELSEWHERE)
    told = re.findall(r'"([a-z_]+)\|', text)
    told += re.findall(r'(?:Problem|fault)\(\s*(?:[\w.]+|f?"[^"]*"),?\s*"([a-z_]+)",', text)
    told += re.findall(r'fault\("([a-z_]+)",', text)
    told += re.findall(r'\[\("([a-z_]+)", f?"', text)
    return {
        *told,
        *(rule.code for rule in RULES),
        "not_a_chow",
        "not_a_pung",
        "not_a_kong",
        "flower_twice",
        "unknown_field",
    }


def test_every_fault_has_a_chinese_text() -> None:
    text = (STATIC / "play" / "errors.js").read_text("utf8")
    table = text[text.index("const ZH = {") : text.index("};")]
    written = dict(re.findall(r"^  (\w+): (.+)", table, re.MULTILINE))
    assert codes() <= written.keys()
    assert {"own_meld_fed", "too_long", "stray_bracket", "not_a_meld", "unreachable"} <= codes()


def test_every_tile_is_drawn(client: FlaskClient) -> None:
    drawn = set(re.findall(r'<symbol id="t(\w+)"', (STATIC / "tiles.svg").read_text("utf8")))
    assert drawn == {tile["code"] for tile in client.get("/v1/tiles").get_json()["tiles"]}


def test_licences_lie_beside_what_was_taken_over() -> None:
    assert "SIL OPEN FONT LICENSE" in (STATIC / "OFL.txt").read_text("utf8")
    assert "Apache License" in (STATIC / "docs" / "LICENSE").read_text("utf8")
    assert "SmartBear" in (STATIC / "docs" / "NOTICE").read_text("utf8")


@pytest.mark.parametrize("ruleset", ids())
def test_examples_are_those_of_the_vectors(ruleset: str) -> None:
    """`make pages` writes them."""
    assert (EXAMPLES / f"{ruleset}.json").read_text("utf8") == text(ruleset)


@pytest.mark.parametrize("ruleset", ids())
def test_every_example_earns_its_row(client: FlaskClient, ruleset: str) -> None:
    examples = json.loads((EXAMPLES / f"{ruleset}.json").read_text("utf8"))
    assert examples.keys() == {row.id for row in load(ruleset).rows}
    page = client.get(f"/docs/rulesets/{ruleset}").text
    assert page.count("<figure>") == len(examples)
    assert '<b class="number example-fan">0</b>' not in page


def test_a_table_is_written_in_the_language_asked_for(client: FlaskClient) -> None:
    for path, header, language in (
        ("/docs/rulesets/baike", "zh-HK,zh;q=0.9", "zh-HK"),
        ("/docs/rulesets/baike", "fr", "en"),
        ("/docs/rulesets/baike?lang=zh", "en", "zh-HK"),
        ("/docs/rulesets/baike?lang=xx", "en", "en"),
    ):
        answer = client.get(path, headers={"Accept-Language": header})
        assert f'<html lang="{language}">' in answer.text
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]


@pytest.mark.parametrize("ruleset", ids())
def test_the_kind_of_a_source_is_in_chinese_too(client: FlaskClient, ruleset: str) -> None:
    kind = load(ruleset).source["kind"]
    assert kind in client.get(f"/docs/rulesets/{ruleset}?lang=en").text
    assert kind not in client.get(f"/docs/rulesets/{ruleset}?lang=zh").text


def test_pages_are_open_where_the_service_wants_a_key(tmp_path: Path) -> None:
    client = create_app({"API_KEYS": "0" * 64}).test_client()
    assert client.post("/v1/score", json={}).status_code == 401
    for path in PAGES:
        assert client.get(path).status_code == 200
