"""Build wheel, sdist and bill of materials into `dist/`, and try them as somebody would who has nothing else.

    python -m tools.release

Run by `make dist` with the tools that requirements-dist.lock pins. Fails where the sdist builds another wheel than the
checkout, where a file of the packages is missing in it, or where the service installed from it does not score a hand.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
import venv
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

from service.version import VERSION
from tools.serving import DIRECT, served

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
WHEEL = f"hktw_scorer-{VERSION}-py3-none-any.whl"
HAND = {
    "ruleset": "baike",
    "hand": "(123m) 456m 789m 55p 333s 45s +6s",
    "context": {"seat": "S", "by": "discard", "from": "E", "pool": 31},
    "detail": "total",
}


def main() -> None:
    """Build, compare, install and ask."""
    shutil.rmtree(DIST, ignore_errors=True)
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", DIST, ROOT)  # the wheel is made from the sdist
    with TemporaryDirectory() as folder:
        _run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder, ROOT)
        if (Path(folder) / WHEEL).read_bytes() != (DIST / WHEEL).read_bytes():
            sys.exit("the sdist builds another wheel than the checkout: a file is missing in it, or generated")
    _look_into(DIST / WHEEL)
    _bill_of_materials()
    with TemporaryDirectory() as folder:
        _try(Path(folder))
    print(*sorted(f"{file.name} ({file.stat().st_size:,} bytes)" for file in DIST.iterdir()), sep="\n")


def _look_into(wheel: Path) -> None:
    """Stop unless the wheel has exactly what git has of the packages, and the two files that it adds."""
    listed = subprocess.run(
        ["git", "ls-files", "service", "schemas"],  # noqa: S607
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.split()  # fmt: skip
    wanted = {*listed, "service/openapi.yaml", "service/gunicorn.conf.py"}
    found = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    if found != wanted:
        sys.exit(f"the wheel lacks {sorted(wanted - found)} and should not have {sorted(found - wanted)}")


def _bill_of_materials() -> None:
    """Write what an installed service consists of, as CycloneDX: from the lock, not from what lies in some folder."""
    out = DIST / f"hktw-scorer-{VERSION}.cdx.json"
    # The graph, of which it warns that the root is missing, is completed below.
    _run(
        sys.executable, "-W", "ignore::UserWarning", "-m", "cyclonedx_py",
        "requirements", "--pyproject", "pyproject.toml", "--mc-type", "application",
        "--output-reproducible", "--of", "JSON", "-o", out, "requirements.lock",
    )  # fmt: skip
    bill = json.loads(out.read_text("utf8"))
    root = bill["metadata"]["component"]
    root["version"] = VERSION  # dynamic in pyproject.toml, so the tool cannot know it
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]
    direct = {re.split(r"[^\w-]", one)[0].lower() for one in project["dependencies"]}
    references = [one["bom-ref"] for one in bill["components"] if one["name"].lower() in direct]
    if len(references) != len(direct):
        sys.exit(f"the lock has not all of {sorted(direct)}")
    bill["dependencies"] = [one for one in bill["dependencies"] if one["ref"] != root["bom-ref"]]
    bill["dependencies"].append({"ref": root["bom-ref"], "dependsOn": references})
    out.write_text(json.dumps(bill, indent=2) + "\n", "utf8")
    pinned = sum(line[:1].isalpha() for line in (ROOT / "requirements.lock").read_text("utf8").splitlines())
    if len(bill["components"]) != pinned:
        sys.exit(f"the bill of materials has {len(bill['components'])} components of {pinned} in the lock")


def _try(folder: Path) -> None:
    """Install the wheel into a fresh environment, away from the checkout, and ask the service that it makes."""
    venv.create(folder / "env", with_pip=True)
    python = folder / "env" / "bin" / "python"
    install = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    _run(*install, "--require-hashes", "-r", ROOT / "requirements.lock")
    _run(*install, "--no-deps", "--no-index", DIST / WHEEL)
    where = "import service; print(service.__path__[0])"
    package = subprocess.run([python, "-c", where], cwd=folder, check=True, capture_output=True, text=True)  # noqa: S603
    with served(python, Path(package.stdout.strip()) / "gunicorn.conf.py", folder) as address:
        health = _asked(f"{address}/healthz")
        if health != {"status": "ok", "version": VERSION}:
            sys.exit(f"/healthz says {health}")
        answer = _asked(f"{address}/v1/score", HAND)
        print(f"installed: {WHEEL} scores {answer['total_fan']} fan, {answer['payments'][0]['fan']} are paid")
        for path in ("/openapi.json", "/v1/rulesets/house"):
            _asked(address + path)
        for path in ("/", "/docs", "/docs/rulesets/wikipedia", "/openapi.yaml", "/metrics"):
            DIRECT.open(address + path).close()
    (folder / "in").write_text(json.dumps(HAND) + "\n", "utf8")
    _run(python, "-m", "service.bulk", "in", "out", "--workers", "1", "--quiet", cwd=folder)
    if json.loads((folder / "out").read_text("utf8"))["body"] != answer:
        sys.exit("a bulk run answers otherwise than the service")


def _asked(url: str, body: object = None) -> Any:  # noqa: ANN401  (JSON)
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})  # noqa: S310
    with DIRECT.open(request) as answer:
        return json.load(answer)


def _run(*command: object, cwd: Path = ROOT) -> None:
    subprocess.run([str(part) for part in command], cwd=cwd, check=True, stdout=subprocess.DEVNULL)  # noqa: S603


if __name__ == "__main__":
    main()
