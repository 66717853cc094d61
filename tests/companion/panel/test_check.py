"""The test of a panel goes through everything that is wired, and says what to look at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.panel.check import PanelCheck, StepOutcome, finding_text, instruction, steps
from companion.panel.panel import Press
from companion.panel.wiring import STRIP_PIN, Wiring, without_leds

WIRING = Wiring(buzzer=26)
STRIP = Wiring(**without_leds({"strip": STRIP_PIN}))
NOTHING = Wiring((None,) * 8, (None,) * 3, (None,) * 5, *(None,) * 8)


def at_buttons(wiring: Wiring = WIRING) -> PanelCheck:
    check = PanelCheck(steps(wiring))
    while check.lit:
        check = check.shown()
    return check


def test_every_lamp_is_lit_alone_then_the_buzzer_then_every_button_is_asked_for() -> None:
    check = PanelCheck(steps(WIRING))
    lit: list[str] = []
    while check.lit:
        assert len(check.lit) == 1
        lit += check.lit
        check = check.shown()
    assert lit == [*WIRING.lamps, "buzzer"]
    for press in WIRING.buttons:
        assert check.step is not None
        assert (check.step.press, check.lit) == (press, frozenset())
        check = check.pressed(press)
    assert check.step is None
    assert check.lit == frozenset()
    assert check.troubles == ()
    assert len(check.findings) == 17 + 1 + 6


def test_what_is_not_wired_is_not_asked_for() -> None:
    assert steps(NOTHING) == ()
    assert [step.name for step in steps(replace(NOTHING, undo=7, status_led=8))] == [
        "status",
        "undo",
    ]


def test_a_press_while_a_lamp_is_tested_counts_for_nothing() -> None:
    check = PanelCheck(steps(WIRING))
    assert check.pressed(Press.CLUE) is check


def test_swapped_wires_are_told_by_the_button_that_came() -> None:
    check = at_buttons().pressed(Press.PLAY)
    (trouble,) = check.troubles
    assert (trouble.outcome, trouble.came) == (StepOutcome.OTHER, Press.PLAY)
    said = finding_text(trouble)
    assert said == "button Clue (GPIO2, pin 3): Play came. Are their wires swapped?"


def test_a_button_that_never_comes_and_one_that_is_always_down_are_told_apart() -> None:
    check = at_buttons()
    assert check.stuck({Press.CONFIRM}) is check, "only the one that is tested now"
    stuck, silent = check.stuck({Press.CLUE}), check.silent()
    assert "down all the time" in finding_text(stuck.troubles[0])
    assert "nothing came" in finding_text(silent.troubles[0])


def test_a_lamp_that_somebody_saw_dark_is_a_trouble() -> None:
    (trouble,) = PanelCheck(steps(WIRING)).shown(dark=True).troubles
    assert "long leg" in finding_text(trouble)


def test_people_are_told_what_and_where() -> None:
    first, last = steps(WIRING)[0], steps(WIRING)[-1]
    assert instruction(first) == "Lit now: clue lamp 1 (GPIO17, pin 11)."
    assert instruction(last) == "Press the button Confirm (GPIO3, pin 5)."
    (buzzer,) = [step for step in steps(WIRING) if step.name == "buzzer"]
    assert instruction(buzzer) == "You hear the buzzer (GPIO26, pin 37)."
    for check in (at_buttons(), PanelCheck(steps(WIRING))):
        for finding in (check.silent() if not check.lit else check.shown()).findings:
            assert finding_text(finding)


def test_an_answer_to_what_was_not_asked_is_refused() -> None:
    with pytest.raises(ValueError, match="a lamp is not what is tested now"):
        at_buttons().shown()
    with pytest.raises(ValueError, match="a button is not what is tested now"):
        PanelCheck(steps(WIRING)).silent()
    with pytest.raises(ValueError, match="but None"):
        PanelCheck(()).shown()


def test_a_strip_is_tried_pixel_by_pixel() -> None:
    lamps = [step for step in steps(STRIP) if step.press is None]
    assert [step.name for step in lamps] == [step.name for step in steps(Wiring())][:17]
    dark = PanelCheck(tuple(lamps)).shown(dark=True).findings[0]
    assert finding_text(dark) == (
        "clue lamp 1 (GPIO10, pin 19): nothing. Has the strip 5 V and the Pi's ground, and does"
        " the data wire go into its end marked DIN?"
    )
