"""The answer of /v1/score, built by plain code: every fan, every removal, every payment explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from service.scoring.decompose import LIK_KU_LIK_KU, NOWHERE
from service.scoring.instances import FLOWER_SHIFT, FLOWERS_MASK, FOCUS_SHIFT, PLACES_MASK, SETS_MASK
from service.scoring.tiles import CODES, FIRST_FLOWER, SEATS, codes, kinds_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schemas.score import ScoreRequest
    from service.scoring.compiled import CompiledRow, Ruleset
    from service.scoring.hand import Hand, Meld
    from service.scoring.payments import Payment
    from service.scoring.reading import Reading
    from service.scoring.scored import Line, Removal, Score, ScoredReading

Json = dict[str, Any]
# A triplet and seven pairs are the most sets there are; the place after the last set is that of the eyes.
MOST_PLACES: Final = 9
# By mask of sets, the eyes among them: which they are.
PLACES: Final = tuple(tuple(kinds_in(mask)) for mask in range(1 << MOST_PLACES))
# Where there are no melds, the sets stand in tile order already.
AS_THEY_STAND: Final = tuple(range(MOST_PLACES))
AnyLine = TypeVar("AnyLine", "Line", "Removal")


def score_answer(request: ScoreRequest, result: Score) -> Json:
    """Return the JSON body: `full` has every reading, `best` the best, `total` numbers and payments only."""
    best = result.readings[0]
    answer: Json = {
        "ruleset": ruleset_answer(request.ruleset),
        "hand": hand_answer(request.hand),
        "waits": codes(result.facts.waits),
    }
    if request.shows_readings:
        shown = result.readings if request.detail == "full" else result.readings[:1]
        answer |= {"best": 0, "readings": [reading_answer(reading) for reading in shown]}
    payments = [payment_answer(payment, request) for payment in result.payments]
    return answer | {
        "total_fan": best.total,
        "base": request.ruleset.options.base * best.bases,
        "settlement": payments[-1]["settlement"],
        "payments": payments,
        "assumed": [
            {"field": "/context/" + name.replace(".", "/"), "value": value, "affects": list(rows)}
            for name, value, rows in result.assumed
        ],
    }


def ruleset_answer(ruleset: Ruleset) -> Json:
    """Name the table that was used; a derived one by its digest."""
    answer: Json = {
        "id": ruleset.source.id,
        "version": ruleset.source.version,
        "derived": ruleset.digest is not None,
    }
    if ruleset.digest is not None:
        answer["digest"] = ruleset.digest
    return answer


def hand_answer(hand: Hand) -> Json:
    """Return the hand in canonical codes."""
    answer: Json = {
        "concealed": codes(hand.concealed),
        "melds": [meld_answer(meld) for meld in hand.melds],
        "flowers": [CODES[FIRST_FLOWER + n] for n in hand.flowers],
    }
    if hand.winning_tile is not None:
        answer["winning_tile"] = CODES[hand.winning_tile]
    return answer


def meld_answer(meld: Meld) -> Json:
    """Return a meld as it may be posted."""
    answer: Json = {"type": meld.type, "tiles": codes(meld.tiles)}
    if meld.kong is not None:
        answer["kind"] = meld.kong
    if meld.fed_by is not None:
        answer["from"] = SEATS[meld.fed_by]
    return answer


def reading_answer(scored: ScoredReading) -> Json:
    """Return one reading: its sets, its fans in the table's order, and what was removed by which row and why."""
    reading, other = scored.reading, scored.other
    answer: Json = {"form": scored.form, **_shape(reading), "wait": reading.wait}
    if other is not None:
        answer["other"] = {"form": LIK_KU_LIK_KU, **_shape(other.reading), "wait": other.reading.wait}
    at = _positions(reading)
    lines = [_line(line, at) for line in _in_table_order(scored.lines)]
    removals = [_removal(removal, at) for removal in _in_table_order(scored.removals)]
    if other is not None:
        at = _positions(other.reading)
        lines += [{**_line(line, at), "in": "other"} for line in _in_table_order(other.lines)]
        removals += [{**_removal(removal, at), "in": "other"} for removal in _in_table_order(other.removals)]
    answer["fan"], answer["excluded"], answer["total"] = lines, removals, scored.total
    return answer


def _positions(reading: Reading) -> Sequence[int]:
    """Return where each set, and last the eyes, stands among the sets in tile order."""
    if not reading.facts.meld_codes:
        return AS_THEY_STAND
    order = reading.in_tile_order()
    return [*map(order.index, range(len(order))), len(order)]


