"""What comes out of the printer is what the camera looks for, to a fifth of a millimetre."""

from __future__ import annotations

import json
from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from companion.paper.pages import OVERLAP, PAPERS, UNPRINTED, pages
from companion.paper.shapes import (
    Circle,
    Drawing,
    Path,
    PlacedPicture,
    Rect,
    Shape,
    ShapeGroup,
    Text,
    flat,
)
from tests.vision.printing.sheets import Image, in_millimetres, put_together, rendered
from vision.geometry import Points
from vision.printing.control import control_sheet, control_tags
from vision.printing.deck import cards, grid
from vision.printing.mat import hana_mat, mat
from vision.printing.racks import form, panel, strip, struts
from vision.table.details import load_details
from vision.table.layout import load_layout
from vision.table.layout_file import default_layout_path
from vision.table.tags import TagFinder

LAYOUT, DETAILS = load_layout(), load_details()
FLAP = form(LAYOUT).flap
FINDER = TagFinder(LAYOUT.dictionary)
DATA = json.loads(default_layout_path().read_text(encoding="utf-8"))
NEAR = 0.2
"""Millimetres."""
SIZES = pytest.mark.parametrize("paper", PAPERS)


def whole(part: Drawing, paper: str) -> Image:
    """The part as it lies on the table, printed on ``paper``, cut and glued."""
    sheets = pages([part], paper)
    if sheets[0].tile is not None:
        return put_together(sheets, part.size)
    (page,) = sheets
    (image,) = rendered([page.drawing])
    group = page.drawing.shapes[0]
    assert isinstance(group, ShapeGroup)
    x, y = (round(value * 8) for value in (group.x, group.y))
    return image[y : y + round(part.size[1] * 8), x : x + round(part.size[0] * 8)]


def assert_shows(image: Image, wanted: Mapping[int, Points]) -> None:
    found = FINDER.find(image)
    assert set(found) == set(wanted)
    for tag, corners in wanted.items():
        assert in_millimetres(found[tag]) == pytest.approx(corners, abs=NEAR), tag


@SIZES
@pytest.mark.parametrize("fireworks", [6, 7])
def test_the_mats_tags_are_where_the_layout_has_them(paper: str, fireworks: int) -> None:
    part = mat(LAYOUT.for_fireworks(fireworks), DETAILS)
    assert part.size == tuple(DATA["mat"]["size"])
    assert_shows(whole(part, paper), LAYOUT.mat.tags)


@SIZES
def test_the_other_mat_has_the_same_places_with_tags_of_its_own(paper: str) -> None:
    places = list(LAYOUT.mat.tags.values())
    wanted = dict(zip(DATA["mat_hana"]["tag_ids"], places, strict=True))
    assert_shows(whole(hana_mat(LAYOUT, DETAILS), paper), wanted)


@SIZES
@pytest.mark.parametrize("seat", [0, 4])
def test_a_racks_tags_are_where_the_layout_has_them(paper: str, seat: int) -> None:
    down = np.array([0, FLAP])
    wanted = {tag: corners + down for tag, corners in LAYOUT.rack(seat).tags.items()}
    assert_shows(whole(strip(LAYOUT, DETAILS, seat), paper), wanted)


def test_every_seat_has_its_own_tags_and_none_is_the_control_sheets() -> None:
    used = [*LAYOUT.mat.tags, *DETAILS.hana.tags, *control_tags()]
    used += [tag for seat in range(5) for tag in LAYOUT.rack(seat).tags]
    assert len(set(used)) == len(used) == 22


@SIZES
def test_the_control_sheet_is_true_to_size(paper: str) -> None:
    assert_shows(whole(control_sheet(LAYOUT), paper), control_tags())


def grey_is_where(image: Image) -> Image:
    grey = np.array(DETAILS.zone_fill[::-1])
    return np.asarray((np.abs(image.astype(int) - grey) <= 3).all(axis=2))


@SIZES
def test_the_zones_are_grey_to_their_edges_and_nothing_is_printed_inside(paper: str) -> None:
    grey = grey_is_where(whole(mat(LAYOUT, DETAILS), paper))
    zones = [LAYOUT.mat.discards, LAYOUT.mat.deck]
    zones += [LAYOUT.mat.column(index) for index in range(LAYOUT.mat.columns)]
    covered = np.zeros_like(grey)
    for x, y, width, height in zones:
        inside = [round(v * 8) for v in (x + 0.6, y + 0.3, x + width - 0.6, y + height - 0.3)]
        assert grey[inside[1] : inside[3], inside[0] : inside[2]].all()
        around = [round(v * 8) for v in (x - 0.2, y - 0.2, x + width + 0.2, y + height + 0.2)]
        covered[around[1] : around[3], around[0] : around[2]] = True
    # Words and edges have grey pixels; a patch of a square millimetre would be a zone.
    beside = (grey & ~covered).astype(np.uint8)
    assert not cv2.erode(beside, np.ones((8, 8), np.uint8)).any()


