"""The mat of Hana-awase and the directions round it."""

import json
from pathlib import Path

import numpy as np
import pytest

from vision.geometry import rectangle
from vision.simulator.piles import lay_out
from vision.simulator.printed import draw_hana_mat
from vision.table.details import load_details
from vision.table.hana_layout import load_hana_layout
from vision.table.layout import LayoutError, load_layout
from vision.table.layout_file import default_layout_path
from vision.table.tags import TagFinder

MAT = load_hana_layout()


def around(x: float, y: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.asarray(rectangle(x - 10, y - 10, 20, 20), dtype=np.float64)


def test_it_is_as_large_as_the_other_mat_with_tags_of_its_own() -> None:
    other = load_layout().mat
    assert MAT.layout.mat.size == other.size
    assert sorted(MAT.layout.mat.tags) == [4, 5, 6, 7]
    for ours, theirs in zip(MAT.layout.mat.tags.values(), other.tags.values(), strict=True):
        assert (ours == theirs).all()


@pytest.mark.parametrize(
    ("x", "y", "turn"), [(210, 400, 0), (-80, 148.5, 0.25), (210, -90, 0.5), (500, 148.5, 0.75)]
)
def test_directions_go_clockwise_from_the_lower_long_side(x: float, y: float, turn: float) -> None:
    assert MAT.turn(around(x, y)) == pytest.approx(turn)


def test_what_lies_on_the_mat_is_told_from_what_lies_round_it() -> None:
    assert MAT.is_on(around(210, 100))
    assert not MAT.is_on(around(210, 320))


def test_the_drawn_mat_shows_its_tags() -> None:
    picture = draw_hana_mat(MAT.layout, MAT.details).image[..., :3]
    wide = np.pad(picture, ((40, 40), (40, 40), (0, 0)), constant_values=90)
    assert sorted(TagFinder(MAT.layout.dictionary).find(wide)) == [4, 5, 6, 7]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_piles_are_laid_out_inside_their_sectors_and_clear_of_the_mat(players: int) -> None:
    piles = [[f"{seat}-{card}" for card in range(12)] for seat in range(players)]
    for card in lay_out(MAT, piles, MAT.details.hana.card, seed=1):
        at = around(card.pose.x, card.pose.y)
        seat = int(card.label[0])
        off = (MAT.turn(at) * players - seat + players / 2) % players - players / 2
        assert abs(off) < 0.45
        assert not MAT.is_on(at)


def test_a_layout_without_this_mat_is_refused_by_name(tmp_path: Path) -> None:
    data = json.loads(default_layout_path().read_text(encoding="utf-8"))
    del data["mat_hana"]["field"]
    path = tmp_path / "layout.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(LayoutError, match=r"layout\.json is not usable: the key field is missing"):
        load_hana_layout(path)


def test_a_mat_with_other_numbers_of_tags_is_refused(tmp_path: Path) -> None:
    data = json.loads(default_layout_path().read_text(encoding="utf-8"))
    del data["mat_hana"]["tag_ids"][-1]
    path = tmp_path / "layout.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(LayoutError, match=r"mat_hana\.tag_ids wants a list of 4"):
        load_hana_layout(path)


def test_this_mat_has_as_many_tags_as_the_other_one(tmp_path: Path) -> None:
    data = json.loads(default_layout_path().read_text(encoding="utf-8"))
    data["mat"]["tags"]["centres"].popitem()
    path = tmp_path / "layout.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(LayoutError, match="as many tags as the other one, 3, got 4"):
        load_hana_layout(path)


def test_a_layout_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=r"cannot read .*gone\.json: No such file"):
        load_details(tmp_path / "gone.json")
