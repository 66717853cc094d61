"""What is wrong with this machine, and the command that mends it: pure checks over its probes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import MappingProxyType

from companion.addresses import page_address
from companion.wiring import Wiring
from hardware.probes import Machine

LITTLE_DISK, NO_DISK = 500_000_000, 50_000_000
"""Bytes."""
WARM, HOT = 70.0, 80.0
"""Degrees Celsius: from 80 a Raspberry Pi slows down."""
BUILT = 2026
"""No clock that goes right shows an earlier year."""
SENSOR = "/sys/devices/platform/soc/soc:firmware/raspberrypi-hwmon/hwmon/hwmon0/in0_lcrit_alarm"
UNDER_VOLTAGE = MappingProxyType({0: "is too low now", 16: "was too low since the start"})
"""Bits of ``vcgencmd get_throttled``."""

_log = logging.getLogger(__name__)


class Health(Enum):
    """How something is."""

    OK = "ok"
    WARNING = "warning"
    """It works, not as well as it could."""
    WRONG = "wrong"
    """It does not work."""
    UNKNOWN = "unknown"
    """It is not here, or cannot be looked at now."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found.

    Attributes:
        check: its name.
        health: how it is.
        says: one line for people.
        mend: the command, or the deed, that mends it; None where there is nothing to mend.
    """

    check: str
    health: Health
    says: str
    mend: str | None = None


@dataclass(frozen=True, slots=True)
class Patient:
    """What is asked about.

    Attributes:
        machine: what it says of itself.
        state: the folder of decks and games.
        port: where the page is.
        wiring: the panel's pins.
        panel: whether a panel is wanted; without one its pins are no matter.
    """

    machine: Machine
    state: Path
    port: int
    wiring: Wiring
    panel: bool = True

    @property
    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        return "Raspberry Pi" in (self.machine.text("/proc/device-tree/model") or "")


Check = Callable[[Patient], Sequence[Finding]]


def system(patient: Patient) -> Sequence[Finding]:
    """Say which machine this is."""
    model = patient.machine.text("/proc/device-tree/model") or "no Raspberry Pi"
    release = patient.machine.text("/etc/os-release") or ""
    names = [line[13:-1] for line in release.splitlines() if line.startswith('PRETTY_NAME="')]
    return [Finding("system", Health.OK, f"{model}, {names[0] if names else 'unknown system'}")]


def groups(patient: Patient) -> Sequence[Finding]:
    """Say whether this user belongs to the groups that own camera and pins."""
    wanted = ["video", *(["gpio"] if patient.machine.exists("/dev/gpiochip0") else [])]
    missing = [one for one in wanted if one not in patient.machine.groups()]
    if not missing or patient.machine.is_root():
        return [Finding("groups", Health.OK, "this user may use camera and pins")]
    joined = ",".join(missing)
    return [
        Finding(
            "groups",
            Health.WRONG,
            f"this user is not in {' and '.join(missing)}",
            f"sudo usermod -aG {joined} $USER, and log in anew",
        )
    ]


def devices(patient: Patient) -> Sequence[Finding]:
    """Say whether the devices that are there may be used."""
    machine = patient.machine
    kinds = ("/dev/gpiochip0", "/dev/video0", "/dev/media0", "/dev/dma_heap/system")
    barred = [one for one in kinds if machine.exists(one) and not machine.may_use(one)]
    if barred:
        mend = "sudo usermod -aG video,gpio $USER, and log in anew"
        return [Finding("permissions", Health.WRONG, f"no right to {', '.join(barred)}", mend)]
    return [Finding("permissions", Health.OK, "all devices that are there may be used")]


def libraries(patient: Patient) -> Sequence[Finding]:
    """Say whether picamera2 starts with this numpy."""
    error = patient.machine.import_error("picamera2")
    if error is None:
        return [Finding("picamera2", Health.OK, "starts")]
    if "numpy.dtype size changed" in error or "numpy.core" in error:
        return [
            Finding(
                "picamera2",
                Health.WRONG,
                "does not start, for another numpy hides the one that it was built with",
                "sudo ./install.sh (or, in your own environment: pip uninstall numpy)",
            )
        ]
    if "picamera2" in error or "libcamera" in error:
        mend = "sudo apt install --no-install-recommends python3-picamera2"
        if patient.is_pi:
            return [Finding("picamera2", Health.WRONG, "is not installed", mend)]
        return [Finding("picamera2", Health.UNKNOWN, "is not installed; only a Pi needs it")]
    return [Finding("picamera2", Health.WRONG, f"does not start: {error}", "sudo ./install.sh")]


def pin_factory(patient: Patient) -> Sequence[Finding]:
    """Say whether gpiozero reaches the pins, by lgpio."""
    if not patient.panel:
        return [Finding("pins", Health.UNKNOWN, "no panel is wanted")]
    if not patient.machine.exists("/dev/gpiochip0"):
        health = Health.WRONG if patient.is_pi else Health.UNKNOWN
        return [Finding("pins", health, "this machine has no pins: the panel is on the page")]
    error = patient.machine.import_error("lgpio")
    if error is not None:
        mend = "sudo apt install python3-lgpio"
        return [Finding("pins", Health.WRONG, f"lgpio does not start: {error}", mend)]
    lamps, buttons = len(patient.wiring.lamps), len(patient.wiring.buttons)
    wired = f"lgpio is there; {lamps} lamps and {buttons} buttons are wired by the settings"
    return [Finding("pins", Health.OK, wired, "companion panel test tries each of them")]


def lines(patient: Patient) -> Sequence[Finding]:
    """Say of each wired pin whether something else holds it."""
    if not patient.panel or not patient.machine.exists("/dev/gpiochip0"):
        return []
    ask = patient.machine.answer
    said = ask(["gpioinfo", "-c", "gpiochip0"]) or ask(["gpioinfo", "gpiochip0"])  # new, old
    if said is None:
        mend = "sudo apt install gpiod"
        return [Finding("wires", Health.UNKNOWN, "who holds the pins cannot be seen", mend)]
    ends = {f"lamp {name}": pin for name, pin in patient.wiring.lamps.items()}
    ends |= {f"button {press.value}": pin for press, pin in patient.wiring.buttons.items()}
    held = {}
    for line in said.splitlines():
        words = line.replace(":", " ").split()
        if len(words) > 1 and words[0] == "line" and ("[used]" in line or "consumer=" in line):
            held[words[1]] = line
    found = []
    for name, pin in ends.items():
        holder = held.get(str(pin), "lg")
        if "lg" not in holder:  # lgpio's own: the companion runs
            says = f"{name}, GPIO{pin}, is held by something else"
            mend = "switch I2C, SPI and 1-Wire off in sudo raspi-config, or set another pin"
            found.append(Finding("wires", Health.WRONG, says, mend))
    return found or [Finding("wires", Health.OK, f"all {len(ends)} pins of the panel are free")]


def disk(patient: Patient) -> Sequence[Finding]:
    """Say whether games can be written down."""
    if not patient.machine.may_write(patient.state):
        mend = f"sudo chown -R $USER {patient.state}"
        return [Finding("disk", Health.WRONG, f"{patient.state} may not be written to", mend)]
    free = patient.machine.free_bytes(patient.state)
    if free is None:
        return [Finding("disk", Health.UNKNOWN, f"the free space of {patient.state} is unknown")]
    health = Health.WRONG if free < NO_DISK else Health.WARNING
    mend = "sudo apt clean, or companion games delete"
    says = f"{free // 1_000_000} MB are free"
    if free < LITTLE_DISK:
        return [Finding("disk", health, says, mend)]
    return [Finding("disk", Health.OK, says)]


def power(patient: Patient) -> Sequence[Finding]:
    """Say whether the Pi's voltage is or was too low."""
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
            return [Finding("power", Health.UNKNOWN, "nobody here can say")]
        bits = int(low == "1")
    mend = "take the power supply that was made for this Pi, and a short thick cable"
    for bit, says in UNDER_VOLTAGE.items():
        if bits >> bit & 1:
            return [Finding("power", Health.WRONG, f"the voltage {says}", mend)]
    return [Finding("power", Health.OK, "the voltage was never too low")]


