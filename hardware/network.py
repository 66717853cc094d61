"""Cameras in the network: a phone or a webcam that sends its pictures by HTTP or RTSP."""

from __future__ import annotations

import base64
import http.client
import io
import logging
import socket
import ssl
import string
import time
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any, Self, cast
from urllib.error import HTTPError
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit, urlunsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
)

import cv2
import numpy as np

from companion.camera_address import is_address, without_password
from companion.frames import Frame
from companion.language.phrases import phrase
from companion.language.plain import one_line, shortened
from companion.pictures.headers import PictureError, read_header
from hardware import ffmpeg
from hardware.files import CameraError
from hardware.frozen import FROZEN
from hardware.newest import STALL, NewestPicture

if TYPE_CHECKING:
    from companion.frames import BgrImage

LARGEST_PICTURE = 16 * 1024 * 1024
"""Of one picture; a large photo has four million."""
MOST_HEADERS = 64
"""Lines before one picture of a stream."""
LINE = 1024
"""Bytes of such a line."""
READ_SIZE = 64 * 1024
"""Bytes that are read at a time."""
HEADERS = {"Cache-Control": "no-cache", "User-Agent": "tabletop-companion"}
MOST_REDIRECTS = 5
"""Answers, one after the other, that say that the pictures are elsewhere."""
REPEATED = 80
"""Characters of what a camera says of itself that are repeated to people."""

_log = logging.getLogger(__name__)


class NetworkCamera:
    """A camera that is reached by an address, read so that always the newest picture is looked at.

    ``http`` and ``https`` are a stream of pictures (``multipart/x-mixed-replace``, as phones and
    webcams send it) or one picture, which is fetched anew for each look; what it is, the first
    answer says. ``rtsp`` is opened by OpenCV. A picture that is damaged or cut off is left out.

    Attributes:
        id: the address, without its password.

    Raises:
        CameraError: nothing answers there, it wants a password, or what comes is no picture.
    """

    def __init__(
        self, address: str, *, rate: float, stall: float = STALL, frozen: float = FROZEN
    ) -> None:
        """Open it and wait for its first picture.

        Args:
            address: where its pictures are; a name and a password may stand before the host.
            rate: pictures a second that are handed on, at most.
            stall: seconds without a whole picture after which it has stalled.
            frozen: seconds for which its pictures may be exactly the same.
        """
        self.id = without_password(address)
        self._pause = 1 / rate
        parts = urlsplit(address)
        source: _Http | _Rtsp
        if parts.scheme == "rtsp":
            source = _Rtsp(self.id, address, stall)
        else:
            source = _Http(self.id, parts, self._pause, stall)
        self._newest = NewestPicture(
            self.id,
            source.take,
            source.close,
            ended=phrase(
                "the camera {camera} sends no more pictures: was it switched off?", camera=self.id
            ),
            stall=stall,
            frozen=frozen,
        )
        self._newest.start()

    def frames(self) -> Generator[Frame, None, None]:
        """Yield pictures until the camera is closed or fails.

        Raises:
            CameraError: it went away, has stalled, or is frozen.
        """
        return self._newest.frames(self._pause)

    def close(self) -> None:
        """Let the camera go; safe to call twice."""
        self._newest.close()

    def __enter__(self) -> Self:
        """Return the opened camera."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the camera."""
        self.close()


class _Rtsp:
    """What FFmpeg makes of a stream; a picture that breaks is its own to leave out."""

    def __init__(self, camera: str, address: str, stall: float) -> None:
        ffmpeg.bound()
        limit = int(stall * 1000)
        limits = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, limit, cv2.CAP_PROP_READ_TIMEOUT_MSEC, limit)
        self._capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraError(
                phrase(
                    "the camera {camera} cannot be opened: is it switched on, and is that its"
                    " address?",
                    camera=camera,
                )
            )

    def take(self) -> BgrImage | None:
        there, image = self._capture.read()
        return np.asarray(image, dtype=np.uint8) if there else None

    def close(self) -> None:
        self._capture.release()


