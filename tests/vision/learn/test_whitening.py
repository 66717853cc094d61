import numpy as np
import pytest

from tests.drawn_table import Image, card_picture
from tests.photographed import PALE, dark_bordered, one_card, photo
from vision.learn.whitening import light_on_border, light_on_paper, whitened
from vision.outlines.series import lay_flat

WARM = (0.7, 0.85, 0.95)
"""A lamp's colour, BGR."""


def lit(picture: Image, light: tuple[float, float, float], shade: float = 0.0) -> Image:
    columns = np.linspace(0, 1, picture.shape[1])[None, :, None]
    return np.asarray(picture * np.array(light) * (1 - shade * columns), dtype=np.uint8)


def border(card: Image) -> tuple[float, float]:
    """Return the lightest and the darkest level of the border's middle, of any channel."""
    ring = np.concatenate([card[4, 30:-30], card[-5, 30:-30], card[30:-30, 4], card[30:-30, -5]])
    return float(ring.max()), float(ring.min())


@pytest.mark.parametrize("shade", [0.0, 0.35])
def test_a_white_border_is_white_in_any_light(shade: float) -> None:
    card = lit(card_picture("r2"), WARM, shade)
    light = light_on_border(card)
    assert light is not None
    high, low = border(light.apply(card))
    assert low > 225, "white all round"
    assert high - low < 12


def test_a_dark_or_coloured_border_is_no_evidence() -> None:
    assert light_on_border(lit(dark_bordered(card_picture("r2")), WARM)) is None
    coloured = card_picture("g1").copy()
    coloured[:12] = coloured[-12:] = (40, 160, 240)
    coloured[:, :12] = coloured[:, -12:] = (40, 160, 240)
    assert light_on_border(coloured) is None


def test_a_grey_border_round_white_is_not_taken_for_white() -> None:
    card = np.full((264, 189, 3), 250, dtype=np.uint8)
    card[:12] = card[-12:] = 150
    card[:, :12] = card[:, -12:] = 150
    assert light_on_border(card) is None


def test_white_paper_under_a_dark_card_shows_the_light() -> None:
    card = one_card("r2")
    dark = type(card)(dark_bordered(card.picture), card.at)
    evening = (0.87, 0.94, 1.0)
    image = photo([dark], (250, 250, 250), light=evening, grain=1)
    light = light_on_paper(lay_flat(image, dark.corners(), (63, 88), 6.0), 6.0)
    assert light is not None
    paper = light.apply(np.full((264, 189, 3), [250 * one for one in evening], dtype=np.uint8))
    assert np.ptp(paper.reshape(-1, 3).mean(axis=0)) < 8
    wooden = photo([dark], (70, 95, 130))
    assert light_on_paper(lay_flat(wooden, dark.corners(), (63, 88), 6.0), 6.0) is None
    bright = photo([card], PALE)
    assert light_on_paper(lay_flat(bright, card.corners(), (63, 88), 6.0), 6.0) is None, (
        "a pale table is darker than the card's own border"
    )


def test_one_card_alone_does_not_make_a_deck_with_white_borders() -> None:
    card = lit(card_picture("r2"), WARM)
    light = light_on_border(card)
    assert np.array_equal(whitened([card] * 3, [light, None, None])[0], card)
    assert border(whitened([card] * 3, [light, light, None])[0])[1] > 225


def test_an_outline_that_takes_in_a_little_of_the_table_still_shows_white() -> None:
    card = lit(card_picture("r2"), WARM)
    fading = np.array([0.9, 0.75, 0.6, 0.5, 0.4])
    card[:, -5:] = (card[:, -5:] * fading[None, :, None]).astype(np.uint8)
    light = light_on_border(card)
    assert light is not None
    white = light.apply(card)[130, 6]
    assert white.min() > 215
