"""A photo without printed paper: its brightest is taken for white, its darkest for black."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from vision.photo.photograph import LIT, UNLIT, Photograph, brightened, is_noisy, smoothed

HEIGHT, WIDTH = 240, 320


@pytest.fixture
def image() -> npt.NDArray[np.uint8]:
    """Return a photo in a yellowish light: black, white, and grey in between."""
    grey = np.linspace(0, 1, WIDTH)
    lamp = np.array([120, 180, 200]) - 20
    photo = 20 + grey[None, :, None] * lamp
    return np.repeat(photo, HEIGHT, axis=0).astype(np.uint8)


def test_black_and_white_of_a_coloured_light_become_0_and_1(image: npt.NDArray[np.uint8]) -> None:
    patch = Photograph(image).seen_through(np.eye(3), (WIDTH, HEIGHT))
    assert patch.shape == (HEIGHT, WIDTH, 3)
    assert patch.dtype == np.float32
    assert patch[100, 2] == pytest.approx([0, 0, 0], abs=0.03)
    assert patch[100, -3] == pytest.approx([1, 1, 1], abs=0.03)
    assert patch[100, WIDTH // 2] == pytest.approx([0.5] * 3, abs=0.03)


@pytest.mark.parametrize("cloth", [(240, 70, 160), (60, 250, 90)])
def test_cards_on_a_purple_or_green_cloth_keep_their_colours(cloth: tuple[int, int, int]) -> None:
    """No lamp is green or purple: the cloth, the brightest of the photo, is not taken for white."""
    photo = np.full((HEIGHT, WIDTH, 3), cloth, np.uint8)
    photo[:40] = 0
    photo[100:140, 100:140] = 150
    grey = Photograph(photo).seen_through(np.eye(3), (WIDTH, HEIGHT))[120, 120]
    assert grey[1] == pytest.approx((grey[0] + grey[2]) / 2, rel=0.2)


def test_a_patch_is_what_lies_at_the_end_of_its_way(image: npt.NDArray[np.uint8]) -> None:
    right = np.array([[1.0, 0, 200], [0, 1.0, 30], [0, 0, 1.0]])
    photo = Photograph(image)
    whole = photo.seen_through(np.eye(3), photo.size)
    assert photo.seen_through(right, (50, 40)) == pytest.approx(whole[30:70, 200:250], abs=1e-5)


def test_grey_is_the_mean_of_the_balanced_colours(image: npt.NDArray[np.uint8]) -> None:
    photo = Photograph(image)
    whole = photo.seen_through(np.eye(3), photo.size)
    assert photo.grey == pytest.approx(whole.mean(axis=2), abs=1e-5)


def test_grain_all_over_a_photo_is_noise_and_fine_print_in_it_is_not(
    image: npt.NDArray[np.uint8],
) -> None:
    chance = np.random.default_rng(3)
    grain = np.clip(image + chance.normal(0, 8, image.shape), 0, 255).astype(np.uint8)
    printed = image.copy()
    printed[60:120:2, 80:200] = 40
    assert not is_noisy(image)
    assert not is_noisy(printed)
    assert is_noisy(grain)
    assert not is_noisy(smoothed(grain, 160.0))


def test_a_photo_of_one_colour_has_no_white_and_is_no_error() -> None:
    plain = Photograph(np.full((HEIGHT, WIDTH, 3), 77, dtype=np.uint8))
    assert np.isfinite(plain.grey).all()


def test_a_photo_smaller_than_the_sampling_is_no_error() -> None:
    tiny = Photograph(np.full((2, 3, 3), 77, dtype=np.uint8))
    assert tiny.grey.shape == (2, 3)


def test_a_photo_in_its_own_levels_is_the_photo(image: npt.NDArray[np.uint8]) -> None:
    photo = Photograph(image)
    patch = photo.as_photographed(photo.seen_through(np.eye(3), photo.size))
    assert patch == pytest.approx(image / 255, abs=1e-5)


def test_white_may_be_the_brightest_of_a_photo_or_neutral(image: npt.NDArray[np.uint8]) -> None:
    whites = Photograph(image).whites()
    assert len(whites) == 2
    assert whites[0] == pytest.approx(np.array([100, 160, 180]) / 255, abs=0.03)
    assert np.ptp(whites[1]) == 0


def test_a_photo_whose_brightest_places_are_neutral_has_one_white(
    image: npt.NDArray[np.uint8],
) -> None:
    grey = np.repeat(image[..., :1], 3, axis=2)
    assert len(Photograph(grey).whites()) == 1


def test_a_photo_that_was_taken_in_the_dark_is_made_as_bright_as_others(
    image: npt.NDArray[np.uint8],
) -> None:
    dark = (image // 8).astype(np.uint8)
    assert float(brightened(dark).max()) == pytest.approx(LIT, abs=8)
    assert brightened(image) is image
    assert Photograph(brightened(dark)).grey == pytest.approx(Photograph(dark).grey, abs=0.05)


def test_the_noise_of_a_covered_lens_stays_dark() -> None:
    noise = np.random.default_rng(1).integers(0, 3, (HEIGHT, WIDTH, 3)).astype(np.uint8)
    assert brightened(noise).max() <= 2 * LIT / UNLIT
