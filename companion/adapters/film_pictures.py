"""The pictures of a film: a sheet to look at, and a copy on which only the table is to be seen."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from companion.adapters.filming import SMALL_QUALITY, WHOLE_QUALITY, decoded, encoded
from companion.film.reel import DECK, LABEL, LAYOUT, REEL, SMALL, Film, FilmError, FilmLine, Shot
from companion.hanabi.labels import MOST_SEATS
from hardware.files import CameraError, read_image
from vision.geometry import Points, rectangle
from vision.table.layout import Layout
from vision.table.registration import register
from vision.table.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import BgrImage

SHEET_PICTURES, SHEET_COLUMNS, SHEET_WIDTH = 24, 4, 480
"""Pictures on a contact sheet, how many stand side by side, and the pixels of one's width."""
KEPT_AROUND = 40.0
"""Millimetres round mat and racks that stay in a film that is given away."""


def contact_sheet(shots: Iterable[Shot]) -> bytes:
    """Return some of the whole pictures of a film on one, each with its second, as a PNG.

    Raises:
        FilmError: there is none, or one cannot be read.
    """
    whole = [shot for shot in shots if shot.whole is not None]
    if not whole:
        raise FilmError("there is no whole picture in this film")
    chosen = np.unique(np.linspace(0, len(whole) - 1, SHEET_PICTURES).round().astype(int))
    tiles = [_tile(whole[index]) for index in chosen]
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % SHEET_COLUMNS)
    rows = [
        np.hstack(tiles[first : first + SHEET_COLUMNS])
        for first in range(0, len(tiles), SHEET_COLUMNS)
    ]
    done, data = cv2.imencode(".png", np.vstack(rows))
    assert done
    return data.tobytes()


def _tile(shot: Shot) -> BgrImage:
    image = _read(shot)
    height = round(SHEET_WIDTH * 9 / 16)
    scale = min(SHEET_WIDTH / image.shape[1], height / image.shape[0])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    tile = np.zeros((height, SHEET_WIDTH, 3), np.uint8)  # a picture of 4:3 has black beside it
    tile[: small.shape[0], : small.shape[1]] = small[:height, :SHEET_WIDTH]
    for ink, width in ((0, 4), (255, 1)):
        cv2.putText(
            tile,
            f"{shot.t:.1f} s",
            (8, height - 10),
            cv2.FONT_HERSHEY_SIMPLEX,
            0.7,
            (ink, ink, ink),
            width,
            cv2.LINE_AA,
        )
    return np.asarray(tile, dtype=np.uint8)


def share(
    film: Film, lines: Callable[[], Iterable[FilmLine]], layout: Layout, archive: Path
) -> None:
    """Write a film into one zip file, in which everything beside the table is black.

    The table is what mat and racks span, wherever they lay in this film.

    Args:
        film: what is given away.
        lines: gives those of the film; it is asked twice.
        layout: the mat and racks in it.
        archive: a file that is not there yet.

    Raises:
        FilmError: the film cannot be read, no mat is ever in view, or the file cannot be written.
    """
    area = _table(_shots(lines()), layout)
    if area is None:
        raise FilmError(f"{film.folder}: no mat is in view, so nobody knows what is beside it")
    try:
        with zipfile.ZipFile(archive, "x", zipfile.ZIP_STORED) as packed:
            try:
                _pack(film, _shots(lines()), area, packed)
            except BaseException:
                archive.unlink()
                raise
    except FileExistsError:
        raise FilmError(f"{archive} is there already") from None
    except OSError as error:
        raise FilmError(f"cannot write {archive}: {error.strerror}") from error


def _pack(film: Film, shots: Iterable[Shot], area: Points, packed: zipfile.ZipFile) -> None:
    folder = film.folder.name
    for name in (LABEL, DECK, LAYOUT):
        if (film.folder / name).is_file():
            packed.write(film.folder / name, f"{folder}/{name}")
    with tempfile.TemporaryFile() as smalls:
        places: list[tuple[int, int]] = []
        for shot in shots:
            small = encoded(_black_beside(decoded(shot.small), area), SMALL_QUALITY)
            places.append((smalls.tell(), smalls.write(small)))
            if shot.whole is not None:
                whole = encoded(_black_beside(_read(shot), area), WHOLE_QUALITY)
                packed.writestr(f"{folder}/{shot.whole.name}", whole)
        smalls.seek(0)
        with packed.open(f"{folder}/{SMALL}", "w", force_zip64=True) as one:
            shutil.copyfileobj(smalls, one)
    packed.writestr(f"{folder}/{REEL}", film.reel_with(places))


def _shots(lines: Iterable[FilmLine]) -> Iterator[Shot]:
    return (line for line in lines if isinstance(line, Shot))


def _table(shots: Iterable[Shot], layout: Layout) -> Points | None:
    """Return the outline of all that was the table, in shares of a picture's width and height."""
    tags, corners = TagFinder(layout.dictionary), list[Points]()
    for shot in shots:
        if shot.whole is None:
            continue
        image = _read(shot)
        height, width = image.shape[:2]
        planes = register(layout, tags.find(image), MOST_SEATS, (width, height))
        if planes.mat is None:
            continue
        found = [planes.mat.to_pixels(_grown(layout.mat.size))]
        found += [
            plane.to_pixels(_grown(layout.rack(seat).size)) for seat, plane in planes.racks.items()
        ]
        corners += [np.asarray(part / (width, height)) for part in found]
    if not corners:
        return None
    hull = cv2.convexHull(np.vstack(corners).astype(np.float32)).reshape(-1, 2)
    return np.asarray(hull, dtype=np.float64)


def _grown(size: tuple[float, float]) -> Points:
    return rectangle(
        -KEPT_AROUND, -KEPT_AROUND, size[0] + 2 * KEPT_AROUND, size[1] + 2 * KEPT_AROUND
    )


def _black_beside(image: BgrImage, area: Points) -> BgrImage:
    mask: npt.NDArray[np.uint8] = np.zeros(image.shape[:2], dtype=np.uint8)
    outline = np.rint(area * (image.shape[1], image.shape[0])).astype(np.int32)
    cv2.fillConvexPoly(mask, outline, 1)
    return np.asarray(image * mask[..., None], dtype=np.uint8)


def _read(shot: Shot) -> BgrImage:
    assert shot.whole is not None
    try:
        return read_image(shot.whole)
    except CameraError as error:
        raise FilmError(str(error)) from error
