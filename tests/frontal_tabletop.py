"""A table seen from right above, for tests of what is found on a table that is known."""

import numpy as np

from vision.geometry import Lens, Plane
from vision.outlines.tabletop import FOCAL, Tabletop


def frontal_tabletop(
    across: float, size: tuple[float, float], picture: tuple[int, int]
) -> Tabletop:
    """Return one on which a card is ``across`` pixels wide."""
    focal = FOCAL * max(picture)
    away = np.array([0.0, 0.0, focal * size[0] / across])
    return Tabletop(Plane(Lens.guess(*picture, focal), np.eye(3), away), size)
