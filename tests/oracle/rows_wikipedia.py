"""The common rows of `wikipedia`: when each is there. Numbers in comments are lines of the article."""

from __future__ import annotations

from itertools import combinations

from . import patterns as p
from .counting import Chicken
from .rows_wikipedia_uncommon import UNCOMMON, discards
from .win import DRAGONS, WINDS, Hit, Rows, Win, groups, rank, whole

FLOWER_ROWS = {"off_seat_flower", "seat_flower", "flower_set", "eight_flowers", "six_off_seat_flowers"}
_KEPT = (
    "no_flowers", "off_seat_flower", "seat_flower", "flower_set", "eight_flowers",
    "two_winners_one_discard", "three_winners_one_discard", "ready_declaration",
)  # fmt: skip


def chickens(options: dict[str, object]) -> list[Chicken]:
    """Return 雞糊 and 鴨胡 under the options."""
    drawn = ("self_draw",) if options["duck_hand_adds_self_draw"] else ()
    lost = () if options["duck_hand_adds_self_draw"] else ("self_draw",)
    return [Chicken("chicken_hand", 0, _KEPT), Chicken("duck_hand", 0, (*_KEPT, *drawn), lost)]


def _chicken_shape(win: Win) -> bool:
    """315: an honor pair, one to four melds, chows and pungs, many-sided and no lone place, no kong."""
    melds = win.hand.melds
    shape = win.eyes >= 27 and 1 <= len(melds) <= 4 and not any(meld.kong for meld in melds)
    both = bool(win.chows and win.pungs)
    barred = win.options["chicken_bars_ready"] and win.deal.ready
    return bool(win.standard and shape and both and win.place == "two_sided" and len(win.waits) > 1 and not barred)


def _wind_of(win: Win, wind: str) -> list[Hit]:
    return groups(win, win.pungs, 1, lambda ks: ks == [27 + "ESWN".index(wind)])


def _equal_or_run(win: Win) -> list[Hit]:
    """214: three consecutive pungs, none of them melded, are three equal chows as well."""
    found = p.equal_chows(win, 3, priced=True)
    if not win.options["triplet_runs_read_as_chows"]:
        return found
    in_hand = [(at, one) for at, one in win.pungs if one.type == "pung" and not one.melded]
    return found + groups(win, in_hand, 3, lambda ks: p.one_suit(ks) and p.steps(ks, 1), priced=True)


def _all_concealed_pungs(win: Win) -> bool:
    """299: five pungs in hand; a discard may make the eyes only."""
    pungs = [one for _, one in win.pungs if one.type == "pung" and not one.melded]
    return len(pungs) == 5 and not (win.by_other and any(one.won for one in pungs))


def _mixed_x(win: Win) -> list[Hit]:
    shared = p.shared_numbers(win)
    return whole(shared and win.honors, number=len(shared))


def _types(win: Win, *, there: bool) -> list[Hit]:
    """311: big where each of the five types has a set."""
    with_set = {p.suit(one.kind) for _, one in win.sets if one.type != "pair"}
    return whole(there and all(p.classes(win).values()), "big" if len(with_set) == 5 else "little")


def _unrelated(win: Win) -> list[Hit]:
    form = "knitted" if p.unrelated_straight(win) else "same_numbers" if p.unrelated_alike(win) else "plain"
    return whole(win.reading.form == "sixteen_unrelated", form)


def _seen(win: Win, kind: int) -> int:
    """How many of a kind lie open: in the pool, in melds, in a robbed pung."""
    robbed = 3 if win.deal.by == "robbed_kong" and kind == win.hand.won else 0
    own = sum(meld.kinds.count(kind) for meld in win.hand.melds if meld.claimed)
    return max(win.deal.visible.count(kind), robbed) + own


def _last_of(win: Win, kinds: tuple[int, ...]) -> bool:
    """342: all copies of some kinds lie open but the one that wins."""
    return win.hand.won in kinds and sum(_seen(win, kind) for kind in kinds) == 4 * len(kinds) - 1


