import numpy as np

from vision.generator.exposing import expose, glare, light
from vision.generator.scenes import EASY, HARD


def test_a_hard_picture_is_noisier_than_an_easy_one() -> None:
    grey = np.full((96, 96, 3), 140, np.float32)

    def noise(strength: float) -> float:
        pictures = [expose(np.random.default_rng(seed), grey, strength) for seed in range(12)]
        return float(np.median([picture.std(axis=(0, 1)).mean() for picture in pictures]))

    assert noise(HARD) > 1.5 * noise(EASY)


def test_light_is_a_gain_that_no_place_lacks() -> None:
    for seed in range(6):
        gain = light(np.random.default_rng(seed), (90, 130), 1.0)
        assert gain.shape == (90, 130, 3)
        assert 0.05 < gain.min() <= gain.max() < 4


def test_a_reflection_is_brightest_in_its_middle() -> None:
    spot = glare(np.random.default_rng(0), (50, 60), (20.0, 30.0), 6.0).sum(axis=2)
    assert divmod(int(spot.argmax()), 60) == (30, 20)
    assert spot[0, 59] < 1
