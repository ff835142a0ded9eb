"""Instances are bit masks: the sets and flowers of a reading that a row counts for.

Bit n (0-8) is set n of the reading, the eyes stand after the last set; bits 16-23 are flowers; a bit from 24 on is the
tile kind that an instance is about (two instances may rest on the same sets for two kinds). No bit at all is a fact
about the whole hand.
"""

from __future__ import annotations

from typing import Final

SETS_MASK: Final = 0xFFFF
FLOWER_SHIFT: Final = 16
FLOWERS_MASK: Final = 0xFF << FLOWER_SHIFT
FOCUS_SHIFT: Final = 24
PLACES_MASK: Final = SETS_MASK | FLOWERS_MASK

# The instances of a row that does not match, and of one that counts for the whole hand.
NONE: Final[tuple[int, ...]] = ()
HAND: Final[tuple[int, ...]] = (0,)
