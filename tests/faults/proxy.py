"""The proxy of deploy/ before instances of the service, all of them real and on loopback."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from typing import TYPE_CHECKING, NamedTuple

import pytest
from faults.servers import ROOT, Instance, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
ONE_WORKER = {"WEB_CONCURRENCY": "1", "ACCESS_LOG": "off"}


class Proxy(Instance):
    """nginx with the configuration of deploy/, at another port and before other instances."""

    def __init__(self, folder: Path, ports: Sequence[int]) -> None:
        super().__init__(folder)
        text = (ROOT / "deploy" / "nginx.conf").read_text("utf8")
        assert text.count("listen 8080;") == 1
        (folder / "nginx.conf").write_text(text.replace("listen 8080;", f"listen 127.0.0.1:{self.port};"), "utf8")
        shipped = (ROOT / "deploy" / "instances.conf").read_text("utf8")
        line = next(line for line in shipped.splitlines() if ":8001 " in line)
        lines = [line.replace(":8001 ", f":{port} ") for port in ports]
        (folder / "instances.conf").write_text("\n".join(lines), "utf8")

    def start(self) -> None:
        if NGINX is None:
            pytest.skip("nginx is not here: nothing is shown of the proxy (Debian: apt-get install nginx-light)")
        command = [NGINX, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]
        with (self.folder / "err").open("ab") as err:
            self.process = subprocess.Popen(command, stdout=err, stderr=err)
        wait_until(lambda: self.process is None or self._is_ready(), f"nginx did not come up: {self.log('err')}")


class Site(NamedTuple):
    """A proxy and the instances behind it."""

    proxy: Instance
    instances: list[Instance]


@contextlib.contextmanager
def site_of(folder: Path, count: int, **environment: str) -> Iterator[Site]:
    """So many instances of one worker each behind the proxy."""
    with contextlib.ExitStack() as stack:
        instances = []
        for n in range(count):
            own = folder / f"instance-{n}"
            own.mkdir()
            instances.append(stack.enter_context(Instance(own, **ONE_WORKER, **environment)))
        own = folder / "proxy"
        own.mkdir(mode=0o755)
        yield Site(stack.enter_context(Proxy(own, [instance.port for instance in instances])), instances)
