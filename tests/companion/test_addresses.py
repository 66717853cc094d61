"""Where the page is, also in a network that leads nowhere."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import pytest

from companion import addresses
from companion.addresses import NOWHERE, own_address, page_address


class _NoWayOut(socket.socket):
    """A socket of a machine whose network has no router."""

    def connect(self, address: object, /) -> None:
        raise OSError(101, "Network is unreachable")


def test_this_machine_has_an_address() -> None:
    assert ip_address(own_address()).version == 4


def test_the_usual_port_is_left_out_as_people_leave_it_out() -> None:
    assert page_address("table.local", 80) == "http://table.local"
    assert page_address("table.local", 8000) == "http://table.local:8000"


def test_a_network_without_a_way_out_is_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def address_of(interface: str, asking: socket.socket) -> str | None:
        asked.append(interface)
        return {"lo": "127.0.0.1", "eth0": None, "wlan0": "192.168.4.1"}[interface]

    monkeypatch.setattr(socket, "socket", _NoWayOut)
    names = [(1, "lo"), (2, "eth0"), (3, "wlan0")]
    monkeypatch.setattr(socket, "if_nameindex", lambda: names)
    monkeypatch.setattr(addresses, "_address_of", address_of)
    assert own_address() == "192.168.4.1"
    assert asked == ["lo", "eth0", "wlan0"]
    names.pop()
    assert own_address() == NOWHERE


def test_the_kernel_tells_the_address_of_an_interface() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        assert addresses._address_of("lo", asking) == "127.0.0.1"
        assert addresses._address_of("no-such-one", asking) is None
