"""A sheet is the same on paper, as a picture and on a page, and true to its size."""

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest
from PIL import Image

from companion.addresses import joining_address
from companion.paper import fonts, pdf
from companion.paper.pages import PAPERS, RULER, pages, ruler
from companion.paper.pdf import to_pdf
from companion.paper.png import to_png
from companion.paper.seats import seats
from companion.paper.shapes import (
    Anchor,
    Circle,
    Drawing,
    Path,
    PlacedPicture,
    Rect,
    Shape,
    ShapeGroup,
    Text,
    line,
    notes,
)
from tools.svg import to_svg

Pixels = npt.NDArray[np.uint8]
RED = (200, 0, 0)


def pixels(drawing: Drawing, dpi: int = 254) -> Pixels:
    """Ten pixels to a millimetre, RGB."""
    (data,) = to_png([drawing], "test", dpi)
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def sheet(*shapes: Shape) -> Drawing:
    return Drawing((60, 40), shapes, "a sheet")


def test_lengths_are_millimetres_from_the_top_left() -> None:
    image = pixels(sheet(Rect(10, 5, 20, 8, fill=RED)))
    assert image.shape == (400, 600, 3)
    rows, columns = np.nonzero((image == RED).all(axis=2))
    assert (rows.min(), rows.max() + 1) == pytest.approx((50, 130), abs=1)
    assert (columns.min(), columns.max() + 1) == pytest.approx((100, 300), abs=1)


def test_a_ruler_is_a_hundred_millimetres() -> None:
    image = pixels(Drawing((120, 20), ruler(10, 15)))
    dark = np.nonzero((image[145:152].max(axis=2) < 100).any(axis=0))[0]
    assert dark.max() - dark.min() == pytest.approx(RULER * 10, abs=3)


def test_where_no_line_fits_below_a_ruler_stands_at_the_side() -> None:
    part = Drawing((194, 269), (Rect(2.5, 2.5, 189, 264, fill=RED),), "cards")
    (page,) = pages([part], "letter")
    image = pixels(page.drawing)
    side = image[:, 2060:2120].max(axis=2) < 100  # the last millimetres that printers can print
    dark = np.nonzero(side.any(axis=1))[0]
    ruled = dark[dark < 1900]  # below it stands how long it is
    assert ruled.max() - ruled.min() == pytest.approx(RULER * 10, abs=3)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_page_has_its_papers_size_and_asks_not_to_be_scaled(paper: str) -> None:
    part = Drawing((100, 100), (Rect(0, 0, 100, 100, fill=RED),), "part")
    (page,) = pages([part], paper)
    data = to_pdf([page.drawing], "test")
    document = pypdfium2.PdfDocument(data)
    assert sorted(value / 72 * 25.4 for value in document[0].get_size()) == pytest.approx(
        sorted(PAPERS[paper]), abs=0.01
    )
    document.close()
    assert b"/PrintScaling /None" in data


def test_groups_move_turn_and_clip() -> None:
    inside = (Rect(0, 0, 10, 4, fill=RED), Rect(0, 0, 2, 2, fill=(0, 0, 200)))
    image = pixels(sheet(ShapeGroup(inside, 30, 20, turn=180, clip=(0, 0, 8, 4))))
    rows, columns = np.nonzero((image != 255).any(axis=2))
    assert (rows.min(), rows.max() + 1) == pytest.approx((160, 200), abs=1)
    assert (columns.min(), columns.max() + 1) == pytest.approx((220, 300), abs=1)
    assert tuple(image[195, 295]) == (0, 0, 200)


def test_the_same_pages_are_the_same_bytes() -> None:
    one = [sheet(Text(5, 5, "Zażółć gęślą jaźń, și țară"), Circle(20, 20, 5, line=RED))]
    assert to_pdf(one, "test") == to_pdf(one, "test")
    assert to_svg(one[0]) == to_svg(one[0])


def test_words_stand_where_their_anchor_says() -> None:
    for anchor, low, high in ((Anchor.START, 300, 400), (Anchor.END, 200, 300)):
        image = pixels(sheet(Text(30, 20, "OOO", 4, anchor)))
        columns = np.nonzero((image.max(axis=2) < 128).any(axis=0))[0]
        assert low - 3 <= columns.min() < columns.max() <= high + 3
        rows = np.nonzero((image.max(axis=2) < 128).any(axis=1))[0]
        assert rows.max() == pytest.approx(200, abs=2), "y is the baseline"


