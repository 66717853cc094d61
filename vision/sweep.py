"""Cards searched by their faces everywhere on a table whose plane is known.

A dim or noisy picture hides a card's outline long before it hides its face. Where the plane is
known so are size and tilt of every card, and what is left, place and direction, can be tried out:
all cards at all places in all directions, at a scale at which a card is a few pixels wide.
"""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.gallery import EVEN, Gallery, unit, weighted
from vision.geometry import Points, card_corners
from vision.light import FloatImage
from vision.tabletop import Tabletop

WIDTH = 9
"""Pixels across a card; its suit and its figures can just be told."""
DIRECTIONS = 20
"""Over half a turn: every face is compared both ways up. A fit mends what is between two."""
ALIKE = 2
"""Steps between directions of what is still the same proposal."""
CHUNK = 4096
"""Places that are compared at once: memory, not time."""
REACHES = (EVEN, 1.0)
"""Of a card's width: light is evened over the first, which sees through the veil of a lamp's
reflection, and over the second, which keeps the large shapes of a face."""
PARTS = 32
"""Principal components of the deck; every face is made of them, nearly."""
DETAIL = 3
"""Times finer than `WIDTH` at which the picture is laid flat before it is shrunk."""
LEAST_STRUCTURE = 1e-3
"""Mean square contrast, evened, below which a window is taken for empty table."""
MIN_LIKENESS = 0.35
"""Cosine below which no card is proposed."""
APART = 0.25
"""Of a card's width: proposals that are nearer to one another are one."""
SAMPLES = 17
"""Rays along each side of the picture that tell how much of the table is in view."""
LARGEST = 400
"""Pixels of the flat table's longer side; what is beyond is too far away to be read."""

Scores = npt.NDArray[np.float32]
Places = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float64]


