"""Whoever fidgets beside the simulated table changes nothing on it."""

import cv2
import numpy as np
import pytest

from tests.vision.simulator.conftest import SMALL
from vision.deck import Deck
from vision.geometry import rectangle
from vision.live.reader import TableReader
from vision.simulator import Renderer, Setting, SimulatedCamera, SimulatedTable, bodies
from vision.simulator.bodies import Bodies
from vision.simulator.gestures import draw, play
from vision.table.layout import Layout

PACK = [f"{suit}{rank}" for suit in "rygbwmk" for rank in range(1, 6)]


def seated(fidgety: float, seed: int = 3) -> tuple[SimulatedTable, Bodies]:
    setting = Setting.seeded(3, 21, SMALL)
    table = SimulatedTable(setting, PACK, seed=21)
    return table, Bodies.at(table.optics, fidgety=fidgety, seed=seed)


def blank(table: SimulatedTable) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    width, height = table.setting.frame
    return np.full((height, width, 3), 128, np.uint8)


def test_a_table_at_which_nobody_fidgets_looks_as_it_is() -> None:
    table, nobody = seated(0.0)
    assert (nobody.paint(blank(table), 4.2) == blank(table)).all()


def test_the_same_seed_fidgets_alike_and_another_does_not() -> None:
    (table, one), (_, same), (_, other) = seated(1.0), seated(1.0), seated(1.0, seed=4)
    shown = [people.paint(blank(table), 5.3) for people in (one, same, other)]
    assert (shown[0] == shown[1]).all()
    assert (shown[0] != shown[2]).any()


def test_they_move_and_keep_off_mat_and_racks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "SWAY", 0.0)
    monkeypatch.setattr(bodies, "BODY_SHADE", 0.0)
    table, people = seated(1.0)
    pictures = [people.paint(blank(table), t) for t in np.arange(0, 8, 0.4)]
    moved = np.any([picture != pictures[0] for picture in pictures], axis=(0, 3))
    assert moved.any()
    for x, y in table.optics.mat.to_pixels(rectangle(10, 10, 400, 277)).round().astype(int):
        assert not moved[y, x]
    corners = table.optics.mat.to_pixels(rectangle(2, 2, 416, 293))
    (left, top), (right, bottom) = corners.max(axis=0), corners.min(axis=0)
    assert not moved[int(bottom) : int(top), int(right) : int(left)].any()


@pytest.mark.parametrize("by", [(0.0, 0.0), (1.37, -0.61), (-1.99, -0.5), (0.25, 2.0)])
def test_a_camera_sways_as_an_affine_map_moves_its_picture(by: tuple[float, float]) -> None:
    image = np.random.default_rng(8).integers(0, 256, (72, 128, 3), np.uint8)
    move = np.array([[1, 0, by[0]], [0, 1, by[1]]])
    wanted = cv2.warpAffine(image, move, (128, 72), borderMode=cv2.BORDER_REPLICATE)
    # OpenCV rounds to a 32nd of a pixel in some of its versions; noise is not so fine.
    apart = bodies.shifted(image, by).astype(np.int16) - wanted
    assert np.abs(apart).max() <= 3
    assert abs(float(apart.mean())) < 0.02
    assert float(apart.std()) < 0.6


def test_nobody_fidgets_more_than_all_the_time() -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        seated(1.5)


def test_a_card_that_is_played_among_people_who_fidget_is_read(
    layout: Layout, own_deck: Deck
) -> None:
    table, people = seated(1.0)
    table.deal(5)
    camera = SimulatedCamera(table, Renderer(table.setting, own_deck), bodies=people)
    reader = TableReader(layout, own_deck, seats=3)
    reading = None
    for script in (play(1, 3, 0), draw(1, 3)):
        table.script(script)
        calm = 0
        while calm < 5:
            reading = reader.look(camera.take()) or reading
            calm = 0 if table.busy else calm + 1
    assert reading is not None
    assert [[card.label for card in pile] for pile in reading.columns] == table.truth()["columns"]
    assert reading.slots[1, 3].label == table.truth()["racks"][1][3]
