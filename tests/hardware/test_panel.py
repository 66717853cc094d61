"""The panel from the far end of its wires: mock pins are pressed and looked at like real ones."""

import logging
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED, Device  # type: ignore[import-untyped]
from gpiozero.pins.mock import MockFactory, MockPWMPin  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.panel.panel import Hold, PanelKind, PanelState, Press, Status
from companion.panel.wiring import Wiring
from hardware.buttons import BOUNCE
from hardware.front_panel import open_panel
from hardware.lamps import PATTERNS, lamps
from hardware.panel import HELD, Panel, PanelError
from hardware.virtual_panel import NoPanel, VirtualPanel

WIRING = Wiring(buzzer=26)
START = PanelState(8, 0, 0, 3, Status.WAITING_FOR_MOVE)


@pytest.fixture(autouse=True)
def nothing_is_left_running() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    # A timer that was called off needs a moment to end.
    assert until(lambda: set(threading.enumerate()) <= before)
    assert Device.pin_factory is None, "the pins of the process were touched"


@pytest.fixture
def board() -> MockFactory:
    return MockFactory(pin_class=MockPWMPin)


def until(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.005)
    return condition()


def levels(board: MockFactory, row: tuple[int | None, ...]) -> list[float]:
    return [float(board.pin(pin).state) for pin in row]


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


# -------------------------------------------------------------------------------------- lamps


def test_an_opened_panel_is_dark(board: MockFactory) -> None:
    with Panel(print, WIRING, factory=board) as panel:
        assert set(levels(board, tuple(WIRING.lamps.values()))) == {0.0}
        assert panel.shown is None


def test_the_lamps_follow_the_game(board: MockFactory) -> None:
    with Panel(print, WIRING, factory=board) as panel:
        panel.show(START)
        assert levels(board, WIRING.clue_leds) == [1] * 8
        assert levels(board, WIRING.fuse_leds) == [0] * 3
        assert levels(board, WIRING.turn_leds) == [1, 0, 0, 0, 0]
        assert levels(board, (WIRING.status_led,)) == [1]
        panel.show(replace(START, clue_tokens=7, to_move=1))  # a clue
        assert levels(board, WIRING.clue_leds) == [1] * 7 + [0]
        assert levels(board, WIRING.turn_leds) == [0, 1, 0, 0, 0]
        panel.show(replace(START, clue_tokens=7, strikes=1, to_move=2))  # a misplay
        assert levels(board, WIRING.fuse_leds) == [1, 0, 0]
        panel.show(replace(START, clue_tokens=8, strikes=1, to_move=0))  # a discard
        assert levels(board, WIRING.clue_leds) == [1] * 8
        assert panel.shown == lamps(replace(START, clue_tokens=8, strikes=1))
        panel.show(PanelState(8, 1, None, 3, Status.OVER))
        assert levels(board, WIRING.turn_leds) == [0] * 5


def test_dimmed_lamps_are_pulsed_also_while_they_blink(board: MockFactory) -> None:
    with Panel(print, WIRING, brightness=0.25, factory=board) as panel:
        panel.show(replace(START, status=Status.READING))
        assert levels(board, WIRING.turn_leds) == [0.25, 0, 0, 0, 0]
        assert board.pin(WIRING.turn_leds[0]).frequency == 100
        status = board.pin(WIRING.status_led)
        assert until(lambda: len(status.states) >= 5)
        assert {each.state for each in status.states} == {0.0, 0.25}


def test_full_brightness_needs_no_pulses(board: MockFactory) -> None:
    with Panel(print, WIRING, factory=board) as panel:
        panel.show(START)
        assert board.pin(WIRING.turn_leds[0]).frequency is None


