"""What the service manager hears, at its end of the socket."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.notify import Notifier


class Manager:
    """The end of the socket that systemd has."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.settimeout(0.0)

    def heard(self) -> list[str]:
        told: list[str] = []
        while True:
            try:
                told.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return told

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    listens = Manager(str(tmp_path / "notify"))
    yield listens
    listens.close()


def test_it_says_when_it_is_ready_what_it_does_and_when_it_ends(
    manager: Manager, tmp_path: Path
) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")})
    notifier.ready()
    notifier.status("the camera is usb:0")
    notifier.status("the camera is usb:0")
    notifier.stopping()
    assert manager.heard() == ["READY=1", "STATUS=the camera is usb:0", "STOPPING=1"]


def test_many_frames_in_a_second_are_one_sign_of_life(manager: Manager, tmp_path: Path) -> None:
    now = [100.0]
    notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "notify")}, lambda: now[0])
    for _ in range(25):
        notifier.beat()
        now[0] += 0.1
    assert manager.heard() == ["WATCHDOG=1"] * 3


def test_a_socket_without_a_file_is_found(tmp_path: Path) -> None:
    name = f"companion-{tmp_path.name}"
    listens = Manager(f"\0{name}")
    Notifier({"NOTIFY_SOCKET": f"@{name}"}).ready()
    assert listens.heard() == ["READY=1"]
    listens.close()


def test_started_by_hand_nobody_is_told_and_a_broken_socket_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Notifier({}).ready()
    assert caplog.messages == []
    broken = Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")})
    broken.ready()
    broken.beat()
    assert len(caplog.messages) == 1


def test_started_by_hand_there_is_nobody_to_be_told() -> None:
    assert Notifier({"NOTIFY_SOCKET": "/run/systemd/notify"}).listens
    assert not Notifier({}).listens