def _shape(reading: Reading) -> Json:
    shape: Json = {"sets": [_set(reading, index) for index in reading.in_tile_order()], "eyes": None}
    if reading.eyes != NOWHERE:
        shape["eyes"] = {"tiles": [CODES[reading.eyes]] * 2, "won": reading.won == reading.eyes_index}
    if reading.singles:
        shape["singles"] = codes(reading.singles)
        if reading.won == NOWHERE and reading.facts.hand.winning_tile is not None:
            shape["won_single"] = CODES[reading.facts.hand.winning_tile]
    return shape


def _set(reading: Reading, index: int) -> Json:
    code, meld = reading.codes[index], reading.melds[index]
    kind = code >> 1
    if meld is not None:
        answer: Json = {"type": meld.type, "tiles": codes(meld.tiles)}
        if meld.kong is not None:
            answer["kind"] = meld.kong
    elif code & 1:
        answer = {"type": "pung", "tiles": [CODES[kind]] * 3}
    elif reading.form == LIK_KU_LIK_KU:
        answer = {"type": "pair", "tiles": [CODES[kind]] * 2}
    else:
        answer = {"type": "chow", "tiles": codes([kind, kind + 1, kind + 2])}
    answer["melded"] = meld is not None and meld.claimed
    answer["hidden"] = bool(reading.hidden >> index & 1)
    answer["won"] = reading.won == index
    return answer


def _in_table_order(lines: Iterable[AnyLine]) -> list[AnyLine]:
    return sorted(lines, key=lambda line: line.row.row.n)


def _line(line: Line, at: Sequence[int]) -> Json:
    answer = _counted(line, at)
    answer["total"] = line.total
    answer["basis"] = line.row.row.basis_of(line.variant)
    return answer


def _subject(kinds: int) -> str:
    """Name what an instance is about: a tile, or the number of tiles in all suits."""
    first, *others = codes(kinds_in(kinds))
    return first[0] if others else first


def _counted(line: Line | Removal, at: Sequence[int]) -> Json:
    """What a counted and a removed row have in common."""
    row, instances = line.row.row, line.instances
    answer: Json = {
        "id": row.id, "name": {"zh": row.zh, "en": row.en}, "each": line.each, "count": len(instances),
        "instances": [instance(mask, at) for mask in instances if mask & PLACES_MASK],
    }  # fmt: skip
    if line.variant is not None:
        answer["variant"] = line.variant
    about = [_subject(mask >> FOCUS_SHIFT) for mask in instances if mask >> FOCUS_SHIFT]
    if about:
        answer["about"] = about
    return answer


def instance(mask: int, at: Sequence[int]) -> Sequence[Any]:
    """Return an instance as set indices, or as flower codes."""
    if mask & FLOWERS_MASK:
        return [CODES[FIRST_FLOWER + n] for n in kinds_in((mask & FLOWERS_MASK) >> FLOWER_SHIFT)]
    sets = PLACES[mask & SETS_MASK]
    return sets if at is AS_THEY_STAND else sorted([at[index] for index in sets])


def _removal(removal: Removal, at: Sequence[int]) -> Json:
    answer = _counted(removal, at)
    answer["by"] = removal.by.id
    answer["reason"] = reason(removal.row, removal.by)
    return answer


def reason(row: CompiledRow, by: CompiledRow) -> str:
    """Say in one sentence why a row was removed."""
    name = f"{by.row.zh} ({by.id})"
    if by is row:
        return f"{name} counts once for these tiles"
    if by.row.reprice is not None:
        return f"{name} takes the place of the fan it is measured by"
    if row.id in by.row.twin:
        return f"{name} counts for the same tiles"
    if row.id in by.row.excludes_stated:
        return f"{name} says that it is not added (line {line_text(by.row.line)})"
    return f"{name} contains it"


def line_text(line: object) -> str:
    """Return a source's line or lines as text."""
    return ", ".join(map(str, line)) if isinstance(line, list) else str(line)


def payment_answer(payment: Payment, request: ScoreRequest) -> Json:
    """Return a payment in fan and in money, made up part by part."""
    fan = payment.fan
    answer: Json = {
        "from": request.players[payment.payer],
        "to": request.players[payment.winner],
        "fan": fan,
        "amount": format(request.per_fan * fan, "f"),
        "settlement": payment.settlement,
        "parts": [{"id": name, "fan": fan} for name, fan in payment.parts],
    }
    if request.currency is not None:
        answer["currency"] = request.currency
    return answer
