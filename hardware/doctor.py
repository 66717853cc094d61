"""What is wrong with this machine, and the command that mends it: pure checks over its probes."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from pathlib import Path
from types import MappingProxyType

from companion.addresses import page_address
from companion.health import CheckResult, Health
from companion.language.names import ENGLISH
from companion.panel.oled import BUS, BUS_NUMBER, USUAL_ADDRESS
from companion.panel.wiring import Wiring
from hardware.camera_versions import CameraSoftware, known_faults
from hardware.probes import Machine

LITTLE_DISK, NO_DISK = 500_000_000, 50_000_000
"""Bytes."""
NEEDED_MEMORY = 700
"""Megabytes that the kernel tells; of 1 GB it keeps some 100 for itself, of 512 MB some 80."""
WARM, HOT = 70.0, 80.0
"""Degrees Celsius: from 80 a Raspberry Pi slows down."""
BUILT = 2026
"""No clock that goes right shows an earlier year."""
SENSOR = "/sys/devices/platform/soc/soc:firmware/raspberrypi-hwmon/hwmon/hwmon0/in0_lcrit_alarm"
LOW_NOW, LOW_SINCE_THE_START = 0, 16
"""Bits of ``vcgencmd get_throttled``."""
SPI = "/dev/spidev0.0"
SPI_ON = "dtparam=spi=on, dtoverlay=spi0-0cs"
"""What lets the firmware switch the bus on, without the two pins that choose a device on it."""
STEADY_CLOCK, STEADY_CLOCK_ON = "core_freq_min=500", "core_freq=500, core_freq_min=500"
"""What a Pi 4's firmware says where SPI keeps its pace, and what makes it: it follows a clock that
else goes down at rest (https://github.com/jgarff/rpi_ws281x/issues/381, pull request 401)."""
_IS_LGPIO = re.compile(r'"lg"|consumer=lg\b')
"""How ``gpioinfo`` names who holds a pin, where that is lgpio: the companion runs."""
HEADER = "[pinctrl-"
"""How ``gpiodetect`` marks the header's chip: ``[pinctrl-bcm2711]``, ``[pinctrl-rp1]``."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Patient:
    """What is asked about.

    Attributes:
        machine: what it says of itself.
        state: the folder of decks and games.
        port: where the page is.
        wiring: the panel's pins.
        panel: whether a panel is wanted; without one its pins are no matter.
        oled_address: of the OLED, where `wiring` has one, on the bus I2C.
        language: of what is said.
        serves: whether the companion that asks serves its page there.
    """

    machine: Machine
    state: Path
    port: int
    wiring: Wiring
    panel: bool = True
    oled_address: int = USUAL_ADDRESS
    language: NullTranslations = ENGLISH
    serves: bool = False

    @property
    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        return "Raspberry Pi" in (self.machine.text("/proc/device-tree/model") or "")


Check = Callable[[Patient], Sequence[CheckResult]]


def system(patient: Patient) -> Sequence[CheckResult]:
    """Say which machine this is."""
    _ = patient.language.gettext
    model = patient.machine.text("/proc/device-tree/model") or _("no Raspberry Pi")
    release = patient.machine.text("/etc/os-release") or ""
    names = [line[13:-1] for line in release.splitlines() if line.startswith('PRETTY_NAME="')]
    return [
        CheckResult("system", Health.OK, f"{model}, {names[0] if names else _('unknown system')}")
    ]


def memory(patient: Patient) -> Sequence[CheckResult]:
    """Say whether there is memory enough."""
    _ = patient.language.gettext
    total = re.search(r"^MemTotal:\s+(\d+) kB", patient.machine.text("/proc/meminfo") or "", re.M)
    if total is None:
        return [CheckResult("memory", Health.UNKNOWN, _("how much there is, is unknown"))]
    there = round(int(total[1]) / 1000)
    if there < NEEDED_MEMORY:
        says = _("this machine has {there} MB of memory, and 1 GB is needed").format(there=there)
        return [CheckResult("memory", Health.WRONG, says, _("take a Raspberry Pi 4 or 5"))]
    return [CheckResult("memory", Health.OK, f"{there} MB")]


def groups(patient: Patient) -> Sequence[CheckResult]:
    """Say whether this user belongs to the groups that own camera and pins."""
    _ = patient.language.gettext
    wanted = ["video", *(["gpio"] if patient.machine.exists("/dev/gpiochip0") else [])]
    missing = [one for one in wanted if one not in patient.machine.groups()]
    if not missing or patient.machine.is_root():
        return [CheckResult("groups", Health.OK, _("this user may use camera and pins"))]
    joined = ",".join(missing)
    return [
        CheckResult(
            "groups",
            Health.WRONG,
            _("this user is not in these groups: {groups}").format(groups=", ".join(missing)),
            _("{command}, and log in anew").format(command=f"sudo usermod -aG {joined} $USER"),
        )
    ]


def devices(patient: Patient) -> Sequence[CheckResult]:
    """Say whether the devices that are there may be used."""
    _ = patient.language.gettext
    machine = patient.machine
    kinds = ("/dev/gpiochip0", "/dev/video0", "/dev/media0", "/dev/dma_heap/system")
    barred = [one for one in kinds if machine.exists(one) and not machine.may_use(one)]
    if barred:
        says = _("no right to {devices}").format(devices=", ".join(barred))
        command = "sudo usermod -aG video,gpio $USER"
        mend = _("{command}, and log in anew").format(command=command)
        return [CheckResult("permissions", Health.WRONG, says, mend)]
    return [CheckResult("permissions", Health.OK, _("all devices that are there may be used"))]


def libraries(patient: Patient) -> Sequence[CheckResult]:
    """Say whether picamera2 starts with this numpy, and which versions are known to be bad."""
    _ = patient.language.gettext
    error = patient.machine.import_error("picamera2")
    if error is None:
        return _camera_versions(patient)
    if "numpy.dtype size changed" in error or "numpy.core" in error:
        return [
            CheckResult(
                "picamera2",
                Health.WRONG,
                _("does not start, for another numpy hides the one that it was built with"),
                _("sudo ./install.sh (or, in your own environment: pip uninstall numpy)"),
            )
        ]
    if "picamera2" in error or "libcamera" in error:
        mend = "sudo apt install --no-install-recommends python3-picamera2"
        if patient.is_pi:
            return [CheckResult("picamera2", Health.WRONG, _("is not installed"), mend)]
        says = _("is not installed; only a Raspberry Pi's own camera needs it")
        return [CheckResult("picamera2", Health.UNKNOWN, says)]
    says = _("does not start: {why}").format(why=error)
    return [CheckResult("picamera2", Health.WRONG, says, "sudo ./install.sh")]


def _camera_versions(patient: Patient) -> Sequence[CheckResult]:
    machine = patient.machine

    def installed(package: str) -> str | None:
        return machine.answer(["dpkg-query", "-W", "-f", "${Version}", package])

    kernel = machine.text("/proc/sys/kernel/osrelease")
    model = machine.text("/proc/device-tree/model") or ""
    software = CameraSoftware(
        installed("python3-picamera2"), installed("python3-libcamera"), kernel, model
    )
    found = list(known_faults(software, patient.language))
    if not any(one.check == "picamera2" for one in found):
        starts = CheckResult("picamera2", Health.OK, patient.language.gettext("starts"))
        found.insert(0, starts)
    return found


def pin_factory(patient: Patient) -> Sequence[CheckResult]:
    """Say whether gpiozero reaches the pins, by lgpio."""
    _ = patient.language.gettext
    if not patient.panel:
        return [CheckResult("pins", Health.UNKNOWN, _("no panel is wanted"))]
    if not patient.machine.exists("/dev/gpiochip0"):
        health = Health.WRONG if patient.is_pi else Health.UNKNOWN
        says = _("this machine has no pins: the panel is on the page")
        return [CheckResult("pins", health, says)]
    error = patient.machine.import_error("lgpio")
    if error is not None:
        mend = "sudo apt install python3-lgpio"
        says = _("lgpio does not start: {why}").format(why=error)
        return [CheckResult("pins", Health.WRONG, says, mend)]
    wiring = patient.wiring
    lamps, buttons = len(wiring.lamps) + len(wiring.pixels), len(wiring.buttons)
    ngettext = patient.language.ngettext
    says = _("lgpio is there; wired by the settings: {lamps}, {buttons}").format(
        lamps=ngettext("{n} lamp", "{n} lamps", lamps).format(n=lamps),
        buttons=ngettext("{n} button", "{n} buttons", buttons).format(n=buttons),
    )
    return [CheckResult("pins", Health.OK, says)]


def strip(patient: Patient) -> Sequence[CheckResult]:
    """Say whether the bus to a strip is there, and may be used; nothing where no strip is wired."""
    _ = patient.language.gettext
    machine = patient.machine
    if not patient.panel or not patient.wiring.pixels or not patient.is_pi:
        return []
    if not machine.exists(SPI):
        says = _("SPI, the bus to the strip, is switched off")
        return [CheckResult("strip", Health.WRONG, says, _spi_on(patient))]
    if not machine.may_use(SPI):
        says = _("no right to {devices}").format(devices=SPI)
        mend = _("{command}, and log in anew").format(command="sudo usermod -aG spi $USER")
        return [CheckResult("strip", Health.WRONG, says, mend)]
    error = machine.import_error("spidev")
    if error is not None:
        says = _("spidev does not start: {why}").format(why=error)
        return [CheckResult("strip", Health.WRONG, says, "sudo apt install python3-spidev")]
    if "Raspberry Pi 4" in (machine.text("/proc/device-tree/model") or ""):
        asked = ["vcgencmd", "get_config", STEADY_CLOCK.partition("=")[0]]
        if machine.answer(asked) not in (None, STEADY_CLOCK):
            says = _("the pace of the bus to the strip changes with the processor's load")
            return [CheckResult("strip", Health.WARNING, says, _written(patient, STEADY_CLOCK_ON))]
    return [CheckResult("strip", Health.OK, _("the bus to the strip is there"))]


def oled(patient: Patient) -> Sequence[CheckResult]:
    """Say whether the OLED answers; nothing where none is wired."""
    _ = patient.language.gettext
    machine = patient.machine
    if not patient.panel or patient.wiring.oled is None or not patient.is_pi:
        return []
    if not machine.exists(BUS):
        says = _("I2C, the bus to the OLED, is switched off")
        mend = _("{command}, and start anew").format(command="sudo raspi-config nonint do_i2c 0")
        return [CheckResult("oled", Health.WRONG, says, mend)]
    if not machine.may_use(BUS):
        says = _("no right to {devices}").format(devices=BUS)
        mend = _("{command}, and log in anew").format(command="sudo usermod -aG i2c $USER")
        return [CheckResult("oled", Health.WRONG, says, mend)]
    error = machine.import_error("luma.oled.device")
    if error is not None:
        says = _("luma.oled does not start: {why}").format(why=error)
        return [CheckResult("oled", Health.WRONG, says, "sudo apt install python3-luma.oled")]
    at = f"{patient.oled_address:#x}"
    if not machine.answers_on_i2c(BUS_NUMBER, patient.oled_address):
        says = _("nothing answers at the OLED's address, {address}").format(address=at)
        mend = _("look at its four wires; sudo i2cdetect -y 1 shows who answers where")
        return [CheckResult("oled", Health.WRONG, says, mend)]
    return [CheckResult("oled", Health.OK, _("it answers at {address}").format(address=at))]


def _spi_on(patient: Patient) -> str:
    return _written(patient, SPI_ON)


def _written(patient: Patient, configured: str) -> str:
    _ = patient.language.gettext
    says = _("{lines} in /boot/firmware/config.txt, and start anew")
    return says.format(lines=configured)


def lines(patient: Patient) -> Sequence[CheckResult]:
    """Say of each wired pin whether something else holds it."""
    _ = patient.language.gettext
    if not patient.panel or not patient.machine.exists("/dev/gpiochip0"):
        return []
    ask = patient.machine.answer
    # Of a Raspberry Pi 5 an older kernel calls the header gpiochip4: its driver names it for sure.
    chips = [line.split()[0] for line in (ask(["gpiodetect"]) or "").splitlines() if HEADER in line]
    chip = chips[0] if chips else "gpiochip0"
    said = ask(["gpioinfo", "-c", chip]) or ask(["gpioinfo", chip])  # new, old
    if said is None:
        mend = "sudo apt install gpiod"
        return [CheckResult("wires", Health.UNKNOWN, _("who holds the pins cannot be seen"), mend)]
    ends = {f"lamp {name}": pin for name, pin in patient.wiring.lamps.items()}
    ends |= {f"button {press.value}": pin for press, pin in patient.wiring.buttons.items()}
    if patient.wiring.buzzer is not None:
        ends["buzzer"] = patient.wiring.buzzer
    held = {}
    for line in said.splitlines():
        words = line.replace(":", " ").split()
        if len(words) > 1 and words[0] == "line" and ("[used]" in line or "consumer=" in line):
            held[words[1]] = line
    found = []
    for name, pin in ends.items():
        holder = held.get(str(pin))
        if holder is not None and not _IS_LGPIO.search(holder):
            says = _("{end}, GPIO{pin}, is held by something else").format(end=name, pin=pin)
            mend = _("switch I2C, SPI and 1-Wire off in sudo raspi-config, or set another pin")
            if patient.wiring.oled is not None:  # its bus stays on
                mend = _("switch SPI and 1-Wire off in sudo raspi-config, or set another pin")
            if patient.wiring.pixels:  # its bus stays on, but leaves the pins 7 and 8 alone
                mend = _spi_on(patient)
            found.append(CheckResult("wires", Health.WRONG, says, mend))
    return found or [CheckResult("wires", Health.OK, _("all pins of the panel are free"))]


def disk(patient: Patient) -> Sequence[CheckResult]:
    """Say whether games can be written down."""
    _ = patient.language.gettext
    if not patient.machine.may_write(patient.state):
        mend = f"sudo chown -R $USER {patient.state}"
        says = _("{folder} may not be written to").format(folder=patient.state)
        return [CheckResult("disk", Health.WRONG, says, mend)]
    free = patient.machine.free_bytes(patient.state)
    if free is None:
        says = _("the free space of {folder} is unknown").format(folder=patient.state)
        return [CheckResult("disk", Health.UNKNOWN, says)]
    health = Health.WRONG if free < NO_DISK else Health.WARNING
    mend = _("sudo apt clean, or companion games delete")
    says = _("{number} MB are free").format(number=free // 1_000_000)
    if free < LITTLE_DISK:
        return [CheckResult("disk", health, says, mend)]
    return [CheckResult("disk", Health.OK, says)]


def power(patient: Patient) -> Sequence[CheckResult]:
    """Say whether the Pi's voltage is or was too low."""
    _ = patient.language.gettext
    machine = patient.machine
    said = machine.answer(["vcgencmd", "get_throttled"])
    bits: int | None = None
    if said is not None and said.startswith("throttled="):
        try:
            bits = int(said.removeprefix("throttled="), 16)
        except ValueError:
            bits = None
    if bits is None:
        # Without vcgencmd the kernel's own sensor says it, for this moment only.
        low = machine.text(SENSOR)
        if low is None:
            return [CheckResult("power", Health.UNKNOWN, _("nobody here can say"))]
        bits = int(low == "1")
    mend = _("take the power supply that was made for this Pi, and a short thick cable")
    if bits >> LOW_NOW & 1:
        return [CheckResult("power", Health.WRONG, _("the voltage is too low now"), mend)]
    if bits >> LOW_SINCE_THE_START & 1:
        return [
            CheckResult("power", Health.WRONG, _("the voltage was too low since the start"), mend)
        ]
    return [CheckResult("power", Health.OK, _("the voltage was never too low"))]


def temperature(patient: Patient) -> Sequence[CheckResult]:
    """Say whether the processor is too hot."""
    _ = patient.language.gettext
    said = patient.machine.text("/sys/class/thermal/thermal_zone0/temp")
    if said is None or not said.lstrip("-").isdecimal():
        return [CheckResult("temperature", Health.UNKNOWN, _("nobody here can say"))]
    degrees = int(said) / 1000
    health = Health.WRONG if degrees >= HOT else Health.WARNING if degrees >= WARM else Health.OK
    mend = None if health is Health.OK else _("give the Pi a heat sink or a fan, and air")
    says = _("{number} degrees Celsius").format(number=round(degrees))
    return [CheckResult("temperature", health, says, mend)]


def clock(patient: Patient) -> Sequence[CheckResult]:
    """Say whether the clock goes right; a Pi has no battery."""
    _ = patient.language.gettext
    if patient.machine.year() < BUILT:
        mend = _("sudo timedatectl set-ntp true, and connect the network")
        says = _("it is {year} here").format(year=patient.machine.year())
        return [CheckResult("clock", Health.WRONG, says, mend)]
    said = patient.machine.answer(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
    if said == "no":
        mend = "sudo timedatectl set-ntp true"
        return [
            CheckResult("clock", Health.WARNING, _("the clock is not set by the network"), mend)
        ]
    return [CheckResult("clock", Health.OK, _("goes right"))]


def name_service(patient: Patient) -> Sequence[CheckResult]:
    """Say whether phones find this machine by its name."""
    _ = patient.language.gettext
    host = patient.machine.text("/etc/hostname") or _("this machine")
    said = patient.machine.answer(["systemctl", "is-active", "avahi-daemon"])
    if said == "active":
        address = page_address(f"{host}.local", patient.port)
        says = _("phones find {address}").format(address=address)
        return [CheckResult("name", Health.OK, says)]
    mend = "sudo apt install avahi-daemon && sudo systemctl enable --now avahi-daemon"
    says = _("avahi does not run: phones need the address in numbers")
    return [CheckResult("name", Health.WARNING, says, mend)]


def port(patient: Patient) -> Sequence[CheckResult]:
    """Say whether the page can have its port."""
    _ = patient.language.gettext
    if not (patient.serves or patient.machine.listens(patient.port)):
        return [CheckResult("port", Health.OK, _("{port} is free").format(port=patient.port))]
    service = ["systemctl", "is-active", "companion"]
    if patient.serves or patient.machine.answer(service) == "active":
        says = _("the companion answers at {port}").format(port=patient.port)
        return [CheckResult("port", Health.OK, says)]
    mend = _("set another web.port in the settings, or stop what uses it")
    says = _("something already answers at {port}").format(port=patient.port)
    return [CheckResult("port", Health.WARNING, says, mend)]


CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "system": system,
        "memory": memory,
        "groups": groups,
        "permissions": devices,
        "picamera2": libraries,
        "pins": pin_factory,
        "strip": strip,
        "oled": oled,
        "wires": lines,
        "disk": disk,
        "power": power,
        "temperature": temperature,
        "clock": clock,
        "name": name_service,
        "port": port,
    }
)
"""Every check of the machine by its name, in the order in which they are told."""


def examine(
    checks: Mapping[str, Callable[[], Sequence[CheckResult]]], language: NullTranslations = ENGLISH
) -> tuple[CheckResult, ...]:
    """Do all checks; one that fails is told as such and ends nothing."""
    found: list[CheckResult] = []
    for name, check in checks.items():
        try:
            found += check()
        except Exception as error:  # a doctor who faints helps nobody
            _log.debug("the check %s failed", name, exc_info=True)
            says = language.gettext("cannot be looked at: {why}").format(why=error)
            found.append(CheckResult(name, Health.UNKNOWN, says))
    return tuple(found)
