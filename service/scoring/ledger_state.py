"""The 拉 ledger as a value: its rules, its players, who owes whom how much, and what a step answers.

Amounts are exact: whole numbers, or under `rounding: at_payment` whole numbers and halves of halves; never binary sums.
A ledger is refused where it would grow beyond what a JSON number holds exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from service.scoring.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from service.scoring.options import Options

MOST_POINTS: Final = 10**12
MOST_BALANCE: Final = 10**15
# An exact amount must stay one when it is written as a JSON number: a double holds 53 bits.
MOST_BITS: Final = 53
MOST_DEALS: Final = 1_000_000
LONGEST_STREAK: Final = 1000

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class LedgerRules:
    """The options of the ledger: `options.ledger` of a ruleset, and what its deals do."""

    bystander: str
    cowinner: str
    on_draw: str
    cut_every: int
    who_pulls: str
    rounding: str
    round_pull: str
    round_kick: str
    draw_dealer: str
    false_win: int

    @classmethod
    def of(cls, options: Options, false_win: int) -> LedgerRules:
        """Return the rules of a ruleset's options; `false_win` is what 詐糊 costs to each of the others, in points."""
        return cls(**dict(options.ledger), draw_dealer=options.draw_dealer, false_win=false_win)


class Debt(NamedTuple):
    """What a debtor owes: the points, and how often he was pulled (the first record is 拉一)."""

    points: Fraction
    pulls: int


class Ledger(NamedTuple):
    """The whole state. Players sit in order from the first dealer; debts and offers are by (creditor, debtor)."""

    players: tuple[str, ...]
    debts: Mapping[Pair, Debt]
    offers: frozenset[Pair]
    balance: Mapping[str, int]
    deals: int
    round_wind: int
    dealer: str
    streak: int


class Win(NamedTuple):
    """One winner, and what each payer owes him for this deal."""

    winner: str
    by: str
    points: Mapping[str, int]
    giver: str | None = None


class Deal(NamedTuple):
    """How a deal ended: `win`, `draw`, `false_win` (of `offender`) or `close` (the end of the session)."""

    outcome: str
    wins: tuple[Win, ...] = ()
    offender: str | None = None


class Payment(NamedTuple):
    """Money that moves now; `was` is the debt that it pays off."""

    payer: str
    payee: str
    points: int
    kind: str
    reason: str
    was: Debt | None = None


class Change(NamedTuple):
    """What happened to one pair: recorded, pulled, kicked, settled or cut, and the sum in words and numbers."""

    creditor: str
    debtor: str
    before: Debt | None
    after: Debt | None
    kind: str
    sum: str


class Step(NamedTuple):
    """The ledger after a deal, and how it came to be."""

    ledger: Ledger
    payments: tuple[Payment, ...]
    changes: tuple[Change, ...]


def opened(players: tuple[str, ...]) -> Ledger:
    """Return an empty ledger; the first player deals first."""
    return Ledger(players, {}, frozenset(), dict.fromkeys(players, 0), 0, 0, players[0], 0)


def in_order(pairs: Iterable[Pair], players: Sequence[str]) -> list[Pair]:
    """Return pairs by their seats, however they were written down, so that equal ledgers have equal answers."""
    seats = {player: n for n, player in enumerate(players)}
    return sorted(pairs, key=lambda pair: (seats[pair[0]], seats[pair[1]]))


def rounded(amount: Fraction, way: str) -> int:
    """Return a whole number of points, rounded up or down."""
    return -(-amount.numerator // amount.denominator) if way == "up" else amount.numerator // amount.denominator


def number(amount: Fraction) -> int | float:
    """Return an exact amount as the number that JSON has for it: an integer if it is whole, else the double it is."""
    return int(amount) if amount.denominator == 1 else float(amount)


def fits(points: Fraction) -> bool:
    """Whether an amount can be computed with and written as a JSON number without loss."""
    exact = points.numerator.bit_length() <= MOST_BITS and points.denominator <= 1 << MOST_BITS
    return exact and points <= MOST_POINTS


def bound_problems(ledger: Ledger, place: str) -> Iterator[Problem]:
    """Yield what has grown so far that the ledger would not be accepted back."""
    for (creditor, debtor), debt in ledger.debts.items():
        if not fits(debt.points):
            message = f"the debt of {debtor} to {creditor} grows beyond what is computed exactly; settle it first"
            yield Problem(place, "beyond_bounds", message)
    for player, paid in ledger.balance.items():
        if abs(paid) > MOST_BALANCE:
            yield Problem(place, "beyond_bounds", f"the balance of {player} grows beyond {MOST_BALANCE:,} points")
    if ledger.deals > MOST_DEALS:
        yield Problem(place, "beyond_bounds", f"a ledger holds at most {MOST_DEALS:,} deals")
    if ledger.streak > LONGEST_STREAK:
        yield Problem(place, "beyond_bounds", f"a dealer stays at most {LONGEST_STREAK:,} times")