class _Http:
    """Pictures by HTTP: one after another in one answer, or one in each."""

    def __init__(self, camera: str, parts: SplitResult, pause: float, stall: float) -> None:
        self._camera, self._pause, self._patience = camera, pause, _Patience(stall)
        host = parts.netloc.rpartition("@")[2]
        self._address, self._login = urlunsplit(parts._replace(netloc=host)), ""
        if parts.username is not None:
            said = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
            self._login = f"Basic {base64.b64encode(said.encode()).decode()}"
        self._opener = _opener(self._patience)
        self._answer = self._ask()
        kind = self._answer.headers.get_content_type()
        if kind == "multipart/x-mixed-replace":
            self._pictures = self._stream(self._answer)
        elif kind.startswith("image/"):
            self._pictures = self._singly(self._answer)
        else:
            self.close()
            raise CameraError(
                phrase(
                    "the camera {camera} sends {kind}, which is no picture: want the address of"
                    " the pictures themselves, which often ends with {endings}",
                    camera=camera,
                    kind=_said(kind),
                    endings="/video, /shot.jpg",
                )
            )

    def take(self) -> BgrImage | None:
        """Return the next whole picture; None: there is none any more."""
        for data in self._pictures:
            image = _decoded(data)
            if image is not None:
                return image
            _log.debug("a picture of %s is damaged and left out", self._camera)
        return None

    def close(self) -> None:
        self._answer.close()

    def _ask(self) -> Any:
        self._patience.begin()
        address, login = self._address, self._login
        for _ in range(MOST_REDIRECTS + 1):
            request = Request(_in_ascii(address), headers=HEADERS)
            if login:
                request.add_header("Authorization", login)
            try:
                return self._opener.open(request, timeout=self._patience.seconds)
            except HTTPError as error:
                error.close()  # without reading what else it has to say: that may never end
                address, login = self._elsewhere(address, error), ""  # said to this machine alone
            except UnicodeError:
                raise CameraError(
                    phrase(
                        "the camera {camera} does not answer: no machine has such a name",
                        camera=self._camera,
                    )
                ) from None
            except (OSError, http.client.HTTPException, ssl.SSLError, ValueError) as error:
                # What the system says of it is English, and asks nobody to do anything.
                raise CameraError(
                    phrase(
                        "the camera {camera} does not answer: is it switched on, and in the same"
                        " network?",
                        camera=self._camera,
                    )
                ) from error
        raise CameraError(
            phrase(
                "the camera {camera} sends us from one address to another without end",
                camera=self._camera,
            )
        )

    def _elsewhere(self, address: str, error: HTTPError) -> str:
        """Return where the pictures are instead, as an answer without any says."""
        if error.code in (301, 302, 303, 307, 308) and error.headers.get("Location"):
            there: str = urljoin(address, error.headers["Location"])
            if is_address(there) and urlsplit(there).scheme in ("http", "https"):
                return there
        if error.code in (401, 403):
            raise CameraError(
                phrase(
                    "the camera {camera} wants a name and a password, as in {example}",
                    camera=self._camera,
                    example="http://NAME:PASSWORD@HOST/",
                )
            ) from None
        raise CameraError(
            phrase(
                "the camera {camera} answers with error {code}: is that its address?",
                camera=self._camera,
                code=error.code,
            )
        ) from None

    def _singly(self, answer: Any) -> Iterator[bytes]:
        while True:
            begun = time.monotonic()
            yield _Body(answer, self._camera, self._patience).whole()
            answer.close()
            time.sleep(max(0.0, begun + self._pause - time.monotonic()))
            answer = self._answer = self._ask()

    def _stream(self, answer: Any) -> Iterator[bytes]:
        """Yield the parts of an answer: RFC 2046, section 5.1, of which cameras keep half."""
        said = str(answer.headers.get_param("boundary") or "").strip('"').removeprefix("--")
        boundary = b"--" + said.encode("latin-1", "replace")
        body = _Body(answer, self._camera, self._patience)
        while (length := body.headers(boundary)) is not None:
            yield body.exactly(length) if length else body.up_to(boundary)


class _Patience:
    """How long a camera is waited for, however it deals out its bytes: until one moment for each.

    An answer comes in many pieces, and one that comes byte by byte is in time with each of them.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = 0.0

    def begin(self) -> None:
        """Begin to wait for the next whole thing: an answer, a picture, what is said of one."""
        self._end = time.monotonic() + self.seconds

    def left(self) -> float:
        """Return for how many seconds more it is waited.

        Raises:
            TimeoutError: no longer.
        """
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        return left


class _Patient(io.RawIOBase):
    """The bytes of a connection, each waited for as long as there is patience left."""

    def __init__(self, connection: socket.socket, patience: _Patience) -> None:
        self._bytes = connection.makefile("rb", buffering=0)
        self._connection, self._patience = connection, patience

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int | None:
        self._connection.settimeout(self._patience.left())
        return self._bytes.readinto(into)

    def close(self) -> None:
        self._bytes.close()
        super().close()

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Return these bytes as `http.client.HTTPResponse` asks a connection for them."""
        return io.BufferedReader(self)


