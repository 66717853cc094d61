"""Where in a patch a card may lie, and which: windows of it compared with all kinds, coarsely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.match.align import Affine
from vision.match.gallery import FINE_SCALE, Gallery, Level
from vision.table.light import FloatImage
from vision.warping import warped

CANDIDATES_IN_HEAP = 2
"""Kinds that are fitted at each place of a heap."""
MIN_COARSE = 0.45
"""Cosine at the coarse scale below which no card of a heap is looked for."""
LEAST_CHANGED = 0.1
"""Share of a card that has to look different for it to be looked for again."""
LEAST_STRUCTURE = 1e-4
"""Mean square contrast, evened, below which a window is taken for empty paper."""

WINDOWS_AT_ONCE = 1024
"""Windows that are copied for a comparison: more take memory, fewer take time."""
LIKELY = 8
"""Places of a patch that are looked at more closely."""
LIKELY_KINDS = 16
"""Kinds that are compared there."""
_DOWN, _ACROSS = np.repeat((-1, 0, 1), 3), np.tile((-1, 0, 1), 3)
"""A place at half the coarse scale is one of these, from its doubled row and column."""

_Places = tuple[npt.NDArray[np.intp], ...]
"""Views, rows and columns."""
Out = npt.NDArray[np.bool_]
"""Shape (kinds,): which do not come into question."""


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """Where a fit begins: a kind, its coarse score and its pose."""

    kind: int
    score: float
    pose: Affine


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """Coarse scores of all windows (rows) with all kinds (columns), and the windows' poses."""

    gallery: Gallery
    scores: npt.NDArray[np.float32]
    corners: npt.NDArray[np.float64]
    turns: tuple[npt.NDArray[np.floating], ...]
    turn_of: npt.NDArray[np.intp]

    def start(self, window: int, kind: int) -> Start:
        """Return a fit's beginning: ``kind`` in ``window``."""
        pose = _to_fine(
            self.turns[self.turn_of[window]], self.corners[window], self.gallery.coarse_scale
        )
        return Start(kind, float(self.scores[window, kind]), pose)

    def best(self, most: int, out: Out) -> list[Start]:
        """Return the best kinds, each at its best window, without those that are ``out``."""
        if not len(self.scores):
            return []
        windows = self.scores.argmax(axis=0)
        values = np.where(out, -np.inf, self.scores[windows, np.arange(len(windows))])
        order = np.argsort(-values)[: min(most, int((~out).sum()))]
        return [self.start(int(windows[kind]), int(kind)) for kind in order]

    def places(self, apart: float, most: int) -> list[Start]:
        """Return the best kinds at the best places.

        These are places at least ``apart`` pixels (at `FINE_SCALE`) from each other.
        """
        if not len(self.scores):
            return []
        tops = self.scores.max(axis=1)
        ratio = FINE_SCALE / self.gallery.coarse_scale
        starts: list[Start] = []
        middles: list[npt.NDArray[np.float64]] = []
        half = np.array(self.gallery.coarse.size) / 2
        for window in np.argsort(-tops):
            if tops[window] < MIN_COARSE or len(middles) >= most:
                break
            turn = self.turns[self.turn_of[window]]
            middle = (turn[:, :2] @ (self.corners[window] + half) + turn[:, 2]) * ratio
            if any(np.linalg.norm(middle - other) < apart for other in middles):
                continue
            middles.append(middle)
            kinds = np.argsort(-self.scores[window])[:CANDIDATES_IN_HEAP]
            starts += [self.start(int(window), int(kind)) for kind in kinds]
        return starts


