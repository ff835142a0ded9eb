"""A real browser in front of a real server.

Without a browser these tests are skipped, loudly; where one is required (`REQUIRE_BROWSER=1`) they fail.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from browser import Driver, Page, installed
from serving import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

MISSING = "no chromium and chromedriver on PATH (Debian: apt-get install chromium chromium-driver)"


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("pages") / "log") as url:
        yield url


@pytest.fixture(scope="session")
def driver() -> Iterator[Driver]:
    found = installed()
    if found is None:
        if os.environ.get("REQUIRE_BROWSER") == "1":
            pytest.fail(f"REQUIRE_BROWSER=1, but {MISSING}")
        pytest.skip(MISSING)
    driver = Driver(*found)
    yield driver
    driver.stop()


@pytest.fixture(scope="session")
def window(driver: Driver, root: str) -> Iterator[Page]:
    """One window for all tests; what a page keeps is cleared between them."""
    page = Page(driver, root, "--lang=en-US")
    yield page
    page.close()


@pytest.fixture
def page(window: Page) -> Page:
    """Return the window as a new visitor has it, at the width of a desk."""
    window.size(1280)
    window.dark(on=False)
    window.open("/static/OFL.txt")
    window.run("localStorage.clear(); sessionStorage.clear()")
    window.complaints()
    return window


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say it where it cannot be missed: the pages were not tested."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if "tests/pages/" in report.nodeid]
    if skipped:
        terminalreporter.write_sep("!", f"SKIPPED: {len(skipped)} page tests; {MISSING}", red=True, bold=True)
