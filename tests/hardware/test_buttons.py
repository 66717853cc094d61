"""The panel's buttons from the far end of their wires: pressed, held, and held too long."""

import logging
from collections.abc import Callable

import pytest
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]

from companion.panel.panel import Hold, Press
from hardware.buttons import BOUNCE
from hardware.panel import HELD, Panel
from tests.hardware.boards import HOLDS, WIRING, until

pytestmark = pytest.mark.usefixtures("nothing_is_left_running")

# ------------------------------------------------------------------------------------ buttons


@pytest.mark.parametrize("press", Press)
def test_every_button_posts_its_press_once(board: MockFactory, press: Press) -> None:
    pressed: list[Press] = []
    with Panel(pressed.append, WIRING, factory=board):
        wire = board.pin(WIRING.buttons[press])
        wire.drive_low()
        assert pressed == [press]
        wire.drive_high()
        assert pressed == [press], "letting go is no press"
        wire.drive_low()
        assert pressed == [press, press]


def test_buttons_have_a_pull_up_and_wait_for_the_contact_to_settle(board: MockFactory) -> None:
    with Panel(print, WIRING, factory=board):
        for pin in WIRING.buttons.values():
            assert board.pin(pin).pull == "up"
            assert board.pin(pin).bounce == BOUNCE == 0.05


def test_a_button_that_is_held_while_the_panel_opens_is_not_pressed(board: MockFactory) -> None:
    board.pin(WIRING.undo).pull = "up"
    board.pin(WIRING.undo).drive_low()
    pressed: list[Press] = []
    board.pin(WIRING.undo)._set_pull = str  # the thumb is stronger than the pull-up
    with Panel(pressed.append, WIRING, factory=board):
        assert pressed == []
        board.pin(WIRING.undo).drive_high()
        board.pin(WIRING.undo).drive_low()
        assert pressed == [Press.UNDO]
        del board.pin(WIRING.undo).__dict__["_set_pull"]


def test_a_press_that_nobody_can_take_does_not_silence_the_buttons(
    board: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    pressed: list[Press] = []

    def take(press: Press) -> None:
        if press is Press.PLAY:
            raise RuntimeError("the inbox is full")
        pressed.append(press)

    with Panel(take, WIRING, factory=board), caplog.at_level(logging.ERROR):
        for pin in (WIRING.play, WIRING.clue):
            board.pin(pin).drive_low()
    assert pressed == [Press.CLUE]
    assert "the press of play was lost" in caplog.text


def test_a_closed_panel_posts_nothing(board: MockFactory) -> None:
    pressed: list[Press] = []
    wire = board.pin(WIRING.confirm)
    Panel(pressed.append, WIRING, factory=board).close()
    wire.drive_low()
    assert pressed == []


# ------------------------------------------------------------------------------- held, dimmed


class Clock:
    """Stands for timers: nothing happens before somebody says so."""

    def __init__(self) -> None:
        self.waiting: list[Alarm] = []

    def __call__(self, seconds: float, ring: Callable[[], None]) -> "Alarm":
        return Alarm(self, seconds, ring)

    def pass_on(self, seconds: float) -> None:
        for alarm in [each for each in self.waiting if each.seconds <= seconds]:
            self.waiting.remove(alarm)
            alarm.ring()


class Alarm:
    def __init__(self, clock: Clock, seconds: float, ring: Callable[[], None]) -> None:
        self.clock, self.seconds, self.ring = clock, seconds, ring

    def start(self) -> None:
        self.clock.waiting.append(self)

    def cancel(self) -> None:
        if self in self.clock.waiting:
            self.clock.waiting.remove(self)

    def join(self) -> None:
        assert self not in self.clock.waiting, "nobody would come back"


def test_a_button_that_can_be_held_counts_when_it_comes_up(board: MockFactory) -> None:
    said: list[object] = []
    with Panel(said.append, WIRING, holds=HOLDS, on_hold=said.append, factory=board, wait=Clock()):
        undo, play = board.pin(WIRING.undo), board.pin(WIRING.play)
        undo.drive_low()
        assert said == []
        undo.drive_high()
        assert said == [Press.UNDO]
        play.drive_low()
        assert said == [Press.UNDO, Press.PLAY], "the others count at once"


def test_a_held_button_means_something_else_and_is_no_press(board: MockFactory) -> None:
    said: list[object] = []
    clock = Clock()
    with Panel(said.append, WIRING, holds=HOLDS, on_hold=said.append, factory=board, wait=clock):
        undo, confirm = board.pin(WIRING.undo), board.pin(WIRING.confirm)
        undo.drive_low()
        confirm.drive_low()
        clock.pass_on(HELD[Hold.REDO])
        assert said == [Hold.REDO], "switching off takes longer"
        confirm.drive_high()
        assert said == [Hold.REDO, Press.CONFIRM]
        undo.drive_high()
        confirm.drive_low()
        clock.pass_on(HELD[Hold.SHUT_DOWN])
        confirm.drive_high()
        assert said == [Hold.REDO, Press.CONFIRM, Hold.SHUT_DOWN]


def test_a_button_that_was_down_before_does_nothing_when_it_comes_up(board: MockFactory) -> None:
    said: list[object] = []
    wire = board.pin(WIRING.undo)
    wire.pull = "up"
    wire.drive_low()
    wire._set_pull = str  # the thumb is stronger than the pull-up
    with Panel(
        said.append, WIRING, holds=HOLDS, on_hold=said.append, factory=board, wait=Clock()
    ) as panel:
        assert panel.down() == {Press.UNDO}
        wire.drive_high()
        assert panel.down() == set()
        assert said == []
        del wire.__dict__["_set_pull"]


def test_a_panel_that_closes_under_a_held_button_says_nothing_more(board: MockFactory) -> None:
    said: list[object] = []
    with Panel(said.append, WIRING, holds=HOLDS, on_hold=said.append, factory=board):
        board.pin(WIRING.undo).drive_low()
    board.pin(WIRING.undo).drive_high()
    assert said == []


def test_real_time_holds_a_button_too(board: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.panel.HELD", {Hold.REDO: 0.01})
    said: list[object] = []
    with Panel(
        said.append, WIRING, holds={Press.UNDO: Hold.REDO}, on_hold=said.append, factory=board
    ):
        board.pin(WIRING.undo).drive_low()
        assert until(lambda: said == [Hold.REDO])
        board.pin(WIRING.undo).drive_high()
        assert said == [Hold.REDO]
