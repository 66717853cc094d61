"""The project's panel on the real gpiozero and lgpio, on pins that the kernel simulates."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import lgpio
import pytest

from companion.panel.panel import Hold, PanelKind, PanelState, Press, Status
from companion.panel.wiring import Wiring
from hardware.buttons import CHATTER
from hardware.front_panel import open_panel
from hardware.panel import HELD, Panel, PanelError
from hardware.virtual_panel import VirtualPanel
from tests.pi.panel.chip import Chip, in_time, wait

WIRING = Wiring(buzzer=26)


def state(
    clue_tokens: int = 8,
    strikes: int = 0,
    to_move: int | None = 0,
    status: Status = Status.WAITING_FOR_MOVE,
) -> PanelState:
    return PanelState(clue_tokens, strikes, to_move, 5, status)


@pytest.fixture
def chip() -> Chip:
    chip = Chip()
    for pin in WIRING.buttons.values():
        chip.pull(pin, up=True)
    return chip


@pytest.fixture
def pressed() -> list[Press]:
    return []


@pytest.fixture
def panel(chip: Chip, pressed: list[Press]) -> Iterator[Panel]:
    with Panel(pressed.append, WIRING) as opened:
        yield opened


def lit(chip: Chip) -> set[str]:
    return {name for name, pin in WIRING.lamps.items() if chip.level(pin)}


# ------------------------------------------------------------------------------------------ lamps


def test_every_lamp_is_read_back_at_its_pin(chip: Chip, panel: Panel) -> None:
    assert lit(chip) == set(), "all is dark before it is told anything"
    seen: set[str] = set()
    for number in range(9):
        panel.show(state(clue_tokens=number, to_move=None))
        assert lit(chip) == {*(f"clue.{each}" for each in range(number)), "status"}
        seen |= lit(chip)
    for number in range(4):
        panel.show(state(0, number, None))
        assert lit(chip) == {*(f"fuse.{each}" for each in range(number)), "status"}
        seen |= lit(chip)
    for seat in range(5):
        panel.show(state(0, 0, seat))
        assert lit(chip) == {f"turn.{seat}", "status"}
        seen |= lit(chip)
    assert seen == set(WIRING.lamps), "each lamp was lit once"


def test_the_status_lamp_blinks(chip: Chip, panel: Panel) -> None:
    panel.show(state(status=Status.READING))
    pin = WIRING.lamps["status"]
    for level in (1, 0, 1, 0):
        wait(lambda level=level: chip.level(pin) == level, f"the lamp never becomes {level}")  # type: ignore[misc]


def test_a_dimmed_lamp_is_pulsed(chip: Chip, pressed: list[Press]) -> None:
    with Panel(pressed.append, WIRING, brightness=0.5) as panel:
        panel.show(state())
        pin = WIRING.lamps["clue.0"]
        levels: set[int] = set()

        def pulsed() -> bool:
            levels.add(chip.level(pin))
            return levels == {0, 1}

        wait(pulsed, "it is not pulsed")


def test_the_buzzer_sounds_when_a_card_is_to_be_drawn(chip: Chip, panel: Panel) -> None:
    panel.show(state())
    assert not chip.level(26)
    panel.show(state(status=Status.PLEASE_DRAW))
    wait(lambda: chip.level(26), "the buzzer never sounds")
    wait(lambda: not chip.level(26), "the buzzer never ends")


def test_all_lamps_go_out_at_the_end(chip: Chip, pressed: list[Press]) -> None:
    with Panel(pressed.append, WIRING) as panel:
        panel.show(state(8, 3, 2))
        assert len(lit(chip)) == 13
    assert lit(chip) == set()


# ---------------------------------------------------------------------------------------- buttons


@pytest.mark.parametrize("press", list(Press))
def test_every_button_is_one_press(
    press: Press, chip: Chip, panel: Panel, pressed: list[Press]
) -> None:
    chip.press(WIRING.buttons[press])
    wait(lambda: pressed, "nothing was pressed")
    time.sleep(4 * CHATTER)
    assert pressed == [press]


@pytest.mark.parametrize("press", [Press.CLUE, Press.UNDO])
@pytest.mark.parametrize("pause", [0.002, 0.02, 0.06])
def test_a_contact_that_chatters_is_one_press(
    press: Press, pause: float, chip: Chip, panel: Panel, pressed: list[Press]
) -> None:
    pin = WIRING.buttons[press]

    def chatter() -> bool:
        pressed.clear()
        begun = now = time.monotonic()
        late = 0.0  # by how much this machine, an emulated one, has stretched a bounce so far
        while now + 2 * pause + 2 * late < begun + CHATTER:
            chip.pull(pin, up=False)
            time.sleep(pause)
            chip.pull(pin, up=True)
            time.sleep(pause)
            before, now = now, time.monotonic()
            late = max(late, now - before - 2 * pause)
        chip.pull(pin, up=False)
        if begun < now and time.monotonic() < begun + CHATTER:
            return True
        chip.pull(pin, up=True)
        return False

    in_time(chatter)
    wait(lambda: pressed, "nothing was pressed")
    time.sleep(0.5)
    chip.pull(pin, up=True)
    time.sleep(4 * CHATTER)
    assert pressed == [press]


def test_two_presses_three_tenths_of_a_second_apart_are_two(
    chip: Chip, panel: Panel, pressed: list[Press]
) -> None:
    for _ in range(2):
        chip.press(WIRING.buttons[Press.CLUE], 0.12)
        time.sleep(0.18)  # or more, where the machine is slow; never less
    wait(lambda: len(pressed) == 2, "two presses were not two")


def test_a_button_that_is_held_long_is_one_press(
    chip: Chip, panel: Panel, pressed: list[Press]
) -> None:
    chip.press(WIRING.buttons[Press.UNDO], 3.0)
    time.sleep(4 * CHATTER)
    assert pressed == [Press.UNDO]


def test_a_long_press_on_undo_is_something_else_than_a_short_one(
    chip: Chip, pressed: list[Press]
) -> None:
    held: list[Hold] = []
    holds = {Press.UNDO: Hold.REDO, Press.CONFIRM: Hold.SHUT_DOWN}
    with Panel(pressed.append, WIRING, holds=holds, on_hold=held.append):
        chip.press(WIRING.buttons[Press.UNDO], HELD[Hold.REDO] + 1.0)
        wait(lambda: held, "nothing was held")
        time.sleep(4 * CHATTER)
        assert (held, pressed) == ([Hold.REDO], [])
        chip.press(WIRING.buttons[Press.UNDO], HELD[Hold.REDO] / 3)
        wait(lambda: pressed, "nothing was pressed")
        assert (held, pressed) == ([Hold.REDO], [Press.UNDO])


def test_a_button_that_is_down_when_the_panel_opens_is_not_pressed(
    chip: Chip, pressed: list[Press]
) -> None:
    chip.pull(WIRING.buttons[Press.CONFIRM], up=False)
    with Panel(pressed.append, WIRING):
        time.sleep(4 * CHATTER)
        assert pressed == []
        chip.pull(WIRING.buttons[Press.CONFIRM], up=True)
        time.sleep(4 * CHATTER)
        chip.press(WIRING.buttons[Press.CONFIRM])
        wait(lambda: pressed, "nothing was pressed")
    assert pressed == [Press.CONFIRM]


def test_two_buttons_at_once_are_two_presses(
    chip: Chip, panel: Panel, pressed: list[Press]
) -> None:
    for press in (Press.PLAY, Press.FUSE):
        chip.pull(WIRING.buttons[press], up=False)
    wait(lambda: len(pressed) == 2, "one was lost")
    assert set(pressed) == {Press.PLAY, Press.FUSE}


# --------------------------------------------------------------------------------- what goes wrong


def test_a_pin_that_something_else_uses_is_named_and_the_others_are_let_go(
    chip: Chip, pressed: list[Press]
) -> None:
    pin = WIRING.lamps["fuse.1"]
    other = lgpio.gpiochip_open(0)
    lgpio.gpio_claim_output(other, pin)
    try:
        with pytest.raises(PanelError, match=rf"fuse\.1 cannot have pin {pin}"):
            Panel(pressed.append, WIRING)
        instead = open_panel(PanelKind.AUTO, pressed.append, WIRING)
        assert isinstance(instead, VirtualPanel)
        assert "fuse.1" in str(instead.why_virtual)
        instead.close()
    finally:
        lgpio.gpiochip_close(other)
    with Panel(pressed.append, WIRING) as panel:
        panel.show(state(8, 3, 0))
        assert chip.level(pin)


def test_a_panel_is_opened_again_and_again(chip: Chip, pressed: list[Press]) -> None:
    for number in range(5):
        with Panel(pressed.append, WIRING) as panel:
            panel.show(state(number, 0, None))
            assert len(lit(chip)) == number + 1


PROGRAM = """
from companion.panel.panel import PanelState, Status
from companion.panel.wiring import Wiring
from hardware.panel import Panel
for _ in range({times}):
    with Panel(print, Wiring()) as panel:
        panel.show(PanelState(8, 0, 0, 5, Status.WAITING_FOR_MOVE))
"""


@pytest.mark.parametrize("times", [1, 3])
def test_a_program_that_used_the_panel_ends_in_peace(chip: Chip, times: int) -> None:
    program = PROGRAM.format(times=times)
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr


def test_only_lgpio_is_used(panel: Panel) -> None:
    assert os.environ["GPIOZERO_PIN_FACTORY"] == "lgpio"
    assert panel.kind is PanelKind.GPIO
