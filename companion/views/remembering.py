"""What a page may remind a player of about his own cards: what he was told, and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from companion.hanabi.deduction import MemoryAid, possible_cards
from companion.hanabi.events import AwardClueGiven, ClueGiven, Event
from companion.hanabi.moves import CardId
from companion.hanabi.state import GameState

POSITIONS = 16
"""Positions whose answers are kept: views are made of every frame, positions change with turns."""

Reminder = Mapping[CardId, tuple[str, ...]]


def reminder(state: GameState, events: Iterable[Event], seat: int, aid: MemoryAid) -> Reminder:
    """Return for each card of ``seat`` the labels that it may have, as far as ``aid`` reminds.

    Only clues count whose cards were all known when they were given, and as they were given: what
    faces that came to light since make of one, the owner of the hand would learn something by.
    Empty where nobody is reminded of anything.
    """
    if aid is MemoryAid.OFF:
        return {}
    told = {
        event.turn: event.touched
        for event in events
        if isinstance(event, ClueGiven | AwardClueGiven) and event.target == seat and not event.open
    }
    clues = tuple(
        clue._replace(
            touched=tuple(held for held in told[clue.turn] if held in clue.held),
            open=(),
            fault=None,
        )
        for clue in state.clues
        if clue.target == seat and clue.turn in told
    )
    return dict(_possible(state._replace(clues=clues), seat, aid))


@lru_cache(maxsize=POSITIONS)
def _possible(
    state: GameState, seat: int, aid: MemoryAid
) -> tuple[tuple[CardId, tuple[str, ...]], ...]:
    possible = (
        (held.id, tuple(card.label for card in possible_cards(state, held.id, (), aid)))
        for held in state.hands[seat]
    )
    return tuple(possible)
