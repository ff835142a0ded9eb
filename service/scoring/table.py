"""The table between deals: who deals next, in which round, what the deal is called, and when play ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

WIND_NAMES: Final = "東南西北"
PLAYERS: Final = 4


def pass_deal(round_wind: int, dealer_index: int, streak: int, *, stays: bool) -> tuple[int, int, int]:
    """Return round wind (0-3, East after North), dealer and streak of the next deal.

    `dealer_index` counts players in seating order from the first dealer; the round moves on when the deal is his again.
    """
    if stays:
        return round_wind, dealer_index, streak + 1
    following = (dealer_index + 1) % PLAYERS
    return (round_wind + (following == 0)) % len(WIND_NAMES), following, 0


def deal_name(round_wind: int, dealer_index: int, streak: int) -> str:
    """Return a deal's name: 東風東局, and 東風南局連莊2 when its dealer has stayed twice."""
    stayed = f"連莊{streak}" if streak else ""
    return f"{WIND_NAMES[round_wind]}風{WIND_NAMES[dealer_index]}局{stayed}"


class Table(NamedTuple):
    """A deal of an evening: the round counted from 0 (its wind comes round again after North), dealer and streak."""

    round: int
    dealer: int
    streak: int

    @property
    def round_wind(self) -> int:
        """圈風."""
        return self.round % len(WIND_NAMES)

    @property
    def name(self) -> str:
        """The name of the deal."""
        return deal_name(self.round_wind, self.dealer, self.streak)


class NextDeal(NamedTuple):
    """What follows a deal; when play is finished, what would follow."""

    table: Table
    stays: bool
    finished: bool
    reason: str


def next_deal(  # noqa: PLR0913, PLR0917  (one deal, and the two rules that decide what follows)
    table: Table, outcome: str, winners: Sequence[int], draw_dealer: str, rounds: int, names: Sequence[str]
) -> NextDeal:
    """Return what follows a deal that was won, drawn, or broken off by a false win.

    The sources do not say what follows a false win: the same deal again, which is no repeat (連莊).
    """
    if outcome == "false_win":
        reason = "a false win (詐糊): the same deal is played again, and does not count as a repeat"
        return NextDeal(table, stays=True, finished=False, reason=reason)
    stays = table.dealer in winners if outcome == "win" else draw_dealer == "stays"
    wind, dealer, streak = pass_deal(table.round_wind, table.dealer, table.streak, stays=stays)
    following = Table(table.round + (wind != table.round_wind), dealer, streak)
    finished = following.round >= rounds
    reason = _why(outcome, names[table.dealer], stays=stays)
    if not stays:
        reason += _whither(following, names[dealer], rounds, new_round=wind != table.round_wind)
    return NextDeal(following, stays, finished, reason)


def _why(outcome: str, dealer: str, *, stays: bool) -> str:
    if outcome == "draw":
        does = "stays (臭莊), which counts as a repeat" if stays else "steps down"
        return f"a drawn deal: the dealer {dealer} {does}"
    return f"the dealer {dealer} {'is among the winners and stays (連莊)' if stays else 'did not win and steps down'}"


def _whither(following: Table, dealer: str, rounds: int, *, new_round: bool) -> str:
    if following.round >= rounds:
        return f"; the last of {rounds} rounds is over"
    started = f" and the {WIND_NAMES[following.round_wind]} round begins" if new_round else ""
    return f"; {dealer} deals next{started}"
