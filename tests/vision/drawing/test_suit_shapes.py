"""What stands on the own deck: outlines in a unit circle that no two suits share."""

import numpy as np
import pytest

from vision.drawing.sheet import Polyline
from vision.drawing.suit_shapes import crescent, diamond, drop, flake, flower, leaf, star

SHAPES = {
    "star": star(5, 0.5),
    "flower": flower(5),
    "diamond": diamond(),
    "leaf": leaf(),
    "drop": drop(),
    "crescent": crescent(),
    "flake": flake(),
}


def area(shape: Polyline) -> float:
    x, y = shape.T
    return float(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2)


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
def test_a_shape_fills_its_circle_and_does_not_leave_it(shape: Polyline) -> None:
    away = np.linalg.norm(shape, axis=1)
    assert away.max() <= 1.25, "corners of a leaf reach a little beyond it"
    assert 0.9 <= np.abs(shape).max() <= 1.0
    assert 0.2 * np.pi <= area(shape) <= np.pi


def test_a_star_has_as_many_points_as_it_is_asked_for() -> None:
    away = np.linalg.norm(star(6, 0.4), axis=1)
    assert [round(float(one), 6) for one in away] == [1.0, 0.4] * 6
