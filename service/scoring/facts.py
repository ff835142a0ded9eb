"""What is true of a hand however it is read, worked out once."""

from __future__ import annotations

from enum import IntFlag, auto

from service.scoring.context import Context
from service.scoring.contradictions import feeder
from service.scoring.hand import Hand, Meld
from service.scoring.options import Options
from service.scoring.tiles import HONORS, SUIT_MASKS, TILE_KINDS


class Feature(IntFlag):
    """What a reading has, as far as it decides which patterns are worth asking."""

    STANDARD = auto()
    LIK_KU = auto()
    UNRELATED = auto()
    ORPHANS = auto()
    FLOWERS_ALONE = auto()
    COMPLETE = auto()
    SELF_DRAWN = auto()
    BY_OTHER = auto()
    FLOWERS = auto()
    TWO_CHOWS = auto()
    THREE_CHOWS = auto()
    ALL_CHOWS = auto()
    EQUAL_CHOWS = auto()
    PUNG = auto()
    TWO_PUNGS = auto()
    ALL_PUNGS = auto()
    HONOR_SETS = auto()
    KONG = auto()
    FOUR_OF_A_KIND = auto()
    REPLACED = auto()
    OPENING = auto()
    READY = auto()
    NO_HONORS = auto()


BEFORE_THE_POOL = ("dealt_hand", "first_discard")


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
        self.counts = _counts(hand)
        self.kinds = sum(1 << kind for kind, count in enumerate(self.counts) if count)
        self.suits = sum(1 for mask in SUIT_MASKS if self.kinds & mask)
        pays = flowers_pay and not context.flowers_paid
        self.flowers = sum(1 << n for n in set(hand.flowers)) if pays else 0
        self.fed_by = _fed_by(hand, context, options)
        self.self_drawn = context.self_drawn and not (self.fed_by is not None and options.fed_kong_is_discard)
        self.calls_made = bool(context.calls_made or hand.melds)
        self.pool = 0 if context.opening in BEFORE_THE_POOL else context.pool
        self.concealed = not any(_breaks_concealment(meld, options) for meld in hand.melds)
        self.features = self._features()

    def face_up(self, kind: int | None) -> int:
        """Return how many tiles of a kind lie face up, the winning tile not counted; the winner's own melds do too."""
        context, hand = self.context, self.hand
        own = sum(meld.tiles.count(kind) for meld in hand.melds if meld.claimed)
        seen = context.visible.count(kind) + own
        # The other three of a robbed kong lie before its owner, whether the caller posted them or not.
        return max(seen, 3) if context.by == "robbed_kong" and kind == hand.winning_tile else seen

    def _features(self) -> int:
        context = self.context
        held = (
            (Feature.SELF_DRAWN, self.self_drawn),
            (Feature.BY_OTHER, not self.self_drawn),
            (Feature.FLOWERS, self.flowers),
            (Feature.KONG, any(meld.kong for meld in self.hand.melds)),
            (Feature.FOUR_OF_A_KIND, 4 in self.counts),
            (Feature.REPLACED, context.replacements),
            (Feature.OPENING, context.opening),
            (Feature.READY, context.ready),
            (Feature.NO_HONORS, not self.kinds & HONORS),
        )
        return sum(int(feature) for feature, true in held if true)


def _counts(hand: Hand) -> list[int]:
    counts = [0] * TILE_KINDS
    for kind in hand.concealed:
        counts[kind] += 1
    if hand.winning_tile is not None:
        counts[hand.winning_tile] += 1
    for meld in hand.melds:
        for kind in meld.tiles:
            counts[kind] += 1
    return counts


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
    return meld.claimed
