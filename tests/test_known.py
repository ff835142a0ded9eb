"""The tables of what was worked out before: right, asked once, and never larger than they may be."""

from __future__ import annotations

from service.scoring.known import Known


def test_an_answer_is_worked_out_once() -> None:
    asked: list[int] = []

    def square(n: int) -> int:
        asked.append(n)
        return n * n

    squares = Known(square, most=10)
    assert [squares[n] for n in (3, 4, 3, 3, 4)] == [9, 16, 9, 9, 16]
    assert asked == [3, 4]


def test_no_client_can_fill_a_table() -> None:
    squares = Known(lambda n: n * n, most=10)
    for n in range(95):
        assert squares[n] == n * n
        assert len(squares) <= 10
    assert squares[3] == 9
