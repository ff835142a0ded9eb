"""What the frame alone costs: a Flask app that parses the request and returns a fixed answer, ready in bytes.

Served by benchmarks.http with the service's own gunicorn settings; ANSWERS names a folder with one file a path.
"""

from __future__ import annotations

import os
from pathlib import Path

from flask import Flask, Response, request


def create_app() -> Flask:
    """Return the app: POST /full and /total answer with the file of that name."""
    app = Flask(__name__)
    answers = {file.name: file.read_bytes() for file in Path(os.environ["ANSWERS"]).iterdir()}

    @app.get("/readyz")
    def ready() -> str:
        return "ready"

    @app.post("/<name>")
    def answer(name: str) -> Response:
        request.get_json()
        return Response(answers[name], mimetype="application/json")

    return app
