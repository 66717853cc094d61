import numpy as np
import pytest

from tests.drawn_table import Camera, mat_pose, rack_pose
from vision.geometry import Lens, Plane, Shifted, at_scale, card_corners, rectangle, unscaled


def plane(degrees: float = 0.0, distortion: float = -0.05) -> Plane:
    """A plane 700 mm away, leaning by ``degrees``."""
    lean = np.radians(degrees)
    turn = np.array(
        [
            [1, 0, 0],
            [0, np.cos(lean), -np.sin(lean)],
            [0, np.sin(lean), np.cos(lean)],
        ]
    )
    lens = Lens.guess(2304, 1296, 1000.0)
    return Plane(
        Lens(lens.matrix, np.array([distortion, 0.004, 0, 0, 0])),
        turn,
        np.array([-200.0, -90, 700]),
    )


@pytest.mark.parametrize("degrees", [0, 40, -60])
def test_what_is_drawn_on_a_plane_is_found_there_again(degrees: float) -> None:
    points = np.array([[0.0, 0], [420, 0], [420, 297], [0, 297], [123.4, 56.7]])
    seen = plane(degrees)
    np.testing.assert_allclose(seen.to_plane(seen.to_pixels(points)), points, atol=0.01)


def test_what_is_drawn_on_a_plane_is_found_there_again_by_a_camera_off_its_stand() -> None:
    points = np.array([[0.0, 0], [420, 0], [420, 297], [0, 297], [123.4, 56.7]])
    stood = plane(40)
    shift = np.array([[1.01, 0.02, 4.0], [-0.02, 0.99, -3.0]])
    seen = Shifted(stood.lens, stood.rotation, stood.translation, shift)
    there = stood.to_pixels(points) @ shift[:, :2].T + shift[:, 2]
    np.testing.assert_allclose(seen.to_pixels(points), there, atol=1e-6)
    np.testing.assert_allclose(seen.to_plane(there), points, atol=0.01)


def test_a_lens_that_bends_pulls_the_corners_inwards() -> None:
    corner = np.array([[400.0, 280.0]])
    straight, bent = plane(distortion=0.0).to_pixels(corner), plane().to_pixels(corner)
    middle = np.array([2303, 1295]) / 2
    assert np.linalg.norm(bent - middle) < np.linalg.norm(straight - middle) - 1


def test_the_middle_of_a_picture_lies_between_its_pixels() -> None:
    assert Lens.guess(4, 2, 10.0).matrix[:2, 2].tolist() == [1.5, 0.5]


def test_the_tilt_between_two_planes_is_that_between_their_faces() -> None:
    assert plane(10).tilt_against(plane(-50)) == pytest.approx(60)
    turned = plane(10)
    over = Plane(turned.lens, turned.rotation @ np.diag([1.0, -1, -1]), turned.translation)
    assert plane(-50).tilt_against(over) == pytest.approx(60), "whichever way the plane is drawn"


def test_what_stands_on_a_plane_points_to_the_camera() -> None:
    flat = plane()
    np.testing.assert_allclose(flat.normal, [0, 0, -1], atol=1e-9)
    over = Plane(flat.lens, flat.rotation @ np.diag([1.0, -1, -1]), flat.translation)
    np.testing.assert_allclose(over.normal, [0, 0, -1], atol=1e-9)


def test_a_rectangle_begins_at_its_top_left_and_goes_clockwise() -> None:
    assert rectangle(10, 20, 3, 4).tolist() == [[10, 20], [13, 20], [13, 24], [10, 24]]


def test_a_picture_made_smaller_begins_and_ends_where_it_did() -> None:
    whole = np.array([[-0.5, -0.5], [1.5, 3.5], [799.5, 599.5]])
    small = at_scale(whole, 0.25)
    assert small.tolist() == [[-0.5, -0.5], [0.0, 0.5], [199.5, 149.5]]
    assert unscaled(small, 0.25).tolist() == whole.tolist()
    both = at_scale(whole, np.array([0.25, 0.5]))
    assert both.tolist() == [[-0.5, -0.5], [0.0, 1.5], [199.5, 299.5]]


def test_a_cards_corners_begin_at_its_own_top_left_also_upside_down() -> None:
    upright = card_corners((50, 60), (20, 40))
    np.testing.assert_allclose(upright, rectangle(40, 40, 20, 40))
    over = card_corners((50, 60), (20, 40), 180)
    np.testing.assert_allclose(over, np.roll(upright, 2, axis=0), atol=1e-9)


def test_a_card_turned_clockwise_has_its_top_right_corner_lower() -> None:
    upright, turned = card_corners((0, 0), (20, 40)), card_corners((0, 0), (20, 40), 10)
    assert turned[1][1] > upright[1][1]
    assert np.linalg.norm(turned[0] - turned[1]) == pytest.approx(20)


def test_the_drawn_table_stands_as_the_layout_says() -> None:
    """The picture that the other tests use: the racks face the middle, seat 0 is below."""
    camera = Camera(roll=0, shift=(0, 0))
    middle = camera.homography(*mat_pose()) @ np.array([210, 148.5, 1])
    np.testing.assert_allclose(middle[:2] / middle[2], [1151.5, 647.5])
    left = camera.homography(*rack_pose(0, 2)) @ np.array([0, 100, 1])
    right = camera.homography(*rack_pose(0, 2)) @ np.array([418, 100, 1])
    assert left[0] / left[2] > right[0] / right[2], "slot 0 is on the owner's right"
    assert left[1] / left[2] > 1000, "seat 0 is at the bottom"
