"""The lines of a file, some hundred at a time: never more of it in memory, however long the file or a line is."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

# A chunk is sent to a worker: large enough that sending costs little, small enough to hold several for each worker.
CHUNK_BYTES: Final = 1024 * 1024
BLOCK: Final = 64 * 1024
ENDS: Final = b"\r\n"


class Chunk(NamedTuple):
    """Some lines that follow each other: the number of the first, the lines, where in the file the next one begins."""

    first: int
    lines: tuple[bytes, ...]
    end: int


def chunks(source: BinaryIO, first: int, most_lines: int, line_bytes: int) -> Iterator[Chunk]:
    """Give the rest of a file in chunks; of a line longer than `line_bytes` only so much that it is still too long."""
    lines: list[bytes] = []
    size = 0
    while line := _line(source, line_bytes):
        lines.append(line)
        size += len(line)
        if len(lines) >= most_lines or size >= CHUNK_BYTES:
            yield Chunk(first, tuple(lines), source.tell())
            first += len(lines)
            lines, size = [], 0
    if lines:
        yield Chunk(first, tuple(lines), source.tell())


def _line(source: BinaryIO, most: int) -> bytes:
    line = source.readline(most + len(ENDS))
    if len(line) < most + len(ENDS) or line.endswith(b"\n"):
        return line
    # Whoever measures the line takes carriage returns off its end, and must not take off what stands in its midst.
    while block := source.readline(BLOCK):
        if len(line) <= most + len(ENDS):
            line += block.strip(ENDS)[:1]
        if block.endswith(b"\n"):
            break
    return line