def search_windows(
    gallery: Gallery,
    patch: FloatImage,
    rotations: Sequence[float],
    where: FloatImage | None = None,
) -> Windows:
    """Compare every window of ``patch``, at every rotation, with every kind, at coarse scale.

    ``patch`` is evened, at the gallery's ``view_scale`` (`View.even`). With ``where``, as large,
    only windows with `LEAST_CHANGED` of it are compared.
    """
    views = _views(gallery, patch, rotations)
    if where is None or not views.turns:
        return _compared(gallery, views, None)
    columns, rows = gallery.coarse.size
    filled = [
        cv2.boxFilter(share, -1, (columns, rows), anchor=(0, 0))
        for share in _views(gallery, where, rotations).upright
    ]
    down, across = views.places(gallery.coarse)
    wanted = np.nonzero(np.stack(filled)[:, :down, :across] >= LEAST_CHANGED)
    return _compared(gallery, views, wanted)


def search_likely_windows(
    gallery: Gallery, patch: FloatImage, rotations: Sequence[float], least: float, out: Out
) -> Windows:
    """Compare those windows of ``patch`` that look likeliest at half the coarse scale.

    Few of all, and with few kinds, but those of a card are among them. None where all look less
    like a card than ``least``, a cosine: what is seen from farther off looks rather more like one.
    Kinds that are ``out`` say nothing about that.
    """
    views = _views(gallery, patch, rotations)
    if not views.turns:
        return _compared(gallery, views, None)
    halves = np.stack([_halved(upright) for upright in views.upright])
    wide, high = gallery.coarsest.size
    if halves.shape[1] < high or halves.shape[2] < wide:
        return _compared(gallery, _NO_VIEWS, None)
    scores, (turn, row, column) = _slide(gallery.coarsest, halves, None)
    scores[:, out] = -1.0
    top = scores.max(axis=1)
    best = np.argsort(-top)[:LIKELY]
    if top[best[0]] < least:
        return _compared(gallery, _NO_VIEWS, None)
    kinds = np.argsort(-scores[best].max(axis=0))[:LIKELY_KINDS]
    down, across = views.places(gallery.coarse)
    near = [(2 * row[best, None] + _DOWN).ravel(), (2 * column[best, None] + _ACROSS).ravel()]
    inside = (near[0] >= 0) & (near[0] < down) & (near[1] >= 0) & (near[1] < across)
    number = (np.repeat(turn[best], len(_DOWN)) * down + near[0]) * across + near[1]
    wanted = np.unravel_index(np.unique(number[inside]), (len(views.turns), down, across))
    return _compared(gallery, views, wanted, kinds)


