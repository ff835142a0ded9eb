"""Patterns and measures by name. Each is one small question; rows of the rulesets give it a price.

A pattern takes a `Reading` (and the integers and names of its row's `with`) and returns its instances as bit masks
(see `reading.py`): `HAND` for a fact about the whole hand or the context, `NONE` for no. It knows no price and no
ruleset. `when` names the features (`features.py`) without which the answer is `NONE`, so that it need not be asked.

A measure tells which price of a row an instance earns: the name of a variant, or a number for steps and formulas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from service.scoring.features import Feature
from service.scoring.instances import FOCUS_SHIFT, HAND, NONE
from service.scoring.layout import NUMBERS
from service.scoring.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

ANY_FORM: Final = 0


class Pattern(NamedTuple):
    """A registered pattern: the function, the features it needs, and whether they are all that it asks for.

    `placeless`: it says the same wherever the winning tile stands among the same sets.
    """

    ask: Callable[..., Sequence[int]]
    when: int | Callable[..., int]
    sufficient: bool
    placeless: bool

    def features(self, arguments: Mapping[str, Any]) -> int:
        """Return the features without which the answer is `NONE`, for these arguments of a row."""
        return self.when(**arguments) if callable(self.when) else self.when


class Measure(NamedTuple):
    """A registered measure: the function, and the variants it can name (none for a number)."""

    ask: Callable[[Reading, int], Any]
    variants: tuple[str, ...]


PATTERNS: dict[str, Pattern] = {}
MEASURES: dict[str, Measure] = {}


def pattern(
    when: int | Callable[..., int] = Feature.COMPLETE, *, sufficient: bool = False, placeless: bool = False
) -> Callable[[Callable[..., Sequence[int]]], Callable[..., Sequence[int]]]:
    """Register a function as a pattern under its own name.

    `when` may depend on the row's `with`; `sufficient`: a reading with those features has the pattern, so that the
    function, which says the same, need not be asked where the row passes nothing on; `placeless`: its answer is good
    for all readings of the same sets.
    """

    def register(ask: Callable[..., Sequence[int]]) -> Callable[..., Sequence[int]]:
        PATTERNS[ask.__name__] = Pattern(ask, when, sufficient, placeless)
        return ask

    return register


def measure(*variants: str) -> Callable[[Callable[[Reading, int], Any]], Callable[[Reading, int], Any]]:
    """Register a function as a measure under its own name."""

    def register(ask: Callable[[Reading, int], Any]) -> Callable[[Reading, int], Any]:
        MEASURES[ask.__name__] = Measure(ask, variants)
        return ask

    return register


def whole_hand(true: object) -> Sequence[int]:
    """Return the one instance of a fact about the whole hand, or none."""
    return HAND if true else NONE


_RANKS: Final = tuple(tuple(n for n in range(9) if mask >> n & 1) for mask in range(512))
_SINGLY: Final = tuple(tuple(1 << n for n in ranks) for ranks in _RANKS)


def each_bit(mask: int) -> Iterable[int]:
    """Return the set bits of a mask as numbers, lowest first."""
    return _RANKS[mask] if mask < len(_RANKS) else _bits(mask)


def _bits(mask: int) -> Iterable[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def singly(mask: int) -> Sequence[int]:
    """Return each set of a mask as an instance of its own."""
    return _SINGLY[mask]


def sets_mask(indices: Iterable[int]) -> int:
    """Return the instance that rests on these sets."""
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


_STARTS: Final = tuple(sum(1 << suit + rank for suit in (0, 9, 18) for rank in range(last + 1)) for last in range(9))


def starts_within(last: int) -> int:
    """Return the kinds of the three suits whose rank is at most `last` (0-8; none below 0)."""
    return _STARTS[last] if last >= 0 else 0


def about_number(rank: int) -> int:
    """Return the bits that say which number (0-8) an instance is about: those of its kinds in all suits."""
    return NUMBERS[rank] << FOCUS_SHIFT
