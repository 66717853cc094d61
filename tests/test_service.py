"""What the installer puts into a system: the unit, the name service, and that they fit the code."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.live import SLOWEST_TRY
from companion.settings.settings import WebSettings
from hardware.picamera import STALL

ROOT = Path(__file__).resolve().parent.parent
UNIT = ROOT / "systemd" / "companion.service"
INSTALLER = ROOT / "install.sh"
MOST_EXPOSED = 2.5
"""What `systemd-analyze security` may say; 0 is nothing at all, 10 everything."""


class _Unit(RawConfigParser):
    """A unit's file, in which a key may come more than once: the values are put together."""

    def __init__(self) -> None:
        super().__init__(strict=False, interpolation=None, delimiters=("=",))

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def values(key: str) -> list[str]:
    found = re.findall(rf"^{key}=(.*)$", UNIT.read_text(), re.MULTILINE)
    return [word for line in found for word in line.split()]


def test_the_unit_can_be_read_and_has_its_sections() -> None:
    unit = _Unit()
    unit.read_string(UNIT.read_text())
    assert unit.sections() == ["Unit", "Service", "Install"]


def test_a_lost_camera_is_no_hang() -> None:
    (seconds,) = values("WatchdogSec")
    assert int(seconds) > 2 * (SLOWEST_TRY + STALL), "between two tries it must not be killed"


def test_it_runs_as_its_own_user_and_reaches_its_devices_by_class() -> None:
    assert values("User") == ["companion"]
    assert set(values("SupplementaryGroups")) == {"video", "gpio", "audio"}
    classes = {"char-gpiochip", "char-video4linux", "char-media", "char-dma_heap"}
    assert classes <= set(values("DeviceAllow"))
    assert values("DevicePolicy") == ["closed"]
    assert values("PrivateDevices") == [], "it would hide the pins"


def test_of_roots_rights_it_has_the_one_to_take_port_80() -> None:
    assert values("CapabilityBoundingSet") == ["CAP_NET_BIND_SERVICE"]
    assert values("AmbientCapabilities") == ["CAP_NET_BIND_SERVICE"]


def test_lgpios_pipe_goes_where_it_may_write() -> None:
    (folder,) = (word for word in values("Environment") if word.startswith("LG_WD="))
    assert folder == f"LG_WD=/run/{values('RuntimeDirectory')[0]}"


def test_the_name_service_tells_the_port_that_the_page_has() -> None:
    service = ElementTree.parse(ROOT / "systemd" / "companion.avahi")
    assert service.findtext("service/port") == str(WebSettings().port)


def test_the_installer_and_the_unit_agree_on_paths() -> None:
    script = INSTALLER.read_text()
    (start,) = re.findall(r"^ExecStart=(\S+) run$", UNIT.read_text(), re.MULTILINE)
    assert start == "/opt/companion/current/venv/bin/companion"
    assert "HOME_OF_ALL=/opt/companion\n" in script
    (state,) = values("StateDirectory")
    assert f"STATE=/var/lib/{state}\n" in script
    assert f"XDG_CONFIG_HOME=/var/lib/{state}/config" in values("Environment")
    for name in ("companion.service", "companion.avahi", "50-companion.rules"):
        assert (ROOT / "systemd" / name).is_file()
        assert f"$HERE/systemd/{name}" in script


def test_nothing_from_the_internet_goes_into_a_shell() -> None:
    assert not re.search(r"\b(curl|wget)\b", INSTALLER.read_text())


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [(["--help"], 0, "rollback"), (["--frobnicate"], 2, "what is '--frobnicate'?")],
)
def test_the_installer_explains_itself(arguments: list[str], code: int, says: str) -> None:
    ran = subprocess.run([INSTALLER, *arguments], capture_output=True, text=True)
    assert ran.returncode == code
    assert says in ran.stdout + ran.stderr


def test_systemd_takes_the_unit_and_finds_little_exposed(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("needs systemd-analyze: apt install systemd")
    # What it starts and as whom is not there before it is installed.
    text = UNIT.read_text()
    for key, instead in (("ExecStart", "/bin/true"), ("User", "daemon"), ("Group", "daemon")):
        text = re.sub(rf"^{key}=.*$", f"{key}={instead}", text, flags=re.MULTILINE)
    text = re.sub(r"^SupplementaryGroups=.*$", "", text, flags=re.MULTILINE)
    unit = tmp_path / "companion.service"
    unit.write_text(text)
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True
    )
    said = [line for line in verified.stderr.splitlines() if "companion.service" in line]
    assert (verified.returncode, said) == (0, []), verified.stderr
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
    )
    level = re.search(r"Overall exposure level for \S+: ([\d.]+)", judged.stdout)
    assert level is not None, judged.stdout + judged.stderr
    assert float(level[1]) <= MOST_EXPOSED


def test_the_service_reaches_a_broker_at_home_and_the_installer_brings_what_speaks_with_it() -> (
    None
):
    assert {"AF_INET", "AF_INET6"} <= set(values("RestrictAddressFamilies"))
    allowed = set(values("IPAddressAllow"))
    assert {"localhost", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"} <= allowed
    wanted = requirements()
    assert any(re.fullmatch(r"paho-mqtt==\d+\.\d+\.\d+", line) for line in wanted), wanted


def requirements() -> list[str]:
    """Return what the installer asks PyPI for on trixie."""
    found = re.search(r"<<'PYTHON'\n(.*?)\nPYTHON\n", INSTALLER.read_text(), re.DOTALL)
    assert found is not None
    said = subprocess.run(
        [sys.executable, "-", str(ROOT), "trixie"], input=found[1], capture_output=True, text=True
    )
    assert said.returncode == 0, said.stderr
    asked: list[str] = said.stdout.splitlines()
    return asked
