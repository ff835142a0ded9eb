"""Write the tables of all rulesets into `service/scoring/rulesets/README.md`, from the data.

    python -m tools.ruleset_pages

What stands above the marker is written by hand and kept.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from service.scoring.cash_rows import decimal_text
from service.scoring.ruleset import ids, load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.scoring.rows import Row, Source

PAGE = Path(__file__).parent.parent / "service" / "scoring" / "rulesets" / "README.md"
MARKER = "<!-- Below this line: made from the data by `make pages`. -->\n"


def page() -> str:
    """Return the whole page: the part by hand, then every table."""
    by_hand = PAGE.read_text("utf8").split(MARKER)[0]
    return by_hand + MARKER + "".join(_table(load(name)) for name in ids())


def _table(source: Source) -> str:
    lines = [
        f"\n## `{source.id}`: {source.source['title']}, lines {source.source['lines']}\n",
        "\n| n | id | name | fan | basis | removes | default |\n|---|---|---|---|---|---|---|\n",
        *(_row(row) for row in source.all_rows),
        *_cash_awards(source),
        "\nHow the source was read:\n\n",
        *(f"- {note}\n" for note in source.notes),
        *_rulings(source),
    ]
    return "".join(lines)


def _row(row: Row) -> str:
    removes = ", ".join(f"`{name}`" for name in row.excludes) or "–"
    cells = (str(row.n), f"`{row.id}`", f"{row.zh}, {row.en}", _fan(row), _basis(row), removes, row.default)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def _fan(row: Row) -> str:
    if isinstance(row.fan, int):
        return str(row.fan)
    if set(row.fan) == {"per", "plus"}:
        return f"{row.fan['per']}n+{row.fan['plus']}"
    return ", ".join(f"{variant} {fan}" for variant, fan in row.fan.items())


def _basis(row: Row) -> str:
    if isinstance(row.basis, dict):
        return ", ".join(f"{variant} {word}" for variant, word in row.basis.items())
    return str(row.basis)


def _cash_awards(source: Source) -> Iterator[str]:
    if not source.cash_awards:
        return
    yield "\nCash awards and penalties, for each who pays and is paid:\n"
    yield "\n| id | name | price | who pays | when | line | basis |\n|---|---|---|---|---|---|---|\n"
    for award in source.cash_awards:
        price = f"{award.fan} fan" if award.bases is None else f"{decimal_text(award.bases)} 底"
        line = ", ".join(map(str, award.line)) if isinstance(award.line, list) else str(award.line)
        cells = (
            f"`{award.id}`", f"{award.zh}, {award.en}", price, award.pays.replace("_", " "), award.trigger, line,
            award.basis,
        )  # fmt: skip
        yield "| " + " | ".join(cells) + " |\n"


def _rulings(source: Source) -> Iterator[str]:
    for row in source.all_rows:
        for text in (*row.rulings, *row.notes):
            yield f"- `{row.id}`: {text}\n"
    for award in source.cash_awards:
        for text in award.notes:
            yield f"- `{award.id}` (cash): {text}\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf8")
