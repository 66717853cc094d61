"""Is there a card's outline here? Edges along the four sides of a card that cannot be named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.geometry import Points, mapped
from vision.match.gallery import FINE_SCALE
from vision.table.light import FloatImage
from vision.warping import warped

EDGE_STEP = 0.08
"""Least change of brightness, of paper white, from the inside of a side to its outside."""
EDGE_REACH = 3.0
"""Millimetres to each side of an expected edge in which it may be."""
MIN_SIDES = 3
"""Sides of a card that have to show; the fourth may be hidden by a lip or lost in a shadow."""
MIN_EDGE_SHARE = 0.6
"""Share of a side's length along which the edge has to show."""
OUTLINE_SAMPLES = 24
"""Places along a side at which its edge is looked for: one in 2 to 3 mm of a card."""
EDGE_SPAN = 2
"""Pixels to each side of an edge between which it has to rise or fall."""


def has_card_outline(patch: FloatImage, corners: Points) -> bool:
    """Say whether straight edges run along the sides of the card expected at ``corners``.

    Args:
        patch: shape (H, W, 3), balanced BGR, `FINE_SCALE` px/mm.
        corners: shape (4, 2), pixels of ``patch``.
    """
    grey = cv2.GaussianBlur(patch.mean(axis=2), (0, 0), 1.0)
    found = 0
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = end - start
        length = float(np.linalg.norm(along))
        if length < 1:
            return False
        outward = np.array([along[1], -along[0]]) / length
        share = np.linspace(0.1, 0.9, OUTLINE_SAMPLES)[:, None]
        on_side = start + share * along
        reach = np.arange(-EDGE_REACH, EDGE_REACH + 0.1, 0.5) * FINE_SCALE
        points = on_side[:, None, :] + reach[None, :, None] * outward
        profile = cv2.remap(
            np.asarray(grey, dtype=np.float32),
            points.astype(np.float32),
            None,  # type: ignore[call-overload]  # OpenCV takes both coordinates in the first map
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        steps = profile[:, 2:] - profile[:, :-2]
        # One straight edge: at the same offset, with the same sign, along most of the side.
        clear = np.maximum((steps > EDGE_STEP).mean(axis=0), (steps < -EDGE_STEP).mean(axis=0))
        found += bool(clear.max() >= MIN_EDGE_SHARE)
    return found >= MIN_SIDES


NEW_SHARE = 0.4
"""Share of a new card's face that has changed; white on white does not."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenOutline:
    """A card's outline: ``corners``, shape (4, 2), in the patch's pixels, clockwise."""

    corners: Points
    strength: float


def find_outline(
    patch: FloatImage,
    size: tuple[float, float],
    rotations: Sequence[float],
    *,
    foot: bool = True,
    news: Floats | None = None,
) -> SeenOutline | None:
    """Return the clearest rectangle of a card's size in ``patch``, whatever is printed on it.

    Args:
        patch: shape (H, W, 3), balanced BGR, `FINE_SCALE` px/mm.
        size: width and height of the card, or of what shows of it, in millimetres.
        rotations: degrees clockwise that are tried.
        foot: whether the lower side shows; behind a rack's lip it does not.
        news: shape (H, W), 1 where the picture has changed and 0 elsewhere: only a rectangle of
            which `NEW_SHARE` changed counts.
    """
    across, down = round(size[0] * FINE_SCALE), round(size[1] * FINE_SCALE)
    height, width = patch.shape[:2]
    if height <= down + 2 or width <= across + 2:
        return None
    smooth = np.asarray(cv2.GaussianBlur(patch, (0, 0), 1.0), dtype=np.float32)
    middle = ((width - 1) / 2, (height - 1) / 2)
    best: SeenOutline | None = None
    for degrees in rotations:
        turn = cv2.getRotationMatrix2D(middle, -degrees, 1.0)  # upright -> patch
        upright = _turned(smooth, turn)
        upright_sides = _sides(upright, down)
        level_sides = _sides(np.asarray(cv2.transpose(upright), dtype=np.float32), across).T
        rows, columns = height - down, width - across
        shares = [
            upright_sides[:rows, :columns],
            upright_sides[:rows, across : across + columns],
            level_sides[:rows, :columns],
        ]
        if foot:
            shares.append(level_sides[down : down + rows, :columns])
        clear = np.sum([share >= MIN_EDGE_SHARE for share in shares], axis=0)
        fine = clear >= MIN_SIDES
        if not fine.any():
            continue
        strength = np.sum(shares, axis=0) / len(shares)
        if news is not None:
            new = _filled(_turned(news, turn), down, across)[:rows, :columns]
            fine &= new >= NEW_SHARE
            strength += new
        strength[~fine] = 0
        y, x = np.unravel_index(int(strength.argmax()), strength.shape)
        found = float(strength[y, x])
        if found > (best.strength if best else 0.0):
            corners = np.array([[x, y], [x + across, y], [x + across, y + down], [x, y + down]])
            best = SeenOutline(mapped(corners, turn), found)
    return best


def _turned(image: Floats, turn: object) -> Floats:
    size = (image.shape[1], image.shape[0])
    return warped(image, np.asarray(turn, dtype=np.float64), size)


def _filled(share: Floats, down: int, across: int) -> Floats:
    """Return the mean of ``share`` in each rectangle, at the rectangle's top left."""
    means = cv2.boxFilter(share, -1, (across, down), anchor=(0, 0), borderType=cv2.BORDER_REFLECT)
    return np.asarray(means, dtype=np.float32)


def _sides(image: Floats, length: int) -> npt.NDArray[np.float32]:
    """Return for each pixel which share of a side, ``length`` down from it, is one straight edge.

    An edge counts in any colour channel, but must be of one sign there. Shape (H - length + 1, W).
    """
    steps = np.zeros_like(image)
    steps[:, EDGE_SPAN:-EDGE_SPAN] = image[:, 2 * EDGE_SPAN :] - image[:, : -2 * EDGE_SPAN]
    signed = np.concatenate([steps > EDGE_STEP, steps < -EDGE_STEP], axis=2).view(np.uint8)
    # A pixel of tolerance to each side: cards differ a little, and so do rotations.
    wide = cv2.dilate(signed, np.ones((1, 3), np.uint8))
    # OpenCV counts in a third of numpy's time, and whole numbers are the same in both.
    count = cv2.boxFilter(wide, cv2.CV_32F, (1, length), anchor=(0, 0), normalize=False)
    most = reduce(cv2.max, cv2.split(count[: len(image) - length + 1]))
    return np.asarray(most / length, dtype=np.float32)
