"""People write settings by hand: what they may leave out, and what a mistake is answered."""

from dataclasses import FrozenInstanceError, fields
from datetime import time
from pathlib import Path

import pytest

from companion.hanabi.deduction import MemoryAid
from companion.language.languages import language
from companion.language.people import COUNTED
from companion.panel.panel import Hold, PanelKind, Press
from companion.panel.wiring import HEADER, Wiring
from companion.settings.broker import MqttSettings
from companion.settings.keys import KEYS
from companion.settings.reading import SettingsError, load_settings
from companion.settings.settings import (
    CameraSettings,
    PanelSettings,
    Settings,
    SpeechSettings,
    TableSettings,
    WebSettings,
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the tests stand in; the folder of the settings is ``companion`` in it."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", "/home/anna")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(text: str) -> Settings:
    file = Path("settings.toml")
    file.write_text(text, encoding="utf-8")
    return load_settings(file)


def complaint(text: str) -> str:
    with pytest.raises(SettingsError) as caught:
        read(text)
    said = str(caught.value)
    assert "\n" not in said
    for code in ("pl", "ro"):
        assert COUNTED.told(caught.value.why, language(code)) != caught.value.why, "not translated"
    return said


def test_without_a_file_the_defaults_hold() -> None:
    assert load_settings() == Settings()
    assert (Settings().web.port, Settings().web.host) == (8000, "0.0.0.0")
    assert (Settings().table.ruleset, Settings().table.camera) == ("standard", "auto")
    assert (Settings().panel.kind, Settings().panel.brightness) == (PanelKind.AUTO, 1.0)


def test_an_empty_file_and_empty_sections_say_nothing() -> None:
    assert read("") == read("[table]\n[web]\n[panel]\n[panel.pins]\n") == Settings()


def test_the_file_in_the_folder_of_the_settings_is_found(folder: Path) -> None:
    (folder / "companion").mkdir()
    (folder / "companion" / "settings.toml").write_text("[web]\nport = 8080\n", encoding="utf-8")
    assert load_settings().web.port == 8080


def test_every_key_is_read() -> None:
    got = read(
        """
        [table]
        deck = "ours"
        players = 4
        ruleset = "standard"
        camera = "usb:1"
        layout = "our-mat.json"
        print_scale = 0.97
        memory = "full"
        [camera]
        size = "4608x2592"
        rate = 5
        [web]
        port = 80
        host = "127.0.0.1"
        [panel]
        kind = "gpio"
        brightness = 0.4
        night = "21:30-7:00"
        night_brightness = 0.1
        shutdown = "confirm"
        resistor = 560
        [panel.pins]
        clue_leds = [2, 3, 4, 5, 6, 7, 8, 9]
        fuse_leds = [10, 11, "none"]
        turn_leds = "none"
        status_led = 12
        clue = 13
        play = 14
        discard = 15
        fuse = 16
        undo = "none"
        confirm = 18
        buzzer = 19
        """
    )
    assert got == Settings(
        TableSettings("ours", 4, "standard", "usb:1", Path("our-mat.json"), 0.97, MemoryAid.FULL),
        CameraSettings((4608, 2592), 5),
        WebSettings(80, "127.0.0.1"),
        PanelSettings(
            PanelKind.GPIO,
            0.4,
            (time(21, 30), time(7)),
            0.1,
            Press.CONFIRM,
            560.0,
            Wiring(
                clue_leds=(2, 3, 4, 5, 6, 7, 8, 9),
                fuse_leds=(10, 11, None),
                turn_leds=(None,) * 5,
                status_led=12,
                clue=13,
                play=14,
                discard=15,
                fuse=16,
                undo=None,
                confirm=18,
                buzzer=19,
            ),
        ),
    )


def test_every_setting_has_a_key_and_every_key_a_setting() -> None:
    assert [each.name for each in fields(Settings)] == [name for name in KEYS if "." not in name]
    assert [each.name for each in fields(TableSettings)] == list(KEYS["table"])
    assert [each.name for each in fields(CameraSettings)] == list(KEYS["camera"])
    assert [each.name for each in fields(WebSettings)] == list(KEYS["web"])
    assert [each.name for each in fields(PanelSettings)] == [*KEYS["panel"], "pins"]
    assert [each.name for each in fields(SpeechSettings)] == list(KEYS["speech"])
    assert [each.name for each in fields(MqttSettings)] == list(KEYS["mqtt"])
    assert [each.name for each in fields(Wiring)] == list(KEYS["panel.pins"])


def test_pictures_are_kept_on_request_only_and_teach_only_if_they_are_kept() -> None:
    assert not Settings().pictures.log
    kept = read("[pictures]\nlog = true\nteach = true\nmegabytes = 50\n").pictures
    assert (kept.log, kept.teach, kept.megabytes) == (True, True, 50)
    assert complaint("[pictures]\nteach = true") == (
        "settings.toml: pictures.teach needs pictures.log: there is nothing to teach with"
    )
    assert "wants true or false, got 1" in complaint("[pictures]\nlog = 1")


def test_the_page_of_the_settings_has_every_key() -> None:
    page = (Path(__file__).parents[3] / "docs" / "settings.md").read_text(encoding="utf-8")
    for section, keys in KEYS.items():
        for key in keys:
            assert (f"`{key}`" if section == "panel.pins" else f"`{section}.{key}`") in page