@pytest.mark.parametrize("status", [Status.PLEASE_DRAW, Status.DIFFERS])
def test_the_status_lamp_keeps_its_pattern(board: MockFactory, status: Status) -> None:
    times = PATTERNS[status].times
    with Panel(print, WIRING, factory=board) as panel:
        pin = board.pin(WIRING.status_led)
        pin.clear_states()
        panel.show(replace(START, status=status))
        assert until(lambda: len(pin.states) > len(times) + 1)
        seen = pin.states[1 : len(times) + 2]  # what came before is dark
    assert [each.state for each in seen] == [1.0, 0.0] * (len(times) // 2) + [1.0]
    for each, seconds in zip(seen[1:], times, strict=True):
        assert each.timestamp >= seconds - 0.02  # a busy machine may wait longer, never shorter


def test_after_blinking_the_lamp_rests_where_it_should(board: MockFactory) -> None:
    with Panel(print, WIRING, factory=board) as panel:
        pin = board.pin(WIRING.status_led)
        panel.show(replace(START, status=Status.READING))
        assert until(lambda: len(pin.states) >= 4)
        panel.show(START)
        pin.clear_states()
        time.sleep(0.3)
        assert [each.state for each in pin.states] == [1.0]


def test_the_same_state_again_touches_no_pin(board: MockFactory) -> None:
    state = replace(START, status=Status.WAITING_TO_START)
    with Panel(print, WIRING, factory=board) as panel:
        panel.show(state)
        writer = panel._lamps["status"]._source_thread
        for pin in WIRING.lamps.values():
            board.pin(pin)._set_state = pytest.fail
        panel.show(state)
        panel.show(replace(state, clue_tokens=9))  # more than there are lamps looks the same
        for pin in WIRING.lamps.values():
            del board.pin(pin).__dict__["_set_state"]
        panel.show(replace(state, clue_tokens=7))
        assert panel._lamps["status"]._source_thread is writer, "the pattern began anew"


states = st.builds(
    PanelState,
    st.integers(0, 8),
    st.integers(0, 3),
    st.none() | st.integers(0, 4),
    st.just(5),
    st.sampled_from(Status),
)


@given(st.lists(states, max_size=4), states)
@settings(max_examples=40, deadline=None)
def test_what_was_shown_before_leaves_no_trace(before: list[PanelState], last: PanelState) -> None:
    with VirtualPanel(print, WIRING) as worn, VirtualPanel(print, WIRING) as fresh:
        for state in (*before, last):
            worn.show(state)
        fresh.show(last)
        assert worn.shown == fresh.shown
        moving = ("status", "buzzer")
        seen = [{k: v for k, v in p.lit().items() if k not in moving} for p in (worn, fresh)]
        assert seen[0] == seen[1]


def test_the_buzzer_sounds_when_a_question_opens_and_only_then(board: MockFactory) -> None:
    with Panel(print, WIRING, factory=board) as panel:
        buzzer = board.pin(WIRING.buzzer)
        panel.show(START)
        panel.show(replace(START, status=Status.QUESTION))
        assert until(lambda: len(buzzer.states) >= 5)
        panel.show(replace(START, status=Status.QUESTION, clue_tokens=3))
        time.sleep(0.2)
        assert [each.state for each in buzzer.states] == [0, 1, 0, 1, 0]


def test_the_buzzer_falls_silent_when_all_is_well_again(board: MockFactory) -> None:
    with Panel(print, WIRING, factory=board) as panel:
        panel.show(replace(START, status=Status.DIFFERS))
        assert until(lambda: board.pin(WIRING.buzzer).state == 1.0)
        panel.show(START)
        assert board.pin(WIRING.buzzer).state == 0.0


def test_what_has_no_pin_is_left_out(board: MockFactory) -> None:
    none = Wiring((None,) * 8, (None,) * 3, (None,) * 5, *(None,) * 8)
    with Panel(print, none, factory=board) as panel:
        for status in Status:
            panel.show(replace(START, status=status))
        assert board.pins == {}
    one = replace(none, turn_leds=(18, None, None, None, None))
    with Panel(print, one, factory=board) as panel:
        panel.show(START)
        assert levels(board, (18,)) == [1]


# ------------------------------------------------------------------------ opening and closing


def test_closing_puts_all_lamps_out_and_may_be_done_twice(board: MockFactory) -> None:
    wires = [board.pin(pin) for pin in (*WIRING.lamps.values(), WIRING.buzzer)]
    panel = Panel(print, WIRING, factory=board)
    panel.show(PanelState(8, 3, 0, 3, Status.DIFFERS))
    panel.close()
    panel.close()
    assert [float(wire.state) for wire in wires] == [0.0] * 18
    assert panel.shown is None
    panel.show(START)
    assert [float(wire.state) for wire in wires] == [0.0] * 18, "a closed panel stays dark"


def test_lamps_go_dark_before_their_pins_are_let_go() -> None:
    board = MockFactory()  # pins that keep their level when they are released
    wires = [board.pin(pin) for pin in WIRING.lamps.values()]
    with Panel(print, WIRING, factory=board) as panel:
        panel.show(PanelState(8, 3, 0, 3, Status.WAITING_TO_START))
    assert not any(wire.state for wire in wires)


def test_a_panel_can_be_opened_again(board: MockFactory) -> None:
    for _ in range(2):
        with Panel(print, WIRING, factory=board) as panel:
            panel.show(START)


@pytest.mark.parametrize("taken", [17, 8, 26, 2, 7])
def test_a_panel_that_fails_half_way_lets_go_of_what_it_took(
    board: MockFactory, taken: int
) -> None:
    pressed: list[Press] = []
    with LED(taken, pin_factory=board):
        with pytest.raises(PanelError, match=f"cannot have pin {taken}: pin GPIO{taken} is alr"):
            Panel(pressed.append, WIRING, factory=board)
        for pin in {*WIRING.lamps.values(), *WIRING.buttons.values()} - {taken}:
            LED(pin, pin_factory=board).close()  # would fail if it were in use
    with Panel(pressed.append, WIRING, factory=board):
        board.pin(WIRING.undo).drive_low()
    assert pressed == [Press.UNDO]


def broken(value: float) -> None:
    raise OSError("no such device")


class LingeringPin(MockPWMPin):  # type: ignore[misc]
    """As lgpio's on a busy machine: its thread still looks at the pin when it is first released."""

    looked_at = 1

    def _disable_event_detect(self) -> None:
        if self.looked_at:
            self.looked_at -= 1
            raise OSError("GPIO busy")


def test_a_button_that_is_busy_at_the_end_lets_go_of_its_pin_a_moment_later(
    caplog: pytest.LogCaptureFixture,
) -> None:
    board = MockFactory(pin_class=LingeringPin)
    Panel(print, WIRING, factory=board).close()
    Panel(print, WIRING, factory=board).close()  # would fail if one were in use
    board = MockFactory(pin_class=LingeringPin)
    with LED(3, pin_factory=board), pytest.raises(PanelError, match="confirm cannot have pin 3"):
        Panel(print, WIRING, factory=board)
    assert not caplog.records


def test_a_pin_that_stays_busy_is_told_and_the_other_buttons_are_released(
    board: MockFactory, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    panel = Panel(print, WIRING, factory=board)
    monkeypatch.setattr("hardware.buttons.sleep", lambda _seconds: None)
    pin = board.pin(WIRING.undo)
    monkeypatch.setattr(pin, "_disable_event_detect", lambda: broken(0.0))
    panel.close()
    assert "the pin of undo could not be released: no such device" in caplog.text
    for press, number in WIRING.buttons.items():
        if press is not Press.UNDO:
            LED(number, pin_factory=board).close()  # would fail if it were in use
    monkeypatch.undo()


def test_pins_that_fail_stop_no_game_and_are_set_anew_when_they_work(
    board: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    with Panel(print, WIRING, factory=board) as panel:
        panel.show(START)
        board.pin(27)._set_state = broken
        for tokens in (0, 1):
            panel.show(replace(START, clue_tokens=tokens, to_move=1))
            assert panel.fault == "no such device"
        assert caplog.messages == ["the panel's pins no longer work: no such device"]
        del board.pin(27).__dict__["_set_state"]
        panel.show(START)
        assert panel.fault is None
        assert levels(board, WIRING.clue_leds) == [1] * 8
        assert levels(board, WIRING.turn_leds) == [1, 0, 0, 0, 0]


def test_pins_that_fail_at_the_end_do_not_keep_the_others_lit(
    board: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    panel = Panel(print, WIRING, factory=board)
    panel.show(START)
    wire = board.pin(27)
    wire._set_state = broken
    panel.close()
    del wire.__dict__["_set_state"]
    assert caplog.messages == ["the panel's pins could not be put out: no such device"]
    assert set(levels(board, tuple(WIRING.lamps.values()))) == {0.0}


@pytest.mark.parametrize("brightness", [-0.1, 1.1, float("nan")])
def test_brightness_is_a_share(board: MockFactory, brightness: float) -> None:
    with pytest.raises(ValueError, match="brightness is a number from 0 to 1"):
        Panel(print, WIRING, brightness=brightness, factory=board)


# ------------------------------------------------------------------------------ virtual, none


def test_a_page_presses_the_buttons_of_the_virtual_panel() -> None:
    pressed: list[Press] = []
    with VirtualPanel(pressed.append, WIRING) as panel:
        for press in Press:
            panel.press(press)
        panel.press(Press.CLUE)
    panel.press(Press.CLUE)  # closed
    assert pressed == [*Press, Press.CLUE]


def test_two_thumbs_on_one_button_are_two_presses() -> None:
    pressed: list[Press] = []
    first_is_down, go_on = threading.Event(), threading.Event()

    def take(press: Press) -> None:
        pressed.append(press)
        first_is_down.set()
        go_on.wait(5)

    with VirtualPanel(take, WIRING) as panel:
        thumbs = [threading.Thread(target=panel.press, args=(Press.PLAY,)) for _ in range(2)]
        thumbs[0].start()
        assert first_is_down.wait(5)
        thumbs[1].start()
        thumbs[1].join(0.1)
        go_on.set()
        for thumb in thumbs:
            thumb.join()
    assert pressed == [Press.PLAY] * 2


def test_a_page_sees_the_lamps_of_the_virtual_panel() -> None:
    with VirtualPanel(print, WIRING, brightness=0.5) as panel:
        assert set(panel.lit()) == {*WIRING.lamps, "buzzer"}
        assert set(panel.lit().values()) == {0.0}
        panel.show(replace(START, clue_tokens=1, strikes=2, to_move=2))
        on = {name for name, level in panel.lit().items() if level == 0.5}
        assert on == {"clue.0", "fuse.0", "fuse.1", "turn.2", "status"}
    assert set(panel.lit().values()) == {0.0}


def test_a_button_that_the_virtual_panel_has_not_does_nothing() -> None:
    pressed: list[Press] = []
    with VirtualPanel(pressed.append, replace(WIRING, fuse=None)) as panel:
        panel.press(Press.FUSE)
    assert pressed == []


def test_two_virtual_panels_have_nothing_in_common() -> None:
    with VirtualPanel(print, WIRING) as one, VirtualPanel(print, WIRING) as other:
        one.show(START)
        assert set(other.lit().values()) == {0.0}


def test_no_panel_shows_nothing_and_has_the_same_shape() -> None:
    devices: list[Panel | NoPanel] = [NoPanel(), VirtualPanel(print, WIRING)]
    for device in devices:
        with device as panel:
            panel.show(START)
            panel.close()
            assert (panel.shown, panel.fault, panel.why_virtual) == (None, None, None)


def test_the_page_of_the_settings_has_the_pins_and_their_places_on_the_header() -> None:
    page = Path(__file__).parents[2] / "docs" / "settings.md"
    rows = re.findall(r"^\| `(\w+)`.*? \| (.*?) \| ([\d, ]+) \|$", page.read_text("utf-8"), re.M)
    header = MockFactory().board_info.headers["J8"].pins
    on_header = {info.name: number for number, info in header.items()}
    assert {row[0] for row in rows} == {each.name for each in fields(Wiring)}
    for key, pins, places in rows:
        said = [int(pin) for pin in re.findall(r"\d+", pins)]
        default = getattr(WIRING, key)
        assert said == list(default if isinstance(default, tuple) else (default,))
        assert [on_header[f"GPIO{pin}"] for pin in said] == [int(p) for p in places.split(",")]


# ------------------------------------------------------------------------------------ choosing


@pytest.fixture
def no_lgpio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)


class Pins(MockFactory):  # type: ignore[misc]
    """Stands for a Raspberry Pi's pins in the module that opens them."""

    opened: list["Pins"] = []  # noqa: RUF012
    trouble: Exception | None = None

    def __init__(self) -> None:
        if self.trouble is not None:
            raise self.trouble
        super().__init__(pin_class=MockPWMPin)
        self.closed = False
        self.opened.append(self)

    def close(self) -> None:
        super().close()
        self.closed = True


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> type[Pins]:
    module: Any = type(sys)("gpiozero.pins.lgpio")
    module.LGPIOFactory = Pins
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    monkeypatch.setattr(Pins, "opened", [])
    monkeypatch.setattr(Pins, "trouble", None)
    return Pins


def test_the_real_panel_without_lgpio_is_refused_in_one_sentence(no_lgpio: None) -> None:
    with pytest.raises(PanelError, match=r"^there is no panel, because the package lgpio is not"):
        open_panel(PanelKind.GPIO, print, WIRING)


def test_the_real_panel_on_what_is_no_raspberry_pi_is_refused(pins: type[Pins]) -> None:
    pins.trouble = OSError("unable to locate Pi revision")
    with pytest.raises(PanelError, match=r"pins of a Raspberry Pi cannot be opened: unable to loc"):
        open_panel(PanelKind.GPIO, print, WIRING)


def test_lgpio_in_a_folder_that_it_cannot_write_to_is_explained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Refuse:
        def find_spec(self, name: str, path: object, target: object = None) -> None:
            if name == "gpiozero.pins.lgpio":
                raise FileNotFoundError("No such file or directory: '.lgd-nfy-3'")

    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Refuse(), *sys.meta_path])
    with pytest.raises(PanelError, match=r"lgpio does not start: .*LG_WD"):
        open_panel(PanelKind.GPIO, print, WIRING)


def test_where_there_are_pins_auto_takes_them_and_gives_them_back(pins: type[Pins]) -> None:
    for kind in (PanelKind.AUTO, PanelKind.GPIO):
        with open_panel(kind, print, WIRING) as panel:
            assert panel.kind is PanelKind.GPIO
            assert panel.why_virtual is None
            assert not pins.opened[-1].closed
        assert pins.opened[-1].closed


def test_where_there_are_none_auto_is_virtual_and_says_why(no_lgpio: None) -> None:
    with open_panel(PanelKind.AUTO, print, WIRING) as panel:
        assert isinstance(panel, VirtualPanel)
        assert panel.kind is PanelKind.VIRTUAL
        assert panel.why_virtual is not None
        assert "lgpio is not installed" in panel.why_virtual


def test_pins_are_given_back_when_one_of_them_is_busy(
    pins: type[Pins], monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(self: Pins, name: int) -> Any:
        if name == WIRING.confirm:
            raise OSError("'GPIO busy'")
        return MockFactory.pin(self, name)

    monkeypatch.setattr(Pins, "pin", busy)
    with open_panel(PanelKind.AUTO, print, WIRING) as panel:
        assert panel.why_virtual == "the panel's button confirm cannot have pin 3: 'GPIO busy'"
        assert pins.opened[-1].closed


def test_a_virtual_panel_and_none_are_opened_when_asked_for() -> None:
    with open_panel(PanelKind.VIRTUAL, print, WIRING, brightness=0.5) as panel:
        assert isinstance(panel, VirtualPanel)
        assert panel.why_virtual is None
        panel.show(START)
        assert panel.lit()["turn.0"] == 0.5
    with open_panel(PanelKind.NONE, print, WIRING) as none:
        assert isinstance(none, NoPanel)
        assert none.kind is PanelKind.NONE


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


HOLDS = {Press.UNDO: Hold.REDO, Press.CONFIRM: Hold.SHUT_DOWN}


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


def test_a_tap_on_the_virtual_panel_is_a_press_and_never_held() -> None:
    said: list[object] = []
    with VirtualPanel(said.append, WIRING, holds=HOLDS, on_hold=said.append) as panel:
        for press in Press:
            panel.press(press)
    assert said == [*Press]


def test_lamps_that_are_lit_are_dimmed_when_the_night_begins(board: MockFactory) -> None:
    bright = [1.0]
    with Panel(print, WIRING, brightness=lambda: bright[0], factory=board) as panel:
        panel.show(START)
        assert levels(board, WIRING.clue_leds) == [1.0] * 8
        bright[0] = 0.25
        panel.show(START)
        assert levels(board, WIRING.clue_leds) == [0.25] * 8
        assert levels(board, WIRING.fuse_leds) == [0.0] * 3
        assert levels(board, WIRING.turn_leds) == [0.25, 0, 0, 0, 0]


# ---------------------------------------------------------------------------------- one by one


def test_single_lamps_can_be_lit_and_the_game_shown_again(board: MockFactory) -> None:
    wires = {**WIRING.lamps, "buzzer": WIRING.buzzer}
    with Panel(print, WIRING, factory=board) as panel:
        panel.show(replace(START, status=Status.QUESTION))
        for name, pin in wires.items():
            panel.light(name)
            lit = {each for each, wire in wires.items() if board.pin(wire).state}
            assert lit == {name}, pin
        panel.light()
        assert not any(board.pin(pin).state for pin in wires.values())
        panel.show(START)
        assert levels(board, WIRING.clue_leds) == [1] * 8
        with pytest.raises(KeyError):
            panel.light("clue.9")
    panel.light("clue.0")
    assert not board.pin(WIRING.clue_leds[0]).state, "a closed panel stays dark"
