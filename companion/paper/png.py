"""Pages as pictures: the very PDF that is printed, rendered by PDFium."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pypdfium2

from companion.paper.pdf import POINT, to_pdf
from companion.paper.shapes import Drawing

DPI = 300
"""Dots per inch of the pictures; they say so themselves, so that they print true to size."""


def to_png(pages: Sequence[Drawing], title: str, dpi: int = DPI) -> tuple[bytes, ...]:
    """Return a PNG for each of ``pages``."""
    document = pypdfium2.PdfDocument(to_pdf(pages, title))
    try:
        return tuple(_picture(page, dpi) for page in document)
    finally:
        document.close()


def _picture(page: pypdfium2.PdfPage, dpi: int) -> bytes:
    written = io.BytesIO()
    # PDFium rounds up: without the last factor 600.0001 pixels are 601.
    bitmap = page.render(scale=dpi / 25.4 / POINT * (1 - 1e-6))
    bitmap.to_pil().save(written, "PNG", dpi=(dpi, dpi), optimize=False)
    bitmap.close()
    page.close()
    return written.getvalue()
