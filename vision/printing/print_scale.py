"""At which size a sheet was printed: a bank card on the control sheet, seen in a photo.

The sheet has bars across the edge of the place where the card lies. Where the card covers them
their contrast is gone, whatever colours the card has; where it goes is the card's edge. The card's
size is known, and the tags say how long the sheet takes a millimetre to be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from companion.settings.keys import LARGEST_PRINT, SMALLEST_PRINT
from vision.geometry import Points
from vision.printing.control import BAR, BARS_REACH, CARD, CARD_AT, PITCH, bars, control_tags
from vision.table.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import BgrImage

SHEET_SCALE = 8.0
"""Pixels per millimetre of the straightened sheet."""
AROUND = BARS_REACH + 4.0
"""Millimetres beside the card that are looked at."""
FLAT_SHEET = 0.4
"""Millimetres, root mean square, by which the tags' corners may miss a flat sheet."""
BAR_CONTRAST = 25.0
"""Grey levels between bar and paper below which they cannot be told apart."""
BARS_CLEAR = 2.5
"""Millimetres at the bars' outer end on which no card lies."""
STAYS = 1.0
"""Millimetres for which the contrast has to stay away behind an edge."""
STRAIGHT_EDGE = 0.4
"""Millimetres by which a point may miss its edge's line."""
FEWEST_ON_EDGE = 5
"""Points on an edge."""
PARALLEL = 0.02
"""Difference of slope up to which two edges belong to one card."""
TRUE_ON_SHEET = 0.006
"""Share by which a true print may seem to be off: the card lies a little nearer to the camera."""
STRETCHED = 0.008
"""Share by which both directions may differ."""


class NotMeasuredError(ValueError):
    """The photo says nothing about the print; the message is one sentence that says why."""


@dataclass(frozen=True, slots=True)
class PrintScale:
    """True size divided by the size that was meant.

    Attributes:
        across: along the card's longer side.
        down: along its shorter side.
    """

    across: float
    down: float

    @property
    def scale(self) -> float:
        """Both directions together."""
        width, height = CARD
        return (width + height) / (width / self.across + height / self.down)

    @property
    def is_true(self) -> bool:
        """Whether the sheet was printed at its true size."""
        return not self.is_stretched and abs(self.scale - 1) <= TRUE_ON_SHEET

    @property
    def is_stretched(self) -> bool:
        """Whether it was printed larger in one direction than in the other."""
        return abs(self.across - self.down) > STRETCHED

    @property
    def is_usable(self) -> bool:
        """Whether a mat of that scale can be used as it is."""
        return not self.is_stretched and SMALLEST_PRINT <= self.scale <= LARGEST_PRINT


def measure_print(image: BgrImage, dictionary: str) -> PrintScale:
    """Return at which size the control sheet in ``image`` was printed.

    Args:
        image: shape (H, W, 3), uint8, BGR; the whole sheet with a card on it.
        dictionary: OpenCV's name of the tags' dictionary.

    Raises:
        NotMeasuredError: no sheet, no card, or a sheet that is not flat.
    """
    sheet = _straightened(image, TagFinder(dictionary).find(image))
    (left, top), (width, height) = CARD_AT, CARD
    middle = (left + width / 2, top + height / 2)
    near, far = (_edge(sheet, side, middle[1]) for side in ("left", "right"))
    upper, lower = (_edge(sheet, side, middle[0]) for side in ("top", "bottom"))
    return PrintScale(width / _between(near, far), height / _between(upper, lower))


def _straightened(image: BgrImage, seen: object) -> npt.NDArray[np.float32]:
    """Return the card's place seen from above, grey, `SHEET_SCALE` pixels per millimetre."""
    assert isinstance(seen, dict)
    wanted = control_tags()
    missing = set(wanted) - set(seen)
    if missing:
        raise NotMeasuredError(
            f"{len(missing)} of the 4 tags of the control sheet cannot be seen in it"
        )
    flat = np.concatenate([wanted[tag] for tag in wanted])
    pixels = np.concatenate([seen[tag] for tag in wanted])
    matrix = cv2.findHomography(pixels.reshape(-1, 1, 2), flat.reshape(-1, 1, 2))[0]
    if matrix is None:
        raise NotMeasuredError("the tags of the control sheet lie in one line")
    back = cv2.perspectiveTransform(pixels.reshape(-1, 1, 2), matrix).reshape(-1, 2)
    if float(np.sqrt(((back - flat) ** 2).sum(axis=1).mean())) > FLAT_SHEET:
        raise NotMeasuredError(
            "the control sheet is not flat in it, or the lens bends: take it from farther away"
        )
    origin = np.array(CARD_AT) - AROUND
    shift = np.array(
        [
            [SHEET_SCALE, 0, -origin[0] * SHEET_SCALE],
            [0, SHEET_SCALE, -origin[1] * SHEET_SCALE],
            [0, 0, 1],
        ]
    )
    size = tuple(round((side + 2 * AROUND) * SHEET_SCALE) for side in CARD)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(
        cv2.warpPerspective(grey, shift @ matrix, (size[0], size[1]), flags=cv2.INTER_LINEAR),
        dtype=np.float32,
    )


