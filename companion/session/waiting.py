"""What the table waits for, as its status lamp and all pages show it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.panel.panel import Status

if TYPE_CHECKING:
    from companion.session.session import Session


def status_of(session: Session, *, saved: bool, reading: bool, please_draw: bool) -> Status:
    """Return what a game waits for.

    Args:
        session: the game.
        saved: whether all of it is on record.
        reading: whether something on the mat is being read.
        please_draw: whether somebody has yet to draw.
    """
    if not saved:
        return Status.ERROR
    if session.state.over:
        return Status.OVER if session.state.laid_down else Status.ENDING
    if session.past.paused:
        return Status.PAUSED
    if session.complaint is not None:
        return Status.DIFFERS
    waits = session.asking.waited_for is not None
    if waits or session.hearing.laying or session.state.award is not None:
        return Status.QUESTION
    if reading:
        return Status.READING
    return Status.PLEASE_DRAW if please_draw else Status.WAITING_FOR_MOVE
