"""Every page on a phone, in the dark, and as axe judges it; pictures of all are left in build/pages to look at."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from serving import PICTURES

if TYPE_CHECKING:
    from browser import Page

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf8")
WIDTHS = (360, 768, 1280)
PAGES = {
    "playground": ("/", "#total"),
    "refusal": ("/#score?hand=(124p)55m666sEEE789s+11m+%2B1m&seat=S&by=discard&from=E&pool=999", ".refused"),
    "ready": ("/#score?hand=123m456m78mEEE55p678s&seat=S&by=discard&from=W", ".waits"),
    "dual": ("/#score?hand=778899s22333p22344m+%2B3m&seat=S&by=discard&from=W&pool=18", "#total"),
    "ledger-start": ("/#ledger", "#begin"),
    "rulesets": ("/docs/rulesets", ".tables"),
    "baike": ("/docs/rulesets/baike", ".rows"),
}


def won(winner: str, by: str, points: dict[str, int], **more: str) -> dict[str, Any]:
    wins = [{"winner": winner, "by": by, "points": points, **more}]
    return {"deal": {"outcome": "win", "wins": wins}, "cuts": []}


EVENING = {
    "format": "hktw-evening",
    "version": 1,
    "ruleset": "baike",
    "players": ["甲", "乙", "丙", "丁"],
    "steps": [
        won("甲", "self_draw", {"乙": 10, "丙": 10, "丁": 10}),
        won("甲", "discard", {"丙": 26}, **{"from": "丙"}),
        won("甲", "discard", {"丙": 36}, **{"from": "丙"}),
    ],
}


def open_page(page: Page, name: str) -> None:
    if name == "ledger":
        page.run("localStorage.setItem('evening', JSON.stringify(arguments[0]))", EVENING)
        page.open("/#ledger")
        page.find(".choices")
        return
    path, sign = PAGES[name]
    page.open(path)
    page.find(sign)
    page.run("for (const fold of document.querySelectorAll('#more-facts, #house, .glance')) fold.open = true")
    if name == "playground":
        page.find(".prices")


@pytest.mark.parametrize("name", [*PAGES, "ledger"])
def test_nothing_stands_out_of_a_phone(page: Page, name: str) -> None:
    for width in WIDTHS:
        page.size(width)
        open_page(page, name)
        wide = page.run("""
return [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1
  && !e.closest('.scroll, .unseen, .skip')).map(e => e.outerHTML.slice(0, 80)).slice(0, 3)
""")
        assert wide == []
        assert page.run("return document.documentElement.scrollWidth <= innerWidth")
        page.run("for (const fold of document.querySelectorAll('#more-facts, #house, .glance')) fold.open = false")
        page.picture(PICTURES / f"{name}-{width}.png")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", [*PAGES, "ledger"])
def test_axe_finds_nothing_serious(page: Page, name: str, language: str) -> None:
    """In English by day, in Chinese by night."""
    dark = language == "zh"
    page.dark(on=dark)
    page.run("localStorage.setItem('language', arguments[0])", language)
    open_page(page, name)
    assert violations(page) == []
    if dark:
        page.picture(PICTURES / f"{name}-dark.png")


def violations(page: Page) -> list[Any]:
    page.run(AXE)
    found = page.run_async("axe.run(document, {resultTypes: ['violations']}).then(arguments[0])")
    return [
        (one["id"], one["nodes"][0]["html"][:160], one["nodes"][0]["failureSummary"])
        for one in found["violations"]
        if one["impact"] in ("serious", "critical", "moderate")
    ]


def test_the_playground_is_small(page: Page) -> None:
    """All that it loads, before any compression."""
    page.open("/")
    page.wait_text("#total", "fan")
    page.until("return performance.getEntriesByName(location.origin + '/static/tiles.svg').length")
    sizes = page.run("""
const own = e => !e.name.includes('/v1/');
const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].filter(own);
return Object.fromEntries(all.map(e => [e.name, e.decodedBodySize]))
""")
    assert any(name.endswith("main.js") for name in sizes)
    assert sum(sizes.values()) < 300_000
    assert all(name.startswith(page.root) for name in sizes)
