"""A hand in JSON: one string, or an object; both become a `Hand`."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields

from schemas.fields import COMMON, Listed, Seat, Tile, Tiles, Word
from schemas.strict import StrictSchema, Whole
from service.scoring.hand import Hand, Meld, meld_fault
from service.scoring.notation import read_hand
from service.scoring.tiles import FIRST_FLOWER

MOST_MELDS_READ = 16
LONGEST_HAND = 400


class MeldSchema(StrictSchema):
    """A set on the table."""

    type = Word("chow", "pung", "kong", required=True)
    tiles = Tiles(required=True)
    kind = Word("exposed", "added", "concealed")
    fed_by = Seat(data_key="from")

    def faults(self, data: dict[str, Any]) -> dict[str, list[str]]:
        """Return where type, tiles, kind and feeder do not fit each other."""
        faults: dict[str, list[str]] = {}
        fault = meld_fault(data["type"], list(data["tiles"]))
        if fault:
            faults["tiles"] = [f"{fault[0]}|{fault[1]}"]
        if data["type"] == "kong" and "kind" not in data:
            faults["kind"] = ["missing|a kong is exposed, added or concealed"]
        if data["type"] != "kong" and "kind" in data:
            faults["kind"] = ["not_a_kong|only a kong has a kind"]
        if data.get("kind") == "concealed" and "fed_by" in data:
            faults["from"] = ["concealed_kong_fed|nobody feeds a concealed kong"]
        return faults


class HandSchema(StrictSchema):
    """The winner's tiles, the winning tile apart."""

    concealed = Tiles(required=True)
    winning_tile = Tile()
    melds = Listed(fields.Nested(MeldSchema()), most=MOST_MELDS_READ)
    flowers = Tiles(only_flowers=True)


class HandField(Whole[Any]):
    """A hand as a string or as an object; loads to a `Hand`, or to the parts of one where an object has faults."""

    default_error_messages = {**COMMON, "type": "wrong_type|a string or an object is wanted"}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.schema = HandSchema()

    def read(self, value: Any) -> Any:
        """Return the loaded value."""
        if isinstance(value, str):
            return _from_string(value)
        if not isinstance(value, dict):
            raise self.make_error("type")
        return make_hand(self.schema.load(value))


def _from_string(text: str) -> Hand:
    if len(text) > LONGEST_HAND:
        message = f"too_long|a hand has at most {LONGEST_HAND} characters"
        raise ValidationError(message)
    hand, faults = read_hand(text)
    if faults:
        raise ValidationError([f"{fault.code}|{fault.message}" for fault in faults])
    return hand


def make_hand(data: dict[str, Any]) -> Hand:
    """Return the hand of a loaded object."""
    melds = tuple(
        Meld(meld["type"], meld["tiles"][0], meld.get("kind"), meld.get("fed_by")) for meld in data.get("melds", ())
    )
    flowers = tuple(kind - FIRST_FLOWER for kind in data.get("flowers", ()))
    return Hand(data["concealed"], melds, flowers, data.get("winning_tile"))
