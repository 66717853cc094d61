"""A rack of which few tags show stands where its foot is on the table."""

import numpy as np
import pytest

from vision.simulator import Setting
from vision.simulator.optics import Optics
from vision.table.layout import Layout
from vision.table.leaning import place_leaning


@pytest.mark.parametrize("players", [2, 3, 5])
def test_one_tag_in_view_tells_where_a_rack_stands(layout: Layout, players: int) -> None:
    optics = Optics(Setting.seeded(players, 11), layout)
    for seat in range(players):
        rack, true = layout.rack(seat), optics.rack(seat)
        tag = min(rack.tags)
        shown = {tag: true.to_pixels(rack.tags[tag])}
        found = place_leaning(layout, optics.mat, seat, shown)
        corners = np.array([[0.0, 0.0], [rack.size[0], 0.0], rack.size, [0.0, rack.size[1]]])
        off = np.linalg.norm(found.to_pixels(corners) - true.to_pixels(corners), axis=1)
        assert off.max() < 1.0, f"seat {seat}: {off}"
        assert found.tilt_against(optics.mat) == pytest.approx(layout.rack_tilt, abs=1e-6)
