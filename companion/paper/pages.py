"""Parts laid out on sheets of paper, true to size; what is larger than a sheet is tiled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from math import ceil
from types import MappingProxyType

from companion.language.names import ENGLISH
from companion.paper.shapes import (
    BLACK,
    GREY,
    Anchor,
    Bounds,
    Drawing,
    Path,
    Rgb,
    Shape,
    ShapeGroup,
    Text,
    fitted,
    line,
)

PAPERS: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
)
"""Width and height of a sheet, upright."""
UNPRINTED = 5.0
"""The border of a sheet on which home printers cannot print."""
FOOT = 8.5
"""The height of the line with title and ruler below what is laid out."""
OVERLAP = 12.0
"""How much of the part two neighbouring tiles have in common: what is glued."""
TILE_GAP = 5.0
"""Between parts on one sheet."""
CUT_MARK = 4.0
"""The length of a mark to cut along."""
RULER = 100.0
"""The length of a ruler by which the print's size is checked."""
UPRIGHT = 5.5
"""The width of a ruler that stands at a sheet's side, with its length written below it."""
MARK: Rgb = (90, 90, 90)


@dataclass(frozen=True, slots=True)
class PageTile:
    """Which piece of a part a page shows.

    Attributes:
        column, row: which tile, from 0 at the top left.
        window: the piece, in the part's coordinates.
        at: where the window's top left is on the page.
        cuts: where the sheet is cut, as (x, y) in the part's coordinates: its left and its upper
            edge; None where that is the part's own edge.
    """

    column: int
    row: int
    window: Bounds
    at: tuple[float, float]
    cuts: tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class Page:
    """One sheet.

    Attributes:
        drawing: all that is on it.
        tile: which piece of a larger part it is; None for a page with whole parts.
    """

    drawing: Drawing
    tile: PageTile | None = None


def pages(
    parts: Sequence[Drawing], paper: str, language: NullTranslations = ENGLISH
) -> tuple[Page, ...]:
    """Return the sheets of ``paper`` (a key of `PAPERS`) that ``parts`` fill, in their order.

    Each part is whole on a sheet, upright or on its side, if it fits on one; several share a
    sheet where they are neighbours and fit. A part that is larger than a sheet is tiled.
    """
    sheets: list[Page] = []
    shared: list[Drawing] = []
    for part in parts:
        if shared and _turned([*shared, part], paper) is None:
            sheets.append(_shared(shared, paper, language))
            shared = []
        if _turned([part], paper) is None:
            sheets += _tiles(part, paper, language)
        else:
            shared.append(part)
    return (*sheets, *([_shared(shared, paper, language)] if shared else []))


def _sheets(paper: str) -> Iterator[tuple[float, float]]:
    width, height = PAPERS[paper]
    yield width, height
    yield height, width


def _turned(parts: Sequence[Drawing], paper: str) -> tuple[float, float] | None:
    """Return the sheet, upright or on its side, that holds ``parts`` below one another."""
    across = max(part.size[0] - 2 * part.blank for part in parts)
    down = sum(part.size[1] for part in parts) + TILE_GAP * (len(parts) - 1)
    down -= parts[0].blank + parts[-1].blank
    for width, height in _sheets(paper):
        whole = all(part.size[0] <= width for part in parts) and across <= width - 2 * UNPRINTED
        if whole and down <= height - 2 * UNPRINTED and _height(parts) <= height:
            return width, height
    return None


def _height(parts: Sequence[Drawing]) -> float:
    return sum(part.size[1] for part in parts) + TILE_GAP * (len(parts) - 1)


def _shared(parts: Sequence[Drawing], paper: str, language: NullTranslations) -> Page:
    sheet = _turned(parts, paper)
    assert sheet is not None
    width, height = sheet
    total = _height(parts)
    # The title's line is left out where it would lie on a part, as below a mat on A3.
    foot = FOOT if total + FOOT <= height - 2 * UNPRINTED else 0.0
    # In the very middle where the line fits below: then a sheet's other side fits, too.
    y = (height - total) / 2
    if foot and y < UNPRINTED + foot:
        y = (height - foot - total) / 2
    shapes: list[Shape] = []
    for part in parts:
        shapes.append(ShapeGroup(part.shapes, (width - part.size[0]) / 2, y))
        y += part.size[1] + TILE_GAP
    titles = ", ".join(dict.fromkeys(part.title for part in parts if part.title))
    if foot:
        shapes += _foot(sheet, titles, language)
    elif (width - max(part.size[0] for part in parts)) / 2 - UNPRINTED >= UPRIGHT:
        shapes += upright_ruler(width - UNPRINTED, (height - RULER) / 2)
    return Page(Drawing(sheet, tuple(shapes), titles))


# -------------------------------------------------------------------------------------- tiles


def _tiles(part: Drawing, paper: str, language: NullTranslations) -> tuple[Page, ...]:
    def count(sheet: tuple[float, float]) -> tuple[int, int]:
        across, down = (
            sheet[0] - 2 * UNPRINTED - CUT_MARK,
            sheet[1] - 2 * UNPRINTED - FOOT - CUT_MARK,
        )
        width, height = part.size
        return (
            max(1, ceil((width - OVERLAP) / (across - OVERLAP))),
            max(1, ceil((height - OVERLAP) / (down - OVERLAP))),
        )

    sheet = min(_sheets(paper), key=lambda each: count(each)[0] * count(each)[1])
    columns, rows = count(sheet)
    return tuple(
        _tile(part, sheet, (column, row), (columns, rows), language)
        for row in range(rows)
        for column in range(columns)
    )


