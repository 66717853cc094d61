import numpy as np
import pytest

from companion.frames import Frame
from tests.drawn_table import Image
from vision.live.still import Stillness


def scene(seed: int = 0, *, width: int = 1152, noise: float = 2.0, light: float = 1.0) -> Image:
    height = width * 9 // 16
    ground = np.full((height, width, 3), 120.0 * light)
    ground += np.random.default_rng(seed).normal(0, noise, ground.shape)
    return np.asarray(np.clip(ground, 0, 255), dtype=np.uint8)


def with_thing(image: Image, x: int, *, share: float = 0.013, level: int = 60) -> Image:
    side = round(image.shape[1] * share)
    image = image.copy()
    image[100 : 100 + side, x : x + side] = level
    return image


def test_a_still_table_counts_the_seconds() -> None:
    still = Stillness()
    assert [still.update(Frame(scene(seed), seed * 0.2)) for seed in range(4)] == [
        0.0,
        pytest.approx(0.2),
        pytest.approx(0.4),
        pytest.approx(0.6),
    ]


def test_a_moving_hand_starts_the_count_again() -> None:
    still = Stillness()
    hands = [with_thing(scene(index), 100 + 80 * index, share=0.1) for index in range(3)]
    for index, hand in enumerate(hands):
        assert still.update(Frame(hand, float(index))) == 0
    assert still.update(Frame(hands[-1], 3.0)) == 1


def test_a_token_that_goes_is_movement() -> None:
    """A clue token is 24 mm wide, about 34 of 2304 pixels."""
    still = Stillness()
    still.update(Frame(with_thing(scene(1), 300), 0.0))
    assert still.update(Frame(scene(2), 1.0)) == 0


@pytest.mark.parametrize("noise", [2.0, 8.0])
def test_noise_is_no_movement(noise: float) -> None:
    still = Stillness()
    seconds = [still.update(Frame(scene(seed, noise=noise), float(seed))) for seed in range(5)]
    assert seconds == [0, 1, 2, 3, 4]


def test_a_speck_is_no_movement() -> None:
    still = Stillness()
    still.update(Frame(scene(1), 0.0))
    assert still.update(Frame(with_thing(scene(2), 300, share=0.003), 1.0)) == 1


def test_a_lamp_that_is_switched_is_movement() -> None:
    still = Stillness()
    still.update(Frame(scene(1), 0.0))
    assert still.update(Frame(scene(2, light=0.6), 1.0)) == 0


def test_another_shape_of_picture_starts_anew() -> None:
    still = Stillness()
    still.update(Frame(scene(1), 0.0))
    assert still.update(Frame(scene(1)[:432], 1.0)) == 0


def test_the_size_of_the_picture_does_not_matter() -> None:
    for width in (1152, 2304, 4608):
        still = Stillness()
        still.update(Frame(with_thing(scene(1, width=width), 100), 0.0))
        assert still.update(Frame(scene(2, width=width), 1.0)) == 0, width


def test_in_dim_light_more_noise_is_no_movement_and_a_hand_is() -> None:
    dim = [scene(seed, noise=16.0) for seed in range(6)]
    unaware, aware = Stillness(), Stillness()
    aware.noise = 16.0
    assert 0.0 in [unaware.update(Frame(one, t)) for t, one in enumerate(dim, 1)][1:]
    assert [aware.update(Frame(one, t)) for t, one in enumerate(dim, 1)] == [0, 1, 2, 3, 4, 5]
    aware.noise = 500.0  # as if all had moved while it was measured
    assert aware.update(Frame(with_thing(dim[-1], 300, share=0.1), 7.0)) == 0
