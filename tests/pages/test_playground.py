"""Scoring a hand in the page: by clicks, by typing, by a link; faults at their places."""

from __future__ import annotations

import hashlib
import re
import shlex
from typing import TYPE_CHECKING

import pytest
import requests
from serving import serving

if TYPE_CHECKING:
    from pathlib import Path

    from browser import Page

# The hand of the README: it is worth 21, and East pays 27.
HAND = "(123m) 456m 789m 55p 333s 45s +6s"


def press(page: Page, *tiles: str) -> None:
    for tile in tiles:
        page.click(f".picker [data-tile='{tile}']")


def test_it_opens_with_a_hand_scored(page: Page) -> None:
    page.open("/")
    page.wait_text("#total", "21")
    assert page.text("h1").startswith("港式台灣牌")
    assert page.texts("[data-fan] .fans") == ["5\nfan", "1\nfan", "10\nfan", "5\nfan"]
    assert page.complaints() == []


def test_a_hand_is_scored_by_clicks(page: Page) -> None:
    page.open("/")
    page.wait_text("#total", "21")
    page.click("#clear")
    page.wait_text("#answer", "Press some tiles")
    page.click("[name=target][value=chow] + span")
    press(page, "1m")
    page.click("[name=target][value=hand] + span")
    press(page, "4m", "5m", "6m", "7m", "8m", "9m", "5p", "5p", "3s", "3s", "3s", "4s", "5s")
    page.wait_text("#answer", "Ready")
    assert page.run("return [...document.querySelectorAll('.waits .tile')].map(e => e.dataset.tile)") == [
        "5p",
        "3s",
        "6s",
    ]
    press(page, "6s")
    page.wait_text("#total", "21")
    assert page.run("return document.querySelector('#line').value") == "(123m) 456789m55p33345s +6s"
    page.click("[name=f-by][value=self_draw] + span")
    page.wait_text(".payments", "South")
    page.until("return document.querySelectorAll('.payments li').length === 3")
    assert "by=self_draw" in page.run("return location.hash")


def test_a_wait_pressed_wins(page: Page) -> None:
    page.open("/#score?hand=123m456m78mEEE55p678s&seat=S&by=discard&from=W")
    page.wait_text("#answer", "Ready")
    page.click(".waits [data-tile='9m']")
    page.wait_text("#total", "fan")
    assert page.run("return document.querySelector('#line').value").endswith("+9m")


def test_a_tile_is_removed_by_pressing_it(page: Page) -> None:
    page.open("/")
    page.wait_text("#total", "21")
    page.click("[data-part=winning_tile] .tile")
    page.wait_text("#answer", "Ready")
    assert page.run("return document.querySelector('#line').value") == "(123m) 456789m55p33345s"
    page.click("[data-part=meld-0] .tile")
    page.wait_text("#status", "3 tiles to go")


@pytest.mark.parametrize("hand", [HAND, "(一二三萬) 四五六七八九萬 五筒五筒 333s 45s +六索", "(🀇🀈🀉)🀊🀋🀌🀍🀎🀏🀝🀝🀒🀒🀒🀓🀔+🀕"])
def test_a_hand_is_scored_by_typing(page: Page, hand: str) -> None:
    page.open("/#score?hand=&seat=S&by=discard&from=E")
    page.find("#line")
    page.run(
        "const e = document.querySelector('#line'); e.value = arguments[0]; e.dispatchEvent(new Event('input'))", hand
    )
    page.wait_text("#total", "21")
    drawn = "return [...document.querySelectorAll('.tray .tile')].map(e => e.dataset.tile).join(' ')"
    assert page.run(drawn) == "1m 2m 3m 4m 5m 6m 7m 8m 9m 5p 5p 3s 3s 3s 4s 5s 6s"


def test_what_is_no_tile_is_said_at_the_line(page: Page) -> None:
    page.open("/#score?hand=&seat=S&by=discard&from=E")
    page.type("#line", "123x")
    page.wait_text("#line-fault", "“123” has no suit letter")
    assert "“x” is no tile" in page.text("#line-fault")
    assert page.run("return document.querySelector('#line').getAttribute('aria-invalid')") == "true"
    page.type("#line", "(12")
    page.keys("Tab")
    page.wait_text("#line-fault", "a bracket is still open")


def test_a_fault_is_shown_at_its_tile(page: Page) -> None:
    page.open("/#score?hand=(124p)55m666sEEE789s+1m+%2B1m&seat=S&by=discard&from=E")
    page.wait_text("[data-part=meld-0] .fault", "this is no chow")
    bad = "return [...document.querySelectorAll('.tray .tile.bad')].map(e => e.dataset.tile)"
    assert page.run(bad) == ["1p", "2p", "4p"]
    page.open("/#score?hand=11111m456p789sEEE55s+%2B9p&seat=S&by=discard&from=E")
    page.wait_text("[data-part=concealed] .fault", "there are 4")
    assert page.run(bad) == ["1m"] * 5


