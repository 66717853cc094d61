"""What may be asked of the table over a broker: a new game, undo, silence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from companion.announcements.speech import Announcer
from companion.hanabi.tellers import BROKER
from companion.inbox import InboxClosedError
from companion.language.phrases import phrase
from companion.mqtt.discovery import MUTE, NEW_GAME, UNDO
from companion.mqtt.messages import OFF, ON, PRESS
from companion.play.controller import Controller
from companion.play.inputs import NewGameTap, StartTap, UndoTap
from companion.record.games import RecordError
from companion.reply import NO_ANSWER, Reply
from companion.views.view import PUBLIC

Answer = TypeVar("Answer")
BUTTON_WAITS = 5.0
"""Seconds that a button waits for the table."""
RUNS = phrase("a game is running: it is ended on a phone")
SPEECHLESS = phrase("the machine at the table does not speak")
NO_BUTTON = phrase("there is no such button")


class AskedTable(Protocol):
    """A table that can be asked to do something in its own thread."""

    def call(self, work: Callable[[Controller], Answer], timeout: float | None = None) -> Answer:
        """Do ``work`` in the table's thread and return what it returned."""


@dataclass(frozen=True, slots=True)
class Buttons:
    """The buttons of one table.

    Attributes:
        table: what they are pressed for.
        announcer: what speaks at the table; None: nothing does.
    """

    table: AskedTable
    announcer: Announcer | None = None

    @property
    def muted(self) -> bool:
        """Whether the machine at the table was told to be silent."""
        return self.announcer is not None and self.announcer.muted

    def press(self, button: str, payload: bytes) -> Reply:
        """Do what a button says; the reply says why it does not go."""
        if button == MUTE and payload in (ON, OFF):
            if self.announcer is None:
                return Reply(None, SPEECHLESS)
            self.announcer.mute(payload == ON)
            return Reply()
        if button == NEW_GAME and payload == PRESS:
            return self._ask(begin_anew)
        if button == UNDO and payload == PRESS:
            return self._ask(take_back)
        return Reply(None, NO_BUTTON)

    def _ask(self, work: Callable[[Controller], Reply]) -> Reply:
        try:
            return self.table.call(work, BUTTON_WAITS)
        except (InboxClosedError, TimeoutError):
            return Reply(None, NO_ANSWER)
        except RecordError as error:  # a game that cannot be written down does not begin
            return Reply(None, str(error))


def begin_anew(controller: Controller) -> Reply:
    """Begin a game where none runs; else nothing changes: whoever presses may not see the table."""
    game = controller.game
    if game is not None and not game.state.laid_down:
        return Reply(None, RUNS)
    if game is not None:
        controller.ask(NewGameTap(), PUBLIC, who=BROKER)
    return controller.ask(StartTap(controller.first), PUBLIC, who=BROKER)


def take_back(controller: Controller) -> Reply:
    """Take the newest turn back, as the panel's button does."""
    return controller.ask(UndoTap(), PUBLIC, who=BROKER)
