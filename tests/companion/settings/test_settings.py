"""The settings: every key, its default, and where it is looked for."""

from dataclasses import FrozenInstanceError, fields
from datetime import time
from pathlib import Path

import pytest

from companion.hanabi.deduction import MemoryAid
from companion.panel.oled import OledChip
from companion.panel.panel import Hold, PanelKind, Press
from companion.panel.wiring import HEADER, Wiring
from companion.settings.broker import MqttSettings
from companion.settings.keys import KEYS
from companion.settings.reading import load_settings, settings_for_an_evening
from companion.settings.settings import (
    CameraSettings,
    PanelSettings,
    Settings,
    SpeechSettings,
    TableSettings,
    WebSettings,
)
from tests.companion.settings.texts import complaint, read


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
        mat = false
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
        oled_chip = "sh1106"
        oled_address = 0x3D
        oled_turned = true
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
        TableSettings(
            "ours", 4, "standard", "usb:1", Path("our-mat.json"), 0.97, MemoryAid.FULL, mat=False
        ),
        CameraSettings((4608, 2592), 5),
        WebSettings(80, "127.0.0.1"),
        PanelSettings(
            PanelKind.GPIO,
            0.4,
            (time(21, 30), time(7)),
            0.1,
            Press.CONFIRM,
            560.0,
            OledChip.SH1106,
            0x3D,
            True,
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


def test_the_page_of_the_settings_has_every_key_and_that_for_builders_those_of_the_pins() -> None:
    docs = Path(__file__).parents[3] / "docs"
    page, building = ((docs / name).read_text("utf-8") for name in ("settings.md", "building.md"))
    for section, keys in KEYS.items():
        for key in keys:
            if section == "panel.pins":
                assert f"`{key}`" in building
            else:
                assert f"`{section}.{key}`" in page


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
    assert table.camera == "folder:/home/user/film"


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


@pytest.mark.parametrize("torn", ["\0" * 60, "[table]\nplay", '[table]\ndeck = "our'])
def test_a_file_that_a_power_cut_tore_keeps_what_stands_before_the_tear(
    tmp_path: Path, torn: str
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f"[web]\nport = 80\n{torn}")
    settings, trouble = settings_for_an_evening(file)
    assert settings.web.port == 80, "phones find the page where it was"
    assert trouble is not None
    assert "only what can be used counts: the file is not TOML" in trouble
