"""The panel of a table: what its buttons do, also those that are held, and how bright it is."""

import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from threading import Event

import pytest

from companion.adapters.devices import PanelWithOled, beside_its_oled, open_front_panel
from companion.announcements.speech import Announcer
from companion.language.people import People
from companion.panel.oled import OledChip
from companion.panel.panel import Hold, PanelKind, PanelState, Press, Status
from companion.panel.wiring import Wiring
from companion.settings.settings import PanelSettings, Settings
from hardware.lamps import lamps
from hardware.power import PowerError
from hardware.virtual_panel import NoPanel, VirtualPanel
from tests.hardware.oled_wire import OledWire

# luma.oled 3.16 reads pictures in a way that Pillow 14 will not know any more.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
PATIENCE = 30.0
"""Seconds that a test waits for another thread, however busy the machine is."""
VIRTUAL = PanelSettings(kind=PanelKind.VIRTUAL)


class Table:
    """A table that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def pressed(self, press: Press) -> None:
        self.told.append(press)

    def redo(self) -> None:
        self.told.append("redo")

    def people(self) -> People:
        return People()

    def speak_with(self, announcer: Announcer) -> None:
        self.told.append(announcer)


class Switch:
    """A machine that is asked to go off, and goes only if it may."""

    def __init__(self, refuses: str = "") -> None:
        self.asked = Event()
        self._refuses = refuses

    def off(self) -> None:
        self.asked.set()
        if self._refuses:
            raise PowerError(self._refuses)


def test_the_panel_says_at_once_that_the_table_is_getting_ready() -> None:
    with open_front_panel(Table(), VIRTUAL, Switch()) as panel:
        assert isinstance(panel, VirtualPanel)
        assert panel.shown == lamps(PanelState(0, 0, None, 0, Status.STARTING))


def test_a_screen_is_opened_beside_a_real_panel_alone_and_shows_what_that_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pins = Wiring(clue=8, confirm=26, status_led=None, oled=2)
    wired = PanelSettings(kind=PanelKind.GPIO, pins=pins, oled_chip=OledChip.SH1106)
    wire = OledWire(OledChip.SH1106)
    monkeypatch.setattr("smbus2.SMBus", lambda _bus: wire)
    state = PanelState(3, 1, 0, 2, Status.WAITING_FOR_MOVE, score=5)
    with open_front_panel(Table(), VIRTUAL, Switch()) as panel, ExitStack() as opened:
        for other in (PanelSettings(kind=PanelKind.GPIO), replace(wired, kind=PanelKind.VIRTUAL)):
            assert beside_its_oled(panel, Settings(panel=other), opened) is panel
        both = beside_its_oled(panel, Settings(panel=wired), opened)
        assert isinstance(both, PanelWithOled)
        both.show(state)
        assert panel.shown == lamps(state)
        assert both.oled.wait(PATIENCE)
        assert any(wire.pixels())


def test_its_buttons_are_the_tables() -> None:
    table = Table()
    with open_front_panel(table, VIRTUAL, Switch()) as panel:
        assert isinstance(panel, VirtualPanel)
        panel.press(Press.CLUE)
    assert table.told == [Press.CLUE]


@pytest.fixture
def hold(monkeypatch: pytest.MonkeyPatch) -> Callable[[Table, Switch, Hold], None]:
    """Hold a button of a panel, without waiting for as long as a thumb does."""

    def held(table: Table, power: Switch, hold: Hold) -> None:
        told: list[Callable[[Hold], None]] = []

        def opened(*_: object, on_hold: Callable[[Hold], None], **__: object) -> NoPanel:
            told.append(on_hold)
            return NoPanel()

        monkeypatch.setattr("companion.adapters.devices.open_panel", opened)
        open_front_panel(table, VIRTUAL, power)
        told[0](hold)

    return held


def test_a_held_undo_is_redo(hold: Callable[[Table, Switch, Hold], None]) -> None:
    table = Table()
    hold(table, Switch(), Hold.REDO)
    assert table.told == ["redo"]


def test_a_button_that_is_held_for_it_switches_the_machine_off(
    hold: Callable[[Table, Switch, Hold], None],
) -> None:
    power = Switch()
    hold(Table(), power, Hold.SHUT_DOWN)
    assert power.asked.wait(PATIENCE)


def test_a_machine_that_may_not_be_switched_off_says_so_in_the_log(
    hold: Callable[[Table, Switch, Hold], None], caplog: pytest.LogCaptureFixture
) -> None:
    power = Switch("the machine cannot be switched off: nobody may")
    hold(Table(), power, Hold.SHUT_DOWN)
    assert power.asked.wait(PATIENCE)
    for thread in threading.enumerate():
        if thread.name == "power":
            thread.join(PATIENCE)
    assert "nobody may" in caplog.text
