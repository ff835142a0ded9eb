"""Patterns of when and how the winning tile came."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.scoring.context import EAST_SEAT
from service.scoring.features import Feature
from service.scoring.patterns.registry import measure, pattern, whole_hand
from service.scoring.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence


@pattern(Feature.COMPLETE | Feature.ROBBED, sufficient=True)
def robbed_kong(reading: Reading, *, chain: bool = False) -> Sequence[int]:
    """搶槓: won on the tile of another player's kong; `chain`: that was itself made on a replacement tile."""
    context = reading.facts.context
    return whole_hand(context.by == "robbed_kong" and (context.kong_chain_robbed or not chain))


@pattern(Feature.COMPLETE | Feature.REPLACED)
def replacement_win(reading: Reading, *, after: str) -> Sequence[int]:
    """槓上開花, 花上自摸: won on the replacement of a kong, or of a flower."""
    return whole_hand(reading.facts.context.replacements[-1] == after)


@pattern(Feature.COMPLETE | Feature.REPLACED)
def consecutive_kongs(reading: Reading) -> Sequence[int]:
    """槓上槓: a chain of two or more kongs, nothing else in it, and the last replacement wins."""
    chain = reading.facts.context.replacements
    return whole_hand(len(chain) > 1 and set(chain) == {"kong"})


@pattern(Feature.COMPLETE | Feature.REPLACED)
def replacements_with_flower(reading: Reading, *, kong: bool = False) -> Sequence[int]:
    """花上槓上摸: a chain of two or more replacements, a flower among them (`kong`: and a kong); the last wins."""
    chain = reading.facts.context.replacements
    return whole_hand(len(chain) > 1 and "flower" in chain and (not kong or "kong" in chain))


@pattern(Feature.COMPLETE | Feature.REPLACED)
def replacement_on_replacement(reading: Reading) -> Sequence[int]:
    """槓上槓, 槓上花, 花上花, 花上槓: a replacement brought the next one, and the last one wins."""
    return whole_hand(len(reading.facts.context.replacements) > 1)


@measure()
def links_in_chain(reading: Reading, _mask: int) -> int:
    """槓上槓: how many replacements were drawn upon a replacement."""
    return len(reading.facts.context.replacements) - 1


@measure()
def consecutive_flowers(reading: Reading, _mask: int) -> int:
    """花上自摸: how many flowers in a row were replaced last, the winning tile being the last replacement."""
    flowers = 0
    for drawn in reversed(reading.facts.context.replacements):
        if drawn != "flower":
            break
        flowers += 1
    return flowers


@measure()
def chain_length(reading: Reading, _mask: int) -> int:
    """槓上槓, 混花槓: how many replacement draws brought the winning tile."""
    return len(reading.facts.context.replacements)


@pattern(Feature.COMPLETE | Feature.EARLY)
def within_discards(reading: Reading, *, most: int) -> Sequence[int]:
    """X子內: at most `most` discards lie in the pool, the winning tile and claimed ones not counted."""
    pool = reading.facts.pool
    return whole_hand(pool is not None and pool <= most)


@pattern(Feature.COMPLETE | Feature.SELF_DRAWN | Feature.LAST_TILE, sufficient=True)
def last_tile_draw(reading: Reading) -> Sequence[int]:
    """海底撈月: the last tile of the wall was drawn and wins."""
    return whole_hand(reading.facts.context.last_tile)


@pattern(Feature.COMPLETE | Feature.BY_OTHER | Feature.LAST_TILE, sufficient=True)
def last_tile_claim(reading: Reading) -> Sequence[int]:
    """河底撈魚: won on another player's tile when the wall was empty."""
    return whole_hand(reading.facts.context.last_tile)


@pattern(Feature.COMPLETE | Feature.LAST_COPY)
def last_copies(reading: Reading, *, kinds: int) -> Sequence[int]:
    """絕張: the wait was for `kinds` kinds (1: any wait), and all their tiles but the winning one lie face up."""
    facts = reading.facts
    waits = facts.waits if kinds > 1 else (facts.hand.winning_tile,)
    return whole_hand(len(waits) == kinds and sum(map(facts.face_up, waits)) == 4 * kinds - 1)


@pattern(Feature.COMPLETE | Feature.OPENING)
def heavenly_hand(reading: Reading, *, kongs: bool) -> Sequence[int]:
    """天胡: the dealer's opening tiles win; flowers may have been replaced; `kongs`: a kong may have been declared."""
    facts = reading.facts
    return whole_hand(facts.context.opening == "dealt_hand" and (kongs or not facts.kongs))


@pattern(Feature.COMPLETE | Feature.OPENING)
def dealers_first_discard(reading: Reading) -> Sequence[int]:
    """地糊: won on the dealer's very first discard."""
    return whole_hand(reading.facts.context.opening == "first_discard")


@pattern(Feature.COMPLETE | Feature.OPENING)
def non_dealer_in_first_go_around(reading: Reading) -> Sequence[int]:
    """地胡: a non-dealer wins within the first go-around, whatever was called before (baike, line 193)."""
    return whole_hand(reading.facts.context.seat != EAST_SEAT)


@pattern(Feature.COMPLETE | Feature.OPENING)
def uncalled_first_go_around(reading: Reading) -> Sequence[int]:
    """人糊: a non-dealer wins within the first go-around, and nobody has chowed, punged or konged (house, line 589)."""
    facts = reading.facts
    return whole_hand(facts.context.seat != EAST_SEAT and not facts.calls_made)


@pattern(Feature.COMPLETE | Feature.EARLY)
def nobody_called(reading: Reading, *, most: int) -> Sequence[int]:
    """人糊: at most `most` discards lie in the pool, and nobody has chowed, punged or konged."""
    return whole_hand(within_discards(reading, most=most) and not reading.facts.calls_made)


@pattern()
def dealer_takes_part(reading: Reading) -> Sequence[int]:
    """莊家: the dealer wins, or pays."""
    context = reading.facts.context
    return whole_hand(EAST_SEAT in (context.seat, context.from_seat) or reading.facts.self_drawn)


@measure()
def dealer_streak(reading: Reading, _mask: int) -> int:
    """連n拉n: how often the dealer has stayed so far."""
    return reading.facts.context.dealer_streak


@measure()
def dealer_streak_shown(reading: Reading, _mask: int) -> int:
    """連n拉n: the same, save that a dealer who wins and forgot to show it has none (wikipedia, line 35)."""
    context = reading.facts.context
    return 0 if context.dealer_marker_forgotten and context.seat == EAST_SEAT else context.dealer_streak


@pattern(Feature.COMPLETE | Feature.BY_OTHER | Feature.SEVERAL_WINNERS)
def several_winners(reading: Reading, *, least: int) -> Sequence[int]:
    """一炮雙響, 一炮三響: at least so many players win on this tile."""
    return whole_hand(len(reading.facts.context.winners) >= least)


@pattern(Feature.COMPLETE | Feature.SELF_DRAWN | Feature.FED)
def revenge(reading: Reading, *, least: int = 2) -> Sequence[int]:
    """錦上添花: self-drawn in the deal after one's discard was won on by `least` or more players."""
    return whole_hand(reading.facts.context.fed_winners >= least)


@measure("after_two_winners", "after_three_winners")
def winners_fed(reading: Reading, _mask: int) -> str:
    """錦上添花: by two players, or by three."""
    return "after_two_winners" if reading.facts.context.fed_winners == 2 else "after_three_winners"
