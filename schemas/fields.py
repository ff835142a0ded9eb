"""Fields whose values are whole: tiles in any notation, seats, strict booleans and numbers; each says what it wants."""

from __future__ import annotations

import re
from typing import Any

from marshmallow import ValidationError, fields, validate

from schemas.strict import Bounded, Whole
from service.scoring.tiles import CODES, FIRST_FLOWER, KINDS, SEATS, one_tile, scan

MISSING = "missing|this field is required"
NOT_NULL = "wrong_type|null is not allowed here"
COMMON: dict[str, str | list[Any] | dict[Any, Any]] = {"required": MISSING, "null": NOT_NULL}
LONGEST_LIST = 144


class StrictBoolean(Whole[bool]):
    """`true` or `false`, and nothing that merely looks like it."""

    default_error_messages = {**COMMON, "type": "wrong_type|true or false is wanted"}

    def read(self, value: Any) -> bool:
        """Return the loaded value."""
        if not isinstance(value, bool):
            raise self.make_error("type")
        return value


class Count(Whole[int]):
    """A whole number within bounds."""

    default_error_messages = {**COMMON, "type": "wrong_type|a whole number from {low} to {high} is wanted"}

    def __init__(self, low: int, high: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.low, self.high = low, high

    def read(self, value: Any) -> int:
        """Return the loaded value."""
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise self.make_error("type", low=self.low, high=self.high)
        return value


class Word(Whole[str]):
    """One of a few words."""

    default_error_messages = {**COMMON, "choice": "not_allowed|one of {words} is wanted"}

    def __init__(self, *words: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = words

    def read(self, value: Any) -> str:
        """Return the loaded value."""
        if not isinstance(value, str) or value not in self.words:
            raise self.make_error("choice", words=", ".join(self.words))
        return value


class Text(Whole[str]):
    """A string that matches a pattern; `wanted` says what that is."""

    default_error_messages = {
        **COMMON,
        "type": "wrong_type|{wanted} is wanted",
        "text": "bad_text|{wanted} is wanted",
    }

    def __init__(self, regex: str, wanted: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.regex = re.compile(regex)
        self.wanted = wanted

    def read(self, value: Any) -> str:
        """Return the loaded value."""
        if not isinstance(value, str):
            raise self.make_error("type", wanted=self.wanted)
        if not self.regex.match(value):
            raise self.make_error("text", wanted=self.wanted)
        return value


class Seat(Whole[int]):
    """`E`, `S`, `W` or `N`, as 0-3."""

    default_error_messages = {**COMMON, "seat": "not_a_seat|one of E, S, W, N is wanted"}

    def read(self, value: Any) -> int:
        """Return the loaded value."""
        if not isinstance(value, str) or len(value) != 1 or value not in SEATS:
            raise self.make_error("seat")
        return SEATS.index(value)


class Listed(Bounded):
    """A JSON array of bounded length."""

    default_error_messages = {**COMMON, "invalid": "wrong_type|an array is wanted"}

    def __init__(self, inner: fields.Field[Any], most: int, **kwargs: Any) -> None:
        super().__init__(inner, most, f"too_many|at most {most} items are allowed", **kwargs)


class Dice(Bounded):
    """Three dice as they fell."""

    default_error_messages = {**COMMON, "invalid": "wrong_type|an array of three dice is wanted"}

    def __init__(self, **kwargs: Any) -> None:
        wrong = "wrong_count|three dice are wanted"
        super().__init__(Count(1, 6), 3, wrong, validate=validate.Length(equal=3, error=wrong), **kwargs)


class Tile(Whole[int]):
    """One tile in any notation, as a kind."""

    default_error_messages = {**COMMON, "tile": "no_such_tile|{text} is not one tile"}

    def read(self, value: Any) -> int:
        """Return the loaded value."""
        kind = one_tile(value) if isinstance(value, str) else None
        if kind is None:
            raise self.make_error("tile", text=_shown(value))
        return kind


class Tiles(Whole[tuple[int, ...]]):
    """Tiles as an array of codes, or as one string in which digits share the suit that follows; as sorted kinds."""

    default_error_messages = {
        **COMMON,
        "type": "wrong_type|an array of tile codes, or one string, is wanted",
        "many": "too_many|at most {most} tiles are allowed",
    }

    def __init__(self, *, only_flowers: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.only_flowers = only_flowers

    def read(self, value: Any) -> tuple[int, ...]:
        """Return the loaded value."""
        if isinstance(value, list) and len(value) <= LONGEST_LIST:
            try:
                kinds = tuple(sorted([KINDS[code] for code in value]))
            except (KeyError, TypeError):  # no canonical code, or no string at all
                return self._read_any(value)
            if not self.only_flowers or not kinds or kinds[0] >= FIRST_FLOWER:
                return kinds
        return self._read_any(value)

    def _read_any(self, value: Any) -> tuple[int, ...]:
        if isinstance(value, str):
            kinds, faults = scan(value)
            errors: dict[int | str, list[str]] = (
                {"_schema": [f"no_such_tile|{fault}" for fault in faults]} if faults else {}
            )
        elif isinstance(value, list):
            read = [one_tile(item) if isinstance(item, str) else None for item in value[: LONGEST_LIST + 1]]
            errors = {
                n: [f"no_such_tile|{_shown(value[n])} is not one tile"] for n, kind in enumerate(read) if kind is None
            }
            kinds = tuple(kind for kind in read if kind is not None)
        else:
            raise self.make_error("type")
        if len(kinds) > LONGEST_LIST:
            raise self.make_error("many", most=LONGEST_LIST)
        strays = [kind for kind in kinds if kind < FIRST_FLOWER] if self.only_flowers else []
        if strays and not errors:
            errors["_schema"] = [f"not_a_flower|{CODES[kind]} is no flower" for kind in dict.fromkeys(strays)]
        if errors:
            raise ValidationError(errors)
        return tuple(sorted(kinds))


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"  # noqa: PLR2004
