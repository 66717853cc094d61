"""Small marks by which faces differ that are alike otherwise: a suit's letter in the corner.

Where suits are tones of one colour, light makes one of the other. But many decks print a letter or
a sign of the suit beside the rank, for those who do not see colours. It takes too little of a card
to count for its fit, and more pixels than identity is decided by otherwise: so only where faces
differ once light and contrast are the same everywhere, the card is looked at closely.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.deck import BACK
from vision.geometry import Points, rectangle
from vision.match.contrast import local_contrast
from vision.match.gallery import Gallery
from vision.photo.photograph import Photograph
from vision.table.light import FloatImage, mean_of_colours

MARK_SCALE = 3.0
"""Pixels per millimetre at which marks are looked at: a letter is three millimetres high."""
EVEN_OVER = 7.0
"""Millimetres; what is brighter or of more contrast over more than this is light, or tone."""
LEAST_EVENED = 0.008
"""Of paper white: contrast below it is not raised; a dark ink on a dark ground has little more."""
LEARNT_BLUR, SEEN_BLUR = 1.0, 0.8
"""Pixels by which faces and photos are softened: noise, and what a photo of that size leaves."""
MARK_APART = 0.9
"""By how much two evened faces differ where a mark is; 1 is their usual contrast."""
LEAST_MARK = 10
"""Pixels that have to differ so."""
ROUND_MARK = 0.6
"""Millimetres round them that are looked at, too: a mark is known by its ground."""
WITHOUT_MARKS = 1.5
"""Millimetres at a card's edge where nothing is a mark."""
MOVED = 2
"""Pixels by which a card may lie elsewhere than it was fitted."""
MOST_COMPARED = 800
"""Pixels of two faces that are compared; beyond it every second, or third, does."""
LEAST_GAIN = 0.2
"""Share of a face's evened contrast that a blurred card has at least."""
MARK_FITS, MARK_LEADS = 0.9, 0.7
"""Correlation with a face round its marks, and lead towards it from any other one, from which they
tell it; 1 is on it, and letters that are seen at all have .8 and more."""

_Where = tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]


class Marks:
    """The marks of one deck's faces."""

    def __init__(self, gallery: Gallery) -> None:
        """Take the ``gallery`` of the deck's whole cards."""
        self._deck = gallery.deck
        width, height = self._deck.card_size
        self._size = round(width * MARK_SCALE), round(height * MARK_SCALE)
        self._faces: dict[str, Floats] = {}
        self._regions: dict[tuple[str, str], _Where | None] = {}

    def told(self, image: Photograph, corners: Points, labels: Sequence[str]) -> str | None:
        """Return which of ``labels`` a card is by its marks; None: they do not tell it.

        Args:
            image: the photo.
            corners: where it lies there, shape (4, 2), pixels, clockwise from its own top left.
            labels: all that it may be.
        """
        pictures = [one.label for one in self._deck.exemplars]
        names = [name for name in dict.fromkeys(labels) if name != BACK]
        # Of a face with two pictures, marks may be what differs between those.
        if len(names) < 2 or any(pictures.count(name) != 1 for name in names):
            return None
        width, height = self._deck.card_size
        flat = rectangle(0, 0, width, height) * MARK_SCALE - 0.5
        way = cv2.getPerspectiveTransform(flat.astype(np.float32), corners.astype(np.float32))
        seen = _evened(image.seen_through(way, self._size), SEEN_BLUR)
        for name in names:
            if all(self._is_rather(seen, name, other) for other in names if other != name):
                return name
        return None

    def _is_rather(self, seen: Floats, label: str, other: str) -> bool:
        """Say whether marks tell that what is ``seen`` is ``label`` and not ``other``."""
        where = self._where(*sorted((label, other)))
        if where is None:
            return False
        one, two = self._face(label)[where], self._face(other)[where]
        one, two = one - one.mean(), two - two.mean()
        fits, laid = _laid_on(seen, one, where)
        if fits < MARK_FITS or fits <= _laid_on(seen, two, where)[0]:
            return False
        apart = one - two
        return float(apart @ (laid - two)) / float(apart @ apart) >= MARK_LEADS

    def _where(self, one: str, other: str) -> _Where | None:
        """Return rows and columns round the marks by which two faces differ; None: by none."""
        if (one, other) not in self._regions:
            differs = np.abs(_softened(self._face(one) - self._face(other), SEEN_BLUR)) > MARK_APART
            edge = round(WITHOUT_MARKS * MARK_SCALE)
            inside = np.zeros(differs.shape, dtype=np.uint8)
            inside[edge:-edge, edge:-edge] = 1
            marks = differs.astype(np.uint8) * inside
            found: _Where | None = None
            if int(marks.sum()) >= LEAST_MARK:
                side = 2 * round(ROUND_MARK * MARK_SCALE) + 1
                grown = cv2.dilate(marks, np.ones((side, side), np.uint8)) * inside
                rows, columns = np.nonzero(grown)
                step = max(1, -(-len(rows) // MOST_COMPARED))
                found = rows[::step], columns[::step]
            self._regions[one, other] = found
        return self._regions[one, other]

    def _face(self, label: str) -> Floats:
        if label not in self._faces:
            image = next(one.image for one in self._deck.exemplars if one.label == label)
            small = cv2.resize(image, self._size, interpolation=cv2.INTER_AREA)
            self._faces[label] = _evened(
                np.asarray(small.astype(np.float32) / 255, dtype=np.float32), LEARNT_BLUR
            )
        return self._faces[label]


def _laid_on(seen: Floats, face: Floats, where: _Where) -> tuple[float, Floats]:
    """Return the best correlation of what is seen with a face, and it in that place and contrast.

    Args:
        seen: the whole card, evened.
        face: what the face has ``where``; its mean is 0, as that of what is returned.
        where: rows and columns that are compared.
    """
    rows, columns = where
    last_row, last_column = (side - 1 for side in seen.shape)
    size = float(np.linalg.norm(face)) + 1e-6
    best = -1.0, face
    for down in range(-MOVED, MOVED + 1):
        for across in range(-MOVED, MOVED + 1):
            there = seen[
                np.clip(rows + down, 0, last_row), np.clip(columns + across, 0, last_column)
            ]
            there = there - there.mean()
            alike = float(face @ there) / (size * (float(np.linalg.norm(there)) + 1e-6))
            if alike > best[0]:
                gain = float(face @ there) / size**2
                best = alike, there / np.float32(max(gain, LEAST_GAIN))
    return best


def _softened(image: Floats, blur: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), blur), dtype=np.float32)


def _evened(image: FloatImage, blur: float) -> Floats:
    """Return a flat card at `MARK_SCALE` in grey, its light and contrast the same everywhere."""
    grey = _softened(np.asarray(mean_of_colours(image), dtype=np.float32), blur)
    detail, contrast = local_contrast(grey, int(EVEN_OVER * MARK_SCALE) | 1, LEAST_EVENED)
    return np.asarray(detail / contrast, dtype=np.float32)
