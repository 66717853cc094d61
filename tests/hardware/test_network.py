"""A phone or a webcam in the network as the camera: a real server, and what goes wrong with one."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from itertools import islice

import pytest

from hardware.camera import CameraKind, open_camera, parse_camera
from hardware.files import CameraError
from hardware.network import NetworkCamera
from tests.hardware.failing import fails_after_one
from tests.hardware.webcams import Webcam, jpeg, number_of, served

RATE = 200.0
"""Pictures a second: as many as there are."""


@pytest.fixture
def webcam() -> Iterator[Webcam]:
    with served(Webcam()) as one:
        yield one


def opened(webcam: Webcam, path: str = "/video", login: str = "", **more: float) -> NetworkCamera:
    return NetworkCamera(webcam.address(path, login), rate=RATE, **{"stall": 0.5, **more})


@pytest.mark.parametrize("path", ["/video", "/shot.jpg", "/elsewhere"])
@pytest.mark.parametrize("length", [True, False])
@pytest.mark.parametrize("quotes", [True, False])
def test_its_pictures_are_read_whole_and_one_after_the_other(
    webcam: Webcam, path: str, length: bool, quotes: bool
) -> None:
    webcam.length, webcam.quotes = length, quotes
    with opened(webcam, path) as camera:
        frames = list(islice(camera.frames(), 5))
    assert [frame.pixels.shape for frame in frames] == [(48, 64, 3)] * 5
    tops = [number_of(frame) for frame in frames]
    assert tops == sorted(set(tops)), "each is newer than the one before"
    assert [frame.t for frame in frames] == sorted(frame.t for frame in frames)


def test_always_the_newest_picture_is_looked_at(webcam: Webcam) -> None:
    webcam.pause = 0.005
    with NetworkCamera(webcam.address("/video"), rate=4.0) as camera:
        first, second = (number_of(one) for one in islice(camera.frames(), 2))
    assert second - first > 5, "none of those between was kept"


@pytest.mark.parametrize("path", ["/video", "/shot.jpg"])
@pytest.mark.parametrize("length", [True, False])
def test_a_picture_that_breaks_off_is_left_out(webcam: Webcam, path: str, length: bool) -> None:
    webcam.length, webcam.broken = length, frozenset({2, 3, 5})
    with opened(webcam, path) as camera:
        tops = [number_of(one) for one in islice(camera.frames(), 6)]
    assert not {2, 3, 5} & set(tops)


@pytest.mark.parametrize("path", ["/video", "/shot.jpg"])
def test_a_camera_that_sends_only_broken_pictures_has_stalled(webcam: Webcam, path: str) -> None:
    webcam.broken = frozenset(range(10_000))
    with pytest.raises(CameraError, match="stalled"):
        opened(webcam, path)


def test_a_camera_that_is_cut_off_is_said_and_can_be_opened_again(webcam: Webcam) -> None:
    with opened(webcam) as camera:
        fails_after_one(camera, webcam.cut, "sends no more pictures: was it switched off")
    webcam.cut.clear()
    with opened(webcam) as camera:
        assert next(camera.frames()).pixels.shape == (48, 64, 3)


def test_a_camera_that_answers_no_more_is_said(webcam: Webcam) -> None:
    with opened(webcam, "/shot.jpg") as camera:
        fails_after_one(camera, webcam.gone, "answers with error 503")


def test_a_camera_that_hangs_has_stalled_and_is_let_go(webcam: Webcam) -> None:
    with opened(webcam) as camera:
        fails_after_one(camera, webcam.hangs, "stalled")


def test_a_camera_that_drips_is_not_waited_for(webcam: Webcam) -> None:
    webcam.drips = True
    with pytest.raises(CameraError, match="stalled"):
        opened(webcam)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (b"", b"H"),
        (b"HTTP/1.0 200 OK\r\nServer: ", b"a"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nTransfer-Encoding: chunked\r\n\r\n1;",
            b"a",
        ),
    ],
    ids=["status", "headers", "go on", "chunks"],
)
def test_a_camera_that_drips_what_it_says_of_its_pictures_is_not_waited_for(
    webcam: Webcam, first: bytes, then: bytes
) -> None:
    webcam.says = (first, then, 0.01)
    begun = time.monotonic()
    with pytest.raises(CameraError, match=r"does not answer: is|stalled"):
        opened(webcam, "/says")
    assert time.monotonic() - begun < 5.0


def test_nothing_is_read_that_comes_with_the_address_of_the_pictures(webcam: Webcam) -> None:
    webcam.says = (b"HTTP/1.0 302 Found\r\nLocation: /shot.jpg\r\n\r\n", bytes(1 << 16), 0.0)
    with opened(webcam, "/says") as camera:
        assert next(camera.frames()).pixels.shape == (48, 64, 3)
    assert webcam.said < 32 * 1024 * 1024, "no more than lies ready in the network"


def test_a_camera_that_sends_us_in_a_circle_is_left(webcam: Webcam) -> None:
    webcam.says = (b"HTTP/1.0 302 Found\r\nLocation: /says\r\n\r\n", b"", 0.0)
    with pytest.raises(CameraError, match="from one address to another without end") as refused:
        opened(webcam, "/says")
    assert str(refused.value).isprintable()
    assert webcam.asked < 10


@pytest.mark.parametrize(
    "where", ["file:///etc/passwd", "ftp://127.0.0.1/shot.jpg", "rtsp://127.0.0.1/"]
)
def test_a_camera_sends_us_to_no_file_and_to_no_half_an_address(webcam: Webcam, where: str) -> None:
    webcam.says = (f"HTTP/1.0 302 Found\r\nLocation: {where}\r\n\r\n".encode(), b"", 0.0)
    with pytest.raises(CameraError, match="answers with error 302: is that its address"):
        opened(webcam, "/says")


def test_an_address_may_have_letters_of_any_language(webcam: Webcam) -> None:
    with pytest.raises(CameraError, match="answers with error 404: is"):
        opened(webcam, "/küche/ł?kto=ja ś".replace(" ", "%20"))
    for host in ("a..b", "٣.1", "a" * 64):
        with pytest.raises(CameraError, match="does not answer: no machine has such a name"):
            NetworkCamera(f"http://{host}/video", rate=RATE, stall=0.5)


def test_a_password_goes_to_no_other_machine(webcam: Webcam) -> None:
    with served(Webcam()) as other:
        other.password = "otto:geheim"
        there = other.address("/shot.jpg")
        webcam.says = (f"HTTP/1.0 302 Found\r\nLocation: {there}\r\n\r\n".encode(), b"", 0.0)
        with pytest.raises(CameraError, match="wants a name and a password"):
            opened(webcam, "/says", login="otto:geheim@")
        assert other.asked == 1


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.0 500 \x1b[2J\x07red\r\n\r\n",
        b"HTTP/1.0 500 " + b"very " * 5000 + b"\r\n\r\n",
        b"HTTP/1.0 200 OK\r\nContent-Type: text/\x1b[31mred\r\n\r\n",
        b"HTTP/1.0 200 OK\r\nContent-Type: text/" + b"x" * 5000 + b"\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2p1\r\n\r\n",
    ],
)
def test_what_a_camera_says_of_itself_is_repeated_in_one_short_line(
    webcam: Webcam, said: bytes
) -> None:
    webcam.says = (said, b"", 0.0)
    with pytest.raises(CameraError) as refused:
        opened(webcam, "/says")
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 300


def test_a_camera_that_sends_the_same_picture_for_ever_is_frozen(webcam: Webcam) -> None:
    webcam.frozen.set()
    with opened(webcam, frozen=0.3) as camera, pytest.raises(CameraError, match="is frozen"):
        for _ in camera.frames():
            pass


def test_a_name_and_a_password_are_sent_and_never_said(webcam: Webcam) -> None:
    webcam.password = "otto:geheim/1"
    with opened(webcam, login="otto:geheim%2F1@") as camera:
        assert next(camera.frames()).name.startswith(f"http://127.0.0.1:{webcam.port}/video ")
    for login in ("", "otto:wrong@"):
        with pytest.raises(CameraError, match="wants a name and a password") as refused:
            opened(webcam, login=login)
        assert "wrong" not in str(refused.value)
    wanted = parse_camera(webcam.address("/video", "otto:geheim%2F1@"))
    assert str(wanted) == webcam.address("/video")
    with open_camera(wanted) as opened_by_name:
        assert "geheim" not in next(iter(opened_by_name.frames())).name


@pytest.mark.parametrize(
    ("path", "why"),
    [("/page", "sends text/html, which is no picture"), ("/nothing", "answers with error 404: is")],
)
def test_an_address_at_which_no_picture_is_says_so(webcam: Webcam, path: str, why: str) -> None:
    with pytest.raises(CameraError, match=why):
        opened(webcam, path)


def test_a_camera_that_is_not_there_is_said() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/video"
    with pytest.raises(CameraError, match="does not answer: is it switched on"):
        NetworkCamera(address, rate=RATE)
    with pytest.raises(CameraError, match="cannot be opened: is it switched on"):
        NetworkCamera(address.replace("http", "rtsp"), rate=RATE, stall=0.5)


def test_a_picture_that_would_fill_the_memory_is_refused(
    webcam: Webcam, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.network.LARGEST_PICTURE", len(jpeg(1)) // 2)
    for path in ("/video", "/shot.jpg"):
        with pytest.raises(CameraError, match="sends a picture of more than"):
            opened(webcam, path)


@pytest.mark.parametrize("text", ["http://", "https:///video", "rtsp://host:port/", "http://a b/"])
def test_half_an_address_is_refused(text: str) -> None:
    with pytest.raises(CameraError, match="is no whole address"):
        parse_camera(text)


def test_a_camera_in_the_network_is_live_and_does_not_settle() -> None:
    wanted = parse_camera("http://192.168.1.20:8080/video")
    assert (wanted.kind, wanted.is_live, wanted.settles) == (CameraKind.NETWORK, True, False)
