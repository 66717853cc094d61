import json
from pathlib import Path

import numpy as np
import pytest

from vision.table.layout import Layout, LayoutError, load_layout
from vision.table.layout_file import default_layout_path


def test_the_printed_mat_is_read_as_the_contract_has_it(layout: Layout) -> None:
    assert list(layout.mat.size) == [420, 297]
    assert layout.mat.tags[2].mean(axis=0).tolist() == [394, 271]
    assert np.ptp(layout.mat.tags[2], axis=0).tolist() == [36, 36]
    assert list(layout.mat.column(0)) == [6, 50, 68, 134]
    assert list(layout.mat.column(5)) == [346, 50, 68, 134]


def test_a_seventh_firework_has_its_place_at_the_end_of_the_discards(layout: Layout) -> None:
    seven = layout.for_fireworks(7).mat
    assert (seven.columns, layout.mat.columns) == (7, 6)
    assert list(seven.column(6)) == [232, 190, 68, 101]
    # "The discards then end at x 228."
    assert list(seven.discards) == [50, 190, 178, 101]
    assert [seven.column(index) for index in range(6)] == [
        layout.mat.column(index) for index in range(6)
    ]
    assert layout.for_fireworks(5) is layout.for_fireworks(6) is layout


def test_a_mat_of_ones_own_has_no_seventh_firework_where_it_names_none(tmp_path: Path) -> None:
    data = json.loads(default_layout_path().read_text())
    del data["mat"]["seventh_firework"]
    path = tmp_path / "layout.json"
    path.write_text(json.dumps(data))
    assert load_layout(path).for_fireworks(7).mat.columns == 6


def test_each_seat_has_tags_of_its_own(layout: Layout) -> None:
    ids = [tag for seat in range(5) for tag in layout.rack(seat).tags]
    assert ids == list(range(10, 20))


def test_a_racks_tags_are_counted_from_the_top_as_the_camera_sees_them(layout: Layout) -> None:
    rack = layout.rack(3)
    assert rack.tags[16].mean(axis=0).tolist() == [22, 50]
    assert rack.tags[17].mean(axis=0).tolist() == [396, 50]
    assert [rack.slot_centre_x(slot) for slot in (0, 4)] == [77, 341]


def test_a_layout_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=r"none\.json.*No such file"):
        load_layout(tmp_path / "none.json")


@pytest.mark.parametrize("text", ["", "[]", '{"mat": 3}', "\x00"])
def test_a_file_that_is_no_layout_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "layout.json"
    path.write_text(text)
    with pytest.raises(LayoutError, match=r"layout\.json is not usable"):
        load_layout(path)


def test_a_file_of_other_bytes_is_named_and_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "layout.json"
    path.write_bytes(b"\xff\xfe" * 5000)
    with pytest.raises(LayoutError) as error:
        load_layout(path)
    assert len(str(error.value)) < 300


def test_a_layout_without_racks_is_refused(tmp_path: Path) -> None:
    data = json.loads(default_layout_path().read_text())
    del data["rack"]["tilt_degrees"]
    path = tmp_path / "layout.json"
    path.write_text(json.dumps(data))
    with pytest.raises(LayoutError, match="tilt_degrees"):
        load_layout(path)


def test_a_print_that_was_fitted_to_the_page_has_the_layout_of_its_true_size() -> None:
    true, small = load_layout(), load_layout(print_scale=0.97)
    assert small.mat.size == pytest.approx((0.97 * 420, 0.97 * 297))
    assert small.mat.column(3) == pytest.approx([0.97 * side for side in true.mat.column(3)])
    for seat in range(5):
        ours, theirs = small.rack(seat), true.rack(seat)
        assert ours.slot_centre_x(4) == pytest.approx(0.97 * theirs.slot_centre_x(4))
        for tag, corners in theirs.tags.items():
            assert ours.tags[tag] == pytest.approx(0.97 * corners)
    for tag, corners in true.mat.tags.items():
        assert small.mat.tags[tag] == pytest.approx(0.97 * corners)
    # What people set up is as true as ever.
    assert (small.rack_tilt, small.rack_distance) == (true.rack_tilt, true.rack_distance)
    assert (small.mat.columns, small.rack(0).slots) == (6, 5)
