"""What shape a card has that a photo shows aslant: its perspective tells from where it was seen.

A phone in a hand is seldom held straight above. At fifteen degrees a card looks three per cent
shorter than it is, as much as a printed frame differs from the card round it. But its far side
looks shorter than its near one, too, and both together tell the shape that it has.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry import Points
from vision.outlines.tabletop import FOCAL_SLACK

USUAL_FOCAL = 0.77
"""Focal length of a phone's usual lens, as a share of the picture's longer side."""
FOCALS = tuple(float(one) for one in np.geomspace(0.5, 3.1, 40))
"""The focal lengths that are tried: from a wide lens to one that was zoomed or a picture cropped,
in steps of 5 %."""
FLAT_ALIKE = 0.005
"""Share by which two flat shapes may differ by the pixels in which they were measured."""
SURE_OF_LENS = 0.5
"""Photos against which the usual lens counts where they tell nothing."""


def flat_shape(corners: Points, picture: tuple[int, int], focal: float) -> tuple[float, float]:
    """Return the proportion of a rectangle seen aslant, and the cosine of the angle of its sides.

    A pinhole camera sees the unit vectors of the plane along the first two columns of the
    homography, behind its lens (Hartley and Zisserman, Multiple View Geometry, 8.1.1).

    Args:
        corners: shape (4, 2), pixels, clockwise, the first side a short one.
        picture: its height and width in pixels; the lens looks through its middle.
        focal: focal length, as a share of the longer side.

    Returns:
        Short by long side; and 0 for right angles.
    """
    middle = (np.array(picture[::-1]) - 1) / 2
    rays = (corners - middle) / (focal * max(picture))
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    onto = cv2.getPerspectiveTransform(unit, rays.astype(np.float32))
    short, long = (float(np.linalg.norm(onto[:, column])) for column in (0, 1))
    return short / long, float(onto[:, 0] @ onto[:, 1]) / (short * long)


def common_view(
    photos: Sequence[tuple[Sequence[Points], tuple[int, int]]], proportion: float, slack: float
) -> tuple[float, float]:
    """Return the focal length, and the proportion of cards, on which most photos agree.

    Args:
        photos: corners of what may be the card in each, one or more, and the photo's height and
            width; all taken with one phone.
        proportion: short by long side of a card, about.
        slack: share by which it may be another.
    """
    steps = round(slack / FLAT_ALIKE)
    shapes = np.log(proportion) + np.arange(-steps, steps + 1) * FLAT_ALIKE
    best = (-1.0, USUAL_FOCAL, proportion)
    for focal in FOCALS:
        usual = SURE_OF_LENS * math.exp(-((math.log(focal / USUAL_FOCAL) / FOCAL_SLACK) ** 2) / 2)
        agree = usual * np.exp(-((shapes - math.log(proportion)) ** 2) / (2 * slack**2))
        for outlines, picture in photos:
            flat = np.array([flat_shape(one, picture, focal) for one in outlines])
            miss = (shapes - np.log(flat[:, :1])) ** 2 + flat[:, 1:] ** 2
            agree += np.exp(-miss.min(axis=0) / (2 * FLAT_ALIKE**2))
        most = int(agree.argmax())
        best = max(best, (float(agree[most]), focal, float(np.exp(shapes[most]))))
    return best[1:]
