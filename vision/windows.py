"""Where in a patch a card may lie, and which: windows of it compared with all kinds, coarsely."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.align import Affine
from vision.gallery import FINE_SCALE, Gallery, Level
from vision.light import FloatImage

CANDIDATES_IN_HEAP = 2
"""Kinds that are fitted at each place of a heap."""
MIN_COARSE = 0.45
"""Cosine at the coarse scale below which no card of a heap is looked for."""
LEAST_CHANGED = 0.1
"""Share of a card that has to look different for it to be looked for again."""
LEAST_STRUCTURE = 1e-4
"""Mean square contrast, evened, below which a window is taken for empty paper."""

LIKELY = 8
"""Places of a patch that are looked at more closely."""
_ROUND = np.stack(np.meshgrid((-1, 0, 1), (-1, 0, 1)), axis=-1).reshape(-1, 2)
"""A place at half the coarse scale is one of these, from its doubled coordinates."""

_Places = tuple[npt.NDArray[np.intp], ...]
"""Rows and columns."""
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
        """Return the best kinds at the best places, places ``apart`` pixels at `FINE_SCALE`."""
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

    With ``where``, shape (H, W), only windows with `LEAST_CHANGED` of it are compared.
    """
    views = _views(gallery, patch, rotations)
    if where is None:
        return _compared(gallery, views, [None] * len(views))
    columns, rows = gallery.coarse.size
    wanted = []
    for share in _views(gallery, where, rotations):
        filled = cv2.boxFilter(share.upright, -1, (columns, rows), anchor=(0, 0))
        down, across = filled.shape[0] - rows + 1, filled.shape[1] - columns + 1
        wanted.append(np.nonzero(filled[:down, :across] >= LEAST_CHANGED))
    return _compared(gallery, views, wanted)


def search_likely_windows(
    gallery: Gallery, patch: FloatImage, rotations: Sequence[float], least: float, out: Out
) -> Windows:
    """Compare those windows of ``patch`` that look likeliest at half the coarse scale.

    Few of all, but that of a card is among them. None where all look less like a card than
    ``least``, a cosine: what is seen from farther off looks rather more like one. Kinds that are
    ``out`` say nothing about that.
    """
    views = _views(gallery, patch, rotations)
    tops, lows, turn_of = [], [], []
    for index, view in enumerate(views):
        size = (view.upright.shape[1] // 2, view.upright.shape[0] // 2)
        if size[0] < gallery.coarsest.size[0] or size[1] < gallery.coarsest.size[1]:
            continue
        half = cv2.resize(view.upright, size, interpolation=cv2.INTER_AREA)
        scores, corners = _slide(gallery.coarsest, np.asarray(half, dtype=np.float32))
        tops.append(scores[:, ~out].max(axis=1, initial=-1.0))
        lows.append(corners.astype(np.int64) * 2)
        turn_of.append(np.full(len(corners), index))
    top = np.concatenate(tops) if tops else np.zeros(0)
    best = np.argsort(-top)[:LIKELY]
    if not len(best) or top[best[0]] < least:
        return _compared(gallery, [], [])
    low, turn = np.concatenate(lows)[best], np.concatenate(turn_of)[best]
    near = (low[:, None] + _ROUND).reshape(-1, 2)
    turns = np.repeat(turn, len(_ROUND))
    wanted = []
    for index, view in enumerate(views):
        last = np.array(view.upright.shape[1::-1]) - gallery.coarse.size
        mine = near[(turns == index) & (near >= 0).all(axis=1) & (near <= last).all(axis=1)]
        x, y = np.unique(mine, axis=0).T
        wanted.append((y, x))
    return _compared(gallery, views, wanted)


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A patch at coarse scale, ``upright`` for cards that lie at some rotation; the way back."""

    upright: FloatImage
    turn: npt.NDArray[np.float64]


def _views(gallery: Gallery, patch: FloatImage, rotations: Sequence[float]) -> list[_View]:
    """Return ``patch`` for each rotation; none where it is smaller than a card."""
    ratio = gallery.coarse_scale / FINE_SCALE
    size = (round(patch.shape[1] * ratio), round(patch.shape[0] * ratio))
    if size[0] < gallery.coarse.size[0] or size[1] < gallery.coarse.size[1]:
        return []
    small = cv2.resize(patch, size, interpolation=cv2.INTER_AREA)
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    views = []
    for degrees in rotations:
        turn = cv2.getRotationMatrix2D(middle, -degrees, 1.0)  # upright card -> patch
        upright = _upright(small, turn) if degrees else small
        views.append(_View(np.asarray(upright, np.float32), np.asarray(turn, np.float64)))
    return views


def _compared(
    gallery: Gallery, views: Sequence[_View], wanted: Sequence[_Places | None]
) -> Windows:
    """Return the scores of the ``wanted`` windows of each view; None: of all."""
    if not views:
        none = np.zeros((0, len(gallery.kinds)), dtype=np.float32)
        return Windows(gallery, none, np.zeros((0, 2)), (), np.zeros(0, dtype=np.intp))
    found = [
        _slide(gallery.coarse, view.upright, at) for view, at in zip(views, wanted, strict=True)
    ]
    return Windows(
        gallery,
        np.concatenate([scores for scores, _ in found]),
        np.concatenate([corners for _, corners in found]),
        tuple(view.turn for view in views),
        np.repeat(np.arange(len(views)), [len(corners) for _, corners in found]),
    )


def _upright(image: cv2.typing.MatLike, turn: cv2.typing.MatLike) -> cv2.typing.MatLike:
    size = (image.shape[1], image.shape[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(image, turn, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)


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
    level: Level, image: FloatImage, at: _Places | None = None
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float64]]:
    """Return the cosines of windows with every kind, and the windows' top left (x, y).

    ``at`` are the (y, x) of the windows that are wanted; None: all.
    """
    columns, rows = level.size
    slide = np.lib.stride_tricks.sliding_window_view
    windows = slide(image, (rows, columns), axis=(0, 1))
    squares = slide(np.einsum("ijk,ijk->ij", image, image), (rows, columns))
    if at is None:
        down, across = windows.shape[:2]
        ys, xs = np.divmod(np.arange(down * across), across)
    else:
        ys, xs = at
        windows, squares = windows[ys, xs], squares[ys, xs]
    flat = np.ascontiguousarray(windows).reshape(len(ys), 3, rows * columns)
    total = float(level.weights.sum())
    sums = flat @ level.weights
    square = squares.reshape(len(ys), rows * columns) @ level.weights
    spread = square - (sums * sums).sum(axis=1) / total
    length = np.sqrt(np.maximum(spread, LEAST_STRUCTURE * total))
    scores = (flat.reshape(len(ys), 3 * rows * columns) @ level.kinds) / length[:, None]
    return np.asarray(scores, dtype=np.float32), np.column_stack([xs, ys]).astype(np.float64)
