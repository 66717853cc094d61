"""A strut for a 3D printer is a closed body, lies on the bed, and holds the panel at its tilt."""

from __future__ import annotations

import struct
from collections import Counter
from math import atan2, degrees

import pytest

from vision.printing.rack_form import RackForm
from vision.printing.rack_solids import (
    LEDGE,
    Facet,
    Prism,
    printed_strut,
    to_openscad,
    to_stl,
)
from vision.printing.racks import form
from vision.table.layout import load_layout

PLA = 1.24e-3
"""Grams per cubic millimetre of PLA. Printed with little infill a strut weighs about half of it."""

BED = 180.0
"""Millimetres; the side of the smallest bed that is common."""
SQUARE = Prism(((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)), 1.0, 3.0)
ARROW = Prism(((0.0, 0.0), (10.0, 0.0), (2.0, 2.0), (0.0, 10.0)), 0.0, 1.0)
"""An outline with a corner that points inwards."""


@pytest.fixture
def rack() -> RackForm:
    return form(load_layout())


def volume(facets: list[Facet]) -> float:
    """Return what a closed surface encloses; negative where it is inside out."""
    return sum(
        (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
         + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6
        for a, b, c in facets
    )  # fmt: skip


def test_each_part_of_a_strut_is_closed(rack: RackForm) -> None:
    for part in (*printed_strut(rack), SQUARE, ARROW):
        edges = Counter((a[nth], a[(nth + 1) % 3]) for a in part.facets() for nth in range(3))
        assert set(edges.values()) == {1}
        assert all((end, start) in edges for start, end in edges)


def test_a_part_encloses_its_outline_times_its_height() -> None:
    assert volume(SQUARE.facets()) == pytest.approx(200.0)
    assert volume(ARROW.facets()) == pytest.approx(20.0)


def test_a_strut_lies_on_the_bed_and_does_not_rock_on_the_table(rack: RackForm) -> None:
    corners = [
        corner for part in printed_strut(rack) for facet in part.facets() for corner in facet
    ]
    assert {part.bottom for part in printed_strut(rack)} == {0.0}
    assert max(z for _, _, z in corners) == LEDGE
    assert min(y for _, y, _ in corners) == pytest.approx(0.0, abs=1e-9)
    for axis in (0, 1):
        assert max(c[axis] for c in corners) - min(c[axis] for c in corners) < BED


def test_a_strut_holds_panel_and_hood_where_the_rack_has_them(rack: RackForm) -> None:
    wall = printed_strut(rack)[1].outline
    foot, hood, top = wall[0], wall[-2], wall[-1]
    assert degrees(atan2(top[1] - foot[1], top[0] - foot[0])) == pytest.approx(rack.tilt)
    assert (top, hood) == (rack.top, rack.hood_top)


def test_a_printed_strut_makes_a_rack_no_lighter(rack: RackForm) -> None:
    web = printed_strut(rack)[0]
    area = volume(web.facets()) / (web.top - web.bottom)
    printed = sum(volume(part.facets()) for part in printed_strut(rack)) * PLA / 2
    assert printed > area * 0.95e-3, "cardboard of 1.5 mm"


def test_slicers_get_every_facet_with_its_way_out(rack: RackForm) -> None:
    parts = printed_strut(rack)
    written = to_stl(parts)
    (count,) = struct.unpack_from("<I", written, 80)
    assert count == sum(len(part.facets()) for part in parts)
    assert len(written) == 84 + 50 * count
    x, y, z = struct.unpack_from("<3f", written, 84)
    assert x * x + y * y + z * z == pytest.approx(1.0)
    assert z == pytest.approx(1.0), "the first is the upper side"


def test_an_outline_that_runs_the_wrong_way_is_refused() -> None:
    backwards = Prism(SQUARE.outline[::-1], 0.0, 1.0)
    with pytest.raises(ValueError, match="anticlockwise"):
        backwards.facets()


def test_openscad_gets_the_same_outlines(rack: RackForm) -> None:
    text = to_openscad(printed_strut(rack))
    assert text.count("linear_extrude(16)") == 2
    assert f"[{rack.top[0]:.3f}, {rack.top[1]:.3f}]" in text
