"""What the doctor says of machines that are ill in one way each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.health import CheckResult, Health
from companion.panel.wiring import Wiring
from hardware.doctor import CHECKS, SENSOR, Patient, examine
from hardware.probes import Machine
from tests.hardware.pixel_wire import STRIP_WIRING

PI = {"/proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0", "/etc/hostname": "table"}
TEMPERATURE = "/sys/class/thermal/thermal_zone0/temp"


MEMORY = "/proc/meminfo"


class Described(Machine):
    """A machine as a test describes it; the rest of it is well, and it is a Raspberry Pi."""

    def __init__(self, **told: Any) -> None:
        self.texts: Mapping[str, str] = {
            **PI,
            TEMPERATURE: "48123",
            MEMORY: "MemTotal:         900000 kB\n",
            **told.get("texts", {}),
        }
        self.devices: set[str] = told.get("devices", {"/dev/gpiochip0", "/dev/video0"})
        self.barred: set[str] = told.get("barred", set())
        self.answers: Mapping[str, str] = {
            "vcgencmd get_throttled": "throttled=0x0",
            "timedatectl show --property=NTPSynchronized --value": "yes",
            "systemctl is-active avahi-daemon": "active",
            "gpioinfo -c gpiochip0": "gpiochip0 - 54 lines:",
            **told.get("answers", {}),
        }
        self.member: frozenset[str] = told.get("groups", frozenset({"video", "gpio"}))
        self.broken: Mapping[str, str] = told.get("broken", {})
        self.free: int | None = told.get("free", 8_000_000_000)
        self.writes: bool = told.get("writes", True)
        self.busy: bool = told.get("busy", False)
        self.now: int = told.get("now", 2026)
        self.on_i2c: set[tuple[int, int]] = told.get("on_i2c", set())

    def text(self, path: str) -> str | None:
        return self.texts.get(path)

    def exists(self, path: str) -> bool:
        return path in self.devices

    def may_use(self, path: str) -> bool:
        return path not in self.barred

    def answer(self, command: Sequence[str]) -> str | None:
        return self.answers.get(" ".join(command))

    def groups(self) -> frozenset[str]:
        return self.member

    def is_root(self) -> bool:
        return False

    def import_error(self, module: str) -> str | None:
        return self.broken.get(module)

    def answers_on_i2c(self, bus: int, address: int) -> bool:
        return (bus, address) in self.on_i2c

    def free_bytes(self, folder: Path) -> int | None:
        return self.free

    def may_write(self, folder: Path) -> bool:
        return self.writes

    def listens(self, port: int) -> bool:
        return self.busy

    def year(self) -> int:
        return self.now


def examined(**told: Any) -> dict[str, CheckResult]:
    panel = told.pop("panel", True)
    wiring = told.get("wiring", Wiring())
    patient = Patient(Described(**told), Path("/state"), 8000, wiring, panel)
    found = examine({name: lambda c=check: c(patient) for name, check in CHECKS.items()})  # type: ignore[misc]
    return {one.check: one for one in found}


@pytest.mark.parametrize("version", ["0.3.17-1", "0.3.27-1", "0.3.38-1"])
def test_other_versions_of_picamera2_are_well(version: str) -> None:
    asked = {"dpkg-query -W -f ${Version} python3-picamera2": version}
    assert examined(answers=asked)["picamera2"].health is Health.OK


def test_the_doctor_asks_the_machine_for_each_version_it_judges() -> None:
    asked = {
        "dpkg-query -W -f ${Version} python3-picamera2": "0.3.25-1",
        "dpkg-query -W -f ${Version} python3-libcamera": "0.5.0+rpt20250429-1",
    }
    texts = {
        "/proc/sys/kernel/osrelease": "6.6.51+rpt-rpi-v8",
        "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4",
    }
    found = examined(answers=asked, texts=texts)
    assert "cannot fix the exposure" in found["picamera2"].says
    assert "0.5.0+rpt20250429-1" in found["libcamera"].says
    assert "6.6.51+rpt-rpi-v8" in found["kernel"].says


def test_a_machine_that_is_well_has_nothing_to_mend() -> None:
    found = examined()
    assert list(found) == [one for one in CHECKS if one not in ("strip", "oled")], "there is none"
    assert {one.health for one in found.values()} == {Health.OK}
    assert found["name"].says == "phones find http://table.local:8000"
    assert found["system"].says.startswith("Raspberry Pi 5")


@pytest.mark.parametrize(
    ("told", "check", "health", "says", "mend"),
    [
        (
            {"groups": frozenset({"video"})},
            "groups",
            "wrong",
            "these groups: gpio",
            "usermod -aG gpio",
        ),
        (
            {"texts": {MEMORY: "MemTotal:         430000 kB\n"}},
            "memory",
            "wrong",
            "430 MB of memory",
            "Raspberry Pi 4 or 5",
        ),
        ({"texts": {MEMORY: "nothing"}}, "memory", "unknown", "unknown", None),
        (
            {"answers": {"dpkg-query -W -f ${Version} python3-picamera2": "0.3.26-1"}},
            "picamera2",
            "warning",
            "0.3.26-1 forgets",
            "apt full-upgrade",
        ),
        ({"barred": {"/dev/video0"}}, "permissions", "wrong", "/dev/video0", "usermod"),
        (
            {"broken": {"picamera2": "ModuleNotFoundError: No module named 'picamera2'"}},
            "picamera2",
            "wrong",
            "not installed",
            "apt install --no-install-recommends python3-picamera2",
        ),
        (
            {"broken": {"picamera2": "ValueError: numpy.dtype size changed, may indicate"}},
            "picamera2",
            "wrong",
            "another numpy",
            "install.sh",
        ),
        ({"broken": {"lgpio": "no pipe"}}, "pins", "wrong", "no pipe", "python3-lgpio"),
        ({"devices": set()}, "pins", "wrong", "no pins", None),
        ({"free": 20_000_000}, "disk", "wrong", "20 MB", "games delete"),
        ({"free": 300_000_000}, "disk", "warning", "300 MB", "games delete"),
        ({"writes": False}, "disk", "wrong", "/state may not", "chown"),
        ({"free": None}, "disk", "unknown", "unknown", None),
        (
            {"answers": {"vcgencmd get_throttled": "throttled=0x50005"}},
            "power",
            "wrong",
            "too low now",
            "power supply",
        ),
        (
            {"answers": {"vcgencmd get_throttled": "throttled=0x50000"}},
            "power",
            "wrong",
            "was too low",
            "power supply",
        ),
        (
            {"answers": {"vcgencmd get_throttled": "no"}, "texts": {SENSOR: "1"}},
            "power",
            "wrong",
            "too low now",
            "power supply",
        ),
        ({"texts": {TEMPERATURE: "72000"}}, "temperature", "warning", "72 degrees", "fan"),
        ({"texts": {TEMPERATURE: "85000"}}, "temperature", "wrong", "85 degrees", "fan"),
        ({"texts": {TEMPERATURE: "?"}}, "temperature", "unknown", "nobody", None),
        ({"now": 1970}, "clock", "wrong", "1970", "timedatectl"),
        (
            {"answers": {"systemctl is-active avahi-daemon": "inactive"}},
            "name",
            "warning",
            "avahi does not run",
            "apt install avahi-daemon",
        ),
        ({"busy": True}, "port", "warning", "already answers at 8000", "web.port"),
    ],
)
def test_what_is_wrong_is_one_line_with_what_mends_it(
    told: dict[str, Any], check: str, health: str, says: str, mend: str | None
) -> None:
    one = examined(**told)[check]
    assert one.health.value == health
    assert says in one.says
    assert "\n" not in one.says
    assert mend in one.mend if mend is not None and one.mend is not None else one.mend is mend


def test_one_lamp_and_one_button_are_counted_as_one() -> None:
    nothing = dict.fromkeys(("play", "discard", "fuse", "undo", "confirm"))
    wiring = Wiring((None,) * 8, (None,) * 3, (None,) * 5, **nothing)
    assert examined(wiring=wiring)["pins"].says.endswith("by the settings: 1 lamp, 1 button")
    assert examined()["pins"].says.endswith("by the settings: 17 lamps, 6 buttons")


def test_each_pin_that_something_else_holds_is_named() -> None:
    held = (
        '\tline   2:\t"GPIO2"\tinput consumer="i2c"\n\tline  17:\t"GPIO17"\toutput consumer="lg"\n'
    )
    one = examined(answers={"gpioinfo -c gpiochip0": held})["wires"]
    assert one.health is Health.WRONG
    assert one.says == "button clue, GPIO2, is held by something else"
    older = '\tline   9:      "GPIO9"    "spi0 CS0"  output  active-low [used]\n'
    answers = {"gpioinfo -c gpiochip0": "", "gpioinfo gpiochip0": older}
    assert "GPIO9" in examined(answers=answers)["wires"].says
    one_wire = '\tline  26:\t"GPIO26"\tinput consumer="onewire@1a"'
    buzzing = examined(wiring=Wiring(buzzer=26), answers={"gpioinfo -c gpiochip0": one_wire})
    assert buzzing["wires"].says == "buzzer, GPIO26, is held by something else"


def test_of_several_chips_the_one_with_the_header_is_asked() -> None:
    answers = {
        "gpiodetect": "gpiochip0 [gpio-brcmstb@107d508500] (32 lines)\n"
        "gpiochip4 [pinctrl-rp1] (54 lines)",
        "gpioinfo -c gpiochip0": '\tline   2:\t"-"\tinput consumer="power_button"',
        "gpioinfo -c gpiochip4": '\tline   4:\t"GPIO4"\tinput consumer="onewire@0"',
    }
    assert (
        examined(answers=answers)["wires"].says == "button play, GPIO4, is held by something else"
    )


def test_the_companion_that_runs_may_have_its_port() -> None:
    found = examined(busy=True, answers={"systemctl is-active companion": "active"})
    assert found["port"].health is Health.OK


SPI = "/dev/spidev0.0"


@pytest.mark.parametrize(
    ("told", "says", "mend"),
    [
        ({}, "SPI, the bus to the strip, is switched off", "dtoverlay=spi0-0cs"),
        ({"devices": {SPI}, "barred": {SPI}}, f"no right to {SPI}", "usermod -aG spi"),
        (
            {"devices": {SPI}, "broken": {"spidev": "No module named 'spidev'"}},
            "spidev does not start: No module named 'spidev'",
            "sudo apt install python3-spidev",
        ),
        ({"devices": {SPI}}, "the bus to the strip is there", None),
    ],
)
def test_what_a_strip_needs_is_looked_for(told: Any, says: str, mend: str | None) -> None:
    one = examined(wiring=STRIP_WIRING, **told)["strip"]
    assert one.says == says
    assert one.health is (Health.OK if mend is None else Health.WRONG)
    assert one.mend is None if mend is None else mend in (one.mend or "")


@pytest.mark.parametrize(
    ("model", "told", "health"),
    [
        ("Raspberry Pi 4 Model B Rev 1.4", "core_freq_min=200", Health.WARNING),
        ("Raspberry Pi 4 Model B Rev 1.4", "core_freq_min=500", Health.OK),
        ("Raspberry Pi 4 Model B Rev 1.4", None, Health.OK),
        ("Raspberry Pi 5 Model B Rev 1.0", "core_freq_min=200", Health.OK),
    ],
)
def test_a_strip_on_a_pi_4_wants_a_clock_that_stays(
    model: str, told: str | None, health: Health
) -> None:
    answers = {} if told is None else {"vcgencmd get_config core_freq_min": told}
    texts = {"/proc/device-tree/model": model}
    one = examined(wiring=STRIP_WIRING, devices={SPI}, answers=answers, texts=texts)["strip"]
    assert one.health is health
    assert health is Health.OK or "core_freq=500, core_freq_min=500" in (one.mend or "")


I2C = "/dev/i2c-1"
OLED_WIRING = Wiring(clue=8, confirm=26, status_led=None, oled=2)


@pytest.mark.parametrize(
    ("told", "says", "mend"),
    [
        ({}, "I2C, the bus to the OLED, is switched off", "raspi-config nonint do_i2c 0"),
        ({"devices": {I2C}, "barred": {I2C}}, f"no right to {I2C}", "usermod -aG i2c"),
        (
            {"devices": {I2C}, "broken": {"luma.oled.device": "No module named 'luma'"}},
            "luma.oled does not start: No module named 'luma'",
            "sudo apt install python3-luma.oled",
        ),
        (
            {"devices": {I2C}, "on_i2c": {(1, 0x3D)}},
            "nothing answers at the OLED's address, 0x3c",
            "i2cdetect",
        ),
        ({"devices": {I2C}, "on_i2c": {(1, 0x3C)}}, "it answers at 0x3c", None),
    ],
)
def test_what_an_oled_needs_is_looked_for(told: Any, says: str, mend: str | None) -> None:
    one = examined(wiring=OLED_WIRING, **told)["oled"]
    assert one.says == says
    assert one.health is (Health.OK if mend is None else Health.WRONG)
    assert one.mend is None if mend is None else mend in (one.mend or "")


def test_beside_an_oled_i2c_is_not_told_to_be_switched_off() -> None:
    held = '\tline   4:\t"GPIO4"\tinput consumer="onewire@0"\n'
    one = examined(wiring=OLED_WIRING, answers={"gpioinfo -c gpiochip0": held})["wires"]
    assert one.mend == "switch SPI and 1-Wire off in sudo raspi-config, or set another pin"


def test_with_leds_nobody_asks_for_a_strip() -> None:
    assert "strip" not in examined()


def test_a_bus_that_takes_a_buttons_pin_is_told_how_to_leave_it_alone() -> None:
    held = '\tline   7:\t"GPIO7"\toutput consumer="spi0 CS1"\n'
    one = examined(wiring=STRIP_WIRING, answers={"gpioinfo -c gpiochip0": held})["wires"]
    assert one.says == "button undo, GPIO7, is held by something else"
    assert "dtoverlay=spi0-0cs" in (one.mend or "")


def test_without_a_panel_no_pin_matters() -> None:
    assert examined(panel=False, devices=set())["pins"].health is Health.UNKNOWN


def test_a_check_that_fails_does_not_end_the_doctor() -> None:
    def faints() -> Sequence[CheckResult]:
        raise OSError("no pulse")

    well = CheckResult("after", Health.OK, "is done all the same")
    found = examine({"before": faints, "after": lambda: [well]})
    assert found[0] == CheckResult("before", Health.UNKNOWN, "cannot be looked at: no pulse")
    assert found[1] == well


def test_a_real_machine_can_be_asked_everything(tmp_path: Path) -> None:
    machine = Machine()
    assert machine.answer(["false"]) is None
    assert machine.answer(["no-such-program-at-all"]) is None
    assert machine.answer(["echo", "well"]) == "well"
    assert machine.text(str(tmp_path)) is None
    assert machine.import_error("json") is None
    assert not machine.answers_on_i2c(250, 0x3C)
    assert "ModuleNotFoundError" in str(machine.import_error("no_such_package_at_all"))
    assert machine.may_write(tmp_path / "not" / "yet")
    assert machine.free_bytes(tmp_path / "not" / "yet")
    patient = Patient(machine, tmp_path, 8000, Wiring())
    assert all(check(patient) is not None for check in CHECKS.values())


def test_a_place_that_cannot_even_be_looked_at_is_no_place(tmp_path: Path) -> None:
    machine, place = Machine(), tmp_path / ("x" * 300)
    assert not machine.exists(str(place))
    assert machine.may_write(place)
    assert machine.free_bytes(place)
