"""Which panel is opened: the real one, the virtual one or none, and why."""

import sys
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.panel.panel import PanelKind
from hardware.front_panel import open_panel
from hardware.panel import PanelError
from hardware.virtual_panel import NoPanel, VirtualPanel
from tests.hardware.boards import START, WIRING

pytestmark = pytest.mark.usefixtures("nothing_is_left_running")


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
