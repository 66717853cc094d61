"""How the camera is aimed: from the mat's plane to what its builder has to do.

The plane of the mat gives the camera's place above the table (`vision.table.registration`). Where
racks would stand is known from the layout, so a mat alone tells which racks will be cut off.
"""

from __future__ import annotations

from math import ceil, cos, degrees, hypot, pi, radians, sin

import cv2
import numpy as np
import numpy.typing as npt

from companion.hanabi.labels import MOST_SEATS
from companion.pictures.aiming import Advice, Aim, AimingStep, Heading
from vision.geometry import Lens, Plane, Points, rectangle
from vision.table.layout import Layout
from vision.table.registration import FOCAL_GUESSES, Registration

AIM_MARGIN = 0.025
"""Share of the picture's width that a rack keeps from its edges. Racks that are set up and pushed
carelessly (15 mm, 3 degrees) under a camera that is off by 15 mm go 58 pixels of 2304 further out
than they should, in the worst of 60 drawn at random."""
CARD_WIDTH, FEWEST_PIXELS = 63.0, 60.0
"""Millimetres of a card, and how many pixels wide it has to be."""
ADVISED_PLAYERS = 4
"""How many the advice is for; five want a higher camera, and are told of if they fit."""
TURNED, TILTED = 4.0, 4.0
"""Degrees from which the camera is turned or tilted anew; racks have room for less."""
ASIDE = 25.0
"""Millimetres from which it is moved."""
AIMED = 40.0
"""Millimetres from which the picture's middle is off the mat's where the lens is not known."""
HIGHEST = 2000.0
"""Millimetres; no arm reaches higher."""

Solid = npt.NDArray[np.float64]
"""Shape (N, 3), millimetres, origin and axes of the mat: x right, y down, z into the table."""


def panels(layout: Layout, players: int) -> Solid:
    """Return the corners of the panels of ``players`` racks that stand as they should."""
    width, height = layout.rack(0).size
    tilt = radians(layout.rack_tilt)
    near = sum(layout.rack_distance) / 2
    far = near + height * cos(tilt)
    middle = np.array([*layout.mat.size, 0.0]) / 2
    corners = []
    for seat in range(players):
        turn = 2 * pi * seat / players
        out, along = np.array([-sin(turn), cos(turn), 0]), np.array([cos(turn), sin(turn), 0])
        for side in (-width / 2, width / 2):
            corners.append(middle + near * out + side * along)
            corners.append(middle + far * out + side * along - [0, 0, height * sin(tilt)])
    return np.array(corners)


def straight_above(layout: Layout, lens: Lens, height: float) -> Plane:
    """Return the mat's plane under a camera that is aimed as it should be; ``height`` in mm."""
    width, depth = layout.mat.size
    return Plane(lens, np.eye(3), np.array([-width / 2, -depth / 2, height]))


def project(plane: Plane, points: Solid) -> Points:
    """Return where ``points`` of the mat's space are in the picture, shape (N, 2), pixels."""
    turn = cv2.Rodrigues(plane.rotation)[0]
    lens = plane.lens
    pixels = cv2.projectPoints(points, turn, plane.translation, lens.matrix, lens.distortion)[0]
    return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)


def cut_off(plane: Plane, layout: Layout, players: int, frame: tuple[int, int]) -> float:
    """Return by which share of half the picture the racks reach over its edge; below 0: they fit.

    Args:
        plane: the mat's.
        layout: the printed parts.
        players: how many racks there are to be.
        frame: the picture's width and height, pixels.
    """
    half = np.array(frame) / 2
    room = half - AIM_MARGIN * frame[0]
    over = np.abs(project(plane, panels(layout, players)) - half) - room
    return float((over / half).max())


def enough_height(layout: Layout, lens: Lens, frame: tuple[int, int]) -> float | None:
    """Return from which height, mm, this lens sees the racks of four; None: from none."""
    low, high = 200.0, HIGHEST
    if cut_off(straight_above(layout, lens, high), layout, ADVISED_PLAYERS, frame) > 0:
        return None
    while high - low > 1:
        middle = (low + high) / 2
        fits = cut_off(straight_above(layout, lens, middle), layout, ADVISED_PLAYERS, frame) <= 0
        low, high = (low, middle) if fits else (middle, high)
    return high


