import numpy as np

from vision.generator.cameras import DrawnCamera


def any_camera(seed: int, tilt: float = 30.0) -> DrawnCamera:
    return DrawnCamera.random(np.random.default_rng(seed), (400, 300), 60.0, 63.0, tilt)


def test_a_card_in_the_middle_is_as_wide_as_was_asked_for() -> None:
    camera = any_camera(1, tilt=0.0)
    left, right = camera.straight(np.array([[-31.5, 0.0], [31.5, 0.0]]))
    assert np.isclose(np.linalg.norm(right - left), 60.0)
    assert np.allclose((left + right) / 2, (199.5, 149.5))


def test_the_table_is_seen_from_above_and_not_in_a_mirror() -> None:
    for seed in range(5):
        origin, right, down = any_camera(seed).straight(np.array([[0.0, 0], [10, 0], [0, 10]]))
        sides = np.array([right - origin, down - origin])
        assert np.linalg.det(sides) > 0


def test_what_stands_up_hides_what_is_behind_it() -> None:
    camera = any_camera(2)
    foot = np.array([[40.0, 10.0]])
    hidden = camera.shifted(foot, np.array([5.0]))
    eye = camera.place[:2]
    assert np.linalg.norm(hidden - eye) > np.linalg.norm(foot - eye)
    assert np.allclose(camera.shifted(foot, np.array([0.0])), foot)


def test_the_lens_moves_points_as_it_moves_the_picture() -> None:
    camera = DrawnCamera((200, 160), np.eye(3), np.array([0.0, 0.0, 500.0]), 0.05, 0.0)
    picture = np.zeros((160, 200, 3), np.float32)
    picture[30:33, 40:43] = 255
    seen = camera.through_the_lens(picture)[..., 0]
    rows, columns = np.mgrid[:160, :200]
    found = np.array([(columns * seen).sum(), (rows * seen).sum()]) / seen.sum()
    told = camera.bent(np.array([[41.0, 31.0]]))[0]
    assert np.linalg.norm(told - (41, 31)) > 1
    assert np.linalg.norm(found - told) < 0.15
