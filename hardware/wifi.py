"""The machine's Wi-Fi by NetworkManager, which Raspberry Pi OS and the image with Debian have.

It is asked by its command nmcli(1), whose terse output is made for programs.
"""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Sequence

from companion.language.phrases import phrase
from companion.wifi.wifi import (
    HOTSPOT_ADDRESS,
    NO_WIFI,
    VisibleNetwork,
    WifiError,
    WifiLink,
    WifiState,
    strongest_first,
)

HOTSPOT_PROFILE = "companion-hotspot"
"""NetworkManager's name of the hotspot's settings."""
HOTSPOT_NAME = "Hanabi table"
"""What phones show."""
NMCLI_WITHIN = 20.0
"""Seconds that NetworkManager may take for a question, a look at what is in reach included."""
JOINED_WITHIN = 45
"""Seconds that joining may take: the password is checked, and the router gives an address."""
LOOK_AGAIN = 1.0
"""Seconds between two looks whether a network was joined."""
_WIRELESS = "802-11-wireless"
_FIELD = re.compile(r"((?:\\.|[^:\\])*)(?::|$)")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_WRONG_PASSWORD = "Secrets were required"
_NOT_FOUND = "network could not be found"


class NetworkManagerWifi:
    """The Wi-Fi of this machine, by NetworkManager.

    A user other than root may change networks only where polkit lets it; the package sees to that.
    """

    def __init__(
        self, command: Sequence[str] = ("nmcli",), *, joined_within: float = JOINED_WITHIN
    ) -> None:
        """Take another command to ask with, and other patience, for tests."""
        self._command, self._joined_within = tuple(command), joined_within

    def state(self) -> WifiState:
        """See `companion.wifi.wifi.Wifi.state`."""
        try:
            devices = self._rows("TYPE,STATE,CONNECTION", "device")
        except WifiError:
            return WifiState(WifiLink.MISSING)
        wireless = [row for row in devices if row[0] == "wifi" and row[1] != "unmanaged"]
        connected = [row for row in devices if row[1] == "connected"]
        for kind, _, profile in connected:
            if kind == "wifi" and profile == HOTSPOT_PROFILE:
                return WifiState(WifiLink.HOTSPOT, HOTSPOT_NAME)
        for kind, _, profile in connected:
            if kind == "wifi":
                return WifiState(WifiLink.HOME, profile)
        if not wireless:
            return WifiState(WifiLink.MISSING)
        wired = any(row[0] == "ethernet" for row in connected)
        return WifiState(WifiLink.HOME if wired else WifiLink.LOST)

    def visible(self) -> tuple[VisibleNetwork, ...]:
        """See `companion.wifi.wifi.Wifi.visible`."""
        rows = self._rows("SSID,SIGNAL,SECURITY", "device", "wifi", "list")
        return strongest_first(
            VisibleNetwork(name, int(signal or 0), security != "", "802.1X" not in security)
            for name, signal, security in rows
            if name and name != HOTSPOT_NAME
        )

    def knows_a_network(self) -> bool:
        """See `companion.wifi.wifi.Wifi.knows_a_network`."""
        try:
            profiles = self._rows("TYPE,NAME", "connection", "show")
        except WifiError:
            return False
        return any(kind == _WIRELESS and name != HOTSPOT_PROFILE for kind, name in profiles)

    def join(self, name: str, password: str | None) -> None:
        """See `companion.wifi.wifi.Wifi.join`."""
        security = self._security_of(name)
        key = () if password is None else ("wifi-sec.key-mgmt", security)
        told = self._ask(
            "connection", "add", "type", "wifi", "con-name", name, "ifname", "*", "ssid", name,
            "wifi.hidden", "yes", *key,
        )  # fmt: skip
        found = _UUID.search(told)
        if found is None:
            raise WifiError(NO_WIFI)
        profile = found.group()
        try:
            if password is not None:
                # Not among the arguments, which every user of the machine can read.
                self._ask(
                    "connection", "edit", "uuid", profile,
                    typed=f"set wifi-sec.psk {password}\nsave persistent\nquit\n",
                )  # fmt: skip
            self._activate(name, profile)
        except WifiError:
            self._forget(profile)
            raise
        self._forget_older(name, profile)

    def rejoin(self) -> None:
        """See `companion.wifi.wifi.Wifi.rejoin`."""
        # NetworkManager then takes a network that it knows, if there is one in reach.
        self._ask("connection", "down", "id", HOTSPOT_PROFILE)
        until = time.monotonic() + self._joined_within
        while time.monotonic() < until:
            if self.state().link is WifiLink.HOME:
                return
            time.sleep(LOOK_AGAIN)
        raise WifiError(phrase("no network that is known was found"))

    def open_hotspot(self) -> None:
        """See `companion.wifi.wifi.Wifi.open_hotspot`."""
        profiles = self._rows("NAME", "connection", "show")
        if [HOTSPOT_PROFILE] not in profiles:
            # 2.4 GHz, which every phone has and every country allows.
            self._ask(
                "connection", "add", "type", "wifi", "con-name", HOTSPOT_PROFILE, "ifname", "*",
                "autoconnect", "no", "ssid", HOTSPOT_NAME, "wifi.mode", "ap", "wifi.band", "bg",
                "ipv4.method", "shared", "ipv4.addresses", f"{HOTSPOT_ADDRESS}/24",
                "ipv6.method", "disabled",
            )  # fmt: skip
        self._activate(HOTSPOT_NAME, HOTSPOT_PROFILE, "id")

    # ------------------------------------------------------------------------------- by nmcli

    def _activate(self, name: str, profile: str, by: str = "uuid") -> None:
        wait = str(round(self._joined_within))
        patience = self._joined_within + NMCLI_WITHIN
        try:
            self._ask("--wait", wait, "connection", "up", by, profile, within=patience)
        except WifiError as error:
            if _WRONG_PASSWORD in str(error):
                raise WifiError(phrase("{name} does not take that password", name=name)) from None
            if _NOT_FOUND in str(error):
                raise WifiError(phrase("{name} is not in reach", name=name)) from None
            raise

    def _security_of(self, name: str) -> str:
        """Return how the network's password is checked; of one that is not seen as most do it."""
        kinds = [
            row[1]
            for row in self._rows("SSID,SECURITY", "device", "wifi", "list", "--rescan", "no")
            if row[0] == name
        ]
        return (
            "sae"
            if kinds and all("WPA3" in kind and "WPA2" not in kind for kind in kinds)
            else "wpa-psk"
        )

    def _forget(self, profile: str) -> None:
        try:
            self._ask("connection", "delete", "uuid", profile)
        except WifiError:
            return  # what is left of it is tried again, and found wanting again

    def _forget_older(self, name: str, profile: str) -> None:
        for uuid, kind, title in self._rows("UUID,TYPE,NAME", "connection", "show"):
            if kind == _WIRELESS and title == name and uuid != profile:
                self._forget(uuid)

    def _rows(self, fields: str, *question: str) -> list[list[str]]:
        """Return what nmcli tells, a list of the ``fields`` for each line."""
        told = self._ask("--terse", "--fields", fields, *question)
        return [_fields(line) for line in told.splitlines() if line]

    def _ask(self, *question: str, typed: str = "", within: float = NMCLI_WITHIN) -> str:
        try:
            done = subprocess.run(
                (*self._command, *question),
                input=typed,
                capture_output=True,
                text=True,
                timeout=within,
                check=False,
                env={**os.environ, "LC_ALL": "C.UTF-8"},
            )
        except FileNotFoundError:
            raise WifiError(NO_WIFI) from None
        except (OSError, subprocess.TimeoutExpired) as error:
            raise WifiError(phrase("NetworkManager does not answer: {why}", why=error)) from None
        if done.returncode != 0:
            why = " ".join(done.stderr.split()) or f"nmcli: exit code {done.returncode}"
            raise WifiError(
                phrase("NetworkManager refuses: {why}", why=why.removeprefix("Error: "))
            )
        return done.stdout


def _fields(line: str) -> list[str]:
    """Return the fields of a line of terse output: a backslash stands before ``:`` and itself."""
    found, rest = [], line
    while True:
        match = _FIELD.match(rest)
        assert match is not None  # it matches the empty string, too
        found.append(re.sub(r"\\(.)", r"\1", match.group(1)))
        if match.end() == len(match.group(1)):
            return found
        rest = rest[match.end() :]
