"""What surely lies on the discards, beside what the record has there.

Discards hide one another, so what does not show may lie there still: only the cards that the eyes
have not lost count as resting.
"""

from __future__ import annotations

from collections.abc import Collection
from collections.abc import Set as AbstractSet

from companion.hanabi.cards import Card, face_of
from companion.hanabi.events import CardRescued
from companion.hanabi.knowledge import copies_seen
from companion.hanabi.moves import Tile, TileChoice
from companion.hanabi.refusals import RuleViolation
from companion.hanabi.rules import apply
from companion.hanabi.state import GameState
from companion.referee.findings import Spot
from companion.referee.mat import UnexplainedCards
from companion.referee.readings import TableReading


def has_one_more(face: Card, state: GameState, reading: TableReading) -> bool:
    """Say whether more cards like ``face`` lie on the discards than ``state`` has there."""
    shown = [face_of(laid.label) for laid in reading.discards]
    return shown.count(face) > state.discards.count(face)


def rests_once_more(
    state: GameState,
    face: Card,
    reading: TableReading,
    others: AbstractSet[int],
    *,
    besides: int = 1,
) -> bool:
    """Say whether more cards like ``face`` surely lie on the discards than the record has there.

    And whether so many are left that as many as ``besides`` may be in hands. Only cards that
    everybody sees count.

    Args:
        state: the position on record.
        face: a face.
        reading: what the table shows.
        others: the serials of cards that are another one on record, whatever the eyes read.
        besides: where racks are watched, one of those may stand in a rack as if nothing had moved.
    """
    unread = sum(laid.label is None for laid in reading.discards)
    if None in state.discards and (reading.racks or unread < state.discards.count(None)):
        return False  # an unread one of them may be such a card, and be read by now
    left = state.ruleset.copies(face) - copies_seen(state, face, range(state.players))
    return _resting(face, reading, others) > state.discards.count(face) and left > besides


def rescue(
    state: GameState, face: Card, reading: TableReading, others: AbstractSet[int]
) -> TileChoice | None:
    """Return the award tile by which ``face`` came from the discards to its firework.

    None: no tile is due that does that, or the card may lie on the discards still.
    """
    award = state.award
    if award is None or may_rest(state, face, reading, others):
        return None
    for tile in (Tile.RESCUE, Tile.RETURN):
        choice = TileChoice(award.seat, tile, card=face)
        try:
            events = apply(state, choice)
        except RuleViolation:
            continue
        if any(isinstance(event, CardRescued) for event in events):
            return choice
    return None


def may_rest(
    state: GameState, face: Card | None, reading: TableReading, others: AbstractSet[int]
) -> bool:
    """Say whether as many cards like ``face`` lie on the discards as ``state`` has there.

    None: as many that nobody can name.
    """
    return _resting(face, reading, others) >= state.discards.count(face)


def may_be_complete(state: GameState, nameless: int) -> bool:
    """Say whether cards without a name, ``nameless`` of them, may have completed a firework."""
    heights = zip(state.ruleset.suits, state.fireworks, strict=True)
    return any(0 < len(suit.build) - height <= nameless for suit, height in heights)


def _resting(face: Card | None, reading: TableReading, others: AbstractSet[int]) -> int:
    """Count the cards like ``face`` that surely lie on the discards."""
    return sum(
        laid.serial in reading.resting - others and face_of(laid.label) == face
        for laid in reading.discards
    )


def remembered_of(
    news: UnexplainedCards, told: Collection[int | None], reading: TableReading
) -> list[int]:
    """Return which of ``news`` are only remembered of discards that were laid down once more.

    They may not lie there, and are like one of those that people have ``told``, by serial.
    """
    faces = [one.label for one in reading.discards if one.serial in told]
    return [
        laid.serial
        for spot, laid in news
        if spot is Spot.DISCARDS and laid.serial not in reading.resting and laid.label in faces
    ]
