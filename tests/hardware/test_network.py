"""A phone or a webcam in the network as the camera: a real server, and what goes wrong with one."""

from __future__ import annotations

import socket
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
        fails_after_one(camera, webcam.gone, "answers 503")


def test_a_camera_that_hangs_has_stalled_and_is_let_go(webcam: Webcam) -> None:
    with opened(webcam) as camera:
        fails_after_one(camera, webcam.hangs, "stalled")


def test_a_camera_that_drips_is_not_waited_for(webcam: Webcam) -> None:
    webcam.drips = True
    with pytest.raises(CameraError, match="stalled"):
        opened(webcam)


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
    [("/page", "sends text/html, which is no picture"), ("/nothing", "answers 404 Not Found")],
)
def test_an_address_at_which_no_picture_is_says_so(webcam: Webcam, path: str, why: str) -> None:
    with pytest.raises(CameraError, match=why):
        opened(webcam, path)


def test_a_camera_that_is_not_there_is_said() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/video"
    with pytest.raises(CameraError, match=r"does not answer .*: is it switched on"):
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