def _last_waits(win: Win, count: int) -> bool:
    return len(win.waits) == count and not win.deal.opening_hand and _last_of(win, win.waits)


def _one_shot(win: Win) -> bool:
    """325: no own discard and no call since the declaration; the winner's own kong is a call too."""
    ready = win.deal.ready
    called = bool(ready) and ready.get("calls_since", False)
    return bool(ready) and ready.get("own_discards_since", 0) == 0 and not called and not win.deal.kongs


def _from_the_start(win: Win) -> bool:
    return bool(win.deal.ready) and win.deal.ready["at"] in {"dealt", "first_discard"}


def _heavenly(win: Win) -> bool:
    return win.deal.opening_hand and (bool(win.options["heavenly_hand_after_kong"]) or not win.hand.melds)


def _lone_eyes(win: Win) -> bool:
    return win.place == "single" or (win.options["false_sole_wait_places"] == "any" and win.lone_place)


def _outside(win: Win) -> bool:
    return p.contains(win, p.ORPHANS) and win.honors and bool(win.chows)


def _terminals_and_honors(win: Win) -> bool:
    return win.standard and p.only(win, p.ORPHANS) and win.honors and bool(win.suits)


def _matched(win: Win) -> bool:
    """366: five chows, each with the numbers of another."""
    numbers = [rank(one.kind) for _, one in win.chows]
    return len(numbers) == 5 and all(numbers.count(number) > 1 for number in numbers)


def _pairs_in_sequence(win: Win) -> list[Hit]:
    """365: two each of four consecutive numbers: four pairs, or two equal chows and the eyes beside them."""
    if win.pairs:
        pairs = [(at, one) for at, one in win.sets if one.type == "pair"]
        return groups(win, pairs, 4, lambda ks: p.one_suit(ks) and p.steps(ks, 1))
    found = []
    for (at, one), (other_at, other) in combinations(win.chows, 2):
        beside = {one.kind - 1, one.kind + 3}
        if one.kind == other.kind and win.eyes in beside and p.one_suit([one.kind, win.eyes]):
            found.append(Hit(frozenset({at, other_at, win.eyes_at})))
    return found


