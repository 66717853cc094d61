"""The panel on a page, and none at all."""

import re
import threading
from dataclasses import fields, replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from companion.panel.panel import Press
from companion.panel.wiring import OLED_PIN, STRIP_PIN, Wiring
from hardware.panel import Panel
from hardware.virtual_panel import NoPanel, VirtualPanel
from tests.hardware.boards import HOLDS, START, WIRING

pytestmark = pytest.mark.usefixtures("nothing_is_left_running")


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


def test_the_page_for_builders_has_the_pins_and_their_places_on_the_header() -> None:
    page = Path(__file__).parents[2] / "docs" / "building.md"
    rows = re.findall(r"^\| `(\w+)`.*? \| (.*?) \| ([\d, ]+) \|$", page.read_text("utf-8"), re.M)
    header = MockFactory().board_info.headers["J8"].pins
    on_header = {info.name: number for number, info in header.items()}
    assert {row[0] for row in rows} == {each.name for each in fields(Wiring)}
    for key, pins, places in rows:
        said = [int(pin) for pin in re.findall(r"\d+", pins)]
        default = {"strip": STRIP_PIN, "oled": OLED_PIN}.get(key) or getattr(WIRING, key)
        assert said == list(default if isinstance(default, tuple) else (default,))
        assert [on_header[f"GPIO{pin}"] for pin in said] == [int(p) for p in places.split(",")]


def test_a_tap_on_the_virtual_panel_is_a_press_and_never_held() -> None:
    said: list[object] = []
    with VirtualPanel(said.append, WIRING, holds=HOLDS, on_hold=said.append) as panel:
        for press in Press:
            panel.press(press)
    assert said == [*Press]
