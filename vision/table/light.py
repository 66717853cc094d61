"""White balance and shading from printed paper: tag ink is black, the paper round it is white.

Where that paper is blown out, printed grey tells the lamp's colour.

Each part is judged by its own tags, for racks stand at all angles to the light. Taking ink as
well as paper removes the grey veil that a lamp's reflection lays over a part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Plane, Points
from vision.table.layout import Box, Printed

if TYPE_CHECKING:
    from companion.frames import BgrImage

FloatImage = npt.NDArray[np.float32]
"""Shape (H, W, 3), float32, BGR; 0 is the ink's black and 1 the paper's white."""

INK_INSET = 3.0
"""Millimetres inside a tag's edge: the middle of its black border cell (36 mm / 6 / 2)."""
PAPER_OFFSET = 2.5
"""Millimetres outside a tag's edge, within the quiet zone of mat and rack."""
SAMPLES_PER_SIDE = 6
"""Places along each side of a tag that are looked at; of all four sides the median counts."""
MIN_CONTRAST = 12.0
"""Grey levels between ink and paper below which a tag says nothing about the light."""
INK_UNMEASURED = 20.0
"""Grey level that is taken for ink where no tag tells: dark, but not clipped."""
PAPER_UNMEASURED = 225.0
"""The same for paper: the exposure is chosen so that the mat's paper has some 226."""
BLOWN_OUT = 252.0
"""Grey level from which a channel may be cut off: there is more light than the camera can tell."""
GREY_STEP = 10.0
"""Millimetres between the spots of printed grey that are looked at."""
GREY_FROM = 0.4
"""Reflectance, of the green, below which a spot is ink or a card rather than printed grey."""
SAME_GREY = 0.05
"""Share by which a colour may differ, relative to the green, between two spots of one grey."""
GREY_SHARE = 0.15
"""Share of all spots that have to be of one grey: the rest may lie under cards."""
PRINTED_TINT = 0.08
"""Share by which a printer's grey may be off neutral; from less nothing is concluded."""
MOST_TINT = 0.5
"""Share beyond which it is no paper in a lamp's light but a coloured thing on it."""

_MEAN = np.full((1, 3), 1 / 3)
_LEVELS = np.arange(256)[:, np.newaxis]


