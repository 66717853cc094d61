"""Where the table is, told by the cards that lie on it."""

import numpy as np
import pytest

from tests.frontal_tabletop import frontal_tabletop
from vision.geometry import Lens, Plane, Points, card_corners
from vision.outlines.tabletop import Tabletop, fit_tabletop

SIZE = (63.0, 88.0)
PICTURE = (1536, 864)


def seen_at(tilt: float, focal: float = 1200.0, bending: float = 0.0) -> Plane:
    """A table 700 mm away that leans back by ``tilt`` degrees."""
    lean = np.radians(tilt)
    turn = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    straight = Lens.guess(*PICTURE, focal)
    lens = Lens(straight.matrix, np.array([bending, 0, 0, 0, 0]))
    return Plane(lens, turn, np.array([10.0, -20.0, 700.0]))


def cards_on(plane: Plane, seed: int, noise: float = 0.0) -> list[Points]:
    chance = np.random.default_rng(seed)
    places = [(-250, -120), (-80, 90), (60, -110), (200, 60), (290, -60)]
    cards = []
    for x, y in places:
        corners = card_corners((x, y), SIZE, float(chance.uniform(0, 360)))
        cards.append(plane.to_pixels(corners) + chance.normal(0, noise, (4, 2)))
    return cards


@pytest.mark.parametrize("tilt", [0.0, 10.0, 30.0, 45.0])
def test_cards_anywhere_on_the_table_have_their_size_there(tilt: float) -> None:
    plane = seen_at(tilt)
    table = fit_tabletop(cards_on(plane, 1)[:3], SIZE, PICTURE)
    for corners in cards_on(plane, 2):
        assert table.misfit(corners) < 0.02


def test_a_pixel_of_noise_does_not_move_the_table() -> None:
    plane = seen_at(25.0)
    table = fit_tabletop(cards_on(plane, 3, noise=1.0), SIZE, PICTURE)
    assert max(table.misfit(corners) for corners in cards_on(plane, 4)) < 0.05


def test_a_wide_lens_bends_the_table_and_is_found_out() -> None:
    plane = seen_at(5.0, focal=680.0, bending=-0.06)
    table = fit_tabletop(cards_on(plane, 5), SIZE, PICTURE)
    assert max(table.misfit(corners) for corners in cards_on(plane, 6)) < 0.03


def test_something_of_another_size_is_noticed_and_does_not_count() -> None:
    plane = seen_at(15.0)
    stranger = plane.to_pixels(card_corners((0, 0), (40, 120), 20))
    table = fit_tabletop([*cards_on(plane, 7), stranger], SIZE, PICTURE)
    assert table.misfit(stranger) > 0.2
    assert max(table.misfit(corners) for corners in cards_on(plane, 8)) < 0.03


def test_outlines_looked_at_together_miss_a_card_as_each_of_them_does_alone() -> None:
    plane = seen_at(30.0)
    table = fit_tabletop(cards_on(plane, 3), SIZE, PICTURE)
    crooked = [card + np.array([[2.0, 0], [0, 5], [0, 0], [0, 0]]) for card in cards_on(plane, 4)]
    alone = [table.misfit(card) for card in crooked]
    assert min(alone) > 0
    assert table.misfits(np.array(crooked)) == pytest.approx(alone)


def test_a_crooked_outline_snaps_to_the_nearest_card() -> None:
    plane = seen_at(20.0)
    table = Tabletop(plane, SIZE)
    true = card_corners((50, 20), SIZE, 33)
    crooked = plane.to_pixels(true + np.array([[3, 0], [-2, 2], [0, -3], [-1, 1]]))
    snapped = plane.to_plane(table.snap(crooked))
    assert table.misfit(table.snap(crooked)) < 1e-3
    assert np.linalg.norm(snapped - true, axis=1).max() < 2.5


def test_from_right_above_a_card_has_the_width_that_was_asked_for() -> None:
    table = frontal_tabletop(90.0, SIZE, PICTURE)
    top_left, top_right = table.plane.to_pixels(card_corners((0, 0), SIZE))[:2]
    assert np.linalg.norm(top_right - top_left) == pytest.approx(90.0)


@pytest.mark.parametrize("tilt", [0.0, 30.0, 50.0, 60.0])
@pytest.mark.parametrize("degrees", [0.0, 45.0, 90.0, 180.0, 270.0])
def test_the_long_sides_of_a_card_are_known_however_flat_the_table_is_seen(
    tilt: float, degrees: float
) -> None:
    plane = seen_at(tilt)
    table = fit_tabletop(cards_on(plane, 1), SIZE, PICTURE)
    corners = plane.to_pixels(card_corners((0, 0), SIZE, degrees))
    for shift in range(4):
        turned = table.upright(np.roll(corners, shift, axis=0))
        assert table.misfit(turned) < 0.02
