"""A ruleset in JSON: an id, or an object that derives a house table; and its description."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError

from schemas.fields import COMMON, Listed, Text
from schemas.limits import RULESET_ENTRIES
from schemas.strict import StrictSchema, Whole
from service.scoring.cash_rows import CashAward, decimal_text
from service.scoring.compiled import Ruleset
from service.scoring.derive import derive, ruleset
from service.scoring.errors import BadOverride, UnknownRuleset
from service.scoring.options import LEDGER_SWITCHES, SWITCHES, Switch
from service.scoring.rows import Row, Source

NAME = r"^[^\x00-\x1f]{1,100}\Z"


class _Object(Whole[dict[str, Any]]):
    """A JSON object, its content left to the ruleset."""

    default_error_messages = {
        **COMMON,
        "type": "wrong_type|an object is wanted",
        "many": "too_many|too many entries",
    }

    def read(self, value: Any) -> dict[str, Any]:
        """Return the loaded value."""
        if not isinstance(value, dict):
            raise self.make_error("type")
        if len(value) > RULESET_ENTRIES:
            raise self.make_error("many")
        return value


class DerivedRulesetSchema(StrictSchema):
    """A table derived from a ruleset by house rules."""

    id = Text(NAME, "the id of a ruleset", required=True)
    fan = _Object()
    enable = Listed(Text(NAME, "the id of a row"), most=RULESET_ENTRIES)
    disable = Listed(Text(NAME, "the id of a row"), most=RULESET_ENTRIES)
    options = _Object()


class RulesetField(Whole[Ruleset]):
    """A ruleset by id or derived; loads to a compiled table, every fault of it at once."""

    default_error_messages = {**COMMON, "type": "wrong_type|a ruleset id or an object is wanted"}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.schema = DerivedRulesetSchema()

    def read(self, value: Any) -> Ruleset:
        """Return the loaded value."""
        try:
            if isinstance(value, str):
                return ruleset(value)
            if not isinstance(value, dict):
                raise self.make_error("type")
            return derive(self.schema.load(value))
        except UnknownRuleset as error:
            message = f"unknown_ruleset|{error}"
            raise ValidationError({"id": [message]} if isinstance(value, dict) else message) from error
        except BadOverride as error:
            raise ValidationError(_nested(error)) from error
        except ValidationError as error:
            # Without what could be read of it: half a description is no ruleset.
            raise ValidationError(error.messages) from error


def _nested(error: BadOverride) -> dict[str, Any]:
    """Turn pointers below /ruleset back into marshmallow's nested messages."""
    messages: dict[str, Any] = {}
    for problem in error.problems:
        steps = [step.replace("~1", "/").replace("~0", "~") for step in problem.pointer.split("/")[2:]]
        place = messages
        for step in steps[:-1]:
            place = place.setdefault(step, {})
        place.setdefault(steps[-1], []).append(f"{problem.code}|{problem.message}")
    return messages


def ruleset_summary(source: Source) -> dict[str, Any]:
    """Return what the list of rulesets says of one."""
    return {
        "id": source.id, "version": source.version, "name": source.name, "source": source.source,
        "row_count": len(source.rows),
    }  # fmt: skip


def ruleset_description(source: Source) -> dict[str, Any]:
    """Return a whole ruleset: rows in table order, options with their values and defaults, notes on its source."""
    return {
        "id": source.id,
        "version": source.version,
        "name": source.name,
        "source": source.source,
        "notes": list(source.notes),
        "rows": [_row(row) for row in source.rows],
        "options": [_option(switch, source.options[switch.name]) for switch in (*SWITCHES, *source.switches)],
        "ledger": [_option(switch, source.options["ledger"][switch.name]) for switch in LEDGER_SWITCHES],
        "cash_awards": [_award(award) for award in source.cash_awards],
        "seating": source.seating,
        "wall": source.wall,
    }


def _row(row: Row) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "id": row.id, "n": row.n, "line": row.line, "name": {"zh": row.zh, "en": row.en}, "aliases": list(row.aliases),
        "category": row.category, "fan": _fan(row.fan), "unit": row.unit,
        "excludes": {"stated": list(row.excludes_stated), "implied": list(row.excludes_implied)},
        "twin": list(row.twin), "needs": list(row.needs), "basis": row.basis, "default": row.default,
        "rulings": list(row.rulings), "notes": list(row.notes),
    }  # fmt: skip
    return answer | ({"by": row.by} if row.by else {})


def _award(award: CashAward) -> dict[str, Any]:
    price = {"fan": award.fan} if award.bases is None else {"bases": decimal_text(award.bases)}
    return {
        "id": award.id, "line": award.line, "name": {"zh": award.zh, "en": award.en}, "trigger": award.trigger, **price,
        "pays": award.pays, "facts": list(award.facts), "only_dealer": award.dealer,
        "once": award.once, "basis": award.basis, "notes": list(award.notes),
    }  # fmt: skip


def _fan(fan: int | dict[str, int]) -> int | dict[str, Any]:
    if isinstance(fan, dict) and set(fan) == {"per", "plus"}:
        return {"formula": f"{fan['per']}n+{fan['plus']}", **fan}
    return fan


def _option(switch: Switch, default: object) -> dict[str, Any]:
    values: Any = {"least": switch.values[0], "most": switch.values[1]} if switch.numeric else list(switch.values)
    return {"name": switch.name, "values": values, "default": default, "meaning": switch.meaning}
