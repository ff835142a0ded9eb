"""The rows of `house`: when each is there. Numbers in comments are lines of the annotated table."""

from __future__ import annotations

from itertools import combinations

from . import patterns as p
from .counting import Chicken
from .win import DRAGONS, GREEN, WINDS, Hit, Rows, Win, groups, rank, whole

FLOWER_ROWS = {"base", "flower_tile", "seven_flowers_and_one", "eight_flowers"}
_POOL = ("within_ten_discards", "within_seven_discards", "within_four_discards")
_KEPT = ("ready_declaration", "one_shot", *_POOL)
CHICKENS = [Chicken("chicken_hand", 2, _KEPT, ("base",)), Chicken("duck_hand", 3, _KEPT, ("base",))]


def _ready(win: Win) -> bool:
    return win.deal.ready is not None


def _one_shot(win: Win) -> bool:
    """29: no own discard after the declaration; others' calls do not matter."""
    return _ready(win) and win.deal.ready.get("own_discards_since", 0) == 0


def _declared(win: Win, when: str) -> bool:
    return _ready(win) and win.deal.ready["at"] == when


def _five_on_the_table(win: Win) -> bool:
    return win.all_melded and not any(meld.kong for meld in win.hand.melds)


def _standard_only(win: Win, hits: list[Hit]) -> list[Hit]:
    """Rows about sets do not look at the special forms (ruling on 281 to 593)."""
    return hits if win.standard else []


def _least_of_each_type(win: Win) -> int:
    """187: the types are counted in tiles."""
    return min(p.classes(win).values())


def _unclaimed_pungs(win: Win) -> bool:
    """237: five pungs of which none began as a claimed pung, self-drawn."""
    own = [one for _, one in win.pungs if one.kong in {"exposed", "concealed"} or not one.melded]
    return len(own) == 5 and win.self_drawn


def _outside(win: Win) -> bool:
    """269: in the thirteen orphans it depends on the extra set."""
    if win.reading.form == "thirteen_orphans":
        return all(p.ORPHANS & set(one.kinds) for _, one in win.sets)
    return p.contains(win, p.ORPHANS) and win.honors


def _in_two_pairs(chosen: tuple[tuple[int, object], ...]) -> bool:
    one, *others = (block.kind for _, block in chosen)
    for at, other in enumerate(others):
        rest = [kind for place, kind in enumerate(others) if place != at]
        if p.sisters([one, other]) and p.sisters(rest):
            return True
    return False


def _two_pairs_of_sisters(win: Win) -> list[Hit]:
    """421: four chows that make two pairs of sisters."""
    chosen = [four for four in combinations(win.chows, 4) if _in_two_pairs(four)]
    return [Hit(frozenset(at for at, _ in four)) for four in chosen]


def _every_chow_has_a_sister(win: Win) -> bool:
    chows = [one.kind for _, one in win.chows]
    return len(chows) >= 4 and all(any(p.sisters([one, other]) for other in chows) for one in chows)


def _triple_chow(win: Win) -> list[Hit]:
    """433: with all three suits, every pair of sisters of that number goes."""
    found = p.sister_chows(win, 3, priced=True)
    numbers = {at: rank(one.kind) for at, one in win.chows}
    alike = [{at for at in numbers if numbers[at] == numbers[min(hit.members)]} for hit in found]
    return [hit._replace(reach=frozenset(reach)) for hit, reach in zip(found, alike, strict=True)]


def _same_number(win: Win, count: int) -> list[Hit]:
    return groups(win, win.chows, count, lambda ks: len(set(p.ranks(ks))) == 1, priced=True)


def _turns(kinds: list[int]) -> bool:
    """465: five chows in steps of one, any three in a row of three suits."""
    return p.steps(kinds, 1) and all(p.all_suits_differ(kinds[at : at + 3]) for at in range(3))


def _mixed_x(win: Win) -> list[Hit]:
    """499: once for every number that all share."""
    return [Hit(label=number) for number in p.shared_numbers(win)] if win.honors else []


def _one_number(win: Win) -> bool:
    """507: one number and honors; sixteen and thirteen never have one."""
    return win.honors and len({rank(kind) for kind in win.kinds if kind < 27}) == 1


def _human(win: Win) -> bool:
    """591: a non-dealer in the first go-around, nothing called; the dealer's first discard makes it 地糊 on top."""
    deal = win.deal
    others_tile = win.self_drawn or deal.giver != "E" or deal.opening == "first_discard"
    return deal.first_go_around and not deal.dealer and not deal.called and others_tile


def _eight_way(win: Win) -> bool:
    return win.pairs and win.eight_pairs


def _form(win: Win, form: str) -> bool:
    return win.reading.form == form


