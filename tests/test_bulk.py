"""A bulk run writes what POST /v1/score/batch answers, byte for byte, wherever it runs and if it was interrupted."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import sys
from concurrent.futures import Future
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from bulk_runs import BAD, Run, cluster, lives, requests, wait_until
from hypothesis import given
from hypothesis import strategies as st

from service.app import create_app
from service.bulk.answers import Answers, answer, terms
from service.bulk.chunks import chunks
from service.bulk.command import main
from service.bulk.faults import BulkError
from service.bulk.output import Done, Output
from service.bulk.pools import Pool
from service.bulk.progress import Lines, progress
from service.bulk.run import AHEAD, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from service.bulk.chunks import Chunk

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc")
CONFIG = {"MAX_JSON_DEPTH": 32, "MAX_BODY_BYTES": 64 * 1024}
TERMS = terms(CONFIG, "bulk")


def served(body: bytes) -> bytes:
    """Return what the service answers to the same lines."""
    headers = {"X-Request-ID": "bulk"}
    client = create_app().test_client()
    return client.post("/v1/score/batch", data=body, content_type="application/x-ndjson", headers=headers).data


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of all case vectors and some bad lines."""
    file: Path = tmp_path_factory.mktemp("bulk") / "in.ndjson"
    file.write_bytes(b"\n".join(requests()))
    return file