def test_a_seventh_firework_takes_the_end_of_the_discards() -> None:
    boxes = [s for s in mat(LAYOUT.for_fireworks(7), DETAILS).shapes if isinstance(s, Rect)]
    grey = [(s.x, s.y, s.width, s.height) for s in boxes if s.fill == DETAILS.zone_fill]
    # "The discards then end at x 228."
    assert [grey[1], grey[3]] == [(50, 190, 178, 101), (232, 190, 68, 101)]


def test_the_tokens_have_their_circles() -> None:
    circles = [s for s in mat(LAYOUT, DETAILS).shapes if isinstance(s, Circle)]
    wanted = [*DATA["mat"]["clue_track"]["centres"], *DATA["mat"]["fuse_track"]["centres"]]
    assert [[s.x, s.y] for s in circles] == wanted
    assert {2 * s.radius for s in circles} == {26}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tiles_have_the_same_on_their_overlap_and_nothing_lies_on_the_sheets_border(
    paper: str,
) -> None:
    part = mat(LAYOUT, DETAILS)
    tiles = [page for page in pages([part], paper) if page.tile is not None]
    images = rendered([page.drawing for page in tiles])
    for page, image in zip(tiles, images, strict=True):
        border = round((UNPRINTED - 0.3) * 8)
        inner = image[border:-border, border:-border]
        assert (image < 250).sum() == (inner < 250).sum()
        assert page.tile is not None
        for other, shown in zip(tiles, images, strict=True):
            assert other.tile is not None
            if (other.tile.column, other.tile.row) == (page.tile.column + 1, page.tile.row):
                ours, theirs = (
                    each[
                        round(tile.at[1] * 8) : round((tile.at[1] + tile.window[3]) * 8),
                        round(x * 8) : round((x + OVERLAP) * 8),
                    ]
                    for each, tile, x in (
                        (image, page.tile, page.tile.at[0] + page.tile.window[2] - OVERLAP),
                        (shown, other.tile, other.tile.at[0]),
                    )
                )
                assert np.abs(ours.astype(int) - theirs).mean() < 2


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_seam_is_marked_where_the_sheet_is_cut_and_where_its_edge_is_laid(paper: str) -> None:
    tiles = pages([mat(LAYOUT, DETAILS)], paper)
    for page, image in zip(tiles, rendered([page.drawing for page in tiles]), strict=True):
        tile = page.tile
        assert tile is not None
        left, top, width, height = tile.window
        seams = [other.tile.cuts[0] for other in tiles if other.tile and other.tile.cuts[0]]
        above = round((tile.at[1] - 2) * 8)
        marks = np.flatnonzero(image[above].max(axis=1) < 160) / 8 - tile.at[0] + left
        for seam in set(seams):
            assert seam is not None
            assert np.abs(marks - seam).min() < NEAR
            assert left < seam < left + width
        assert np.ptp(marks) < 0.5, "there is one seam upwards"
        assert top + height <= 297


def test_a_printed_tag_has_the_cells_of_its_dictionary() -> None:
    image = whole(mat(LAYOUT, DETAILS), "a3")
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for tag, corners in LAYOUT.mat.tags.items():
        (left, top), side = (round(v * 8) for v in corners[0]), (36 * 8)
        printed = image[top : top + side, left : left + side, 0] > 127
        wanted = cv2.aruco.generateImageMarker(dictionary, tag, side) > 127
        assert (printed != wanted).mean() < 0.006


def test_a_mat_fills_one_sheet_of_a3_and_racks_share_one() -> None:
    assert len(pages([mat(LAYOUT, DETAILS)], "a3")) == 1
    assert len(pages([strip(LAYOUT, DETAILS, seat) for seat in range(4)], "a3")) == 2
    assert len(pages([mat(LAYOUT, DETAILS)], "a4")) == 4


