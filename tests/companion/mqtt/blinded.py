"""A camera in the network that shows a drawn table and then something else to the real command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.demonstration.phones import HttpPhone
from tests.companion.mqtt.mosquitto import Friend, Mosquitto
from tests.drawn_table import Table, photograph, write_deck
from tests.free_ports import free_port
from tests.hardware.webcams import Webcam, served

ROOT = Path(__file__).resolve().parents[3]
RACKS = {0: ("r1", "y1", "g1", "b1", "w1"), 1: ("r2", "y2", "g2", "b2", "w2")}
STATE = "companion/kitchen/state"
PROMISED, PATIENCE = 5.0, 45.0
"""Seconds: until it is said, on a machine that does nothing else; and on one that does."""

Image = npt.NDArray[np.uint8]


def seen_by_a_sensor(image: Image, number: int) -> bytes:
    """A picture as a camera sends it: none is like the one before."""
    grain = np.random.default_rng(number).integers(0, 4, image.shape, dtype=np.uint8)
    return bytes(cv2.imencode(".jpg", np.asarray(cv2.add(image, grain)))[1])


class Shown(Webcam):
    """A camera above a drawn table; `shows` is what it sends."""

    def __init__(self) -> None:
        super().__init__()
        self.pause = 0.1
        self.table = photograph(Table(RACKS))
        self._pictures = [seen_by_a_sensor(self.table, number) for number in range(8)]
        self._numbers = count()
        self.shows: Callable[[], bytes] = self.good

    def good(self) -> bytes:
        return self._pictures[next(self._numbers) % len(self._pictures)]

    def changed(self, image: Image) -> Callable[[], bytes]:
        pictures = [seen_by_a_sensor(image, 50 + number) for number in range(8)]
        return lambda: pictures[next(self._numbers) % len(pictures)]

    def picture(self) -> bytes:
        return self.shows()


def black(camera: Shown) -> Callable[[], bytes]:
    return camera.changed(np.zeros_like(camera.table))


def covered(camera: Shown) -> Callable[[], bytes]:
    return camera.changed(np.full_like(camera.table, (70, 90, 140)))


def frozen(camera: Shown) -> Callable[[], bytes]:
    same = camera.good()
    return lambda: same


def out_of_place(camera: Shown) -> Callable[[], bytes]:
    height, width = camera.table.shape[:2]
    away = np.array([[1.0, 0, 0.6 * width], [0, 1, 0.4 * height]])
    return camera.changed(np.asarray(cv2.warpAffine(camera.table, away, (width, height)), np.uint8))


def mat_taken_away(camera: Shown) -> Callable[[], bytes]:
    wood = cv2.GaussianBlur(camera.table, (0, 0), 60)
    return camera.changed(np.asarray(wood, np.uint8))


def overexposed(camera: Shown) -> Callable[[], bytes]:
    return camera.changed(np.full_like(camera.table, 250))


def garbage(camera: Shown) -> Callable[[], bytes]:
    return lambda: np.random.default_rng(next(camera._numbers)).bytes(20_000)


def nothing(camera: Shown) -> Callable[[], bytes]:
    return lambda: b""


def half_a_picture(camera: Shown) -> Callable[[], bytes]:
    return lambda: camera.good()[:9000]


def a_page(camera: Shown) -> Callable[[], bytes]:
    return lambda: b"<html>Please log in</html>"


def of_one_pixel(camera: Shown) -> Callable[[], bytes]:
    return camera.changed(np.zeros((1, 1, 3), np.uint8))


def of_another_size(camera: Shown) -> Callable[[], bytes]:
    return camera.changed(np.zeros((480, 640, 3), np.uint8))


def that_claims_to_be_huge(camera: Shown) -> Callable[[], bytes]:
    """65,500 pixels each way, by the header; there is no more than that."""

    def lies() -> bytes:
        data = bytearray(camera.good())
        at = data.index(b"\xff\xc0")
        data[at + 5 : at + 9] = b"\xff\xdc\xff\xdc"
        return bytes(data)

    return lies


FAULTS = (
    black,
    covered,
    frozen,
    out_of_place,
    mat_taken_away,
    overexposed,
    garbage,
    nothing,
    half_a_picture,
    a_page,
    of_one_pixel,
    of_another_size,
    that_claims_to_be_huge,
)
"""What a camera can show instead of its table."""

Begun = tuple[HttpPhone, Friend, Path, int]
"""The phone, the broker's friend, what the command wrote as errors, and its process."""


@contextmanager
def watched_by(above: Shown, folder: Path) -> Iterator[Begun]:
    """Run the command below ``folder`` with a broker and a phone; it has to live to the end."""
    with served(above) as camera:
        broker = Mosquitto(folder)
        settings = folder / "config" / "companion" / "settings.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(
            f'[mqtt]\nbroker = "127.0.0.1"\nport = {broker.port}\ntable = "kitchen"\n'
        )
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "STATE_DIRECTORY": str(folder / "state"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "OPENBLAS_NUM_THREADS": "1",
        }
        command = [sys.executable, "-m", "companion"]
        cards = write_deck(folder / "cards")
        learns = [*command, "deck", "learn", "ours", "--from", str(cards)]
        subprocess.run(learns, env=environment, check=True, capture_output=True)
        port = free_port()
        options = ["--camera", camera.address("/video"), "--panel", "virtual", "--deck", "ours"]
        with (folder / "err").open("w") as err:
            process = subprocess.Popen(
                [*command, "run", *options, "--port", str(port)],
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=err,
            )
        friend = Friend(broker.port)
        try:
            keys = folder / "state" / "keys.json"
            until = time.monotonic() + 2 * PATIENCE
            phone = None
            while phone is None:
                assert process.poll() is None, (folder / "err").read_text()
                assert time.monotonic() < until
                time.sleep(0.2)
                if keys.exists():
                    try:
                        code = json.loads(keys.read_text())["code"]
                        phone = HttpPhone(f"http://127.0.0.1:{port}", code, 0)
                    except OSError:
                        continue
            yield phone, friend, folder / "err", process.pid
            assert process.poll() is None, "it has lived through all of it"
        finally:
            process.kill()
            process.wait()
            friend.close()
            broker.kill()


def told(begun: Begun) -> tuple[bool, bool, bool]:
    """Whether page, lamp and broker say that the camera sees nothing."""
    phone, friend, *_ = begun
    view = phone.view()
    blind = bool(view["blind"]) or view["camera"] == "lost"
    camera = json.loads(friend.newest(STATE) or b"{}").get("camera")
    return blind, view["status"] in ("cannot_see", "error"), camera == "unavailable"


def seconds_until(begun: Begun, wanted: bool, patience: float) -> list[float]:
    """Seconds until page, lamp and broker say ``wanted``, each."""
    begin, found = time.monotonic(), [-1.0, -1.0, -1.0]
    while -1.0 in found:
        now = time.monotonic() - begin
        assert now < patience, (found, begun[0].view()["detail"])
        for place, said in enumerate(told(begun)):
            if found[place] < 0 and said is wanted:
                found[place] = now
        time.sleep(0.05)
    return [round(one, 1) for one in found]
