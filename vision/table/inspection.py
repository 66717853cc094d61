"""What a picture says of the table's set-up: tags, size, focus, light; no card is looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Plane, Points, rectangle
from vision.table.layout import Layout
from vision.table.light import PaperLight, measure_light
from vision.table.registration import register
from vision.table.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import BgrImage

CARD_WIDTH = 63.0
"""Millimetres."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """What one picture shows.

    Attributes:
        mat: whether the mat was found.
        missing: its tags that were not seen.
        racks: the seats whose racks were found.
        card_on_mat, card_in_rack: how wide a card of 63 mm is there, in pixels, at its smallest;
            None where there is none.
        mat_paper, rack_paper: how bright white paper is, of 255, at its darkest.
        sharpness: how steep the mat's tags' edges are: about 1 where a border of black and white
            is one pixel wide, towards 0 where it is blurred.
        mirrored: whether the picture shows the mat as a mirror does.
    """

    mat: bool
    missing: tuple[int, ...]
    racks: tuple[int, ...] = ()
    card_on_mat: float | None = None
    card_in_rack: float | None = None
    mat_paper: float | None = None
    rack_paper: float | None = None
    sharpness: float | None = None
    mirrored: bool = False


def inspect(image: BgrImage, layout: Layout, seats: int) -> Inspection:
    """Look at a picture of the table: shape (H, W, 3), uint8, BGR."""
    finder = TagFinder(layout.dictionary)
    tags = finder.find(image)
    planes = register(layout, tags, seats, (image.shape[1], image.shape[0]))
    missing = tuple(sorted(set(layout.mat.tags) - set(tags)))
    if planes.mat is None:
        mirrored = finder.sees_mirrored(image, layout.mat.tags)
        return Inspection(mat=False, missing=missing, mirrored=mirrored)
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    on_mat = [tags[tag] for tag in layout.mat.tags if tag in tags]
    racks = {seat: layout.rack(seat) for seat in planes.racks}
    rack_light = [measure_light(image, planes.racks[seat], racks[seat], tags) for seat in racks]
    return Inspection(
        mat=True,
        missing=missing,
        racks=tuple(sorted(planes.racks)),
        card_on_mat=_card(planes.mat, layout.mat.tags.values()),
        card_in_rack=min(
            (_card(planes.racks[seat], racks[seat].tags.values()) for seat in racks), default=None
        ),
        mat_paper=_paper([measure_light(image, planes.mat, layout.mat, tags)]),
        rack_paper=_paper(rack_light),
        sharpness=float(np.median([_sharpness(grey, quad) for quad in on_mat])) if on_mat else None,
    )


def _card(plane: Plane, tags: Iterable[Points]) -> float:
    """Return how many pixels wide a card is at the place of the smallest tag."""
    widths = []
    for corners in tags:
        x, y = np.asarray(corners).mean(axis=0)
        quad = plane.to_pixels(rectangle(x - CARD_WIDTH / 2, y, CARD_WIDTH, 1.0))
        widths.append(float(np.linalg.norm(quad[1] - quad[0])))
    # The lens is fitted by sums whose order differs from run to run: not all digits mean anything.
    return round(min(widths), 1)


def _paper(lights: list[PaperLight]) -> float | None:
    whites = [float(np.max(white)) for light in lights for white in light.white]
    return min(whites, default=None)


def _sharpness(grey: npt.NDArray[np.uint8], quad: Points) -> float:
    """Return the steepest step from pixel to pixel round a tag, as a share of its contrast."""
    low = np.floor(quad.min(axis=0)).astype(int) - 3
    high = np.ceil(quad.max(axis=0)).astype(int) + 4
    patch = grey[max(low[1], 0) : high[1], max(low[0], 0) : high[0]].astype(np.float32)
    contrast = float(np.percentile(patch, 95) - np.percentile(patch, 5))
    if contrast < 1:
        return 0.0
    across, down = np.abs(np.diff(patch, axis=1))[:-1], np.abs(np.diff(patch, axis=0))[:, :-1]
    return float(np.percentile(np.hypot(across, down), 97)) / contrast
