"""No table changes in silence: what it says is locked together with its version."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from service.app import create_app
from service.scoring.ruleset import DATA, ids
from tools.ruleset_digests import LOCK, NotRaised, entry, found, refreshed
from tools.ruleset_versions import DOCUMENT, with_digests, with_versions

LOCKED = json.loads(LOCK.read_text("utf8"))
CHANGELOG = (Path(__file__).parent.parent / "CHANGELOG.md").read_text("utf8")
TEXT = re.sub(r"(?m)^version = .*$", 'version = "1.0.0"', (DATA / "baike.toml").read_text("utf8"))
WHAT_TO_DO = (
    "{0}.toml does not say what tests/rulesets.lock.json has for its version. Raise `version` in the file, "
    "name the rows that move in CHANGELOG.md, then run `make digests`. CONTRIBUTING.md says which number to raise."
)


@pytest.mark.parametrize("name", ids())
def test_the_table_is_the_one_of_its_version(name: str) -> None:
    assert found()[name] == LOCKED.get(name), WHAT_TO_DO.format(name)


def test_the_lock_names_no_other_ruleset() -> None:
    assert set(LOCKED) == set(ids()), "run `make digests`"


@pytest.mark.parametrize("name", ids())
def test_the_changelog_names_the_version(name: str) -> None:
    version = LOCKED[name]["version"]
    assert f"`{name}` {version}" in CHANGELOG, f"say in CHANGELOG.md which rows `{name}` {version} moves, and why"


def test_the_service_gives_the_versions_that_are_locked() -> None:
    listed = create_app().test_client().get("/v1/rulesets").get_json()["rulesets"]
    assert {one["id"]: one["version"] for one in listed} == {name: one["version"] for name, one in LOCKED.items()}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("fan = 30", "fan = 31"),
        ('per = "hand"', 'per = "instance"'),
        ("base = 5", "base = 6"),
        ('counting = "kinds"', 'counting = "repeat"'),
        ('wins = ["eight_flowers", "seven_robs_one"]', 'wins = ["eight_flowers"]'),
        ("Encyclopedia table", "encyclopedia table"),
    ],
)
def test_whatever_changes_in_a_table_is_seen_and_wants_a_version(old: str, new: str) -> None:
    assert old in TEXT
    before, after = {"baike": entry(TEXT)}, {"baike": entry(TEXT.replace(old, new, 1))}
    with pytest.raises(NotRaised, match="raise `version`"):
        refreshed(before, after)


def test_comments_spacing_and_the_order_of_keys_are_no_change() -> None:
    as_written = 'version = "1.0.0"\nname = { zh = "甲", en = "a" }\nbase = 5\n'
    otherwise = '# a table\nbase =  5\nname = {en = "a", zh = "甲"}\n\nversion = "1.0.0"\n'
    assert entry(as_written) == entry(otherwise)


def test_the_order_of_rows_is_a_change() -> None:
    assert entry('version = "1.0.0"\nids = ["a", "b"]') != entry('version = "1.0.0"\nids = ["b", "a"]')


def test_a_raised_version_is_taken() -> None:
    raised = TEXT.replace('version = "1.0.0"', 'version = "1.1.0"').replace("base = 5", "base = 6")
    text = refreshed({"baike": entry(TEXT)}, {"baike": entry(raised)})
    assert json.loads(text) == {"baike": entry(raised)}
    assert entry(raised)["version"] == "1.1.0"


@pytest.mark.parametrize(
    ("version", "says"), [("0.9.0", "went back from 1.0.0 to 0.9.0"), ("1.0", "form 1.2.3"), ("1.0.00", "form 1.2.3")]
)
def test_a_version_that_goes_back_or_is_none_is_refused(version: str, says: str) -> None:
    new = {**entry(TEXT), "version": version}
    with pytest.raises(NotRaised, match=says):
        refreshed({"baike": entry(TEXT)}, {"baike": new})


def test_numbers_are_compared_as_numbers() -> None:
    old, new = {**entry(TEXT), "version": "1.9.0"}, {**entry(TEXT), "version": "1.10.0", "digest": "0"}
    assert json.loads(refreshed({"baike": old}, {"baike": new})) == {"baike": new}


def test_a_raised_version_reaches_the_examples() -> None:
    shown = '{"id": "baike", "version": "1.0.0"} - id: baike\n  version: 1.0.0\n- id: house\n  version: 1.0.0'
    assert with_versions(shown, {"baike": "1.1.0"}) == (
        '{"id": "baike", "version": "1.1.0"} - id: baike\n  version: 1.1.0\n- id: house\n  version: 1.0.0'
    )
    text = DOCUMENT.read_text("utf8")
    digests = re.findall(r"digest: ([0-9a-f]{16})", text)
    assert digests
    assert with_digests(text.replace(digests[0], "f" * 16)) == text


def test_every_table_that_was_not_raised_is_named() -> None:
    old = {name: {"version": "1.0.0", "digest": "0"} for name in ("baike", "house")}
    with pytest.raises(NotRaised, match=r"baike\.toml(.|\n)*house\.toml"):
        refreshed(old, {name: {"version": "1.0.0", "digest": "1"} for name in old})
