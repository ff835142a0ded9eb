"""The cash awards of a ruleset's file (現金獎 and penalties): what an entry may say, and what is checked of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from service.scoring.cash_facts import CONDITIONS, FACTS
from service.scoring.errors import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.scoring.checks import Check

FROM_TO_PLAYER: Final = "from_to_player"
PAYS: Final = ("others_to_player", "player_to_others", FROM_TO_PLAYER)
REQUIRED: Final = "id zh en line trigger pays"
OPTIONAL: Final = "bases fan facts holds dealer once bars basis notes"
# Whole bases and halves: a payment is then exact in fan as in money.
BASES: Final = re.compile(r"(0|[1-9][0-9]{0,2})(\.5)?")


@dataclass(frozen=True, slots=True)
class CashAward:
    """One payment in cash outside the ledger: what brings it, who pays whom, and what each payer pays each payee.

    `facts` may be told with an event, and are then checked by the condition `holds`; its type and player are enough.
    `bases` are in 底; where the source gives a price in fan, `fan` has it and `bases` is None.
    """

    id: str
    zh: str
    en: str
    line: Any
    trigger: str
    pays: str
    bases: Fraction | None = None
    fan: int | None = None
    facts: tuple[str, ...] = ()
    holds: str | None = None
    dealer: bool = False
    once: str | None = None
    bars: tuple[str, ...] = ()
    basis: str = "stated"
    notes: tuple[str, ...] = ()

    @property
    def between_two(self) -> bool:
        """Whether one player pays another, and the rest nothing."""
        return self.pays == FROM_TO_PLAYER


def read_awards(check: Check, entries: Iterable[dict[str, Any]], words: tuple[str, ...]) -> tuple[CashAward, ...]:
    """Return the awards of a file, checked; `words` are those that a `basis` may be."""
    awards = tuple(_award(check, entry, words) for entry in entries)
    names = [award.id for award in awards]
    for award in awards:
        if names.count(award.id) > 1:
            raise check.fail(f"cash_award {award.id}", "the id stands twice")
        for position, name in enumerate(award.bars):
            if name not in names:
                message = f"no such award {name!r}{nearest(name, names)}"
                raise check.fail(f"cash_award {award.id}.bars[{position}]", message)
    return awards


def _award(check: Check, entry: dict[str, Any], words: tuple[str, ...]) -> CashAward:
    place = f"cash_award {entry.get('id', '?')}"
    check.known(place, entry, REQUIRED, OPTIONAL)
    lists: dict[str, Any] = {key: tuple(entry[key]) for key in ("facts", "bars", "notes") if key in entry}
    award = CashAward(**{**entry, **lists, **_price(check, place, entry)})
    check.word(f"{place}.pays", award.pays, *PAYS)
    check.word(f"{place}.basis", award.basis, *words)
    if type(award.dealer) is not bool:
        raise check.fail(f"{place}.dealer", "true or false is wanted")
    if award.once is not None:
        check.word(f"{place}.once", award.once, "player", "deal")
    for fact in award.facts:
        check.word(f"{place}.facts", fact, *FACTS)
    if award.holds is not None:
        _condition(check, place, award, award.holds)
    return award


def _price(check: Check, place: str, entry: dict[str, Any]) -> dict[str, Any]:
    """Read the price: `bases` as a string with at most a half in it, or `fan` as a whole number."""
    if ("bases" in entry) == ("fan" in entry):
        raise check.fail(place, "the price is either `bases` or `fan`")
    if "fan" in entry:
        if type(entry["fan"]) is not int or entry["fan"] <= 0:
            raise check.fail(f"{place}.fan", "a whole number of fan above 0 is wanted")
        return {}
    bases = entry["bases"]
    if not isinstance(bases, str) or not BASES.fullmatch(bases) or bases == "0":
        raise check.fail(f"{place}.bases", f"{bases!r}: a number of bases in a string is wanted, such as '1' or '0.5'")
    return {"bases": Fraction(bases)}


def _condition(check: Check, place: str, award: CashAward, name: str) -> None:
    if name not in CONDITIONS:
        raise check.fail(f"{place}.holds", f"no such condition {name!r}{nearest(name, CONDITIONS)}")
    for fact in CONDITIONS[name].about:
        if fact not in award.facts:
            raise check.fail(f"{place}.holds", f"{name} asks for {fact}, which is not among the facts")


def decimal_text(halves: Fraction) -> str:
    """Return whole numbers and halves as a decimal number."""
    return f"{halves.numerator // halves.denominator}{'.5' if halves.denominator > 1 else ''}"
