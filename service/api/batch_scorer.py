"""One request of a batch at a time: what it would be answered alone, as status and JSON text."""

from __future__ import annotations

import json
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

from werkzeug.exceptions import RequestEntityTooLarge

from schemas.answer import score_answer
from schemas.score import load_score_request
from service.api.errors import refusal_of
from service.api.json_body import json_text, parse_json, too_large
from service.api.metrics import count_hand
from service.scoring.score import score

if TYPE_CHECKING:
    from collections.abc import Callable

# Bytes for the answers that one batch remembers, and what each of them takes beside its text.
ROOM: Final = 4 * 1024 * 1024
OVERHEAD: Final = 300


class Answer(NamedTuple):
    """What a request is answered with."""

    status: int
    text: str


class Memo:
    """Answers given before, by request; when they outgrow their room, those not asked for longest go first."""

    def __init__(self, room: int) -> None:
        self.room = room
        self._answers: OrderedDict[bytes, Answer] = OrderedDict()

    def answer(self, key: bytes, make: Callable[[], Answer]) -> Answer:
        """Return the answer to a request, made anew where it is not known."""
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
            return found
        made = make()
        self._answers[key] = made
        self.room -= _size(key, made)
        while self.room < 0:
            self.room += _size(*self._answers.popitem(last=False))
        return made


def _size(key: bytes, answer: Answer) -> int:
    return len(key) + len(answer.text) + OVERHEAD


class BatchScorer:
    """Scores the requests of one batch; equal ones once, as far as `ROOM` holds their answers.

    `depth` bounds the nesting of a line, `line_bytes` its length; `request_id` stands in the problems. `hands` says
    how many were scored by which ruleset since they were counted: to count each at once would have the threads of a
    worker wait for each other at every hand, which takes as long as half the scoring.
    """

    def __init__(self, request_id: str, *, depth: int, line_bytes: int) -> None:
        self._request_id = request_id
        self._depth = depth
        self._line_bytes = line_bytes
        self._memo = Memo(ROOM)
        self.hands: Counter[str] = Counter()

    def count_hands(self) -> None:
        """Count the hands that were scored since the last time."""
        for ruleset, hands in self.hands.items():
            count_hand(ruleset, hands)
        self.hands.clear()

    def line(self, raw: bytes) -> Answer:
        """Answer a request in JSON text; nothing is raised, whatever stands there."""
        return self._memo.answer(raw, lambda: self._answered(lambda: self._parsed(raw)))

    def numbered(self, n: int, line: bytes) -> Answer:
        """Answer the nth line of a batch by a line, its end with it."""
        status, text = self.line(line.rstrip(b"\r\n"))
        return Answer(status, f'{{"n":{n},"status":{status},"body":{text}}}\n')

    def item(self, payload: object) -> Answer:
        """Answer a request that was parsed already."""
        key = json.dumps(payload, sort_keys=True).encode("ascii")
        return self._memo.answer(key, lambda: self._answered(lambda: payload))

    def _parsed(self, raw: bytes) -> object:
        if len(raw) > self._line_bytes:
            raise RequestEntityTooLarge(too_large(self._line_bytes))
        return parse_json(raw, self._depth)

    def _answered(self, payload: Callable[[], object]) -> Answer:
        try:
            return Answer(200, json_text(self._scored(payload())))
        except Exception as error:  # noqa: BLE001  (one bad request is one bad answer, not the end of the batch)
            refusal = refusal_of(error, self._request_id)
            return Answer(refusal.status, json_text(refusal.body(self._request_id)))

    def _scored(self, payload: object) -> dict[str, object]:
        asked = load_score_request(payload, detail="total")
        result = score(asked.ruleset, asked.hand, asked.context, explain=asked.shows_readings)
        self.hands[asked.ruleset.source.id] += 1
        return score_answer(asked, result)
