"""A second decomposition, written from the definition of a winning hand alone: lists of tiles and plain recursion.

Shares nothing with the service but the numbering of kinds: 0-8 characters, 9-17 dots, 18-26 bamboos, 27-33 honors.
A set is the tuple of its kinds; a reading is (form, its sets sorted, its eyes or None, where the winning tile stands: a
set, `eyes` or `single`).
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, product

ALL_KINDS = range(34)
HONORS = range(27, 34)
ORPHANS = [0, 8, 9, 17, 18, 26, *HONORS]
CHOWS = [(k, k + 1, k + 2) for k in range(27) if k % 9 <= 6]
PUNGS = [(k, k, k) for k in ALL_KINDS]
FAR_APART = [ranks for ranks in combinations(range(9), 3) if ranks[1] - ranks[0] >= 3 and ranks[2] - ranks[1] >= 3]

Set = tuple[int, ...]
Shape = tuple[str, tuple[Set, ...], int | None]
Reading = tuple[str, tuple[Set, ...], int | None, Set | str]


def without(tiles: list[int], taken: Set) -> list[int] | None:
    """Return the tiles that are left when some are taken, or None when one of them is not there."""
    left = list(tiles)
    for kind in taken:
        if kind not in left:
            return None
        left.remove(kind)
    return left


def all_sets(tiles: list[int]) -> set[tuple[Set, ...]]:
    """Return every way to use up the tiles as chows and pungs."""
    if not tiles:
        return {()}
    first = min(tiles)
    found: set[tuple[Set, ...]] = set()
    for candidate in ((first, first, first), (first, first + 1, first + 2)):
        left = without(tiles, candidate) if candidate in PUNGS or candidate in CHOWS else None
        if left is not None:
            found |= {tuple(sorted((candidate, *others))) for others in all_sets(left)}
    return found


def standard(tiles: list[int]) -> set[tuple[tuple[Set, ...], int]]:
    """Return every way to use up the tiles as sets and one pair of eyes."""
    pairs = [kind for kind in set(tiles) if tiles.count(kind) >= 2]
    return {(sets, eyes) for eyes in pairs for sets in all_sets(without(tiles, (eyes, eyes)) or [])}


def lik_ku_lik_ku(tiles: list[int]) -> set[tuple[Set, ...]]:
    """Return every way to use up 17 tiles as seven pairs and a triplet."""
    found = set()
    for triplet in PUNGS:
        left = without(tiles, triplet)
        if left is not None and all(left.count(kind) % 2 == 0 for kind in left):
            found.add(tuple(sorted((triplet, *zip(*[iter(sorted(left))] * 2, strict=True)))))
    return found


def sixteen_unrelated(tiles: list[int]) -> set[int]:
    """Return the possible eyes of a hand of the seven honors and three far-apart tiles a suit, one doubled."""
    kinds = set(tiles)
    ranks = [tuple(sorted(kind - 9 * suit for kind in kinds if kind // 9 == suit)) for suit in range(3)]
    if len(tiles) != 17 or not kinds.issuperset(HONORS) or not all(suit in FAR_APART for suit in ranks):
        return set()
    return {kind for kind in kinds if tiles.count(kind) == 2}


def thirteen_orphans(tiles: list[int], *, with_set: bool) -> set[tuple[tuple[Set, ...], int]]:
    """Return every (extra set, eyes) of a hand of the thirteen orphans, one of them doubled."""
    if not set(tiles).issuperset(ORPHANS):
        return set()
    extras: list[Set] = [*CHOWS, *PUNGS] if with_set else [()]
    return {
        ((extra,) if extra else (), eyes)
        for extra in extras
        for eyes in ORPHANS
        if sorted([*ORPHANS, eyes, *extra]) == sorted(tiles)
    }


def shapes(tiles: list[int], *, melds: int, lone_concealed_kong: bool = False) -> set[Shape]:
    """Return every (form, sets, eyes) of the concealed tiles, the winning tile among them."""
    if len(tiles) != 17 - 3 * melds:
        return set()
    found: set[Shape] = {("standard", *rest) for rest in standard(tiles)}
    if melds == 0:
        found |= {("lik_ku_lik_ku", sets, None) for sets in lik_ku_lik_ku(tiles)}
        found |= {("sixteen_unrelated", (), eyes) for eyes in sixteen_unrelated(tiles)}
    if melds == 0 or lone_concealed_kong:
        found |= {("thirteen_orphans", *rest) for rest in thirteen_orphans(tiles, with_set=melds == 0)}
    return found


def readings(tiles: list[int], won: int, *, melds: int, lone_concealed_kong: bool = False) -> set[Reading]:
    """Return every reading: each shape with each place in which the winning tile can stand."""
    found: set[Reading] = set()
    for form, sets, eyes in shapes(tiles, melds=melds, lone_concealed_kong=lone_concealed_kong):
        places: list[Set | str] = [one for one in sets if won in one]
        places += ["eyes"] if won == eyes else []
        spent = [kind for one in sets for kind in one] + ([] if eyes is None else [eyes, eyes])
        places += ["single"] if tiles.count(won) > spent.count(won) else []
        found |= {(form, sets, eyes, place) for place in places}
    return found


def waits(tiles: list[int], melded: list[int], *, melds: int, lone_concealed_kong: bool = False) -> list[int]:
    """Return every kind that completes the tiles, tried one by one; none of which the player holds all four."""
    return [
        kind
        for kind in ALL_KINDS
        if tiles.count(kind) + melded.count(kind) < 4
        and shapes([*tiles, kind], melds=melds, lone_concealed_kong=lone_concealed_kong)
    ]


def missing(tiles: list[int], melded: list[int], *, melds: int, lone_concealed_kong: bool = False) -> int:
    """Return how many tiles of the nearest winning hand are not there yet, by trying every hand near enough."""
    most = 17
    if melds == 0:
        most = min(_missing_lik_ku(tiles), _missing_unrelated(tiles), _missing_orphans(tiles, melded, with_set=True))
    elif lone_concealed_kong:
        most = _missing_orphans(tiles, melded, with_set=False)
    return next((n for n in range(most) if _standard_within(n, tiles, melded, 5 - melds)), most)


def _standard_within(limit: int, tiles: list[int], melded: list[int], sets: int) -> bool:
    """Whether some standard hand lacks at most `limit` tiles: take the eyes, then sets in order, while that holds."""

    def cost(wanted: list[int], more: Set) -> int | None:
        """Return what the wanted tiles lack with some more of them, or None where there are not so many copies."""
        hand = [*wanted, *more]
        if any(hand.count(kind) + melded.count(kind) > 4 for kind in more):
            return None
        return sum(max(0, hand.count(kind) - tiles.count(kind)) for kind in set(hand))

    def search(wanted: list[int], start: int, left: int) -> bool:
        if not left:
            return True
        for position in range(start, len(candidates)):
            one = candidates[position]
            lacking = cost(wanted, one)
            if lacking is not None and lacking <= limit and search([*wanted, *one], position, left - 1):
                return True
        return False

    candidates = [one for one in (*CHOWS, *PUNGS) if len([k for k in set(one) if k not in tiles]) <= limit]
    for kind in ALL_KINDS:
        lacking = cost([], (kind, kind))
        if lacking is not None and lacking <= limit and search([kind, kind], 0, sets):
            return True
    return False


def _missing_lik_ku(tiles: list[int]) -> int:
    """With the triplet chosen, the seven pairs that are nearest to complete are the best."""
    best = 0
    for triplet in ALL_KINDS:
        pairs = [min(2, tiles.count(kind)) for kind in ALL_KINDS if kind != triplet]
        pairs += [min(2, max(0, tiles.count(kind) - 2)) for kind in ALL_KINDS if kind != triplet]
        best = max(best, min(3, tiles.count(triplet)) + sum(sorted(pairs)[-7:]))
    return 17 - best


def _missing_unrelated(tiles: list[int]) -> int:
    best = 17
    for suits in product(FAR_APART, repeat=3):
        kinds = [*HONORS, *(9 * suit + rank for suit, ranks in enumerate(suits) for rank in ranks)]
        lacking = sum(1 for kind in kinds if kind not in tiles)
        best = min(best, lacking + (not any(tiles.count(kind) >= 2 for kind in kinds)))
    return best


def _missing_orphans(tiles: list[int], melded: list[int], *, with_set: bool) -> int:
    extras: list[Set] = [*CHOWS, *PUNGS] if with_set else [()]
    hands = [[*ORPHANS, eyes, *extra] for eyes in ORPHANS for extra in extras]
    return min(
        (
            sum(max(0, hand.count(kind) - tiles.count(kind)) for kind in set(hand))
            for hand in hands
            if all(hand.count(kind) + melded.count(kind) <= 4 for kind in hand)
        ),
        default=17,
    )


# One suit: counts by rank to their (eyes or -1, sets).
OneSuit = dict[tuple[int, ...], set[tuple[int, tuple[Set, ...]]]]


def one_suit_hands(most_sets: int) -> OneSuit:
    """Lay out sets of one suit in all ways, with and without eyes: each count that comes up, with its (eyes, sets)."""
    sets = [one for one in (*CHOWS, *PUNGS) if one[0] < 9 and one[2] < 9]
    found: OneSuit = {}
    for size in range(most_sets + 1):
        for some in combinations_with_replacement(sets, size):
            tiles = [kind for one in some for kind in one]
            counts = [tiles.count(rank) for rank in range(9)]
            for eyes in range(-1, 9):
                with_eyes = tuple(count + 2 * (rank == eyes) for rank, count in enumerate(counts))
                if max(with_eyes) <= 4:
                    found.setdefault(with_eyes, set()).add((eyes, tuple(sorted(some))))
    return found
