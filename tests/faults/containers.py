"""The built image as a container without privileges: read-only root, no capabilities, nothing writable but /dev/shm."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any, Self

from faults.servers import ROOT, free_port

IMAGE = "hktw-scorer"
STORE = ROOT / "build" / "image"
# $1 is the root, the rest the command. What an engine would mount, and then the root is closed.
CHROOT = """
root=$1; shift
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero random urandom; do
    touch "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/shm"; mount -t tmpfs -o size=64m,mode=1777 tmpfs "$root/dev/shm"
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs "$@"
"""


def run(*command: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=check)


class EngineContainer:
    """By docker or podman."""

    def __init__(self, engine: str) -> None:
        self.engine, self.port = engine, free_port()
        self.config: dict[str, Any] = json.loads(run(engine, "image", "inspect", IMAGE).stdout)[0]["Config"]
        self.size = int(json.loads(run(engine, "image", "inspect", IMAGE).stdout)[0]["Size"])

    def __enter__(self) -> Self:
        flags = ["--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges"]
        if self.engine == "podman":
            flags.append("--read-only-tmpfs=false")
        self.id = run(
            *(self.engine, "run", "--detach", *flags, f"--publish=127.0.0.1:{self.port}:8000", IMAGE)
        ).stdout.strip()
        return self

    def __exit__(self, *_exc: object) -> None:
        run(self.engine, "rm", "--force", self.id)

    def execute(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command inside, as the image's user and in its environment."""
        more = [f"--env={name}={value}" for name, value in environment.items()]
        return run(self.engine, "exec", *more, self.id, *command, check=False)

    def terminate(self) -> None:
        run(self.engine, "kill", "--signal=TERM", self.id)

    def wait(self) -> int:
        """Return the exit code of the first process."""
        return int(run(self.engine, "wait", self.id).stdout)


class ChrootContainer:
    """By namespaces of its own over buildah's copy of the image, where no engine runs; wants root."""

    def __init__(self) -> None:
        self.port = free_port()
        found = json.loads(self._buildah("inspect", "--type=image", IMAGE))
        self.config: dict[str, Any] = found["Docker"]["config"]
        self.environment = [*self.config["Env"], "HOST=127.0.0.1", f"PORT={self.port}"]
        self.id = self._buildah("from", "--pull-never", IMAGE)
        self.root = Path(self._buildah("mount", self.id))
        self.size = int(run("du", "--summarize", "--bytes", str(self.root)).stdout.split()[0])

    def _buildah(self, *command: str) -> str:
        places = ("--root", str(STORE / "images"), "--runroot", str(STORE / "run"), "--storage-driver", "vfs")
        return run("buildah", *places, *command).stdout.strip()

    def __enter__(self) -> Self:
        unshared = ("unshare", "--mount", "--pid", "--fork", "sh", "-ec", CHROOT, "sh", str(self.root))
        plain = ("chroot", f"--userspec={self.config['User']}", str(self.root))
        placed = ("env", "-i", f"--chdir={self.config['WorkingDir']}", *self.environment)
        with (STORE / "log").open("wb") as log:
            self.process = subprocess.Popen([*unshared, *plain, *placed, *self.config["Cmd"]], stdout=log, stderr=log)
        return self

    def __exit__(self, *_exc: object) -> None:
        if self.process.poll() is None:
            os.kill(self._first(), signal.SIGKILL)  # with it ends all that runs in its namespace
        self.process.wait()
        self._buildah("rm", self.id)

    def _first(self) -> int:
        """Return the process id, seen from here, of the container's first process."""
        return int(Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text("ascii").split()[0])

    def execute(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command inside, as the image's user and in its environment."""
        user, _, group = self.config["User"].partition(":")
        inside = (
            "nsenter",
            "--target",
            str(self._first()),
            "--mount",
            "--pid",
            "--root",
            "--wd",
            "-S",
            user,
            "-G",
            group,
        )
        more = [f"{name}={value}" for name, value in environment.items()]
        return run(*inside, "env", "-i", *self.environment, *more, *command, check=False)

    def terminate(self) -> None:
        os.kill(self._first(), signal.SIGTERM)

    def wait(self) -> int:
        """Return the exit code of the first process."""
        return self.process.wait(60)


def container() -> EngineContainer | ChrootContainer:
    """Return the image as a container of the builder that made it."""
    builder = os.environ["IMAGE_BUILDER"]
    return ChrootContainer() if builder == "buildah" else EngineContainer(builder)
