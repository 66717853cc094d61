"""The mat after a break in which nobody watched: which of its cards are those on record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.hanabi.cards import Card
from companion.hanabi.state import GameState, HeldCard
from companion.referee.findings import face_of
from companion.referee.readings import Sight, TableReading


@dataclass(frozen=True, slots=True)
class FoundAgain:
    """The cards on the mat that the record explains; whatever else lies there was laid since.

    Attributes:
        built: the cards on fireworks that fitted, by serial.
        missed: those that did not fit and were not moved to the discards yet.
        discarded: the serials of discards.
        out_of_sight: the discards on record that do not show.
        gone: the uppermost cards of fireworks that lie nowhere, where nothing can hide them.
    """

    built: dict[int, Card]
    missed: dict[int, Card]
    discarded: set[int]
    out_of_sight: list[Card | None]
    gone: list[Card]


def found_again(
    state: GameState, reading: TableReading, lost_ones: Sequence[HeldCard]
) -> FoundAgain:
    """Find the cards of the record on the mat, after a break.

    Args:
        state: the position on record.
        reading: the first one after the break.
        lost_ones: the cards of the seat to move that have left their slots.
    """
    lost = [held.card for held in lost_ones]
    discards = list(state.discards)
    built, beside = _built(state, reading, lost_ones)
    for card in lost:
        # A twin on the discards may be hidden by others; this one has just left the rack.
        shown = [laid for laid in reading.discards if face_of(laid.label) == card]
        if shown and not any(face == card for _, face in beside):
            while card in discards and len(shown) <= discards.count(card):
                discards.remove(card)
    discarded: set[int] = set()
    for laid in reading.discards:
        face = face_of(laid.label)
        if face in discards:
            discards.remove(face)
            discarded.add(laid.serial)
    missed: dict[int, Card] = {}
    blind = any(held.card is None for held in state.hands[state.to_move])
    for serial, face in beside:
        if face in discards and face not in lost and not (blind and fits(state, face)):
            # A misplay that was not moved to the discards yet, and no twin of a discard.
            discards.remove(face)
            missed[serial] = face
    gone = [] if beside else _gone(state, reading)
    return FoundAgain(built, missed, discarded, discards, gone)


def has_one_more(face: Card, state: GameState, reading: TableReading) -> bool:
    """Say whether more cards like ``face`` lie on the discards than ``state`` has there."""
    shown = [face_of(laid.label) for laid in reading.discards]
    return shown.count(face) > state.discards.count(face)


def _built(
    state: GameState, reading: TableReading, lost: Sequence[HeldCard]
) -> tuple[dict[int, Card], list[tuple[int, Card]]]:
    """Return the cards on the columns that make up the fireworks, and those that do not.

    A firework has one card of each: another one that lies there did not fit. Nor did one that has
    just left the hand, or that hides the rest of its firework.
    """
    heights = {
        suit.suit: suit.build[:height]
        for suit, height in zip(state.ruleset.suits, state.fireworks, strict=True)
    }
    shown = [face_of(laid.label) for laid in reading.discards]
    replaced = [held.card for held in lost if _is_filled(state.to_move, held, reading)]
    just_laid = {face for face in replaced if face not in shown}
    there = sorted(_on_columns(reading))
    tops = {face_of(pile[-1].label) for pile in reading.columns if pile}
    built: dict[Card, int] = {}
    beside: list[tuple[int, Card]] = []
    for serial, face in there:
        height = heights.get(face.suit, ())
        if face.rank not in height or face in built:
            beside.append((serial, face))
            continue
        above = height[height.index(face.rank) + 1 :]
        hides = bool(above) and not any(Card(face.suit, rank) in tops for rank in above)
        alone = [other for _, other in there].count(face) == 1
        if face in tops and (hides or (alone and face in just_laid)):
            beside.append((serial, face))
        else:
            built[face] = serial
    return {serial: face for face, serial in built.items()}, beside


def _gone(state: GameState, reading: TableReading) -> list[Card]:
    """Return the uppermost cards of fireworks that lie on no column, if all columns can be read."""
    if not reading.clear or any(
        pile and face_of(pile[-1].label) is None for pile in reading.columns
    ):
        return []
    there = {face for _, face in _on_columns(reading)}
    uppermost = [
        Card(suit.suit, suit.build[height - 1])
        for suit, height in zip(state.ruleset.suits, state.fireworks, strict=True)
        if height
    ]
    return [card for card in uppermost if card not in there]


def _is_filled(seat: int, held: HeldCard, reading: TableReading) -> bool:
    shown = reading.slots.get((seat, held.slot))
    return shown is not None and shown.sight is Sight.FACE


def _on_columns(reading: TableReading) -> Iterator[tuple[int, Card]]:
    for pile in reading.columns:
        for laid in pile:
            face = face_of(laid.label)
            if face is not None:
                yield laid.serial, face


def fits(state: GameState, card: Card) -> bool:
    """Say whether ``card`` is the next of its firework."""
    for suit, height in zip(state.ruleset.suits, state.fireworks, strict=True):
        if suit.suit is card.suit:
            return height < len(suit.build) and suit.build[height] == card.rank
    return False
