"""What is true of a hand however it is read, worked out once."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from service.scoring.context import Context
from service.scoring.contradictions import feeder
from service.scoring.decompose import FOURS, HOLDS, SET_KINDS, UNITS, pack_melds, pack_tiles
from service.scoring.features import Feature
from service.scoring.hand import Hand, Meld
from service.scoring.instances import SETS_MASK
from service.scoring.options import Options
from service.scoring.suits import BITS
from service.scoring.tiles import BAMBOOS, CHARACTERS, DOTS, DRAGONS, EAST, HONORS, ORPHANS, WINDS, mask_of
from service.scoring.waits import hand_parts, packed_waits

BEFORE_THE_POOL = ("dealt_hand", "first_discard")
SUIT_COUNTS = (0, Feature.ONE_SUIT, Feature.TWO_SUITS, 0)
FIVES = mask_of(4, 13, 22)
# No row reaches further into the pool than this.
LATEST_EARLY = 15


# A mask of sets takes so many bits; what is true of a meld stands at the lowest bit of each of four masks in a row, so
# that one shift brings all of them to the meld's place. A fifth says that it breaks the concealment.
WIDTH: Final = 16
PUNG: Final = 1
CLAIMED: Final = 1 << WIDTH
KONG: Final = 1 << 2 * WIDTH
HIDDEN: Final = 1 << 3 * WIDTH
BREAKS: Final = 1 << 4 * WIDTH


class MeldFacts:
    """What is true of a meld: its set's code, its tiles (counted, and as kinds), its `SET_KINDS`, its `marks`."""

    __slots__ = ("code", "kinds", "marks", "packed", "set_kinds")

    def __init__(self, code: int, packed: int, kinds: int, set_kinds: int, marks: int) -> None:
        self.code = code
        self.packed = packed
        self.kinds = kinds
        self.set_kinds = set_kinds
        self.marks = marks


@lru_cache(maxsize=1 << 12)
def meld_facts(meld: Meld, kongs_hidden: str, kong_breaks_concealed: str) -> MeldFacts:
    """Return what is true of a meld, by the switches of the ruleset; there are some hundreds of them."""
    code = 2 * meld.kind + (meld.type != "chow")
    marks = PUNG if meld.type != "chow" else 0
    if meld.claimed:
        marks |= CLAIMED
    if meld.kong is not None:
        marks |= KONG | (HIDDEN if _hidden(meld.kong, kongs_hidden) else 0)
    if meld.kong in (("added", None) if kong_breaks_concealed == "none" else ("added", "exposed", None)):
        marks |= BREAKS
    return MeldFacts(code, pack_melds((meld,)), HOLDS[code], SET_KINDS[code], marks)


def _hidden(kong: str, kongs_hidden: str) -> bool:
    """Whether a kong counts as a hidden pung, by the ruleset's switch."""
    return kong == "concealed" or kongs_hidden == "all" or (kongs_hidden == "not_added" and kong == "exposed")


class Facts:
    """What is true of a hand however it is read. `kinds` is a mask of tile kinds, `flowers` of those that still pay.

    `packed` counts all tiles, three bits a kind, `unmelded` those on no meld. The melds' `meld_*` are those of their
    `MeldFacts` joined.
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
        "meld_codes",
        "meld_kinds",
        "meld_marks",
        "meld_set_kinds",
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
        self.kongs = 0
        self.concealed = True
        self.meld_codes: tuple[int, ...] = ()
        self.meld_kinds = self.meld_set_kinds = self.meld_marks = 0
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
        packed = pack_tiles(hand.concealed)
        parts = hand_parts(packed)
        kinds = parts[0].kinds | parts[1].kinds << 9 | parts[2].kinds << 18 | parts[3].kinds << EAST
        melds = self._count_melds(hand.melds) if hand.melds else 0
        kinds |= self.meld_kinds
        in_orphans = self.options.thirteen_orphans_concealed_kong
        self.waits = (
            packed_waits(parts, packed, hand.melds, melds, kong_in_orphans=in_orphans) if waits is None else waits
        )
        if hand.winning_tile is not None:
            kinds |= 1 << hand.winning_tile
            packed += UNITS[hand.winning_tile]
        self.unmelded = packed
        self.packed = packed + melds
        self.kinds = kinds
        self.suits = (kinds & CHARACTERS > 0) + (kinds & DOTS > 0) + (kinds & BAMBOOS > 0)

    def _count_melds(self, melds: tuple[Meld, ...]) -> int:
        """Take in what is true of the melds; return their tiles, counted."""
        kongs_hidden, kong_breaks = self.options.kongs_hidden, self.options.kong_breaks_concealed
        codes = []
        packed = kinds = set_kinds = marks = 0
        for place, one in enumerate(melds):
            meld = meld_facts(one, kongs_hidden, kong_breaks)
            codes.append(meld.code)
            packed += meld.packed
            kinds |= meld.kinds
            set_kinds |= meld.set_kinds
            marks |= meld.marks << place
        self.meld_codes = tuple(codes)
        self.meld_kinds = kinds
        self.meld_set_kinds = set_kinds
        self.meld_marks = marks
        self.kongs = (marks >> 2 * WIDTH & SETS_MASK).bit_count()
        self.concealed = marks < BREAKS
        return packed

    def count_of(self, kind: int) -> int:
        """Return how many tiles of a kind the hand has, melds and the winning tile included."""
        return self.packed >> BITS * kind & 7

    def face_up(self, kind: int | None) -> int:
        """Return how many tiles of a kind lie face up, the winning tile not counted; the winner's own melds do too."""
        context = self.context
        seen = context.visible.count(kind) if context.visible else 0
        if kind is not None and self.meld_kinds >> kind & 1:
            for meld in self.hand.melds:
                if meld.kong != "concealed":
                    seen += meld.tiles.count(kind)
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
