"""A ruleset file that says something wrong is refused, and the refusal names the file, the row and the key."""

from __future__ import annotations

import pytest

from service.scoring import ruleset
from service.scoring.errors import BrokenRuleset
from service.scoring.patterns import PATTERNS
from service.scoring.ruleset import DATA, load_all, parse

TEXT = (DATA / "baike.toml").read_text("utf8")


def edited(old: str, new: str, row: str | None = None) -> str:
    """Return the text of baike.toml with one thing changed, in one row where that is named."""
    start = TEXT.index(f'id = "{row}"\n') if row else 0
    end = TEXT.find("[[row]]", start) if row else len(TEXT)
    part = TEXT[start:end] if end >= 0 else TEXT[start:]
    assert old in part
    return TEXT[:start] + part.replace(old, new, 1) + TEXT[start + len(part) :]


def refusal(text: str) -> str:
    with pytest.raises(BrokenRuleset) as refused:
        parse("baike.toml", text)
    return str(refused.value)


def test_the_file_itself_is_accepted() -> None:
    assert [row.n for row in parse("baike.toml", TEXT).rows] == list(range(1, 81))


ROWS = [
    # row, what is changed, the place named, and what is said of it
    ("no_honors_no_flowers", '["no_honors"', '["no_honrs"', "excludes_implied[0]", "did you mean 'no_honors'"),
    ("thirteen_orphans", '"fully_concealed_hand"]', '"nothing"]', "excludes_stated[1]", "no such row 'nothing'"),
    ("tile_hog", 'twin = ["exposed_tile_hog"]', 'twin = ["exposed_hog"]', "twin[0]", "did you mean 'exposed_tile_hog'"),
    ("pure_triple_chow", 'anywhere = ["two_pure', 'anywhere = ["all_chows", "two_pure', "anywhere", "all_chows"),
    ("chicken_hand", 'apart_from = ["within_s', 'apart_from = ["within_', "reprice.apart_from[0]", "seven_discards"),
    ("chicken_hand", 'keeps = ["within_s', 'keeps = ["within_', "reprice.keeps[0]", "seven_discards"),
    ("all_pungs", 'pattern = "all_pungs"', 'pattern = "all_pung"', "pattern", "did you mean 'all_pungs'"),
    ("triple_pung", "with = { suits = 3 }", "with = { suit = 3 }", "with", "same_rank_pungs"),
    ("triple_pung", "with = { suits = 3 }\n", "", "with", "suits"),
    ("all_pungs", 'pattern = "all_pungs"', 'pattern = "all_pungs"\nwith = { count = 5 }', "with", "count"),
    ("dealer", 'by = "dealer_streak"', 'by = "dealer_strike"', "by", "did you mean 'dealer_streak'"),
    ("dealer", "plus = 1", "plsu = 1", "fan", "per and plus"),
    ("honor_pung", "dragon = 2", "dragn = 2", "fan", "plain_wind"),
    ("honor_pung", 'option = "honor_pung_mode"', 'option = "honor_mode"', "when[0]", "did you mean 'honor_pung_mode'"),
    ("honor_pung", 'is = "graded"', 'is = "grade"', "when[0]", '"graded"'),
    ("all_pungs", "fan = 30", "fan = -30", "fan", "whole number"),
    ("all_pungs", "fan = 30", "fan = 30.5", "fan", "whole number"),
    ("all_pungs", "fan = 30", "fan = true", "fan", "whole number"),
    ("all_pungs", "fan = 30", "fan = { exposed = 30 }", "fan", "`by`"),
    ("all_pungs", 'per = "hand"', 'per = "hand"\nbasis = "guessed"', "basis", "'guessed'"),
]  # fmt: skip


@pytest.mark.parametrize(("row", "old", "new", "key", "says"), ROWS, ids=[f"{r[0]}-{n}" for n, r in enumerate(ROWS)])
def test_a_fault_of_a_row_is_named(row: str, old: str, new: str, key: str, says: str) -> None:
    message = refusal(edited(old, new, row))
    assert message.startswith(f"baike.toml: {row}.{key}: ")
    assert says in message


def test_a_row_with_an_unknown_key_is_named() -> None:
    message = refusal(edited("fan = 30", "fan = 30\nfans = 30", "all_pungs"))
    assert message.startswith("baike.toml: all_pungs: ")
    assert "'fans'" in message


@pytest.mark.parametrize("key", ["zh", "en", "fan", "unit", "pattern", "line", "n"])
def test_a_row_without_a_key_is_named(key: str) -> None:
    line = next(line for line in TEXT[TEXT.index('id = "all_pungs"') :].splitlines() if line.startswith(f"{key} ="))
    message = refusal(edited(line + "\n", "", "all_pungs"))
    assert message.startswith("baike.toml: all_pungs: ")
    assert f"'{key}'" in message


def test_a_row_without_an_id_is_named_by_its_number() -> None:
    assert refusal(edited('id = "all_pungs"\n', "")).startswith("baike.toml: row 57: ")


def test_two_rows_of_one_id_are_named() -> None:
    message = refusal(edited('id = "all_pungs"', 'id = "all_chows"'))
    assert message == "baike.toml: all_chows: the id stands twice"


def test_rows_that_remove_each_other_are_named_as_a_circle() -> None:
    message = refusal(edited('per = "hand"', 'per = "hand"\nexcludes_implied = ["fully_concealed_hand"]', "self_draw"))
    assert message.startswith("baike.toml: ")
    assert "self_draw -> fully_concealed_hand" in message
    assert "circle" in message