class Sweep:
    """Proposes where cards of one deck lie."""

    def __init__(self, gallery: Gallery, reach: float) -> None:
        """Take the deck that ``gallery`` has made ready; kernels are made when first used.

        Args:
            gallery: the deck.
            reach: share of a card's width over which light is evened.
        """
        self._gallery = gallery
        self._reach = reach
        self._scale = WIDTH / gallery.deck.card_size[0]

    def propose(
        self, image: FloatImage, table: Tabletop, smallest: float, known: list[Points], most: int
    ) -> list[Points]:
        """Return where cards may lie, likeliest first.

        Args:
            image: shape (H, W, 3), float32, balanced BGR.
            table: where cards lie.
            smallest: pixels of the shorter side of a card that can still be read.
            known: corners of cards that were found already: not proposed again.
            most: how many to return.

        Returns:
            Corners, each shape (4, 2), pixels, clockwise from what may be the card's top left, or
            its bottom right.
        """
        flat, low, busy = self._lay_flat(image, table, smallest)
        for corners in known:
            middle = table.plane.to_plane(corners.mean(axis=0)[None])[0]
            x, y = (middle - low) * self._scale - 0.5
            reach = APART * WIDTH
            rows = slice(max(round(y - reach), 0), max(round(y + reach) + 1, 0))
            columns = slice(max(round(x - reach), 0), max(round(x + reach) + 1, 0))
            busy[rows, columns] = False
        at = np.argwhere(busy)
        if not len(at):
            return []
        scores = self._compare(flat, at)
        proposals: list[Points] = []
        while len(proposals) < most:
            place, direction = divmod(int(scores.argmax()), DIRECTIONS)
            if scores[place, direction] < MIN_LIKENESS:
                break
            middle = (at[place, ::-1] + 0.5) / self._scale + low
            corners = card_corners(
                (float(middle[0]), float(middle[1])), table.size, direction * 180 / DIRECTIONS
            )
            proposals.append(table.plane.to_pixels(corners))
            # The same card again, or the same place in quite another direction?
            near = np.abs(at - at[place]).max(axis=1) <= APART * WIDTH
            turned = np.abs(np.arange(DIRECTIONS) - direction)
            alike = np.minimum(turned, DIRECTIONS - turned) <= ALIKE
            scores[np.ix_(near, alike)] = -1
        return proposals

    def _lay_flat(
        self, image: FloatImage, table: Tabletop, smallest: float
    ) -> tuple[FloatImage, Floats, npt.NDArray[np.bool_]]:
        """Return the table from above, its top left corner in mm, and where cards may lie.

        That is where one would be large enough to be read, and something is to be seen.
        """
        height, width = image.shape[:2]
        low, high = self._reached((width, height), table, smallest)
        columns, rows = np.maximum(np.ceil((high - low) * self._scale), WIDTH).astype(int)
        fine = self._scale * DETAIL
        middles = _grid(columns, rows, self._scale) + low
        pixels = table.plane.to_pixels(middles)
        across, down = (
            cv2.resize(one.reshape(rows, columns), None, fx=DETAIL, fy=DETAIL)
            for one in pixels.astype(np.float32).T
        )
        seen = cv2.remap(image, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        even = self._gallery.even(np.asarray(seen, dtype=np.float32), fine, self._reach)
        size = (int(columns), int(rows))
        flat = np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
        legible = _is_large(table, middles, smallest)
        legible &= ((pixels >= 0) & (pixels < (width, height))).all(axis=1)
        structure = cv2.blur(np.square(flat).mean(axis=2), (WIDTH, WIDTH))
        busy = legible.reshape(rows, columns) & (structure > LEAST_STRUCTURE)
        return flat, low, np.asarray(busy, dtype=np.bool_)

    def _reached(
        self, picture: tuple[int, int], table: Tabletop, smallest: float
    ) -> tuple[Floats, Floats]:
        """Return the upper left and the lower right corner of the table in view, millimetres."""
        x, y = np.meshgrid(*(np.linspace(0, side - 1, SAMPLES) for side in picture))
        points = table.plane.to_plane(np.column_stack([x.ravel(), y.ravel()]))
        middle = table.plane.to_plane((np.array([picture]) - 1) / 2)
        near = np.vstack([points[_is_large(table, points, smallest)], middle])
        half = LARGEST / 2 / self._scale
        margin = table.size[0] / 2
        low = np.maximum(near.min(axis=0), middle[0] - half) - margin
        high = np.minimum(near.max(axis=0), middle[0] + half) + margin
        return low, high

    def _compare(self, flat: FloatImage, at: Places) -> Scores:
        """Return the best cosine with any face in each direction, shape (places, directions).

        Args:
            flat: the table from above.
            at: rows and columns of the middles of cards, shape (places, 2).
        """
        kernels, weights, mixture = self._kernels
        side = round(np.sqrt(kernels.shape[0] / 3))
        reach = side // 2
        wide = cv2.copyMakeBorder(flat, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
        every = np.lib.stride_tricks.sliding_window_view(wide, (side, side), axis=(0, 1))
        squares = np.einsum("ijk,ijk->ij", wide, wide)
        every_square = np.lib.stride_tricks.sliding_window_view(squares, (side, side))
        directions = weights.shape[1]
        total = weights[:, :1].sum()
        scores = np.empty((len(at), directions), dtype=np.float32)
        for first in range(0, len(at), CHUNK):
            some = at[first : first + CHUNK]
            windows = every[some[:, 0], some[:, 1]]
            square = every_square[some[:, 0], some[:, 1]].reshape(len(some), -1)
            means = [windows[:, channel].reshape(len(some), -1) @ weights for channel in range(3)]
            spread = square @ weights - np.square(means).sum(axis=0) / total
            length = np.sqrt(np.maximum(spread, LEAST_STRUCTURE * total))
            parts = windows.reshape(len(some), -1) @ kernels
            parts = parts.reshape(len(some) * directions, -1)
            best = (parts @ mixture).max(axis=1).reshape(len(some), directions)
            scores[first : first + CHUNK] = best / length
        return scores

    @cached_property
    def _kernels(self) -> tuple[Scores, Scores, Scores]:
        """Return what windows are multiplied with.

        The components of all faces in all directions, shape (3 * S * S, directions * parts); the
        weights in all directions, shape (S * S, directions); how each face, either way up, is
        mixed from the components, shape (parts, kinds).
        """
        gallery, scale = self._gallery, self._scale
        columns, rows = gallery.pixels(scale)
        weights = gallery.weights(scale)
        rooted = np.stack(
            [
                unit(weighted(one, weights)).reshape(-1, 3) * np.sqrt(weights)
                for one in gallery.images(scale, self._reach)
            ]
        )
        left, size, right = np.linalg.svd(rooted.reshape(len(rooted), -1), full_matrices=False)
        count = min(PARTS, len(size))
        upright = right[:count].reshape(count, rows, columns, 3).astype(np.float32)
        mixture = (left[:, :count] * size[:count]).T.astype(np.float32)
        side = int(np.ceil(np.hypot(rows, columns))) | 1
        kernels, spreads = [], []
        for index in range(DIRECTIONS):
            # Clockwise with y down, from the middle of the card to the middle of the kernel.
            middle = np.array([(columns - 1) / 2, (rows - 1) / 2])
            turn = cv2.getRotationMatrix2D(
                (float(middle[0]), float(middle[1])), -index * 180 / DIRECTIONS, 1.0
            )
            turn[:, 2] += np.asarray((side - 1) / 2 - middle)
            weight = np.maximum(
                cv2.warpAffine(weights.reshape(rows, columns), turn, (side, side)), 0
            )
            weight *= float(weights.sum()) / float(weight.sum())
            for part in upright:
                turned = cv2.warpAffine(part, turn, (side, side))
                # A plain table must score nothing, so each channel sums to zero exactly.
                share = turned.sum(axis=(0, 1)) / float(weight.sum())
                kernels.append((turned - weight[..., None] * share).transpose(2, 0, 1).ravel())
            spreads.append(weight.ravel())
        return (
            np.ascontiguousarray(np.stack(kernels, axis=1), dtype=np.float32),
            np.ascontiguousarray(np.stack(spreads, axis=1), dtype=np.float32),
            mixture,
        )


def _grid(columns: int, rows: int, scale: float) -> Floats:
    """Return the middles of pixels, row by row, in mm from the corner, shape (pixels, 2)."""
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    return np.asarray((np.column_stack([x.ravel(), y.ravel()]) + 0.5) / scale)


def _is_large(table: Tabletop, points: Floats, smallest: float) -> npt.NDArray[np.bool_]:
    """Say where a card on the table would be at least ``smallest`` pixels wide."""
    depth = table.plane.depth(points)
    focal = float(table.plane.lens.matrix[0, 0])
    # Beyond the horizon rays meet the plane behind the camera.
    return np.asarray((depth > 0) & (depth < focal * table.size[0] / smallest))
