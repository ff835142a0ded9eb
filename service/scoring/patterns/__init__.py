"""The questions that rows ask of a reading, by family; importing the package registers them all."""

from service.scoring.patterns import (
    chows,
    concealment,
    flowers,
    honors,
    kongs,
    numbers,
    pungs,
    ready,
    special,
    suits,
    terminals,
    timing,
    waits,
)
from service.scoring.patterns.registry import MEASURES, PATTERNS

FAMILIES = (chows, concealment, flowers, honors, kongs, numbers, pungs, ready, special, suits, terminals, timing, waits)

__all__ = ["FAMILIES", "MEASURES", "PATTERNS"]
