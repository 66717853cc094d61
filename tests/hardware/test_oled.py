"""A small OLED beside the lamps, seen from the far end of its wire."""

import logging
import sys
import time
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.metadata import requires
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.language.languages import language, languages
from companion.language.names import ENGLISH
from companion.panel.oled import OledChip
from companion.panel.panel import PanelState, Status
from companion.panel.wiring import OLED_PIN, Wiring, for_an_oled
from companion.paper import fonts
from hardware.oled import Oled
from hardware.oled_picture import WORDS_AT, drawn
from tests.hardware.boards import START, until
from tests.hardware.oled_wire import OledWire

pytestmark = [
    pytest.mark.usefixtures("nothing_is_left_running"),
    # luma.oled 3.16 reads pictures in a way that Pillow 14 will not know any more.
    pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning"),
]

import_module("luma.oled.device")  # now: it starts four threads that never end
GAME = replace(START, score=7)
quick = partial(Oled, asked_every=0.02)
"""One that is asked often whether it is there."""


def picture(state: PanelState, *, turned: bool = False) -> list[bool]:
    image = drawn(state, ENGLISH)
    lit = [bool(image.getpixel((x, y))) for y in range(64) for x in range(128)]
    return lit[::-1] if turned else lit


def show_a_game() -> None:
    with Oled(OledChip.SSD1306, bus=OledWire()) as oled:
        oled.show(GAME)
        assert oled.wait()


@given(
    st.builds(
        PanelState,
        st.integers(0, 8),
        st.integers(0, 3),
        st.none() | st.integers(0, 4),
        st.just(5),
        st.sampled_from(Status),
        st.booleans(),
        st.none() | st.integers(0, 30),
    ),
    st.sampled_from(OledChip),
    st.booleans(),
)
def test_what_was_drawn_lights_at_the_far_end(
    state: PanelState, chip: OledChip, turned: bool
) -> None:
    wire = OledWire(chip, 0x3D)
    with Oled(chip, 0x3D, turned=turned, bus=wire) as oled:
        oled.show(state)
        assert oled.wait()
        assert wire.pixels() == picture(state, turned=turned)
        assert any(wire.pixels())
    assert not any(wire.pixels()), "a closed one is dark"


def test_each_public_fact_is_seen_on_it() -> None:
    others = [
        replace(GAME, clue_tokens=7),
        replace(GAME, strikes=1),
        replace(GAME, to_move=1),
        replace(GAME, score=8),
        replace(GAME, status=Status.DIFFERS),
    ]
    seen = [picture(state) for state in (GAME, *others)]
    assert len({tuple(each) for each in seen}) == len(seen)


def test_every_word_of_every_language_has_room() -> None:
    for code in languages():
        for status in Status:
            image = drawn(PanelState(8, 0, 4, 5, status, score=30), language(code))
            edges = [image.getpixel((x, y)) for x in (0, 127) for y in range(WORDS_AT, 64)]
            assert not any(edges), f"{code}: {status} is cut off at a side"
            assert not any(image.getpixel((x, 63)) for x in range(128)), f"{code}: {status}"


def test_without_the_systems_font_the_words_are_in_plain_letters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    differs = replace(GAME, status=Status.DIFFERS)
    usual = drawn(differs, language("pl")).tobytes()
    monkeypatch.setattr(fonts, "FOLDERS", ())
    plain = drawn(differs, language("pl"))
    assert plain.tobytes() != usual
    assert any(plain.getpixel((x, y)) for x in range(100, 128) for y in range(15)), "the score"
    assert any(plain.getpixel((x, y)) for x in range(128) for y in range(WORDS_AT, 64))


def test_what_it_shows_already_is_not_sent_again() -> None:
    wire = OledWire()
    with Oled(OledChip.SSD1306, bus=wire) as oled:
        oled.show(GAME)
        assert oled.wait()
        sent = wire.pictures
        oled.show(replace(GAME))
        assert oled.wait()
        assert wire.pictures == sent


def test_the_library_still_reads_pictures_in_the_way_for_which_an_older_pillow_is_kept() -> None:
    with pytest.warns(DeprecationWarning, match="getdata .* removed in Pillow 14"):
        show_a_game()
    extras = [one for one in requires("tabletop-companion") or [] if 'extra == "oled"' in one]
    assert any("pillow<14" in one for one in extras)


