"""What a hand waits for before the win, and what each tile would be worth; which discards leave a ready hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from service.scoring.context import Context
from service.scoring.decompose import FORMS
from service.scoring.distance import missing_tiles
from service.scoring.errors import WinNotAllowed
from service.scoring.facts import Facts
from service.scoring.hand import COPIES, HAND_SIZE, Hand
from service.scoring.score import readings_of, score
from service.scoring.tiles import CODES
from service.scoring.waits import waits

if TYPE_CHECKING:
    from service.scoring.compiled import Ruleset
    from service.scoring.reading import Reading
    from service.scoring.ways import Ways

MIXED = "mixed"
Assumed = dict[str, tuple[object, list[str]]]


class Worth(NamedTuple):
    """What a win in one way is worth: its fan, or None and the reason why it cannot be won so."""

    total: int | None
    reason: str | None = None


class Wait(NamedTuple):
    """A kind that completes the hand: how many may still come, the forms it completes, its worth in both ways."""

    kind: int
    left: int
    forms: tuple[str, ...]
    discard: Worth
    self_draw: Worth


class Ready(NamedTuple):
    """The waits of sixteen tiles; `discarded` is the tile that left them, where there were seventeen.

    `shape` is the one place that every wait fills in the sets and eyes, `mixed` where they are several, None where no
    wait fills one.
    """

    waits: tuple[Wait, ...]
    shape: str | None
    discarded: int | None = None


class Readiness(NamedTuple):
    """The whole answer: `ready` holds the hand itself, or one for each discard of seventeen tiles that leaves one.

    `missing` is how many tiles must still come in; `assumed` has the facts that rows needed and nobody posted, each
    with the default used and the rows.
    """

    ready: tuple[Ready, ...]
    missing: int
    assumed: Assumed


def readiness(ruleset: Ruleset, hand: Hand, ways: Ways) -> Readiness:
    """Return what the tiles wait for. All tiles in the hand, 16 or 17 with the melds, stand in `concealed`."""
    scorer = _Scorer(ruleset, ways)
    if len(hand.concealed) + 3 * len(hand.melds) == HAND_SIZE:
        ready = [scorer.ready(hand)]
    else:
        ready = [scorer.ready(_without(hand, kind), kind) for kind in sorted(set(hand.concealed))]
    ready = [one for one in ready if one.waits]
    return Readiness(tuple(ready), _missing(ruleset, hand, ready), scorer.assumed)


def _missing(ruleset: Ruleset, hand: Hand, ready: list[Ready]) -> int:
    """Return how many tiles are missing; what is ready needs no search, which is the dearest step of all."""
    if any(wait.kind == one.discarded for one in ready for wait in one.waits):
        return 0
    in_orphans = ruleset.options.thirteen_orphans_concealed_kong
    return 1 if ready else missing_tiles(hand, kong_in_orphans=in_orphans)


def _without(hand: Hand, kind: int) -> Hand:
    at = hand.concealed.index(kind)
    return replace(hand, concealed=hand.concealed[:at] + hand.concealed[at + 1 :])


class _Scorer:
    """Scores waits by one ruleset and gathers what was assumed meanwhile."""

    def __init__(self, ruleset: Ruleset, ways: Ways) -> None:
        self.ruleset = ruleset
        self.ways = ways
        self.assumed: Assumed = {}

    def ready(self, hand: Hand, discarded: int | None = None) -> Ready:
        """Return the waits of sixteen tiles, none where they are not ready."""
        found = waits(hand, kong_in_orphans=self.ruleset.options.thirteen_orphans_concealed_kong)
        readings = {kind: self._readings(replace(hand, winning_tile=kind), found) for kind in found}
        shape = {one.wait for several in readings.values() for one in several if one.wait is not None}
        return Ready(
            tuple(self._wait(hand, kind, readings[kind], discarded) for kind in found),
            MIXED if len(shape) > 1 else shape.pop() if shape else None,
            discarded,
        )

    def _readings(self, hand: Hand, found: tuple[int, ...]) -> list[Reading]:
        """Read the complete hand in every way; how it was won changes neither its forms nor the places."""
        return readings_of(Facts(hand, Context(0, "self_draw"), self.ruleset.options, found))

    def _wait(self, hand: Hand, kind: int, readings: list[Reading], discarded: int | None) -> Wait:
        forms = {reading.form for reading in readings}
        held = [*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)]
        left = COPIES - held.count(kind) - self.ways.visible.count(kind) - (kind == discarded)
        won = replace(hand, winning_tile=kind)
        return Wait(
            kind,
            left,
            tuple(form for form in FORMS if form in forms),
            self._worth(won, self.ways.discard, left, discarded),
            self._worth(won, self.ways.self_draw, left, discarded),
        )

    def _worth(self, hand: Hand, way: Context | str, left: int, discarded: int | None) -> Worth:
        if isinstance(way, str):
            return Worth(None, way)
        if left < 1:
            return Worth(None, f"no {CODES[hand.winning_tile or 0]} is left: all four are in the hand or visible")
        if discarded is not None:
            way = replace(way, visible=(*way.visible, discarded))
        try:
            result = score(self.ruleset, hand, way, explain=False)
        except WinNotAllowed as refused:
            return Worth(None, str(refused))
        for name, value, rows in result.assumed:
            _, affected = self.assumed.setdefault(name, (value, []))
            affected += [row for row in rows if row not in affected and row not in self.ruleset.payer_rows]
        return Worth(result.readings[0].total)
