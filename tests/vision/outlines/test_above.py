"""A table from above, and a part of it."""

from __future__ import annotations

import numpy as np

from vision.geometry import Lens, Plane, rectangle
from vision.outlines.above import TableFromAbove, from_above
from vision.outlines.tabletop import Tabletop

WIDTH, HEIGHT, CARD = 640, 480, (60.0, 90.0)


def shown() -> TableFromAbove:
    """Return a table half a metre below the camera; it is brighter the farther to the right."""
    picture = np.tile(np.linspace(0.0, 1.0, WIDTH, dtype=np.float32), (HEIGHT, 1))
    lens = Lens.guess(WIDTH, HEIGHT, 600.0)
    plane = Plane(lens, np.eye(3), np.array([0.0, 0.0, 500.0]))
    return from_above(picture, Tabletop(plane, CARD), 20.0, 1.0)


def test_a_part_of_the_table_lies_where_it_lay_in_the_whole() -> None:
    whole = shown()
    part = whole.part((200, 100, 420, 330))
    assert part is not None
    assert part.image.shape < whole.image.shape
    seen = rectangle(220, 120, 180, 190)
    assert np.allclose(
        part.to_table(part.to_image(seen)), whole.to_table(whole.to_image(seen)), atol=1e-6
    )
    for at in seen:
        (there,), (here,) = (one.to_image(at[None]).round().astype(int) for one in (whole, part))
        assert part.image[here[1], here[0]] == whole.image[there[1], there[0]]


def test_where_no_card_has_room_there_is_no_part() -> None:
    whole = shown()
    assert whole.part((0, 0, WIDTH, 30)) is None
    assert whole.part((WIDTH - 20, 0, WIDTH, HEIGHT)) is None
