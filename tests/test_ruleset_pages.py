"""The page of the rulesets says what the data say."""

from __future__ import annotations

from tools.ruleset_pages import PAGE, page


def test_page_is_made_from_the_data() -> None:
    assert PAGE.read_text("utf8") == page()
