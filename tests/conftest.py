"""What every test may use: the application's test client, and the way to post to it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from service.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    """Return a client of the whole application, without a server."""
    return create_app().test_client()


FIGURES = pytest.StashKey[list[str]]()


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Return a function that notes what was measured; it is printed at the end."""
    noted = request.config.stash.setdefault(FIGURES, [])
    return lambda text: noted.append(f"{request.node.name}: {text}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    figures = config.stash.get(FIGURES, [])
    if figures:
        terminalreporter.section("measured")
        terminalreporter.write_line("\n".join(figures))


@pytest.fixture(scope="session")
def post(client: FlaskClient) -> Callable[[dict[str, Any]], TestResponse]:
    """Return a function that posts a score request."""
    return lambda body: client.post("/v1/score", json=body)