def _halved(picture: FloatImage) -> FloatImage:
    size = (picture.shape[1] // 2, picture.shape[0] // 2)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Views:
    """A patch at coarse scale, upright for cards that lie at some rotations; the ways back.

    Attributes:
        upright: shape (rotations, rows, columns) or (rotations, rows, columns, 3).
        turns: each shape (2, 3).
    """

    upright: FloatImage
    turns: tuple[npt.NDArray[np.float64], ...]

    def places(self, level: Level) -> tuple[int, int]:
        """Return how many places a window of ``level`` has in a view, down and across."""
        columns, rows = level.size
        return self.upright.shape[1] - rows + 1, self.upright.shape[2] - columns + 1


_NO_VIEWS = _Views(np.zeros((0, 0, 0, 3), dtype=np.float32), ())


def _views(gallery: Gallery, patch: FloatImage, rotations: Sequence[float]) -> _Views:
    """Return ``patch`` for each rotation; none where it is smaller than a card."""
    ratio = gallery.coarse_scale / gallery.view_scale
    size = (round(patch.shape[1] * ratio), round(patch.shape[0] * ratio))
    if size[0] < gallery.coarse.size[0] or size[1] < gallery.coarse.size[1]:
        return _NO_VIEWS
    small = np.asarray(cv2.resize(patch, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    # Upright card -> patch.
    turns = [
        np.asarray(cv2.getRotationMatrix2D(middle, -degrees, 1.0), dtype=np.float64)
        for degrees in rotations
    ]
    upright = [
        warped(small, turn, size) if degrees else small
        for degrees, turn in zip(rotations, turns, strict=True)
    ]
    return _Views(np.stack(upright), tuple(turns))


def _compared(
    gallery: Gallery,
    views: _Views,
    wanted: _Places | None,
    kinds: npt.NDArray[np.intp] | None = None,
) -> Windows:
    """Return the scores of the ``wanted`` windows of ``views``; None: of all.

    Where ``kinds`` are given no others are compared, and score -1.
    """
    if not views.turns:
        none = np.zeros((0, len(gallery.kinds)), dtype=np.float32)
        return Windows(gallery, none, np.zeros((0, 2)), (), np.zeros(0, dtype=np.intp))
    scores, (turn, row, column) = _slide(gallery.coarse, views.upright, wanted, kinds)
    corners = np.column_stack([column, row]).astype(np.float64)
    return Windows(gallery, scores, corners, views.turns, turn)


def _to_fine(
    back: npt.NDArray[np.floating], corner: npt.NDArray[np.float64], scale: float
) -> Affine:
    """Return card pixels -> patch pixels, both at `FINE_SCALE`, for a coarse place."""
    turn = back[:, :2]
    ratio = FINE_SCALE / scale
    # Pixel centres at whole numbers: x_fine = (x_coarse + 0.5) * ratio - 0.5.
    origin = turn @ (corner - 0.5) + back[:, 2]
    shift = (origin + 0.5) * ratio - 0.5 + turn @ np.array([0.5, 0.5])
    return np.column_stack([turn, shift])


def _slide(
    level: Level,
    images: FloatImage,
    wanted: _Places | None,
    kinds: npt.NDArray[np.intp] | None = None,
) -> tuple[npt.NDArray[np.float32], _Places]:
    """Return the cosines of windows with every kind, and the windows' image, row and column.

    Args:
        level: the scale.
        images: shape (images, rows, columns, 3).
        wanted: image, row and column of the windows that are wanted; None: all.
        kinds: which are compared; the others score -1. None: all.
    """
    columns, rows = level.size
    count, high, wide = images.shape[:3]
    # OpenCV rather than numpy, which is slow where the last axis is as short as colours are.
    tall = images.reshape(count * high, wide, 3)
    square = cv2.transform(cv2.multiply(tall, tall), np.ones((1, 3)))
    # Windows by hand: numpy's own sliding_window_view takes longer than what is done with them.
    down, across = high - rows + 1, wide - columns + 1
    step, line, pixel, colour = images.strides
    windows = np.lib.stride_tricks.as_strided(
        images,
        (count, down, across, 3, rows, columns),
        (step, line, pixel, colour, line, pixel),
        writeable=False,
    )
    step, line, pixel = square.reshape(count, high, wide).strides
    squares = np.lib.stride_tricks.as_strided(
        square,
        (count, down, across, rows, columns),
        (step, line, pixel, line, pixel),
        writeable=False,
    )
    if wanted is None:
        wanted = np.unravel_index(np.arange(count * down * across), (count, down, across))
    total = float(level.weights.sum())
    chosen = slice(None) if kinds is None else kinds
    faces = level.kinds[chosen].T
    scores = np.full((len(wanted[0]), len(level.kinds)), -1.0, dtype=np.float32)
    for begin in range(0, len(scores), WINDOWS_AT_ONCE):
        these = slice(begin, begin + WINDOWS_AT_ONCE)
        some = tuple(axis[these] for axis in wanted)
        flat = windows[some].reshape(-1, 3, rows * columns)
        sums = flat @ level.weights
        squared = squares[some].reshape(-1, rows * columns) @ level.weights
        spread = squared - (sums * sums).sum(axis=1) / total
        length = np.sqrt(np.maximum(spread, LEAST_STRUCTURE * total))
        scores[these, chosen] = flat.reshape(len(flat), -1) @ faces / length[:, None]
    return scores, wanted
