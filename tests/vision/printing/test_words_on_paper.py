"""What is printed can be read in every language: no words leave their sheet or lie on others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pypdfium2
import pytest

from companion.language.languages import language, languages
from companion.panel.wiring import Wiring
from companion.paper.pages import UNPRINTED, pages
from companion.paper.pdf import to_pdf
from companion.paper.seats import seats
from companion.paper.shapes import Drawing
from companion.paper.wiring import wiring_sheet
from tests.hardware.pixel_wire import STRIP_WIRING
from vision.printing.control import control_sheet
from vision.printing.mat import hana_mat, mat
from vision.printing.racks import instructions, strip, struts
from vision.table.details import load_details
from vision.table.layout import load_layout

LAYOUT, DETAILS = load_layout(), load_details()
ADDRESS = "http://raspberrypi-in-the-attic.local:8000"
MM = 25.4 / 72
NARROW = "a4"
"""The sheets with the least room for words."""
TOUCH = 0.3
"""Millimetres that the boxes of two lines may share: letters hang below their line, and some to its
left."""

Words = tuple[float, float, float, float, str]
"""Left, bottom, right and top in millimetres, and what it says."""


def parts(code: str) -> list[Drawing]:
    said = language(code)
    return [
        mat(LAYOUT, DETAILS, language=said),
        mat(LAYOUT.for_fireworks(7), DETAILS, language=said),
        hana_mat(LAYOUT, DETAILS, language=said),
        instructions(LAYOUT, language=said),
        strip(LAYOUT, DETAILS, 3, language=said),
        struts(LAYOUT, 5, language=said),
        control_sheet(LAYOUT, language=said),
        wiring_sheet(Wiring(buzzer=26), 470, language=said),
        wiring_sheet(STRIP_WIRING, 470, language=said),
        wiring_sheet(Wiring(clue=8, confirm=26, status_led=None, oled=2), 470, language=said),
        *seats([f"{ADDRESS}/?code=8888"] * 5, ADDRESS, "8888", NARROW, language=said),
    ]


def words(drawing: Drawing) -> list[Words]:
    """What a reader of the PDF finds on the drawing, line by line."""

    def found() -> Iterator[Words]:
        document = pypdfium2.PdfDocument(to_pdf([drawing], "test"))
        text = document[0].get_textpage()
        for index in range(text.count_rects()):
            box = text.get_rect(index)
            left, bottom, right, top = (value * MM for value in box)
            yield left, bottom, right, top, text.get_text_bounded(*box)
        document.close()

    return list(found())


@pytest.mark.parametrize("code", languages())
def test_no_words_lie_on_others_or_leave_the_part(code: str) -> None:
    for part in parts(code):
        said = words(part)
        assert said, part.title
        for left, bottom, right, top, text in said:
            assert left >= -TOUCH, text
            assert bottom >= 0, text
            assert right <= part.size[0], (part.title, text)
            assert top <= part.size[1], text
        for one, other in combinations(said, 2):
            across = min(one[2], other[2]) - max(one[0], other[0])
            up = min(one[3], other[3]) - max(one[1], other[1])
            assert min(across, up) <= TOUCH, (part.title, one, other)


@pytest.mark.parametrize("code", languages())
def test_the_line_below_ends_before_its_ruler(code: str) -> None:
    for part in parts(code):
        for page in pages([part], NARROW, language(code)):
            width = page.drawing.size[0]
            below = [
                one
                for one in words(page.drawing)
                if one[1] < UNPRINTED + 6 and one[0] < UNPRINTED + 1
            ]
            for _, _, right, _, text in below:
                assert right <= width / 2 - 10, (part.title, text)
