"""Clients that ask without pause, look at every answer, and note what went wrong and when."""

from __future__ import annotations

import http.client
import json
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from faults.servers import GOOD, JSON

from service.app import create_app

if TYPE_CHECKING:
    from collections.abc import Sequence

HANDS = (
    "123m 456m 78m EEE 55p 678s 2g +9m",
    "(123m) 456m 789m 55p 333s 45s +6s",
    "111222333m 555p 66s NN +N",
    "778899s 22333p 22344m +3m",
    "123m 456p 789s 11m 22m 5s 6s +7s",  # does not win
)
RULESETS: tuple[Any, ...] = ("baike", "wikipedia", "house", {"id": "baike", "fan": {"all_pungs": 40}})
BODIES = [
    json.dumps({**GOOD, "ruleset": ruleset, "hand": hand, "context": {**GOOD["context"], "seat": seat}}).encode()
    for ruleset in RULESETS
    for hand in HANDS
    for seat in "SN"
]


def right_answers() -> list[tuple[int, Any]]:
    """Return what each body is answered by, asked without a server."""
    client = create_app().test_client()
    answers = [client.post("/v1/score", data=body, headers=JSON) for body in BODIES]
    return [(answer.status_code, without_instance(answer.get_json())) for answer in answers]


def without_instance(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "instance"}


@dataclass
class Load:
    """So many clients at some ports, each with a connection that it keeps; `with` starts and ends them."""

    ports: Sequence[int]
    clients: int = 8
    answered: int = 0
    scored: int = 0
    wrong: list[str] = field(default_factory=list)
    failed: list[tuple[float, str]] = field(default_factory=list)
    slowest: float = 0.0

    def __post_init__(self) -> None:
        self._right = right_answers()
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._ask_on, args=(n,)) for n in range(self.clients)]

    def __enter__(self) -> Self:
        self.began = time.monotonic()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_exc: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(60)
        self.seconds = time.monotonic() - self.began
        assert not any(thread.is_alive() for thread in self._threads), "a client hangs"

    def wait(self, seconds: float) -> None:
        self._over.wait(seconds)

    def _ask_on(self, n: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.ports[n % len(self.ports)], timeout=30)
        while not self._over.is_set():
            n = (n + 1) % len(BODIES)
            began = time.monotonic()
            try:
                connection.request("POST", "/v1/score", BODIES[n], JSON)
                answer = connection.getresponse()
                status, body = answer.status, answer.read()
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                with self._lock:
                    self.failed.append((time.monotonic(), repr(error)))
                continue
            self._note(n, status, body, time.monotonic() - began)
        connection.close()

    def _note(self, n: int, status: int, body: bytes, seconds: float) -> None:
        right = (status, without_instance(json.loads(body))) == self._right[n]
        with self._lock:
            self.answered += 1
            self.scored += status == 200
            self.slowest = max(self.slowest, seconds)
            if not right:
                self.wrong.append(f"{BODIES[n]!r}: {status} {body[:300]!r}")
