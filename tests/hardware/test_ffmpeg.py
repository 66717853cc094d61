"""What a false camera can make FFmpeg take of the memory."""

from __future__ import annotations

import socket
import threading

import pytest

from hardware import ffmpeg
from hardware.files import CameraError
from hardware.network import NetworkCamera

PROMISED = 2_000_000_000
"""Bytes that the answer is said to have."""
SWALLOWED = 32 * 1024 * 1024
"""More than what lies in the buffers of two sockets when nobody reads."""


class FalseServer:
    """Answers over RTSP that a description of two gigabytes comes, and sends it."""

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = f"rtsp://127.0.0.1:{self._server.getsockname()[1]}/"
        self.sent = 0
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        connection, _ = self._server.accept()
        with connection, connection.makefile("rb") as asked:
            while line := asked.readline():
                number = b"1"
                while (header := asked.readline()).strip():
                    if header.lower().startswith(b"cseq"):
                        number = header.split(b":")[1].strip()
                head = b"RTSP/1.0 200 OK\r\nCSeq: " + number + b"\r\n"
                if line.startswith(b"OPTIONS"):
                    connection.sendall(head + b"Public: DESCRIBE\r\n\r\n")
                    continue
                said = f"Content-Type: application/sdp\r\nContent-Length: {PROMISED}\r\n\r\n"
                connection.sendall(head + said.encode())
                try:
                    while self.sent < PROMISED:
                        self.sent += connection.send(b"a=x\r\n" * 20_000)
                except OSError:
                    return

    def close(self) -> None:
        self._thread.join(20)
        self._server.close()


def test_a_false_camera_fills_no_memory() -> None:
    assert ffmpeg.bound(), "OpenCV brings FFmpeg along"
    server = FalseServer()
    try:
        with pytest.raises(CameraError, match="cannot be opened"):
            NetworkCamera(server.address, rate=2.0, stall=3.0)
    finally:
        server.close()
    assert server.sent < SWALLOWED
