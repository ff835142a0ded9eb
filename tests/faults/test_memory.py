"""What a process remembers of its requests is bounded: random hands, ever new tables, faults; then as many again."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from faults.servers import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.soak
REQUESTS = 20_000
PROGRAM = """
import copy, gc, random, sys
from pathlib import Path
sys.path.insert(0, "tests")
from almost import GOOD, places
from service.app import create_app
from service.scoring.tiles import CODES
dice = random.Random(5)
client = create_app().test_client()
wall = [code for code in CODES[:34] for _ in range(4)]

# A documented request in which one thing is another each time.
def documented():
    asked = dice.choice(GOOD)
    body = copy.deepcopy(asked.body)
    *path, last = dice.choice(sorted(places(body), key=str))
    parent = body
    for step in path:
        parent = parent[step]
    parent[last] = dice.choice([None, -1, {"a": []}, f"never {dice.random()}", dice.random(), parent[last]])
    return client.post(asked.path, json=body, buffered=True)

for part in range(3):
    for n in range(int(sys.argv[1])):
        if n % 3 == 1:
            assert documented().status_code in (200, 404, 422)
            client.get(f"/v1/rulesets/{n}", headers={"If-None-Match": str(n)})
            continue
        tiles = dice.sample(wall, 17)
        ruleset = dice.choice(["baike", "house", "wikipedia"])
        if n % 10 == 0:
            ruleset = {"id": ruleset, "fan": {"all_pungs": dice.randrange(100_000)}}
        hand = {"concealed": tiles[1:], "winning_tile": tiles[0]}
        if n % 7 == 0:
            hand = {"concealed": "".join(dice.choices("0123456789mpszEfg 東🀄", k=40)), "winning_tile": tiles[0]}
        context = {"seat": dice.choice("ESWN"), "by": "self_draw"}
        body = {"ruleset": ruleset, "hand": hand, "context": context} | ({"x": n} if n % 3 == 0 else {})
        answer = client.post("/v1/score", json=body)
        assert answer.status_code in (200, 422)
    gc.collect()
    status = Path("/proc/self/status").read_text()
    print(int(status.partition("VmRSS:")[2].split()[0]))
"""


def test_memory_does_not_grow(figure: Callable[[str], None]) -> None:
    """The first part fills the caches, and the last is as large as the one before."""
    command = [sys.executable, "-c", PROGRAM, str(REQUESTS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    sizes = [int(line) / 1024 for line in done.stdout.split()]
    assert sizes[2] < sizes[1] + 10
    assert sizes[2] < 400
    figure(f"{', '.join(f'{size:.0f}' for size in sizes)} MB after each {REQUESTS} of {3 * REQUESTS} requests")
