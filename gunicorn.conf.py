"""How gunicorn serves the app; picked up from the root, each setting with its reason."""

import os
from pathlib import Path


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

# Threads let /healthz answer while a long batch computes; more than a few only contend for the lock.
worker_class = "gthread"
threads = 4

# The tables are built once, before the fork, and shared; a failing start stops at once.
preload_app = True

# With gthread this does not bound a request (the code bounds its own work): it ends a worker
# that no longer gives a sign of life.
timeout = 30

# Orchestrators commonly kill after 30 s: be done before.
graceful_timeout = 25

# Longer than the idle timeout of common proxies (60 s), so that the proxy closes first and never
# sends a request into a connection that is just being closed.
keepalive = 75

# A fresh worker now and then keeps slow leaks small; the jitter keeps them from leaving together.
# Restarting far more often (every few hundred requests) halves the throughput.
max_requests = 10_000
max_requests_jitter = 1_000

# The sign of life is a file; on a disk it can block. Memory where the system has it.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - gunicorn makes an unnamed file

# The app writes its own line per request.
accesslog = None

# Would write below $HOME, which a read-only or home-less container does not have.
control_socket_disable = True
