"""ArUco tags in a frame: which ids, and where their corners are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Points, box_round, unscaled

if TYPE_CHECKING:
    from companion.frames import BgrImage

DETECTION_WIDTH = 2304
"""Pixels; a wider frame is searched for tags at this width and its corners refined in full."""
MASK_BLUR, SHARPER = 3.0, 2.0
"""Pixels of the blur that is taken from a picture which shows not all tags, and how often: an
unsharp mask. Of four films out of focus by 2 pixels it brings 49 of 50 tags back, where 34 were
found."""
NARROWEST_TAG = 12.0
"""Pixels of the shortest side of a tag that only a sharpened picture shows: two for each module.
What is narrower is a pattern."""
FAINTEST_TAG = 16.0
"""Grey levels from ink to paper of a tag below which its corners are guesses: the lamp is out."""
MIRRORED_TAGS = 2
"""Tags that are seen in a picture only once it is mirrored before it is said to be."""
REFINE_WINDOW = 3
"""Pixels to each side that the corner refinement looks at, at most."""
REFINE_LEAST = 2
"""The same at least: in less there is too little of the edges."""
NEIGHBOUR_EDGE = 0.5
"""Pixels before the next module's edge at which that has to end, or it is drawn there."""


class TagFinder:
    """Finds the tags of one dictionary; keeps OpenCV's detector, so make one and use it often."""

    def __init__(self, dictionary: str) -> None:
        """Take the dictionary by OpenCV's name, for instance ``DICT_4X4_50``."""
        tags = cv2.aruco.getPredefinedDictionary(int(getattr(cv2.aruco, dictionary)))
        thorough, quick = cv2.aruco.DetectorParameters(), cv2.aruco.DetectorParameters()
        thorough.cornerRefinementMethod = quick.cornerRefinementMethod = (
            cv2.aruco.CORNER_REFINE_NONE
        )
        quick.adaptiveThreshWinSizeMin = quick.adaptiveThreshWinSizeMax
        self._modules = tags.markerSize + 2
        self._quick = cv2.aruco.ArucoDetector(tags, quick)
        self._thorough = cv2.aruco.ArucoDetector(tags, thorough)

    def find(
        self,
        image: BgrImage,
        wanted: Collection[int] | None = None,
        outline: Points | None = None,
    ) -> Mapping[int, Points]:
        """Return tag id to corners, shape (4, 2), pixels, clockwise from the tag's own top left.

        An id that is seen twice is left out: one of the two is not ours, and nothing says which. So
        is a tag with next to no light on it.

        Args:
            image: shape (H, W, 3), uint8, BGR.
            wanted: ids that a quick search may stop with; as long as one of them lacks, a thorough
                search follows, and one in the picture sharpened. None: the search is thorough.
            outline: where to look, pixels, shape (N, 2): in the box round it; None: everywhere.
        """
        if outline is not None:
            left, top, right, bottom = box_round(outline, image.shape[1], image.shape[0])
            piece = image[top:bottom, left:right]
            inside = self.find(piece, wanted) if piece.size else {}
            corner = np.array([left, top])
            return {tag: at + corner for tag, at in inside.items()}
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        scale = min(1.0, DETECTION_WIDTH / image.shape[1])
        small = grey if scale == 1.0 else cv2.resize(grey, None, fx=scale, fy=scale)
        search = self._thorough if wanted is None else self._quick
        quads = _quads(search, small)
        if wanted is not None and not quads.keys() >= set(wanted):
            quads = _quads(self._thorough, small)
            if not quads.keys() >= set(wanted):
                blurred = cv2.GaussianBlur(small, (0, 0), MASK_BLUR)
                sharp = cv2.addWeighted(small, 1 + SHARPER, blurred, -SHARPER, 0)
                more = _quads(self._thorough, sharp).items()
                quads |= {
                    tag: [one for one in at if _sides(one).min() >= NARROWEST_TAG]
                    for tag, at in more
                    if tag not in quads
                }
        return {
            tag: self._refined(grey, unscaled(at[0], scale))
            for tag, at in quads.items()
            if len(at) == 1 and _contrast(small, at[0]) >= FAINTEST_TAG
        }

    def find_in_pieces(
        self, image: BgrImage, pieces: Iterable[Points], wanted: Collection[int] = ()
    ) -> Mapping[int, Points]:
        """Return the tags in some pieces of a picture, as `find` does; none that is in two of them.

        Args:
            image: shape (H, W, 3), uint8, BGR; only what lies within the pieces counts.
            pieces: their outlines, pixels, each of shape (N, 2).
            wanted: ids for which each piece is searched as well as it can be.
        """
        found: dict[int, Points] = {}
        twice: set[int] = set()
        for piece in pieces:
            here = self.find(image, wanted, piece)
            twice |= found.keys() & here.keys()
            found |= here
        return {tag: corners for tag, corners in found.items() if tag not in twice}

    def sees_mirrored(self, image: BgrImage, wanted: Collection[int]) -> bool:
        """Say whether ``image``, in which too few tags are seen, shows ``wanted`` ones mirrored.

        So a phone's front camera shows the table, as a mirror would.
        """
        shown = self.find(np.ascontiguousarray(image[:, ::-1]))
        return sum(tag in shown for tag in wanted) >= MIRRORED_TAGS

    def find_in_parts(
        self,
        image: BgrImage,
        wanted: Collection[int],
        parts: Iterable[tuple[Collection[int], Points]],
    ) -> Mapping[int, Points] | None:
        """Return the tags of some parts, sought where the parts are.

        Args:
            image: shape (H, W, 3), uint8, BGR; only what lies within the outlines counts.
            wanted: the ids that have to be found if they are sought; without one of them the
                picture has to be searched as a whole, and this is None.
            parts: of each part the ids of its tags and its outline, pixels, shape (N, 2).
        """
        all_found: dict[int, Points] = {}
        for own, outline in parts:
            expected = [tag for tag in own if tag in wanted]
            found = self.find(image, expected, outline)
            if not all(tag in found for tag in expected):
                return None
            all_found |= {tag: corners for tag, corners in found.items() if tag in own}
        return all_found

    def _refined(self, grey: npt.NDArray[Any], corners: Points) -> Points:
        """Return the corners of one tag, shape (4, 2), pixels, as exactly as its edges tell."""
        side = float(_sides(corners).mean())
        window = int(np.clip(side / self._modules - NEIGHBOUR_EDGE, REFINE_LEAST, REFINE_WINDOW))
        stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.01)
        start = corners.reshape(4, 1, 2).astype(np.float32)
        refined = cv2.cornerSubPix(grey, start, (window, window), (-1, -1), stop)
        return np.asarray(refined, dtype=np.float64).reshape(4, 2)


def _quads(search: cv2.aruco.ArucoDetector, grey: npt.NDArray[Any]) -> dict[int, list[Points]]:
    """Return all that looks like a tag: by id the corners of each, shape (4, 2), pixels."""
    corners, ids, _ = search.detectMarkers(grey)
    quads: dict[int, list[Points]] = {}
    for tag, quad in zip([] if not corners else np.ravel(ids).tolist(), corners, strict=True):
        quads.setdefault(int(tag), []).append(np.asarray(quad, np.float64).reshape(4, 2))
    return quads


def _contrast(grey: npt.NDArray[Any], quad: Points) -> float:
    """Return the grey levels between the ink and the paper of a tag at ``quad``."""
    left, top, right, bottom = box_round(quad, grey.shape[1], grey.shape[0])
    dark, light = np.percentile(grey[top:bottom, left:right], (10, 90))
    return float(light - dark)


def _sides(quad: Points) -> npt.NDArray[np.float64]:
    """Return the lengths of the four sides, shape (4,), pixels."""
    return np.asarray(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1))
