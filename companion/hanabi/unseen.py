"""Turns of which only the counts are known: a clue nobody told, a card nobody saw."""

from companion.hanabi.endings import go_on, stop_if_stuck
from companion.hanabi.events import (
    CardIdentified,
    CardLaidUnseen,
    ClueTokenRegained,
    ClueUntold,
    Event,
    GameEnded,
    Outcome,
)
from companion.hanabi.laying import no_such_seat
from companion.hanabi.moves import CountedTurn, LayUnseen, SpendToken, Unseen
from companion.hanabi.position import GameState
from companion.hanabi.refusals import Rule, RuleViolation


def spend_token(state: GameState, move: SpendToken) -> tuple[Event, ...]:
    """Return what a clue of unknown content causes.

    Raises:
        RuleViolation: no clue can be given now.
    """
    _check_turn(state, move)
    if not state.clue_tokens:
        raise _refuse(state, move, Rule.NO_CLUE_TOKENS, "no clue token is available")
    given = ClueUntold(move.seat, state.turn)
    if state.turns_left == 1:
        return (given, GameEnded(Outcome.DECK_OUT))
    return stop_if_stuck(state, (given,))


def lay_unseen(state: GameState, move: LayUnseen) -> tuple[Event, ...]:
    """Return what a card causes of which only its fate is known.

    What was on record of the faces in that hand is forgotten: any of them may be the one that
    went. An award tile is not earned: nobody knows for which card.

    Raises:
        RuleViolation: no card can be laid so.
    """
    _check_turn(state, move)
    ruleset, hand = state.ruleset, state.hands[move.seat]
    if not hand:
        raise _refuse(state, move, Rule.CARD_NOT_HELD, "its hand is empty")
    if move.how is Unseen.DISCARDED and not state.may_discard:
        raise _refuse(
            state, move, Rule.CLUE_TOKENS_FULL, f"all {state.clue_tokens} clue tokens are available"
        )
    taken = hand[0]
    among = tuple(held.id for held in hand)
    events: tuple[Event, ...] = (
        CardLaidUnseen(move.seat, taken.id, taken.slot, among, move.how),
        *(CardIdentified(held.id, None) for held in hand[1:] if held.card is not None),
    )
    if move.how is Unseen.MISSED and state.strikes + 1 >= ruleset.strikes:
        return (*events, GameEnded(Outcome.STRIKEOUT))
    brings = move.how is Unseen.DISCARDED or (
        move.how is Unseen.COMPLETED
        and state.clue_tokens < ruleset.clue_tokens
        and not ruleset.award_tiles
    )
    if brings:
        events = (*events, ClueTokenRegained())
    return go_on(state, events, move.seat, taken.slot, last=state.turns_left == 1)


def _check_turn(state: GameState, move: CountedTurn) -> None:
    if state.outcome is not None:
        raise _refuse(state, move, Rule.GAME_OVER, f"the game is over: {state.outcome.value}")
    if state.award is not None:
        raise _refuse(
            state, move, Rule.AWARD_DUE, f"seat {state.award.seat} has an award tile to turn"
        )
    if not 0 <= move.seat < state.players:
        raise no_such_seat(state, move.seat)
    if move.seat != state.to_move:
        raise _refuse(state, move, Rule.NOT_YOUR_TURN, f"seat {state.to_move} is to move")


def _refuse(state: GameState, move: CountedTurn, rule: Rule, why: str) -> RuleViolation:
    what = "gives a clue" if isinstance(move, SpendToken) else "lays a card"
    return RuleViolation(rule, f"turn {state.turn}: seat {move.seat} {what}, but {why}")