def _opener(patience: _Patience) -> OpenerDirector:
    """Return what asks by HTTP, with ``patience`` for all that is answered.

    It knows no proxy, which knows no address of this network, neither files nor FTP, and goes
    nowhere else by itself: the redirects of urllib read all that comes with them.
    """

    class Answer(http.client.HTTPResponse):
        def __init__(self, sock: socket.socket, *said: Any, **more: Any) -> None:
            super().__init__(cast(socket.socket, _Patient(sock, patience)), *said, **more)

    class Connection(http.client.HTTPConnection):
        response_class = Answer

    class SecureConnection(http.client.HTTPSConnection):
        response_class = Answer

    class Http(HTTPHandler):
        def http_open(self, req: Request) -> http.client.HTTPResponse:
            return self.do_open(Connection, req)

    class Https(HTTPSHandler):
        def https_open(self, req: Request) -> http.client.HTTPResponse:
            return self.do_open(SecureConnection, req)

    opener = OpenerDirector()
    for handler in (Http, Https, HTTPErrorProcessor, HTTPDefaultErrorHandler):
        opener.add_handler(handler())
    return opener


def _in_ascii(address: str) -> str:
    """Return an address as it is sent: of path and query what is not ASCII by its numbers."""
    parts = urlsplit(address)
    path, query = (quote(part, safe=string.punctuation) for part in (parts.path, parts.query))
    return urlunsplit(parts._replace(path=path, query=query))


def _said(text: object) -> str:
    """Return what comes from outside as it may be repeated: in one line, and not for ever."""
    return shortened(one_line(str(text)), REPEATED)


class _Body:
    """What an answer brings, read piece by piece and each piece in time."""

    def __init__(self, answer: Any, camera: str, patience: _Patience) -> None:
        self._answer, self._camera, self._patience = answer, camera, patience
        self._held = bytearray()

    def whole(self) -> bytes:
        self._patience.begin()
        while self._more():
            pass
        return self._given(len(self._held))

    def exactly(self, length: int) -> bytes:
        """Return so many bytes, or what there is of them."""
        if length > LARGEST_PICTURE:
            self._too_large()
        self._patience.begin()
        while len(self._held) < length and self._more():
            pass
        return self._given(length)

    def up_to(self, boundary: bytes) -> bytes:
        """Return what comes before a boundary, which is left."""
        self._patience.begin()
        looked = 0
        while (at := self._held.find(b"\n" + boundary, looked)) < 0:
            looked = max(0, len(self._held) - len(boundary))
            if not self._more():
                return self._given(len(self._held))
        return self._given(at)

    def headers(self, boundary: bytes) -> int | None:
        """Read what is said of the next part: return its length, 0 where that is not said.

        None: there is no next part.
        """
        self._patience.begin()
        said, length = False, 0
        for _ in range(MOST_HEADERS):
            while (at := self._held.find(b"\n")) < 0:
                if len(self._held) > LINE:
                    raise self._no_stream()
                if not self._more():
                    return None
            line = self._given(at + 1).strip()
            if line == boundary + b"--":
                return None
            if not line and said:
                return length
            if line and not line.startswith(boundary):
                name, colon, value = line.partition(b":")
                said = said or bool(colon)
                if name.strip().lower() == b"content-length" and value.strip().isdigit():
                    length = int(value)
        raise self._no_stream()

    def _more(self) -> bool:
        try:
            some = self._answer.read1(READ_SIZE)
        except TimeoutError:
            raise self._stalled() from None
        self._held += some
        if len(self._held) > LARGEST_PICTURE:
            self._too_large()
        return bool(some)

    def _given(self, length: int) -> bytes:
        given = bytes(self._held[:length])
        del self._held[:length]
        return given

    def _stalled(self) -> CameraError:
        return CameraError(
            phrase(
                "the camera {camera} has stalled: a picture takes longer than {seconds} s",
                camera=self._camera,
                seconds=f"{self._patience.seconds:g}",
            )
        )

    def _no_stream(self) -> CameraError:
        return CameraError(
            phrase(
                "the camera {camera} sends no stream of pictures that can be read",
                camera=self._camera,
            )
        )

    def _too_large(self) -> None:
        most = LARGEST_PICTURE // 1024 // 1024
        raise CameraError(
            phrase(
                "the camera {camera} sends a picture of more than {most} MB",
                camera=self._camera,
                most=most,
            )
        )


def _decoded(data: bytes) -> BgrImage | None:
    """Return a picture's pixels: shape (H, W, 3), uint8, BGR; None: it is damaged."""
    try:
        read_header(data)
    except PictureError:
        return None
    image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    return None if image is None else np.asarray(image, dtype=np.uint8)