def test_a_fault_of_a_fact_is_shown_at_its_field(page: Page) -> None:
    page.open("/")
    page.wait_text("#total", "21")
    page.click("#more-facts > summary")
    page.type("#f-pool", "999")
    page.wait_text("#e-pool", "from 0 to 136")
    assert page.run("return document.querySelector('#f-pool').getAttribute('aria-invalid')") == "true"
    page.type("#f-pool", "9")
    page.wait_text("#total", "fan")
    assert page.text("#e-pool") == ""
    assert "Win Within Ten Discards" in page.text(".fans-list")


def test_a_hand_that_does_not_win_names_its_waits(page: Page) -> None:
    page.open("/#score?hand=123m456m78mEEE55p678s+%2B9p&seat=S&by=discard&from=W")
    page.wait_text("#answer", "not a winning hand")
    assert page.run("return [...document.querySelectorAll('.waits .tile')].map(e => e.dataset.tile)") == [
        "3m",
        "6m",
        "9m",
    ]


def test_a_hand_that_does_not_win_names_better_discards(page: Page) -> None:
    page.open("/#score?hand=123456789m556p678sE+%2B6p&seat=S&by=self_draw")
    page.wait_text("#answer", "not a winning hand")
    page.wait_text("#answer", "Or discard another tile")
    tiles = "return [...document.querySelectorAll('.discards li')].map(e => e.querySelector('.tile').dataset.tile)"
    assert page.run(tiles) == ["E"]


def test_a_fan_lights_up_its_sets(page: Page) -> None:
    page.open("/")
    page.click("[data-fan=exposed_pure_straight]")
    lit = "return [...document.querySelectorAll('.set.lit .caption b')].map(e => e.innerText).join('')"
    assert page.run(lit) == "ABC"
    assert "rests on A B C" in re.sub(
        r"\s+", " ", page.run("return document.querySelector('[data-fan=exposed_pure_straight]').textContent")
    )
    page.click("[data-fan=two_five_eight_eyes]")
    assert page.run(lit) == "F"
    page.keys("Enter")
    page.keys("Tab")
    assert page.focused().startswith("Exposed Pure Straight")
    assert page.run(lit) == "ABC"


def test_removed_rows_are_struck_through_with_their_reason(page: Page) -> None:
    page.open("/")
    page.wait_text(".excluded", "無字花")
    assert page.texts(".excluded del .name")[0].startswith("No Honors")
    assert "contains it" in page.text(".excluded")


def test_another_reading_is_one_click_away(page: Page) -> None:
    page.open("/#score?hand=11122233m678s55p(SSS)+%2B3m&seat=S&round_wind=S&by=discard&from=W&pool=40")
    page.wait_text("#total", "fan")
    first, best = page.text(".sets"), page.text("#total")
    page.click("#readings label:nth-of-type(2)")
    page.until("return document.querySelectorAll('#readings input')[1].checked")
    assert page.text("#total") != best or page.text(".sets") != first
    page.wait_text("#answer", "payments are those of the best reading")


def test_a_link_brings_the_same_hand(page: Page) -> None:
    page.open(
        "/#score?hand=[CCCC](456p)23467m22s678s1f3g%2B8m&ruleset=baike&seat=E&by=self_draw&replacements=kong&dealer_streak=1&meld.1=N&option.base=10&fan.self_draw=4&off=two_five_eight_eyes&stakes.per_fan=0.5"
    )
    page.wait_text("#total", "16")
    assert "29 fan" in page.text(".payments")
    assert "hand 16 + base 10 + dealer 3" in page.text(".payments")
    assert "14.5" in page.text(".payments")
    link = page.run("return location.hash")
    shown = page.text("#answer")
    page.open(f"/{link}")
    page.until("return document.querySelector('#total')")
    assert page.text("#answer") == shown
    assert page.run("return location.hash") == link


def test_house_prices_change_the_answer(page: Page) -> None:
    page.open("/")
    page.wait_text("#total", "21")
    page.click("#house > summary")
    page.type("#filter", "明龍")
    page.type(".prices li:not([hidden]) input[type=number]", "30")
    page.wait_text("#total", "41")
    page.click(".prices li:not([hidden]) input[type=checkbox]")
    page.wait_text("#total", "11")
    assert "off=exposed_pure_straight" in page.run("return location.hash")
    page.click("[name=ruleset][value=wikipedia] + span")
    page.until("return location.hash.includes('ruleset=wikipedia')")
    assert "off=" not in page.run("return location.hash")