def test_a_row_that_removes_itself_is_a_circle() -> None:
    message = refusal(edited('per = "hand"', 'per = "hand"\nexcludes_stated = ["self_draw"]', "self_draw"))
    assert "self_draw -> self_draw" in message


def test_a_circle_through_a_twin_is_found() -> None:
    message = refusal(edited("fan = 3", 'fan = 3\nexcludes_implied = ["tile_hog"]', "exposed_tile_hog"))
    assert "tile_hog -> exposed_tile_hog" in message or "exposed_tile_hog -> tile_hog" in message


TABLES = [
    ("flowers.wins", 'wins = ["eight_flowers"', 'wins = ["eight_flower"', "did you mean 'eight_flowers'"),
    ("dual.rows", '[dual]\nrows = ["lik_ku_lik_ku"]', '[dual]\nrows = ["lik_ku"]', "did you mean 'lik_ku_lik_ku'"),
    ("options.countign", 'counting = "kinds"', 'counting = "kinds"\ncountign = "kinds"', "did you mean 'counting'"),
    ("options.counting", 'counting = "kinds"\n', "", "the default is missing"),
    ("options.counting", 'counting = "kinds"', 'counting = "kind"', '"repeat"'),
    ("options.base", "base = 5", "base = -1", "from 0 to 1000"),
    ("options.base", "base = 5", "base = true", "from 0 to 1000"),
    (
        "options.thirteen_orphans_rob_concealed_kong",
        "rob_concealed_kong = false",
        "rob_concealed_kong = 0",
        "true, false",
    ),
    ("options.honor_pung_mode", 'default = "flat"', 'default = "round"', '"graded"'),
    ("options.ledger.cut_every", "cut_every = 3\n", "", "the default is missing"),
    ("options.ledger.cut_every", "cut_every = 3", "cut_every = 100", "from 0 to 99"),
    ("options.ledger.cut_evry", "cut_every = 3", "cut_every = 3\ncut_evry = 3", "did you mean 'cut_every'"),
]


@pytest.mark.parametrize(("place", "old", "new", "says"), TABLES, ids=[f"{t[0]}-{n}" for n, t in enumerate(TABLES)])
def test_a_fault_outside_the_rows_is_named(place: str, old: str, new: str, says: str) -> None:
    message = refusal(edited(old, new))
    assert message.startswith(f"baike.toml: {place}: ")
    assert says in message


# What is missing or unknown further in must not come out as a KeyError without a place.
DEEPER = [
    ("id", 'id = "baike"\n', ""),
    ("name", "name = { zh", "naem = { zh"),
    ("flower", "[flowers]", "[flower]"),
    ("win", "wins = [", "win = ["),
    ("rwos", "[dual]\nrows", "[dual]\nrwos"),
    ("default", 'default = "flat"\n', ""),
    ("honor_pung.when[0]", 'option = "honor_pung_mode", ', ""),
    ("honor_pung.when[0]", 'is = "graded", ', ""),
    ("honor_pung.when[0]", 'by = "honor_grade"', 'bye = "honor_grade"'),
    ("chicken_hand.reprice", "at = 1, ", ""),
    ("chicken_hand.reprice", "at = 1, ", "at = 1, of = 1, "),
]


@pytest.mark.parametrize(("place", "old", "new"), DEEPER, ids=[f"{d[0]}-{n}" for n, d in enumerate(DEEPER)])
def test_a_missing_or_unknown_key_is_named_wherever_it_stands(place: str, old: str, new: str) -> None:
    message = refusal(edited(old, new))
    assert message.startswith("baike.toml: ")
    assert place in message


# Words that nothing reads would switch a row off, or count it in another way, without a sign.
WORDS = [
    ("self_draw.per", "self_draw", 'per = "hand"', 'per = "hnad"'),
    ("self_draw.default", "self_draw", 'per = "hand"', 'per = "hand"\ndefault = "of"'),
    ("dealer.scope", "dealer", 'scope = "payer"', 'scope = "payr"'),
    ("within_ten_discards.needs", "within_ten_discards", 'needs = ["pool"]', 'needs = ["pol"]'),
    ("honor_pung.fan", "honor_pung", "dragon = 2, ", ""),
    ("dealer.fan", "dealer", "{ per = 2, plus = 1 }", "{}"),
    ("flowers.settlement", None, 'settlement = "cash"', 'settlement = "chash"'),
]


@pytest.mark.parametrize(("place", "row", "old", "new"), WORDS, ids=[w[0] for w in WORDS])
def test_a_word_that_nothing_reads_is_named(place: str, row: str | None, old: str, new: str) -> None:
    assert refusal(edited(old, new, row)).startswith(f"baike.toml: {place}")


def test_broken_toml_is_named_with_its_line() -> None:
    message = refusal(edited("fan = 30", "fan = = 30", "all_pungs"))
    assert message.startswith("baike.toml: ")
    assert "line" in message


def test_a_pattern_that_no_row_asks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    load_all()
    monkeypatch.setitem(PATTERNS, "idle_question", PATTERNS["all_pungs"])
    with pytest.raises(BrokenRuleset, match="idle_question"):
        load_all()


def test_a_ruleset_is_named_by_its_file() -> None:
    assert [source.id for source in load_all().values()] == list(ruleset.ids())
