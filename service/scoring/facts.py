"""What is true of a hand however it is read, worked out once."""

from __future__ import annotations

from service.scoring.context import Context
from service.scoring.contradictions import feeder
from service.scoring.features import Feature
from service.scoring.hand import Hand, Meld
from service.scoring.options import Options
from service.scoring.tiles import BAMBOOS, CHARACTERS, DOTS, DRAGONS, HONORS, ORPHANS, TILE_KINDS, WINDS, mask_of

BEFORE_THE_POOL = ("dealt_hand", "first_discard")
SUIT_COUNTS = (0, Feature.ONE_SUIT, Feature.TWO_SUITS, 0)
FIVES = mask_of(4, 13, 22)
# No row reaches further into the pool than this.
LATEST_EARLY = 15
BIT = tuple(1 << kind for kind in range(TILE_KINDS))


class Facts:
    """What is true of a hand however it is read. `kinds` is a mask of tile kinds, `flowers` of those that still pay."""

    __slots__ = (
        "calls_made",
        "concealed",
        "context",
        "counts",
        "features",
        "fed_by",
        "flowers",
        "hand",
        "kinds",
        "kongs",
        "options",
        "pool",
        "self_drawn",
        "suits",
        "waits",
    )

    def __init__(
        self,
        hand: Hand,
        context: Context,
        options: Options,
        waits: tuple[int, ...],
        *,
        flowers_pay: bool = True,
    ) -> None:
        self.hand = hand
        self.context = context
        self.options = options
        self.waits = waits
        self._count(hand)
        pays = flowers_pay and not context.flowers_paid
        self.flowers = sum(1 << n for n in hand.flowers) if pays and hand.flowers else 0
        self.fed_by = _fed_by(hand, context, options) if context.replacements else None
        drawn = context.by in ("self_draw", "flowers")
        self.self_drawn = drawn and not (self.fed_by is not None and options.fed_kong_is_discard)
        self.calls_made = bool(context.calls_made or hand.melds)
        self.pool = 0 if context.opening in BEFORE_THE_POOL else context.pool
        self.features = self._of_tiles() | self._of_context()

    def _count(self, hand: Hand) -> None:
        """Count the tiles and the kongs, and see whether a meld breaks the concealment."""
        counts = [0] * TILE_KINDS
        kinds = 0
        for kind in hand.concealed:
            counts[kind] += 1
            kinds |= BIT[kind]
        if hand.winning_tile is not None:
            counts[hand.winning_tile] += 1
            kinds |= BIT[hand.winning_tile]
        self.kongs = 0
        self.concealed = True
        for meld in hand.melds:
            for kind in meld.tiles:
                counts[kind] += 1
                kinds |= BIT[kind]
            self.kongs += meld.kong is not None
            self.concealed = self.concealed and not _breaks_concealment(meld, self.options)
        self.counts = counts
        self.kinds = kinds
        self.suits = (kinds & CHARACTERS > 0) + (kinds & DOTS > 0) + (kinds & BAMBOOS > 0)

    def face_up(self, kind: int | None) -> int:
        """Return how many tiles of a kind lie face up, the winning tile not counted; the winner's own melds do too."""
        context, hand = self.context, self.hand
        seen = context.visible.count(kind) if context.visible else 0
        for meld in hand.melds:
            if meld.kong != "concealed":
                seen += meld.tiles.count(kind)
        # The other three of a robbed kong lie before its owner, whether the caller posted them or not.
        return max(seen, 3) if context.by == "robbed_kong" and kind == hand.winning_tile else seen

    def _of_tiles(self) -> int:
        kinds = self.kinds
        found = SUIT_COUNTS[self.suits]
        if kinds & HONORS:
            found |= Feature.HONORS
            if self.suits == 3 and kinds & WINDS and kinds & DRAGONS:
                found |= Feature.ALL_TYPES
        else:
            found |= Feature.NO_HONORS | (0 if kinds & ORPHANS else Feature.SIMPLE)
        if not kinds & ~ORPHANS:
            found |= Feature.ALL_ORPHANS
        if not kinds & FIVES:
            found |= Feature.NO_FIVES
        if self.kongs:
            found |= Feature.KONG
        if 4 in self.counts and self.counts.count(4) > self.kongs:
            found |= Feature.UNDECLARED_FOUR
        if self.concealed:
            found |= Feature.CONCEALED
        if len(self.hand.melds) == 5:
            found |= Feature.FIVE_MELDS
        if not self.hand.flowers:
            found |= Feature.BARE
        return found | self._of_flowers() if self.flowers else found

    def _of_flowers(self) -> int:
        flowers = self.flowers
        own = flowers & 0x11 << self.context.seat
        found = Feature.FLOWERS | (Feature.OWN_FLOWER if own else 0) | (Feature.OTHER_FLOWER if flowers ^ own else 0)
        if flowers & 0x0F == 0x0F or flowers & 0xF0 == 0xF0:
            found |= Feature.FLOWER_SERIES
        return found | (Feature.SEVEN_FLOWERS if flowers.bit_count() > 6 else 0)

    def _of_context(self) -> int:
        context = self.context
        found = Feature.SELF_DRAWN if self.self_drawn else Feature.BY_OTHER
        if context.replacements:
            found |= Feature.REPLACED
        if context.opening:
            found |= Feature.OPENING
        if context.opening != "dealt_hand":
            found |= Feature.ONE_WAIT if len(self.waits) == 1 else Feature.SEVERAL_WAITS
        if context.ready:
            found |= Feature.READY
        if context.by == "robbed_kong":
            found |= Feature.ROBBED
        if context.last_tile:
            found |= Feature.LAST_TILE
        return found | self._of_the_table()

    def _of_the_table(self) -> int:
        context = self.context
        found = Feature.SEVERAL_WINNERS if len(context.winners) > 1 else 0
        if self.pool is not None and self.pool <= LATEST_EARLY:
            found |= Feature.EARLY
        if context.on_ready_discard:
            found |= Feature.READY_DISCARD
        if context.fed_winners:
            found |= Feature.FED
        # Whatever the wait, the winning kind itself must be the last of four.
        if (context.visible or self.hand.melds or context.by == "robbed_kong") and self.face_up(
            self.hand.winning_tile
        ) == 3:
            found |= Feature.LAST_COPY
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


def _breaks_concealment(meld: Meld, options: Options) -> bool:
    if meld.kong == "exposed":
        return options.kong_breaks_concealed == "exposed"
    return meld.kong != "concealed"
