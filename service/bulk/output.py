"""The file of answers while it grows, and the journal that says how far it got.

Beside OUT stand OUT.part, and OUT.journal, which is replaced whole after each chunk, when the answers are on the disk
already. What stands in the part after the place that the journal names was not finished, and is written anew.
"""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from service.bulk.faults import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.bulk.answers import Answers

ANEW: Final = "begin anew with --force"


class Done(NamedTuple):
    """How far a run got: lines answered, those of them that are scores, bytes read and written."""

    lines: int = 0
    scored: int = 0
    read: int = 0
    written: int = 0

    def after(self, answers: Answers, lines: int, read: int) -> Done:
        """Return how far it got with one more chunk, which ends at the byte `read` of the input."""
        return Done(self.lines + lines, self.scored + answers.scored, read, self.written + len(answers.text))


class Output:
    """OUT, under way. `key` is what the run depends on: another one may not go on with this one's part."""

    def __init__(self, out: Path, key: dict[str, Any], *, force: bool) -> None:
        self.out, self._key, self._force = out, key, force
        self.part, self.journal = (out.with_name(out.name + end) for end in (".part", ".journal"))
        self.done = Done()

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Hold the part open; raises `Refused` where that would lose something, or another run holds it."""
        with self._locked() as self._file:
            self.done = Done() if self._force else self._begun()
            if self._size() < self.done.written:
                raise Refused(f"{self.part} is shorter than its journal says: {ANEW}")
            self._file.truncate(self.done.written)
            self._file.seek(self.done.written)
            self._note()
            yield

    def add(self, answers: Answers, lines: int, read: int) -> None:
        """Write the answers to the next chunk, whose end in the input is `read`."""
        self._file.write(answers.text)
        self._file.flush()
        os.fsync(self._file.fileno())
        self.done = self.done.after(answers, lines, read)
        self._note()

    def finish(self) -> None:
        """Give the part its final name."""
        self.part.replace(self.out)
        self.journal.unlink()

    @contextmanager
    def _locked(self) -> Iterator[BinaryIO]:
        if self.out.exists() and not self.out.is_file():
            raise Refused(f"{self.out} is no file")
        try:
            part = os.open(self.part, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise Refused(f"{self.part} cannot be written: {error.strerror}") from error
        with os.fdopen(part, "r+b") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise Refused(f"another run is writing {self.part}") from error
            # One that just ended has renamed what was opened here: that is no part any more.
            if not self.part.exists() or not os.path.samestat(os.fstat(file.fileno()), self.part.stat()):
                raise Refused(f"another run has just written {self.out}")
            yield file

    def _begun(self) -> Done:
        """Return how far an earlier run of the same key got."""
        if self.out.exists():
            raise Refused(f"{self.out} is there already: name another one, or {ANEW}")
        if not self.journal.exists():
            if self._size():
                raise Refused(f"{self.part} has no journal, so no run of ours left it: move it away, or {ANEW}")
            return Done()
        try:
            noted = json.loads(self.journal.read_text("utf8"))
            key, done = noted["key"], Done(**noted["done"])
        except (ValueError, KeyError, TypeError) as error:
            raise Refused(f"{self.journal} cannot be read: {ANEW}") from error
        if key != self._key:
            changed = ", ".join(sorted(name for name in self._key if key.get(name) != self._key[name]))
            raise Refused(f"{self.part} was begun with another {changed}: {ANEW}")
        return done

    def _size(self) -> int:
        return os.fstat(self._file.fileno()).st_size

    def _note(self) -> None:
        """Replace the journal whole, so that it is never half written."""
        new = self.journal.with_name(self.journal.name + ".new")
        with new.open("w", encoding="utf8") as file:
            json.dump({"key": self._key, "done": self.done._asdict()}, file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.journal)
