"""Names a card in which a lamp is mirrored by what shows beside that spot.

A glossy sleeve mirrors a lamp in a spot that is brighter than what is printed there, with a rim as
sharp as print. One such spot takes a third of the fit of a card that people read at a glance. So it
is left out: the picture is compared with every face over the rest alone, and a name has to lead
there over all others as anywhere else. What only the spot could tell, the rest does not.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import BACK
from vision.match.align import Affine, cut
from vision.match.gallery import FINE_SCALE, Gallery, Kind
from vision.match.gradients import unit, weighted
from vision.match.recognise import NAMELESS, Fit, Sighting, judge_by
from vision.table.light import FloatImage

BRIGHTER = 0.22
"""Reflectance by which a mirrored lamp outshines what is printed, in the colour that has least."""
ASIDE = 1.5
"""Millimetres by which print may lie aside of where it is expected."""
SMALLEST, LARGEST = 0.003, 0.2
"""Shares of a card between which such a spot covers it: of less it is noise, of more too little
is left."""
FILLED_FROM = 3.0
"""Pixels round a spot from which it is filled."""
USUAL_GAIN = (0.6, 1.7)
"""How much brighter a card may be than its exemplar, from one place on the table to the next."""


def beside_mirrored(gallery: Gallery, patch: FloatImage, card: Sighting) -> Sighting | None:
    """Return what ``card`` is by what shows beside a lamp that is mirrored in it; None: none is.

    Which spots are a lamp's hangs on what the card is thought to be: so it is no name, and has no
    lead, if the rest tells of another face, and that one's spots tell of a third.

    Args:
        gallery: the learnt deck.
        patch: where it lies, shape (H, W, 3), balanced BGR, `FINE_SCALE` px/mm.
        card: its best explanation.
    """
    if card.fit < NAMELESS or card.label == BACK:
        return None
    pose = _pose(gallery, card)
    flat = cut(gallery, patch, pose, FINE_SCALE)
    kind = gallery.kinds.index(Kind(card.label, card.turned))
    told: Sighting | None = None
    for _ in range(2):
        spots = _spots(flat, gallery.soft_images[kind])
        spots[~gallery.mask(FINE_SCALE)] = 0
        if not SMALLEST <= float(spots.mean()) <= LARGEST:
            break
        fit, told = _by_the_rest(gallery, flat, spots, pose)
        if fit.kind == kind:
            return replace(told, corners=card.corners)
        kind = fit.kind
    return None if told is None else replace(card, lead=0.0, rivals=(told.label,))


def _by_the_rest(
    gallery: Gallery, flat: FloatImage, spots: npt.NDArray[np.uint8], pose: Affine
) -> tuple[Fit, Sighting]:
    """Return which kind fits ``flat`` best where there are no ``spots``, and what that tells."""
    evened = gallery.even(_filled(flat, spots))
    weights = gallery.weights(FINE_SCALE) * (spots == 0).reshape(-1, 1)
    learnt = np.stack([unit(weighted(one, weights)) for one in gallery.even_images])
    seen = unit(weighted(evened, weights))
    alike = learnt @ seen
    best = int(alike.argmax())
    fit = Fit(best, pose, seen, float(alike[best]))
    return fit, judge_by(gallery, [fit], learnt, learnt @ learnt.T)


def _pose(gallery: Gallery, card: Sighting) -> Affine:
    """Return where ``card`` lies, as `cut` takes it."""
    width, height = gallery.deck.card_size
    flat = np.array([[0, 0], [width, 0], [width, height]]) * FINE_SCALE - 0.5
    corners = np.roll(card.corners, -2, axis=0) if card.turned else card.corners
    return np.asarray(
        cv2.getAffineTransform(flat.astype(np.float32), corners[:3].astype(np.float32)), np.float64
    )


def _spots(flat: FloatImage, face: FloatImage) -> npt.NDArray[np.uint8]:
    """Return 1 where ``flat`` is brighter than ``face``, in whatever light, can be; 0 elsewhere."""
    seen, printed = flat.min(axis=2), face.min(axis=2)
    gain = float(np.clip(np.median(seen) / max(float(np.median(printed)), 0.05), *USUAL_GAIN))
    side = 2 * round(ASIDE * FINE_SCALE) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    brightest = cv2.dilate(printed * gain, kernel)
    over = (seen > brightest + BRIGHTER).astype(np.uint8)
    over = np.asarray(cv2.morphologyEx(over, cv2.MORPH_OPEN, np.ones((3, 3))), np.uint8)
    return np.asarray(cv2.dilate(over, kernel), dtype=np.uint8)


def _filled(flat: FloatImage, spots: npt.NDArray[np.uint8]) -> FloatImage:
    """Return ``flat`` filled from round ``spots``: their light must not even out what is beside.

    As by Telea, "An image inpainting technique", J. Graphics Tools 2004.
    """
    levels = np.clip(flat * 255, 0, 255).astype(np.uint8)
    filled = np.asarray(cv2.inpaint(levels, spots, FILLED_FROM, cv2.INPAINT_TELEA), np.float32)
    return np.where(spots[..., np.newaxis] > 0, filled / np.float32(255), flat)