@pytest.fixture(scope="module")
def wanted(big: Path) -> bytes:
    return served(big.read_bytes())


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of so many lines that a run is not at its end before somebody can end it."""
    file: Path = tmp_path_factory.mktemp("bulk") / "in.ndjson"
    file.write_bytes(b"\n".join(requests() * 16))
    return file


@pytest.fixture(scope="module")
def wanted_of_long(long: Path) -> bytes:
    return served(long.read_bytes())


@pytest.fixture
def small(tmp_path: Path) -> Path:
    file = tmp_path / "in.ndjson"
    file.write_bytes(b"{}\nnothing\n")
    return file


# The same bytes.


def test_processes_write_what_the_service_answers(big: Path, wanted: bytes, tmp_path: Path) -> None:
    started = Run(big, tmp_path / "out", "--workers", "2", "--chunk-lines", "50")
    code, said = started.end()
    assert (code, (tmp_path / "out").read_bytes() == wanted) == (0, True), said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]
    assert f"{len(requests()):,} lines" in said


def test_two_dask_workers_write_the_same(big: Path, wanted: bytes, tmp_path: Path) -> None:
    with cluster(tmp_path) as address:
        code, said = Run(big, tmp_path / "out", "--scheduler", address, "--chunk-lines", "50").end()
    assert (code, (tmp_path / "out").read_bytes() == wanted) == (0, True), said


def test_bad_lines_are_problem_lines(tmp_path: Path) -> None:
    given, out = tmp_path / "in", tmp_path / "out"
    given.write_bytes(b"\n".join(BAD) + b"\n")
    assert main([str(given), str(out), "--workers", "1", "--request-id", "a:1", "--chunk-lines", "2"]) == 0
    answers = [json.loads(line) for line in out.read_bytes().splitlines()]
    assert [one["n"] for one in answers] == list(range(1, len(BAD) + 1))
    assert [one["status"] for one in answers] == [400, 400, 400, 422, 400, 400, 413, 400, 400]
    assert {one["body"]["instance"] for one in answers} == {"a:1"}


def test_no_lines_are_no_answers(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"")
    assert main([str(tmp_path / "in"), str(tmp_path / "out")]) == 0
    assert (tmp_path / "out").read_bytes() == b""


# Interrupted.


@LINUX
def test_a_run_killed_and_interrupted_goes_on_to_the_same_bytes(
    long: Path, wanted_of_long: bytes, tmp_path: Path
) -> None:
    out, options = tmp_path / "out", ("--workers", "2", "--chunk-lines", "5")
    killed = Run(long, out, *options)
    killed.until_lines()
    workers = killed.workers()
    killed.send(signal.SIGKILL)
    killed.end()
    assert (out.exists(), killed.part.exists(), len(workers)) == (False, True, 2)
    wait_until(lambda: not any(lives(pid) for pid in workers), "the workers outlive who started them")

    before = killed.done()
    # What a run was writing when it was killed, and the journal does not know of.
    with killed.part.open("ab") as part:
        part.write(b'{"n":')
    interrupted = Run(long, out, *options)
    interrupted.until_lines(before)
    interrupted.send(signal.SIGINT)
    code, said = interrupted.end()
    assert (code, out.exists()) == (130, False), said
    assert f"goes on after line {before:,}" in said
    assert "interrupted; the same command goes on" in said

    code, said = Run(long, out).end()
    assert (code, out.read_bytes() == wanted_of_long) == (0, True), said


@LINUX
def test_a_run_that_loses_a_worker_stops_and_goes_on(long: Path, wanted_of_long: bytes, tmp_path: Path) -> None:
    options = ("--workers", "2", "--chunk-lines", "5")
    started = Run(long, tmp_path / "out", *options)
    started.until_lines()
    os.kill(started.workers()[0], signal.SIGKILL)
    code, said = started.end()
    assert (code, "a worker process died" in said) == (1, True), said
    code, said = Run(long, tmp_path / "out").end()
    assert (code, (tmp_path / "out").read_bytes() == wanted_of_long) == (0, True), said


def begun(given: Path, out: Path) -> None:
    """Leave what a run leaves that ended after the first of two lines."""
    source = given.read_bytes().splitlines(keepends=True)
    first = answer(TERMS, 1, source[:1])
    facts = given.stat()
    key = {"input": {"bytes": facts.st_size, "changed": facts.st_mtime_ns}, **TERMS._asdict()}
    versions = {one["id"]: one["version"] for one in create_app().test_client().get("/v1/rulesets").json["rulesets"]}
    output = Output(out, json.loads(json.dumps({**key, "rulesets": versions})), force=False)
    with output.opened():
        output.add(first, 1, len(source[0]))


def test_what_was_answered_is_not_answered_again(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = small.parent / "out"
    begun(small, out)
    part = small.parent / "out.part"
    part.write_bytes(part.read_bytes().replace(b"422", b"999"))
    assert main([str(small), str(out), "--workers", "1"]) == 0
    assert [json.loads(line)["status"] for line in out.read_bytes().splitlines()] == [999, 400]
    assert "goes on after line 1" in capsys.readouterr().err


# Refused.

REFUSED: list[tuple[str, Callable[[Path], object], str]] = [
    ("no input", lambda at: (at / "in.ndjson").unlink(), "in.ndjson cannot be read: No such file"),
    ("a folder as input", lambda at: ((at / "in.ndjson").unlink(), (at / "in.ndjson").mkdir()), "cannot be read"),
    ("output there", lambda at: (at / "out").write_text("mine"), "out is there already: name another one, or begin"),
    ("output is a folder", lambda at: (at / "out").mkdir(), "out is no file"),
    ("output is the input", lambda at: (at / "out").hardlink_to(at / "in.ndjson"), "would be written over"),
    ("part is the input", lambda at: (at / "out.part").hardlink_to(at / "in.ndjson"), "would be written over"),
    ("a part of somebody's", lambda at: (at / "out.part").write_text("mine"), "out.part has no journal"),
    ("no part", lambda at: (begun(at / "in.ndjson", at / "out"), (at / "out.part").unlink()), "is shorter than its"),
    ("broken journal", lambda at: (at / "out.journal").write_text("{"), "out.journal cannot be read: begin anew"),
    ("empty journal", lambda at: (at / "out.journal").write_text("{}"), "out.journal cannot be read: begin anew"),
]


@pytest.mark.parametrize(("prepare", "says"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_would_lose_something_is_refused(
    prepare: Callable[[Path], object], says: str, small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare(small.parent)
    there = {path: path.read_bytes() for path in small.parent.iterdir() if path.is_file()}
    assert main([str(small), str(small.parent / "out")]) == 2
    assert says in capsys.readouterr().err
    assert {path: path.read_bytes() for path in there} == there


def test_a_folder_that_is_not_there_is_named(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(small), str(small.parent / "none" / "out")]) == 2
    assert "none/out.part cannot be written: No such file or directory" in capsys.readouterr().err


def test_what_is_no_regular_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["/dev/null", str(tmp_path / "out")]) == 2
    assert "/dev/null is no regular file" in capsys.readouterr().err


def test_a_changed_input_is_refused_and_force_begins_anew(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = small.parent / "out"
    begun(small, out)
    small.write_bytes(b"nothing\n{}\n{}\n")
    assert main([str(small), str(out)]) == 2
    assert "out.part was begun with another input: begin anew with --force" in capsys.readouterr().err
    assert main([str(small), str(out), "--force", "--workers", "1"]) == 0
    assert out.read_bytes() == served(small.read_bytes())
    assert sorted(path.name for path in small.parent.iterdir()) == ["in.ndjson", "out"]


def test_another_request_id_is_another_run(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun(small, small.parent / "out")
    assert main([str(small), str(small.parent / "out"), "--request-id", "other"]) == 2
    assert "begun with another request_id" in capsys.readouterr().err


def test_two_runs_do_not_write_one_output(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (small.parent / "out.part").open("wb") as part:
        fcntl.flock(part, fcntl.LOCK_EX)
        assert main([str(small), str(small.parent / "out")]) == 2
    assert "another run is writing" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options", [["--workers", "0"], ["--workers", "x"], ["--request-id", "a b"], ["--chunk-lines=0"]]
)
def test_options_that_make_no_sense_are_refused(options: list[str], small: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(small), str(small.parent / "out"), *options])
    assert ended.value.code == 2


def test_a_setting_that_makes_no_sense_is_refused(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MAX_BODY_BYTES", "much")
    assert main([str(small), str(small.parent / "out")]) == 2
    assert "MAX_BODY_BYTES" in capsys.readouterr().err


def test_without_dask_the_extra_is_named(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "service.bulk.cluster", raising=False)
    assert main([str(small), str(small.parent / "out"), "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "pip install 'hktw-scorer[dask]'" in capsys.readouterr().err


def test_what_is_no_address_is_refused(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(small), str(small.parent / "out"), "--scheduler", "dask.example"]) == 2
    assert "'dask.example' is no address" in capsys.readouterr().err


def test_a_worker_of_another_version_is_refused() -> None:
    with pytest.raises(BulkError, match=r"wanted are 0\.0\.0 and"):
        answer(TERMS._replace(version="0.0.0"), 1, [b"{}"])


# Parts.


@given(st.text("ab\r\n", max_size=60), st.integers(1, 8), st.integers(1, 5))
def test_lines_are_cut_as_the_service_cuts_them(text: str, most_lines: int, line_bytes: int) -> None:
    body = text.encode()
    found = list(chunks(BytesIO(body), 1, most_lines, line_bytes))
    lines = [line.rstrip(b"\r\n") for chunk in found for line in chunk.lines]
    whole = [line.rstrip(b"\r\n") for line in BytesIO(body)]
    assert [line if len(line) <= line_bytes else None for line in lines] == [
        line if len(line) <= line_bytes else None for line in whole
    ]
    assert [chunk.first for chunk in found] == [1 + n * most_lines for n in range(len(found))]
    ends = [chunk.end for chunk in found]
    assert [body[:end].count(b"\n") for end in ends[:-1]] == [most_lines * n for n in range(1, len(found))]
    assert ends[-1:] == ([len(body)] if body else [])


def test_a_line_without_end_is_not_held() -> None:
    class Endless(BytesIO):
        largest = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            self.largest = max(self.largest, len(line))
            return line

    source = Endless(b"x" * 10_000_000 + b"\n{}")
    ((_, lines, _),) = chunks(source, 1, 500, 1000)
    assert (len(lines[0]) < 1100, lines[1], source.largest <= 64 * 1024) == (True, b"{}", True)


def test_chunks_are_bounded_in_bytes() -> None:
    sizes = [len(chunk.lines) for chunk in chunks(BytesIO((b"x" * 1000 + b"\n") * 5000), 1, 100_000, 64_000)]
    assert sizes == [1048, 1048, 1048, 1048, 808]


def test_no_more_chunks_are_read_than_are_soon_answered(tmp_path: Path) -> None:
    read: list[int] = []
    written: list[int] = []

    class Told:
        def show(self, done: Done) -> None:
            written.append(done.lines)
            assert len(read) - len(written) < AHEAD * 3

    def lines() -> Iterator[Chunk]:
        for chunk in chunks(BytesIO(b"{}\n" * 50), 1, 1, 10):
            read.append(chunk.first)
            yield chunk

    def submit(chunk: Chunk) -> Future[Answers]:
        promise: Future[Answers] = Future()
        promise.set_result(Answers(b"%d\n" % chunk.first, 0))
        return promise

    output = Output(tmp_path / "out", {}, force=False)
    with output.opened():
        run(lines(), output, Pool(submit, lambda: 3), Told())
        output.finish()
    assert written == list(range(1, 51))
    assert (tmp_path / "out").read_text("utf8") == "".join(f"{n}\n" for n in range(1, 51))


def test_a_bar_at_a_terminal_and_lines_elsewhere(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    done = Done(lines=10, read=100)
    with progress(Done(), 200, quiet=False) as shown:
        assert isinstance(shown, Lines)
        shown._last -= 60
        shown.show(done)
    assert "10 lines, 50 %" in capsys.readouterr().err
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with progress(Done(), 200, quiet=False) as shown:
        shown.show(done)
    assert "50%" in capsys.readouterr().err
    with progress(Done(), 200, quiet=True) as shown:
        shown.show(done)
    assert capsys.readouterr().err == ""
