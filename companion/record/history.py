"""The turns of a recorded game as scripts and people are told them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NotRequired, TypedDict, assert_never

from companion.hanabi.clues import GivenClue
from companion.hanabi.events import (
    CardDiscarded,
    CardLaid,
    CardLaidUnread,
    CardLaidUnseen,
    CardMissed,
    CardPlayed,
    ClueGiven,
    ClueUntold,
    ColourNamed,
    Event,
    GameStarted,
    HandRearranged,
)
from companion.hanabi.labels import CardLabel, ColourLetter, Rank, SeatNumber
from companion.hanabi.moves import CardId, Unseen
from companion.hanabi.notation import hint_to_data
from companion.hanabi.state import GameState, evolve, may_be_other, start

TurnEvent = CardLaid | ClueGiven | ClueUntold
"""What takes somebody's turn; whatever else happens follows from one."""
TurnData = dict[str, object]
"""One turn in JSON, as `TurnTaken` declares it."""


class TurnTaken(TypedDict):
    """One turn as everybody is told of it, scripts too: docs/command-line.md, ``companion watch``.

    Attributes:
        turn: from 1.
        seat: whose.
        kind: what was done.
        card: that was laid; null: nobody has read it.
        slot: that it was laid from; null: not known.
        success: whether a played card fitted; null: not known.
        target: who was given the clue; null: nobody told it.
        colour: that the clue named.
        value: that the clue named.
        touched: the slots that the clue is known to touch; null: not known.
        by: who put the clue on record, where it was not its giver.
        pointed: the slots that were pointed at, where the faces did not tell them.
    """

    turn: int
    seat: SeatNumber
    kind: Literal["play", "discard", "clue"]
    card: NotRequired[CardLabel | None]
    slot: NotRequired[int | None]
    success: NotRequired[bool | None]
    target: NotRequired[SeatNumber | None]
    colour: NotRequired[ColourLetter]
    value: NotRequired[Rank]
    touched: NotRequired[list[int] | None]
    by: NotRequired[str]
    pointed: NotRequired[list[int]]


def turns(events: Iterable[Event], *, public: bool) -> tuple[TurnData, ...]:
    """Return one dictionary for each turn of a game, in their order.

    ``card`` and ``success`` are None where nobody could read the card, ``slot`` where nobody could
    tell which card of the hand it was; ``named`` is the colour
    that was named for it in a synchronised show. With ``public`` a clue
    has what was said when it was given: ``touched`` is None if not all cards were known then.
    Otherwise ``touched`` has what came to light since, and is None where that is not all: some of
    the slots would be taken for all of them.

    Args:
        events: all events of the game in their order; the first is its start.
        public: leave out whatever the faces of cards in hands have told since: for a game that
            is still running.

    Raises:
        ValueError: the events make no game.
    """
    state: GameState | None = None
    said: list[TurnData] = []
    behind: set[int] = set()  # turns of clues at hands whose order on record may have been old
    for event in events:
        if isinstance(event, GameStarted):  # also where moves were taken back: all begins anew
            state, said = start(event.ruleset, event.players, event.first)[0], []
            behind.clear()
            continue
        if state is None:
            raise ValueError("a game begins with its start")
        turn = turn_taken(state, event)
        if isinstance(event, HandRearranged):
            behind |= {clue.turn for clue in state.clues if may_be_other(clue, event)}
        state = evolve(state, event)
        if isinstance(event, ColourNamed):
            said[-1]["named"] = event.suit.value
        if turn is not None:
            said.append(turn)
    if state is not None and not public:
        for clue in state.clues:
            turn = said[clue.turn - 1]
            # Not one that an award tile brought; and what was told when it was given stays told.
            if turn["kind"] == "clue" and (turn["touched"] is None or clue.turn in behind):
                turn["touched"] = _touched(clue)
    return tuple(said)


def turn_taken(state: GameState, event: Event) -> TurnData | None:
    """Return the turn that ``event`` is, as everybody is told of it; None: it is no turn.

    ``touched`` of a clue is None where not all of the cards were known when it was given.

    Args:
        state: the position before the event.
        event: what happened in it.
    """
    if not isinstance(event, TurnEvent):
        return None
    match event:
        case CardPlayed(seat, _, slot, card, among):
            return _laid(state, seat, "play", card.label, _sure(slot, among), success=True)
        case CardMissed(seat, _, slot, card, among):
            return _laid(state, seat, "play", card.label, _sure(slot, among), success=False)
        case CardLaidUnread(seat, _, slot, among):
            return _laid(state, seat, "play", None, _sure(slot, among), success=None)
        case CardDiscarded(seat, _, slot, face, among):
            label = None if face is None else face.label
            return _laid(state, seat, "discard", label, _sure(slot, among))
        case CardLaidUnseen(seat, _, _, _, Unseen.DISCARDED):
            return _laid(state, seat, "discard", None, None)
        case CardLaidUnseen(seat, _, _, _, how):
            return _laid(state, seat, "play", None, None, success=how is not Unseen.MISSED)
        case ClueUntold(seat):
            turn = {"turn": state.turn, "seat": seat, "kind": "clue"}
            return {**turn, "target": None, "touched": None}
        case ClueGiven():
            return {
                "turn": state.turn,
                "seat": event.seat,
                "kind": "clue",
                "target": event.target,
                **hint_to_data(event.hint),
                "touched": None if event.open else _slots(state, event.target, event.touched),
                **({"by": str(event.by)} if event.by else {}),
                **_pointed(state, event),
            }
        case _:
            assert_never(event)


def _pointed(state: GameState, clue: ClueGiven) -> TurnData:
    """Return the slots that were pointed at, where the faces did not tell them."""
    if clue.pointed is None or not clue.open:
        return {}
    return {"pointed": _slots(state, clue.target, clue.pointed)}


def takes_a_turn(event: Event) -> bool:
    """Say whether ``event`` is somebody's turn."""
    return isinstance(event, TurnEvent)


def _sure(slot: int, among: tuple[CardId, ...]) -> int | None:
    """Return the slot that a card was laid from; None: it may have been another one."""
    return None if among else slot


def _laid(
    state: GameState, seat: int, kind: str, card: str | None, slot: int | None, **more: bool | None
) -> TurnData:
    return {"turn": state.turn, "seat": seat, "kind": kind, "card": card, "slot": slot, **more}


def _slots(state: GameState, seat: int, cards: tuple[CardId, ...]) -> list[int]:
    return [held.slot for held in state.hands[seat] if held.id in cards]


def _touched(clue: GivenClue) -> list[int] | None:
    """Return the slots in which the touched cards stood when the clue was given.

    None: one of the cards has not been read, or some were mixed up and nobody can tell any more.
    """
    if clue.unsure or clue.open:
        return None
    return [slot for held, slot in zip(clue.held, clue.slots, strict=True) if held in clue.touched]
