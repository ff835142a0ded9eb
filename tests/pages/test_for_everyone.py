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
    "wikipedia": ("/docs/rulesets/wikipedia", ".rows"),
    "house": ("/docs/rulesets/house", ".rows"),
    "reference": ("/docs", "#operations-scoring-score"),
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


def open_page(page: Page, name: str, language: str = "en") -> None:
    page.run("localStorage.setItem('language', arguments[0])", language)
    if name == "ledger":
        page.run("localStorage.setItem('evening', JSON.stringify(arguments[0]))", EVENING)
        page.open("/#ledger")
        page.find(".choices")
        return
    path, sign = PAGES[name]
    page.open(f"{path}?lang={language}" if path.startswith("/docs/rulesets") else path)
    page.find(sign)


def unfold(page: Page, name: str) -> None:
    """Show what a visitor may open: all of it has to be in order too."""
    page.run("for (const fold of document.querySelectorAll('details')) fold.open = true")
    if name == "playground":
        page.find(".prices")
    if name == "reference":
        page.click("#operations-scoring-score .opblock-summary-control")
        page.click("#operations-scoring-score .execute")
        page.wait_text("#operations-scoring-score .live-responses-table .response .response-col_status", "200")


@pytest.mark.parametrize("name", [*PAGES, "ledger"])
def test_nothing_stands_out_of_a_phone(page: Page, name: str) -> None:
    """Nor out of a tablet and a desk; folded, as it is first seen, and with all folds open."""
    open_page(page, name)
    for width in WIDTHS:
        page.size(width)
        assert wide(page) == []
        page.picture(PICTURES / f"{name}-{width}.png")
    unfold(page, name)
    for width in WIDTHS:
        page.size(width)
        assert wide(page) == []


def wide(page: Page) -> list[str]:
    return page.run("""
const out = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1
  && !e.closest('.scroll, .unseen, .skip, pre, .models')).map(e => e.outerHTML.slice(0, 80)).slice(0, 3);
return document.documentElement.scrollWidth > innerWidth ? ['the page itself', ...out] : out
""")


EN_DAY, EN_NIGHT, ZH_DAY, ZH_NIGHT = ("en", False), ("en", True), ("zh", False), ("zh", True)
# The two tabs in everything; their other states, and the pages that share a template, twice or once.
LOOKS = {
    "playground": (EN_DAY, EN_NIGHT, ZH_DAY, ZH_NIGHT),
    "ledger": (EN_DAY, EN_NIGHT, ZH_DAY, ZH_NIGHT),
    "ledger-start": (EN_DAY, ZH_NIGHT),
    "refusal": (EN_DAY, ZH_NIGHT),
    "ready": (EN_NIGHT, ZH_DAY),
    "dual": (EN_DAY, ZH_NIGHT),
    "rulesets": (EN_DAY, ZH_NIGHT),
    "baike": (EN_DAY, ZH_NIGHT),
    "wikipedia": (ZH_DAY,),
    "house": (EN_NIGHT,),
    "reference": (EN_DAY, EN_NIGHT),
}


@pytest.mark.parametrize(
    ("name", "language", "dark"), [(name, *look) for name, looks in LOOKS.items() for look in looks]
)
def test_axe_finds_nothing_serious(page: Page, name: str, language: str, *, dark: bool) -> None:
    """With all folds open."""
    page.dark(on=dark)
    open_page(page, name, language)
    unfold(page, name)
    assert violations(page) == []
    if name in ("playground", "ledger", "reference") or dark:
        page.picture(PICTURES / f"{name}-{language}{'-dark' if dark else ''}.png")


def test_every_page_is_looked_at() -> None:
    assert LOOKS.keys() == {*PAGES, "ledger"}


def violations(page: Page) -> list[Any]:
    page.run(AXE)
    found = page.run_async("axe.run(document, {resultTypes: ['violations']}).then(arguments[0])")
    return [
        (one["id"], one["nodes"][0]["html"][:160], one["nodes"][0]["failureSummary"])
        for one in found["violations"]
        if one["impact"] in ("serious", "critical", "moderate")
    ]


SIZES = """
const own = e => !e.name.includes('/v1/');
const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].filter(own);
return Object.fromEntries(all.map(e => [e.name, [e.encodedBodySize, e.decodedBodySize]]))
"""
DRAWN = "return performance.getEntriesByName(location.origin + '/static/tiles.svg').length"


def test_the_playground_is_small(page: Page) -> None:
    """All that it loads, unpacked, with everything open."""
    open_page(page, "playground")
    unfold(page, "playground")
    page.until(DRAWN)
    sizes = page.run(SIZES)
    assert {"main.js", "switches.json"} <= {name.rpartition("/")[2] for name in sizes}
    assert sum(unpacked for _, unpacked in sizes.values()) < 300_000
    assert all(name.startswith(page.root) for name in sizes)


@pytest.mark.parametrize("name", ["playground", "ledger", "rulesets", "baike", "house", "wikipedia"])
def test_little_is_sent_for_a_page(page: Page, name: str) -> None:
    """Packed, as browsers ask for it. The reference is apart: its bundle has 1.9 MB, half a megabyte when packed."""
    open_page(page, name)
    if name not in ("ledger", "rulesets"):
        page.until(DRAWN)
    assert 0 < sum(sent for sent, _ in page.run(SIZES).values()) < 120_000
