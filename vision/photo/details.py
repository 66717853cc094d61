"""Cards told by the small details of their faces, which vote for where a card lies.

A detail of the picture that looks like one of a learnt face says where that face would lie and how
it would be turned. On a table that is known all details have one scale, so a vote needs no more
than that. Where many agree, and the place looks like that face, there may be a card, whatever hides
its outline or a part of its face.

Details are corners as ORB finds and turns them (Rublee et al., ICCV 2011).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.geometry import Points, at_scale, card_corners
from vision.match.contrast import local_contrast
from vision.match.gallery import EVENED_OVER, PLAIN_CONTRAST, RAISED_CONTRAST, Gallery
from vision.outlines.above import TableFromAbove
from vision.photo.descriptors import describe
from vision.photo.resemblance import RESEMBLED_ACROSS, Faces
from vision.photo.votes import Votes, agreements
from vision.table.light import FloatImage, mean_of_colours

DETAILED_ACROSS = 80
"""Pixels across a card, at which details are looked for."""
LEVELS, MIDDLE = 200, 128
"""Of 255: what contrast of one becomes in the grey picture where details are looked for, and what
none does."""
LEAST_STEP = 8
"""Levels of 255, evened, by which a corner differs from what is round it (ORB's fastThreshold)."""
KEPT_CLEAR = 16
"""Pixels that a detail keeps from the edge of a picture: it is described from what is round it."""
FACE_MARGIN = KEPT_CLEAR + 8
"""Pixels round a learnt face, so that what lies at its edge is a detail too."""
MOST_OF_FACE = 100
"""Details of a learnt face, the strongest ones."""
MOST_DETAILS = 2000
"""Details of a picture."""
LEAST_ALIKE = 0.75
"""Cosine with the likest learnt detail below which one of the picture is none of them."""
TELLING = 32
"""Of 128 directions, those in which learnt details differ most: nearest ones are found by them."""
AT_ONCE = 200
"""Details of a picture that are compared with all learnt ones at once."""
MOST_AGREEMENTS = 30
"""Places at which votes agree that are held against the whole face."""
LEAST_RESEMBLANCE = 0.4
"""Cosine with it below which nothing is proposed."""


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """Details: where they are, in pixels, shape (N, 2), their turn in radians, their looks."""

    at: Floats
    turn: Floats
    looks: Floats


class Details:
    """Proposes where cards of one deck lie.

    Attributes:
        scale: pixels per millimetre at which a table is looked at from above.
    """

    def __init__(self, gallery: Gallery) -> None:
        """Find the details of the faces and backs that ``gallery`` has made ready."""
        self._gallery = gallery
        self.scale = DETAILED_ACROSS / gallery.size[0]
        greys = {
            index: self._grey_face(image)
            for index, image in enumerate(gallery.soft_images)
            if not gallery.kinds[index].turned
        }
        scale = RESEMBLED_ACROSS / gallery.size[0]
        columns, rows = gallery.pixels(scale)
        self._faces = Faces(
            {index: _resized(_evened(face), (columns, rows)) for index, face in greys.items()},
            gallery.weights(scale).reshape(rows, columns),
        )
        faces = [(index, self._of_face(face)) for index, face in greys.items()]
        self._learnt = _Found(
            np.concatenate([face.at for _, face in faces]),
            np.concatenate([face.turn for _, face in faces]),
            np.concatenate([face.looks for _, face in faces]),
        )
        self._kinds = np.concatenate([np.full(len(face.at), index) for index, face in faces])
        looks = self._learnt.looks.astype(np.float64)
        self._telling = np.linalg.eigh(looks.T @ looks)[1][:, -TELLING:].astype(np.float32)
        self._told = np.ascontiguousarray((self._learnt.looks @ self._telling).T)

    def propose(self, above: TableFromAbove, known: Sequence[Points], most: int) -> list[Points]:
        """Return where cards may lie, likeliest first.

        Args:
            above: the table in a photo, in grey, at ``scale``.
            known: corners of cards that were found already: not proposed again.
            most: how many to return.

        Returns:
            Corners, each shape (4, 2), pixels, clockwise from what may be the card's top left.
        """
        mask = above.without(known)
        plain = _evened(above.image)
        votes = self._votes(self._find(plain, mask, MOST_DETAILS))
        zoom = RESEMBLED_ACROSS / DETAILED_ACROSS
        small = _resized(plain, (round(plain.shape[1] * zoom), round(plain.shape[0] * zoom)))
        likely: list[tuple[float, Points]] = []
        for face, middle, turn in agreements(votes, DETAILED_ACROSS, MOST_AGREEMENTS):
            place = np.asarray(at_scale(middle, zoom), dtype=np.float64)
            alike = self._faces.resemblance(small, face, place, turn)
            if alike < LEAST_RESEMBLANCE:
                continue
            x, y = above.to_table(middle[None])[0]
            size, degrees = above.table.size, float(np.degrees(turn))
            corners = card_corners((float(x), float(y)), size, degrees)
            likely.append((alike, above.table.plane.to_pixels(corners)))
        likely.sort(key=lambda one: -one[0])
        return [corners for _, corners in likely[:most]]

    def _of_face(self, face: Floats) -> _Found:
        """Return the details of a learnt face in grey, places from its middle."""
        rows, columns = face.shape
        edge = FACE_MARGIN
        wide = cv2.copyMakeBorder(face, edge, edge, edge, edge, cv2.BORDER_REPLICATE)
        mask = np.zeros(wide.shape[:2], dtype=np.uint8)
        mask[edge:-edge, edge:-edge] = 255
        found = self._find(_evened(np.asarray(wide, dtype=np.float32)), mask, MOST_OF_FACE)
        middle = np.array([(columns - 1) / 2 + edge, (rows - 1) / 2 + edge], dtype=np.float32)
        return _Found(found.at - middle, found.turn, found.looks)

    def _grey_face(self, image: FloatImage) -> Floats:
        """Return a learnt face in grey, `DETAILED_ACROSS` pixels wide."""
        rows, columns = (round(side * self.scale) for side in self._gallery.size[::-1])
        face = cv2.resize(mean_of_colours(image), (columns, rows), interpolation=cv2.INTER_CUBIC)
        return np.asarray(face, dtype=np.float32)

    def _find(self, plain: npt.NDArray[np.uint8], mask: npt.NDArray[np.uint8], most: int) -> _Found:
        """Return the strongest details of ``plain``, evened, with a card `DETAILED_ACROSS` wide."""
        finder = cv2.ORB.create(
            nfeatures=most, nlevels=1, fastThreshold=LEAST_STEP, edgeThreshold=KEPT_CLEAR
        )
        corners = finder.detect(plain, mask)
        at = np.array([one.pt for one in corners], dtype=np.float32).reshape(-1, 2)
        turn = np.radians([one.angle for one in corners]).astype(np.float32)
        return _Found(at, turn, describe(plain, at, turn))

    def _votes(self, seen: _Found) -> Votes:
        telling = seen.looks @ self._telling
        # A few at a time: the whole table of likenesses would be tens of megabytes.
        likest = np.concatenate(
            [
                (telling[first : first + AT_ONCE] @ self._told).argmax(axis=1)
                for first in range(0, max(len(telling), 1), AT_ONCE)
            ]
        )
        alike = np.einsum("ij,ij->i", seen.looks, self._learnt.looks[likest])
        which = np.flatnonzero(alike > LEAST_ALIKE)
        like = likest[which]
        return Votes(
            self._kinds[like],
            self._learnt.at[like],
            seen.at[which],
            (seen.turn[which] - self._learnt.turn[like]) % np.float32(2 * np.pi),
            alike[which] - LEAST_ALIKE,
        )


def _resized(picture: npt.NDArray[np.uint8], size: tuple[int, int]) -> npt.NDArray[np.uint8]:
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _evened(grey: Floats) -> npt.NDArray[np.uint8]:
    """Return ``grey`` with the same light and contrast everywhere, as `Gallery.even` does."""
    detail, contrast = local_contrast(grey, int(EVENED_OVER * DETAILED_ACROSS) | 1, PLAIN_CONTRAST)
    # In place: these are the largest pictures that there are here.
    detail *= LEVELS * RAISED_CONTRAST
    detail /= contrast
    detail += MIDDLE
    return np.clip(detail, 0, 255, out=detail).astype(np.uint8)
