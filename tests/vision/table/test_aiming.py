"""Whoever holds the camera is told what to do, and that brings mat and racks into the picture."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, radians, sin

import cv2
import numpy as np
import pytest

from companion.language.names import ENGLISH
from companion.pictures.aiming import Advice, Aim, AimingStep, Heading, aim_texts, camera_text
from vision.geometry import Lens, Plane, Points
from vision.table.aiming import aim, cut_off, enough_height, outlines, project, straight_above
from vision.table.layout import load_layout
from vision.table.registration import register

LAYOUT = load_layout()
FRAME = (2304, 1296)
WIDE = Lens.guess(*FRAME, focal=FRAME[0] / 2 / np.tan(radians(51)))
NARROW = Lens.guess(*FRAME, focal=FRAME[0] / 2 / np.tan(radians(33)))


def held(
    lens: Lens = WIDE,
    *,
    height: float = 720.0,
    aside: tuple[float, float] = (0.0, 0.0),
    tilt: tuple[float, float] = (0.0, 0.0),
    turn: float = 0.0,
) -> Plane:
    """The mat under a camera in somebody's hand.

    ``aside`` is where it hangs, millimetres in the mat's x and y from its middle; ``tilt`` how far
    it looks past straight down in these directions, ``turn`` clockwise from above; degrees.
    """
    over, down = (radians(value) for value in tilt)
    looks = cv2.Rodrigues(np.array([down, -over, 0.0]))[0]
    spin = cv2.Rodrigues(np.array([0.0, 0.0, -radians(turn)]))[0]
    rotation = np.asarray(spin @ looks, dtype=np.float64)
    middle = np.array(LAYOUT.mat.size) / 2 + aside
    return Plane(lens, rotation, -rotation @ np.array([*middle, -height]))


def seen_tags(plane: Plane, racks: int) -> Mapping[int, Points]:
    """The tags that this camera sees: those of the mat, and of so many racks in their places."""
    tags = {tag: plane.to_pixels(corners) for tag, corners in LAYOUT.mat.tags.items()}
    tilt, near = radians(LAYOUT.rack_tilt), sum(LAYOUT.rack_distance) / 2
    for seat in range(racks):
        rack, turn = LAYOUT.rack(seat), 2 * np.pi * seat / 4
        out, along = np.array([-sin(turn), cos(turn), 0]), np.array([cos(turn), sin(turn), 0])
        middle = np.array([*LAYOUT.mat.size, 0.0]) / 2
        for tag, corners in rack.tags.items():
            solid = []
            for x, y in corners:
                # Seen from the middle left is left: for the camera above, against the clock.
                up = rack.size[1] - y
                across = rack.size[0] / 2 - x
                foot = middle + (near + up * cos(tilt)) * out + across * along
                solid.append(foot - [0, 0, up * sin(tilt)])
            tags[tag] = project(plane, np.array(solid))
    return tags


def told(plane: Plane, racks: int = 2) -> Aim:
    seen = register(LAYOUT, seen_tags(plane, racks), 5, FRAME)
    assert seen.mat is not None
    assert len(seen.racks) == racks
    aimed = aim(seen, LAYOUT, FRAME)
    assert aimed is not None
    return aimed


def steps(aimed: Aim) -> list[tuple[AimingStep, Heading | None]]:
    return [(one.step, one.side) for one in aimed.advice]


def test_a_camera_that_hangs_as_it_should_needs_nothing_more() -> None:
    aimed = told(held())
    assert aimed.advice == ()
    assert aimed.players >= 4
    assert aimed.height == pytest.approx(72, abs=1)
    assert aimed.across == pytest.approx(102, abs=2)
    assert aim_texts(aimed)[0].startswith("The camera is well aimed: the racks of ")


@pytest.mark.parametrize(
    ("aside", "side"),
    [
        ((60.0, 0.0), Heading.LEFT),
        ((-60.0, 0.0), Heading.RIGHT),
        ((0.0, 60.0), Heading.FAR),
        ((0.0, -60.0), Heading.NEAR),
    ],
)
def test_a_camera_beside_the_middle_is_moved_back(
    aside: tuple[float, float], side: Heading
) -> None:
    (one,) = (one for one in told(held(aside=aside)).advice if one.step is AimingStep.SHIFT)
    assert (one.amount, one.side) == (6, side)


@pytest.mark.parametrize(
    ("tilt", "side"),
    [
        ((8.0, 0.0), Heading.LEFT),
        ((-8.0, 0.0), Heading.RIGHT),
        ((0.0, 8.0), Heading.FAR),
        ((0.0, -8.0), Heading.NEAR),
    ],
)
def test_a_tilted_camera_is_tilted_back(tilt: tuple[float, float], side: Heading) -> None:
    (one,) = (one for one in told(held(tilt=tilt)).advice if one.step is AimingStep.TILT)
    assert (one.amount, one.side) == (8, side)


@pytest.mark.parametrize(("turn", "side"), [(10.0, Heading.LEFT), (-10.0, Heading.RIGHT)])
def test_a_turned_camera_is_turned_back(turn: float, side: Heading) -> None:
    (one,) = (one for one in told(held(turn=turn)).advice if one.step is AimingStep.TURN)
    assert (one.amount, one.side) == (10, side)


def test_doing_what_is_said_brings_every_rack_into_the_picture() -> None:
    crooked = held(height=560.0, aside=(40.0, -30.0), tilt=(5.0, 0.0), turn=6.0)
    assert cut_off(crooked, LAYOUT, 4, FRAME) > 0
    advice = {one.step: one for one in told(crooked).advice}
    assert set(advice) == {AimingStep.TURN, AimingStep.TILT, AimingStep.SHIFT, AimingStep.RAISE}
    raised = held(height=560.0 + 10 * advice[AimingStep.RAISE].amount)
    assert cut_off(raised, LAYOUT, 4, FRAME) <= 0.01
    assert told(raised).advice == ()


def test_a_narrow_lens_is_told_its_height_and_one_that_hangs_too_high_comes_down() -> None:
    enough = enough_height(LAYOUT, NARROW, FRAME)
    assert enough is not None
    assert 1000 < enough < 1300, "docs/building.md says 1.1 m"
    assert steps(told(held(NARROW, height=900.0))) == [(AimingStep.RAISE, None)]
    assert steps(told(held(WIDE, height=1100.0))) == [(AimingStep.LOWER, None)]


def test_the_height_for_a_wide_lens_is_the_one_of_the_layout() -> None:
    enough = enough_height(LAYOUT, WIDE, FRAME)
    assert enough is not None
    assert 600 < enough <= 700


def test_a_mat_alone_tells_where_to_and_asks_for_a_rack() -> None:
    aimed = told(held(aside=(90.0, 0.0)), racks=0)
    assert steps(aimed) == [(AimingStep.CENTRE, Heading.LEFT)]
    assert aimed.height is None
    assert "rack" in camera_text(aimed)


def test_a_camera_above_the_mat_alone_is_not_raised_for_racks_that_are_not_there() -> None:
    low, high = told(held(height=450.0), racks=0), told(held(), racks=0)
    assert (low.advice, high.advice) == ((), ())
    well = "The camera is well aimed at the mat."
    assert aim_texts(low) == (f"{well} For racks it would have to hang higher.",)
    (said,) = aim_texts(high)
    would = f"The racks of up to {high.players} players would be in its picture, too."
    assert said == f"{well} {would}"
    assert camera_text(high).startswith("If you play with racks, ")


def test_no_mat_no_advice() -> None:
    assert aim(register(LAYOUT, {}, 5, FRAME), LAYOUT, FRAME) is None


def test_the_outlines_are_where_mat_and_racks_are_for_a_camera_that_hangs_right() -> None:
    seen = register(LAYOUT, seen_tags(held(), 2), 5, FRAME)
    mat, *racks = outlines(seen, LAYOUT, FRAME)
    assert len(racks) == 4
    for quad in (mat, *racks):
        assert (quad >= 0).all()
        assert (quad <= FRAME).all()
    enough = enough_height(LAYOUT, WIDE, FRAME)
    assert enough is not None
    corners = straight_above(LAYOUT, WIDE, enough).to_pixels(np.array([[0.0, 0.0]]))
    assert mat[0] == pytest.approx(corners[0])


@pytest.mark.parametrize("step", AimingStep)
@pytest.mark.parametrize("side", Heading)
def test_every_advice_has_its_sentence(step: AimingStep, side: Heading) -> None:
    (first, *_) = aim_texts(Aim((Advice(step, 3, side),), 0), ENGLISH)
    assert first.endswith(".")
    assert "{" not in first
