"""What is wrong with a file of settings, in one sentence with the file and the key."""

import os
from pathlib import Path

import pytest

from companion.settings.reading import (
    SettingsError,
    load_settings,
    settings_for_an_evening,
)
from companion.settings.settings import Settings
from tests.companion.settings.texts import complaint


def test_a_file_that_was_named_has_to_be_there() -> None:
    with pytest.raises(SettingsError, match=r"^ours\.toml: there is no such file$"):
        load_settings(Path("ours.toml"))


def test_a_file_that_cannot_be_read_is_named(folder: Path) -> None:
    (folder / "companion" / "settings.toml").mkdir(parents=True)
    with pytest.raises(
        SettingsError, match=r"settings\.toml: the file cannot be read: Is a directory$"
    ):
        load_settings()
    Path("latin.toml").write_bytes(b'host = "caf\xe9"')
    with pytest.raises(SettingsError, match=r"^latin\.toml: the file is not text in UTF-8$"):
        load_settings(Path("latin.toml"))


def test_a_pipe_in_place_of_the_settings_keeps_nobody_waiting(folder: Path) -> None:
    (folder / "companion").mkdir()
    os.mkfifo(folder / "companion" / "settings.toml")
    with pytest.raises(SettingsError, match=r"settings\.toml: .* it is a pipe or a device"):
        load_settings()
    settings, trouble = settings_for_an_evening()
    assert settings == Settings()
    assert "a pipe or a device" in str(trouble)


