"""A card that is not flat, fitted as it is bent and laid flat.

Cards bend with use. Seen from the side, or from near by, the middle of a bent card shows beside
where its corners put it, by millimetres, which no affine fit follows. Shifts that grow with the
square of the distance from its middle do, nearly.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.match.align import ALIGN_STEPS, SETTLED_MOVE, Affine, View, joined, scaled
from vision.match.gallery import ALIGN_BLURS, ALIGN_SCALE, FINE_SCALE
from vision.match.gradients import shapes_of_bending
from vision.match.recognise import Fit, compared
from vision.table.light import FloatImage

Shifts = npt.NDArray[np.float64]
"""Shape (2, 5): how far across and down a card is moved in each of the `shapes_of_bending`."""


@dataclass(frozen=True, slots=True, eq=False)
class Bent:
    """A card that was fitted as a bent one.

    Attributes:
        fit: which, and how well; its pose takes flat corners to those of the bent card.
        flat: the card laid flat, as its exemplar is, at `FINE_SCALE`, BGR.
        most: millimetres by which its sides' middles, or a pair of them, show beside a flat card's.
    """

    fit: Fit
    flat: FloatImage
    most: float


def bend(view: View, kind: int, pose: Affine) -> Bent:
    """Fit ``kind`` to the card that lies at ``pose``, nearly, in a patch.

    Gauss-Newton as in `align`, with four unknowns more; steps are so small that they are added.
    """
    gallery = view.gallery
    to_fine, to_align = scaled(FINE_SCALE / ALIGN_SCALE), scaled(ALIGN_SCALE / FINE_SCALE)
    zoom = gallery.view_scale / ALIGN_SCALE
    there = joined(scaled(zoom), joined(joined(to_align, pose), to_fine))
    template = gallery.template
    shifts: Shifts = np.zeros((2, 5))
    for blur in ALIGN_BLURS:
        exemplar = template.bending(kind, blur)
        smooth = view.smooth(blur * zoom)
        best, best_fit = shifts, -2.0
        for _ in range(ALIGN_STEPS):
            seen = template.pixels(_laid_flat(smooth, there, shifts, template.size))
            length = max(template.length(seen), 1e-6)
            shares = (exemplar.rows @ seen).astype(np.float64) / length
            fit = float(shares[-1])
            if fit > best_fit:
                best, best_fit = shifts, fit
            step = exemplar.inverse @ (shares[:-1] / max(fit, 0.1) - exemplar.own)
            shifts = shifts - step.reshape(2, 5)
            if float(np.abs(step).max()) < SETTLED_MOVE:
                break
        shifts = best
    fine = shifts * (FINE_SCALE / ALIGN_SCALE)
    columns, rows = gallery.pixels(FINE_SCALE)
    flat = _laid_flat(view.patch, pose, fine, (columns, rows))
    corners = joined(pose, _of_corners(fine, columns, rows))
    most = float(np.hypot(*shifts[:, 3:]).max()) / ALIGN_SCALE
    return Bent(compared(gallery, kind, corners, flat), flat, most)


def _laid_flat(
    picture: FloatImage, pose: Affine, shifts: Shifts, size: tuple[int, int]
) -> FloatImage:
    """Return the card of ``size`` at ``pose`` whose pixels are moved by ``shifts`` before."""
    columns, rows = size
    moved = np.tensordot(shifts.astype(np.float32), shapes_of_bending(columns, rows), 1)
    moved[0] += np.arange(columns, dtype=np.float32)
    moved[1] += np.arange(rows, dtype=np.float32)[:, None]
    across, down = np.tensordot(pose[:, :2].astype(np.float32), moved, 1)
    flat = cv2.remap(
        picture,
        across + np.float32(pose[0, 2]),
        down + np.float32(pose[1, 2]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(flat, dtype=np.float32)


def _of_corners(shifts: Shifts, columns: int, rows: int) -> Affine:
    """Return what ``shifts`` do at a card's corners, where the squares are 1."""
    shift, across, down, wide, high = shifts.T
    turn = np.column_stack([across * 2 / columns, down * 2 / rows])
    # x and y are -1 half a pixel before the first one.
    start = shift + wide + high - across - down + turn @ (0.5, 0.5)
    return np.column_stack([np.eye(2) + turn, start])
