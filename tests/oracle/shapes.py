"""Random shapes of winning hands, built so that every row of every ruleset comes up."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .naive import CHOWS, FAR_APART, HONORS, ORPHANS, PUNGS, Set
from .win import BLUE, GREEN

Shape = tuple[list[Set], list[int]]  # the sets that may be melded, and the tiles that stay in hand
NINE = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]


def _pung(kind: int) -> Set:
    return (kind, kind, kind)


def _chow(colour: int, number: int) -> Set:
    first = 9 * colour + number - 1
    return (first, first + 1, first + 2)


def _pick(rng: Random, among: list[Set], count: int) -> list[Set]:
    return [rng.choice(among) for _ in range(count)]


def _fill(rng: Random, sets: list[Set], among: list[Set], eyes: list[int]) -> Shape:
    """Return five sets, the missing ones from some, and a pair of eyes."""
    sets = [*sets, *_pick(rng, among, 5 - len(sets))][:5]
    eye = rng.choice(eyes)
    return sets, [eye, eye]


def _within(*kinds: int) -> list[Set]:
    return [one for one in (*CHOWS, *PUNGS) if set(one) <= set(kinds)]


def _colour(rng: Random) -> list[int]:
    colour = rng.randrange(3)
    return list(range(9 * colour, 9 * colour + 9))


def any_sets(rng: Random) -> Shape:
    return _fill(rng, [], [*CHOWS, *PUNGS], list(range(34)))


def chows(rng: Random) -> Shape:
    return _fill(rng, [], list(CHOWS), list(range(34)))


def pungs(rng: Random) -> Shape:
    return _fill(rng, [], list(PUNGS), list(range(34)))


def flush(rng: Random) -> Shape:
    kinds = _colour(rng)
    honors = rng.choice([[], list(HONORS)])
    return _fill(rng, [], _within(*kinds, *honors), kinds + honors)


def two_suits(rng: Random) -> Shape:
    kinds = sorted({*_colour(rng), *_colour(rng)})
    return _fill(rng, [], _within(*kinds), kinds)


def shifted_chows(rng: Random) -> Shape:
    """Chows in steps of one, two or three, in one suit or in turns."""
    step, mixed = rng.choice([1, 1, 1, 2, 2, 3]), rng.random() < 0.5
    start, colours = rng.randint(1, 3), rng.sample(range(3), 3)
    run = [_chow(colours[n % 3 if mixed else 0], start + step * n) for n in range(5) if start + step * n <= 7]
    kept = run if rng.random() < 0.5 else run[: rng.randint(3, 5)]
    return _fill(rng, kept, [*CHOWS, *PUNGS], list(range(34)))


def straights(rng: Random) -> Shape:
    colours = rng.choice([[0, 0, 0], [1, 1, 1], [2, 2, 2], rng.sample(range(3), 3), rng.sample(range(3), 3)])
    sets = [_chow(colour, number) for colour, number in zip(colours, (1, 4, 7), strict=True)]
    again = [_chow(rng.randrange(3), number) for number in (1, 4, 7)]
    return _fill(rng, sets, [*again, *sets, *PUNGS[::5]], list(range(34)))


def same_numbers(rng: Random) -> Shape:
    """Chows of one number or two."""
    numbers = rng.sample(range(1, 8), rng.choice([1, 1, 2]))
    among = [_chow(colour, number) for colour in range(3) for number in numbers]
    return _fill(rng, _pick(rng, among, rng.choice([3, 4, 5, 5])), [*CHOWS, *PUNGS], list(range(34)))


def equal_chows(rng: Random) -> Shape:
    one, other = rng.choice(CHOWS), rng.choice(CHOWS)
    sets = rng.choice([[one] * 2, [one] * 3, [one] * 4, [one, one, other, other], [one, one, one, other, other]])
    return _fill(rng, sets, [*CHOWS, *PUNGS], list(range(34)))


def two_ways(rng: Random) -> Shape:
    """Equal chows twice, so that the hand is seven pairs and a triplet as well."""
    one, other = rng.choice(CHOWS), rng.choice(CHOWS)
    if rng.random() < 0.4:
        other = (one[0] + 3, one[1] + 3, one[2] + 3) if one[0] % 9 < 4 else other
    return _fill(rng, [one, one, other, other], list(PUNGS), list(range(34)))


def chained_chows(rng: Random) -> Shape:
    """Two equal chows and the eyes beside them."""
    first = 9 * rng.randrange(3) + rng.randint(1, 5)
    sets = [(first, first + 1, first + 2)] * 2
    return _fill(rng, sets, [*CHOWS, *PUNGS], [first - 1, first + 3])


def pung_run(rng: Random) -> Shape:
    """Consecutive pungs, in one suit or in turns, and eyes that may join them."""
    length, colours = rng.randint(2, 5), rng.sample(range(3), 3)
    start, mixed = rng.randint(1, 9 - length), rng.random() < 0.4
    kinds = [9 * colours[n % 3 if mixed else 0] + start + n - 1 for n in range(length + 1)]
    if rng.random() < 0.3:
        kinds.reverse()
    if length == 2 and rng.random() < 0.4:
        kinds[1], kinds[2] = kinds[2], kinds[1]
    return _fill(rng, [_pung(kind) for kind in kinds[:-1]], [*CHOWS, *PUNGS], [kinds[-1], kinds[-1], rng.randrange(34)])


def brothers(rng: Random) -> Shape:
    """Pungs of one number, and eyes of it."""
    numbers = rng.sample(range(9), 2)
    kinds = [9 * colour + number for number in numbers for colour in rng.sample(range(3), 3)]
    size = rng.choice([2, 3, 5])
    return _fill(rng, [_pung(kind) for kind in kinds[:size]], [*CHOWS, *PUNGS], [kinds[size], rng.randrange(34)])


def honors(rng: Random) -> Shape:
    """Pungs of winds and dragons, with eyes of them."""
    kinds = rng.choice([list(range(27, 31)), list(range(31, 34)), list(HONORS)])
    chosen = rng.sample(kinds, rng.randint(1, len(kinds)))
    eyes = [kind for kind in kinds if kind not in chosen[:5]] or list(range(34))
    among = rng.choice([[*CHOWS, *PUNGS], [_pung(kind) for kind in HONORS], _within(*_colour(rng))])
    return _fill(rng, [_pung(kind) for kind in chosen], among, eyes)


def _all_apart(rng: Random, kinds: list[int]) -> Shape:
    """Five pungs and eyes of six different kinds."""
    *five, eye = rng.sample(kinds, 6)
    return [_pung(kind) for kind in five], [eye, eye]


def terminals(rng: Random) -> Shape:
    ends = [kind for kind in ORPHANS if kind < 27]
    if rng.random() < 0.3:
        return _all_apart(rng, rng.choice([ends, list(ORPHANS), list(BLUE)]))
    kinds = rng.choice([ends, list(ORPHANS)])
    among = [one for one in (*CHOWS, *PUNGS) if set(one) & set(kinds)]
    if rng.random() < 0.5:
        among = [_pung(kind) for kind in kinds]
    colour = 9 * rng.randrange(3)
    start = rng.choice([[], [_pung(colour), _pung(colour + 8)], [_chow(colour // 9, 1), _chow(colour // 9, 7)]])
    return _fill(rng, start, among, kinds)


def hogs(rng: Random) -> Shape:
    """Four of a kind spread over sets."""
    first = 9 * rng.randrange(3) + rng.randint(0, 6)
    chow = (first, first + 1, first + 2)
    pungs_of = [_pung(kind) for kind in rng.sample(chow, 3)]
    if rng.random() < 0.5:
        return _fill(rng, [chow, *pungs_of[: rng.randint(1, 3)]], [*CHOWS, *PUNGS], list(range(34)))
    low = max(first - 2, first - first % 9)
    beside = [(low, low + 1, low + 2), chow]
    sets = rng.choice([beside, beside * 2])
    return _fill(rng, sets, [*CHOWS, *PUNGS], [*chow, rng.randrange(34)])


def contain_x(rng: Random) -> Shape:
    number = rng.randrange(9)
    among = [one for one in (*CHOWS, *PUNGS) if one[0] < 27 and number in {kind % 9 for kind in one}]
    if rng.random() < 0.4:
        among = [_chow(colour, max(1, min(7, number))) for colour in range(3)]
    if rng.random() < 0.3:
        among = [_pung(9 * colour + number) for colour in range(3)]
    with_honors = [_pung(kind) for kind in HONORS] if rng.random() < 0.4 else []
    eyes = rng.choice([[number, number + 9, number + 18], list(HONORS)])
    return _fill(rng, [], [*among, *among, *with_honors], eyes)


def few_kinds(rng: Random) -> Shape:
    """Sets from few numbers: above five, below five, green, blue, simples, no fives."""
    low, high = ([9 * colour + number for colour in range(3) for number in span] for span in (range(4), range(5, 9)))
    simples = [kind for kind in range(27) if 1 <= kind % 9 <= 7]
    kinds = rng.choice([low, high, low + high, list(GREEN), list(GREEN), list(GREEN[:-1]), list(BLUE), simples])
    return _fill(rng, [], _within(*kinds), list(kinds))


def few_numbers(rng: Random) -> Shape:
    """Pungs of two to four numbers, winds or dragons."""
    ranks = [[9 * colour + number for colour in range(3)] for number in range(9)]
    numbers = rng.sample([*ranks, list(range(27, 31)), list(range(31, 34))], rng.randint(2, 4))
    kinds = [kind for one in numbers for kind in one]
    return _fill(rng, [], [_pung(kind) for kind in kinds], kinds)


def all_types(rng: Random) -> Shape:
    """A set of each suit, of a wind and of a dragon."""
    suited = [
        rng.choice([_chow(colour, rng.randint(1, 7)), _pung(9 * colour + rng.randrange(9))]) for colour in range(3)
    ]
    sets = [*suited, _pung(rng.randrange(27, 31)), _pung(rng.randrange(31, 34))]
    return _fill(rng, sets, [], list(range(34)))


def nine_gates(rng: Random) -> Shape:
    """One suit that waits for all nine of it."""
    colour = 9 * rng.randrange(3)
    won = rng.randrange(9)
    return [_chow(colour // 9, rng.randint(1, 7))], [colour + n for n in (*NINE, won)]


def plain(rng: Random) -> Shape:
    """Nothing much: honor eyes, a pung and four chows that do not go together."""
    colours = rng.sample(range(3), 3)
    numbers = rng.choice([(1, 6, 3, 4), (2, 7, 4, 5), (1, 6, 2, 7), (1, 5, 3, 6), (3, 6, 5, 1)])
    sets = [_chow(colours[n // 2], number) for n, number in enumerate(numbers)]
    eye = rng.choice(list(HONORS))
    return [_pung(9 * colours[2] + rng.randint(1, 7)), *sets], [eye, eye]


def pairs(rng: Random) -> Shape:
    """Seven pairs and a triplet."""
    in_suit = rng.choice([list(range(34)), list(range(34)), [*_colour(rng)], [*_colour(rng), *HONORS], list(ORPHANS)])
    kinds = rng.choice([in_suit, in_suit, [*GREEN], [*HONORS], [kind for kind in range(27) if kind % 9 > 4]])
    first = 9 * rng.randrange(3) + rng.randint(0, 5)
    run = [first, first + 1, first + 2, first + 3] if rng.random() < 0.3 else []
    triplet = rng.choice(kinds)
    left = [kind for kind in [*kinds, *kinds] if kind != triplet]
    chosen = [kind for kind in run if kind != triplet]
    rng.shuffle(left)
    for kind in left:
        if len(chosen) < 7 and chosen.count(kind) < 2:
            chosen.append(kind)
    return [], [triplet] * 3 + [kind for kind in chosen for _ in range(2)]


def unrelated(rng: Random) -> Shape:
    """The sixteen unrelated tiles."""
    ranks = rng.choice(FAR_APART)
    suits = rng.choice(
        [[ranks] * 3, rng.sample([(0, 3, 6), (1, 4, 7), (2, 5, 8)], 3), [rng.choice(FAR_APART) for _ in "mps"]]
    )
    kinds = [*HONORS, *(9 * colour + number for colour, three in enumerate(suits) for number in three)]
    return [], [*kinds, rng.choice(kinds)]


def orphans(rng: Random) -> Shape:
    """The thirteen orphans and a set."""
    extra = rng.choice([rng.choice(CHOWS), rng.choice(PUNGS), _pung(rng.choice(ORPHANS))])
    if rng.random() < 0.3:
        return [rng.choice(PUNGS)], [*ORPHANS, rng.choice(ORPHANS)]
    return [], [*ORPHANS, rng.choice(ORPHANS), *extra]


STANDARD: list[Callable[[Random], Shape]] = [
    any_sets, chows, pungs, flush, two_suits, shifted_chows, straights, same_numbers, equal_chows, two_ways,
    chained_chows, pung_run, pung_run, brothers, honors, honors, terminals, hogs, contain_x, few_kinds, few_numbers,
    nine_gates, all_types,
]  # fmt: skip
SPECIAL: list[Callable[[Random], Shape]] = [pairs, pairs, pairs, unrelated, unrelated, orphans]


def shape(rng: Random) -> Shape:
    """Return a shape that four of each kind are enough for."""
    while True:
        sets, loose = rng.choice(STANDARD if rng.random() < 0.83 else SPECIAL)(rng)
        tiles = [kind for one in sets for kind in one] + loose
        if len(tiles) == 17 and max(tiles.count(kind) for kind in tiles) <= 4:
            return sets, loose
