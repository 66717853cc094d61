"""The buttons of a broker: what they do, and what is said where that does not go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Never

import pytest

from companion.hanabi.moves import Unseen
from companion.inbox import InboxClosedError
from companion.mqtt.buttons import NO_BUTTON, RUNS, SPEECHLESS, Buttons
from companion.mqtt.discovery import MUTE, NEW_GAME, UNDO
from companion.mqtt.messages import OFF, ON, PRESS
from companion.play.controller import Controller
from companion.play.inputs import CountTap, LayDownTap, StartTap
from companion.record.games import RecordError
from companion.reply import NO_ANSWER
from companion.table import Table
from companion.views.view import PUBLIC


class Silent:
    """A table that cannot be asked."""

    def __init__(self, why: Exception) -> None:
        self._why = why

    def call(self, work: Callable[[Any], object], timeout: float | None = None) -> Never:
        raise self._why


def is_played_at(table: Table) -> bool:
    def running(evening: Controller) -> bool:
        return evening.game is not None and not evening.game.state.over

    return table.call(running)


def test_where_a_game_is_over_the_button_begins_the_next(table: Table) -> None:
    assert table.ask(StartTap(0, 2), PUBLIC).ok
    buttons = Buttons(table)
    assert buttons.press(NEW_GAME, PRESS).message == RUNS
    for _ in range(3):
        assert table.ask(CountTap(Unseen.MISSED), PUBLIC).ok
    assert not is_played_at(table)
    assert buttons.press(NEW_GAME, PRESS).message == RUNS, "its hands are not laid down yet"
    assert table.ask(LayDownTap(), PUBLIC).ok
    assert buttons.press(NEW_GAME, PRESS).ok
    assert is_played_at(table)


@pytest.mark.parametrize("why", [InboxClosedError("closed"), TimeoutError()])
@pytest.mark.parametrize("button", [NEW_GAME, UNDO])
def test_a_table_that_does_not_answer_is_not_waited_for_forever(
    button: str, why: Exception
) -> None:
    reply = Buttons(Silent(why)).press(button, PRESS)
    assert (reply.ok, reply.message) == (False, NO_ANSWER)


def test_a_game_that_cannot_be_written_down_does_not_begin_and_it_is_said_why() -> None:
    full = RecordError("the disk is full")
    assert Buttons(Silent(full)).press(NEW_GAME, PRESS).message == "the disk is full"


@pytest.mark.parametrize("payload", [ON, OFF])
def test_a_machine_that_does_not_speak_cannot_be_silenced(payload: bytes) -> None:
    buttons = Buttons(Silent(AssertionError("nobody asked the table")))
    assert buttons.press(MUTE, payload).message == SPEECHLESS
    assert not buttons.muted


@pytest.mark.parametrize(
    ("button", "payload"),
    [(MUTE, b"maybe"), (NEW_GAME, ON), (UNDO, b""), ("end_game", PRESS)],
)
def test_what_is_no_button_does_nothing(button: str, payload: bytes) -> None:
    untouched = Silent(AssertionError("nobody asked the table"))
    assert Buttons(untouched).press(button, payload).message == NO_BUTTON
