"""Random house tables derived from a ruleset: options, rows on and off, other prices."""

from __future__ import annotations

from random import Random
from typing import Any

from .tables import read_table, row_ids, rows_off

Json = dict[str, Any]
OPTIONS: dict[str, list[Any]] = {
    "base": [0, 3, 5],
    "counting": ["kinds", "once", "repeat"],
    "exposed_by": ["meld", "meld_or_discard"],
    "kongs_hidden": ["all", "not_added", "concealed"],
    "kong_breaks_concealed": ["none", "exposed"],
    "dual_reading": ["add_row", "two_hands", "two_hands_shared_once", "better"],
    "fed_kong_pays": ["one_share", "all_shares"],
    "fed_kong_is_discard": [True, False],
    "thirteen_orphans_rob_concealed_kong": [True, False],
    "thirteen_orphans_discard": ["eyes", "not_the_set", "all_but_pung", "any"],
    "thirteen_orphans_concealed_kong": [True, False],
    "little_shifted_middle_eyes": [True, False],
    "dealer": ["streak", "flat", "off"],
}
OWN_OPTIONS: dict[str, dict[str, list[Any]]] = {
    "baike": {"honor_pung_mode": ["flat", "graded"]},
    "wikipedia": {
        "triplet_runs_read_as_chows": [True, False],
        "false_sole_wait_places": ["eyes", "any"],
        "chicken_bars_ready": [True, False],
        "duck_hand_adds_self_draw": [True, False],
        "concealed_hand_fan": [3, 5],
        "fully_concealed_hand_fan": [5, 7],
        "heavenly_hand_after_kong": [True, False],
    },
    "house": {},
}
FORMS = {
    "lik_ku_lik_ku", "lik_ku_eight_way", "thirteen_orphans", "sixteen_unrelated", "eight_flowers", "seven_robs_one",
    "seven_flowers_and_one",
}  # fmt: skip


def with_all_rows(name: str) -> Json:
    """Return the ruleset with the rows that are off by default."""
    return {"id": name, "enable": rows_off(name)}


def derived(rng: Random, name: str) -> Json:
    """Return a table of some house: a few options, some rows off, some prices changed."""
    known = {**OPTIONS, **OWN_OPTIONS[name]}
    chosen = {option: rng.choice(known[option]) for option in rng.sample(sorted(known), rng.randint(1, 5))}
    ruleset: Json = {**(with_all_rows(name) if rng.random() < 0.5 else {"id": name}), "options": chosen}
    if rng.random() < 0.3:
        names = [one for one in row_ids(name) if one not in {*FORMS, "dealer", *rows_off(name)}]
        ruleset["disable"] = rng.sample(names, rng.randint(1, 4))
    if rng.random() < 0.3:
        ruleset["fan"] = _prices(rng, name, ruleset)
    return ruleset


def _prices(rng: Random, name: str, ruleset: Json) -> Json:
    rows = read_table(ruleset).rows
    plain = [
        one
        for one, row in rows.items()
        if isinstance(row.fan, int) and one not in {"concealed_hand", "fully_concealed_hand"}
    ]
    priced = [
        one for one, row in rows.items() if isinstance(row.fan, dict) and row.fan.keys() == {"exposed", "concealed"}
    ]
    fans: Json = {one: rng.randint(1, 60) for one in rng.sample(plain, 4)}
    for one in rng.sample(priced, min(2, len(priced))):
        fans[one] = {"exposed": rng.randint(1, 30), "concealed": rng.randint(1, 60)}
    return fans
