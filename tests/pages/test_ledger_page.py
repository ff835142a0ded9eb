"""An evening of the 拉 ledger in the page: the example of the source, deal by deal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from browser import Page


def begin(page: Page, *names: str) -> None:
    page.open("/#ledger")
    for n, name in enumerate(names):
        page.type(f"#player-{n}", name)
    page.click("#begin")
    page.find("#enter")


def choose(page: Page, css: str, option: str) -> None:
    """Choose of a list as a person does."""
    script = """
const list = [...document.querySelectorAll(arguments[0])].at(-1);
list.value = arguments[1];
list.dispatchEvent(new Event("change", {bubbles: true}));
"""
    page.run(script, css, option)


def draws(page: Page, winner: str, **points: str) -> None:
    choose(page, "#winner-0", winner)
    page.click("[name=by-0][value=self_draw] + span")
    enter(page, points)


def takes(page: Page, winner: str, giver: str, points: str) -> None:
    choose(page, "#winner-0", winner)
    page.click("[name=by-0][value=discard] + span")
    choose(page, "#from-0", giver)
    enter(page, {giver: points})


def enter(page: Page, points: dict[str, str]) -> None:
    for player, sum_ in points.items():
        page.type(f"[data-pointer='/deal/wins/0/points/{player}']", sum_)
    history = "(document.querySelector('.history')?.textContent ?? '')"
    before = page.run(f"return {history}")
    page.click("#enter")
    page.until(f"return {history} !== arguments[0]", before)


def sheet(page: Page) -> list[str]:
    return [" ".join(row.split()) for row in page.texts(".sheet tbody tr")]


@pytest.fixture
def evening(page: Page) -> Page:
    """The first two deals of the example."""
    begin(page, "A", "B", "C", "D")
    draws(page, "A", B="10", C="10", D="10")
    takes(page, "A", "C", "26")
    return page


def test_a_pull_is_noted_as_on_paper(evening: Page) -> None:
    assert sheet(evening)[0] == "A dealer +10（1） +41（2） +10（1） 0"
    assert "C owes A 41" in evening.run("return document.querySelector('svg.debts').getAttribute('aria-label')")
    assert "41（2）" in evening.text(".changes")
    assert evening.text("#deal-title") == "East round, East’s deal, stayed 2"


def test_who_wins_from_another_pays_in_full(evening: Page) -> None:
    takes(evening, "B", "D", "20")
    paid = [" ".join(line.split()) for line in evening.texts(".due .payments li")]
    assert paid == ["B pays A 10 paid in full", "C pays A 41 paid in full", "D pays A 10 paid in full"]
    assert sheet(evening) == ["A —— —— —— +61", "B dealer —— +20（1） —— -10", "C —— —— —— -41", "D —— -20（1） —— -10"]


def test_a_kick_pays_half(evening: Page) -> None:
    draws(evening, "C", A="24", B="19", D="19")
    assert any("C pays A 20 half, kicked" in " ".join(line.split()) for line in evening.texts(".due .payments li"))


def test_a_cut_is_offered_and_taken_and_undone(evening: Page) -> None:
    takes(evening, "A", "C", "36")
    assert evening.text("[data-cut]") == "C cuts: pays A 98"
    evening.click("[data-cut]")
    evening.wait_text(".due .payments", "98")
    assert sheet(evening)[0] == "A dealer +10（1） —— +10（1） +98"
    evening.click("#undo")
    evening.wait_text(".choices", "98")
    evening.click("#undo")
    evening.wait_text(".changes", "41（2）")
    assert sheet(evening)[0] == "A dealer +10（1） +41（2） +10（1） 0"


def test_two_may_win_on_one_tile(page: Page) -> None:
    begin(page, "A", "B", "C", "D")
    choose(page, "#winner-0", "B")
    choose(page, "#from-0", "A")
    page.type("[data-pointer='/deal/wins/0/points/A']", "20")
    page.click("[data-key=another-]")
    choose(page, "#winner-1", "D")
    page.type("[data-pointer='/deal/wins/1/points/A']", "30")
    page.click("#enter")
    page.wait_text(".changes", "30（1）")
    assert "A owes B 20" in page.run("return document.querySelector('svg.debts').getAttribute('aria-label')")


def test_the_end_settles_everything(evening: Page) -> None:
    evening.click("[name=outcome][value=close] + span")
    evening.click("#enter")
    evening.wait_text(".due", "end of the session")
    assert [row.split()[-1] for row in sheet(evening)] == ["+61", "-10", "-41", "-10"]


def test_a_deal_that_cannot_be_is_refused_at_its_field(page: Page) -> None:
    begin(page, "A", "B", "C", "D")
    page.run("document.querySelector('#deal').noValidate = true")
    page.click("#enter")
    page.wait_text("#deal [role=alert]", "/deal/wins/0/points")
    assert page.run("return document.activeElement.getAttribute('aria-invalid')") == "true"


def test_a_deal_is_entered_with_the_keyboard_alone(page: Page) -> None:
    page.open("/#ledger")
    page.find("#begin")
    tab_to(page, "Begin")
    page.keys("Enter")
    page.find("#enter")
    tab_to(page, "points-0-1")
    page.keys("2", "0", "Enter")
    page.wait_text(".changes", "Bing owes Ann 20")
    tab_to(page, "Undo")
    page.keys("Enter")
    page.until("return !document.querySelector('.changes')")
    assert page.focused() == "Enter the deal"


def tab_to(page: Page, name: str) -> None:
    """Go on with Tab until the focus is where it is wanted."""
    for _ in range(40):
        page.keys("Tab")
        if page.focused() == name:
            return
    message = f"{name} is out of the keyboard's reach"
    raise AssertionError(message)


def test_names_are_asked_for(page: Page) -> None:
    page.open("/#ledger")
    page.type("#player-1", "Ann")
    page.click("#begin")
    page.wait_text("#start-fault", "Four different names")


def test_an_evening_outlives_the_page(evening: Page) -> None:
    before = sheet(evening)
    evening.open("/#ledger")
    evening.find("#enter")
    assert sheet(evening) == before


def test_an_evening_travels_as_a_file(evening: Page, tmp_path: Path) -> None:
    before = sheet(evening)
    saved = evening.run_async(
        "const done = arguments[0]; import('/static/play/ledger.js').then(book => done(book.file()))"
    )
    assert json.loads(saved)["players"] == ["A", "B", "C", "D"]
    file = tmp_path / "evening.json"
    file.write_text(saved, "utf8")
    evening.run("localStorage.clear()")
    evening.open("/#ledger")
    evening.find("#begin")
    load(evening, file)
    evening.find("#enter")
    assert sheet(evening) == before
    file.write_text('{"format": "another"}', "utf8")
    load(evening, file)
    evening.wait_text("[role=alert]", "no file")
    assert sheet(evening) == before


def load(page: Page, file: Path) -> None:
    """Give a file to the input, which itself is out of sight."""
    element = page.until("return document.querySelector('#file')")
    page._post(f"/element/{next(iter(element.values()))}/value", text=str(file))


def test_an_evening_travels_as_a_link(evening: Page) -> None:
    before = sheet(evening)
    link = evening.run_async(
        "const done = arguments[0]; import('/static/play/ledger.js').then(book => book.link()).then(done)"
    )
    evening.run("localStorage.clear()")
    evening.open("/#" + link.partition("/#")[2])
    evening.find("#enter")
    assert sheet(evening) == before
    evening.open("/#ledger?evening=broken")
    evening.wait_text("[role=alert]", "no file or link")


def test_a_scored_hand_is_taken_over(page: Page) -> None:
    begin(page, "Ann", "Bing", "Chan", "Dai")
    page.click("[data-tab=score]")
    page.wait_text("#total", "21")
    page.wait_text(".payments", "Bing")
    page.click("#hand-over")
    page.find("#enter")
    assert page.run("return document.querySelector('#winner-0').value") == "Bing"
    assert page.run("return document.querySelector('#points-0-0').value") == "27"
    page.click("#enter")
    page.wait_text(".changes", "Ann owes Bing 27")


def test_each_step_shows_its_command(evening: Page) -> None:
    command = evening.run("return document.querySelector('.curl pre').textContent")
    assert "/v1/ledger/advance" in command
    assert '"winner": "A"' in command
    evening.click("#undo")
    evening.wait_text(".changes", "10（1）")
    command = evening.run("return document.querySelector('.curl pre').textContent")
    assert "/v1/ledger/replay" in command
    assert evening.complaints() == []
