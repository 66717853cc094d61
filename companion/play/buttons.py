"""What a button of the panel asks for: one thing in each state of the table."""

from __future__ import annotations

from companion.hanabi.moves import Unseen
from companion.panel.panel import Press
from companion.play.game import Game
from companion.play.inputs import (
    CountTap,
    LayDownTap,
    PauseTap,
    PlayedTap,
    RedoTap,
    StartTap,
    Tap,
    TileTap,
    UndoTap,
)
from companion.play.phase import Phase, phase_of


def tap_of(press: Press, game: Game | None, *, watched: bool, first: int) -> Tap | None:
    """Return what a button of the panel asks for; None: nothing that is a tap.

    Args:
        press: the button.
        game: the game at the table; None: none was begun yet.
        watched: whether a camera watches: then the table itself shows what is laid, or asks.
        first: the seat that is to begin the next game.
    """
    match press:
        case Press.UNDO:
            return UndoTap()
        case Press.CONFIRM:
            return _confirmed(game, watched=watched, first=first)
        case Press.CLUE:
            return CountTap(None)
        case Press.PLAY if names_who_begins(game):
            return None
        case Press.PLAY:
            return _counted(Unseen.PLAYED, game, watched=watched)
        case Press.DISCARD:
            return _counted(Unseen.DISCARDED, game, watched=watched)
        case Press.FUSE:
            return _counted(Unseen.MISSED, game, watched=watched)


def names_who_begins(game: Game | None) -> bool:
    """Say whether Play lets another seat begin the next game, and Confirm begins it."""
    return game is None or phase_of(game) is Phase.OVER


def _confirmed(game: Game | None, *, watched: bool, first: int) -> Tap | None:
    """Return what the confirm button means now: one thing in each state of the table."""
    phase = phase_of(game)
    if game is None or phase is Phase.OVER:
        return RedoTap() if game is not None and game.past.undone else StartTap(first)
    if phase is Phase.ENDING:
        return LayDownTap()
    if phase is Phase.PAUSED:
        return PauseTap(paused=False)
    if game.state.award is not None and phase is not Phase.DIFFERING:
        return TileTap(game.state.award.seat, None)  # which tile it was, no button can say
    if game.past.undone:
        return RedoTap()
    return PauseTap() if watched else _counted(Unseen.COMPLETED, game, watched=watched)


def _counted(how: Unseen, game: Game | None, *, watched: bool) -> Tap | None:
    asked = () if game is None else game.questions
    if how is not Unseen.COMPLETED and any(one.card is not None for one in asked):
        return PlayedTap(how is not Unseen.DISCARDED)
    return None if watched else CountTap(how)