def test_a_strut_holds_the_panel_at_the_layouts_tilt() -> None:
    outline = next(s for s in struts(LAYOUT).shapes if isinstance(s, Path))
    foot, top = outline.points[0], outline.points[-1]
    across, up = top[0] - foot[0], foot[1] - top[1]
    assert np.degrees(np.arctan2(up, across)) == pytest.approx(DATA["rack"]["tilt_degrees"])
    assert np.hypot(across, up) == pytest.approx(DATA["rack"]["panel"][1])


@SIZES
def test_a_whole_deck_is_printed_with_as_many_backs(paper: str) -> None:
    columns, rows = grid(paper)
    assert columns * rows == {"a4": 9, "a3": 18, "letter": 9}[paper]
    sheets = cards(["r1"] * 20 + ["b5"], paper)
    pictures = [sum(isinstance(shape, PlacedPicture) for shape in sheet.shapes) for sheet in sheets]
    assert sum(pictures[::2]) == 21
    assert set(pictures[1::2]) == {columns * rows}
    assert all(page.tile is None for page in pages(sheets, paper))
    assert len(cards(["r1"] * 21, paper, backs=False)) == len(sheets) / 2


@SIZES
def test_cards_and_backs_meet_whichever_way_the_sheet_is_turned_over(paper: str) -> None:
    for page in pages(cards(["r1"] * 3, paper), paper):
        (group, *_rest) = page.drawing.shapes
        assert isinstance(group, ShapeGroup)
        columns, rows = grid(paper)
        size = (63 * columns + 5, 88 * rows + 5)
        for at, side, whole in zip((group.x, group.y), size, page.drawing.size, strict=True):
            assert at + side / 2 == pytest.approx(whole / 2)


def test_words_stand_on_white_only() -> None:
    for part in (mat(LAYOUT.for_fireworks(7), DETAILS), hana_mat(LAYOUT, DETAILS)):
        zones = [s for s in part.shapes if isinstance(s, Rect) and s.fill == DETAILS.zone_fill]
        assert zones
        for text in (s for s in flat(part.shapes) if isinstance(s, Text)):
            for zone in zones:
                top = text.y - 0.75 * text.size  # of capitals and figures
                beside = text.y < zone.y or top > zone.y + zone.height
                assert beside or not zone.x <= text.x <= zone.x + zone.width


def box_of(shapes: tuple[Shape, ...]) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of circles and filled paths."""
    xs: list[float] = []
    ys: list[float] = []
    for shape in shapes:
        if isinstance(shape, Circle):
            xs += [shape.x - shape.radius, shape.x + shape.radius]
            ys += [shape.y - shape.radius, shape.y + shape.radius]
        elif isinstance(shape, Path):
            xs += [x for x, _y in shape.points]
            ys += [y for _x, y in shape.points]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("seat", range(5))
def test_a_racks_signs_leave_its_tags_and_its_slots_alone(seat: int) -> None:
    rack, quiet = LAYOUT.rack(seat), float(DATA["mat"]["tags"]["quiet_zone"])
    drawn = panel(LAYOUT, DETAILS, seat)
    signs = [one for one in drawn if isinstance(one, Circle | Path)]
    numbers = [one for one in drawn if isinstance(one, Text)]
    assert [one.text for one in numbers] == [str(seat + 1)] * 2
    for at_left in (True, False):
        half = tuple(one for one in signs if (box_of((one,))[0] < 200) == at_left)
        left, top, right, bottom = box_of(half)
        assert min(right - left, bottom - top) >= 8, "a sign is told apart from that size on"
        number = next(one for one in numbers if (one.x < 200) == at_left)
        wide = number.size * 0.75
        left = min(left, number.x if at_left else number.x - wide)
        right = max(right, number.x + wide if at_left else number.x)
        assert right < DETAILS.slot_fill[0] if at_left else left > DETAILS.slot_fill[1]
        for corners in rack.tags.values():
            assert bottom < float(corners[:, 1].min()) - quiet


def test_the_player_behind_a_rack_reads_his_seat_and_sees_its_sign_on_the_flap() -> None:
    part = strip(LAYOUT, DETAILS, 2)
    owners = [one for one in part.shapes if isinstance(one, ShapeGroup) and one.turn == 180]
    assert len(owners) == 2, "one on each half"
    for group in owners:
        assert [one.text for one in group.shapes if isinstance(one, Text)] == ["Seat 3"]
        left, top, right, bottom = box_of(group.shapes)
        assert min(right - left, bottom - top) >= 8
        assert 0 < group.y - bottom < group.y - top < FLAP