@pytest.fixture(params=["the system's font", "reportlab's font"])
def font(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if request.param == "reportlab's font":
        monkeypatch.setattr(fonts, "FOLDERS", ())
    pdf._font.cache_clear()
    yield
    monkeypatch.undo()
    pdf._font.cache_clear()


def test_letters_of_all_our_languages_are_written(font: None) -> None:
    data = to_pdf([sheet(Text(5, 5, "łąęśćż ășțî — …"))], "test")
    document = pypdfium2.PdfDocument(data)
    said = document[0].get_textpage().get_text_range()
    document.close()
    assert "?" not in said
    assert len(said.strip()) >= 14


def test_a_picture_keeps_its_way_up() -> None:
    card = np.zeros((20, 10, 3), np.uint8)
    card[:10] = (0, 0, 255)  # red above, black below, BGR
    data = cv2.imencode(".png", card)[1].tobytes()
    image = pixels(sheet(PlacedPicture(10, 10, 10, 20, data)))
    assert tuple(image[130, 150]) == (255, 0, 0)
    assert tuple(image[270, 150]) == (0, 0, 0)


def test_svg_is_xml_in_millimetres_with_all_its_shapes() -> None:
    drawing = sheet(
        Rect(1, 2, 3, 4, fill=RED, radius=1),
        Circle(5, 5, 2, line=RED),
        line(0, 0, -0.001, 10, dashes=(2, 1)),
        Path(((0, 0), (1, 1), (2, 0)), closed=True),
        Text(3, 3, "<&>", bold=True),
        PlacedPicture(0, 0, 5, 5, b"\x89PNG rest"),
        ShapeGroup((Rect(-0.5, 0, 1, 1, fill=RED),), 3, 4, turn=90, clip=(0, 0, 1, 1)),
    )
    root = ET.fromstring(to_svg(drawing))
    assert (root.get("width"), root.get("viewBox")) == ("60mm", "0 0 60 40")
    kinds = [element.tag.partition("}")[2] for element in root.iter()]
    for kind in ("circle", "polyline", "polygon", "text", "image", "g", "clipPath"):
        assert kinds.count(kind) == 1
    assert next(e for e in root.iter() if e.tag.endswith("text")).text == "<&>"
    assert "-0 " not in to_svg(drawing)
    assert 'x="-0.5"' in to_svg(drawing)


def test_paragraphs_keep_to_their_width() -> None:
    texts = notes(5, 5, 50, ["All grounds are the same: take any pin that is marked GND."] * 2)
    image = pixels(Drawing((60, 40), texts))
    columns = np.nonzero((image.max(axis=2) < 128).any(axis=0))[0]
    assert columns.min() >= 50
    assert columns.max() <= 550


# ---------------------------------------------------------------------------------- stand-ups


def read_codes(image: Pixels) -> list[str]:
    found, texts, _, _ = cv2.QRCodeDetector().detectAndDecodeMulti(image)
    return [text for text in texts if text] if found else []


def test_a_stand_up_can_be_scanned_from_both_its_sides() -> None:
    page = "http://192.168.178.123:8000"
    each = [joining_address(page, "1234", seat) for seat in range(2)]
    assert each[1] == f"{page}/?code=1234&seat=2", "as on the rack, for a phone shows it"
    sheets = seats(each, page, "1234", "a4")
    codes = [text for sheet in sheets for text in read_codes(pixels(sheet))]
    assert sorted(codes) == sorted(each * 2)
    five = [each[0]] * 5
    assert [len(seats(five, "", "", paper)) for paper in PAPERS] == [2, 2, 3]


def test_a_stand_up_says_the_seat_the_address_and_the_code() -> None:
    (drawing,) = seats(["http://table.local/?code=77"], "http://table.local", "77", "letter")
    data = to_pdf([drawing], "test")
    document = pypdfium2.PdfDocument(data)
    said = document[0].get_textpage().get_text_range()
    document.close()
    for text in ("Seat 1", "http://table.local", "Code: 77"):
        assert len(re.findall(re.escape(text), said)) == 2, "on both sides"
