"""What a tap asks for, as a move of the game; no clock, no record."""

from __future__ import annotations

from companion.desk.taps import ClueTap, IdentifyTap, NameTap, RearrangeTap, TileTap
from companion.hanabi.knowledge import Illegal, Pending, Verdict, verdict
from companion.hanabi.moves import CardId, GiveClue, Identify, Move, Rearrange, TileChoice
from companion.hanabi.refusals import Rule, RuleViolation
from companion.hanabi.state import GameState

Wish = ClueTap | TileTap | RearrangeTap
"""A tap that is one move."""


def wished(state: GameState, tap: Wish) -> Move:
    """Return the move that ``tap`` asks for in ``state``; whether it is allowed, the rules say.

    Raises:
        RuleViolation: no move can be made of it.
    """
    match tap:
        case ClueTap():
            return _clue(state, tap)
        case TileTap(seat, tile, target, hint, card):
            return TileChoice(seat, tile, target, hint, card)
        case RearrangeTap():
            return _rearranged(state, tap)


def checked(state: GameState, tap: ClueTap) -> Verdict:
    """Return what can be said of a clue before it is given, to whoever sees the target's hand."""
    judged = verdict(state, GiveClue(tap.giver, tap.target, tap.hint))
    if isinstance(judged, Illegal) or tap.pointed is None:
        return judged
    slots = {held.slot: held.id for held in state.hands[tap.target]}
    pointed = {slots.get(slot) for slot in tap.pointed}
    open_: tuple[CardId, ...] = judged.open if isinstance(judged, Pending) else ()
    wrong = (pointed ^ set(judged.touched)) - set(open_)
    if not wrong:
        return judged
    about = [str(slot) for slot, held in sorted(slots.items()) if held in judged.touched]
    why = f"that clue is about the cards in the slots {', '.join(about)}"
    if open_:
        why += " and perhaps about cards that nobody knows"
    return Illegal(Rule.INCOMPLETE_CLUE, f"turn {state.turn}: {why}")


def identified(state: GameState, tap: IdentifyTap) -> tuple[Identify, ...]:
    """Return the moves that put the faces of ``tap`` on record.

    Raises:
        RuleViolation: there are no such cards.
    """
    _check_seat(state, tap.seat)
    held = {card.slot: card.id for card in state.hands[tap.seat]}
    for slot in tap.cards:
        if slot not in held:
            raise RuleViolation(Rule.CARD_NOT_HELD, f"seat {tap.seat} has no card in slot {slot}")
    return tuple(Identify(held[slot], card) for slot, card in sorted(tap.cards.items()))


def check_name(state: GameState, tap: NameTap) -> None:
    """Return if seat and colour of ``tap`` can be named in a synchronised show.

    Raises:
        RuleViolation: they cannot.
    """
    rules = state.ruleset
    if state.outcome is not None:
        raise RuleViolation(Rule.GAME_OVER, f"the game is over: {state.outcome.value}")
    _check_seat(state, tap.seat)
    if not rules.synchronised_show:
        raise RuleViolation(
            Rule.NO_SYNCHRONISED_SHOW, f"in {rules.name} no colour is named for a card"
        )
    if tap.colour is not None and tap.colour not in rules.nameable:
        named = " ".join(suit.value for suit in rules.nameable)
        raise RuleViolation(
            Rule.COLOUR_NOT_NAMEABLE, f"{tap.colour.value} was named, but {named} are played"
        )


def _rearranged(state: GameState, tap: RearrangeTap) -> Rearrange:
    _check_seat(state, tap.seat)
    stood = {held.slot: held.id for held in state.hands[tap.seat]}
    if sorted(slot for slot in tap.order if slot is not None) != sorted(stood):
        raise RuleViolation(
            Rule.NOT_A_REARRANGEMENT,
            f"the cards of seat {tap.seat} stand in the slots {sorted(stood)},"
            f" got the order {list(tap.order)}",
        )
    return Rearrange(tap.seat, tuple(None if slot is None else stood[slot] for slot in tap.order))


def _clue(state: GameState, tap: ClueTap) -> GiveClue:
    if tap.pointed is not None and not tap.blind:
        judged = checked(state, tap)
        if isinstance(judged, Illegal):
            raise RuleViolation(judged.rule, judged.detail)
    return GiveClue(tap.giver, tap.target, tap.hint, tap.blind, tap.by)


def _check_seat(state: GameState, seat: int) -> None:
    if not 0 <= seat < state.players:
        raise RuleViolation(
            Rule.NO_SUCH_SEAT, f"the seats are 0 to {state.players - 1}, got {seat}"
        )
