"""The machine's Wi-Fi, with NetworkManager's command played by a program."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.wifi.wifi import VisibleNetwork, WifiError, WifiLink, WifiState
from hardware.wifi import HOTSPOT_NAME, HOTSPOT_PROFILE, NetworkManagerWifi

HOME_PASSWORD = "open: sesame\\1"
HOME = {"psk": HOME_PASSWORD, "signal": 60, "security": "WPA2"}
AIR = {
    "At home: \\o/": HOME,
    "Café": {"psk": None, "signal": 90, "security": ""},
    "School": {"psk": "x", "signal": 30, "security": "WPA2 802.1X"},
}


class Machine:
    """A machine whose NetworkManager is a program of the tests."""

    def __init__(self, folder: Path, **state: Any) -> None:
        self.file = folder / "networkmanager.json"
        begun: dict[str, Any] = {
            "air": AIR,
            "active": None,
            "wire": False,
            "profiles": [],
            "asked": [],
        }
        self.file.write_text(json.dumps({**begun, **state}))
        program = Path(__file__).with_name("fake_nmcli.py")
        command = (sys.executable, str(program), str(self.file))
        self.wifi = NetworkManagerWifi(command, joined_within=0.1)

    @property
    def state(self) -> dict[str, Any]:
        read: dict[str, Any] = json.loads(self.file.read_text())
        return read


def test_networks_in_reach_are_told_the_strongest_first_with_their_true_names(
    tmp_path: Path,
) -> None:
    assert Machine(tmp_path).wifi.visible() == (
        VisibleNetwork("Café", 90, secured=False),
        VisibleNetwork("At home: \\o/", 60, secured=True),
        VisibleNetwork("School", 30, secured=True, joinable=False),
    )


def test_a_home_with_two_transmitters_is_one_network(tmp_path: Path) -> None:
    program = tmp_path / "nmcli"
    program.write_text("#!/bin/sh\nprintf 'Home:40:WPA2\\nHome:70:WPA2\\n:99:WPA2\\n'\n")
    program.chmod(0o755)
    assert NetworkManagerWifi((str(program),)).visible() == (
        VisibleNetwork("Home", 70, secured=True),
    )


def test_a_network_is_joined_by_its_password_which_no_other_user_can_read(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.wifi.join("At home: \\o/", HOME_PASSWORD)
    assert machine.wifi.state() == WifiState(WifiLink.HOME, "At home: \\o/")
    assert not any("sesame" in word for asked in machine.state["asked"] for word in asked)


def test_an_open_network_is_joined_without_a_password(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.wifi.join("Café", None)
    assert machine.wifi.state() == WifiState(WifiLink.HOME, "Café")


def test_a_wrong_password_is_said_to_be_one_and_is_not_kept(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    with pytest.raises(WifiError, match=r"^Café does not take that password$"):
        machine.wifi.join("Café", "not needed")
    assert machine.state["profiles"] == []
    assert not machine.wifi.knows_a_network()


def test_a_network_that_is_out_of_reach_is_said_to_be(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    with pytest.raises(WifiError, match=r"^Neighbour is not in reach$"):
        machine.wifi.join("Neighbour", "longenough")


def test_a_new_password_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    machine = Machine(
        tmp_path, air={"Home": {"psk": "newer one", "signal": 50, "security": "WPA2"}}
    )
    with pytest.raises(WifiError):
        machine.wifi.join("Home", "older one")
    machine.wifi.join("Home", "newer one")
    machine.wifi.join("Home", "newer one")
    assert len(machine.state["profiles"]) == 1


def test_the_hotspot_wants_no_password_and_is_no_network_at_home(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.wifi.open_hotspot()
    machine.wifi.open_hotspot()
    assert machine.wifi.state() == WifiState(WifiLink.HOTSPOT, HOTSPOT_NAME)
    assert not machine.wifi.knows_a_network()
    (profile,) = machine.state["profiles"]
    assert profile["name"] == HOTSPOT_PROFILE
    assert "wifi-sec.key-mgmt" not in profile["said"]
    assert profile["said"]["autoconnect"] == "no"


def test_from_the_hotspot_it_goes_back_to_a_network_that_it_knows(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.wifi.join("Café", None)
    machine.wifi.open_hotspot()
    machine.wifi.rejoin()
    assert machine.wifi.state() == WifiState(WifiLink.HOME, "Café")


def test_without_a_known_network_in_reach_the_way_back_fails(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    machine.wifi.open_hotspot()
    with pytest.raises(WifiError, match="no network that is known was found"):
        machine.wifi.rejoin()


def test_a_cable_is_a_network_too(tmp_path: Path) -> None:
    machine = Machine(tmp_path, wire=True)
    assert machine.wifi.state() == WifiState(WifiLink.HOME)


def test_a_machine_without_networkmanager_has_no_wifi_to_be_set_up() -> None:
    wifi = NetworkManagerWifi(("/nowhere/nmcli",))
    assert wifi.state() == WifiState(WifiLink.MISSING)
    with pytest.raises(WifiError, match="has no Wi-Fi"):
        wifi.join("Home", "longenough")
