"""SIFT features and RANSAC: the usual answer to "find this picture in that one".

As OpenCV's tutorial has it, with OpenCV's own settings: features of each card and of the photo,
the two nearest of each, Lowe's ratio test, a homography by RANSAC, and enough inliers. Several
cards of one kind: what fitted is taken away, and the rest is tried again. Of cards that overlap,
the one with most inliers stays. (Ten times as many tries of RANSAC bring 3 to 5 of 100 more cards
and take five times as long; features of less contrast help some decks and harm others.)
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.scenes import Answer, Corners
from vision.deck import BACK, Deck

RATIO = 0.8
"""The nearest feature is nearer than this share of the distance of the second."""
NEAR = 5.0
"""Pixels within which a match fits a homography."""
ENOUGH = 12
"""Inliers from which a card is there."""
MOST = 6
"""Cards of one kind that are looked for."""
SMALLEST = 20.0
"""Pixels of a side below which a homography has collapsed."""
TAKEN = 0.3
"""Share of the smaller card by which two cards may overlap."""
SEED = 1


@dataclass(frozen=True)
class _Kind:
    label: str
    points: npt.NDArray[np.float32]
    features: npt.NDArray[np.float32]
    outline: npt.NDArray[np.float32]


class SiftReader:
    """Reads photos with one deck."""

    def __init__(self, deck: Deck) -> None:
        self._sift = cv2.SIFT.create()
        self._matcher = cv2.BFMatcher(cv2.NORM_L2)
        self._kinds = []
        for one in deck.exemplars:
            points, features = self._features(one.image)
            height, width = one.image.shape[:2]
            outline = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
            self._kinds.append(_Kind(one.label, points, features, outline - 0.5))

    def read(self, image: npt.NDArray[np.uint8]) -> list[Answer]:
        cv2.setRNGSeed(SEED)
        points, features = self._features(image)
        if len(points) < 2:
            return []
        found = [
            (inliers, kind.label, quad)
            for kind in self._kinds
            for inliers, quad in self._find(kind, points, features)
        ]
        kept: list[tuple[int, str, Corners]] = []
        for inliers, label, quad in sorted(found, key=lambda one: -one[0]):
            if not any(_overlap(quad, other) > TAKEN for _, _, other in kept):
                kept.append((inliers, label, quad))
        return [Answer(quad, label, f"{n}") for n, label, quad in kept if label != BACK]

    def _features(
        self, image: npt.NDArray[np.uint8]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        keys, features = self._sift.detectAndCompute(gray, None)
        if not keys:
            return np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32)
        return np.array([key.pt for key in keys], dtype=np.float32), np.asarray(features)

    def _find(
        self,
        kind: _Kind,
        points: npt.NDArray[np.float32],
        features: npt.NDArray[np.float32],
    ) -> Iterator[tuple[int, Corners]]:
        if len(kind.points) < 2:
            return
        # Asked from the photo's side, so that a card that lies there twice is no rival of itself.
        pairs = self._matcher.knnMatch(features, kind.features, k=2)
        good = [near for near, second in pairs if near.distance < RATIO * second.distance]
        there = np.array([points[match.queryIdx] for match in good], dtype=np.float32)
        learnt = np.array([kind.points[match.trainIdx] for match in good], dtype=np.float32)
        for _ in range(MOST):
            if len(there) < ENOUGH:
                return
            pose, mask = cv2.findHomography(learnt, there, cv2.RANSAC, NEAR)
            if int(np.count_nonzero(mask)) < ENOUGH:  # no homography at all: no mask either
                return
            quad = cv2.perspectiveTransform(kind.outline[None], pose)[0].astype(np.float64)
            if _is_card(quad):
                yield int(mask.sum()), quad
            rest = mask.ravel() == 0
            there, learnt = there[rest], learnt[rest]


def _is_card(quad: Corners) -> bool:
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    return bool(
        cv2.isContourConvex(quad.astype(np.float32))
        and sides.min() >= SMALLEST
        and sides.max() <= 4 * sides.min()
    )


def _overlap(one: Corners, other: Corners) -> float:
    first, second = one.astype(np.float32), other.astype(np.float32)
    common, _ = cv2.intersectConvexConvex(first, second)
    smaller = min(cv2.contourArea(first), cv2.contourArea(second))
    return float(common) / smaller if smaller > 0 else 1.0
