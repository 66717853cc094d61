"""The panel's buttons from the far end of their wires: pressed, chattering, held, held too long."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.pins.pi import PiPin
from hypothesis import given
from hypothesis import strategies as st

from companion.panel.panel import Hold, Press
from hardware.buttons import CHATTER, DEBOUNCE, SPIKE
from hardware.panel import HELD, Panel
from tests.hardware.boards import HOLDS, WIRING, until

pytestmark = pytest.mark.usefixtures("nothing_is_left_running")

SETTLED = CHATTER + 2 * DEBOUNCE
"""Seconds after which a contact is believed again, and a little more."""


class Clock:
    """Stands for timers: time passes when somebody says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waiting: list[Alarm] = []

    def __call__(self, seconds: float, ring: Callable[[], None]) -> Alarm:
        return Alarm(self, self.now + seconds, ring)

    def pass_on(self, seconds: float) -> None:
        end = self.now + seconds
        while due := [one for one in self.waiting if one.at <= end]:
            first = min(due, key=lambda one: one.at)
            self.waiting.remove(first)
            self.now = first.at
            first.ring()
        self.now = end


class Alarm:
    def __init__(self, clock: Clock, at: float, ring: Callable[[], None]) -> None:
        self.clock, self.at, self.ring = clock, at, ring

    def start(self) -> None:
        self.clock.waiting.append(self)

    def cancel(self) -> None:
        if self in self.clock.waiting:
            self.clock.waiting.remove(self)

    def join(self) -> None:
        assert self not in self.clock.waiting, "nobody would come back"


class ClockedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin whose edges have the clock's time, as the kernel's have; it may tell of them late."""

    def _call_when_changed(self) -> None:
        if self.factory.told is None:
            PiPin._call_when_changed(self, self.factory.clock.now, self._state)
        else:
            self.factory.told.append((self, self.factory.clock.now, self._state))


class ClockedBoard(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    def __init__(self, clock: Clock) -> None:
        super().__init__(pin_class=ClockedPin)
        self.clock = clock
        self.told: list[tuple[ClockedPin, float, bool]] | None = None

    @contextmanager
    def thread_is_kept_from_running(self) -> Iterator[None]:
        """Tell of what happens meanwhile afterwards, with the time at which it was."""
        told: list[tuple[ClockedPin, float, bool]] = []
        self.told = told
        yield
        self.told = None
        for pin, at, level in told:
            PiPin._call_when_changed(pin, at, level)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def board(clock: Clock) -> ClockedBoard:
    return ClockedBoard(clock)


@pytest.fixture
def board_in_real_time() -> MockFactory:
    return MockFactory(pin_class=MockPWMPin)


# ------------------------------------------------------------------------------------ buttons


@pytest.mark.parametrize("press", Press)
def test_every_button_posts_its_press_once(board: ClockedBoard, clock: Clock, press: Press) -> None:
    pressed: list[Press] = []
    with Panel(pressed.append, WIRING, factory=board, wait=clock):
        wire = board.pin(WIRING.buttons[press])
        wire.drive_low()
        assert pressed == [press], "at once"
        clock.pass_on(1.0)
        wire.drive_high()
        clock.pass_on(SETTLED)
        assert pressed == [press], "letting go is no press"
        wire.drive_low()
        assert pressed == [press, press]


def test_buttons_have_a_pull_up_and_overhear_what_a_wire_picks_up(board: ClockedBoard) -> None:
    with Panel(print, WIRING, factory=board):
        for pin in WIRING.buttons.values():
            assert board.pin(pin).pull == "up"
            assert board.pin(pin).bounce == SPIKE == 0.001


def test_a_button_that_is_held_while_the_panel_opens_is_not_pressed(
    board: ClockedBoard, clock: Clock
) -> None:
    board.pin(WIRING.undo).pull = "up"
    board.pin(WIRING.undo).drive_low()
    pressed: list[Press] = []
    board.pin(WIRING.undo)._set_pull = str  # the thumb is stronger than the pull-up
    with Panel(pressed.append, WIRING, factory=board, wait=clock):
        assert pressed == []
        board.pin(WIRING.undo).drive_high()
        clock.pass_on(SETTLED)
        board.pin(WIRING.undo).drive_low()
        assert pressed == [Press.UNDO]
        del board.pin(WIRING.undo).__dict__["_set_pull"]


def test_a_press_that_nobody_can_take_does_not_silence_the_buttons(
    board: ClockedBoard, caplog: pytest.LogCaptureFixture
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


OTHERWISE = [Press.UNDO, Press.CLUE]
"""One that counts when it comes up, and one that counts when it goes down."""


@pytest.mark.parametrize("press", OTHERWISE)
@given(
    edges=st.lists(st.floats(0.0, CHATTER), max_size=24),
    held=st.floats(0.0, 0.9).filter(lambda held: not 0.2 < held < 0.3),
    after=st.lists(st.floats(0.0, CHATTER), max_size=24),
)
def test_a_press_counts_once_however_its_contact_chatters(
    press: Press, edges: list[float], held: float, after: list[float]
) -> None:
    """Down and up, each chattering for up to a quarter of a second, or both within one."""
    said: list[object] = []
    clock = Clock()
    with _board(clock) as board, _panel(said, board, clock):
        wire = board.pin(WIRING.buttons[press])
        _drive(wire, clock, sorted({each for each in edges if each <= held}), ends_low=True)
        clock.pass_on(max(0.0, held - clock.now))
        late = {each for each in after if held > CHATTER or held + each <= CHATTER}
        _drive(wire, clock, sorted(late), ends_low=False)
        clock.pass_on(SETTLED)
        assert said == [press]
        wire.drive_low()
        clock.pass_on(0.1)
        wire.drive_high()
        clock.pass_on(SETTLED)
        assert said == [press, press], "and is ready for the next"


@pytest.mark.parametrize("press", OTHERWISE)
@given(held=st.floats(0.03, 0.9), edges=st.lists(st.floats(0.0, 0.015), max_size=8))
def test_an_ordinary_contact_may_chatter_whenever_the_button_comes_up(
    press: Press, held: float, edges: list[float]
) -> None:
    said: list[object] = []
    clock = Clock()
    with _board(clock) as board, _panel(said, board, clock):
        wire = board.pin(WIRING.buttons[press])
        _drive(wire, clock, sorted(set(edges)), ends_low=True)
        clock.pass_on(held - clock.now)
        _drive(wire, clock, sorted(set(edges)), ends_low=False)
        clock.pass_on(SETTLED)
        assert said == [press]


@pytest.mark.parametrize("press", OTHERWISE)
@given(
    lasting=st.lists(st.floats(0.01, CHATTER), min_size=2, max_size=8),
    chatter=st.lists(st.floats(0.0, CHATTER), max_size=8),
)
def test_presses_that_begin_three_tenths_of_a_second_apart_are_as_many(
    press: Press, lasting: list[float], chatter: list[float]
) -> None:
    said: list[object] = []
    clock = Clock()
    with _board(clock) as board, _panel(said, board, clock):
        wire = board.pin(WIRING.buttons[press])
        for number, seconds in enumerate(lasting):
            clock.pass_on(number * 0.3 - clock.now)
            begun = clock.now
            _drive(wire, clock, sorted({e for e in chatter if e < seconds}), ends_low=True)
            clock.pass_on(begun + seconds - clock.now)
            wire.drive_high()
        clock.pass_on(SETTLED)
        assert said == [press] * len(lasting)


@pytest.mark.parametrize("press", OTHERWISE)
@given(
    lasting=st.lists(st.floats(0.03, CHATTER - 0.03), min_size=2, max_size=6),
    awake=st.floats(0.0, 2.0),
    late=st.floats(0.0, HELD[Hold.REDO] - CHATTER - 0.05),
)
def test_presses_of_which_a_busy_processor_tells_late_are_as_many(
    press: Press, lasting: list[float], awake: float, late: float
) -> None:
    """The edges between two moments are told at the second one, all at once."""
    said: list[object] = []
    clock = Clock()
    edges = [
        (number * 0.3 + at, low)
        for number, seconds in enumerate(lasting)
        for at, low in ((0.0, True), (seconds, False))
    ]
    with _board(clock) as board, _panel(said, board, clock):
        wire = board.pin(WIRING.buttons[press])

        def move(edges: list[tuple[float, bool]], until: float) -> None:
            for at, low in edges:
                clock.pass_on(at - clock.now)
                (wire.drive_low if low else wire.drive_high)()
            clock.pass_on(max(0.0, until - clock.now))

        move([edge for edge in edges if edge[0] < awake], awake)
        with board.thread_is_kept_from_running():
            move([edge for edge in edges if awake <= edge[0] < awake + late], awake + late)
        move([edge for edge in edges if edge[0] >= awake + late], 0.0)
        clock.pass_on(2 * SETTLED)
        assert said == [press] * len(lasting)


def test_a_contact_that_never_comes_to_rest_is_one_press(board: ClockedBoard, clock: Clock) -> None:
    """A broken wire that picks up the mains."""
    said: list[object] = []
    with _panel(said, board, clock):
        for _ in range(500):
            board.pin(WIRING.clue).drive_low()
            clock.pass_on(0.01)
            board.pin(WIRING.clue).drive_high()
            clock.pass_on(0.01)
        assert said == [Press.CLUE]


def test_real_time_overhears_chatter_too(board_in_real_time: MockFactory) -> None:
    pressed: list[Press] = []
    with Panel(pressed.append, WIRING, factory=board_in_real_time):
        wire = board_in_real_time.pin(WIRING.clue)
        for _ in range(8):
            wire.drive_low()
            wire.drive_high()
        time.sleep(2 * SETTLED)
        wire.drive_low()
        assert pressed == [Press.CLUE] * 2


def _board(clock: Clock) -> closing[ClockedBoard]:
    return closing(ClockedBoard(clock))


def _panel(said: list[object], board: ClockedBoard, clock: Clock) -> Panel:
    return Panel(said.append, WIRING, holds=HOLDS, on_hold=said.append, factory=board, wait=clock)


def _drive(wire: MockPWMPin, clock: Clock, edges: list[float], *, ends_low: bool) -> None:
    """Close or open a contact that opens and closes again at ``edges``, seconds from now."""
    begun = clock.now
    for at in [0.0, *edges]:
        clock.pass_on(begun + at - clock.now)
        (wire.drive_low if ends_low else wire.drive_high)()
        if at < (edges[-1] if edges else 0.0):
            (wire.drive_high if ends_low else wire.drive_low)()


def test_a_closed_panel_posts_nothing(board: ClockedBoard) -> None:
    pressed: list[Press] = []
    wire = board.pin(WIRING.confirm)
    Panel(pressed.append, WIRING, factory=board).close()
    wire.drive_low()
    assert pressed == []


# ------------------------------------------------------------------------------- held, dimmed


def test_a_button_that_can_be_held_counts_when_it_comes_up(
    board: ClockedBoard, clock: Clock
) -> None:
    said: list[object] = []
    with _panel(said, board, clock):
        undo, play = board.pin(WIRING.undo), board.pin(WIRING.play)
        undo.drive_low()
        clock.pass_on(0.5)
        assert said == []
        undo.drive_high()
        assert said == [Press.UNDO]
        play.drive_low()
        assert said == [Press.UNDO, Press.PLAY], "the others count at once"


def test_a_held_button_means_something_else_and_is_no_press(
    board: ClockedBoard, clock: Clock
) -> None:
    said: list[object] = []
    with Panel(said.append, WIRING, holds=HOLDS, on_hold=said.append, factory=board, wait=clock):
        undo, confirm = board.pin(WIRING.undo), board.pin(WIRING.confirm)
        undo.drive_low()
        confirm.drive_low()
        clock.pass_on(HELD[Hold.REDO])
        assert said == [Hold.REDO], "switching off takes longer"
        confirm.drive_high()
        assert said == [Hold.REDO, Press.CONFIRM]
        undo.drive_high()
        clock.pass_on(SETTLED)
        confirm.drive_low()
        clock.pass_on(HELD[Hold.SHUT_DOWN])
        confirm.drive_high()
        assert said == [Hold.REDO, Press.CONFIRM, Hold.SHUT_DOWN]


def test_a_button_of_which_nobody_told_in_time_that_it_came_up_is_not_held(
    board: ClockedBoard, clock: Clock
) -> None:
    said: list[object] = []
    with _panel(said, board, clock):
        board.pin(WIRING.confirm).drive_low()
        clock.pass_on(1.0)
        with board.thread_is_kept_from_running():
            board.pin(WIRING.confirm).drive_high()
            clock.pass_on(HELD[Hold.SHUT_DOWN])
            assert said == []
        assert said == [Press.CONFIRM]


def test_a_button_that_was_down_before_does_nothing_when_it_comes_up(
    board: ClockedBoard, clock: Clock
) -> None:
    said: list[object] = []
    wire = board.pin(WIRING.undo)
    wire.pull = "up"
    wire.drive_low()
    wire._set_pull = str  # the thumb is stronger than the pull-up
    with Panel(
        said.append, WIRING, holds=HOLDS, on_hold=said.append, factory=board, wait=clock
    ) as panel:
        assert panel.down() == {Press.UNDO}
        wire.drive_high()
        assert panel.down() == set()
        assert said == []
        del wire.__dict__["_set_pull"]


def test_a_panel_that_closes_under_a_held_button_says_nothing_more(board: ClockedBoard) -> None:
    said: list[object] = []
    with Panel(said.append, WIRING, holds=HOLDS, on_hold=said.append, factory=board):
        board.pin(WIRING.undo).drive_low()
    board.pin(WIRING.undo).drive_high()
    assert said == []


def test_real_time_holds_a_button_too(
    board_in_real_time: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.panel.HELD", {Hold.REDO: 0.01})
    said: list[object] = []
    with Panel(
        said.append,
        WIRING,
        holds={Press.UNDO: Hold.REDO},
        on_hold=said.append,
        factory=board_in_real_time,
    ):
        board_in_real_time.pin(WIRING.undo).drive_low()
        assert until(lambda: said == [Hold.REDO])
        board_in_real_time.pin(WIRING.undo).drive_high()
        assert said == [Hold.REDO]
