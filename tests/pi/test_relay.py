"""The camera in the emulated machine's network answers as it does here."""

from __future__ import annotations

import socket
import subprocess
import sys

from tests.hardware.webcams import Webcam, jpeg, served
from tests.pi.image.card import RELAY


def test_a_picture_comes_through_the_relay_whole() -> None:
    with served(Webcam()) as camera:
        machine, emulator = socket.socketpair()
        joined = [sys.executable, str(RELAY), str(camera.port)]
        relay = subprocess.Popen(joined, stdin=emulator.fileno())
        emulator.close()
        machine.sendall(b"GET /shot.jpg HTTP/1.0\r\n\r\n")
        with machine.makefile("rb") as answer:
            said = answer.read()
        machine.close()
        assert relay.wait(30) == 0
    assert said.partition(b"\r\n\r\n")[2] == jpeg(1)
