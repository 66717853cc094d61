"""The rulebook: what a move causes, or which rule it breaks; and the moves there are."""

from collections.abc import Collection, Iterator
from functools import cache
from typing import assert_never

from companion.hanabi.cards import RANKS, Card, Suit
from companion.hanabi.events import (
    CardDiscarded,
    CardDrawn,
    CardIdentified,
    CardLaidUnread,
    CardMissed,
    CardPlayed,
    ClueGiven,
    ClueTokenRegained,
    Event,
    FireworkCompleted,
    GameEnded,
    HandRearranged,
    LastRoundBegan,
    Outcome,
)
from companion.hanabi.knowledge import Illegal, Legal, Pending, audit, copies_seen, verdict
from companion.hanabi.moves import (
    CardId,
    ColourHint,
    Discard,
    GiveClue,
    Identify,
    Move,
    Play,
    RankHint,
    Rearrange,
    Terminate,
    Turn,
)
from companion.hanabi.refusals import Rule, RuleViolation
from companion.hanabi.state import RACK_SLOTS, GameState, HeldCard

__all__ = ["Rule", "RuleViolation", "apply", "legal_moves"]


def apply(state: GameState, move: Move) -> tuple[Event, ...]:
    """Return what ``move`` causes in ``state``; neither is changed.

    The third strike and the last card of the last firework end the game at once, before a card
    is drawn (in that order, and before the end of the last round). A move that changes nothing,
    such as identifying a card as what it is known to be, causes no event.

    Raises:
        RuleViolation: the move is not allowed; ``error.rule`` names the rule.
    """
    match move:
        case Play():
            return _play(state, move)
        case Discard():
            return _discard(state, move)
        case GiveClue():
            return _give_clue(state, move)
        case Identify():
            return _identify(state, move)
        case Rearrange():
            return _rearrange(state, move)
        case Terminate():
            return _terminate(state, move)
        case _:
            assert_never(move)


def legal_moves(state: GameState) -> Iterator[Turn]:
    """Return every turn that the seat to move can take; none once the game is over.

    A play or discard names the face on record. Where there is none the move has ``card``
    None, for the caller to fill in what the table shows. Clues whose verdict is pending are
    among them.
    """
    if state.outcome is not None:
        return iter(())
    seat = state.to_move
    hand = state.hands[seat]
    moves: list[Turn] = [Play(seat, held, face) for held, _, face in hand]
    if state.clue_tokens < state.ruleset.clue_tokens:
        moves += [Discard(seat, held, face) for held, _, face in hand]
    if state.clue_tokens:
        for target in range(state.players):
            if target != seat:
                moves += _clues_to(state, target)
    return iter(moves)


@cache
def _clues(seat: int, target: int) -> tuple[dict[Suit, GiveClue], tuple[GiveClue, ...]]:
    """Return the clues from ``seat`` to ``target`` by colour, and those from rank 1 to rank 5."""
    return (
        {suit: GiveClue(seat, target, ColourHint(suit)) for suit in Suit},
        tuple(GiveClue(seat, target, RankHint(rank)) for rank in RANKS),
    )


def _clues_to(state: GameState, target: int) -> list[GiveClue]:
    """Return the clues to ``target`` that point at a card, may do so, or need not."""
    ruleset = state.ruleset
    by_colour, by_rank = _clues(state.to_move, target)
    hand = state.hands[target]
    faces = [face for _, _, face in hand if face is not None]
    if ruleset.empty_clues or len(faces) < len(hand):
        return [by_colour[colour] for colour in ruleset.nameable] + list(by_rank)
    suits = {face.suit for face in faces}
    if not suits.isdisjoint(ruleset.wild):
        suits.update(ruleset.nameable)
    ranks = {face.rank for face in faces}
    clues = [by_colour[colour] for colour in ruleset.nameable if colour in suits]
    return clues + [clue for rank, clue in enumerate(by_rank, RANKS[0]) if rank in ranks]


def _play(state: GameState, move: Play) -> tuple[Event, ...]:
    held, card = _lay(state, move)
    if card is None:
        laid = CardLaidUnread(move.seat, held.id, held.slot)
        return (laid, *_draw(state, move.seat, held.slot))
    news = tuple(audit(state, held.id, card)) if card is not held.card else ()
    ruleset = state.ruleset
    at = ruleset.colours.index(card.suit)
    build, height = ruleset.suits[at].build, state.fireworks[at]
    if height == len(build) or build[height] != card.rank:
        missed = CardMissed(move.seat, held.id, held.slot, card)
        if state.strikes + 1 >= ruleset.strikes:
            return (missed, *news, GameEnded(Outcome.STRIKEOUT))
        return (missed, *news, *_draw(state, move.seat, held.slot))
    events: tuple[Event, ...] = (CardPlayed(move.seat, held.id, held.slot, card),)
    if height + 1 == len(build):
        events = (*events, FireworkCompleted(card.suit))
        if state.clue_tokens < ruleset.clue_tokens:
            events = (*events, ClueTokenRegained())
        if sum(state.fireworks) + 1 == ruleset.best_score:
            return (*events, *news, GameEnded(Outcome.PERFECT))
    return (*events, *news, *_draw(state, move.seat, held.slot))


