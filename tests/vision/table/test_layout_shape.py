"""A mat of one's own is told what is amiss in its layout, before a game is played on it."""

import json
import math
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from vision.table.details import load_details
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
        (("version",), 2, "version 1 is read here, got 2"),
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


@pytest.mark.parametrize("load", [load_layout, load_details])
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[]", "it wants an object with keys"),
        ('{"mat": null}', "mat wants an object with keys"),
        ('{"version": 1}', "the key mat is missing"),
    ],
)
def test_what_is_no_layout_is_told_in_words(
    load: Callable[[Path], object], text: str, says: str, tmp_path: Path
) -> None:
    path = tmp_path / "layout.json"
    path.write_text(text)
    with pytest.raises(LayoutError) as refused:
        load(path)
    assert str(refused.value) == f"the table layout {path} is not usable: {says}"


def test_a_mat_for_hana_awase_of_ones_own_is_told_what_is_amiss(tmp_path: Path) -> None:
    data = json.loads(default_layout_path().read_text())
    data["mat_hana"] = None
    path = tmp_path / "layout.json"
    path.write_text(json.dumps(data))
    with pytest.raises(LayoutError, match="mat_hana wants an object with keys"):
        load_details(path)


def test_a_pipe_is_no_layout(tmp_path: Path) -> None:
    path = tmp_path / "layout.json"
    os.mkfifo(path)
    with pytest.raises(LayoutError, match="it is a pipe or a device, not a file"):
        load_details(path)


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
