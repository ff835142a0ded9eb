"""What the workers of one server share: a folder that gunicorn.conf.py makes; without a server there is none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_named = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
FOLDER: Final = Path(_named) if _named else None

# The number of this worker among those that live: the next one takes over the number of a dead one, and its files.
_slot = "none"


def take_slot(slot: int) -> None:
    """Be this worker from now on; called once after the fork."""
    global _slot  # noqa: PLW0603 - a process is one worker
    _slot = str(slot)


def slot() -> str:
    """Return the number of this worker; no two living ones have the same."""
    return _slot


def draining() -> bool:
    """Whether the server was told to stop."""
    return FOLDER is not None and (FOLDER / "draining").exists()
