"""A strip of pixels in place of the panel's LEDs, seen from the far end of its wire."""

import sys
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from companion.panel.currents import STRIP_CURRENT
from companion.panel.panel import PanelKind, PanelState, Press, Status
from companion.panel.wiring import STRIP_PIN, Wiring, without_leds
from hardware.front_panel import open_panel
from hardware.lamps import lamps
from hardware.panel import Panel, PanelError
from hardware.strip import COLOURS, HERTZ, encoded
from hardware.virtual_panel import VirtualPanel
from tests.hardware.boards import START, until
from tests.hardware.pixel_wire import STRIP_WIRING, PixelWire, received

pytestmark = pytest.mark.usefixtures("nothing_is_left_running")

DARK = (0, 0, 0)
CLUE, FUSE, TURN, STATUS = (COLOURS[row] for row in ("clue", "fuse", "turn", "status"))


def test_the_pixels_follow_the_game(board: MockFactory) -> None:
    wire = PixelWire(24)
    with Panel(print, STRIP_WIRING, factory=board, bus=wire) as panel:
        assert wire.colours[:17] == [DARK] * 17, "an opened panel is dark"
        panel.show(replace(START, clue_tokens=6, strikes=2, to_move=3))
        assert wire.colours[:8] == [CLUE] * 6 + [DARK] * 2
        assert wire.colours[8:11] == [FUSE] * 2 + [DARK]
        assert wire.colours[11:16] == [DARK] * 3 + [TURN, DARK]
        assert wire.colours[16] == STATUS
        assert wire.colours[17:] == [(255, 255, 255)] * 7, "a longer strip's rest is left alone"
    assert wire.colours[:17] == [DARK] * 17, "a closed panel is dark"
    assert not wire.open


def test_pixels_are_dimmed_and_blink_as_lamps_do(board: MockFactory) -> None:
    wire = PixelWire()
    with Panel(print, STRIP_WIRING, factory=board, bus=wire, brightness=0.5) as panel:
        panel.show(replace(START, status=Status.READING))
        assert wire.colours[11] == (80, 80, 80)
        for lit in (DARK, (0, 100, 20), DARK):
            assert until(partial(wire.shows, 16, lit))


def test_what_is_shown_already_is_not_sent_again(board: MockFactory) -> None:
    wire = PixelWire()
    with Panel(print, STRIP_WIRING, factory=board, bus=wire) as panel:
        panel.show(START)
        sent = wire.frames
        panel.show(START)
        assert wire.frames == sent


def test_the_buttons_beside_a_strip_are_where_they_always_are(board: MockFactory) -> None:
    pressed: list[Press] = []
    with Panel(pressed.append, STRIP_WIRING, factory=board, bus=PixelWire(), chatter=0) as panel:
        for press, pin in Wiring().buttons.items():
            board.pin(pin).drive_low()
            assert panel.down() == {press}
            board.pin(pin).drive_high()
    assert pressed == list(Wiring().buttons)


@given(st.lists(st.tuples(*[st.integers(0, 255)] * 3), max_size=30))
def test_every_colour_arrives_as_it_was_sent(colours: list[tuple[int, int, int]]) -> None:
    assert list(received(bytes(40) + encoded(colours) + bytes(300))) == colours


@given(
    st.builds(
        PanelState,
        st.integers(0, 8),
        st.integers(0, 3),
        st.none() | st.integers(0, 4),
        st.just(5),
        st.just(Status.WAITING_FOR_MOVE),
    )
)
def test_a_strip_says_what_leds_would(state: PanelState) -> None:
    wire = PixelWire()
    with Panel(print, STRIP_WIRING, factory=MockFactory(), bus=wire) as panel:
        panel.show(state)
        shown = {name: wire.colours[place] != DARK for name, place in STRIP_WIRING.pixels.items()}
    assert shown == {name: blink.lit for name, blink in lamps(state).by_name().items()}


def test_the_current_that_is_told_is_what_the_data_sheet_says() -> None:
    each = {row: sum(colour) / 255 * 20 for row, colour in COLOURS.items()}
    most = 8 * each["clue"] + 3 * each["fuse"] + each["turn"] + each["status"] + 17 * 1
    assert STRIP_CURRENT - 10 < most <= STRIP_CURRENT


# ------------------------------------------------------------------------------ real and virtual


class Spidev(SimpleNamespace):
    """Stands in for the library spidev, which is not here."""

    wire: PixelWire
    opened: tuple[int, int] | None = None
    max_speed_hz = 0

    def open(self, bus: int, device: int) -> None:
        self.opened = (bus, device)

    def writebytes2(self, data: bytes) -> None:
        assert self.opened == (0, 0)
        assert self.max_speed_hz == HERTZ == 6_400_000
        self.wire.send(data)

    def close(self) -> None:
        if self.opened:
            self.wire.close()


def spidev(monkeypatch: pytest.MonkeyPatch, device: Any) -> None:
    monkeypatch.setitem(sys.modules, "spidev", SimpleNamespace(SpiDev=lambda: device))


def test_on_a_pi_the_strip_is_on_spi_0(board: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    wire = PixelWire()
    spidev(monkeypatch, Spidev(wire=wire))
    with open_panel(PanelKind.GPIO, print, STRIP_WIRING, factory=board) as panel:
        panel.show(START)
        assert wire.colours[0] == CLUE
    assert not wire.open


def test_without_spidev_one_sentence_says_so(
    board: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(PanelError, match="spidev is not installed: sudo apt install"):
        Panel(print, STRIP_WIRING, factory=board)


def test_where_spi_is_off_one_sentence_says_so_and_the_pins_are_free_again(
    board: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Off(Spidev):
        def open(self, bus: int, device: int) -> None:
            raise FileNotFoundError(2, "No such file or directory")

    spidev(monkeypatch, Off())
    for _ in range(2):
        with pytest.raises(PanelError, match="SPI cannot be opened: No such file"):
            Panel(print, STRIP_WIRING, factory=board)


def test_a_strip_that_does_not_answer_is_let_go_of(board: MockFactory) -> None:
    class Dead(PixelWire):
        def send(self, data: bytes) -> None:
            raise OSError(5, "Input/output error")

    wire = Dead()
    with pytest.raises(PanelError, match="strip does not answer"):
        Panel(print, STRIP_WIRING, factory=board, bus=wire)
    assert not wire.open


def test_without_a_pi_the_page_shows_the_pixels_as_lamps() -> None:
    with VirtualPanel(print, STRIP_WIRING) as panel:
        panel.show(replace(START, clue_tokens=7))
        lit = panel.lit()
        assert set(lit) == set(Wiring().lamps)
        assert (lit["clue.6"], lit["clue.7"], lit["turn.0"]) == (1, 0, 1)
    assert set(panel.lit().values()) == {0}


# ------------------------------------------------------------------------------------- the pins


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"strip": 18}, "strip: a strip's data come out of the pin 10 only"),
        (
            {"strip": STRIP_PIN, "undo": 9},
            "undo: the pin 9 belongs to the strip's bus, SPI0",
        ),
        (
            {"strip": STRIP_PIN, "buzzer": 11},
            "buzzer: the pin 11 belongs to the strip's bus, SPI0",
        ),
        ({"strip": STRIP_PIN, "play": 10}, "strip: the pin 10 is used by play already"),
        (
            {"strip": STRIP_PIN, "status_led": 8},
            "status_led: the strip has all lamps, so no LED has a pin of its own",
        ),
    ],
)
def test_a_strip_that_cannot_be_is_refused(keys: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Wiring(**{**without_leds({}), **keys})
