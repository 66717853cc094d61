"""The table as a process goes on standing whatever happens to who looks at it."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from companion.frames import Camera
from vision.simulator import (
    RemoteCamera,
    RemoteTable,
    Setting,
    SimulatedCamera,
    SimulatedTable,
    TableError,
    TableProcess,
    WireError,
    shuffled_pack,
    start_table,
)
from vision.simulator.gestures import play
from vision.simulator.wire import parse_address

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="needs Unix sockets")


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableProcess]:
    address = f"unix:{tmp_path_factory.mktemp('table') / 's'}"
    started = start_table(players=2, seed=3, width=640, address=address, linger=60)
    yield started
    if started.process.poll() is None:
        RemoteTable(address).quit()
    started.process.wait(10)


def test_touches_and_frames_cross_the_wire(standing: TableProcess) -> None:
    with RemoteTable(standing.address) as table:
        table.deal(5)
        label = table.lift(0, 1)
        table.lay_on_fireworks(0, 2)
        assert table.truth()["columns"][2] == [label]
        assert table.script(play(1, 0, 3)) > 1
        assert table.advance(3.0) == pytest.approx(3.0)
        assert table.truth()["racks"][1][0] is None
        assert table.about()["pid"] == standing.pid


def test_its_camera_is_a_camera(standing: TableProcess) -> None:
    camera: Camera = RemoteCamera(standing.address)
    with camera:
        first, second = islice(camera.frames(), 2)
    assert first.pixels.shape == (360, 640, 3)
    assert second.t == pytest.approx(first.t + 0.2)
    assert list(camera.frames()) == []


def test_people_who_fidget_sit_at_it_too(standing: TableProcess, tmp_path: Path) -> None:
    address = f"unix:{tmp_path / 's'}"
    started = start_table(players=2, seed=3, width=640, address=address, linger=60, fidgety=1.0)
    shown = []
    for where in (standing.address, address):
        with RemoteTable(where) as table, RemoteCamera(where) as camera:
            table.advance(60.0 - table.truth()["t"])
            shown.append([camera.take().pixels for _ in range(2)])
    with RemoteTable(address) as table:
        table.quit()
    started.process.wait(10)
    still, moved = (np.abs(two[0].astype(int) - two[1]).max(axis=2) > 40 for two in shown)
    assert not still.any()
    assert moved.sum() > 200


@pytest.mark.parametrize(
    "line",
    [
        b"what?",
        b"[]",
        b"{}",
        b'{"do": "lift"}',
        b'{"do": "lift", "with": [1]}',
        b'{"do": "lift", "with": {"seat": "x", "slot": {}}}',
        b'{"do": "close"}',
        b'{"do": "advance", "with": {"seconds": 1e400}}',
        b'{"do": "advance"}',
        b'{"do": "script", "with": {"steps": [1]}}',
        b'{"do": "script", "with": {"steps": [{"after": NaN, "do": "spend_token"}]}}',
        b"\xff\xfe",
        b"[" * 5000,
    ],
)
def test_a_malformed_command_is_answered_by_one_line_of_error(
    standing: TableProcess, line: bytes
) -> None:
    family, where = parse_address(standing.address)
    with socket.socket(family, socket.SOCK_STREAM) as raw:
        raw.settimeout(10)
        raw.connect(where)
        with raw.makefile("rwb") as stream:
            stream.write(line + b'\n{"do": "about"}\n')
            stream.flush()
            refused, about = json.loads(stream.readline()), json.loads(stream.readline())
    assert refused["ok"] is False
    assert refused["error"]
    assert about["ok"] is True


def test_an_endless_line_loses_only_its_sender(standing: TableProcess) -> None:
    family, where = parse_address(standing.address)
    with socket.socket(family, socket.SOCK_STREAM) as raw:
        raw.settimeout(10)
        raw.connect(where)
        with pytest.raises(OSError):  # noqa: PT011 - broken pipe or reset, as the system likes
            raw.sendall(b"x" * 20_000_000)
    with RemoteTable(standing.address) as table:
        assert table.about()["players"] == 2


CLIENT = """
import sys
from vision.simulator import RemoteCamera, RemoteTable
table, camera = RemoteTable(sys.argv[1]), RemoteCamera(sys.argv[1])
table.hand_in(0, "fireworks:1")
for frame in camera.frames():
    print(frame.t, flush=True)