def _tile(
    part: Drawing,
    sheet: tuple[float, float],
    place: tuple[int, int],
    counts: tuple[int, int],
    language: NullTranslations,
) -> Page:
    steps = [(size - OVERLAP) / count for size, count in zip(part.size, counts, strict=True)]
    left, top = (index * step for index, step in zip(place, steps, strict=True))
    width, height = (step + OVERLAP for step in steps)
    at = ((sheet[0] - width) / 2, (sheet[1] - FOOT - height) / 2)
    # The sheet to the right and the one below are glued onto this one, cut in mid-overlap.
    cuts = (
        left + OVERLAP / 2 if place[0] else None,
        top + OVERLAP / 2 if place[1] else None,
    )
    tile = PageTile(*place, (left, top, width, height), at, cuts)
    moved = ShapeGroup(part.shapes, -left, -top)
    inside = ShapeGroup((moved,), *at, clip=(0.0, 0.0, width, height))
    number = place[1] * counts[0] + place[0] + 1
    title = language.gettext("{part}, sheet {number} of {count}").format(
        part=part.title, number=number, count=counts[0] * counts[1]
    )
    shapes = (
        inside,
        *_ticks(tile, place, counts),
        *_map(sheet, place, counts),
        *_foot(sheet, title, language),
    )
    return Page(Drawing(sheet, shapes, title), tile)


def _ticks(tile: PageTile, place: tuple[int, int], counts: tuple[int, int]) -> Iterator[Shape]:
    """Yield marks outside the tile, at both ends of each seam: cut here, or lay the edge here."""
    _, _, width, height = tile.window
    x, y = tile.at
    half = OVERLAP / 2
    for seam, there in ((half, place[0] > 0), (width - half, place[0] < counts[0] - 1)):
        if there:
            yield line(x + seam, y - CUT_MARK, x + seam, y - 0.5, line=MARK)
            yield line(x + seam, y + height + 0.5, x + seam, y + height + CUT_MARK, line=MARK)
    for seam, there in ((half, place[1] > 0), (height - half, place[1] < counts[1] - 1)):
        if there:
            yield line(x - CUT_MARK, y + seam, x - 0.5, y + seam, line=MARK)
            yield line(x + width + 0.5, y + seam, x + width + CUT_MARK, y + seam, line=MARK)


def _map(
    sheet: tuple[float, float], place: tuple[int, int], counts: tuple[int, int]
) -> Iterator[Shape]:
    """Yield a small plan of all tiles, this one filled, at the foot's right end."""
    cell = (5.0, 3.0)
    left, top = (
        sheet[0] - UNPRINTED - counts[0] * cell[0],
        sheet[1] - UNPRINTED - counts[1] * cell[1],
    )
    for row in range(counts[1]):
        for column in range(counts[0]):
            x, y = left + column * cell[0], top + row * cell[1]
            corners = ((x, y), (x + cell[0], y), (x + cell[0], y + cell[1]), (x, y + cell[1]))
            fill = MARK if (column, row) == place else None
            yield Path(corners, line=MARK, fill=fill, closed=True)


# --------------------------------------------------------------------------------- the foot


def _foot(sheet: tuple[float, float], title: str, language: NullTranslations) -> tuple[Shape, ...]:
    width, height = sheet
    y = height - UNPRINTED
    says = language.gettext("Print at 100 %, not fitted to the page. This is 100 mm:")
    begin = width / 2 - 10  # of the ruler
    return (
        fitted(Text(UNPRINTED, y - 5.6, title, 2.8, bold=True), begin - UNPRINTED - 2),
        fitted(Text(UNPRINTED, y - 1, says, 2.8, colour=GREY), begin - UNPRINTED - 2),
        *ruler(begin, y - 1),
    )


def ruler(x: float, y: float, *, low: bool = False) -> tuple[Shape, ...]:
    """Return a ruler of 100 mm that begins at ``x``; its line is at ``y``, its marks above.

    A low one is 3 mm high: its length stands at its end, and no numbers above.
    """
    shapes: list[Shape] = [line(x, y, x + RULER, y, stroke=0.2)]
    for millimetre in range(0, int(RULER) + 1, 5):
        tall = 3.0 if millimetre % 50 == 0 else 2.0 if millimetre % 10 == 0 else 1.2
        at = x + millimetre
        shapes.append(line(at, y, at, y - tall, stroke=0.2, line=BLACK))
        if millimetre % 50 == 0 and not low:
            shapes.append(Text(at, y - 3.4, str(millimetre), 2.2, Anchor.MIDDLE))
    if low:
        shapes.append(Text(x + RULER + 2, y, f"{RULER:g} mm", 2.8, colour=GREY))
    return tuple(shapes)


def upright_ruler(x: float, y: float) -> tuple[Shape, ...]:
    """Return a ruler of 100 mm that hangs from ``y``: a line at ``x``, with marks to the left."""
    shapes: list[Shape] = [line(x, y, x, y + RULER, stroke=0.2)]
    for millimetre in range(0, int(RULER) + 1, 5):
        long = 3.0 if millimetre % 50 == 0 else 2.0 if millimetre % 10 == 0 else 1.2
        at = y + millimetre
        shapes.append(line(x, at, x - long, at, stroke=0.2, line=BLACK))
    shapes.append(Text(x, y + RULER + 2.2, f"{RULER:g} mm", 1.6, Anchor.END, colour=GREY))
    return tuple(shapes)
