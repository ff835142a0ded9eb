"""The service behind its real server, for as long as a test wants it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import requests

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent.parent
PICTURES = ROOT / "build" / "pages"
PATIENCE = 30


@contextmanager
def serving(log: Path, **settings: str) -> Iterator[str]:
    """Start the service on a free port, and end it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "service.app:create_app()"]
    environment = {**os.environ, "HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": "1", **settings}
    with (
        log.open("wb") as out,
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out) as process,
    ):
        try:
            url = f"http://127.0.0.1:{port}"
            last = time.monotonic() + PATIENCE
            while not _answers(url):
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < last, f"the server did not come up:\n{log.read_text()}"
                time.sleep(0.05)
            yield url
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _answers(url: str) -> bool:
    try:
        return requests.get(f"{url}/readyz").status_code == 200
    except requests.ConnectionError:
        return False
