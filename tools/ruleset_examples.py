"""Choose an example hand for every row from the case vectors, and write them where the service finds them.

    python -m tools.ruleset_examples

The pages show what the running service makes of each hand; only the hands are data.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from service.scoring.ruleset import ids

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests" / "cases"
EXAMPLES = ROOT / "service" / "examples"
KEPT = ("hand", "context", "ruleset")


def text(ruleset: str) -> str:
    """Return the file of a ruleset: for each row the first hand that earns it, best by the table as it is."""
    chosen: dict[str, dict[str, Any]] = {}
    for file in sorted((CASES / ruleset).glob("*.yaml")):
        for vector in yaml.safe_load(file.read_text("utf8")) or []:
            row = vector.get("earns")
            if row is None or "problem" in vector:
                continue
            if row not in chosen or ("ruleset" in chosen[row] and "ruleset" not in vector):
                chosen[row] = vector
    kept = {row: {key: vector[key] for key in KEPT if key in vector} for row, vector in chosen.items()}
    lines = [f"{json.dumps(row)}: {json.dumps(kept[row], ensure_ascii=False)}" for row in sorted(kept)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    EXAMPLES.mkdir(exist_ok=True)
    for name in ids():
        (EXAMPLES / f"{name}.json").write_text(text(name), "utf8")