@pytest.mark.parametrize(
    "text", ["port 8000", "[web", "a = " + "[" * 5000, "[web]\nport = 1\nport = 2\n", "\0"]
)
def test_what_is_no_toml_is_said_in_one_sentence(text: str) -> None:
    assert complaint(text).startswith("settings.toml: the file is not TOML: ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        # Names that there are not
        ("[tabel]\nplayers = 3", "there is no section [tabel]; do you mean [table]?"),
        (
            "[x]",
            "there is no section [x]; there are: table, camera, web, panel, speech, pictures,"
            " mqtt, film, panel.pins",
        ),
        ('["panel.pins"]', 'there is no section ["panel.pins"]; do you mean [panel.pins]?'),
        ("[panel.pin]\nundo = 4", "there is no key panel.pin; do you mean panel.pins?"),
        ("deck = 'ours'", "there is no key deck; do you mean table.deck?"),
        (
            "camera.size = 1080",
            'camera.size wants even numbers of pixels like "2304x1296", got 1080',
        ),
        (
            "camera.size = '1921x1080'",
            'camera.size wants even numbers of pixels like "2304x1296", got "1921x1080"',
        ),
        ("camera.rate = 0", "camera.rate wants a whole number from 2 to 60, got 0"),
        (
            "x = 1",
            "there is no key x; sections: table, camera, web, panel, speech, pictures, mqtt, film,"
            " panel.pins",
        ),
        ("[table]\nplayer = 3", "there is no key table.player; do you mean table.players?"),
        ("[table]\nport = 80", "there is no key table.port; do you mean web.port?"),
        ("[panel]\nbuzzer = 26", "there is no key panel.buzzer; do you mean panel.pins.buzzer?"),
        ("[web]\nxyz = 1", "there is no key web.xyz; [web] has port, host, hotspot"),
        ('[web]\n"a\\nb" = 1', r'there is no key web."a\nb"; [web] has port, host, hotspot'),
        (
            "[panel.pins]\nundoo = 4",
            "there is no key panel.pins.undoo; do you mean panel.pins.undo?",
        ),
        # Values of the wrong type or out of range
        ("table = 3", "table is a section, [table], got 3"),
        ("panel = 'gpio'", 'panel is a section, [panel], got "gpio"'),
        ("panel.pins = []", "panel.pins is a section, [panel.pins], got a list"),
        ("[table]\nplayers = 6", "table.players wants a whole number from 2 to 5, got 6"),
        ("[table]\nplayers = true", "table.players wants a whole number from 2 to 5, got true"),
        ("[table]\nplayers = 3.0", "table.players wants a whole number from 2 to 5, got 3.0"),
        ("[table]\ndeck = ''", 'table.deck wants a text, got ""'),
        ("[table]\ndeck = 7", "table.deck wants a text, got 7"),
        ("[table]\nruleset = 2026-01-01", "table.ruleset wants a text, got a date or time"),
        ("[table]\nmemory = 1", "table.memory wants one of off, own_clues, full, got 1"),
        ("[table]\nlayout = {}", "table.layout wants a text, got a table"),
        (
            "[table]\ncamera = 'usb'",
            "table.camera wants auto, picamera2, picamera2:ID, usb:N, http://ADDRESS,"
            ' rtsp://ADDRESS, folder:DIR, video:FILE or none, got "usb"',
        ),
        (
            "[table]\nlayout = '~nobody-has-this-name/mat.json'",
            'table.layout names an unknown home in "~nobody-has-this-name/mat.json"',
        ),
        ("[web]\nport = 0", "web.port wants a whole number from 1 to 65535, got 0"),
        ("[web]\nport = '80'", 'web.port wants a whole number from 1 to 65535, got "80"'),
        ("[web]\nhost = ['x']", "web.host wants a text, got a list"),
        ("[panel]\nkind = 'gipo'", 'panel.kind wants one of auto, gpio, virtual, none, got "gipo"'),
        ("[panel]\nkind = 1", "panel.kind wants one of auto, gpio, virtual, none, got 1"),
        ("[panel]\nbrightness = 1.1", "panel.brightness wants a number from 0 to 1, got 1.1"),
        ("[panel]\nbrightness = nan", "panel.brightness wants a number from 0 to 1, got NaN"),
        ("[panel]\nbrightness = true", "panel.brightness wants a number from 0 to 1, got true"),
        # Pins
        (
            "[panel.pins]\nundo = 28",
            "panel.pins.undo: there is no pin 28, the header's pins are 2 to 27",
        ),
        (
            "[panel.pins]\nstrip = 10\nundo = 9",
            "panel.pins.undo: the pin 9 belongs to the strip's bus, SPI0",
        ),
        (
            "[panel.pins]\nstrip = 10\nfuse_leds = [16, 20, 21]",
            "panel.pins.fuse_leds: the strip has all lamps, so no LED has a pin of its own",
        ),
        (
            "[panel.pins]\noled = 2\nconfirm = 3",
            "panel.pins.confirm: the pin 3 belongs to the OLED's bus, I2C",
        ),
        (
            "[panel.pins]\noled = 14",
            "panel.pins.oled: an OLED's data come out of the pin 2 only",
        ),
        (
            "[panel]\noled_chip = 'ssd1309'",
            'panel.oled_chip wants one of ssd1306, sh1106, got "ssd1309"',
        ),
        (
            "[panel.pins]\nundo = 1",
            "panel.pins.undo: there is no pin 1, the header's pins are 2 to 27",
        ),
        (
            "[panel.pins]\nundo = 'GPIO4'",
            'panel.pins.undo wants a pin\'s BCM number or "none", got "GPIO4"',
        ),
        (
            "[panel.pins]\nundo = false",
            'panel.pins.undo wants a pin\'s BCM number or "none", got false',
        ),
        (
            "[panel.pins]\nclue_leds = 17",
            'panel.pins.clue_leds wants a list of 8 pins or "none", got 17',
        ),
        ("[panel.pins]\nfuse_leds = [16, 20]", "panel.pins.fuse_leds wants 3 pins, got 2"),
        (
            "[panel.pins]\nfuse_leds = [16, 20, 2.5]",
            'panel.pins.fuse_leds wants a pin\'s BCM number or "none", got 2.5',
        ),
        (
            "[panel.pins]\nundo = 17",
            "panel.pins.undo: the pin 17 is used by panel.pins.clue_leds already",
        ),
        (
            "[panel.pins]\nfuse_leds = [7, 20, 21]",  # what was written is to blame, no default
            "panel.pins.fuse_leds: the pin 7 is used by panel.pins.undo already",
        ),
        (
            '[panel]\nnight = "25:00-07:00"',
            'panel.night wants hours like "22:00-07:00" or "none", got "25:00-07:00"',
        ),
        (
            '[panel]\nnight = "7:00-7:00"',
            'panel.night wants hours like "22:00-07:00" or "none", got "7:00-7:00"',
        ),
        (
            '[panel]\nshutdown = "off"',
            'panel.shutdown wants one of clue, play, discard, fuse, undo, confirm or "none",'
            ' got "off"',
        ),
        ("[table]\nprint_scale = 97", "table.print_scale wants a number from 0.8 to 1.25, got 97"),
        ("[panel]\nresistor = true", "panel.resistor wants ohms from 50 to 10000, got true"),
        (
            "[panel]\nresistor = 300",
            "panel.resistor is 300: 5.0 mA for each lamp and 65 mA in all are too much for the"
            " pins; take 391 ohms or more",
        ),
        (
            "[panel.pins]\nfuse_leds = [16, 20, 16]",
            "panel.pins.fuse_leds: the pin 16 stands there twice",
        ),
        # The broker
        (
            "[mqtt]\nbroker = 'ha.local:1883'",
            'mqtt.broker wants the name or address of a machine like "homeassistant.local",'
            ' without a port, got "ha.local:1883"',
        ),
        ("[mqtt]\nport = 0", "mqtt.port wants a whole number from 1 to 65535, got 0"),
        ("[mqtt]\ntls = 'yes'", 'mqtt.tls wants true or false, got "yes"'),
        (
            "[mqtt]\ntable = 'The kitchen'",
            'mqtt.table wants up to 32 small letters, digits, "-" and "_", got "The kitchen"',
        ),
        ("[mqtt]\nname = 7", "mqtt.name wants a text, got 7"),
        (
            "[mqtt]\ndiscovery = '#'",
            'mqtt.discovery wants a topic like "homeassistant", or "none", got "#"',
        ),
        (
            "[mqtt]\npassword = 'hunter2'",  # it is not said again
            "there is no key mqtt.password; do you mean mqtt.password_file?",
        ),
        (
            "[mqtt]\npassword_file = 'secret'",
            "mqtt.password_file is of use only where mqtt.username is set",
        ),
        (
            "[mqtt]\nca_file = 'ca.pem'",
            "mqtt.ca_file is of use only where mqtt.tls is true",
        ),
        (
            "[mqtt]\ntls = true\nca_file = '~nobody-has-this-name/ca.pem'",
            'mqtt.ca_file names an unknown home in "~nobody-has-this-name/ca.pem"',
        ),
    ],
)
def test_each_mistake_is_one_sentence_with_the_file_and_the_key(text: str, sentence: str) -> None:
    assert complaint(text) == f"settings.toml: {sentence}"


def test_a_long_value_does_not_fill_the_page() -> None:
    assert len(complaint(f"[web]\nport = '{'8' * 5000}'")) < 150