def outlines(seen: Registration, layout: Layout, frame: tuple[int, int]) -> tuple[Points, ...]:
    """Return where mat and racks should be in the picture: corners of each, shape (4, 2), pixels.

    Where the lens is not known they are drawn for the one that the layout advises; arguments as
    `aim`'s.
    """
    if seen.mat is not None and seen.racks:
        lens = seen.mat.lens
    else:
        lens = Lens.guess(*frame, focal=FOCAL_GUESSES[0] * frame[0])
    above = straight_above(layout, lens, enough_height(layout, lens, frame) or HIGHEST)
    corners = project(above, panels(layout, ADVISED_PLAYERS)).reshape(-1, 4, 2)
    racks = [quad[[0, 1, 3, 2]] for quad in corners]
    return (above.to_pixels(rectangle(0.0, 0.0, *layout.mat.size)), *racks)


def aim(seen: Registration, layout: Layout, frame: tuple[int, int]) -> Aim | None:
    """Return how the camera is aimed; None where no mat is seen.

    Args:
        seen: the planes of the picture; only with a rack among them is the lens known.
        layout: the printed parts.
        frame: the picture's width and height, pixels.
    """
    plane = seen.mat
    if plane is None:
        return None
    fits = [n for n in range(2, MOST_SEATS + 1) if cut_off(plane, layout, n, frame) <= 0]
    players = max(fits, default=0)
    advice = _turn(plane)
    if not seen.racks:
        advice += _centre(plane, layout, frame)
        # Without racks nothing is cut off: the mat alone may be what is played with.
        return Aim(tuple(advice), players)
    place = -plane.rotation.T @ plane.translation
    height = float(-place[2])
    aside = place[:2] - np.array(layout.mat.size) / 2
    focal = float(plane.lens.matrix[0, 0])
    enough = enough_height(layout, plane.lens, frame)
    advice += _tilt(plane)
    advice += _shift(aside)
    advice += _height(height, enough, focal)
    across = 2 * degrees(np.arctan2(frame[0] / 2, focal))
    return Aim(
        tuple(advice) or _cut_off(players),
        players,
        round(height / 10),
        round(across),
        None if enough is None else round(enough / 10),
    )


def _cut_off(players: int) -> tuple[Advice, ...]:
    """Tell of racks that do not fit for no single reason: a little aside, a little tilted."""
    return () if players >= ADVISED_PLAYERS else (Advice(AimingStep.RAISE, 0),)


def _turn(plane: Plane) -> list[Advice]:
    """Tell how far the mat's long side is turned in the picture."""
    across = plane.rotation[:2, 0]
    turned = degrees(np.arctan2(across[1], across[0]))
    if abs(turned) < TURNED:
        return []
    # A mat that looks turned clockwise is met by a camera that turns the same way.
    side = Heading.RIGHT if turned > 0 else Heading.LEFT
    return [Advice(AimingStep.TURN, round(abs(turned)), side)]


def _tilt(plane: Plane) -> list[Advice]:
    """Tell how far the camera looks past straight down, in the axes of the mat."""
    looks = plane.rotation.T @ np.array([0.0, 0.0, 1.0])  # the optical axis
    tilted = degrees(np.arccos(np.clip(looks[2], -1, 1)))
    if tilted < TILTED:
        return []
    return [Advice(AimingStep.TILT, round(tilted), _side(-looks[0], -looks[1]))]


def _shift(aside: Points) -> list[Advice]:
    """Tell how far the camera hangs beside the mat's middle: ``aside`` is (x, y), mm."""
    far = hypot(*aside)
    if far < ASIDE:
        return []
    return [Advice(AimingStep.SHIFT, round(far / 10), _side(-aside[0], -aside[1]))]


def _centre(plane: Plane, layout: Layout, frame: tuple[int, int]) -> list[Advice]:
    """Tell how far the picture's middle lies beside the mat's, whatever the reason."""
    ((x, y),) = plane.to_plane((np.array([frame]) - 1) / 2) - np.array(layout.mat.size) / 2
    if hypot(x, y) < AIMED:
        return []
    return [Advice(AimingStep.CENTRE, round(hypot(x, y) / 10), _side(-x, -y))]


def _height(height: float, enough: float | None, focal: float) -> list[Advice]:
    """Tell whether racks are cut off, or cards too small, once the camera looks straight down.

    Heights are in mm, ``enough`` as `enough_height` has it; ``focal`` is in pixels.
    """
    # A card seen straight from above is focal length / height as wide as it is.
    highest = focal * CARD_WIDTH / FEWEST_PIXELS
    if enough is not None and height < enough:
        return [Advice(AimingStep.RAISE, ceil((enough - height) / 10))]
    if height > highest:
        return [Advice(AimingStep.LOWER, ceil((height - highest) / 10))]
    return []


def _side(x: float, y: float) -> Heading:
    """Return the side of the table in which a direction on the mat, x right and y down, goes."""
    if abs(y) >= abs(x):
        return Heading.NEAR if y > 0 else Heading.FAR
    return Heading.RIGHT if x > 0 else Heading.LEFT
