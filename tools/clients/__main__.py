"""Generate clients in Python and TypeScript into `build/clients`, and call a running service with both.

    python -m tools.clients PYTHON

PYTHON is an interpreter that has the service; this one has the generator. Without node the TypeScript client is left
out, and that is said.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.serving import ROOT, served

HERE = Path(__file__).parent
BUILD = ROOT / "build" / "clients"
SCRIPTS = Path(sys.executable).parent


def main() -> None:
    """Generate, then call."""
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True)
    # A warning is a part of the document that no client would have.
    _run(
        SCRIPTS / "openapi-python-client", "generate", "--path", ROOT / "openapi.yaml", "--config",
        HERE / "python.yaml", "--output-path", BUILD / "python", "--fail-on-warning",
    )  # fmt: skip
    with served(sys.argv[1]) as address:
        _run(sys.executable, HERE / "call.py", address, PYTHONPATH=str(BUILD / "python"))
        if shutil.which("npm"):
            _typescript(address)
        else:
            sys.stderr.write("clients: NO TYPESCRIPT CLIENT WAS BUILT: node and npm are wanted for it\n")


def _typescript(address: str) -> None:
    folder = BUILD / "typescript"
    shutil.copytree(HERE / "typescript", folder, ignore=shutil.ignore_patterns("node_modules"))
    _run("npm", "ci", "--no-audit", "--no-fund", "--loglevel", "error", cwd=folder)
    _run("npx", "openapi-typescript", ROOT / "openapi.yaml", "--output", "schema.d.ts", cwd=folder)
    _run("npx", "tsc", "--project", ".", cwd=folder)
    _run("node", "call.js", address, cwd=folder)


def _run(*command: object, cwd: Path = ROOT, **more: str) -> None:
    environment = {**os.environ, **more, "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}", "NO_PROXY": "127.0.0.1"}
    subprocess.run([str(part) for part in command], cwd=cwd, check=True, env=environment)  # noqa: S603


if __name__ == "__main__":
    main()
