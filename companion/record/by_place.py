"""A game told by places instead of cards: what stands when an earlier turn turns out otherwise.

A card's id is its place in the order of dealing, and another order comes of one turn that was
played differently. What people and eyes saw are places: a card left slot 2 of seat 1, slot 3 shows
a red four. So the steps of a game are first told by places, then changed, then played out anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from companion.hanabi.cards import Card, Suit
from companion.hanabi.events import (
    AwardClueGiven,
    CardDiscarded,
    CardDrawn,
    CardMissed,
    CardPlayed,
    ClueGiven,
    Event,
    GameStarted,
)
from companion.hanabi.moves import (
    CardId,
    CountedTurn,
    Discard,
    GiveClue,
    Hint,
    Identify,
    LayDown,
    LayUnseen,
    Play,
    Rearrange,
    SpendToken,
    Terminate,
    TileChoice,
)
from companion.hanabi.position import GameState, HeldCard
from companion.hanabi.state import evolve_all, start
from companion.hanabi.tellers import NOBODY, Teller
from companion.record.entries import MoveEntry


@dataclass(frozen=True, slots=True)
class Told:
    """What everybody was told of a clue, by slots of its target.

    Attributes:
        touched: the slots that it pointed at.
        spared: those that it did not point at; of any others nothing was told.
        held: the cards that stood there on record.
    """

    touched: frozenset[int]
    spared: frozenset[int]
    held: Mapping[int, CardId]


@dataclass(frozen=True, slots=True)
class LaidAt:
    """A card was laid from a slot; ``card`` is what everybody saw, None where nobody did.

    ``drawn`` is the card that was drawn instead, on record; None where none was. ``among`` has
    the slots of which it may have been any, where nobody could tell.
    """

    t: float | None
    turn: int
    seat: int
    slot: int
    held: CardId
    played: bool
    card: Card | None
    named: Suit | None = None
    seen: tuple[str, ...] = ()
    drawn: CardId | None = None
    serial: int | None = None
    among: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ClueAt:
    """A clue was given; ``pointed`` are the slots that were pointed at, where somebody said so."""

    t: float | None
    turn: int
    seat: int
    target: int
    hint: Hint
    told: Told
    blind: bool = False
    by: Teller = NOBODY
    pointed: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class CountedAt:
    """A turn was taken of which only the counts are known."""

    t: float | None
    turn: int
    move: CountedTurn
    drawn: CardId | None


@dataclass(frozen=True, slots=True)
class TileAt:
    """An award tile was turned; ``told`` where it brought a clue, ``drawn`` as with a laid card."""

    t: float | None
    choice: TileChoice
    told: Told | None
    drawn: CardId | None


@dataclass(frozen=True, slots=True)
class ReadAt:
    """A slot was seen to hold ``card``, or nobody knows any more what it holds."""

    t: float | None
    seat: int
    slot: int
    held: CardId
    card: Card | None


@dataclass(frozen=True, slots=True)
class MovedAt:
    """A hand was put into another order: ``slots`` says for each slot where its card stood.

    ``ago`` says how many turns before it was last seen in the order before; ``unsure`` where the
    cards stood that may have been mixed up.
    """

    t: float | None
    seat: int
    slots: tuple[int | None, ...]
    ago: int | None = None
    unsure: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StoppedAt:
    """The table stopped the game, or agreed that it is over and laid its hands down."""

    t: float | None
    move: Terminate | LayDown


TurnAt = LaidAt | ClueAt | CountedAt
Placed = TurnAt | TileAt | ReadAt | MovedAt | StoppedAt


def placed(started: GameStarted, steps: Sequence[MoveEntry]) -> tuple[Placed, ...]:
    """Tell ``steps`` by places.

    Raises:
        ValueError: they make no game.
    """
    state = start(started.ruleset, started.players, started.first)[0]
    told: list[Placed] = []
    for step in steps:
        told.append(_placed(state, step))
        state = evolve_all(state, step.events)
    return tuple(told)


def without_doubts(items: Sequence[Placed]) -> list[Placed]:
    """Leave out which faces were forgotten because another card was laid just after it.

    Whoever plays the game out anew finds out by himself what contradicts the laid card.
    """
    kept: list[Placed] = []
    for item in items:
        if isinstance(item, LaidAt):
            while kept and isinstance(kept[-1], ReadAt) and kept[-1].card is None:
                kept.pop()
        kept.append(item)
    return kept


def standing_at(state: GameState, seat: int, slot: int) -> HeldCard | None:
    """Return the card in a slot; None: the slot is empty."""
    return next((held for held in state.hands[seat] if held.slot == slot), None)


def _placed(state: GameState, step: MoveEntry) -> Placed:
    drawn = next((event.held for event in step.events if isinstance(event, CardDrawn)), None)
    match step.move:
        case Play(seat, held, among=among) | Discard(seat, held, among=among):
            return LaidAt(
                step.t,
                state.turn,
                seat,
                _slot(state, held),
                held,
                played=isinstance(step.move, Play),
                card=_face_laid(step.events),
                named=step.move.named if isinstance(step.move, Play) else None,
                seen=step.seen,
                drawn=drawn,
                serial=step.serial,
                among=tuple(_slot(state, one) for one in among),
            )
        case GiveClue(seat, target, hint, blind, by, cards):
            told = told_of(state, target, step.events)
            assert told is not None
            pointed = None if cards is None else tuple(_slot(state, one) for one in cards)
            return ClueAt(step.t, state.turn, seat, target, hint, told, blind, by, pointed)
        case SpendToken() | LayUnseen():
            return CountedAt(step.t, state.turn, step.move, drawn)
        case TileChoice(target=target):
            said = None if target is None else told_of(state, target, step.events)
            return TileAt(step.t, step.move, said, drawn)
        case Identify(held, card):
            found = state.find(held)
            assert found is not None
            return ReadAt(step.t, found[0], found[1].slot, held, card)
        case Rearrange(seat, order, since, unsure):
            before = {held.id: held.slot for held in state.hands[seat]}
            slots = tuple(None if one is None else before[one] for one in order)
            ago = None if since is None else state.turn - since
            return MovedAt(step.t, seat, slots, ago, tuple(before[one] for one in unsure))
        case Terminate() | LayDown():
            return StoppedAt(step.t, step.move)
        case _:
            assert_never(step.move)


def told_of(state: GameState, target: int, events: Sequence[Event]) -> Told | None:
    """Return what was told of the clue among ``events``; None: there is none."""
    for event in events:
        if isinstance(event, ClueGiven | AwardClueGiven):
            hand = state.hands[target]
            touched = frozenset(held.slot for held in hand if held.id in event.touched)
            unsaid = frozenset(held.slot for held in hand if held.id in event.open)
            cards = {held.slot: held.id for held in hand}
            return Told(touched, frozenset(cards) - touched - unsaid, cards)
    return None


def _slot(state: GameState, held: CardId) -> int:
    found = state.find(held)
    if found is None:
        raise ValueError(f"card {held} is in nobody's hand")
    return found[1].slot


def _face_laid(events: Sequence[Event]) -> Card | None:
    for event in events:
        if isinstance(event, CardPlayed | CardMissed | CardDiscarded):
            return event.card
    return None
