"""What is true of a hand however it is read, worked out once."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from service.scoring.context import Context
from service.scoring.contradictions import feeder
from service.scoring.decompose import FOURS, UNITS, pack_melds
from service.scoring.features import Feature
from service.scoring.hand import Hand, Meld
from service.scoring.options import Options
from service.scoring.suits import BITS
from service.scoring.tiles import BAMBOOS, CHARACTERS, DOTS, DRAGONS, HONORS, ORPHANS, TILE_KINDS, WINDS, mask_of
from service.scoring.waits import packed_waits

BEFORE_THE_POOL = ("dealt_hand", "first_discard")
SUIT_COUNTS = (0, Feature.ONE_SUIT, Feature.TWO_SUITS, 0)
FIVES = mask_of(4, 13, 22)
# No row reaches further into the pool than this.
LATEST_EARLY = 15
BIT = tuple(1 << kind for kind in range(TILE_KINDS))


class MeldFacts(NamedTuple):
    """What is true of a meld wherever it lies: its set's code, its tiles as counts and kinds, and what it shows."""

    code: int
    packed: int
    kinds: int
    kong: bool
    claimed: bool
    exposed_kong: bool
    breaks_concealment: bool


@lru_cache(maxsize=1 << 12)
def meld_facts(meld: Meld) -> MeldFacts:
    """Return what is true of a meld; there are some hundreds of them."""
    chow = meld.type == "chow"
    return MeldFacts(
        code=2 * meld.kind + (not chow),
        packed=pack_melds((meld,)),
        kinds=(7 if chow else 1) << meld.kind,
        kong=meld.kong is not None,
        claimed=meld.claimed,
        exposed_kong=meld.kong == "exposed",
        breaks_concealment=meld.kong not in ("concealed", "exposed"),
    )


