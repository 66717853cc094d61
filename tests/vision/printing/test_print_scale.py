"""A bank card on the control sheet gives a scaled print away."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.paper.shapes import Drawing
from tests.vision.printing.sheets import rendered
from vision.printing.control import CARD, CARD_AT, SIZE, bars, control_sheet
from vision.printing.print_scale import NotMeasuredError, PrintScale, measure_print
from vision.table.layout import load_layout

LAYOUT = load_layout()
SHEET: Drawing = control_sheet(LAYOUT)
Image = npt.NDArray[np.uint8]
SCALE = 10.0


@pytest.fixture(scope="module")
def sheet() -> Image:
    """The sheet as it was meant, ten pixels to its millimetre."""
    (image,) = rendered([SHEET], SCALE)
    return image


LOOKS = {
    "white": (245, 245, 245),
    "black": (25, 20, 20),
    "blue": (170, 90, 30),
    "striped": None,
}


def photo(
    sheet: Image,
    printed: tuple[float, float] = (1.0, 1.0),
    *,
    look: str = "blue",
    moved: tuple[float, float] = (0.0, 0.0),
    turned: float = 0.0,
    light: float = 0.8,
) -> Image:
    """The sheet printed at that scale with a card on it, seen aslant by a camera."""
    width, height = (side / share * SCALE for side, share in zip(CARD, printed, strict=True))
    card = np.zeros((round(height), round(width), 3), np.uint8)
    colour = LOOKS[look]
    if colour is None:
        card[:] = np.where(np.arange(card.shape[1]) // 27 % 2, 230, 20)[None, :, None]
    else:
        card[:] = colour
    middle = (np.array(CARD_AT) + np.array(CARD) / 2 + moved) * SCALE
    onto = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), turned, 1.0)
    moves = middle - np.array([width - 1, height - 1]) / 2 - 0.5
    onto = np.column_stack([onto[:, :2], onto[:, 2] + moves])
    flat = sheet.copy()
    cv2.warpAffine(card, onto, flat.shape[1::-1], flat, borderMode=cv2.BORDER_TRANSPARENT)
    w, h = flat.shape[1], flat.shape[0]
    seen = np.array([[173, 120], [1387, 100], [1440, 1080], [120, 1053]], np.float32)
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    view = cv2.getPerspectiveTransform(corners, seen)
    table = np.full((1200, 1600, 3), (60, 90, 120), np.uint8)
    cv2.warpPerspective(flat, view, (1600, 1200), table, borderMode=cv2.BORDER_TRANSPARENT)
    noise = np.random.default_rng(7).normal(0, 3, table.shape[:2])[..., None]
    dim = cv2.GaussianBlur(table, (0, 0), 0.9) * light * np.linspace(0.7, 1, 1600)[None, :, None]
    return np.clip(dim + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("printed", "look"),
    [(0.94, "blue"), (0.97, "black"), (1.0, "white"), (1.0, "blue"), (1.03, "striped")],
)
def test_the_scale_is_found_whatever_the_card_looks_like(
    sheet: Image, printed: float, look: str
) -> None:
    found = measure_print(photo(sheet, (printed, printed), look=look), LAYOUT.dictionary)
    assert found.scale == pytest.approx(printed, abs=0.003)
    assert found.is_true == (printed == 1.0)
    assert found.is_usable


def test_a_card_that_was_laid_down_carelessly_will_do(sheet: Image) -> None:
    seen = photo(sheet, (0.97, 0.97), moved=(2.0, -1.5), turned=2.5)
    assert measure_print(seen, LAYOUT.dictionary).scale == pytest.approx(0.97, abs=0.003)


def test_dim_light_will_do(sheet: Image) -> None:
    seen = photo(sheet, (0.97, 0.97), light=0.3)
    assert measure_print(seen, LAYOUT.dictionary).scale == pytest.approx(0.97, abs=0.004)


def test_a_print_that_is_stretched_is_not_taken_for_a_small_one(sheet: Image) -> None:
    found = measure_print(photo(sheet, (0.97, 1.0)), LAYOUT.dictionary)
    assert found.across == pytest.approx(0.97, abs=0.004)
    assert found.down == pytest.approx(1.0, abs=0.004)
    assert found.is_stretched
    assert not found.is_usable


def test_without_a_card_nothing_is_measured(sheet: Image) -> None:
    image = cv2.copyMakeBorder(sheet, 50, 50, 50, 50, cv2.BORDER_CONSTANT, value=(90, 90, 90))
    with pytest.raises(NotMeasuredError, match="no card's edge can be seen at the left"):
        measure_print(np.asarray(image, np.uint8), LAYOUT.dictionary)


def test_another_card_is_not_taken_for_a_bank_card_in_a_corner(sheet: Image) -> None:
    with pytest.raises(NotMeasuredError, match="no card's edge can be seen"):
        measure_print(photo(sheet, (1.3, 1.3)), LAYOUT.dictionary)


def test_a_picture_without_the_sheet_says_so() -> None:
    with pytest.raises(NotMeasuredError, match="4 of the 4 tags"):
        measure_print(np.full((300, 400, 3), 128, np.uint8), LAYOUT.dictionary)


def test_a_sheet_that_is_bent_is_refused(sheet: Image) -> None:
    seen = photo(sheet)
    rows, columns = np.mgrid[0 : seen.shape[0], 0 : seen.shape[1]].astype(np.float32)
    bent = cv2.remap(seen, columns, rows + 20 * np.sin(columns / 230), cv2.INTER_LINEAR)
    with pytest.raises(NotMeasuredError, match="not flat"):
        measure_print(np.asarray(bent, np.uint8), LAYOUT.dictionary)


@pytest.mark.parametrize("scale", [0.7, 1.4])
def test_a_print_far_off_is_of_no_use(scale: float) -> None:
    assert not PrintScale(scale, scale).is_usable


def test_the_sheet_fits_every_paper() -> None:
    assert SIZE[0] <= 190
    assert SHEET.size == SIZE


def test_a_card_whose_edges_are_not_parallel_is_no_bank_card(sheet: Image) -> None:
    left, top = CARD_AT
    width, height = CARD
    corners = [
        (left, top),
        (left + width, top),
        (left + width, top + height - 3),
        (left, top + height),
    ]
    flat = sheet.copy()
    cv2.fillPoly(flat, [np.round(np.array(corners) * SCALE).astype(np.int32)], (170, 90, 30))
    image = cv2.copyMakeBorder(flat, 50, 50, 50, 50, cv2.BORDER_CONSTANT, value=(90, 90, 90))
    with pytest.raises(NotMeasuredError, match="are not those of one card"):
        measure_print(np.asarray(image, np.uint8), LAYOUT.dictionary)


def test_where_the_bars_beside_the_card_are_not_printed_no_edge_is_seen(sheet: Image) -> None:
    seen = sheet.copy()
    for x, y, width, height in bars("right"):
        rows, columns = (
            slice(round(a * SCALE), round(b * SCALE)) for a, b in ((y, y + height), (x, x + width))
        )
        seen[rows, columns] = 255
    with pytest.raises(NotMeasuredError, match="edge can be seen at the right"):
        measure_print(photo(seen), LAYOUT.dictionary)