ROWS: Rows = {
    **UNCOMMON,
    "double_pung_wait": lambda w: whole(w.place == "double_pung"),
    "false_sole_wait": lambda w: whole(_lone_eyes(w) and len(w.waits) > 1),
    "sole_wait": lambda w: whole(w.one_wait),
    "two_five_eight_eyes": p.two_five_eight_eyes,
    "no_flowers": lambda w: whole(not w.hand.flowers),
    "off_seat_flower": lambda w: p.each_flower(w, own=False),
    "seat_flower": lambda w: p.each_flower(w, own=True),
    "no_honors_no_flowers": lambda w: whole(not w.honors and not w.hand.flowers),
    "flower_set": p.flower_sets,
    "eight_flowers": lambda w: whole(len(w.flowers) == 8),
    "no_honors": lambda w: whole(not w.honors),
    "wind_pung": lambda w: p.honor_pungs(w, WINDS),
    "prevalent_wind": lambda w: _wind_of(w, w.deal.round_wind),
    "seat_wind": lambda w: _wind_of(w, w.deal.seat),
    "dragon_pung": lambda w: p.honor_pungs(w, DRAGONS),
    "little_three_winds": lambda w: p.little_honors(w, WINDS, 2),
    "big_three_winds": lambda w: p.big_honors(w, WINDS, 3),
    "little_three_dragons": lambda w: p.little_honors(w, DRAGONS, 2),
    "big_three_dragons": lambda w: p.big_honors(w, DRAGONS, 3),
    "little_four_winds": lambda w: p.little_honors(w, WINDS, 3),
    "big_four_winds": lambda w: p.big_honors(w, WINDS, 4),
    "all_honors": lambda w: whole(p.all_honors(w)),
    "tile_hog_two": lambda w: p.tile_hogs(w, 2),
    "tile_hog_three": lambda w: p.tile_hogs(w, 3),
    "tile_hog_four": lambda w: p.tile_hogs(w, 4),
    "eight_in_three": lambda w: p.hogs_with_chow(w, 2),
    "twelve_in_four": lambda w: p.hogs_with_chow(w, 3),
    "pure_double_chow": lambda w: p.equal_chows(w, 2, priced=True),
    "pure_triple_chow": _equal_or_run,
    "pure_quadruple_chow": lambda w: p.equal_chows(w, 4, priced=True),
    "two_pure_double_chows": lambda w: p.two_pairs_of_equal_chows(w, priced=True),
    "all_chows": lambda w: whole(p.all_chows(w)),
    "grand_all_chows": lambda w: whole(p.all_chows(w) and not w.honors and not w.hand.flowers),
    "two_terminal_chows": lambda w: p.terminal_chows(w, priced=True),
    "mixed_double_chow": lambda w: p.sister_chows(w, 2, priced=True),
    "mixed_triple_chow": lambda w: p.sister_chows(w, 3, priced=True),
    "mixed_shifted_chows": lambda w: p.mixed_shifted_chows(w, 1, 2),
    "four_pure_shifted_chows": lambda w: p.pure_shifted_chows(w, 4, 1, 2),
    "five_pure_shifted_chows": lambda w: p.pure_shifted_chows(w, 5, 1),
    "mixed_straight": lambda w: p.mixed_straights(w, priced=True),
    "pure_straight": lambda w: p.pure_straights(w, priced=True),
    "kong": lambda w: p.kongs(w, "exposed", "added", "concealed"),
    "two_concealed_pungs": lambda w: p.hidden_pungs(w, 2),
    "three_concealed_pungs": lambda w: p.hidden_pungs(w, 3),
    "four_concealed_pungs": lambda w: p.hidden_pungs(w, 4),
    "five_concealed_pungs": lambda w: p.hidden_pungs(w, 5),
    "two_terminal_pungs": p.terminal_pungs,
    "double_pung": lambda w: p.sister_pungs(w, 2),
    "little_triple_pung": p.little_triple_pung,
    "triple_pung": lambda w: p.sister_pungs(w, 3),
    "two_pure_shifted_pungs": lambda w: p.shifted_pungs(w, 2),
    "little_pure_shifted_pungs": lambda w: p.little_shifted_pungs(w, 2),
    "pure_shifted_pungs": lambda w: p.shifted_pungs(w, 3),
    "little_four_pure_shifted_pungs": lambda w: p.little_shifted_pungs(w, 3),
    "four_pure_shifted_pungs": lambda w: p.shifted_pungs(w, 4),
    "little_five_pure_shifted_pungs": lambda w: p.little_shifted_pungs(w, 4),
    "five_pure_shifted_pungs": lambda w: p.shifted_pungs(w, 5),
    "six_pure_shifted_pungs": lambda w: p.little_shifted_pungs(w, 5),
    "little_mixed_shifted_pungs": lambda w: p.little_mixed_shifted_pungs(w, middle=True),
    "mixed_shifted_pungs": p.mixed_shifted_pungs,
    "all_pungs": lambda w: whole(p.all_pungs(w)),
    "all_concealed_pungs": lambda w: whole(_all_concealed_pungs(w)),
    "five_kongs": lambda w: whole(len(p.kongs(w, "exposed", "added", "concealed")) == 5),
    "all_simples": lambda w: whole(all(kind < 27 and 2 <= rank(kind) <= 8 for kind in w.kinds)),
    "mixed_outside_hand": lambda w: whole(_outside(w)),
    "pure_outside_hand": lambda w: whole(p.contains(w, p.TERMINALS) and not w.honors),
    "all_terminals_and_honors": lambda w: whole(_terminals_and_honors(w)),
    "all_terminals": lambda w: whole(w.standard and p.only(w, p.TERMINALS)),
    "mixed_all_contain_x": _mixed_x,
    "pure_all_contain_x": lambda w: whole(p.shared_numbers(w) and not w.honors),
    "one_voided_suit": lambda w: whole(p.one_voided_suit(w)),
    "all_types": lambda w: _types(w, there=True),
    "seven_types": lambda w: _types(w, there=p.both_series(w)),
    "half_flush": lambda w: whole(p.half_flush(w)),
    "full_flush": lambda w: whole(p.full_flush(w)),
    "chicken_hand": lambda w: whole(_chicken_shape(w) and w.by_other),
    "duck_hand": lambda w: whole(_chicken_shape(w) and w.self_drawn),
    "lik_ku_lik_ku": lambda w: whole(w.pairs, "eight_pair_wait" if w.eight_pairs else "normal"),
    "sixteen_unrelated": _unrelated,
    "thirteen_orphans": lambda w: whole(
        w.reading.form == "thirteen_orphans", "thirteen_sided_wait" if w.filled_eyes else "normal"
    ),
    "self_draw": lambda w: whole(w.self_drawn),
    "concealed_hand": lambda w: whole(w.concealed),
    "fully_concealed_hand": lambda w: whole(w.concealed and w.self_drawn),
    "ready_declaration": lambda w: whole(w.deal.ready, "concealed" if w.concealed else "exposed"),
    "one_shot": lambda w: whole(_one_shot(w)),
    "win_on_ready_discard": lambda w: whole(w.deal.on_ready_discard),
    "heavenly_ready": lambda w: whole(_from_the_start(w)),
    "semi_melded_hand": lambda w: whole(w.all_melded and w.self_drawn),
    "fully_melded_hand": lambda w: whole(w.all_melded and w.by_other),
    "two_winners_one_discard": lambda w: whole(w.deal.winners >= 2),
    "three_winners_one_discard": lambda w: whole(w.deal.winners == 3),
    "revenge_self_draw": lambda w: whole(
        w.deal.fed_winners and w.self_drawn, "after_two_winners" if w.deal.fed_winners == 2 else "after_three_winners"
    ),
    "kong_replacement_win": lambda w: whole(w.deal.after("kong")),
    "robbing_the_kong": lambda w: whole(w.deal.by == "robbed_kong"),
    "consecutive_kongs_win": lambda w: whole(w.deal.kongs >= 2 and not w.deal.replaced_flowers, number=w.deal.kongs),
    "robbing_a_consecutive_kong": lambda w: whole(w.deal.by == "robbed_kong" and w.deal.kong_chain_robbed),
    # 338: n flowers in a row before the winning tile.
    "flower_replacement_win": lambda w: whole(w.deal.after("flower"), number=w.deal.flowers_in_a_row),
    "mixed_replacements_win": lambda w: whole(
        w.deal.kongs and w.deal.replaced_flowers, number=len(w.deal.replacements)
    ),
    "last_tile_draw": lambda w: whole(w.deal.last_tile and w.self_drawn),
    "last_tile_claim": lambda w: whole(w.deal.last_tile and w.by_other),
    "last_of_four": lambda w: whole(w.hand.won is not None and _last_of(w, (w.hand.won,))),
    "last_of_eight": lambda w: whole(_last_waits(w, 2)),
    "last_of_twelve": lambda w: whole(_last_waits(w, 3)),
    "within_ten_discards": lambda w: whole(discards(w, 10)),
    "within_seven_discards": lambda w: whole(discards(w, 7)),
    "within_four_discards": lambda w: whole(discards(w, 4)),
    "human_hand": lambda w: whole(discards(w, 4) and not w.deal.called),
    "earthly_hand": lambda w: whole(w.deal.opening == "first_discard"),
    "heavenly_hand": lambda w: whole(_heavenly(w)),
    "all_chows_matched": lambda w: whole(_matched(w)),
    "false_two_pure_double_chows": _pairs_in_sequence,
}
