"""Readings, waits and distance against a second decomposition written from the definition (`oracle/naive.py`)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import pytest
from oracle import naive

from service.scoring.decompose import LIK_KU_LIK_KU, NOWHERE, Shape, pack_tiles, places, shapes
from service.scoring.distance import missing_tiles
from service.scoring.hand import Hand, Meld
from service.scoring.suits import SuitReading, pack, suit_readings
from service.scoring.waits import SUIT_PARTS, waits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SIMPLES = [kind for kind in range(27) if 1 <= kind % 9 <= 7]


class Deal(NamedTuple):
    """Concealed tiles without the winning tile, the winning tile, and the melds."""

    concealed: list[int]
    won: int
    melds: tuple[Meld, ...] = ()

    @property
    def melded(self) -> list[int]:
        return [kind for meld in self.melds for kind in meld.tiles]

    @property
    def hand(self) -> Hand:
        return Hand(tuple(sorted(self.concealed)), self.melds, (), self.won)

    @property
    def lone_concealed_kong(self) -> bool:
        return [meld.kong for meld in self.melds] == ["concealed"]


# The hands.


def split(rng: random.Random, tiles: list[int], melds: tuple[Meld, ...] = ()) -> Deal:
    """Take one of the tiles as the winning tile."""
    tiles = list(tiles)
    rng.shuffle(tiles)
    return Deal(tiles[1:], tiles[0], melds)


def random_tiles(rng: random.Random) -> Deal:
    wall = [kind for kind in range(34) for _ in range(4)]
    return split(rng, rng.sample(wall, 17))


def pool_of_sets(rng: random.Random) -> list[naive.Set]:
    """Any sets, or those of one or two suits: the fewer kinds, the more readings."""
    suits = rng.sample(range(3), rng.choice((1, 1, 2, 3)))
    chosen = [one for one in (*naive.CHOWS, *naive.PUNGS) if one[0] // 9 in suits or one[0] >= 27]
    return [one for one in chosen if one[0] < 27 or rng.random() < 0.5]


def winning(rng: random.Random, *, most_melds: int = 5) -> Deal:
    """Five sets and eyes, some of the sets melded; a melded pung may be a kong."""
    while True:
        sets = rng.choices(pool_of_sets(rng), k=5)
        melds = tuple(melded(rng, one) for one in sets[: rng.choice((0, 0, 0, 1, 2, 3, 4, 5)) % (most_melds + 1)])
        tiles = [kind for one in sets[len(melds) :] for kind in one] + [rng.randrange(34)] * 2
        counts = Counter(tiles) + Counter(kind for meld in melds for kind in meld.tiles)
        if max(counts.values()) <= 4:
            return split(rng, tiles, melds)


def melded(rng: random.Random, one: naive.Set) -> Meld:
    if one[0] != one[1]:
        return Meld("chow", one[0])
    kong = rng.choice((None, "exposed", "added", "concealed"))
    return Meld("kong" if kong else "pung", one[0], kong)


def near_winning(rng: random.Random) -> Deal:
    """A winning hand with one or two of its tiles exchanged."""
    return spoilt(rng, winning(rng))


def spoilt(rng: random.Random, deal: Deal) -> Deal:
    tiles = [deal.won, *deal.concealed]
    for place in rng.sample(range(len(tiles)), min(len(tiles), rng.choice((1, 1, 2)))):
        held = Counter(tiles) + Counter(deal.melded)
        tiles[place] = rng.choice([kind for kind in range(34) if held[kind] < 4])
    return split(rng, tiles, deal.melds)


def seven_pairs_and_a_triplet(rng: random.Random) -> Deal:
    """Eight kinds of one suit and the honors nearly always overlap with other forms; four of a kind come up too."""
    kinds = list(range(9)) if rng.random() < 0.5 else list(range(34))
    triplet = rng.choice(kinds)
    pairs = rng.sample([kind for kind in kinds for _ in range(2) if kind != triplet], 7)
    return split(rng, [triplet] * 3 + [kind for kind in pairs for _ in range(2)])


def chows_doubled(rng: random.Random) -> Deal:
    """Two equal chows twice, a pung and eyes: complete in two forms."""
    while True:
        first, second = rng.choices(naive.CHOWS, k=2)
        pung, eyes = rng.sample(range(34), 2)
        tiles = [*first, *first, *second, *second, pung, pung, pung, eyes, eyes]
        if max(Counter(tiles).values()) <= 4:
            return split(rng, tiles)


def unrelated_hand(rng: random.Random) -> Deal:
    kinds = [*naive.HONORS, *(9 * suit + rank for suit in range(3) for rank in rng.choice(naive.FAR_APART))]
    return split(rng, [*kinds, rng.choice(kinds)])


def orphans_hand(rng: random.Random) -> Deal:
    while True:
        tiles = [*naive.ORPHANS, rng.choice(naive.ORPHANS), *rng.choice([*naive.CHOWS, *naive.PUNGS])]
        if max(Counter(tiles).values()) <= 4:
            return split(rng, tiles)


def orphans_beside_a_kong(rng: random.Random) -> Deal:
    """A concealed kong of a simple, or an exposed one, which is never the extra set."""
    kong = Meld("kong", rng.choice(SIMPLES), rng.choice(("concealed", "concealed", "exposed")))
    return split(rng, [*naive.ORPHANS, rng.choice(naive.ORPHANS)], (kong,))


def spoilt_special(rng: random.Random) -> Deal:
    return spoilt(rng, rng.choice(SPECIAL)(rng))


SPECIAL = (seven_pairs_and_a_triplet, chows_doubled, unrelated_hand, orphans_hand, orphans_beside_a_kong)
FAMILIES = (
    (winning, 6000),
    (near_winning, 2000),
    (random_tiles, 1000),
    *((f, 500) for f in SPECIAL),
    (spoilt_special, 1500),
)
EVERY_FAMILY = pytest.mark.parametrize(("family", "count"), FAMILIES, ids=[family.__name__ for family, _ in FAMILIES])


def deals(family: Callable[[random.Random], Deal], count: int) -> Iterator[Deal]:
    rng = random.Random(family.__name__)
    return (family(rng) for _ in range(count))


# What the service says, in the oracle's words.


def sets_of(shape: Shape) -> list[naive.Set]:
    triplet_first = shape.form == LIK_KU_LIK_KU
    return [
        (kind,) * 3 if code & 1 else (kind, kind) if triplet_first else (kind, kind + 1, kind + 2)
        for code in shape.sets
        for kind in (code >> 1,)
    ]


def readings_said(deal: Deal, *, kong_in_orphans: bool) -> list[naive.Reading]:
    lone = kong_in_orphans and deal.lone_concealed_kong
    found: list[naive.Reading] = []
    for shape in shapes(pack_tiles((*deal.concealed, deal.won)), melds=len(deal.melds), lone_concealed_kong=lone):
        sets = sets_of(shape)
        for place in places(shape, deal.won):
            where = "single" if place == NOWHERE else "eyes" if place == len(sets) else sets[place]
            found.append((shape.form, tuple(sorted(sets)), None if shape.eyes < 0 else shape.eyes, where))
    return found


@EVERY_FAMILY
def test_readings_are_those_of_the_definition(family: Callable[[random.Random], Deal], count: int) -> None:
    for deal in deals(family, count):
        said = readings_said(deal, kong_in_orphans=True)
        wanted = naive.readings(
            [*deal.concealed, deal.won],
            deal.won,
            melds=len(deal.melds),
            lone_concealed_kong=deal.lone_concealed_kong,
        )
        assert (set(said), len(said)) == (wanted, len(wanted)), deal


@EVERY_FAMILY
def test_waits_are_the_kinds_that_complete_the_hand(family: Callable[[random.Random], Deal], count: int) -> None:
    for deal in deals(family, count // 5):
        wanted = naive.waits(
            deal.concealed, deal.melded, melds=len(deal.melds), lone_concealed_kong=deal.lone_concealed_kong
        )
        assert list(waits(deal.hand, kong_in_orphans=True)) == wanted, deal


def test_a_concealed_kong_is_no_extra_set_where_the_ruleset_does_not_let_it() -> None:
    for deal in deals(orphans_beside_a_kong, 30):
        assert readings_said(deal, kong_in_orphans=False) == []
        assert waits(deal.hand, kong_in_orphans=False) == ()
        assert missing_tiles(deal.hand, kong_in_orphans=False) > 1


def test_the_families_meet_what_they_are_made_for() -> None:
    def forms(family: Callable[[random.Random], Deal]) -> set[str]:
        return {form for deal in deals(family, 100) for form, *_ in readings_said(deal, kong_in_orphans=True)}

    assert {family.__name__: forms(family) for family in (*SPECIAL, random_tiles)} == {
        "seven_pairs_and_a_triplet": {"lik_ku_lik_ku", "standard"},
        "chows_doubled": {"lik_ku_lik_ku", "standard"},
        "unrelated_hand": {"sixteen_unrelated"},
        "orphans_hand": {"thirteen_orphans"},
        "orphans_beside_a_kong": {"thirteen_orphans"},
        "random_tiles": set(),
    }


# One suit, whole: every count there is.


@pytest.fixture(scope="module")
def one_suit() -> naive.OneSuit:
    """Every way to lay out up to five sets of one suit, with and without eyes, by the counts that they make."""
    return naive.one_suit_hands(5)


def counts_of(total: int, ranks: int = 9) -> Iterator[tuple[int, ...]]:
    """Yield every count of one suit with so many tiles, at most four a rank."""
    if not ranks:
        yield ()
        return
    for count in range(max(0, total - 4 * (ranks - 1)), min(4, total) + 1):
        yield from ((count, *rest) for rest in counts_of(total - count, ranks - 1))


def in_oracle_words(reading: SuitReading) -> tuple[int, tuple[naive.Set, ...]]:
    sets = [(c >> 1,) * 3 if c & 1 else (c >> 1, (c >> 1) + 1, (c >> 1) + 2) for c in reading.sets]
    return reading.eyes, tuple(sorted(sets))


@pytest.mark.parametrize("total", [17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
def test_every_count_of_one_suit_decomposes_as_sets_can_be_laid_out(one_suit: naive.OneSuit, total: int) -> None:
    # Counts whose number is 1 modulo 3 have no decomposition; a sample of the largest of them is enough.
    for counts in islice(counts_of(total), 20_000 if total % 3 == 1 else None):
        said = [in_oracle_words(reading) for reading in suit_readings(pack(counts))]
        wanted = one_suit.get(counts, set())
        assert (set(said), len(said)) == (wanted, len(wanted)), counts


def test_no_one_suit_hand_has_more_than_six_decompositions(one_suit: naive.OneSuit) -> None:
    assert len(one_suit) == 53_055
    assert max(len(suit_readings(pack(counts))) for counts in one_suit) == 6


def test_both_oracles_agree(one_suit: naive.OneSuit) -> None:
    for counts in random.Random(1).sample(sorted(one_suit), 1500):
        tiles = [rank for rank, count in enumerate(counts) for _ in range(count)]
        recursion = (
            {(eyes, sets) for sets, eyes in naive.standard(tiles)}
            if len(tiles) % 3
            else {(-1, sets) for sets in naive.all_sets(tiles)}
        )
        assert recursion == one_suit[counts]


def test_the_waits_of_every_ready_one_suit_hand_complete_it(one_suit: naive.OneSuit) -> None:
    wanted: dict[tuple[int, ...], set[int]] = {}
    for counts in one_suit:
        if sum(counts) == 17:
            for rank in range(9):
                if counts[rank]:
                    before = (*counts[:rank], counts[rank] - 1, *counts[rank + 1 :])
                    wanted.setdefault(before, set()).add(rank)
    assert len(wanted) > 50_000
    for before, ranks in wanted.items():
        part = SUIT_PARTS[pack(before)]
        assert part.completes_sets + part.completes_eyes == tuple(sorted(ranks)), before


# Known shapes.


def one_suit_shapes(digits: str) -> list[Shape]:
    tiles = [int(digit) - 1 for digit in digits]
    return shapes(pack_tiles(tiles), melds=(17 - len(tiles)) // 3)


def test_a_run_and_eyes_that_share_a_tile_with_a_pung_are_no_run_and_pung() -> None:
    """78999 read as a run and a pung: leftovers accepted, a fault of other decomposers."""
    assert [(sets_of(shape), shape.eyes) for shape in one_suit_shapes("78999")] == [([(6, 7, 8)], 8)]


@pytest.mark.parametrize("digits", ["12345678", "11112222", "11123457", "79", "13", "78"])
def test_a_rest_that_is_no_pair_is_no_eyes(digits: str) -> None:
    """Run-shaped rests taken as a pair, quads as pairs: faults of other decomposers."""
    assert one_suit_shapes(digits) == []


def test_consecutive_honors_make_no_chow() -> None:
    honors = [27, 28, 29, 31, 32, 33]
    assert shapes(pack_tiles([*honors, 0, 0]), melds=3) == []


def test_a_hand_of_gaps_that_cost_others_minutes_has_its_distance() -> None:
    """13579m 3579p 13579s and three honors."""
    tiles = [0, 2, 4, 6, 8, 11, 13, 15, 17, 18, 20, 22, 24, 26, 27, 28]
    assert shapes(pack_tiles([*tiles, 29]), melds=0) == []
    assert missing_tiles(Hand(tuple(tiles), (), (), 29), kong_in_orphans=False) == 6


def test_a_kind_of_which_the_hand_holds_all_four_is_no_wait() -> None:
    fourth_in_the_meld = Deal([1, 2], 0, (Meld("kong", 0, "concealed"), *(Meld("pung", k, None) for k in (27, 28, 29))))
    hand = Hand((1, 2, 5, 5), fourth_in_the_meld.melds, (), None)
    assert waits(hand, kong_in_orphans=False) == (3,)


# Distance.


def far_hands() -> Iterator[Deal]:
    """Hands few tiles of which are concealed, far off; whole hands, near; and special ones, in between."""
    rng = random.Random("far")
    for melds in (5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 3):
        for _ in range(12):
            while len((deal := winning(rng)).melds) != melds:
                pass
            # A kind of which a pung is melded is of little use: three of its copies are gone.
            tiles = rng.choices(rng.choice(([*range(34)], deal.melded)), k=17 - 3 * melds)
            if max((Counter(tiles) + Counter(deal.melded)).values()) <= 4:
                yield split(rng, tiles, deal.melds)
    for family, count in ((near_winning, 25), (spoilt_special, 25), *((f, 3) for f in SPECIAL)):
        yield from deals(family, count)


def test_the_distance_is_that_of_the_nearest_winning_hand() -> None:
    met: Counter[int] = Counter()
    for deal in far_hands():
        wanted = naive.missing(
            [*deal.concealed, deal.won],
            deal.melded,
            melds=len(deal.melds),
            lone_concealed_kong=deal.lone_concealed_kong,
        )
        assert missing_tiles(deal.hand, kong_in_orphans=True) == wanted, deal
        met[wanted] += 1
    assert met.keys() >= {0, 1, 2, 3}


def test_a_hand_is_complete_exactly_where_nothing_is_missing() -> None:
    for family in (winning, near_winning, random_tiles, spoilt_special):
        for deal in deals(family, 30):
            complete = bool(readings_said(deal, kong_in_orphans=True))
            assert complete is (missing_tiles(deal.hand, kong_in_orphans=True) == 0), deal
