"""Games of Hana-awase looked at again: each deal turn by turn, and what many of them came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from companion.hana_awase.options import Method
from companion.hana_awase.scoring import DealScore, winners
from companion.hana_table.sitting import counting, evolve, replay
from companion.hana_table.steps import CardLaid, CardsDealt, DealDrawn, DealScored, HanaStep


@dataclass(frozen=True, slots=True)
class LaidAgain:
    """Half a turn that counts, and whether its card came from the stock."""

    step: CardLaid
    from_stock: bool


@dataclass(frozen=True, slots=True)
class DealAgainSeen:
    """A deal that was played.

    Attributes:
        dealer: who dealt it.
        laid: its half turns; none where nobody followed it.
        scores: what counted, by seat.
        drawn: whether nobody scored.
        called: who called a weak hand, for which it was drawn.
        score: the piles with their points and yaku; None where it was drawn.
    """

    dealer: int
    laid: tuple[LaidAgain, ...]
    scores: tuple[int, ...]
    drawn: bool
    called: int | None
    score: DealScore | None


def deals_again(steps: Sequence[HanaStep]) -> tuple[DealAgainSeen, ...]:
    """Return the deals of a game that were played, as they count after all that was put right.

    Args:
        steps: the game's record.

    Raises:
        ValueError: the steps make no game.
    """
    first, *others = counting(steps)
    sitting, laid = replay([first]), list[LaidAgain]()
    deals: list[DealAgainSeen] = []
    for step in others:
        dealer = sitting.standing.dealer
        match step:
            case CardsDealt():
                laid = []
            case CardLaid():
                assert sitting.deal is not None
                laid.append(LaidAgain(step, sitting.deal.to_turn))
            case DealScored(scores):
                counted = sitting.score()
                deals.append(DealAgainSeen(dealer, tuple(laid), scores, False, None, counted))
                laid = []
            case DealDrawn(seat):
                nothing = (0,) * sitting.players
                deals.append(DealAgainSeen(dealer, tuple(laid), nothing, True, seat, None))
                laid = []
            case _:
                pass
        sitting = evolve(sitting, step)
    return tuple(deals)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game for the statistics: how many played by which method, and its deals."""

    players: int
    method: Method
    deals: tuple[DealAgainSeen, ...]


@dataclass(frozen=True, slots=True)
class HanaGroupFigures:
    """What the deals of as many players by one method came to.

    Attributes:
        players: how many.
        method: of scoring.
        games: how many games, of which a deal was played.
        deals: how many deals.
        drawn: how many of them were drawn.
        mean: what the winner of a deal scored on average; None where all were drawn.
        top: the most that anybody scored in a deal; None likewise.
        dealer_won: in how many deals the dealer scored most, alone or with others.
        yaku: how often each yaku counted, by its id, the most frequent first.
    """

    players: int
    method: Method
    games: int
    deals: int
    drawn: int
    mean: float | None
    top: int | None
    dealer_won: int
    yaku: Mapping[str, int]


def hana_statistics(games: Iterable[PlayedGame]) -> tuple[HanaGroupFigures, ...]:
    """Sort games into groups; the one with most deals comes first."""
    sorted_in: dict[tuple[int, Method], list[PlayedGame]] = {}
    for game in games:
        if game.deals:
            sorted_in.setdefault((game.players, game.method), []).append(game)
    groups = [_group(some) for some in sorted_in.values()]
    return tuple(sorted(groups, key=lambda one: (-one.deals, one.players)))


def _group(games: Sequence[PlayedGame]) -> HanaGroupFigures:
    deals = [deal for game in games for deal in game.deals]
    counted = [deal for deal in deals if not deal.drawn]
    best = [max(deal.scores) for deal in counted]
    yaku = Counter(
        one.id
        for deal in counted
        if deal.score is not None
        for seat, has in enumerate(deal.score.yaku)
        if deal.score.yaku_points[seat]
        for one in has
    )
    return HanaGroupFigures(
        players=games[0].players,
        method=games[0].method,
        games=len(games),
        deals=len(deals),
        drawn=len(deals) - len(counted),
        mean=fmean(best) if best else None,
        top=max(best, default=None),
        dealer_won=sum(deal.dealer in winners(deal.scores) for deal in counted),
        yaku=dict(sorted(yaku.items(), key=lambda one: (-one[1], one[0]))),
    )


def settled(totals: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
    """Return who pays whom how many chips, so that ``totals`` that add up to 0 are paid out.

    Whoever owes most pays whoever has most to get, until nobody owes anything: fewest payments
    for so few people.
    """
    left = list(totals)
    paid = []
    while any(left):
        payer, receiver = left.index(min(left)), left.index(max(left))
        chips = min(-left[payer], left[receiver])
        if chips <= 0:
            break  # they do not add up to 0: scores of the other method are not paid
        paid.append((payer, receiver, chips))
        left[payer] += chips
        left[receiver] -= chips
    return tuple(paid)
