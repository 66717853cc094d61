"""Cards that are laid by tap, where no camera watches: first the slot, then the face.

The face is asked for once the card lies open, so that everybody sees it. What is offered and
what is refused follows from the cards on the table alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.hanabi.cards import Card, Suit
from companion.hanabi.knowledge import copies_seen
from companion.hanabi.moves import CardId, Discard, Play
from companion.hanabi.refusals import Rule, RuleViolation
from companion.hanabi.rules import apply
from companion.hanabi.state import GameState
from companion.referee.findings import Spot


@dataclass(frozen=True, slots=True)
class Laying:
    """A card that was laid by tap and whose face nobody has said yet.

    Attributes:
        seat: who laid it.
        held: which card it is.
        slot: where it stood.
        spot: where it lies now.
        options: the labels that it may have, suit by suit.
    """

    seat: int
    held: CardId
    slot: int
    spot: Spot
    options: tuple[str, ...]


def lay(state: GameState, seat: int, slot: int, spot: Spot) -> Laying:
    """Return the question which card ``seat`` has laid from ``slot``.

    Raises:
        RuleViolation: it can lay none, whatever its face.
    """
    if not 0 <= seat < state.players:
        raise RuleViolation(
            Rule.NO_SUCH_SEAT, f"the seats are 0 to {state.players - 1}, got {seat}"
        )
    there = [held for held in state.hands[seat] if held.slot == slot]
    if not there:
        raise RuleViolation(Rule.CARD_NOT_HELD, f"seat {seat} has no card in slot {slot}")
    laying = Laying(seat, there[0].id, slot, spot, possible(state))
    apply(state, laid(laying, None, None))
    return laying


def possible(state: GameState) -> tuple[str, ...]:
    """Return the labels of which a copy may still be laid, by what lies on the table."""
    return tuple(card.label for card in state.ruleset.cards if _left(state, card) > 0)


def laid(laying: Laying, card: Card | None, named: Suit | None) -> Play | Discard:
    """Return the move that it is, the card being ``card``."""
    if laying.spot is Spot.FIREWORKS:
        return Play(laying.seat, laying.held, card, named)
    return Discard(laying.seat, laying.held, card)


def check_face(state: GameState, card: Card) -> None:
    """Return if a copy of ``card`` may still be laid.

    Raises:
        RuleViolation: all of them lie on the table, or there are none.
    """
    if not state.ruleset.copies(card):
        raise RuleViolation(Rule.NO_SUCH_CARD, f"{state.ruleset.name} has no card {card.label}")
    if _left(state, card) <= 0:
        raise RuleViolation(
            Rule.IMPOSSIBLE_CARD, f"all copies of {card.label} lie on the table already"
        )


def mistaken(state: GameState, laying: Laying, card: Card | None) -> tuple[CardId, ...]:
    """Return the held cards whose faces on record cannot be right once ``card`` lies there.

    A face on the table stands above one that somebody said of a card in a hand. Each hand is
    compared with the table by itself: who sees it sees why. If nobody can tell which card lies
    there, what was said of it before does not count: its owner would be told by a slip.
    """
    if card is None:
        return (laying.held,)
    wrong: list[CardId] = []
    for hand in state.hands:
        for held in hand:
            if held.id == laying.held and held.card not in (None, card):
                wrong.append(held.id)
        alike = [held.id for held in hand if held.card == card and held.id != laying.held]
        if len(alike) >= _left(state, card):
            wrong += alike
    return tuple(wrong)


def _left(state: GameState, card: Card) -> int:
    return state.ruleset.copies(card) - copies_seen(state, card, range(state.players))
