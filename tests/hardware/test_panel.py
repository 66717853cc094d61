"""The panel's lamps from the far end of their wires, and how it opens and closes."""

import time
from dataclasses import replace

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.panel.panel import PanelState, Press, Status
from companion.panel.wiring import Wiring
from hardware.lamps import PATTERNS, lamps
from hardware.panel import Panel, PanelError
from hardware.virtual_panel import VirtualPanel
from tests.hardware.boards import START, WIRING, until

pytestmark = pytest.mark.usefixtures("nothing_is_left_running")


def levels(board: MockFactory, row: tuple[int | None, ...]) -> list[float]:
    return [float(board.pin(pin).state) for pin in row]


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