def mean_of_colours(image: FloatImage) -> npt.NDArray[np.float32]:
    """Return the mean of the three colours of each pixel, shape (H, W)."""
    return np.asarray(cv2.transform(image, _MEAN), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class PaperLight:
    """What black and white look like near each tag of one part.

    Attributes:
        centres: shape (N, 2), millimetres on the part.
        black: shape (N, 3), BGR levels of the ink.
        white: shape (N, 3), BGR levels of the paper.
    """

    centres: Points
    black: npt.NDArray[np.float64]
    white: npt.NDArray[np.float64]

    def near(
        self, point: tuple[float, float]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return black and white, each shape (3,), at ``point`` in millimetres on the part."""
        if not len(self.centres):
            return np.full(3, INK_UNMEASURED), np.full(3, PAPER_UNMEASURED)
        distance = np.linalg.norm(self.centres - np.array(point), axis=1)
        # Light changes across the table, and no tag lies where cards do: the near ones count most,
        # and 30 mm keep one that is touched from counting alone.
        weight = 1.0 / (distance + 30.0) ** 2
        weight /= weight.sum()
        return weight @ self.black, weight @ self.white

    def balance(self, patch: npt.NDArray[np.uint8], point: tuple[float, float]) -> FloatImage:
        """Return ``patch``, BGR, as reflectances near ``point``: 0 for ink, 1 for paper."""
        black, white = self.near(point)
        # Of each level once, not of each pixel: there are many more of these.
        reflectance = ((_LEVELS - black) / (white - black)).astype(np.float32)
        return np.asarray(cv2.LUT(patch, reflectance[np.newaxis]), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class LitPlane:
    """The mat or a rack in one frame, with the light on it: all that a place on it is cut out by.

    Attributes:
        image: the frame, shape (H, W, 3), uint8, BGR.
        plane: where the mat or the rack lies in it.
        light: on it.
    """

    image: BgrImage
    plane: Plane
    light: PaperLight

    def patch(self, box: tuple[float, float, float, float], scale: float) -> FloatImage:
        """Return a box x, y, width, height in millimetres laid flat and balanced.

        That is float32, BGR, 0 for ink and 1 for paper, ``scale`` pixels to a millimetre.
        """
        x, y, width, height = box
        flat = flatten(self.image, self.plane, box, scale)
        return self.light.balance(flat, (x + width / 2, y + height / 2))


def measure_light(
    image: BgrImage, plane: Plane, part: Printed, shown: Mapping[int, Points]
) -> PaperLight:
    """Measure ink and paper round those tags of ``part`` that are ``shown`` in ``image``.

    Args:
        image: the frame, shape (H, W, 3), uint8, BGR.
        plane: where ``part`` lies in it.
        part: the mat or a rack; its tags in millimetres.
        shown: the tags that were found, by number; their corners are not used here, only that
            they are in view.

    Returns:
        The light on ``part``; without a single usable tag one that knows nothing.
    """
    centres, blacks, whites = [], [], []
    for tag, corners in part.tags.items():
        if tag not in shown:
            continue
        centre = corners.mean(axis=0)
        half = part.tag_side / 2
        ink = _levels(image, plane.to_pixels(_ring(half - INK_INSET) + centre))
        paper = _levels(image, plane.to_pixels(_ring(half + PAPER_OFFSET) + centre))
        # A tag under an arm or in a hand's shadow is of one grey: it would say that all is dark.
        if ink is None or paper is None or float((paper - ink).min()) < MIN_CONTRAST:
            continue
        centres.append(centre)
        blacks.append(ink)
        whites.append(paper)
    if not centres:
        return PaperLight(np.zeros((0, 2)), np.zeros((0, 3)), np.zeros((0, 3)))
    return PaperLight(np.array(centres), np.array(blacks), np.array(whites))


def light_to_read_by(
    image: BgrImage, plane: Plane, part: Printed, shown: Mapping[int, Points]
) -> PaperLight:
    """Return the light on ``part`` with the lamp's true colour where paper is blown out.

    How bright that paper is in the picture itself only `measure_light` says.
    """
    light = measure_light(image, plane, part, shown)
    return with_colour_of_grey(light, image, plane, part.grey_zones)


def with_colour_of_grey(
    light: PaperLight, image: BgrImage, plane: Plane, zones: Sequence[Box]
) -> PaperLight:
    """Return ``light`` with its colour taken from printed grey, where the paper is blown out.

    A channel that is cut off tells too little of the paper's light, so all that is no paper looks
    tinted: red becomes purple in a lamp whose blue is too much for the camera. Grey is darker than
    paper, and reflects all colours nearly alike.

    Args:
        light: as `measure_light` has measured it.
        image: the frame, shape (H, W, 3), uint8, BGR.
        plane: where the part lies in it.
        zones: what is printed grey, x, y, width, height in millimetres; cards may lie there.

    Returns:
        ``light`` itself where no channel is blown out, or too little grey is in view.
    """
    blown = light.white >= BLOWN_OUT
    cut_off = blown.any(axis=0)
    if not zones or not cut_off.any() or cut_off.all():
        return light
    spots = np.concatenate([_grid(zone) for zone in zones])
    pixels = np.round(plane.to_pixels(spots)).astype(int)
    height, width = image.shape[:2]
    inside = ((pixels >= 0) & (pixels < (width, height))).all(axis=1)
    levels = image[pixels[inside, 1], pixels[inside, 0]].astype(np.float64)
    black, white = light.black.mean(axis=0), light.white.mean(axis=0)
    grey = (levels - black) / (white - black)
    grey = grey[(levels.max(axis=1) < BLOWN_OUT) & (grey[:, 1] >= GREY_FROM)]
    if not len(grey):
        return light
    tint = grey / grey[:, 1:2]
    alike = np.abs(tint[:, np.newaxis] - tint).max(axis=2) <= SAME_GREY
    same = alike[alike.sum(axis=1).argmax()]
    lamp = np.median(tint[same], axis=0)
    too_little = lamp[cut_off] - lamp[~cut_off].mean()
    if same.sum() < GREY_SHARE * len(spots) or not PRINTED_TINT < too_little.max() < MOST_TINT:
        return light
    anew = blown.any(axis=1, keepdims=True)
    whites = np.where(anew, light.black + (light.white - light.black) * lamp, light.white)
    return PaperLight(light.centres, light.black, whites)


def _grid(zone: Box) -> Points:
    """Return spots all over a zone, shape (N, 2), millimetres."""
    x, y, width, height = zone
    across, down = (np.arange(GREY_STEP / 2, side, GREY_STEP) for side in (width, height))
    return np.stack(np.meshgrid(x + across, y + down), axis=-1).reshape(-1, 2)


@lru_cache(maxsize=8)  # the inks and papers of the mat's tags and the racks'
def _ring(half: float) -> Points:
    """Return places on the sides of a square round the origin, shape (N, 2), millimetres."""
    along = np.linspace(-half, half, SAMPLES_PER_SIDE, endpoint=False)
    fixed = np.full(SAMPLES_PER_SIDE, half)
    sides = [(along, -fixed), (fixed, along), (-along, fixed), (-fixed, -along)]
    ring = np.concatenate([np.column_stack(side) for side in sides])
    ring.flags.writeable = False
    return ring


def _levels(image: BgrImage, pixels: Points) -> npt.NDArray[np.float64] | None:
    """Return the median level of a 3 x 3 px neighbourhood at each of ``pixels``, shape (3,)."""
    height, width = image.shape[:2]
    inside = (
        (pixels[:, 0] >= 1)
        & (pixels[:, 1] >= 1)
        & (pixels[:, 0] < width - 2)
        & (pixels[:, 1] < height - 2)
    )
    # Of a tag that is cut by the picture's edge what is left may all lie in one corner's shadow.
    if inside.sum() < len(pixels) / 2:
        return None
    columns, rows = np.round(pixels[inside]).astype(int).T
    near = [image[rows + dy, columns + dx] for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    return np.asarray(np.median(np.mean(near, axis=0), axis=0), dtype=np.float64)


def flatten(
    image: BgrImage, plane: Plane, box: tuple[float, float, float, float], scale: float
) -> npt.NDArray[np.uint8]:
    """Cut the box x, y, width, height (millimetres on ``plane``) out and lay it flat.

    Returns:
        A new BGR image at ``scale`` pixels per millimetre; what lies outside the frame is grey.
    """
    x, y, width, height = box
    corners = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    # Pixel centres lie at whole numbers, so a box's edge is half a pixel outside the first centre.
    flat = (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size - 0.5).astype(np.float32)
    warp = cv2.getPerspectiveTransform(flat, plane.to_pixels(corners).astype(np.float32))
    return np.asarray(
        cv2.warpPerspective(
            image,
            warp,
            size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(128, 128, 128),
        ),
        dtype=np.uint8,
    )
