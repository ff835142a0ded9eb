"""Carry a raised version of a ruleset into the answers shown in README.md and openapi.yaml. `make digests` runs it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from service.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
README, DOCUMENT = ROOT / "README.md", ROOT / "openapi.yaml"
Json = dict[str, Any]


def with_versions(text: str, versions: dict[str, str]) -> str:
    """Return a text in which every `id` that is followed by a `version`, in JSON or YAML, has the one it has now."""
    for name, version in versions.items():
        text = re.sub(rf'(\bid"?: "?{name}"?,?\s+"?version"?: "?)\d+\.\d+\.\d+', rf"\g<1>{version}", text)
    return text


def with_digests(text: str) -> str:
    """Return openapi.yaml with the digests that its requests of derived tables get now."""
    client = create_app().test_client()
    for path, body, shown in _examples(yaml.safe_load(text)):
        digest = shown.get("ruleset", {}).get("digest") if isinstance(shown, dict) else None
        if digest is not None:
            text = text.replace(digest, client.post(path, json=body).get_json()["ruleset"]["digest"])
    return text


def _examples(document: Json) -> Iterator[tuple[str, Json, Any]]:
    for path, methods in document["paths"].items():
        posted = methods.get("post", {})
        asked = posted.get("requestBody", {}).get("content", {}).get("application/json", {}).get("examples", {})
        answers = posted.get("responses", {}).get("200", {}).get("content", {}).get("application/json", {})
        for name, example in answers.get("examples", {}).items():
            if name in asked:
                yield path, asked[name]["value"], example["value"]


def carry(versions: dict[str, str]) -> None:
    """Rewrite both files."""
    README.write_text(with_versions(README.read_text("utf8"), versions), "utf8")
    DOCUMENT.write_text(with_digests(with_versions(DOCUMENT.read_text("utf8"), versions)), "utf8")
