"""The doors between the rooms, tried from outside: what a fresh interpreter loads, what files import, their sizes."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
FILES = sorted(file for package in ("service", "schemas") for file in (ROOT / package).rglob("*.py"))
MOST_LINES = 320
MOST_LINES_OF_A_FUNCTION = 40


def module_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = [module_of(file) for file in FILES]
CORE = [name for name in MODULES if name.startswith("service.scoring")]


def run(program: str) -> list[str]:
    """Return the words that a program prints in a fresh interpreter at the root."""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_the_rules_load_nothing_of_the_web() -> None:
    program = f"""
import importlib, sys
for name in {CORE}: importlib.import_module(name)
print(*sys.modules)
"""
    loaded = {name.partition(".")[0] for name in run(program)}
    assert loaded >= {"service", "tomllib"}
    assert loaded & {"flask", "marshmallow", "werkzeug", "yaml", "gunicorn", "schemas"} == set()


def test_the_rules_score_without_the_web() -> None:
    program = """
import sys
from service.scoring.context import Context
from service.scoring.derive import ruleset
from service.scoring.notation import read_hand
from service.scoring.score import score
hand, faults = read_hand("123m 456m 789m 123p 44p 5s 6s +7s")
print(len(faults), score(ruleset("baike"), hand, Context(0, "self_draw")).readings[0].total > 0)
print("flask" in sys.modules)
"""
    assert run(program) == ["0", "True", "False"]


def test_the_oracle_shares_no_code_with_what_it_judges() -> None:
    program = """
import sys
sys.path.insert(0, "tests")
import oracle.differential, oracle.ledger_model
print(*sys.modules)
"""
    loaded = {name.partition(".")[0] for name in run(program)}
    assert "oracle" in loaded
    assert loaded & {"service", "schemas"} == set()


def test_every_module_can_be_imported_first() -> None:
    """A package that re-exports its factory dies of a circular import, but only in some orders."""
    program = f"""
import importlib, sys
for name in {MODULES}:
    for loaded in [m for m in sys.modules if m.partition(".")[0] in ("service", "schemas")]:
        del sys.modules[loaded]
    importlib.import_module(name)
    print(name)
"""
    assert run(program) == MODULES


def test_no_file_is_too_long_to_be_read_at_once() -> None:
    lengths = {str(file.relative_to(ROOT)): len(file.read_text("utf8").splitlines()) for file in FILES}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def test_no_function_is_too_long_to_be_seen_at_once() -> None:
    lengths = {
        f"{module_of(file)}.{function.name}": (function.end_lineno or 0) - function.lineno + 1
        for file in FILES
        for function in functions(ast.parse(file.read_text("utf8")))
    }
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES_OF_A_FUNCTION} == {}


def imports(file: Path) -> Iterator[str]:
    """Yield what a file imports, wherever it stands in it, even for the type checker alone."""
    package = module_of(file).split(".") if file.name == "__init__.py" else module_of(file).split(".")[:-1]
    for node in ast.walk(ast.parse(file.read_text("utf8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            yield ".".join([*base, *([node.module] if node.module else [])])


def test_the_rules_import_the_standard_library_and_themselves() -> None:
    strays = {
        (module_of(file), name)
        for file in FILES
        if module_of(file).startswith("service.scoring")
        for name in imports(file)
        if not (name + ".").startswith("service.scoring.") and name.partition(".")[0] not in sys.stdlib_module_names
    }
    assert strays == set()


def test_the_schemas_import_nothing_of_the_edge() -> None:
    strays = {
        (module_of(file), name)
        for file in FILES
        if module_of(file).partition(".")[0] == "schemas"
        for name in imports(file)
        if name.partition(".")[0] in ("flask", "werkzeug") or name.startswith(("service.api", "service.app"))
    }
    assert strays == set()
