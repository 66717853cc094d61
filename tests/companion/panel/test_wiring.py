"""What people solder is what the settings say, and no more than the pins can bear."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gpiozero.pins.mock import MockFactory

from companion.panel.currents import LED_DROP, SUPPLY, currents, least_ohms
from companion.panel.header import NAMES, PLACES
from companion.panel.panel import Press, Status
from companion.panel.texts import currents_text, lamp_name, pin_names
from companion.panel.wiring import HEADER, Wiring
from companion.paper.shapes import Text, flat
from companion.paper.wiring import wiring_sheet
from companion.settings.settings import PanelSettings
from hardware.lamps import lamps

WIRING = Wiring()
FULL = Wiring(buzzer=26)
NOTHING = Wiring((None,) * 8, (None,) * 3, (None,) * 5, *(None,) * 8)


def test_the_header_is_that_of_a_raspberry_pi() -> None:
    header = MockFactory().board_info.headers["J8"].pins
    assert {place: info.name for place, info in header.items()} == dict(NAMES)
    assert set(HEADER) <= set(PLACES)


# ------------------------------------------------------------------------------------ current


def test_a_lamp_takes_what_its_resistor_lets_through() -> None:
    assert currents(WIRING, 470).lamp == pytest.approx((SUPPLY - LED_DROP) / 470 * 1000)
    assert currents(WIRING, 470).lamp == pytest.approx(3.2, abs=0.05)


def test_the_most_that_is_lit_is_all_but_four_of_the_turn_lamps() -> None:
    assert currents(WIRING, 470).lamps == 8 + 3 + 1 + 1
    from companion.panel.panel import PanelState

    for to_move in (None, 0, 4):
        shown = lamps(PanelState(8, 3, to_move, 5, Status.ERROR)).by_name().values()
        assert sum(lamp.lit for lamp in shown) <= currents(WIRING, 470).lamps


def test_what_is_not_wired_takes_nothing() -> None:
    assert currents(NOTHING, 470).together == 0
    fewer = replace(WIRING, turn_leds=(None,) * 5, status_led=None)
    assert currents(fewer, 470).lamps == 11


def test_the_buzzer_counts() -> None:
    assert currents(FULL, 470).together == pytest.approx(currents(WIRING, 470).together + 5)


def test_the_default_panel_is_within_the_limits_with_and_without_a_buzzer() -> None:
    for wiring in (WIRING, FULL):
        assert currents(wiring, PanelSettings().resistor).bearable


SMALLEST_LABEL = 5.0
"""Millimetres; the labels for the turn lamps have numbers, too."""


@pytest.mark.parametrize("wiring", [WIRING, FULL, replace(NOTHING, status_led=8)])
def test_the_least_resistor_is_borne_and_a_smaller_one_is_not(wiring: Wiring) -> None:
    ohms = least_ohms(wiring)
    assert currents(wiring, ohms).bearable
    assert not currents(wiring, ohms - 2).bearable


# ------------------------------------------------------------------------------------- names


def test_everything_on_a_pin_has_a_name_of_its_own() -> None:
    names = pin_names(FULL)
    assert set(names) == {*FULL.lamps.values(), *FULL.buttons.values(), 26}
    assert len(set(names.values())) == len(names)
    assert lamp_name("clue.0") == "clue lamp 1"
    assert lamp_name("turn.4") == "turn lamp of seat 5"


def test_the_sentence_about_currents_speaks_of_a_buzzer_only_where_there_is_one() -> None:
    assert "buzzer" not in currents_text(WIRING, 470)
    assert "buzzer" in currents_text(FULL, 470)
    assert "41.5 mA" in currents_text(WIRING, 470)


# ------------------------------------------------------------------------------------ the sheet


def words(wiring: Wiring) -> list[str]:
    return [s.text for s in flat(wiring_sheet(wiring, 470).shapes) if isinstance(s, Text)]


SMALLEST_LABEL = 5.0
"""Millimetres; the labels for the turn lamps have numbers, too."""


@pytest.mark.parametrize("wiring", [WIRING, FULL, replace(WIRING, undo=26, clue=None)])
def test_the_sheet_names_each_lamp_and_button_beside_its_own_pin(wiring: Wiring) -> None:
    texts = [s for s in flat(wiring_sheet(wiring, 470).shapes) if isinstance(s, Text)]
    for pin, name in pin_names(wiring).items():
        (label,) = [text for text in texts if text.text == name]
        (number,) = [
            text for text in texts if text.text == str(PLACES[pin]) and text.size < SMALLEST_LABEL
        ]
        assert label.y == pytest.approx(number.y, abs=2)
        assert (label.x < number.x) == (PLACES[pin] % 2 == 1), "odd pins are on the left"
    assert words(wiring).count("GND") == 8


def test_pins_of_add_on_boards_are_not_offered() -> None:
    assert "GPIO0, not to be used" in words(WIRING)
    assert "GPIO26, free" in words(WIRING)
    assert "GPIO26, free" not in words(FULL)


def test_every_button_can_be_found() -> None:
    assert sum(text.startswith("button ") for text in words(WIRING)) == len(Press)
