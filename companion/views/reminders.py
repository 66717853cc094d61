"""What a page may remind a player of about his own cards: what he was told, and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from companion.hanabi.deduction import MemoryAid, possible_cards
from companion.hanabi.events import AwardClueGiven, ClueGiven, Event, PointingDiffered
from companion.hanabi.moves import CardId
from companion.hanabi.state import GameState

POSITIONS = 16
"""Positions whose answers are kept: views are made of every frame, positions change with turns."""

Reminder = Mapping[CardId, tuple[str, ...]]


def reminder(state: GameState, events: Iterable[Event], seat: int, aid: MemoryAid) -> Reminder:
    """Return for each card of ``seat`` the labels that it may have, as far as ``aid`` reminds.

    Only clues count whose cards were all known when they were given, or pointed at, and as they
    were given: what faces that came to light since make of one, the owner of the hand would learn
    something by. A clue that was not pointed as a card has it that lies open says nothing any more.
    Empty where nobody is reminded of anything.
    """
    if aid is MemoryAid.OFF:
        return {}
    told: dict[int, tuple[CardId, ...]] = {}
    for event in events:
        if isinstance(event, PointingDiffered):
            told.pop(event.turn, None)
        elif isinstance(event, ClueGiven | AwardClueGiven) and event.target == seat:
            about = told_about(event)
            if about is not None:
                told[event.turn] = about
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


def told_about(clue: ClueGiven | AwardClueGiven) -> tuple[CardId, ...] | None:
    """Return the cards that everybody at the table knows a clue to be about; None: nobody can say.

    Either all of the hand was known, or the giver pointed at them.
    """
    if not clue.open:
        return clue.touched
    return clue.pointed if isinstance(clue, ClueGiven) else None


@lru_cache(maxsize=POSITIONS)
def _possible(
    state: GameState, seat: int, aid: MemoryAid
) -> tuple[tuple[CardId, tuple[str, ...]], ...]:
    possible = (
        (held.id, tuple(card.label for card in possible_cards(state, held.id, (), aid)))
        for held in state.hands[seat]
    )
    return tuple(possible)
