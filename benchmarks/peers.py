"""Scorers of other rulesets as yardsticks: each on winning hands of its own kind, built as ours are built.

Four sets and a pair instead of five; the same shares of chows, claimed sets, kongs and self-draws.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.hands import CLAIMED, KONGS, random_set

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.scoring.hand import Meld

SETS = 4
SUITS = "WBT"


class Deal(NamedTuple):
    """A winning hand of four sets: tiles in the hand with the winning one last, melds, and how it was won."""

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...]
    self_drawn: bool
    seat: int
    round_wind: int


def deals(count: int, seed: int = 3) -> list[Deal]:
    """Return seeded winning hands of four sets and a pair."""
    random, found = Random(seed), []
    while len(found) < count:
        concealed: list[int] = []
        melds: list[Meld] = []
        for _ in range(SETS):
            made = random_set(random, range(34), KONGS)
            if made.type == "kong" or random.random() < CLAIMED:
                melds.append(made)
            else:
                concealed += made.tiles
        concealed += [random.randrange(34)] * 2
        tiles = [*concealed, *(kind for meld in melds for kind in meld.tiles)]
        if max(map(tiles.count, tiles)) > 4:
            continue
        random.shuffle(concealed)
        drawn = random.random() < 0.5
        found.append(Deal(tuple(concealed), tuple(melds), drawn, random.randrange(4), random.randrange(4)))
    return found


def mahjong(count: int) -> Callable[[], None]:
    """Return what scores so many hands with the package `mahjong`; only hands that it gives a yaku are taken."""
    from mahjong.constants import EAST  # noqa: PLC0415  (only here, for it is no dependency of the service)
    from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415
    from mahjong.hand_calculating.hand_config import HandConfig  # noqa: PLC0415
    from mahjong.meld import Meld as TheirMeld  # noqa: PLC0415

    calculator, hands = HandCalculator(), []
    for deal in deals(8 * count):
        ids = _Ids()
        melds = [
            TheirMeld(
                {"chow": TheirMeld.CHI, "pung": TheirMeld.PON, "kong": TheirMeld.KAN}[meld.type],
                tiles=ids.of(meld.tiles),
                opened=meld.claimed,
            )
            for meld in deal.melds
        ]
        own = ids.of(deal.concealed)
        config = HandConfig(
            is_tsumo=deal.self_drawn,
            is_riichi=not any(meld.opened for meld in melds),
            player_wind=EAST + deal.seat,
            round_wind=EAST + deal.round_wind,
        )
        tiles = sorted(own + [tile for meld in melds for tile in meld.tiles])
        if calculator.estimate_hand_value(tiles, own[-1], melds, config=config).error is None:
            hands.append((tiles, own[-1], melds, config))
        if len(hands) == count:
            break
    assert len(hands) == count

    def run() -> None:
        for tiles, winning_tile, melds, config in hands:
            calculator.estimate_hand_value(tiles, winning_tile, melds, config=config)

    return run


class _Ids:
    """Gives each tile of a kind an id of its own, 0-135."""

    def __init__(self) -> None:
        self._seen = [0] * 34

    def of(self, kinds: tuple[int, ...]) -> list[int]:
        found = []
        for kind in kinds:
            found.append(4 * kind + self._seen[kind])
            self._seen[kind] += 1
        return found


def mahjong_gb(count: int) -> Callable[[], None]:
    """Return what scores so many hands with `PyMahjongGB` (C++)."""
    from MahjongGB import MahjongFanCalculator  # noqa: PLC0415

    hands = [
        (
            tuple(
                ({"chow": "CHI", "pung": "PENG", "kong": "GANG"}[m.type], _code(m.kind + (m.type == "chow")), m.claimed)
                for m in deal.melds
            ),
            tuple(map(_code, deal.concealed[:-1])),
            _code(deal.concealed[-1]),
            *(0, deal.self_drawn, False, False, False, deal.seat, deal.round_wind),
        )
        for deal in deals(count)
    ]

    def run() -> None:
        for hand in hands:
            MahjongFanCalculator(*hand)

    return run


def _code(kind: int) -> str:
    suit, rank = divmod(kind, 9)
    if suit < len(SUITS):
        return f"{SUITS[suit]}{rank + 1}"
    return f"F{rank + 1}" if rank < 4 else f"J{rank - 3}"