def test_the_command_shown_does_the_same(page: Page) -> None:
    page.open("/")
    page.wait_text("#total", "21")
    words = shlex.split(page.run("return document.querySelector('.curl pre').textContent"))
    assert words[:2] == ["curl", "-s"]
    body = words[words.index("-d") + 1]
    answer = requests.post(words[2], data=body.encode(), headers={"Content-Type": "application/json"})
    assert answer.json()["total_fan"] == 21


def test_the_language_is_switched_and_kept(page: Page) -> None:
    page.open("/")
    page.wait_text("#total", "fan")
    page.click("#language")
    page.wait_text("#total", "番")
    assert page.run("return document.documentElement.lang") == "zh-HK"
    assert "自摸" in page.text("main")
    page.open("/")
    page.wait_text("#total", "番")


def in_chinese(page: Page, path: str) -> None:
    page.run("localStorage.setItem('language', 'zh')")
    page.open(path)


def test_the_options_are_in_chinese_too(page: Page) -> None:
    in_chinese(page, "/")
    page.wait_text("#total", "番")
    page.click("#house > summary")
    page.wait_text(".house", "每個付錢的人")
    bare = "return [...document.querySelectorAll('.house .fields .field')]"
    assert page.run(bare + ".filter(e => !/[一-龥]/.test(e.querySelector('[id^=m-]').innerText)).length") == 0
    assert page.run(bare + ".length") >= 20
    assert page.texts("#option-counting option") == ["不同的牌各計一次", "每組牌只用一次", "次次都計"]
    page.run("""
const e = document.querySelector("#option-counting");
e.selectedIndex = 2;
e.dispatchEvent(new Event("change"));
""")
    page.until("return location.hash.includes('option.counting=repeat')")


def test_faults_are_in_chinese_too(page: Page) -> None:
    in_chinese(page, "/#score?hand=(124p)55m666sEEE789s+11m+%2B1m&seat=S&by=discard&from=E&pool=999")
    page.wait_text(".refused", "有些地方不對")
    assert "要 0 至 136 的整數" in page.text("#e-pool")
    assert not re.search(
        "[a-z]{3}", page.run("return document.querySelector('.errors').innerText.replace(/\\/\\S+/g, '')")
    )
    page.open("/#score?hand=19m19p1sESWNCFP234sE+%2B9s&seat=S&by=robbed_kong&from=E&robbed_kong=concealed")
    page.wait_text(".errors", "這個番表不准搶暗槓")


def test_tiles_are_named_as_the_service_names_them(page: Page) -> None:
    page.open("/")
    script = """
const done = arguments[0];
Promise.all([import("/static/play/tiles.js"), fetch("/v1/tiles").then(r => r.json())]).then(([own, {tiles}]) =>
  done([tiles.map(({code, name}) => [code, name.zh, name.en]),
        own.CODES.map(code => [code, own.names(code).zh, own.names(code).en])]))
"""
    served, own = page.run_async(script)
    assert sorted(own) == sorted(served)


def test_a_hand_is_scored_with_the_keyboard_alone(page: Page) -> None:
    page.open("/#score?hand=456m789m55p333s45s(123m)&seat=S&by=discard&from=E")
    page.wait_text("#answer", "Ready")
    page.keys("Tab")
    assert page.focused() == "Skip to the content"
    page.keys("Enter")
    # On through the hand to the picker, with nothing but Tab; the radio group is one stop.
    for _ in range(60):
        page.keys("Tab")
        if page.focused().startswith("6 of bamboos, "):
            break
    assert page.focused() == "6 of bamboos, 4 left"
    assert page.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keys("Enter")
    page.wait_text("#total", "21")
    assert page.focused() == "6 of bamboos, 3 left"
    page.run("document.querySelector('[name=f-by]:checked').focus()")
    page.keys("Right")
    page.until("return location.hash.includes('by=robbed_kong')")


def test_the_focus_stays_where_tiles_are_removed(page: Page) -> None:
    page.open("/")
    page.wait_text("#total", "21")
    page.run("document.querySelector('[data-key=tile-12]').focus()")
    page.keys("Enter", "Enter", "Enter")
    page.wait_text("#status", "3 tiles to go")
    assert page.focused() == "Remove 3 of bamboos"


def test_a_service_with_keys_asks_for_one(page: Page, tmp_path: Path) -> None:
    usual = page.root
    with serving(tmp_path / "log", API_KEYS=hashlib.sha256(b"open sesame").hexdigest()) as page.root:
        page.open("/")
        page.type("#key", "open sesame")
        page.keys("Enter")
        page.wait_text("#total", "21")
        assert "Bearer $KEY" in page.run("return document.querySelector('.curl pre').textContent")
    page.root = usual