Edge = tuple[float, float]
"""Where an edge is beside the card's middle, millimetres on the sheet, and its slope."""


def _edge(sheet: npt.NDArray[np.float32], side: str, middle: float) -> Edge:
    """Return the card's edge at ``side``.

    Raises:
        NotMeasuredError: there is none.
    """
    upright = side in ("top", "bottom")
    image = sheet.T if upright else sheet
    # From here on bars lie flat, one below the other, and the edge stands upright.
    origin = [value - AROUND for value in (reversed(CARD_AT) if upright else CARD_AT)]
    frames = [(y, x, h, w) if upright else (x, y, w, h) for x, y, w, h in bars(side)]
    points = []
    for x, y, width, _ in frames[:-1]:
        ink, paper = (_row(image, y + BAR / 2 + down - origin[1]) for down in (0, PITCH / 2))
        start, end = (round((at - origin[0]) * SHEET_SCALE) for at in (x + 0.3, x + width - 0.3))
        contrast = (paper - ink)[start:end]
        if side in ("right", "bottom"):
            contrast = contrast[::-1]
        found = _falls(contrast)
        if found is not None:
            across = x + 0.3 + found / SHEET_SCALE
            if side in ("right", "bottom"):
                across = x + width - 0.3 - found / SHEET_SCALE
            points.append((y + PITCH / 2 - middle, across))
    if len(points) >= FEWEST_ON_EDGE:
        line = _line(np.array(points))
        if line is not None:
            return line
    raise NotMeasuredError(f"no card's edge can be seen at the {side} of the outline in it")


def _row(image: npt.NDArray[np.float32], millimetres: float) -> npt.NDArray[np.float32]:
    """Return the mean of the rows about one height, smoothed along itself."""
    at, half = millimetres * SHEET_SCALE, 0.4 * SHEET_SCALE
    rows = image[round(at - half) : round(at + half) + 1]
    kernel = np.full(3, 1 / 3, dtype=np.float32)
    return np.convolve(rows.mean(axis=0), kernel, mode="same").astype(np.float32)


def _falls(contrast: npt.NDArray[np.float32]) -> float | None:
    """Return where the bars' contrast, which begins outside, ends for good; None: nowhere."""
    level = float(np.median(contrast[: round(BARS_CLEAR * SHEET_SCALE)]))
    if level < BAR_CONTRAST:
        return None
    low = contrast < level / 2
    stays = round(STAYS * SHEET_SCALE)
    for index in np.flatnonzero(low[:-stays]).tolist():
        if index and low[index : index + stays].mean() > 0.9:
            before, after = float(contrast[index - 1]), float(contrast[index])
            return index - 1 + (before - level / 2) / max(1e-6, before - after) + 0.5
    return None


def _line(points: Points) -> Edge | None:
    """Return the line through most of ``points`` (along, across); None where there is none."""
    along, across = points[:, 0], points[:, 1]
    first, second = np.triu_indices(len(points), 1)
    apart = np.abs(along[second] - along[first]) > PITCH * 1.5
    slopes = (across[second] - across[first])[apart] / (along[second] - along[first])[apart]
    slope = float(np.median(slopes))
    offset = float(np.median(across - slope * along))
    good = np.abs(across - slope * along - offset) <= STRAIGHT_EDGE
    if good.sum() < FEWEST_ON_EDGE:
        return None
    slope, offset = (float(value) for value in np.polyfit(along[good], across[good], 1))
    return offset, slope


def _between(first: Edge, second: Edge) -> float:
    """Return the distance of two parallel edges, millimetres on the sheet.

    Raises:
        NotMeasuredError: they are not parallel.
    """
    if abs(first[1] - second[1]) > PARALLEL:
        raise NotMeasuredError("the edges seen in it are not those of one card")
    slope = (first[1] + second[1]) / 2
    return (second[0] - first[0]) / float(np.hypot(1, slope))