def _discard(state: GameState, move: Discard) -> tuple[Event, ...]:
    held, card = _lay(state, move)
    if state.clue_tokens >= state.ruleset.clue_tokens:
        raise _refuse_laying(
            state,
            move,
            Rule.CLUE_TOKENS_FULL,
            f"all {state.clue_tokens} clue tokens are available",
        )
    news = tuple(audit(state, held.id, card)) if card is not held.card else ()
    discarded = CardDiscarded(move.seat, held.id, held.slot, card)
    return (discarded, ClueTokenRegained(), *news, *_draw(state, move.seat, held.slot))


def _give_clue(state: GameState, move: GiveClue) -> tuple[Event, ...]:
    if not 0 <= move.seat < state.players:
        raise _no_such_seat(state, move.seat)
    touched: tuple[CardId, ...]
    unknown: tuple[CardId, ...] = ()
    match verdict(state, move):
        case Illegal(rule, detail):
            raise RuleViolation(rule, detail)
        case Legal(touched):
            pass
        case Pending(touched, unknown):
            pass
    given = ClueGiven(move.seat, move.target, move.hint, state.turn, touched, unknown)
    return (given, GameEnded(Outcome.DECK_OUT)) if state.turns_left == 1 else (given,)


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
        _check_counts(state, move.held, move.card, hidden=range(state.players))
    return (CardIdentified(move.held, move.card), *audit(state, move.held, move.card))


def _rearrange(state: GameState, move: Rearrange) -> tuple[Event, ...]:
    if not 0 <= move.seat < state.players:
        raise _no_such_seat(state, move.seat)
    before = {held.id: held.slot for held in state.hands[move.seat]}
    slots = {held: slot for slot, held in enumerate(move.order) if held is not None}
    cards = sum(held is not None for held in move.order)
    if slots.keys() != before.keys() or cards != len(slots) or len(move.order) > RACK_SLOTS:
        raise RuleViolation(
            Rule.NOT_A_REARRANGEMENT,
            f"turn {state.turn}: seat {move.seat} holds cards {sorted(before)}"
            f" in {RACK_SLOTS} slots, got the order {list(move.order)}",
        )
    return () if slots == before else (HandRearranged(move.seat, move.order),)


def _terminate(state: GameState, move: Terminate) -> tuple[Event, ...]:
    if move.seat is not None and not 0 <= move.seat < state.players:
        raise _no_such_seat(state, move.seat)
    if state.outcome is not None:
        raise RuleViolation(Rule.GAME_OVER, f"the game is over already: {state.outcome.value}")
    return (GameEnded(Outcome.TERMINATED, move.seat),)


def _lay(state: GameState, move: Play | Discard) -> tuple[HeldCard, Card | None]:
    """Check who lays what; return the held card and its face, from the table or the record."""
    seat, card = move.seat, move.card
    if state.outcome is not None:
        raise _refuse_laying(
            state, move, Rule.GAME_OVER, f"the game is over: {state.outcome.value}"
        )
    if seat != state.to_move:
        if not 0 <= seat < state.players:
            raise _no_such_seat(state, seat)
        raise _refuse_laying(state, move, Rule.NOT_YOUR_TURN, f"seat {state.to_move} is to move")
    for held in state.hands[seat]:
        if held.id == move.held:
            break
    else:
        found = state.find(move.held)
        if found is None:
            raise _refuse_laying(state, move, Rule.CARD_NOT_HELD, "it is in nobody's hand")
        raise _refuse_laying(state, move, Rule.NOT_YOUR_CARD, f"seat {found[0]} holds it")
    if card is None or card == held.card:
        return held, held.card
    if held.card is not None:
        raise RuleViolation(
            Rule.IDENTITY_CONFLICT,
            f"turn {state.turn}: card {held.id} of seat {seat} was laid as {card.label},"
            " but another face is on record for it",
            (held.id,),
        )
    _check_counts(state, held.id, card)
    return held, card


def _refuse_laying(state: GameState, move: Play | Discard, rule: Rule, why: str) -> RuleViolation:
    verb = "plays" if isinstance(move, Play) else "discards"
    return RuleViolation(
        rule, f"turn {state.turn}: seat {move.seat} {verb} card {move.held}, but {why}"
    )


def _check_counts(state: GameState, held: CardId, card: Card, hidden: Collection[int] = ()) -> None:
    """Refuse a face of which there is no copy left for ``held``.

    Hands of the seats ``hidden`` are not looked at.
    """
    copies = state.ruleset.copies(card)
    if not copies:
        raise RuleViolation(
            Rule.NO_SUCH_CARD,
            f"turn {state.turn}: card {held} as {card.label},"
            f" but {state.ruleset.name} has no such card",
        )
    if copies_seen(state, card, hidden) >= copies:
        raise RuleViolation(
            Rule.IMPOSSIBLE_CARD,
            f"turn {state.turn}: card {held} as {card.label},"
            f" but its number of copies, {copies}, is accounted for",
            tuple(other.id for hand in state.hands for other in hand if other.card == card),
        )


def _draw(state: GameState, seat: int, slot: int) -> tuple[Event, ...]:
    """Return what follows a card that was laid: a draw, or the end of the last round."""
    if state.deck > 1:
        return (CardDrawn(seat, state.next_id, slot),)
    if state.deck == 1:
        return (CardDrawn(seat, state.next_id, slot), LastRoundBegan())
    return (GameEnded(Outcome.DECK_OUT),) if state.turns_left == 1 else ()


def _no_such_seat(state: GameState, seat: int) -> RuleViolation:
    return RuleViolation(
        Rule.NO_SUCH_SEAT, f"turn {state.turn}: the seats are 0 to {state.players - 1}, got {seat}"
    )
