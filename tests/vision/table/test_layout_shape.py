"""A mat of one's own is told what is amiss in its layout, before a game is played on it."""

import json
import math
import re
from pathlib import Path

import pytest

from vision.table.layout import LayoutError, load_layout
from vision.table.layout_file import default_layout_path
from vision.table.layout_shape import check_shape


def test_our_own_layout_is_in_its_own_shape() -> None:
    ours = json.loads(default_layout_path().read_text())
    check_shape(ours, ours)


@pytest.mark.parametrize(
    ("keys", "value", "says"),
    [
        (("mat", "size"), [420], "mat.size wants a list of 2"),
        (("mat", "size", 0), "420", "mat.size[0] wants a number above 0"),
        (("mat", "tags", "side"), 0, "mat.tags.side wants a number above 0"),
        (("mat", "tags", "side"), math.nan, "mat.tags.side wants a number above 0"),
        (("mat", "tags", "centres"), [[26, 26]], "mat.tags.centres wants an object"),
        (("mat", "tags", "centres", "2"), [394], "mat.tags.centres.2 wants a list of 2"),
        (("mat", "tags", "centres", "2", 1), 10**400, "mat.tags.centres.2[1] wants a number"),
        (("mat", "clue_track", "centres"), [], "mat.clue_track.centres wants a list of places"),
        (("mat", "fireworks", "columns"), 6.5, "mat.fireworks.columns wants a whole number"),
        (("mat", "fireworks", "x"), -6, "mat.fireworks.x wants a number from 0"),
        (("mat", "discards", "width"), True, "mat.discards.width wants a number above 0"),
        (("rack", "distance_range"), "290", "rack.distance_range wants a list of 2"),
        (("aruco_dictionary",), 4, "aruco_dictionary wants a text"),
    ],
)
def test_a_layout_of_ones_own_with_a_slip_of_the_pen_is_told_where(
    tmp_path: Path, keys: tuple[str | int, ...], value: object, says: str
) -> None:
    data = json.loads(default_layout_path().read_text())
    place = data
    for key in keys[:-1]:
        place = place[key]
    place[keys[-1]] = value
    path = tmp_path / "layout.json"
    path.write_text(json.dumps(data))
    with pytest.raises(LayoutError, match=re.escape(says)):
        load_layout(path)


def test_a_mat_of_ones_own_may_be_larger_have_other_tags_and_leave_notes_out(
    tmp_path: Path,
) -> None:
    data = json.loads(default_layout_path().read_text())
    data["mat"]["size"] = [594, 420.5]
    data["mat"]["tags"]["centres"] = {"30": [26, 26], "31": [394, 0]}
    data["mat"]["clue_track"]["centres"] = [[66, 26]]
    for part in ("note", "camera", "card", "mat_hana"):
        del data[part]
    path = tmp_path / "layout.json"
    path.write_text(json.dumps(data))
    assert set(load_layout(path).mat.tags) == {30, 31}
