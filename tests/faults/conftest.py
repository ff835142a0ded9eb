"""A real server for the tests of this folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from faults.servers import Instance

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
SEEN_BY = Path("/proc/self/smaps_rollup")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What happens to processes is seen through Linux's /proc."""
    if not SEEN_BY.exists():
        for item in items:
            if HERE in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=f"there is no {SEEN_BY} here"))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Instance]:
    """A server that all tests share which leave it whole; its clients may stall for one second."""
    with Instance(tmp_path_factory.mktemp("server"), STALL_SECONDS="1") as instance:
        yield instance
