"""The first evening at a table that keeps nothing yet: by the page alone, to the first move.

Only the table is simulated; its pictures come as those of a camera in the network. Each stage can
be looked at: the pictures lie in the test's own folder.
"""

from __future__ import annotations

import contextlib
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser

from companion.demonstration.phones import HttpPhone
from tests.companion.commands.test_run import environment, running
from tests.hardware.webcams import Webcam, served
from tests.web.browsing import PHONE, phones_at
from tests.web.evenings import Evening
from tests.web.new_machine import CameraAbove, to_the_first_move
from tests.web.test_four_evenings import not_annoyed
from vision.simulator.remote import RemoteTable, TableProcess, start_table

__all__ = ["environment"]

SEED = 71204


@pytest.fixture
def standing() -> Iterator[TableProcess]:
    standing = start_table(players=2, seed=SEED)
    yield standing
    standing.process.kill()
    standing.process.wait()


@pytest.fixture
def table(standing: TableProcess) -> Iterator[RemoteTable]:
    with RemoteTable(standing.address) as table:
        yield table


@pytest.fixture
def camera(standing: TableProcess) -> Iterator[Webcam]:
    with RemoteTable(standing.address) as above, served(CameraAbove(above)) as camera:
        yield camera


def hear(systemd: socket.socket) -> None:
    """Take what the companion tells the service manager; else it would wait."""
    with contextlib.suppress(OSError):
        while systemd.recv(4096) != b"over":
            pass


@pytest.fixture
def as_a_service(environment: dict[str, str]) -> Iterator[dict[str, str]]:
    """As systemd starts it: there is no terminal on which a code is seen."""
    folder = Path(tempfile.mkdtemp(prefix="notify-"))  # a socket's path has to be short
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(folder / "notify"))
        hearing = Thread(target=hear, args=(systemd,), daemon=True)
        hearing.start()
        yield {**environment, "NOTIFY_SOCKET": str(folder / "notify")}
        systemd.sendto(b"over", str(folder / "notify"))
        hearing.join()
    shutil.rmtree(folder)


@pytest.mark.long
def test_from_an_empty_machine_to_the_first_move(
    browser: Browser,
    table: RemoteTable,
    camera: Webcam,
    as_a_service: dict[str, str],
    tmp_path: Path,
) -> None:
    with (
        running(as_a_service, tmp_path) as (_process, address),
        phones_at(browser, int(address.rpartition(":")[2])) as make,
    ):
        one = Evening(make(PHONE), "en", tmp_path / "pictures")
        to_the_first_move(
            one,
            table,
            camera.address("/video"),
            lambda code: HttpPhone(address, code, 1),
            seed=SEED,
        )
        not_annoyed(one)
