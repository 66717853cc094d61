"""What follows from the discards that surely lie where they were laid."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from companion.hanabi.cards import Card
from companion.hanabi.events import CardRescued
from companion.hanabi.knowledge import copies_seen
from companion.hanabi.moves import Tile, TileChoice
from companion.hanabi.rules import RuleViolation, apply
from companion.hanabi.state import GameState
from companion.referee.findings import face_of
from companion.referee.readings import TableReading


def rests_once_more(
    state: GameState, face: Card, reading: TableReading, others: AbstractSet[int]
) -> bool:
    """Say whether more cards like ``face`` surely lie on the discards than the record has there.

    And whether so many are left that one of them may be in a hand besides. Only cards that
    everybody sees count.

    Args:
        state: the position on record.
        face: a face.
        reading: what the table shows.
        others: the serials of cards that are another one on record, whatever the eyes read.
    """
    if None in state.discards:
        return False  # that one may be such a card
    left = state.ruleset.copies(face) - copies_seen(state, face, range(state.players))
    return _resting(face, reading, others) > state.discards.count(face) and left > 1


def rescue(
    state: GameState, face: Card, reading: TableReading, others: AbstractSet[int]
) -> TileChoice | None:
    """Return the award tile by which ``face`` came from the discards to its firework.

    None: no tile is due that does that, or the card may lie on the discards still.
    """
    award = state.award
    if award is None or _resting(face, reading, others) >= state.discards.count(face):
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


def _resting(face: Card, reading: TableReading, others: AbstractSet[int]) -> int:
    """Count the cards like ``face`` that surely lie on the discards."""
    return sum(
        laid.serial in reading.resting - others and face_of(laid.label) == face
        for laid in reading.discards
    )
