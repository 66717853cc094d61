"""A game of several deals: who deals, the running totals, who has won."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.hana_awase.options import AfterDraw, Options
from companion.hana_awase.scoring import winners
from companion.hana_awase.state import next_seat, turn_order


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a game stands between two deals.

    Attributes:
        options: how the table plays.
        players: how many.
        dealer: who deals next and takes the first turn.
        scores: one tuple for each deal that was scored, by seat; zeros for a drawn one.
    """

    options: Options
    players: int
    dealer: int
    scores: tuple[tuple[int, ...], ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """What everybody has after all deals."""
        return tuple(sum(deal[seat] for deal in self.scores) for seat in range(self.players))

    @property
    def deal(self) -> int:
        """The number of the next deal, from 1."""
        return len(self.scores) + 1

    @property
    def over(self) -> bool:
        """Whether all deals of the game are played."""
        return len(self.scores) >= self.options.deals

    @property
    def leaders(self) -> tuple[int, ...]:
        """Who has most; several where they are equal."""
        return winners(self.totals)


def begin(options: Options, players: int, dealer: int) -> Standing:
    """Return a game before its first deal.

    Raises:
        OptionError: so many cannot play by these options.
        ValueError: ``dealer`` is no seat.
    """
    options.check(players)
    if not 0 <= dealer < players:
        raise ValueError(f"the dealer is one of seats 0 to {players - 1}, got {dealer}")
    return Standing(options, players, dealer)


def after_deal(standing: Standing, scores: Sequence[int]) -> Standing:
    """Return the game after a deal; whoever scored most deals next, of equals the earlier to move.

    Raises:
        ValueError: there is not one score for each player, or the game is over.
    """
    _check(standing, scores)
    order = turn_order(standing.dealer, standing.players, standing.options.direction)
    best = max(order, key=lambda seat: scores[seat])  # max keeps the first of equals
    return replace(standing, scores=(*standing.scores, tuple(scores)), dealer=best)


def after_draw(standing: Standing) -> Standing:
    """Return the game after a deal that was drawn: nobody scores, it counts as played."""
    nothing = (0,) * standing.players
    _check(standing, nothing)
    dealer = standing.dealer
    if standing.options.after_draw is AfterDraw.NEXT_PLAYER:
        dealer = next_seat(dealer, standing.players, standing.options.direction)
    return replace(standing, scores=(*standing.scores, nothing), dealer=dealer)


def _check(standing: Standing, scores: Sequence[int]) -> None:
    if standing.over:
        raise ValueError(f"the game is over after {len(standing.scores)} deals")
    if len(scores) != standing.players:
        raise ValueError(f"{standing.players} play, got {len(scores)} scores")
