"""How gunicorn serves the app; picked up from the root, each setting with its reason."""

import atexit
import os
import shutil
import signal
import socket
import struct
import tempfile
import time
from itertools import count
from pathlib import Path

from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker


def _cores() -> int:
    """Cores this process may use: a container's cpuset counts, where the system can tell."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS
        return os.cpu_count() or 1


# Loopback unless told otherwise: opening the service to a network is a decision.
# An IPv6 address is written in brackets.
bind = f"{os.environ.get('HOST') or '127.0.0.1'}:{os.environ.get('PORT') or '8000'}"

# Scoring is CPU-bound, so one process a core. A CPU quota does not show in the core count:
# set WEB_CONCURRENCY there.
workers = int(os.environ.get("WEB_CONCURRENCY") or _cores())

# Threads let /healthz answer while a long replay computes; more than a few only contend for the lock.
worker_class = "gthread"
threads = 4

# The tables are built once, before the fork, and shared; a failing start stops at once.
preload_app = True

# With gthread this does not bound a request (the code bounds its own work): it ends a worker
# that no longer gives a sign of life.
timeout = 30

# After SIGTERM /readyz says 503 for so long, while everything is still served: time for balancers to look elsewhere.
# None unless asked for: without a balancer it would only delay the stop.
_drain = int(os.environ.get("DRAIN_SECONDS") or 0)

# Orchestrators commonly kill after 30 s: be done before.
graceful_timeout = max(5, 25 - _drain)

# Longer than the idle timeout of common proxies (60 s), so that the proxy closes first and never
# sends a request into a connection that is just being closed.
keepalive = 75

# A fresh worker now and then keeps slow leaks small; it begins with empty tables, and a stopping one keeps idle
# connections for two seconds: so it comes seldom, and the jitter keeps the workers from leaving together.
max_requests = 100_000
max_requests_jitter = 50_000

# The sign of life is a file; on a disk it can block. Memory where the system has it.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - gunicorn makes an unnamed file

# The app writes its own line per request, to standard output; off for those who say so.
accesslog = None
os.environ.setdefault("ACCESS_LOG", "on")

# Would write below $HOME, which a read-only or home-less container does not have.
control_socket_disable = True

# A client that stalls, in the head or in the body, holds a thread, and gunicorn's own settings do not bound that:
# accepted connections take these options from the listener. One that sends nothing at all is not even accepted.
# Who sends a byte now and then is held off by a buffering proxy alone.
_stall = int(os.environ.get("STALL_SECONDS") or 10)


# A folder in memory that the workers share: what they counted, and the mark that the server is stopping. Each server
# has its own, also the one that USR2 starts; HUP reads this file again and keeps it.
def _shared_folder() -> Path:
    prefix = f"hktw-scorer-{os.getpid()}-"
    given = Path(os.environ.get("PROMETHEUS_MULTIPROC_DIR", ""))
    if given.name.startswith(prefix):
        return given
    made = tempfile.mkdtemp(prefix=prefix, dir=worker_tmp_dir)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = made
    atexit.register(_remove, Path(made), os.getpid())
    return Path(made)


def _remove(folder: Path, owner: int) -> None:
    if os.getpid() == owner:  # not a worker
        shutil.rmtree(folder, ignore_errors=True)


_folder = _shared_folder()


def on_starting(server: Arbiter) -> None:
    """Put the draining before the stop; a second signal ends it."""
    stop = server.handle_term

    def drain() -> None:
        (_folder / "draining").touch()
        last = time.monotonic() + _drain
        while (left := last - time.monotonic()) > 0:
            if not {signal.SIGTERM, signal.SIGINT, signal.SIGQUIT}.isdisjoint(server.wait_for_signals(left)):
                break
            server.reap_workers()
            server.manage_workers()
        stop()

    server.handle_term = drain


def when_ready(server: Arbiter) -> None:
    """Bound how long a client may stall."""
    for listener in server.LISTENERS:
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            listener.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", _stall, 0))
        if hasattr(socket, "TCP_DEFER_ACCEPT"):  # Linux
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, _stall)


def pre_fork(server: Arbiter, worker: Worker) -> None:
    """Give a worker the lowest number that no living one has."""
    taken = {other.slot for other in server.WORKERS.values()}
    worker.slot = next(n for n in count() if n not in taken)


def post_fork(_server: Arbiter, worker: Worker) -> None:
    """Tell the app in the new process which worker it is, and mend what no setting reaches."""
    from service.api.refusals import mend_gunicorn  # noqa: PLC0415 - the settings are read before the app
    from service.api.workers import take_slot  # noqa: PLC0415

    take_slot(worker.slot)
    mend_gunicorn()
