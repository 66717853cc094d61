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

from vision.arrays import Vectors
from vision.deck import BACK
from vision.match.align import Affine, cut, laid_at
from vision.match.gallery import FINE_SCALE, ComparedFaces, Gallery, Kind
from vision.match.recognise import NAMELESS, Fit, Sighting, blur_of, judged_by
from vision.table.light import FloatImage

OUTSHINES = 0.22
"""Reflectance by which a mirrored lamp outshines what is printed, in the colour that has least."""
PRINT_ASIDE = 1.5
"""Millimetres by which print may lie aside of where it is expected."""
SMALLEST, LARGEST = 0.012, 0.2
"""Shares of a card between which such a spot covers it: less takes no name, and of more too little
is left."""
HIDES_NOTHING = 0.9
"""Fit from which a card that is sure has no spot that hides anything."""
LEAST_FIT = 0.8
"""Fit of the rest below which it tells nothing that the whole did not: where a sign is hidden,
a face that lacks it seems to fit a card in whose place it was laid a little askew."""
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
    if card.fit < NAMELESS or card.label == BACK or (card.sure and card.fit >= HIDES_NOTHING):
        return None
    pose = _pose(gallery, card)
    flat = cut(gallery, patch, pose, FINE_SCALE)
    alike = gallery.fine @ gallery.describe(flat)
    thought, told = Kind(card.label, card.turned), None
    for _ in range(2):
        # Of several pictures that were learnt of a card, the one that it looks most like.
        pictures = [number for number, one in enumerate(gallery.kinds) if one == thought]
        likest = max(pictures, key=lambda number: float(alike[number]))
        spots = _spots(flat, gallery.soft_images[likest])
        spots[gallery.fine_weights.reshape(spots.shape) == 0] = 0
        if not SMALLEST <= float(spots.mean()) <= LARGEST:
            break
        told = _by_the_rest(gallery, flat, spots, pose)
        by_the_rest = Kind(told.label, told.turned)
        if by_the_rest == thought:
            return told if card.sure or told.fit >= LEAST_FIT else replace(told, lead=0.0)
        thought = by_the_rest
    return None if told is None else replace(card, lead=0.0, rivals=(told.label,))


def _by_the_rest(
    gallery: Gallery, flat: FloatImage, spots: npt.NDArray[np.uint8], pose: Affine
) -> Sighting:
    """Return which kind fits ``flat`` best where there are no ``spots``."""
    whole = gallery.describe(_filled(flat, spots))
    like = gallery.fine @ whole
    likest = Fit(int(like.argmax()), pose, whole, float(like.max()))
    learnt = gallery.blurred(blur_of(gallery, [likest]))
    roots = np.sqrt(gallery.fine_weights.ravel()) * (spots.ravel() == 0)
    fine, (seen,) = _rest(learnt.fine, roots), _rest(whole[np.newaxis], roots)
    likeness = fine @ fine.T
    fit = replace(likest, seen=seen, value=float(fine[likest.kind] @ seen))
    return judged_by(gallery, [fit], ComparedFaces(fine, likeness, likeness), any_kind=True)


def _rest(vectors: Vectors, roots: Vectors) -> Vectors:
    """Return unit vectors, as `Gallery.describe` makes them, of a part of what they describe.

    Args:
        vectors: one in each row.
        roots: of the weights, shape (pixels,), 0 where nothing counts.
    """
    rest = vectors * np.repeat((roots > 0).astype(np.float32), 3)
    total = float(roots @ roots)
    for colour in range(3):
        one = rest[:, colour::3]
        one -= np.outer(one @ roots / total, roots)
    lengths = np.sqrt(np.einsum("ij,ij->i", rest, rest))
    return np.asarray(rest / np.maximum(lengths, 1e-6)[:, np.newaxis], dtype=np.float32)


def _pose(gallery: Gallery, card: Sighting) -> Affine:
    """Return where ``card`` lies, as `cut` takes it."""
    corners = np.roll(card.corners, -2, axis=0) if card.turned else card.corners
    return laid_at(gallery.deck.card_size, corners)


def _spots(flat: FloatImage, face: FloatImage) -> npt.NDArray[np.uint8]:
    """Return 1 where ``flat`` is brighter than ``face``, in whatever light, can be; 0 elsewhere."""
    seen, printed = _least(flat), _least(face)
    gain = float(np.clip(np.median(seen) / max(float(np.median(printed)), 0.05), *USUAL_GAIN))
    side = 2 * round(PRINT_ASIDE * FINE_SCALE) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    brightest = cv2.dilate(printed * gain, kernel)
    over = (seen > brightest + OUTSHINES).astype(np.uint8)
    over = np.asarray(cv2.morphologyEx(over, cv2.MORPH_OPEN, np.ones((3, 3))), np.uint8)
    return np.asarray(cv2.dilate(over, kernel), dtype=np.uint8)


def _least(image: FloatImage) -> FloatImage:
    """Return the weakest of the three colours of each pixel, shape (H, W)."""
    blue, green, red = cv2.split(image)
    return np.asarray(cv2.min(cv2.min(blue, green), red), dtype=np.float32)


def _filled(flat: FloatImage, spots: npt.NDArray[np.uint8]) -> FloatImage:
    """Return ``flat`` filled from round ``spots``: their light must not even out what is beside.

    As by Telea, "An image inpainting technique", J. Graphics Tools 2004.
    """
    levels = np.clip(flat * 255, 0, 255).astype(np.uint8)
    filled = np.asarray(cv2.inpaint(levels, spots, FILLED_FROM, cv2.INPAINT_TELEA), np.float32)
    return np.where(spots[..., np.newaxis] > 0, filled / np.float32(255), flat)
