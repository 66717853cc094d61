"""Printed sheets looked at: rendered as a printer would, tiles put together as people do."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2

from companion.paper.pages import Page
from companion.paper.pdf import to_pdf
from companion.paper.shapes import Drawing

Image = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]
POINT = 72 / 25.4
"""PDF's unit, per millimetre; not taken from the code that is tested."""
SCALE = 8.0
"""Pixels per millimetre, about 200 dots per inch."""


def rendered(pages: Sequence[Drawing], scale: float = SCALE) -> list[Image]:
    """Return each page as PDFium renders the PDF that is printed, BGR."""
    document = pypdfium2.PdfDocument(to_pdf(pages, "test"))
    shown = [
        page.render(scale=scale / POINT * (1 - 1e-6)).to_numpy()[..., :3].copy()
        for page in document
    ]
    document.close()
    return shown


def put_together(pages: Sequence[Page], size: tuple[float, float], scale: float = SCALE) -> Image:
    """Cut the tiles of one part along their marks and lay them on one another."""
    whole = np.full((round(size[1] * scale), round(size[0] * scale), 3), 255, np.uint8)
    for page, image in zip(pages, rendered([page.drawing for page in pages], scale), strict=True):
        tile = page.tile
        assert tile is not None
        left, top, width, height = tile.window
        shift = (np.array([left, top]) - np.array(tile.at)) * scale
        moved = cv2.warpAffine(
            image, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), whole.shape[1::-1]
        )
        x, y = (
            round((edge if cut is None else cut) * scale)
            for edge, cut in zip((left, top), tile.cuts, strict=True)
        )
        end = (round((left + width) * scale), round((top + height) * scale))
        whole[y : end[1], x : end[0]] = moved[y : end[1], x : end[0]]
    return whole


def in_millimetres(pixels: Points, scale: float = SCALE) -> Points:
    """Return where pixels are, whose middles count, on the sheet."""
    return (pixels + 0.5) / scale
