"""The state machine of a table: its states, and what each does with a tap, in one table.

The transitions are not in it: a state follows from the game (`phase_of`), and a game becomes
another by `companion.play.step.step` only. Within a state that takes a tap the rules of the game
decide. The status lamp follows from the state alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import get_args

from companion.language.phrases import Phrase, phrase
from companion.panel.panel import Status
from companion.play.game import Game
from companion.play.inputs import (
    CheckTap,
    ClueTap,
    ConsentTap,
    CountTap,
    LayDownTap,
    NewGameTap,
    PauseTap,
    RearrangeTap,
    StartTap,
    Tap,
    TileTap,
)


class Phase(Enum):
    """What a table does, or waits for."""

    LOBBY = "lobby"
    """No game was begun yet."""
    PLAYING = "playing"
    """The seat to move is to take its turn."""
    BLIND = "blind"
    """The camera has not been able to look at a part of the mat for a while."""
    READING = "reading"
    """Something on the mat is being read."""
    DRAWING = "drawing"
    """Somebody has yet to draw."""
    TILE_DUE = "tile due"
    """A seat has earned an award tile and has to turn it."""
    ASKING = "asking"
    """A card on the mat has to be named before anything else."""
    DIFFERING = "differing"
    """Table and record differ: nothing is written until they agree."""
    PAUSED = "paused"
    """The game rests until somebody lets it go on."""
    ENDING = "ending"
    """The game has ended; the table has yet to lay its hands down, or to go on."""
    OVER = "over"
    """All hands lie open."""


class Ruling(Enum):
    """What a state does with a tap."""

    TAKE = "take"
    WAIT = "wait"
    """It is kept, and taken once its moment has come."""
    REFUSE = "refuse"


RUNNING: Mapping[type[Tap], Ruling] = {StartTap: Ruling.REFUSE}
TABLE: Mapping[Phase, Mapping[type[Tap], Ruling]] = {
    phase: {tap: others.get(tap, usual) for tap in get_args(Tap)}
    for phase, usual, others in (
        (Phase.LOBBY, Ruling.REFUSE, {StartTap: Ruling.TAKE, NewGameTap: Ruling.TAKE}),
        (Phase.PLAYING, Ruling.TAKE, RUNNING),
        (Phase.BLIND, Ruling.TAKE, RUNNING),
        (Phase.READING, Ruling.TAKE, RUNNING),
        (Phase.DRAWING, Ruling.TAKE, RUNNING),
        (Phase.TILE_DUE, Ruling.TAKE, RUNNING),
        (Phase.ASKING, Ruling.TAKE, RUNNING),
        (
            # Where one of these is what was missing on record it is taken all the same.
            Phase.DIFFERING,
            Ruling.TAKE,
            {
                **RUNNING,
                ClueTap: Ruling.WAIT,
                TileTap: Ruling.REFUSE,
                CountTap: Ruling.REFUSE,
                RearrangeTap: Ruling.REFUSE,
            },
        ),
        (
            Phase.PAUSED,
            Ruling.REFUSE,
            # Agreed to can only be the end of the game then: `Game.proposal`.
            dict.fromkeys((PauseTap, LayDownTap, NewGameTap, CheckTap, ConsentTap), Ruling.TAKE),
        ),
        (Phase.ENDING, Ruling.TAKE, {}),
        (Phase.OVER, Ruling.TAKE, {}),
    )
}
"""What each state does with each tap."""

DIFFERING = phrase("table and record differ: put that right first")
_WHY: Mapping[Phase, Phrase] = {
    Phase.LOBBY: phrase("no game is running"),
    Phase.DIFFERING: DIFFERING,
    Phase.PAUSED: phrase("the game is paused until somebody lets it go on"),
}
_BEGUN = phrase("a game is running already")

_STATUS: Mapping[Phase, Status] = {
    Phase.LOBBY: Status.WAITING_TO_START,
    Phase.PLAYING: Status.WAITING_FOR_MOVE,
    Phase.BLIND: Status.CANNOT_SEE,
    Phase.READING: Status.READING,
    Phase.DRAWING: Status.PLEASE_DRAW,
    Phase.TILE_DUE: Status.QUESTION,
    Phase.ASKING: Status.QUESTION,
    Phase.DIFFERING: Status.DIFFERS,
    Phase.PAUSED: Status.PAUSED,
    Phase.ENDING: Status.ENDING,
    Phase.OVER: Status.OVER,
}


def phase_of(game: Game | None) -> Phase:
    """Return the state that ``game`` is in; None: there is none yet."""
    if game is None:
        return Phase.LOBBY
    if game.state.over:
        return Phase.OVER if game.state.laid_down else Phase.ENDING
    if game.past.paused:
        return Phase.PAUSED
    if game.differs is not None:
        return Phase.DIFFERING
    if game.waited_for is not None or game.laying is not None:
        return Phase.ASKING
    if game.state.award is not None:
        return Phase.TILE_DUE
    if game.blind:
        return Phase.BLIND
    if game.latest.busy:
        return Phase.READING
    return Phase.DRAWING if game.undrawn is not None else Phase.PLAYING


def ruling_on(phase: Phase, tap: Tap) -> Ruling:
    """Return what ``phase`` does with ``tap``, whatever the rules say of it."""
    return TABLE[phase][type(tap)]


def why_refused(phase: Phase, tap: Tap) -> Phrase:
    """Return why ``phase`` refuses ``tap``, for whoever tapped it."""
    return _BEGUN if isinstance(tap, StartTap) else _WHY[phase]


def status_of(phase: Phase, *, saved: bool = True, sees: bool = True) -> Status:
    """Return what the status lamp shows.

    Args:
        phase: the state of the table.
        saved: whether all of the game is on record; before a game: whether one could be.
        sees: whether the camera that ought to watch does.
    """
    if not saved:
        return Status.ERROR
    waits = phase in (Phase.LOBBY, Phase.PLAYING)
    return Status.ERROR if waits and not sees else _STATUS[phase]
