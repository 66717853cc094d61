"""What the installer puts into a system: the unit, the name service, and that they fit the code."""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import subprocess
import tomllib
from configparser import RawConfigParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.live import SLOWEST_TRY
from companion.settings.settings import WebSettings
from hardware.newest import STALL

ROOT = Path(__file__).resolve().parent.parent
UNIT = ROOT / "systemd" / "companion.service"
INSTALLER = ROOT / "install.sh"
UPDATE = ROOT / "systemd" / "companion-update"
PACKAGE = ROOT / "tools" / "debian"
LIBRARY = "/usr/lib/tabletop-companion"
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
    assert set(values("SupplementaryGroups")) == {"video", "gpio", "audio", "spi", "i2c"}
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


def test_the_package_the_command_and_the_unit_agree_on_paths() -> None:
    (start,) = re.findall(r"^ExecStart=(\S+) run$", UNIT.read_text(), re.MULTILINE)
    assert start == f"{LIBRARY}/bin/companion"
    assert f"exec {start} " in (ROOT / "systemd" / "companion-command").read_text()
    build = (PACKAGE / "build.sh").read_text()
    assert f"{LIBRARY[1:]}" == "usr/lib/tabletop-companion"
    assert "NAME=tabletop-companion\n" in build
    assert "LIBRARY=usr/lib/$NAME\n" in build
    (state,) = values("StateDirectory")
    for script in (INSTALLER, PACKAGE / "postinst"):
        assert f"STATE=/var/lib/{state}\n" in script.read_text()
    assert f"XDG_CONFIG_HOME=/var/lib/{state}/config" in values("Environment")


def test_every_file_of_the_service_goes_into_the_package() -> None:
    build = (PACKAGE / "build.sh").read_text()
    for file in (ROOT / "systemd").iterdir():
        taken = f'$systemd"/*{file.suffix}' if file.suffix == ".service" else file.name
        assert file.name == "README.md" or taken in build, f"{file.name} would stay away"


def test_what_was_under_way_when_the_power_went_is_brought_to_its_end_first() -> None:
    unit = (ROOT / "systemd" / "companion-update.service").read_text()
    (waits,) = re.findall(r"^ConditionPathExists=(.*)/under-way$", unit, re.MULTILINE)
    kept = f"KEPT={waits}".replace("tabletop-companion", "$NAME")
    assert kept in UPDATE.read_text()
    assert "\nBefore=companion.service\n" in unit


def test_nothing_from_the_internet_goes_into_a_shell() -> None:
    for script in (INSTALLER, UPDATE, *PACKAGE.iterdir()):
        assert not re.search(r"\b(curl|wget)\b", script.read_text()), script


def test_the_package_is_installed_without_asking_pypi() -> None:
    for script in (
        UPDATE,
        *(PACKAGE / name for name in ("preinst", "postinst", "prerm", "postrm")),
    ):
        assert not re.search(r"\bpip\b", script.read_text()), script


@pytest.mark.parametrize("script", [INSTALLER, UPDATE], ids=lambda path: path.name)
@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [(["--help"], 0, "rollback"), (["--frobnicate"], 2, "what is '--frobnicate'?")],
)
def test_the_installer_explains_itself(
    script: Path, arguments: list[str], code: int, says: str
) -> None:
    ran = subprocess.run([script, *arguments], capture_output=True, text=True)
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
    assert "paho-mqtt" in bundled()


def test_the_package_brings_all_that_the_project_needs_at_run_time() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    control = (PACKAGE / "control").read_text()
    (depends,) = re.findall(r"^Depends: (.*)$", control, re.MULTILINE)
    of_debian = set(re.findall(r"\bpython3-(\S+?)(?:,|$)", depends)) | {"opencv-python"}
    wanted = {named(one) for one in project["dependencies"]}
    assert wanted <= bundled() | of_debian
    assert not bundled() & of_debian, "one of the two would hide the other"
    for bringing in wanted - of_debian:
        for line in importlib.metadata.requires(bringing) or []:
            if "extra ==" not in line and "python_version" not in line and "sys_plat" not in line:
                brought = {"pillow": "pil"}.get(named(line), named(line))
                assert brought in bundled() | of_debian | {"setuptools"}, f"{bringing}: {line}"


def named(requirement: str) -> str:
    """Return the name of a package in what asks for it."""
    found = re.match(r"[\w.-]+", requirement)
    assert found is not None
    return found[0].lower().replace("_", "-")


def bundled() -> set[str]:
    """Return what the package brings from PyPI, in its own words."""
    build = (PACKAGE / "build.sh").read_text()
    functions = re.findall(r"^(?:pure|compiled)\(\) \{\n.*?^\}\n", build, re.DOTALL | re.MULTILINE)
    said = subprocess.run(
        ["/bin/sh", "-eu", "-s"],
        input="\n".join([f"PROJECT={ROOT} OPENCV=", *functions, "pure", "compiled"]),
        capture_output=True,
        text=True,
    )
    assert said.returncode == 0, said.stderr
    return {named(line) for line in said.stdout.splitlines() if line}
