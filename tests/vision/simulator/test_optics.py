"""The simulated lens agrees with the planes that the eyes know."""

import numpy as np
import pytest

from vision.simulator import Setting
from vision.simulator.optics import Optics
from vision.table.layout import Layout


@pytest.fixture
def optics(layout: Layout) -> Optics:
    return Optics(Setting.seeded(3, 7), layout)


def test_each_pixel_sees_the_point_that_is_projected_to_it(optics: Optics) -> None:
    box = (900, 500, 1030, 611)
    seen = optics.seen(optics.mat, box)
    columns, rows = np.meshgrid(np.arange(box[0], box[2]), np.arange(box[1], box[3]))
    back = optics.mat.to_pixels(seen.reshape(-1, 2).astype(np.float64))
    expected = np.column_stack([columns.ravel(), rows.ravel()])
    assert np.abs(back - expected).max() < 0.05


def test_the_picture_spans_102_by_67_degrees(layout: Layout) -> None:
    optics = Optics(Setting(2), layout)
    width, height = optics.setting.frame
    edges = np.array([[0, (height - 1) / 2], [(width - 1) / 2, 0]])
    away = np.abs(optics.mat.to_plane(edges) - np.array(layout.mat.size) / 2)
    angles = 2 * np.degrees(np.arctan2([away[0, 0], away[1, 1]], optics.setting.camera_height))
    assert angles == pytest.approx([102, 67], abs=1.0)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_racks_stand_as_the_layout_says(layout: Layout, players: int) -> None:
    optics = Optics(Setting.seeded(players, 3), layout)
    for seat in range(players):
        plane = optics.rack(seat)
        assert plane.tilt_against(optics.mat) == pytest.approx(layout.rack_tilt, abs=1e-6)
        foot = optics.room(plane, (layout.rack(seat).size[0] / 2, layout.rack(seat).size[1]))
        assert foot[2] == pytest.approx(0, abs=1e-6)
        middle = np.array(layout.mat.size) / 2
        assert 290 <= np.linalg.norm(foot[:2] - middle) <= 330


def test_seat_0_sits_at_the_bottom_and_the_others_clockwise(layout: Layout) -> None:
    optics = Optics(Setting(4), layout)
    sides = np.round([optics.outward(seat) for seat in range(4)], 6) + 0.0
    assert sides.tolist() == [[0, 1], [-1, 0], [0, -1], [1, 0]]


@pytest.mark.parametrize("wrong", [{"players": 1}, {"players": 6}, {"players": 3, "width": 100}])
def test_a_table_nobody_could_sit_at_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"players are|pixels wide"):
        Setting(**wrong)  # type: ignore[arg-type]
