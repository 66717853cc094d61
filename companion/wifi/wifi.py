"""What can be asked of the machine's wireless network, whatever it is asked with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.language.phrases import phrase

LONGEST_WIFI_NAME = 32
"""Bytes of a network's name (SSID, IEEE 802.11)."""
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 63
"""Characters of a WPA passphrase (IEEE 802.11i, annex H.4), which are printable ASCII."""

HOTSPOT_ADDRESS = "10.42.0.1"
"""Where the page is on the hotspot: what NetworkManager takes by itself for a shared connection."""

NO_WIFI = phrase("this machine has no Wi-Fi that can be set up here")


class WifiError(ValueError):
    """A network was not joined, or no hotspot opened; the message is a part of a sentence."""


class WifiLink(Enum):
    """How the machine is reached."""

    MISSING = "missing"
    """It has no Wi-Fi that could be asked, or no programme to ask it with."""
    LOST = "lost"
    """It is in no network."""
    HOME = "home"
    """It is in a network, by Wi-Fi or by wire."""
    HOTSPOT = "hotspot"
    """It is the network."""


@dataclass(frozen=True, slots=True)
class WifiState:
    """How the machine is reached now.

    Attributes:
        link: how.
        name: of the network; None: it has none, or is a wire.
    """

    link: WifiLink
    name: str | None = None


@dataclass(frozen=True, slots=True)
class VisibleNetwork:
    """A network in reach.

    Attributes:
        name: its SSID.
        signal: its strength in per cent.
        secured: whether it wants a password.
        joinable: whether a password, or none, is all that it wants; schools want more.
    """

    name: str
    signal: int
    secured: bool
    joinable: bool = True


class Wifi(Protocol):
    """The machine's Wi-Fi; every method may take seconds.

    Raises:
        WifiError: it does not do what it is asked.
    """

    def state(self) -> WifiState:
        """Return how the machine is reached; raises nothing."""

    def visible(self) -> tuple[VisibleNetwork, ...]:
        """Return the networks in reach, the strongest first, each name once."""

    def knows_a_network(self) -> bool:
        """Say whether it was in some network before and remembers it."""

    def join(self, name: str, password: str | None) -> None:
        """Join the network ``name`` and remember it; if it fails nothing of it is remembered."""

    def rejoin(self) -> None:
        """Leave the hotspot for a network that it knows."""

    def open_hotspot(self) -> None:
        """Be a network of its own, which wants no password."""


def fit_to_join(name: str, password: str | None) -> bool:
    """Say whether a network could have this name and this password; None: it wants none."""
    named = name.isprintable() and 0 < len(name.encode()) <= LONGEST_WIFI_NAME
    if password is None:
        return named
    return (
        named
        and SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD
        and password.isascii()
        and password.isprintable()
    )


def strongest_first(found: Iterable[VisibleNetwork]) -> tuple[VisibleNetwork, ...]:
    """Return each name once, by its strongest transmitter: a home may have several of them."""
    best: dict[str, VisibleNetwork] = {}
    for network in found:
        if network.name not in best or best[network.name].signal < network.signal:
            best[network.name] = network
    return tuple(sorted(best.values(), key=lambda one: (-one.signal, one.name)))
