"""What an operator may set, by environment; a value that makes no sense stops the start instead of being ignored."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from schemas.limits import whole_number

if TYPE_CHECKING:
    from collections.abc import Mapping

KB: Final = 1024
MB: Final = 1024 * KB
ORIGIN: Final = re.compile(r"https?://[a-z0-9.:\[\]_-]+")
DIGEST: Final = re.compile(r"[0-9a-f]{64}")
# What a request may be called by whoever sends it.
REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}")


def settings(given: Mapping[str, object]) -> dict[str, Any]:
    """Return the configuration of the application; raises `ValueError` that names the setting, never a key."""
    return {
        "MAX_BODY_BYTES": whole_number(given, "MAX_BODY_BYTES", 64 * KB, KB, 64 * MB),
        "MAX_REPLAY_BYTES": whole_number(given, "MAX_REPLAY_BYTES", MB, KB, 64 * MB),
        "MAX_BATCH_BYTES": whole_number(given, "MAX_BATCH_BYTES", 4 * MB, KB, 64 * MB),
        "MAX_BATCH_ITEMS": whole_number(given, "MAX_BATCH_ITEMS", 1_000, 1, 100_000),
        # The body is held in memory until the last line is answered: as often as there are threads, at worst.
        "MAX_NDJSON_BYTES": whole_number(given, "MAX_NDJSON_BYTES", 64 * MB, KB, 1024 * MB),
        "MAX_NDJSON_LINES": whole_number(given, "MAX_NDJSON_LINES", 100_000, 1, 10_000_000),
        # The parser and the writer recurse: far below Python's own limit of 1,000.
        "MAX_JSON_DEPTH": whole_number(given, "MAX_JSON_DEPTH", 32, 12, 200),
        "ACCESS_LOG": _switch(given, "ACCESS_LOG"),
        "CORS_ORIGINS": _origins(given),
        "API_KEYS": _digests(given),
    }


def _switch(given: Mapping[str, object], name: str) -> bool:
    text = str(given.get(name) or "off").lower()
    if text not in ("on", "off"):
        raise ValueError(f"{name}: on or off is wanted")
    return text == "on"


def _parts(given: Mapping[str, object], name: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in str(given.get(name) or "").split(",") if part.strip())


def _origins(given: Mapping[str, object]) -> tuple[str, ...]:
    """Return the origins whose pages may call; `*` is all of them."""
    origins = _parts(given, "CORS_ORIGINS")
    for origin in origins:
        if origin != "*" and not ORIGIN.fullmatch(origin):
            message = "an origin is written as browsers send it, https://example.org, without a path or a final slash"
            raise ValueError(f"CORS_ORIGINS: {origin[:100]!r}: {message}; * allows all")
    return origins


def _digests(given: Mapping[str, object]) -> tuple[str, ...]:
    """Return the SHA-256 digests of the API keys, in hexadecimal; none leaves the service open."""
    digests = tuple(part.lower() for part in _parts(given, "API_KEYS"))
    for n, digest in enumerate(digests, 1):
        if not DIGEST.fullmatch(digest):
            # Not shown: somebody may have put the key itself there.
            raise ValueError(f"API_KEYS: entry {n} is not a SHA-256 digest of 64 hexadecimal digits")
    return digests
