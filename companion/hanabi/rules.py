"""The rulebook: what a move causes, or which rule it breaks; and the moves there are."""

from collections.abc import Iterator
from functools import cache
from typing import assert_never

from companion.hanabi.awards import tile_choices, turn_tile
from companion.hanabi.cards import Card
from companion.hanabi.endings import stop_if_stuck
from companion.hanabi.events import (
    CardIdentified,
    ClueGiven,
    Event,
    GameEnded,
    HandRearranged,
    HandsLaidDown,
    Outcome,
)
from companion.hanabi.hints import clues_to
from companion.hanabi.knowledge import Illegal, Legal, Pending, audit, misdirected, verdict
from companion.hanabi.laying import check_counts, discard, no_such_seat, play
from companion.hanabi.moves import (
    CardId,
    Discard,
    GiveClue,
    Identify,
    LayDown,
    LayUnseen,
    Move,
    Play,
    Rearrange,
    SpendToken,
    Terminate,
    TileChoice,
    Turn,
)
from companion.hanabi.position import RACK_SLOTS, GameState
from companion.hanabi.refusals import Rule, RuleViolation
from companion.hanabi.unseen import lay_unseen, spend_token

__all__ = ["Rule", "RuleViolation", "apply", "legal_moves", "tile_choices"]


def apply(state: GameState, move: Move) -> tuple[Event, ...]:
    """Return what ``move`` causes in ``state``; neither is changed.

    The third strike, the last card of the last firework and, where all or nothing is played for,
    the loss of a card that is needed end the game at once, before a card is drawn (in that order,
    and before the end of the last round). A move that changes nothing,
    such as identifying a card as what it is known to be, causes no event.

    Raises:
        RuleViolation: the move is not allowed; ``error.rule`` names the rule.
    """
    match move:
        case Identify():
            return _identify(state, move)
        case Play():
            return play(state, move)
        case Discard():
            return discard(state, move)
        case GiveClue():
            return _give_clue(state, move)
        case SpendToken():
            return spend_token(state, move)
        case LayUnseen():
            return lay_unseen(state, move)
        case TileChoice():
            return turn_tile(state, move)
        case Rearrange():
            return _rearrange(state, move)
        case Terminate():
            return _terminate(state, move)
        case LayDown():
            return _lay_down(state, move)
        case _:
            assert_never(move)


def legal_moves(state: GameState) -> Iterator[Turn]:
    """Return every turn that the seat to move can take; none once the game is over.

    None either while an award tile is due: ``tile_choices`` has what can be done then. A play or
    discard names the face on record. Where there is none the move has ``card`` None, for the
    caller to fill in what the table shows. Clues whose verdict is pending are among them.
    """
    if state.outcome is not None or state.awards.due is not None:
        return iter(())
    seat = state.to_move
    hand = state.hands[seat]
    ways = [_ways_to_lay(seat, held, face) for held, _, face in hand]
    moves: list[Turn] = [played for played, _ in ways]
    if state.ruleset.synchronised_show:
        moves += [
            Play(seat, held, face, named)
            for held, _, face in hand
            for named in state.ruleset.nameable
        ]
    if state.may_discard:
        moves += [discarded for _, discarded in ways]
    if state.clue_tokens:
        for target in range(state.players):
            if target != seat:
                moves += clues_to(state, seat, target)
    return iter(moves)


@cache
def _ways_to_lay(seat: int, held: CardId, face: Card | None) -> tuple[Play, Discard]:
    """Return how ``seat`` can lay a card without a word; made once, as the clues are."""
    return Play(seat, held, face), Discard(seat, held, face)


def _give_clue(state: GameState, move: GiveClue) -> tuple[Event, ...]:
    if not 0 <= move.seat < state.players:
        raise no_such_seat(state, move.seat)
    touched: tuple[CardId, ...]
    unknown: tuple[CardId, ...] = ()
    match verdict(state, move):
        case Illegal(rule, detail):
            raise RuleViolation(rule, detail)
        case Legal(touched):
            pass
        case Pending(touched, unknown):
            pass
    given = ClueGiven(
        move.seat,
        move.target,
        move.hint,
        state.turn,
        touched,
        unknown,
        move.blind,
        move.by,
        _pointed(state, move),
    )
    if state.turns_left == 1:
        return (given, GameEnded(Outcome.DECK_OUT))
    return stop_if_stuck(state, (given,))


def _pointed(state: GameState, move: GiveClue) -> tuple[CardId, ...] | None:
    """Return the cards that were pointed at, in the order of the slots."""
    if move.pointed is None:
        return None
    hand = [held.id for held in state.hands[move.target]]
    if not set(move.pointed) <= set(hand):
        raise RuleViolation(
            Rule.CARD_NOT_HELD,
            f"turn {state.turn}: not all cards pointed at are held by seat {move.target}",
        )
    return tuple(held for held in hand if held in move.pointed)


def _identify(state: GameState, move: Identify) -> tuple[Event, ...]:
    found = state.find(move.held)
    if found is None:
        raise RuleViolation(
            Rule.CARD_NOT_HELD, f"turn {state.turn}: card {move.held} is in nobody's hand"
        )
    if found[1].card == move.card:
        return ()
    if move.card is not None:
        # Only what lies on the table counts: a veto by a hand would tell its owner of it.
        check_counts(state, move.held, move.card, hidden=range(state.players))
    found_out: tuple[Event, ...] = tuple(audit(state, move.held, move.card))
    if state.laid_down and move.card is not None:  # it lies open, and everybody sees it
        found_out += tuple(misdirected(state, move.held, move.card))
    return (CardIdentified(move.held, move.card), *found_out)


def _rearrange(state: GameState, move: Rearrange) -> tuple[Event, ...]:
    if not 0 <= move.seat < state.players:
        raise no_such_seat(state, move.seat)
    before = {held.id: held.slot for held in state.hands[move.seat]}
    slots = {held: slot for slot, held in enumerate(move.order) if held is not None}
    cards = sum(held is not None for held in move.order)
    if slots.keys() != before.keys() or cards != len(slots) or len(move.order) > RACK_SLOTS:
        raise RuleViolation(
            Rule.NOT_A_REARRANGEMENT,
            f"turn {state.turn}: seat {move.seat} holds cards {sorted(before)}"
            f" in {RACK_SLOTS} slots, got the order {list(move.order)}",
        )
    if not before.keys() >= set(move.unsure):
        raise RuleViolation(
            Rule.NOT_A_REARRANGEMENT,
            f"turn {state.turn}: seat {move.seat} holds cards {sorted(before)}, not all of"
            f" {sorted(move.unsure)}",
        )
    if slots == before and not move.unsure:
        return ()
    return (HandRearranged(move.seat, move.order, move.since, move.unsure),)


def _terminate(state: GameState, move: Terminate) -> tuple[Event, ...]:
    if move.seat is not None and not 0 <= move.seat < state.players:
        raise no_such_seat(state, move.seat)
    if state.outcome is not None:
        raise RuleViolation(Rule.GAME_OVER, f"the game is over already: {state.outcome.value}")
    return (GameEnded(Outcome.TERMINATED, move.seat),)


def _lay_down(state: GameState, move: LayDown) -> tuple[Event, ...]:
    if state.outcome is None:
        raise RuleViolation(
            Rule.GAME_RUNS, f"turn {state.turn}: hands are laid down when the game has ended"
        )
    if state.laid_down:
        return ()
    hands = (held for hand in state.hands for held in hand)
    differed = (
        one for held in hands if held.card for one in misdirected(state, held.id, held.card)
    )
    return (HandsLaidDown(move.by), *differed)