ROWS: Rows = {
    "base": lambda _: whole(1),
    "self_draw": lambda w: whole(w.self_drawn),
    "concealed_hand": lambda w: whole(w.concealed),
    "fully_concealed_hand": lambda w: whole(w.concealed and w.self_drawn and not _ready(w)),
    "ready_declaration": lambda w: whole(_ready(w)),
    "one_shot": lambda w: whole(_one_shot(w)),
    "concealed_ready_with_base": lambda w: whole(w.concealed and _ready(w)),
    "concealed_ready_self_draw": lambda w: whole(w.concealed and _ready(w) and w.self_drawn),
    "double_pung_wait": lambda w: whole(w.place == "double_pung"),
    "sole_wait": lambda w: whole(w.one_wait),
    "false_sole_wait": lambda w: whole(w.lone_place),
    "two_five_eight_eyes": p.two_five_eight_eyes,
    "semi_melded_hand": lambda w: whole(_five_on_the_table(w) and w.self_drawn),
    "fully_melded_hand": lambda w: whole(_five_on_the_table(w) and w.by_other),
    "no_flowers": lambda w: whole(not w.hand.flowers),
    "flower_tile": p.each_flower,
    "seven_flowers_and_one": lambda w: whole(w.flowers and w.deal.by == "flowers" and w.deal.giver),
    "eight_flowers": lambda w: whole(len(w.flowers) == 8),
    "no_honors": lambda w: whole(not w.honors),
    "no_honors_no_flowers": lambda w: whole(not w.honors and not w.hand.flowers),
    "honor_pung": lambda w: _standard_only(w, p.honor_pungs(w, range(27, 34))),
    "little_three_winds": lambda w: p.little_honors(w, WINDS, 2),
    "big_three_winds": lambda w: p.big_honors(w, WINDS, 3),
    "little_four_winds": lambda w: p.little_honors(w, WINDS, 3),
    "big_four_winds": lambda w: p.big_honors(w, WINDS, 4),
    "little_three_dragons": lambda w: p.little_honors(w, DRAGONS, 2),
    "big_three_dragons": lambda w: p.big_honors(w, DRAGONS, 3),
    "all_honors": lambda w: whole(p.all_honors(w)),
    "all_chows": lambda w: whole(p.all_chows(w)),
    "grand_all_chows": lambda w: whole(p.all_chows(w) and not w.honors and not w.hand.flowers),
    "one_voided_suit": lambda w: whole(p.one_voided_suit(w)),
    "little_all_types": lambda w: whole(_least_of_each_type(w) >= 1),
    "big_all_types": lambda w: whole(_least_of_each_type(w) >= 3),
    "little_seven_types": lambda w: whole(_least_of_each_type(w) >= 1 and p.both_series(w)),
    "big_seven_types": lambda w: whole(_least_of_each_type(w) >= 3 and p.both_series(w)),
    "upper_four": lambda w: whole(p.numbers_only(w, 6, 7, 8, 9)),
    "lower_four": lambda w: whole(p.numbers_only(w, 1, 2, 3, 4)),
    "all_green": lambda w: whole(p.only(w, GREEN)),
    "chicken_hand": lambda w: whole(w.by_other),
    "duck_hand": lambda w: whole(w.self_drawn),
    "all_pungs": lambda w: whole(p.all_pungs(w)),
    "all_concealed_pungs": lambda w: whole(_unclaimed_pungs(w)),
    "two_concealed_pungs": lambda w: p.hidden_pungs(w, 2),
    "three_concealed_pungs": lambda w: p.hidden_pungs(w, 3),
    "four_concealed_pungs": lambda w: p.hidden_pungs(w, 4),
    "five_concealed_pungs": lambda w: p.hidden_pungs(w, 5),
    "kong": lambda w: p.kongs(w, "exposed", "added", "concealed"),
    "mixed_outside_hand": lambda w: whole(_outside(w)),
    "pure_outside_hand": lambda w: whole(p.contains(w, p.TERMINALS) and not w.honors),
    "all_terminals_and_honors": lambda w: whole(p.only(w, p.ORPHANS)),
    "all_terminals": lambda w: whole(p.only(w, p.TERMINALS)),
    "all_simples": lambda w: whole(all(kind < 27 and 2 <= rank(kind) <= 8 for kind in w.kinds)),
    "two_terminal_chows": p.terminal_chows,
    "two_terminal_pungs": p.terminal_pungs,
    "pure_straight": lambda w: p.pure_straights(w, priced=True),
    "mixed_straight": lambda w: p.mixed_straights(w, priced=True),
    "tile_hog_two": lambda w: _standard_only(w, p.tile_hogs(w, 2)),
    "tile_hog_three": lambda w: _standard_only(w, p.tile_hogs(w, 3)),
    "tile_hog_four": lambda w: _standard_only(w, p.tile_hogs(w, 4)),
    "pure_double_chow": lambda w: p.equal_chows(w, 2, priced=True),
    "two_pure_double_chows": lambda w: p.two_pairs_of_equal_chows(w, priced=True),
    "pure_triple_chow": lambda w: p.equal_chows(w, 3, priced=True),
    "pure_quadruple_chow": lambda w: p.equal_chows(w, 4, priced=True),
    "pure_shifted_chows_step1": lambda w: p.pure_shifted_chows(w, 3, 1),
    "pure_shifted_chows_step2": lambda w: p.pure_shifted_chows(w, 3, 2),
    "five_pure_shifted_chows": lambda w: p.pure_shifted_chows(w, 5, 1),
    "two_pure_shifted_pungs": lambda w: p.shifted_pungs(w, 2),
    "little_pure_shifted_pungs": lambda w: p.little_shifted_pungs(w, 2),
    "pure_shifted_pungs": lambda w: p.shifted_pungs(w, 3),
    "full_flush": lambda w: whole(p.full_flush(w)),
    "half_flush": lambda w: whole(p.half_flush(w)),
    "mixed_double_chow": lambda w: p.sister_chows(w, 2),
    "two_mixed_double_chows": _two_pairs_of_sisters,
    "all_mixed_double_chows": lambda w: whole(_every_chow_has_a_sister(w)),
    "mixed_triple_chow": _triple_chow,
    "four_same_number_chows": lambda w: _same_number(w, 4),
    "five_same_number_chows": lambda w: _same_number(w, 5),
    "mixed_shifted_chows_step1": lambda w: p.mixed_shifted_chows(w, 1),
    "mixed_shifted_chows_step2": lambda w: p.mixed_shifted_chows(w, 2),
    "five_mixed_shifted_chows": lambda w: groups(w, w.chows, 5, _turns, priced=True),
    "double_pung": lambda w: p.sister_pungs(w, 2),
    "little_triple_pung": p.little_triple_pung,
    "triple_pung": lambda w: p.sister_pungs(w, 3),
    "little_mixed_shifted_pungs": lambda w: p.little_mixed_shifted_pungs(w, middle=False),
    "mixed_shifted_pungs": p.mixed_shifted_pungs,
    "mixed_all_contain_x": _mixed_x,
    "single_number_and_honors": lambda w: whole(_one_number(w)),
    "pure_all_contain_x": lambda w: whole(p.shared_numbers(w) and not w.honors),
    "no_fives": lambda w: whole(p.numbers_only(w, 1, 2, 3, 4, 6, 7, 8, 9)),
    "heavenly_ready": lambda w: whole(_declared(w, "dealt")),
    "earthly_ready": lambda w: whole(_declared(w, "first_discard") and not any(meld.claimed for meld in w.hand.melds)),
    "within_ten_discards": lambda w: whole(w.deal.pool is not None and w.deal.pool <= 10),
    "within_seven_discards": lambda w: whole(w.deal.pool is not None and w.deal.pool <= 7),
    "within_four_discards": lambda w: whole(w.deal.pool is not None and w.deal.pool <= 4),
    "last_tile_claim": lambda w: whole(w.deal.last_tile and w.by_other),
    "last_tile_draw": lambda w: whole(w.deal.last_tile and w.self_drawn),
    "kong_replacement_win": lambda w: whole(w.deal.after("kong")),
    "flower_replacement_win": lambda w: whole(w.deal.after("flower")),
    # 557: n counts the replacements upon a replacement.
    "chained_replacements_win": lambda w: whole(len(w.deal.replacements) >= 2, number=len(w.deal.replacements) - 1),
    "robbing_the_kong": lambda w: whole(w.deal.by == "robbed_kong"),
    "two_winners_one_discard": lambda w: whole(w.deal.winners >= 2),
    "three_winners_one_discard": lambda w: whole(w.deal.winners == 3),
    "revenge_after_two_winners": lambda w: whole(w.deal.fed_winners >= 2 and w.self_drawn),
    "revenge_after_three_winners": lambda w: whole(w.deal.fed_winners == 3 and w.self_drawn),
    "heavenly_hand": lambda w: whole(w.deal.opening_hand and not w.hand.melds),
    "earthly_hand": lambda w: whole(w.deal.opening == "first_discard"),
    "human_hand": lambda w: whole(_human(w)),
    "lik_ku_lik_ku": lambda w: whole(w.pairs),
    "lik_ku_eight_way": lambda w: whole(_eight_way(w)),
    "sixteen_unrelated": lambda w: whole(_form(w, "sixteen_unrelated")),
    "sixteen_unrelated_sixteen_way": lambda w: whole(_form(w, "sixteen_unrelated") and w.filled_eyes),
    "sixteen_unrelated_same_numbers": lambda w: whole(p.unrelated_alike(w)),
    "sixteen_unrelated_straight": lambda w: whole(p.unrelated_straight(w)),
    "thirteen_orphans": lambda w: whole(_form(w, "thirteen_orphans")),
}
