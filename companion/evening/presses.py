"""What the buttons of the panel mean, before a game and in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.desk.taps import (
    CountTap,
    LayDownTap,
    PauseTap,
    PlayedTap,
    RedoTap,
    StartTap,
    TileTap,
    UndoTap,
)
from companion.hanabi.moves import Unseen
from companion.panel.panel import Press
from companion.record.entries import PANEL
from companion.views.view import PUBLIC

if TYPE_CHECKING:
    from companion.evening.evening import Evening

BOUNCE = 0.3
"""Seconds within which a button that is pressed again was pressed once, with a clumsy thumb."""


class Presses:
    """Takes the buttons of one evening's panel."""

    def __init__(self, evening: Evening) -> None:
        """Press on behalf of whoever is at the panel of ``evening``."""
        self._evening = evening
        self._undone: float | None = None
        self._confirmed: float | None = None

    def take(self, press: Press) -> None:
        """Do what a button means now."""
        evening = self._evening
        session = evening.session
        running = session is not None and not session.state.over
        match press:
            case Press.UNDO:
                t = evening.moment()
                if self._undone is None or t - self._undone > BOUNCE:
                    evening.ask(UndoTap(), PUBLIC, who=PANEL)
                self._undone = t
            case Press.CONFIRM if (
                session and running and session.state.award and not session.past.paused
            ):
                # Which tile it was, no button can say.
                evening.ask(TileTap(session.state.award.seat, None), PUBLIC, who=PANEL)
                self._confirmed = evening.moment()
            case Press.CONFIRM if session and session.state.over and not session.state.laid_down:
                if not self._bounced():
                    evening.ask(LayDownTap(), PUBLIC, who=PANEL)
                    self._confirmed = evening.moment()
            case Press.CONFIRM if running and self._rests():
                pass
            case Press.CONFIRM if session and session.past.undone:
                evening.ask(RedoTap(), PUBLIC, who=PANEL)
            case Press.CONFIRM if running:
                self._count(Unseen.COMPLETED)
            case Press.CONFIRM if not self._bounced():
                evening.ask(StartTap(evening.first), PUBLIC)
                self._confirmed = evening.moment()
            case Press.CONFIRM:
                pass
            case Press.PLAY if session is None:
                evening.let_the_next_begin()
            case Press.CLUE:
                evening.ask(CountTap(None), PUBLIC)
            case Press.PLAY:
                self._count(Unseen.PLAYED)
            case Press.DISCARD:
                self._count(Unseen.DISCARDED)
            case Press.FUSE:
                self._count(Unseen.MISSED)

    def _bounced(self) -> bool:
        """Say whether the confirm button was pressed just before: then this is the same press."""
        return self._confirmed is not None and self._evening.moment() - self._confirmed <= BOUNCE

    def _rests(self) -> bool:
        """Take a confirm that lets a paused game go on, or pauses one that a camera watches.

        False: it means something else.
        """
        evening = self._evening
        assert evening.session is not None
        past = evening.session.past
        if not past.paused and (past.undone or not evening.watched):
            return False
        if not self._bounced():
            evening.ask(PauseTap(not past.paused), PUBLIC, who=PANEL)
        self._confirmed = evening.moment()
        return True

    def _count(self, how: Unseen) -> None:
        """Take what a button says of a card; with a camera the table itself shows it, or asks."""
        session = self._evening.session
        asked = () if session is None else session.asking.open
        if any(one.card is not None for one in asked) and how is not Unseen.COMPLETED:
            self._evening.ask(PlayedTap(how is not Unseen.DISCARDED), PUBLIC, who=PANEL)
        elif not self._evening.watched:
            self._evening.ask(CountTap(how), PUBLIC)
