"""The card's image: its recipes fit the package, and nobody can log in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
IMAGE = ROOT / "tools" / "image"
OVERLAY = IMAGE / "root"
CONTROL = ROOT / "tools" / "debian" / "control"
RECIPE = IMAGE / "raspberry-pi-os"
LAYER = RECIPE / "layer" / "tabletop-companion.yaml"
CONFIG = RECIPE / "config" / "tabletop-companion.yaml"
THEIR_LAYERS = {
    "rpi-generic64",
    "image-rpios",
    "trixie-minbase",
    "network-manager",
    "wireless-regulatory",
}
"""Layers of rpi-image-gen that we name, as its documentation and examples do."""
FIELDS = {"Name", "Version", "Category", "Desc", "Requires"}
"""Of a layer's header, in its documentation."""


def named_in(field: str) -> set[str]:
    """Return the packages that a field of the control file names, of alternatives the first."""
    found = re.search(rf"^{field}: (.*)$", CONTROL.read_text(), re.MULTILINE)
    assert found is not None
    return {re.split(r"[ |(]", one.strip())[0] for one in found[1].split(",")}


def listed(text: str, key: str) -> list[str]:
    """Return the plain entries of a list in YAML that is as simple as ours."""
    lines = text.splitlines()
    begin = next(n for n, line in enumerate(lines) if line.strip() == f"{key}:")
    entries = []
    for line in lines[begin + 1 :]:
        if not line.startswith("    - "):
            break
        entries.append(line.removeprefix("    - "))
    return entries


def test_raspberry_pi_os_gets_all_that_the_package_recommends() -> None:
    packages = listed(LAYER.read_text(), "packages")
    assert packages == sorted(packages)
    assert named_in("Recommends") <= set(packages)
    of_its_own = {"dnsmasq-base", "systemd-timesyncd"}
    assert set(packages) <= named_in("Recommends") | named_in("Depends") | of_its_own


def test_the_recipe_is_formed_as_rpi_image_gen_wants_it() -> None:
    header, _, body = LAYER.read_text().partition("\n---\n")
    lines = header.splitlines()
    assert (lines[0], lines[-1]) == ("# METABEGIN", "# METAEND")
    fields = dict(re.findall(r"^# X-Env-Layer-(\w+): (.*)$", header, re.MULTILINE))
    assert set(fields) <= FIELDS
    assert fields["Name"] == LAYER.stem
    assert set(fields["Requires"].split(",")) <= THEIR_LAYERS
    assert body.startswith("mmdebstrap:\n")
    told = re.findall(r"^  (?:layer|base|app): (\S+)$", CONFIG.read_text(), re.MULTILINE)
    assert set(told) <= THEIR_LAYERS | {fields["Name"]}
    assert fields["Name"] in told


@pytest.mark.parametrize("recipe", [LAYER, CONFIG], ids=lambda path: path.parent.name)
def test_a_recipe_has_no_tabs_and_its_keys_stand_below_one_another(recipe: Path) -> None:
    for line in recipe.read_text().splitlines():
        assert "\t" not in line
        assert (len(line) - len(line.lstrip(" "))) % 2 == 0, line


def test_the_recipe_that_nobody_built_says_so() -> None:
    assert "NOT BUILT" in CONFIG.read_text()
    assert "**Not built yet.**" in (IMAGE / "README.md").read_text()


def test_nobody_can_log_in_and_nothing_is_shared_by_two_machines() -> None:
    made = (IMAGE / "customize.sh").read_text()
    assert "passwd --quiet --lock root" in made
    assert 'echo uninitialized >"$root/etc/machine-id"' in made
    assert "keys.json" in made
    for recipe in ((IMAGE / "build.sh").read_text(), LAYER.read_text(), CONFIG.read_text()):
        assert not re.search(r"openssh|user1pass|chpasswd|useradd", recipe)


def test_the_card_is_mended_after_a_pulled_plug_and_grows_to_its_size() -> None:
    device, place, kind, options, _, check = (
        (OVERLAY / "etc" / "fstab").read_text().splitlines()[-1].split()
    )
    assert (device, place, kind, check) == ("LABEL=companion", "/", "ext4", "1")
    assert {"noatime", "errors=remount-ro", "x-systemd.growfs"} <= set(options.split(","))
    assert "Type=root\n" in (OVERLAY / "etc" / "repart.d" / "50-root.conf").read_text()
    name = (OVERLAY / "etc" / "hostname").read_text().strip()
    assert f"127.0.1.1 {name}\n" in (OVERLAY / "etc" / "hosts").read_text()