def test_with_a_pillow_that_is_too_new_it_stays_dark_and_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(Image.Image, "getdata")
    with quick(OledChip.SSD1306, bus=OledWire()) as oled:
        oled.show(GAME)
        until(lambda: oled.fault is not None)
        assert oled.fault == "luma.oled needs an older Pillow: pip install 'pillow<14'"


def test_it_is_as_bright_as_the_lamps() -> None:
    wire = OledWire()
    with Oled(OledChip.SSD1306, brightness=lambda: 0.2, bus=wire) as oled:
        oled.show(GAME)
        assert oled.wait()
        assert wire.contrast == 51


def test_one_that_is_pulled_out_is_used_again_when_it_is_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    wire = OledWire()
    with quick(OledChip.SSD1306, bus=wire) as oled:
        oled.show(GAME)
        assert oled.wait()
        wire.unplug()
        assert until(lambda: oled.fault is not None), "it is missed, though nothing is to be shown"
        later = replace(GAME, clue_tokens=3)
        began = time.monotonic()
        oled.show(later)
        assert time.monotonic() - began < 1, "nobody waits for it"
        wire.plug()
        assert until(lambda: wire.pixels() == picture(later))
        assert until(lambda: oled.fault is None)
    assert [one.message.partition(":")[0] for one in caplog.records] == [
        "the OLED stays dark",
        "the OLED is back",
    ]


def test_wired_wrongly_one_sentence_says_so(caplog: pytest.LogCaptureFixture) -> None:
    wire = OledWire(address=0x3D)
    with quick(OledChip.SSD1306, bus=wire) as oled:
        oled.show(GAME)
        assert until(lambda: oled.fault is not None)
        time.sleep(0.1)
    assert [one.message for one in caplog.records] == [
        "the OLED stays dark: nothing answers at the address 0x3c: look at its four wires"
    ]


def test_without_the_library_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "luma.oled.device", None)
    with quick(OledChip.SSD1306, bus=OledWire()) as oled:
        oled.show(GAME)
        assert until(lambda: "sudo apt install python3-luma.oled" in str(oled.fault))


def test_where_i2c_is_off_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def off(_port: int) -> None:
        raise FileNotFoundError(2, "No such file or directory", "/dev/i2c-1")

    monkeypatch.setattr("smbus2.SMBus", off)
    with quick(OledChip.SSD1306) as oled:
        oled.show(GAME)
        assert until(lambda: oled.fault == "I2C is off: sudo raspi-config nonint do_i2c 0")


def test_on_a_pi_it_is_on_the_bus_1_which_is_let_go_of(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = OledWire()
    opened: list[int] = []

    def bus(port: int) -> OledWire:
        opened.append(port)
        return wire

    monkeypatch.setattr("smbus2.SMBus", bus)
    with Oled(OledChip.SSD1306) as oled:
        oled.show(GAME)
        assert oled.wait()
        assert wire.pixels() == picture(GAME)
    assert opened == [1]
    assert not wire.open


def test_without_news_for_long_it_rests_and_any_news_wakes_it() -> None:
    wire = OledWire()
    with Oled(OledChip.SSD1306, bus=wire, asked_every=0.02, rests_after=0.1) as oled:
        oled.show(GAME)
        assert oled.wait()
        assert until(lambda: not wire.on)
        oled.show(replace(GAME, clue_tokens=2))
        assert until(partial(getattr, wire, "on"))


# ------------------------------------------------------------------------------------- the pins


def test_beside_an_oled_two_buttons_leave_its_bus() -> None:
    usual = Wiring()
    names = {name: getattr(usual, name) for name in Wiring.__dataclass_fields__}
    wiring = Wiring(**{**for_an_oled(names), "oled": OLED_PIN})
    taken = {*wiring.lamps.values(), *wiring.buttons.values()}
    assert not taken & {2, 3}
    assert len(wiring.lamps) == len(usual.lamps) - 1
    assert wiring.buttons.keys() == usual.buttons.keys()


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"oled": 4}, "oled: an OLED's data come out of the pin 2 only"),
        ({"oled": 2, "undo": 3}, "undo: the pin 3 belongs to the OLED's bus, I2C"),
        ({"undo": 2, "oled": 2}, "oled: the pin 2 is used by undo already"),
    ],
)
def test_an_oled_that_cannot_be_is_refused(keys: dict[str, int], says: str) -> None:
    bare = {"clue": None, "confirm": None, "play": None}
    wired: dict[str, Any] = {**bare, **keys}
    with pytest.raises(ValueError, match=says):
        Wiring(**wired)
