"""The signs of the seats: who sits where is seen by everybody, however well he sees colours."""

import io
from itertools import combinations

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from companion.hanabi.labels import MOST_SEATS
from companion.language.languages import language
from companion.paper.png import to_png
from companion.paper.shapes import Circle, Drawing, Path, Rgb
from companion.paper.signs import BOX, SIGNS, sign, sign_name
from vision.drawing.artwork import LOOKS

Floats = npt.NDArray[np.float64]

APART = 20.0
"""Distance of two colours in CIELAB (1976); 10 is seen at a glance, side by side."""
OF_ITSELF = 3.0
"""Contrast that WCAG 2.2 asks of a drawing that means something."""
# Machado, Oliveira and Fernandes 2009, severity 1, for linear sRGB.
SIGHT: dict[str, Floats] = {
    "everybody": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
PAGE_SUITS = ("ff5a5f", "ffd21f", "45d46a", "4fa6ff", "f5f7fc", "d79bff", "c9c4dc")
"""As style.css has them."""


def linear(colour: Rgb) -> Floats:
    share = np.array(colour) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def lab(colour: Rgb, sight: Floats) -> Floats:
    white = np.array([0.95047, 1.0, 1.08883])
    x = TO_XYZ @ np.clip(sight @ linear(colour), 0, 1) / white
    f = np.where(x > 0.008856, np.cbrt(x), 7.787 * x + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(one: Rgb, other: Rgb, sight: Floats) -> float:
    return float(np.linalg.norm(lab(one, sight) - lab(other, sight)))


def small(seat: int, pixels: int) -> npt.NDArray[np.float64]:
    """Return the sign of a seat in grey, as large as on a phone; 0 is its colour, 1 the ground."""
    (data,) = to_png([Drawing((20.0, 20.0), sign(seat, 0, 0, 20))], "a sign", dpi=300)
    drawn = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=np.float32)
    inked = np.abs(drawn - np.array(SIGNS[seat].colour)).sum(axis=2) < 60
    size = (pixels, pixels)
    shrunk = cv2.resize(inked.astype(np.float64), size, interpolation=cv2.INTER_AREA)
    return np.asarray(1.0 - shrunk, dtype=np.float64)


def test_each_seat_has_a_sign_of_its_own() -> None:
    assert len(SIGNS) == MOST_SEATS == len({sign.key for sign in SIGNS})


@pytest.mark.parametrize("sight", SIGHT)
def test_the_colours_of_the_seats_stay_apart_for_those_who_see_no_red_or_no_green(
    sight: str,
) -> None:
    for one, other in combinations(SIGNS, 2):
        assert distance(one.colour, other.colour, SIGHT[sight]) >= APART, (one.key, other.key)


def test_no_seat_has_the_colour_of_a_suit() -> None:
    own = [
        (red, green, blue)
        for name, look in LOOKS.items()
        if name != "m"  # its rainbow holds nearly every hue; it is told by being one
        for blue, green, red in look.colours
    ]
    page: list[Rgb] = []
    for code in PAGE_SUITS:
        red, green, blue = (int(code[at : at + 2], 16) for at in (0, 2, 4))
        page.append((red, green, blue))
    for one in SIGNS:
        for suit in (*own, *page):
            assert distance(one.colour, suit, SIGHT["everybody"]) >= APART, (one.key, suit)


def test_each_sign_stands_out_from_its_white_ground() -> None:
    for one in SIGNS:
        luminance = float(TO_XYZ[1] @ linear(one.colour))
        assert 1.05 / (luminance + 0.05) >= OF_ITSELF, one.key


@pytest.mark.parametrize("pixels", [20, 24])
def test_the_signs_are_told_apart_without_any_colour_where_they_are_small(pixels: int) -> None:
    drawn = {sign.key: small(seat, pixels) for seat, sign in enumerate(SIGNS)}
    for one, other in combinations(drawn, 2):
        # Of the inked area of both together, how much only one of them has.
        inked = 1 - np.minimum(drawn[one], drawn[other])
        differs = np.abs(drawn[one] - drawn[other]).sum() / inked.sum()
        assert differs > 0.4, (one, other, differs)


def test_a_sign_stays_on_its_ground() -> None:
    for seat in range(MOST_SEATS):
        ground, *parts = sign(seat, 0, 0, BOX)
        assert isinstance(ground, Circle)
        for part in parts:
            assert isinstance(part, Path)
            for x, y in part.points:
                assert (x - 50) ** 2 + (y - 50) ** 2 <= (ground.radius - 1) ** 2, SIGNS[seat].key


@pytest.mark.parametrize("code", ["pl", "ro"])
def test_the_animals_have_names_in_every_language(code: str) -> None:
    named = [sign_name(seat, language(code)) for seat in range(MOST_SEATS)]
    assert len(set(named)) == MOST_SEATS
    assert not set(named) & {one.key for one in SIGNS}
