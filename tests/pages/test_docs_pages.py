"""The reference and the tables in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import requests

if TYPE_CHECKING:
    from browser import Page

RULESETS = ("baike", "house", "wikipedia")


def test_the_reference_lists_every_operation(page: Page, root: str) -> None:
    page.open("/docs")
    page.wait_text("#reference", "Score a winning hand")
    paths = requests.get(f"{root}/openapi.json").json()["paths"]
    shown = [text.replace("\u200b", "") for text in page.texts(".opblock-summary-path")]
    assert sorted(shown) == sorted(path for path, item in paths.items() for _ in item)
    assert page.complaints() == []


def test_a_request_can_be_tried(page: Page) -> None:
    page.open("/docs#/scoring/score")
    page.click("#operations-scoring-score .execute")
    page.wait_text("#operations-scoring-score .live-responses-table .response .response-col_status", "200")
    assert "total_fan" in page.text("#operations-scoring-score .live-responses-table")
    assert page.complaints() == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_row_has_its_example_drawn(page: Page, root: str, ruleset: str) -> None:
    page.open(f"/docs/rulesets/{ruleset}")
    rows = requests.get(f"{root}/v1/rulesets/{ruleset}").json()["rows"]
    assert page.run("return [...document.querySelectorAll('.rows > li')].map(e => e.id)") == [row["id"] for row in rows]
    bare = "[...document.querySelectorAll('.rows > li')].filter(e => !e.querySelector('figure .tile'))"
    assert page.run(f"return {bare}.map(e => e.id)") == []
    assert page.complaints() == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_example_opens_in_the_playground_at_the_same_score(page: Page, root: str, ruleset: str) -> None:
    """By the page's own modules, which make a request of a link, and the service behind them."""
    page.open(f"/docs/rulesets/{ruleset}")
    links = page.run("""
return [...document.querySelectorAll('.rows > li')].map(e =>
  [e.id, e.querySelector('figcaption a').getAttribute('href'),
   Number(e.querySelector('figcaption .number:not(b)').textContent)])
""")
    page.open("/")
    page.wait_text("#total", "fan")
    script = """
const [links, done] = arguments;
Promise.all([import("/static/play/state.js"), import("/static/play/api.js")]).then(async ([state, api]) => {
  const wrong = [];
  for (const [id, link, total] of links) {
    state.fromHash(link.split("?").slice(1).join("?"));
    const {status, body} = await api.post("/v1/score", state.requestOf());
    if (status !== 200 || body.total_fan !== total) wrong.push([id, status, body.total_fan, total]);
  }
  done(wrong);
})
"""
    assert page.run_async(script, links) == []


def test_a_row_names_what_it_removes_and_the_source_its_errors(page: Page) -> None:
    page.open("/docs/rulesets/baike")
    assert "No Honors" in page.text("#no_honors_no_flowers")
    assert page.text("#errors").count("\n") >= 2
    page.open("/docs/rulesets/baike?lang=zh")
    assert page.run("return document.documentElement.lang") == "zh-HK"
    assert "不另計" in page.text("#no_honors_no_flowers")


def test_the_tables_are_listed(page: Page) -> None:
    page.open("/docs/rulesets")
    for ruleset in RULESETS:
        assert page.find(f".tables a[href^='/docs/rulesets/{ruleset}']")
