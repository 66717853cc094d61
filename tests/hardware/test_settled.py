"""What a camera settled on outlasts the evening; light is measured on the racks' paper."""

from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.settled import (
    HIGHEST_GAIN,
    LONGEST_EXPOSURE,
    Settled,
    SettledError,
    exposed,
    forget_settled,
    load_settled,
    save_settled,
    wanted_factor,
)


def settled(**controls: float | tuple[float, ...]) -> Settled:
    return Settled(MappingProxyType(controls))


def test_two_cameras_keep_what_they_settled_on(tmp_path: Path) -> None:
    path = tmp_path / "state" / "camera.json"
    assert load_settled(path, "left") is None
    left = settled(ExposureTime=20000.0, ColourGains=(1.5, 2.5))
    save_settled(path, "left", left)
    save_settled(path, "right", settled(LensPosition=1.4))
    assert load_settled(path, "left") == left
    assert load_settled(path, "right") == settled(LensPosition=1.4)
    assert forget_settled(path)
    assert not forget_settled(path)
    assert load_settled(path, "left") is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"version": 2, "cameras": {}}',
        '{"version": 1, "cameras": []}',
        '{"version": 1, "cameras": {"left": {"ExposureTime": "long"}}}',
        '{"version": 1, "cameras": {"left": {"ExposureTime": NaN}}}',
        '{"version": 1, "cameras": {"left": 7}}',
        '{"version": 1, "cameras": {"left": {"ExposureTime": 1%s}}}' % ("0" * 400),
        "[" * 100_000,
    ],
)
def test_a_file_that_holds_something_else_is_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "camera.json"
    path.write_text(text)
    with pytest.raises(SettledError, match=r"camera\.json does not hold"):
        load_settled(path, "left")


def test_a_folder_that_may_not_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    with pytest.raises(SettledError, match="cannot read"):
        save_settled(tmp_path / "state" / "camera.json", "left", settled())


def test_time_comes_before_gain_and_lamps_do_not_flicker() -> None:
    assert exposed(0.01, 4.0, 1.0) == (LONGEST_EXPOSURE, 1.0)
    time, gain = exposed(0.005, 5.0, 1.0)
    assert (round(time, 6), round(gain, 6)) == (0.02, 1.25)
    assert exposed(0.001, 1.0, 2.0) == (0.002, 1.0)


@given(
    time=st.floats(0.0001, 0.1),
    gain=st.floats(1, 16),
    factor=st.floats(0.25, 8),
)
def test_the_light_is_what_was_wanted_as_far_as_the_camera_can(
    time: float, gain: float, factor: float
) -> None:
    longer, more = exposed(time, gain, factor)
    wanted = time * gain * factor
    assert 0 < longer <= LONGEST_EXPOSURE
    assert 1 <= more <= HIGHEST_GAIN
    assert longer * more <= wanted * 1.000001
    assert longer * more == pytest.approx(min(wanted, LONGEST_EXPOSURE * HIGHEST_GAIN))


def test_racks_that_are_dark_want_more_light_and_blown_out_ones_less() -> None:
    assert wanted_factor(165) is None
    assert wanted_factor(178) is None
    dark, light, blown = wanted_factor(80), wanted_factor(205), wanted_factor(255)
    assert dark is not None
    assert dark > 4
    assert light is not None
    assert 0.5 < light < 1
    assert blown == 0.5
