"""What is counted, for Prometheus: right across workers, and bounded, whatever is asked of the service.

Each worker writes to files of its own in memory, and whichever is asked adds them up. The files go by the worker's
slot, not by its process id: else every worker that ever lived would leave some behind.
"""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest, values
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.values import MultiProcessValue

from service.api import workers
from service.scoring.derive import lookups

if TYPE_CHECKING:
    from prometheus_client.registry import Collector

if workers.FOLDER is not None:
    values.ValueClass = MultiProcessValue(workers.slot)  # type: ignore[no-untyped-call]

# From a cached answer to the longest that a replay may take.
SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

OWN: Final = CollectorRegistry()
# Labels have few values: a route is a pattern, an unknown path is `none`, and only known rulesets are counted.
REQUESTS: Final = Counter("http_requests", "Requests answered.", ("route", "status"), registry=OWN)
LATENCY: Final = Histogram(
    "http_request_duration_seconds",
    "Time from the parsed head to the answer, or to the end of one that is streamed.",
    ("route",),
    buckets=SECONDS,
    registry=OWN,
)
HANDS: Final = Counter("hands_scored", "Hands scored.", ("ruleset",), registry=OWN)
TABLES: Final = Counter("derived_table_lookups", "Derived tables looked up in the cache.", ("result",), registry=OWN)

_lock = Lock()
_seen = {"hit": 0, "miss": 0}


def count_request(route: str | None, status: int, seconds: float) -> None:
    """Count an answer, and the derived tables looked up meanwhile."""
    requests, latency = _of(route or "none", status)
    requests.inc()
    latency.observe(seconds)
    _count_lookups()


@cache
def _of(route: str, status: int) -> tuple[Counter, Histogram]:
    """Return the counters of a route and status, of which there are few: looking them up takes longer than counting."""
    return REQUESTS.labels(route, status), LATENCY.labels(route)


def count_hand(ruleset: str, hands: int = 1) -> None:
    """Count hands scored by a ruleset or by tables derived from it."""
    _hands_of(ruleset).inc(hands)


@cache
def _hands_of(ruleset: str) -> Counter:
    return HANDS.labels(ruleset)


def _count_lookups() -> None:
    """Count what the cache itself counted since the last time: the rules know nothing of metrics."""
    now = lookups()
    if now == _seen:
        return
    with _lock:
        for result, total in now.items():
            TABLES.labels(result).inc(max(0, total - _seen[result]))
        _seen.update(now)


def exposition() -> bytes:
    """Return everything counted by all workers, in Prometheus' text format."""
    registry: CollectorRegistry | Collector = OWN
    if workers.FOLDER is not None:
        registry = CollectorRegistry()
        MultiProcessCollector(registry, str(workers.FOLDER))  # type: ignore[no-untyped-call]
    return generate_latest(registry)