"""


def test_a_killed_companion_leaves_the_table_as_it_was(standing: TableProcess) -> None:
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, standing.address],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3])},
    )
    assert client.stdout is not None
    with client.stdout:
        for _ in range(4):
            assert client.stdout.readline()
        client.send_signal(signal.SIGKILL)
        client.wait()
    time.sleep(0.1)
    with RemoteTable(standing.address) as one, RemoteTable(standing.address) as other:
        seen, again = one.frame(), other.frame()
        assert seen.t == again.t
        assert np.array_equal(seen.pixels, again.pixels)
        one.hand_out(0)
        one.advance(1.0)
        assert not one.truth()["busy"]


def test_a_table_in_a_process_shows_the_same_as_one_at_home(tmp_path: Path) -> None:
    started = start_table(players=3, seed=5, width=640, address=f"unix:{tmp_path / 's'}")
    setting = Setting.seeded(3, 5, 640)
    home = SimulatedTable(setting, shuffled_pack(5), seed=5)
    with RemoteTable(started.address) as away:
        for table in (home, away):
            table.deal(5)
            table.script(play(1, 2, 0))
            table.advance(0.6)
        assert away.truth() == home.truth()
        assert np.array_equal(away.frame().pixels, SimulatedCamera(home).look().pixels)
        away.quit()
    assert started.process.wait(10) == 0


def test_what_nobody_could_do_is_refused_across_the_wire(standing: TableProcess) -> None:
    with RemoteTable(standing.address) as table, pytest.raises(TableError, match="holds no card"):
        table.lay_on_discards(1)


def test_a_table_that_was_told_to_quit_leaves_nothing_behind(tmp_path: Path) -> None:
    started = start_table(players=2, width=320, address=f"unix:{tmp_path / 's'}")
    RemoteTable(started.address).quit()
    assert started.process.wait(10) == 0
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(WireError, match="no table stands"):
        RemoteTable(started.address)


def test_a_table_ends_when_nobody_is_there(tmp_path: Path) -> None:
    lonely = start_table(players=2, width=320, address=f"unix:{tmp_path / 's'}", linger=0.1)
    assert lonely.process.wait(10) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_table_ends_with_its_parent(tmp_path: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    started = start_table(
        players=2, width=320, address=f"unix:{tmp_path / 's'}", linger=None, parent=parent.pid
    )
    assert started.process.poll() is None
    parent.communicate(b"\n")
    assert started.process.wait(10) == 0


def test_a_terminated_table_gives_its_address_back(tmp_path: Path) -> None:
    started = start_table(players=2, width=320, address=f"unix:{tmp_path / 's'}")
    started.process.terminate()
    assert started.process.wait(10) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_table_stands_on_a_port_where_told_to(tmp_path: Path) -> None:
    started = start_table(players=2, width=320, address="tcp:127.0.0.1:0")
    with RemoteTable(started.address) as table:
        assert table.frame().pixels.shape == (180, 320, 3)
        table.quit()
    assert started.process.wait(10) == 0


def test_a_table_that_cannot_stand_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(TableError, match="did not come to stand"):
        start_table(players=9)
    assert "players are 2 to 5" in capfd.readouterr().err


@pytest.mark.parametrize("address", ["", "http://x", "tcp:0.0.0.0:80", "tcp:127.0.0.1:x"])
def test_an_address_beyond_this_machine_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="a table's address is"):
        parse_address(address)


def test_a_table_of_which_nobody_wants_to_know_any_more_goes_without_a_word(tmp_path: Path) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    address = f"unix:{tmp_path / 'table'}"
    stood = subprocess.run(
        [sys.executable, "-m", "vision.simulator", "--players", "2", "--listen", address],
        stdout=writes,
        stderr=subprocess.PIPE,
        timeout=120,
    )
    os.close(writes)
    assert (stood.returncode, stood.stderr) == (0, b"")