def test_files_are_looked_for_beside_the_settings(folder: Path) -> None:
    (folder / "settings.toml").write_text(
        '[table]\ndeck = "decks/ours.deck"\nruleset = "house.toml"\nlayout = "/mat.json"\n'
        'camera = "folder:~/film"\n',
        encoding="utf-8",
    )
    table = load_settings(folder / "settings.toml").table
    assert table.deck == str(folder / "decks" / "ours.deck")
    assert table.ruleset == str(folder / "house.toml")
    assert table.layout == Path("/mat.json")
    assert table.camera == "folder:/home/anna/film"


def test_a_mark_at_the_beginning_that_some_editors_write_is_no_harm() -> None:
    assert read("\ufeff[web]\nport = 81\n").web.port == 81


def test_the_broker_is_read_its_files_beside_the_settings(folder: Path) -> None:
    (folder / "settings.toml").write_text(
        """
        [mqtt]
        broker = "homeassistant.local"
        tls = true
        ca_file = "ca.pem"
        username = "table"
        password_file = "/etc/secret"
        table = "kitchen"
        name = "Kitchen table"
        names = true
        buttons = false
        discovery = "none"
        """,
        encoding="utf-8",
    )
    mqtt = load_settings(folder / "settings.toml").mqtt
    assert mqtt == MqttSettings(
        "homeassistant.local",
        None,
        True,
        folder / "ca.pem",
        "table",
        Path("/etc/secret"),
        "kitchen",
        "Kitchen table",
        "none",
        False,
        True,
    )
    assert mqtt.reached_at == 8883
    assert read("").mqtt.broker is None, "nobody is told anything"
    assert read("[mqtt]\nbroker = 'fd00::7'\nport = 1884").mqtt.reached_at == 1884


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().web.port = 81  # type: ignore[misc]


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
            " mqtt, panel.pins",
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
            "there is no key x; sections: table, camera, web, panel, speech, pictures, mqtt,"
            " panel.pins",
        ),
        ("[table]\nplayer = 3", "there is no key table.player; do you mean table.players?"),
        ("[table]\nport = 80", "there is no key table.port; do you mean web.port?"),
        ("[panel]\nbuzzer = 26", "there is no key panel.buzzer; do you mean panel.pins.buzzer?"),
        ("[web]\nxyz = 1", "there is no key web.xyz; [web] has port, host"),
        ('[web]\n"a\\nb" = 1', r'there is no key web."a\nb"; [web] has port, host'),
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
            "table.camera wants auto, picamera2, picamera2:ID, usb:N, folder:DIR, video:FILE or"
            ' none, got "usb"',
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


# ------------------------------------------------------------------------------------- wiring


def test_by_default_everything_has_its_pin_on_the_header_but_the_buzzer() -> None:
    wiring = Wiring()
    pins = [*wiring.lamps.values(), *wiring.buttons.values()]
    assert len(pins) == len(set(pins)) == 17 + 6
    assert set(pins) <= set(HEADER)
    assert wiring.buzzer is None


def test_the_serial_console_and_one_pin_for_a_buzzer_stay_free_by_default() -> None:
    used = {*Wiring().lamps.values(), *Wiring().buttons.values()}
    assert set(HEADER) - used == {14, 15, 26}


def test_lamps_glow_at_no_pin_with_a_strong_pull_up_and_a_button_wakes_a_halted_board() -> None:
    assert not {2, 3} & set(Wiring().lamps.values())
    assert Wiring().buttons[Press.CONFIRM] == 3


def test_what_is_not_wired_has_no_name() -> None:
    wiring = Wiring(clue_leds=(None, *Wiring().clue_leds[1:]), status_led=None, play=None)
    assert "clue.0" not in wiring.lamps
    assert "clue.1" in wiring.lamps
    assert "status" not in wiring.lamps
    assert Press.PLAY not in wiring.buttons


def test_a_wiring_made_in_code_is_checked_as_well() -> None:
    with pytest.raises(ValueError, match=r"^undo: the pin 17 is used by clue_leds already$"):
        Wiring(undo=17)
    with pytest.raises(ValueError, match=r"^turn_leds has 5 pins, got 1$"):
        Wiring(turn_leds=(18,))
    with pytest.raises(
        ValueError, match=r"^clue: there is no pin 0, the header's pins are 2 to 27$"
    ):
        Wiring(clue=0)


# -------------------------------------------------------------------------------------- panel


def test_nothing_is_dimmed_and_no_button_switches_off_unless_people_say_so() -> None:
    panel = Settings().panel
    assert panel.dimming.day == 1
    assert panel.dimming.hours is None
    assert panel.holds == {Press.UNDO: Hold.REDO}
    assert read('[panel]\nnight = "none"\nshutdown = "none"\n').panel == panel


def test_the_button_that_switches_off_may_be_any() -> None:
    assert read('[panel]\nshutdown = "fuse"').panel.holds[Press.FUSE] is Hold.SHUT_DOWN
    assert read('[panel]\nshutdown = "undo"').panel.holds == {Press.UNDO: Hold.SHUT_DOWN}