def temperature(patient: Patient) -> Sequence[Finding]:
    """Say whether the processor is too hot."""
    said = patient.machine.text("/sys/class/thermal/thermal_zone0/temp")
    if said is None or not said.lstrip("-").isdecimal():
        return [Finding("temperature", Health.UNKNOWN, "nobody here can say")]
    degrees = int(said) / 1000
    health = Health.WRONG if degrees >= HOT else Health.WARNING if degrees >= WARM else Health.OK
    mend = None if health is Health.OK else "give the Pi a heat sink or a fan, and air"
    return [Finding("temperature", health, f"{degrees:.0f} degrees Celsius", mend)]


def clock(patient: Patient) -> Sequence[Finding]:
    """Say whether the clock goes right; a Pi has no battery."""
    if patient.machine.year() < BUILT:
        mend = "sudo timedatectl set-ntp true, and connect the network"
        return [Finding("clock", Health.WRONG, f"it is {patient.machine.year()} here", mend)]
    said = patient.machine.answer(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
    if said == "no":
        mend = "sudo timedatectl set-ntp true"
        return [Finding("clock", Health.WARNING, "the clock is not set by the network", mend)]
    return [Finding("clock", Health.OK, "goes right")]


def name_service(patient: Patient) -> Sequence[Finding]:
    """Say whether phones find this machine by its name."""
    host = patient.machine.text("/etc/hostname") or "this machine"
    said = patient.machine.answer(["systemctl", "is-active", "avahi-daemon"])
    if said == "active":
        says = f"phones find {page_address(f'{host}.local', patient.port)}"
        return [Finding("name", Health.OK, says)]
    mend = "sudo apt install avahi-daemon && sudo systemctl enable --now avahi-daemon"
    says = "avahi does not run: phones need the address in numbers"
    return [Finding("name", Health.WARNING, says, mend)]


def port(patient: Patient) -> Sequence[Finding]:
    """Say whether the page can have its port."""
    if not patient.machine.listens(patient.port):
        return [Finding("port", Health.OK, f"{patient.port} is free")]
    if patient.machine.answer(["systemctl", "is-active", "companion"]) == "active":
        return [Finding("port", Health.OK, f"the companion answers at {patient.port}")]
    mend = "set another web.port in the settings, or stop what uses it"
    says = f"something already answers at {patient.port}"
    return [Finding("port", Health.WARNING, says, mend)]


CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "system": system,
        "groups": groups,
        "permissions": devices,
        "picamera2": libraries,
        "pins": pin_factory,
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


def examine(checks: Mapping[str, Callable[[], Sequence[Finding]]]) -> tuple[Finding, ...]:
    """Do all checks; one that fails is told as such and ends nothing."""
    found: list[Finding] = []
    for name, check in checks.items():
        try:
            found += check()
        except Exception as error:  # a doctor who faints helps nobody
            _log.debug("the check %s failed", name, exc_info=True)
            found.append(Finding(name, Health.UNKNOWN, f"cannot be looked at: {error}"))
    return tuple(found)
