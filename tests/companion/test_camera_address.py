"""The address of a camera in the network as it is shown: without its password, whole or not."""

from __future__ import annotations

import pytest

from companion.camera_address import without_password
from companion.settings.values import camera
from hardware.camera import parse_camera
from hardware.files import CameraError


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("http://otto:geheim@192.168.1.20:8080/video", "http://192.168.1.20:8080/video"),
        ("http://otto:geh@eim@192.168.1.20/video", "http://192.168.1.20/video"),
        ("http://192.168.1.20/video/@1", "http://192.168.1.20/video/@1"),
        ("http://otto:geheim@192.168.1.20:99999/", "http://192.168.1.20:99999/"),
        ("http://otto:geh/eim@192.168.1.20/video", "http://192.168.1.20/video"),
        ("http://otto:geheim@a camera/", "http://a camera/"),
        ("htp://otto:geheim@192.168.1.20/", "htp://192.168.1.20/"),
        ("otto:geheim@192.168.1.20", "192.168.1.20"),
        ("http://otto:geheim@[fe80::1/", "http://[fe80::1/"),
        ("folder:/films/otto@home", "folder:/films/otto@home"),
        ("video://otto@home.mp4", "video://otto@home.mp4"),
        ("usb:0", "usb:0"),
        ("", ""),
    ],
)
def test_a_password_is_not_shown_wherever_an_address_is_wrong(address: str, shown: str) -> None:
    assert without_password(address) == shown


@pytest.mark.parametrize(
    "wrong",
    [
        "http://otto:geheim@a camera/",
        "http://otto:geheim@192.168.1.20:99999/",
        "htp://otto:geheim@192.168.1.20/",
        "otto:geheim@192.168.1.20",
    ],
)
def test_what_is_said_of_a_wrong_address_has_no_password_in_it(wrong: str) -> None:
    with pytest.raises(ValueError, match="wants ") as of_settings:
        camera(wrong)
    with pytest.raises(CameraError) as of_the_command:
        parse_camera(wrong)
    for refused in (of_settings, of_the_command):
        assert "geheim" not in str(refused.value)
