"""The rows of `baike`: when each is there. Numbers in comments are lines of the article."""

from __future__ import annotations

from . import patterns as p
from .counting import Chicken
from .win import DRAGONS, WINDS, Hit, Rows, Win, rank, whole

FLOWER_ROWS = {
    "off_seat_flower", "seat_flower", "flower_set", "seven_flowers", "eight_flowers", "seven_robs_one",
}  # fmt: skip
CHICKENS = [Chicken("chicken_hand", 1, ("within_seven_discards", "within_ten_discards"))]


def _honor_grade(win: Win, kind: int) -> str:
    if kind in DRAGONS:
        return "dragon"
    seat, around = (27 + "ESWN".index(wind) == kind for wind in (win.deal.seat, win.deal.round_wind))
    return {(0, 0): "plain_wind", (1, 0): "seat_wind", (0, 1): "round_wind", (1, 1): "seat_and_round_wind"}[
        seat, around
    ]


def _honor_pungs(win: Win) -> list[Hit]:
    if win.options["honor_pung_mode"] == "flat":
        return p.honor_pungs(win, range(27, 34))
    return [Hit(frozenset({at}), _honor_grade(win, one.kind)) for at, one in win.pungs if one.kind >= 27]


def _straights(win: Win, variant: str, *, mixed: bool) -> list[Hit]:
    found = (p.mixed_straights if mixed else p.pure_straights)(win, priced=True)
    return [hit._replace(variant=None) for hit in found if hit.variant == variant]


def _hogs(win: Win, variant: str) -> list[Hit]:
    return [hit._replace(variant=None) for hit in p.tile_hogs(win) if hit.variant == variant]


def _on_two_bases(win: Win) -> bool:
    return win.standard or win.pairs


def _discards(win: Win, most: int) -> bool:
    return win.deal.pool is not None and win.deal.pool <= most


def _own_concealed_pungs(win: Win) -> bool:
    concealed = [at for at, one in win.pungs if not one.melded and one.kong in {None, "concealed"}]
    return len(concealed) == 5 and win.self_drawn


