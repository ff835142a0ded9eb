"""The README's requests give the answers printed there, and what it says of house rules is accepted."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

README = (Path(__file__).parent.parent / "README.md").read_text("utf8")
CURL = re.compile(
    r"```sh\ncurl -s http://127\.0\.0\.1:8000(\S+) [^']*'Content-Type: application/json' -d '\n?(.*?)'\n```", re.DOTALL
)
ANSWER = re.compile(r"```json\n(.*?)```", re.DOTALL)


def test_every_curl_gives_the_answer_printed_after_it(client: FlaskClient) -> None:
    calls = list(CURL.finditer(README))
    assert calls
    for call in calls:
        printed = ANSWER.search(README, call.end())
        assert printed
        answer = client.post(call[1], json=json.loads(call[2]))
        assert answer.get_json() == json.loads(printed[1])


def test_house_rules_shown_are_accepted(post: Callable[[dict[str, Any]], TestResponse]) -> None:
    section = README[README.index("## House rules") :]
    shown = ANSWER.search(section)
    assert shown
    request = {
        "ruleset": json.loads(shown[1]),
        "hand": "(123m) 456m 789m 55p 333s 45s +6s",
        "context": {"seat": "S", "by": "self_draw"},
    }
    answer = post(request).get_json()
    assert answer["ruleset"]["derived"] is True
    assert answer["base"] == 10
