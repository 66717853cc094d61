"""Which versions of the camera's software are named as bad, and which are left in peace."""

from __future__ import annotations

import pytest

from companion.health import Health, check_title
from companion.language.names import ENGLISH
from hardware.camera_versions import CameraSoftware, known_faults, version_of

PI_4, PI_5 = "Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 5 Model B Rev 1.0"
NEW_KERNEL = "6.12.75+rpt-rpi-v8"


def told(
    picamera2: str | None = "0.3.38-1",
    libcamera: str | None = "0.7.1+rpt20260609-1",
    kernel: str | None = NEW_KERNEL,
    model: str = PI_4,
) -> list[tuple[str, str]]:
    found = known_faults(CameraSoftware(picamera2, libcamera, kernel, model), ENGLISH)
    return [(one.check, one.says) for one in found]


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ("0.5.0+rpt20250429-1", (0, 5, 0)),
        ("0.3.26-1", (0, 3, 26)),
        ("6.6.51+rpt-rpi-v8", (6, 6, 51)),
        ("0~git20230302+923f5d70-1", (0,)),
        ("1:0.4.0-7", (0, 4, 0)),
        ("unknown", None),
        (None, None),
    ],
)
def test_a_version_is_the_numbers_it_begins_with(
    said: str | None, version: tuple[int, ...] | None
) -> None:
    assert version_of(said) == version


def test_a_table_of_today_has_nothing_to_hear() -> None:
    assert told() == []


def test_nothing_is_said_of_versions_that_nobody_knows() -> None:
    assert told(None, None, None, "") == []


@pytest.mark.parametrize(
    ("picamera2", "libcamera", "named"),
    [
        ("0.3.25-1", "0.5.0+rpt20250429-1", True),
        ("0.3.25-1", "0.7.1+rpt20260609-1", True),
        ("0.3.25-1", "0.4.0+rpt20250213-1", False),
        ("0.3.25-1", None, False),
        ("0.3.27-1", "0.5.1+rpt20250722-1", False),
    ],
)
def test_an_exposure_that_cannot_be_fixed_is_named_for_the_pair_of_versions_only(
    picamera2: str, libcamera: str | None, named: bool
) -> None:
    found = told(picamera2, libcamera)
    assert any("cannot fix the exposure" in says for _, says in found) is named


def test_the_version_that_forgets_an_exposure_is_named_once() -> None:
    assert told("0.3.26-1") == [
        ("picamera2", "version 0.3.26-1 forgets a fixed exposure when it starts")
    ]


@pytest.mark.parametrize(("version", "named"), [("0.3.16-1", True), ("0.3.17-1", False)])
def test_a_camera_that_cannot_be_opened_again_and_again_is_named(version: str, named: bool) -> None:
    found = told(version, "0.4.0+rpt20250213-1")
    assert any("keeps the memory" in says for _, says in found) is named


def test_a_warning_that_means_nothing_does_not_make_anybody_mend_anything() -> None:
    software = CameraSoftware("0.3.27-1", "0.5.0+rpt20250429-1", NEW_KERNEL, PI_4)
    (one,) = known_faults(software, ENGLISH)
    assert (one.check, one.health, one.mend) == ("libcamera", Health.OK, None)
    assert told("0.3.27-1", "0.5.1+rpt20250722-1") == []


@pytest.mark.parametrize(
    ("model", "kernel", "named"),
    [
        (PI_4, "6.6.51+rpt-rpi-v8", True),
        (PI_4, "6.1.21-v8+", True),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "6.6.51+rpt-rpi-v8", True),
        ("Raspberry Pi Compute Module 4 Rev 1.1", "6.6.51+rpt-rpi-v8", True),
        (PI_4, NEW_KERNEL, False),
        (PI_5, "6.6.51+rpt-rpi-2712", False),
        ("", "6.1.0-18-amd64", False),
    ],
)
def test_a_camera_that_stops_after_hours_is_named_for_the_boards_it_happens_on(
    model: str, kernel: str, named: bool
) -> None:
    assert any(check == "kernel" for check, _ in told(kernel=kernel, model=model)) is named


@pytest.mark.parametrize("check", ["picamera2", "libcamera", "kernel"])
def test_what_is_named_has_a_title_on_the_page(check: str) -> None:
    assert check_title(check) != check