ROWS: Rows = {
    "self_draw": lambda w: whole(w.self_drawn),
    "concealed_hand": lambda w: whole(w.concealed),
    "fully_concealed_hand": lambda w: whole(w.concealed and w.self_drawn),
    "no_honors": lambda w: whole(not w.honors),
    "no_flowers": lambda w: whole(not w.hand.flowers),
    "no_honors_no_flowers": lambda w: whole(not w.honors and not w.hand.flowers),
    "all_chows": lambda w: whole(p.all_chows(w)),
    "grand_all_chows": lambda w: whole(p.all_chows(w) and not w.honors and not w.hand.flowers),
    "honor_pung": _honor_pungs,
    "off_seat_flower": lambda w: p.each_flower(w, own=False),
    "seat_flower": lambda w: p.each_flower(w, own=True),
    "flower_set": p.flower_sets,
    "seven_flowers": lambda w: whole(len(w.flowers) == 7),
    "eight_flowers": lambda w: whole(len(w.flowers) == 8),
    "seven_robs_one": lambda w: whole(w.deal.by == "flowers" and w.deal.giver and len(w.flowers) == 7),
    "double_pung_wait": lambda w: whole(w.place == "double_pung"),
    "sole_wait": lambda w: whole(w.one_wait and (w.lone_place or w.filled_pair)),
    "false_sole_wait": lambda w: whole(
        len(w.waits) > 1 and (w.lone_place or (w.filled_pair and not w.deal.opening_hand))
    ),
    "two_five_eight_eyes": p.two_five_eight_eyes,
    "melded_kong": lambda w: p.kongs(w, "exposed", "added"),
    "concealed_kong": lambda w: p.kongs(w, "concealed"),
    "robbing_the_kong": lambda w: whole(w.deal.by == "robbed_kong"),
    "kong_replacement_win": lambda w: whole(w.deal.after("kong")),
    "flower_replacement_win": lambda w: whole(w.deal.after("flower")),
    "consecutive_kongs_win": lambda w: whole(w.deal.kongs >= 2),
    "mixed_replacements_win": lambda w: whole(len(w.deal.replacements) >= 2 and w.deal.replaced_flowers),
    "within_seven_discards": lambda w: whole(_discards(w, 6)),
    "within_ten_discards": lambda w: whole(_discards(w, 9)),
    "chicken_hand": lambda _: whole(1),
    "concealed_pure_straight": lambda w: _straights(w, "concealed", mixed=False),
    "exposed_pure_straight": lambda w: _straights(w, "exposed", mixed=False),
    "concealed_mixed_straight": lambda w: _straights(w, "concealed", mixed=True),
    "exposed_mixed_straight": lambda w: _straights(w, "exposed", mixed=True),
    "fully_melded_hand": lambda w: whole(w.all_melded and w.by_other),
    "semi_melded_hand": lambda w: whole(w.all_melded and w.self_drawn),
    "pure_double_chow": lambda w: p.equal_chows(w, 2),
    "two_pure_double_chows": p.two_pairs_of_equal_chows,
    "pure_triple_chow": lambda w: p.equal_chows(w, 3),
    "pure_quadruple_chow": lambda w: p.equal_chows(w, 4),
    "mixed_double_chow": lambda w: p.sister_chows(w, 2),
    "mixed_triple_chow": lambda w: p.sister_chows(w, 3),
    "double_pung": lambda w: p.sister_pungs(w, 2),
    "little_triple_pung": p.little_triple_pung,
    "triple_pung": lambda w: p.sister_pungs(w, 3),
    "little_pure_shifted_pungs": lambda w: p.little_shifted_pungs(w, 2),
    "pure_shifted_pungs": lambda w: p.shifted_pungs(w, 3),
    "tile_hog": lambda w: _hogs(w, "concealed"),
    "exposed_tile_hog": lambda w: _hogs(w, "exposed"),
    "last_tile_draw": lambda w: whole(w.deal.last_tile and w.self_drawn),
    "last_tile_claim": lambda w: whole(w.deal.last_tile and w.by_other),
    "all_types": lambda w: whole(all(p.classes(w).values())),
    "two_concealed_pungs": lambda w: p.hidden_pungs(w, 2),
    "three_concealed_pungs": lambda w: p.hidden_pungs(w, 3),
    "four_concealed_pungs": lambda w: p.hidden_pungs(w, 4),
    "five_concealed_pungs": lambda w: p.hidden_pungs(w, 5),
    "all_concealed_pungs": lambda w: whole(_own_concealed_pungs(w)),
    "all_pungs": lambda w: whole(p.all_pungs(w)),
    "half_flush": lambda w: whole(p.half_flush(w)),
    "full_flush": lambda w: whole(p.full_flush(w)),
    "one_voided_suit": lambda w: whole(p.one_voided_suit(w)),
    "all_terminals_and_honors": lambda w: whole(_on_two_bases(w) and p.only(w, p.ORPHANS)),
    "all_terminals": lambda w: whole(w.standard and p.only(w, p.TERMINALS)),
    "mixed_outside_hand": lambda w: whole(p.contains(w, p.ORPHANS)),
    "pure_outside_hand": lambda w: whole(p.contains(w, p.TERMINALS) and not w.honors),
    "all_simples": lambda w: whole(all(kind < 27 and 2 <= rank(kind) <= 8 for kind in w.kinds)),
    "all_honors": lambda w: whole(_on_two_bases(w) and p.all_honors(w)),
    "lik_ku_lik_ku": lambda w: whole(w.pairs),
    "thirteen_orphans": lambda w: whole(w.reading.form == "thirteen_orphans"),
    "sixteen_unrelated": lambda w: whole(w.reading.form == "sixteen_unrelated"),
    "sixteen_unrelated_same_numbers": lambda w: whole(p.unrelated_alike(w)),
    "sixteen_unrelated_straight": lambda w: whole(p.unrelated_straight(w)),
    "little_three_dragons": lambda w: p.little_honors(w, DRAGONS, 2),
    "big_three_dragons": lambda w: p.big_honors(w, DRAGONS, 3),
    "little_three_winds": lambda w: p.little_honors(w, WINDS, 2),
    "big_three_winds": lambda w: p.big_honors(w, WINDS, 3),
    "little_four_winds": lambda w: p.little_honors(w, WINDS, 3),
    "big_four_winds": lambda w: p.big_honors(w, WINDS, 4),
    # 192: flowers may be replaced, no kong declared; no tile of the opening hand was won on.
    "heavenly_hand": lambda w: whole(w.deal.opening_hand and not w.hand.melds),
    "earthly_hand": lambda w: whole(w.deal.first_go_around and not w.deal.dealer),
}
