"""A service of its own on a free port of this machine, for what wants to call a real one."""

from __future__ import annotations

import os
import socket
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PATIENCE = 60
# A proxy that is named in the environment must not be asked for our own loopback.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@contextmanager
def served(python: str | Path, settings: Path = ROOT / "gunicorn.conf.py", folder: Path = ROOT) -> Iterator[str]:
    """Serve with what an interpreter finds from a folder; give the address, and end the server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [python, "-m", "gunicorn", "--config", settings, "--log-level", "warning", "service.app:create_app()"]
    more = {"HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": "1", "ACCESS_LOG": "off"}
    with subprocess.Popen(command, cwd=folder, env={**os.environ, **more}) as server:  # noqa: S603
        try:
            _wait_until_ready(address, server)
            yield address
        finally:
            server.terminate()


def _wait_until_ready(address: str, server: subprocess.Popen[bytes]) -> None:
    last = time.monotonic() + PATIENCE
    while time.monotonic() < last and server.poll() is None:
        try:
            DIRECT.open(f"{address}/readyz").close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the service did not come up")
