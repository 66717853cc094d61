"""The play of Hana-awase: what a move causes, or which rule it breaks; and the moves there are."""

from enum import Enum
from typing import assert_never

from companion.hana_awase.capture import from_hand, from_stock
from companion.hana_awase.cards import Card, points
from companion.hana_awase.dealing import sizes
from companion.hana_awase.events import (
    DealEnded,
    Ending,
    Event,
    HandCardLaid,
    LeftoversGiven,
    StockCardTurned,
)
from companion.hana_awase.leftovers import assign_leftovers
from companion.hana_awase.moves import CallWeakHand, Move, PlayCard, StopEarly, TurnCard
from companion.hana_awase.options import WEAK
from companion.hana_awase.piles import Pile, named
from companion.hana_awase.state import DealState, evolve


class Rule(Enum):
    """The rules that a move can break."""

    DEAL_OVER = "deal_over"
    NOT_YOUR_TURN = "not_your_turn"
    CARD_NOT_HELD = "card_not_held"
    TURN_THE_STOCK = "turn_the_stock"
    """A card was played already; now the stock's top card is turned."""
    PLAY_A_CARD = "play_a_card"
    """Nobody turns from the stock before a card was played from the hand."""
    NOT_ON_TOP = "not_on_top"
    """The card is not the stock's top card."""
    NOT_TO_BE_TAKEN = "not_to_be_taken"
    """The card does not take that, or has to take something."""
    NO_WEAK_HANDS = "no_weak_hands"
    """Nobody plays with weak hands here, or the first card was played."""
    HAND_NOT_WEAK = "hand_not_weak"
    NO_EARLY_STOP = "no_early_stop"
    """The table plays on to the end of the stock, or somebody still holds cards."""


class RuleViolation(ValueError):  # noqa: N818 - the name people use at the table
    """A move the rules forbid; nothing has changed.

    Attributes:
        rule: which rule.
        detail: a sentence that quotes what came in and where the deal stood.
    """

    def __init__(self, rule: Rule, detail: str) -> None:
        """Name the broken rule."""
        super().__init__(f"{rule.value} ({detail})")
        self.rule = rule
        self.detail = detail


def apply(state: DealState, move: Move) -> tuple[Event, ...]:
    """Return what ``move`` causes in ``state``; neither is changed.

    The last card ends the deal, and what the joker left on the table goes to its owners then.

    Raises:
        RuleViolation: the move is not allowed; ``error.rule`` names the rule.
    """
    if state.ending is not None:
        raise RuleViolation(Rule.DEAL_OVER, f"the deal is over: {state.ending.value}")
    match move:
        case PlayCard(seat, card, taken):
            _check_turn(state, seat)
            if state.to_turn:
                raise RuleViolation(Rule.TURN_THE_STOCK, f"seat {seat} has played a card already")
            if card not in state.hands[seat]:
                raise RuleViolation(
                    Rule.CARD_NOT_HELD,
                    f"seat {seat} holds {named(state.hands[seat])}, not {card.label}",
                )
            _check_taken(card, taken, from_hand(card, state.table, state.options.joker))
            return _ended_with(state, HandCardLaid(seat, card, taken))
        case TurnCard(seat, card, taken):
            _check_turn(state, seat)
            if not state.to_turn:
                raise RuleViolation(Rule.PLAY_A_CARD, f"seat {seat} has not played a card yet")
            if card != state.stock[0]:
                raise RuleViolation(Rule.NOT_ON_TOP, f"{card.label} is not the stock's top card")
            _check_taken(card, taken, stock_choices(state))
            return _ended_with(state, StockCardTurned(seat, card, taken))
        case CallWeakHand(seat):
            return _call_weak_hand(state, seat)
        case StopEarly():
            if not _may_stop(state):
                raise RuleViolation(
                    Rule.NO_EARLY_STOP,
                    f"early_stop is {state.options.early_stop} and"
                    f" {sum(map(len, state.hands))} cards are held",
                )
            return (DealEnded(Ending.STOPPED_EARLY),)
        case _:
            assert_never(move)


def legal_moves(state: DealState) -> tuple[Move, ...]:
    """Return everything that can be done; nothing once the deal is over."""
    if state.ending is not None:
        return ()
    seat = state.to_move
    moves: list[Move] = []
    if state.to_turn:
        card = state.stock[0]
        moves += [TurnCard(seat, card, taken) for taken in stock_choices(state) or ((),)]
        if _may_stop(state):
            moves.append(StopEarly())
        return tuple(moves)
    for card in state.hands[seat]:
        choices = from_hand(card, state.table, state.options.joker) or ((),)
        moves += [PlayCard(seat, card, taken) for taken in choices]
    if state.options.weak_hand and not state.begun:
        moves += [
            CallWeakHand(holder) for holder in range(state.players) if _is_weak(state, holder)
        ]
    return tuple(moves)


def stock_choices(state: DealState) -> tuple[Pile, ...]:
    """Return what the stock's top card may take."""
    return from_stock(state.stock[0], state.table, state.options.joker, last=len(state.stock) == 1)


def _may_stop(state: DealState) -> bool:
    """Whether the hands are empty, and a card was turned for each that was played from them."""
    hand, _, stock = sizes(state.players, state.options)
    played = state.players * hand
    return state.options.early_stop and state.hands_empty and len(state.stock) <= stock - played


def _check_turn(state: DealState, seat: int) -> None:
    if seat != state.to_move:
        raise RuleViolation(
            Rule.NOT_YOUR_TURN, f"it is seat {state.to_move}'s turn, not seat {seat}'s"
        )


def _check_taken(card: Card, taken: Pile, choices: tuple[Pile, ...]) -> None:
    wanted = frozenset(taken)
    if wanted not in {frozenset(choice) for choice in choices or ((),)} or len(wanted) != len(
        taken
    ):
        offered = " or ".join(named(choice) for choice in choices) or "nothing"
        raise RuleViolation(
            Rule.NOT_TO_BE_TAKEN,
            f"{card.label} takes {offered}, not {named(taken) or 'nothing'}",
        )


def _is_weak(state: DealState, seat: int) -> bool:
    return points(state.hands[seat], state.options.chaff_zero) < WEAK


def _call_weak_hand(state: DealState, seat: int) -> tuple[Event, ...]:
    if not 0 <= seat < state.players:
        raise RuleViolation(Rule.HAND_NOT_WEAK, f"there is no seat {seat}")
    if not state.options.weak_hand or state.begun:
        raise RuleViolation(
            Rule.NO_WEAK_HANDS,
            "the first card was played" if state.begun else "weak_hand is not played",
        )
    if not _is_weak(state, seat):
        raise RuleViolation(Rule.HAND_NOT_WEAK, f"the hand of seat {seat} is worth {WEAK} or more")
    return (DealEnded(Ending.DRAWN),)


def _ended_with(state: DealState, event: HandCardLaid | StockCardTurned) -> tuple[Event, ...]:
    after = evolve(state, event)
    if after.stock or not after.hands_empty:
        return (event,)
    if not after.table:
        return (event, DealEnded(Ending.PLAYED_OUT))
    given = assign_leftovers(after.piles, after.table)
    return (event, LeftoversGiven(given.piles), DealEnded(Ending.PLAYED_OUT))