class Facts:
    """What is true of a hand however it is read. `kinds` is a mask of tile kinds, `flowers` of those that still pay.

    `packed` counts all tiles, three bits a kind, `unmelded` those on no meld. Raises nothing.
    """

    __slots__ = (
        "calls_made",
        "concealed",
        "context",
        "features",
        "fed_by",
        "flowers",
        "hand",
        "kinds",
        "kongs",
        "melded",
        "options",
        "packed",
        "pool",
        "self_drawn",
        "suits",
        "unmelded",
        "waits",
    )

    def __init__(
        self,
        hand: Hand,
        context: Context,
        options: Options,
        waits: tuple[int, ...] | None = None,
        *,
        flowers_pay: bool = True,
    ) -> None:
        self.hand = hand
        self.context = context
        self.options = options
        self._count(hand, waits)
        pays = flowers_pay and hand.flowers and not context.flowers_paid
        self.flowers = sum([1 << n for n in hand.flowers]) if pays else 0
        self.fed_by = _fed_by(hand, context, options) if context.replacements else None
        drawn = context.by in ("self_draw", "flowers")
        self.self_drawn = drawn and not (self.fed_by is not None and options.fed_kong_is_discard)
        self.calls_made = bool(context.calls_made or hand.melds)
        self.pool = 0 if context.opening in BEFORE_THE_POOL else context.pool
        self.features = self._of_tiles() | self._of_context(context)

    def _count(self, hand: Hand, waits: tuple[int, ...] | None) -> None:
        """Count the tiles and the kongs, find the waits, and see whether a meld breaks the concealment."""
        packed = kinds = 0
        for kind in hand.concealed:
            packed += UNITS[kind]
            kinds |= BIT[kind]
        self.unmelded = packed
        self.kongs = 0
        self.concealed = True
        self.melded = [meld_facts(meld) for meld in hand.melds]
        melded = 0
        broken = self.options.kong_breaks_concealed == "exposed"
        for meld in self.melded:
            melded += meld.packed
            kinds |= meld.kinds
            if meld.kong:
                self.kongs += 1
            if meld.breaks_concealment or (broken and meld.exposed_kong):
                self.concealed = False
        in_orphans = self.options.thirteen_orphans_concealed_kong
        self.waits = packed_waits(packed, hand.melds, melded, kong_in_orphans=in_orphans) if waits is None else waits
        if hand.winning_tile is not None:
            kinds |= BIT[hand.winning_tile]
            self.unmelded += UNITS[hand.winning_tile]
        self.packed = self.unmelded + melded
        self.kinds = kinds
        self.suits = (kinds & CHARACTERS > 0) + (kinds & DOTS > 0) + (kinds & BAMBOOS > 0)

    def count_of(self, kind: int) -> int:
        """Return how many tiles of a kind the hand has, melds and the winning tile included."""
        return self.packed >> BITS * kind & 7

    def face_up(self, kind: int | None) -> int:
        """Return how many tiles of a kind lie face up, the winning tile not counted; the winner's own melds do too."""
        context = self.context
        seen = context.visible.count(kind) if context.visible else 0
        for meld, facts in zip(self.hand.melds, self.melded, strict=True):
            if kind is not None and facts.kinds >> kind & 1 and meld.kong != "concealed":
                seen += facts.packed >> BITS * kind & 7
        # The other three of a robbed kong lie before its owner, whether the caller posted them or not.
        return max(seen, 3) if context.by == "robbed_kong" and kind == self.hand.winning_tile else seen

    def _of_tiles(self) -> int:
        found = self._of_kinds(self.kinds)
        if self.kongs:
            found |= Feature.KONG
        fours = self.packed & FOURS
        if fours and fours.bit_count() > self.kongs:
            found |= Feature.UNDECLARED_FOUR
        if self.concealed:
            found |= Feature.CONCEALED
        if len(self.hand.melds) == 5:
            found |= Feature.FIVE_MELDS
        if not self.hand.flowers:
            return found | Feature.BARE
        return found | self._of_flowers() if self.flowers else found

    def _of_kinds(self, kinds: int) -> int:
        found = SUIT_COUNTS[self.suits]
        if kinds & HONORS:
            found |= Feature.HONORS
            if self.suits == 3 and kinds & WINDS and kinds & DRAGONS:
                found |= Feature.ALL_TYPES
        else:
            found |= Feature.NO_HONORS if kinds & ORPHANS else Feature.NO_HONORS | Feature.SIMPLE
        if not kinds & ~ORPHANS:
            found |= Feature.ALL_ORPHANS
        return found if kinds & FIVES else found | Feature.NO_FIVES

    def _of_flowers(self) -> int:
        flowers = self.flowers
        own = flowers & 0x11 << self.context.seat
        found = Feature.FLOWERS | (Feature.OWN_FLOWER if own else 0) | (Feature.OTHER_FLOWER if flowers ^ own else 0)
        if flowers & 0x0F == 0x0F or flowers & 0xF0 == 0xF0:
            found |= Feature.FLOWER_SERIES
        return found | (Feature.SEVEN_FLOWERS if flowers.bit_count() > 6 else 0)

    def _of_context(self, context: Context) -> int:
        found = Feature.SELF_DRAWN if self.self_drawn else Feature.BY_OTHER
        if context.opening:
            found |= Feature.OPENING
        if context.opening != "dealt_hand":
            found |= Feature.ONE_WAIT if len(self.waits) == 1 else Feature.SEVERAL_WAITS
        pool = self.pool
        if pool is not None and pool <= LATEST_EARLY:
            found |= Feature.EARLY
        # Whatever the wait, the winning kind itself must be the last of four.
        if (context.visible or self.hand.melds or context.by == "robbed_kong") and self.face_up(
            self.hand.winning_tile
        ) == 3:
            found |= Feature.LAST_COPY
        return found | self._of_the_table(context)

    def _of_the_table(self, context: Context) -> int:
        found = Feature.REPLACED if context.replacements else 0
        if context.ready:
            found |= Feature.READY
        if context.by == "robbed_kong":
            found |= Feature.ROBBED
        if context.last_tile:
            found |= Feature.LAST_TILE
        if len(context.winners) > 1:
            found |= Feature.SEVERAL_WINNERS
        if context.on_ready_discard:
            found |= Feature.READY_DISCARD
        if context.fed_winners:
            found |= Feature.FED
        return found


def _fed_by(hand: Hand, context: Context, options: Options) -> int | None:
    """Who fed the exposed kong on whose replacement the hand was won.

    Paying one share, he answers for his own kong only: a kong made after it takes his place. Paying all shares, he
    answers for the whole chain that he began (wikipedia, lines 334 and 336).
    """
    seat = feeder(hand, context)
    if options.fed_kong_pays == "one_share" and context.kongs_in_chain > 1:
        return None
    return seat
