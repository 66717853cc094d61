"""Where a deal of Hana-awase stands, and how each event changes that."""

from dataclasses import dataclass, replace
from typing import assert_never

from companion.hana_awase.cards import Card
from companion.hana_awase.dealing import Dealt, misdeal, sizes
from companion.hana_awase.events import (
    DealBegan,
    DealEnded,
    Ending,
    Event,
    HandCardLaid,
    LeftoversGiven,
    StockCardTurned,
)
from companion.hana_awase.options import Direction, Options
from companion.hana_awase.piles import Pile, Piles, check_distinct


@dataclass(frozen=True, slots=True)
class DealState:
    """A deal at one moment.

    Attributes:
        options: how the table plays.
        dealer: who took the first turn.
        hands, table, stock, piles: where each card is; the stock's next card first.
        to_move: whose turn it is.
        to_turn: whether that player has played from the hand and now turns from the stock.
        begun: whether a card was played.
        ending: how the deal ended; None while it goes on.
    """

    options: Options
    dealer: int
    hands: Piles
    table: Pile
    stock: Pile
    piles: Piles
    to_move: int
    to_turn: bool = False
    begun: bool = False
    ending: Ending | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def hands_empty(self) -> bool:
        """Whether nobody holds a card any more."""
        return not any(self.hands)


def start(dealt: Dealt, dealer: int, options: Options) -> tuple[DealState, tuple[DealBegan, ...]]:
    """Begin a deal.

    Raises:
        OptionError: so many cannot play by these options.
        PileError: a card was dealt twice.
        ValueError: ``dealer`` is no seat, or the pack has to be dealt again.
    """
    players = len(dealt.hands)
    sizes(players, options)
    check_distinct([*dealt.hands, dealt.stock], dealt.table, "the table")
    again = misdeal(dealt, options)
    if again is not None:
        raise ValueError(f"this has to be dealt again: {again.value}")
    if not 0 <= dealer < players:
        raise ValueError(f"the dealer is one of seats 0 to {players - 1}, got {dealer}")
    event = DealBegan(options, dealt, dealer)
    return _begin(event), (event,)


def next_seat(seat: int, players: int, direction: Direction) -> int:
    """Return who is next; seats are numbered clockwise, as seen from above."""
    step = -1 if direction is Direction.ANTICLOCKWISE else 1
    return (seat + step) % players


def turn_order(first: int, players: int, direction: Direction) -> tuple[int, ...]:
    """Return all seats in the order of their turns, beginning with ``first``."""
    order = [first]
    while len(order) < players:
        order.append(next_seat(order[-1], players, direction))
    return tuple(order)


def evolve(state: DealState, event: Event) -> DealState:
    """Return the position after ``event``, a fact that is not checked again."""
    match event:
        case DealBegan():
            return _begin(event)
        case HandCardLaid(seat, card, taken):
            hands = _without(state.hands, seat, card)
            moved = replace(state, hands=hands, begun=True)
            return _passed(_laid(moved, seat, card, taken), turned=False)
        case StockCardTurned(seat, card, taken):
            moved = replace(state, stock=state.stock[1:])
            return _passed(_laid(moved, seat, card, taken), turned=True)
        case LeftoversGiven(piles):
            return replace(state, piles=piles, table=())
        case DealEnded(ending):
            return replace(state, ending=ending)
        case _:
            assert_never(event)


def _begin(event: DealBegan) -> DealState:
    dealt = event.dealt
    return DealState(
        options=event.options,
        dealer=event.dealer,
        hands=dealt.hands,
        table=dealt.table,
        stock=dealt.stock,
        piles=((),) * len(dealt.hands),
        to_move=event.dealer,
    )


def _without(hands: Piles, seat: int, card: Card) -> Piles:
    kept = tuple(one for one in hands[seat] if one != card)
    return (*hands[:seat], kept, *hands[seat + 1 :])


def _laid(state: DealState, seat: int, card: Card, taken: Pile) -> DealState:
    if not taken:
        return replace(state, table=(*state.table, card))
    pile = (*state.piles[seat], card, *taken)
    return replace(
        state,
        table=tuple(one for one in state.table if one not in taken),
        piles=(*state.piles[:seat], pile, *state.piles[seat + 1 :]),
    )


def _passed(state: DealState, *, turned: bool) -> DealState:
    """Pass the turn on after a card from the stock; before it, the same player turns one."""
    if not turned and state.stock:
        return replace(state, to_turn=True)
    following = next_seat(state.to_move, state.players, state.options.direction)
    return replace(state, to_move=following, to_turn=state.hands_empty and bool(state.stock))
