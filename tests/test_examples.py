"""The examples do what they say, against a service that runs; what they print is what it answers in-process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tools.serving import served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

EXAMPLES = Path(__file__).parent.parent / "examples"
HAND: dict[str, Any] = {
    "ruleset": "baike",
    "hand": "(123m) 456m 789m 55p 333s 45s +6s",
    "context": {"seat": "S", "by": "discard", "from": "E", "pool": 31},
}
WON, LOST = (
    {"ruleset": "baike", "hand": f"(345m) (678p) 11s 234s 567s WW 2g +{tile}", "context": context}
    for context in [{"seat": "E", "by": "discard", "from": "W"}]
    for tile in "WS"
)
DEAL = {"outcome": "win", "wins": [{"winner": "甲", "by": "discard", "from": "丙", "points": {"丙": 9}}]}
NODE = shutil.which("node")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(sys.executable) as found:
        yield found


def printed(*command: str, address: str) -> list[str]:
    environment = {**os.environ, "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}
    done = subprocess.run(
        [*command, address], capture_output=True, check=False, env=environment, encoding="utf8", timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def wanted(client: FlaskClient) -> list[str]:
    """Return the lines that the clients print, made from the answers of the application itself."""
    scored = client.post("/v1/score", json=HAND).get_json()
    ledger = client.post(
        "/v1/ledger/advance", json={"ruleset": "baike", "players": ["甲", "乙", "丙", "丁"], "deal": DEAL}
    ).get_json()["ledger"]
    ledger = client.post("/v1/ledger/advance", json={"ruleset": "baike", "ledger": ledger, "deal": DEAL}).get_json()
    return [
        f"{scored['total_fan']} fan",
        *(f"  {one['total']} {one['name']['zh']} {one['name']['en']}" for one in scored["readings"][0]["fan"]),
        *(f"{one['from']} pays {one['to']} {one['fan']}" for one in scored["payments"]),
        *(
            f"{one['debtor']} owes {one['creditor']} {one['points']}, pulls: {one['pulls']}"
            for one in ledger["ledger"]["debts"]
        ),
        f"line 1: {client.post('/v1/score', json=WON).get_json()['total_fan']} fan",
        client.post("/v1/score", json=LOST).get_json()["detail"],
    ]


def test_python(address: str, wanted: list[str]) -> None:
    assert printed(sys.executable, str(EXAMPLES / "client.py"), address=address) == wanted


def test_javascript(address: str, wanted: list[str]) -> None:
    if NODE is None:
        pytest.skip("NO NODE: the JavaScript example was not run")
    assert printed(NODE, str(EXAMPLES / "client.mjs"), address=address) == wanted


def test_curl(address: str, post: Callable[[dict[str, Any]], TestResponse]) -> None:
    fan, payments, debts, won, lost = printed("sh", str(EXAMPLES / "curl.sh"), address=address)
    scored = post(HAND).get_json()
    assert fan == f'"total_fan":{scored["total_fan"]}'
    assert json.loads("{" + payments.removesuffix(',"assumed"') + "}") == {"payments": scored["payments"]}
    assert json.loads("{" + debts + "}") == {"debts": [{"creditor": "甲", "debtor": "丙", "points": 9, "pulls": 1}]}
    assert won.startswith('{"n":1,"status":200,')
    assert lost.startswith('{"n":2,"status":422,')


def test_a_refusal_says_what_is_wrong(address: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CALL], cwd=EXAMPLES, capture_output=True, check=False, encoding="utf8",
        env={**os.environ, "NO_PROXY": "127.0.0.1", "ADDRESS": address}, timeout=60,
    )  # fmt: skip
    assert done.returncode == 1
    assert "/ruleset: " in done.stderr


CALL = """
import os, sys
sys.argv[1:] = [os.environ["ADDRESS"]]
import client
client.post("/v1/score", {"ruleset": "biake", "hand": "1m", "context": {}})
"""
