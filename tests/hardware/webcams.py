"""A phone or a webcam in the network, as a real server that can do all that such servers do."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Event, Thread

import cv2
import numpy as np

from companion.frames import Frame

BOUNDARY = "between-two"


def jpeg(number: int) -> bytes:
    """A picture that differs from the one before, as a sensor's do."""
    pixels = np.random.default_rng(number).integers(0, 256, (48, 64, 3), dtype=np.uint8)
    pixels[:8] = 4 * number % 256
    return bytes(cv2.imencode(".jpg", pixels)[1])


def number_of(frame: Frame) -> int:
    """Return which picture this is, of the first sixty-four."""
    return round(float(frame.pixels[:6].mean()) / 4)


class Webcam:
    """What the camera does; a test may change it while it is served.

    Attributes:
        port: where it listens.
        length: whether a stream says how long each picture is.
        quotes: whether it writes its boundary in quotes, and with the dashes, as some do.
        password: NAME:PASSWORD; "" where it asks for none.
        asked: how often it was asked.
        pause: seconds between two pictures.
        mend: what becomes of each picture's bytes before they are sent.
        says: what it answers at /says, what it then says again and again, and after which pause.
        said: how many bytes of what it says again and again it got rid of.
    """

    def __init__(self) -> None:
        self.port = 0
        self.length, self.quotes, self.password = True, False, ""
        self.asked, self.pause = 0, 0.02
        self.hangs, self.cut, self.gone, self.frozen = Event(), Event(), Event(), Event()
        self.numbers = count(1)
        self.broken: frozenset[int] = frozenset()
        self.drips = False
        self.says: tuple[bytes, bytes, float] = (b"", b"", 0.0)
        self.said = 0

    def picture(self) -> bytes:
        number = next(self.numbers)
        whole = jpeg(1 if self.frozen.is_set() else number)
        return whole[: len(whole) // 2] if number in self.broken else whole

    def address(self, path: str, login: str = "") -> str:
        return f"http://{login}127.0.0.1:{self.port}{path}"


@contextmanager
def served(webcam: Webcam) -> Iterator[Webcam]:  # noqa: C901 - one small method for each way to fail
    """Serve its pictures at /video (a stream), /shot.jpg (one each), /page and /nothing."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            webcam.asked += 1
            wanted = f"Basic {base64.b64encode(webcam.password.encode()).decode()}"
            if webcam.password and self.headers.get("Authorization") != wanted:
                self.send_error(401)
            elif webcam.gone.is_set():
                self.send_error(503)
            elif self.path == "/video":
                self.stream()
            elif self.path == "/shot.jpg":
                self.whole("image/jpeg", webcam.picture())
            elif self.path == "/elsewhere":
                self.send_response(302)
                self.send_header("Location", "/shot.jpg")
                self.end_headers()
            elif self.path == "/says":
                self.say(*webcam.says)
            elif self.path == "/page":
                self.whole("text/html", b"<html>a page about a camera</html>")
            else:
                self.send_error(404)

        def whole(self, kind: str, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def say(self, first: bytes, then: bytes, pause: float) -> None:
            try:
                self.wfile.write(first)
                while then and not webcam.cut.is_set():
                    self.wfile.write(then)
                    webcam.said += len(then)
                    time.sleep(pause)
            except OSError:
                pass  # whoever asked has gone

        def stream(self) -> None:
            said = f'"--{BOUNDARY}"' if webcam.quotes else BOUNDARY
            self.send_response(200)
            self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={said}")
            self.end_headers()
            try:
                while not webcam.cut.is_set():
                    self.part(webcam.picture())
                    end = time.monotonic() + webcam.pause
                    while webcam.hangs.is_set() or time.monotonic() < end:
                        time.sleep(0.002)
                        if webcam.cut.is_set():
                            return
            except OSError:
                pass  # whoever looked has gone

        def part(self, body: bytes) -> None:
            about = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\n"
            if webcam.length:
                about += f"Content-Length: {len(body)}\r\n"
            self.wfile.write(f"{about}\r\n".encode())
            for byte in body if webcam.drips else ():
                self.wfile.write(bytes([byte]))
                time.sleep(0.01)
            self.wfile.write((b"" if webcam.drips else body) + b"\r\n")

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    webcam.port = server.server_address[1]
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield webcam
    finally:
        webcam.cut.set()
        webcam.hangs.clear()
        server.shutdown()
        server.server_close()
        thread.join()
