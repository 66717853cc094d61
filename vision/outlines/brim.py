"""Whether a card goes on beyond its outline: a printed frame is as straight as the card's edge.

Where a border has nearly the table's colour, or a picture that is printed across it hides a part of
its edge, what is found is the frame, on all sides or on some. Then a strip like the card's own
border lies beyond a side and ends there, or the outline is a mere line with one colour on both
sides of it. Whoever lays the card on another table helps; to guess does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.arrays import Doubles
from vision.geometry import Points
from vision.outlines.edges import Outline, sides_of

if TYPE_CHECKING:
    from companion.frames import BgrImage

BRIM_STEP = 0.004
"""Share of a card's shorter side: a quarter of a millimetre; how finely colours beside it are
taken."""
BRIM_WIDE = 0.08
"""The same: how far inside and outside of a side they are."""
BRIM_SAMPLES = 48
"""Places along a side; of their colours the median counts, so grain and seams across it do not."""
AWAY_FROM_CORNERS = 0.15
"""Share of a side at each end that is left out."""
OUTSIDE = (0.016, 0.030)
"""Shares of the shorter side: where outside of an edge its blur has ended."""
ON_THE_LINE = (-0.030, 0.012)
"""The same: within which a line lies along which an outline runs."""
LINE_WIDE = 0.042
"""The same: how wide such a line is at most; a border is wider."""
ENDED = 0.15
"""Of how much a line differs from what is outside: what differs less inside of it is the same."""
LINES = 2
"""Sides that lie on mere lines before the outline is none of a card."""
BORDERS = (0.014, 0.070)
"""Shares of the shorter side: how wide borders are that are printed round frames."""
ENDS = 8.0
"""Of Lab, across `2 * BRIM_STEP` each way: the least change of colour at which a border ends."""
LIKE_BORDER = 0.7
"""Of that change: what differs less from the border opposite is rather more of it than table."""
WITHIN = (0.3, 0.75)
"""Shares of a border's width, away from the blur of both its edges."""

ALL_ROUND = 3
"""Sides that have to be in the picture for a strip to lie all round an outline."""
AS_WIDE = 1.6
"""How many times as wide as another one a side of such a strip may seem."""


@dataclass(frozen=True, slots=True, eq=False)
class _Strip:
    """What lies along a side and beyond it: width, usual colour in Lab, change where it ends."""

    width: float
    colour: Doubles
    change: float

    def goes_on_in(self, others: Sequence[_Strip | None]) -> bool:
        """Say whether it is the same strip that lies beyond the other sides."""
        return all(
            one is not None
            and one.width <= AS_WIDE * self.width
            and np.linalg.norm(one.colour - self.colour) <= LIKE_BORDER * self.change
            for one in others
        )


class Brim:
    """The colours along an outline's sides, inside and outside of them."""

    def __init__(self, image: BgrImage, outline: Outline) -> None:
        """Take a photo, shape (H, W, 3), uint8, BGR, and what may be a card in it."""
        self._outline = outline
        self._flat = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (1.0, 1 / outline.proportion)
        self._onto = cv2.getPerspectiveTransform(
            self._flat.astype(np.float32), outline.corners.astype(np.float32)
        )
        self._offsets = np.arange(-BRIM_WIDE, BRIM_WIDE + BRIM_STEP / 2, BRIM_STEP)
        self._sides = self._colours(image)
        height, width = image.shape[:2]
        beyond = self.moved_out(np.full(4, OUTSIDE[1]))
        inside = ((beyond >= 0) & (beyond <= (width - 1, height - 1))).all(axis=1)
        self._shown = inside & np.roll(inside, -1)

    def is_line(self) -> bool:
        """Say whether the outline is a line that is printed on something of one colour."""
        lines = 0
        low, high = ON_THE_LINE
        near = np.flatnonzero((self._offsets >= low) & (self._offsets <= high))
        for side in self._sides[self._shown]:  # beyond others the picture ends
            apart = np.linalg.norm(side - self._between(side, *OUTSIDE), axis=1)
            on = near[int(apart[near].argmax())]
            deeper = apart[:on][self._offsets[:on] >= -LINE_WIDE]
            lines += bool(deeper.min() <= ENDED * apart[on])
        return lines >= LINES

    def borders(self) -> Doubles:
        """Return how wide a border lies beyond each side, share of the shorter side; 0: none does.

        It ends at an edge, and is more like what lies inside of the opposite side than like the
        table; or it goes all round, as wide and of one colour everywhere, as no table does.
        """
        strips = [self._strips_beyond(side) for side in self._sides]
        widths = np.zeros(4)
        for number, beyond in enumerate(strips):
            if beyond and self._shown[number]:
                strip = beyond[0]
                inner, outer = WITHIN[0] * strip.width, WITHIN[1] * strip.width
                border = self._between(self._sides[(number + 2) % 4], -outer, -inner)
                if np.linalg.norm(strip.colour - border) <= LIKE_BORDER * strip.change:
                    widths[number] = strip.width
        # The clearest end counts here: a camera that sharpens draws fainter ones beside an edge.
        clear = [max(beyond, key=lambda one: one.change, default=None) for beyond in strips]
        seen = [one for one, shown in zip(clear, self._shown, strict=True) if shown]
        if len(seen) >= ALL_ROUND and all(one and one.goes_on_in(seen) for one in seen):
            widths = np.array([one.width if one else 0 for one in clear]) * self._shown
        return widths

    def _strips_beyond(self, side: Doubles) -> list[_Strip]:
        """Return the strips between a side and the edges beyond it, the narrowest first."""
        change = np.zeros(len(self._offsets))
        change[2:-2] = np.linalg.norm(side[4:] - side[:-4], axis=1)
        peak = (change[1:-1] >= np.maximum(change[:-2], change[2:])) & (change[1:-1] >= ENDS)
        ends = np.flatnonzero(peak) + 1
        low, high = BORDERS
        found = []
        for end in ends[(self._offsets[ends] >= low) & (self._offsets[ends] <= high)]:
            width = float(self._offsets[end])
            colour = self._between(side, WITHIN[0] * width, WITHIN[1] * width)
            found.append(_Strip(width, colour, float(change[end])))
        return found

    def moved_out(self, widths: Doubles) -> Points:
        """Return the outline's corners with each side moved out, shape (4, 2), pixels.

        Args:
            widths: by how much, share of the shorter side.
        """
        out = np.roll(self._ways(), 1, axis=0) * np.roll(widths, 1)[:, None]
        moved = self._flat + out + self._ways() * widths[:, None]
        return np.asarray(cv2.perspectiveTransform(moved[None], self._onto)[0])

    def _ways(self) -> Points:
        along = np.roll(self._flat, -1, axis=0) - self._flat
        ways = np.column_stack([along[:, 1], -along[:, 0]])
        return np.asarray(ways / np.linalg.norm(ways, axis=1)[:, None])

    def _between(self, side: Doubles, low: float, high: float) -> Doubles:
        """Return the mean colour of a side from one offset to another."""
        there = (self._offsets >= low) & (self._offsets <= high)
        return np.asarray(side[there].mean(axis=0))

    def _colours(self, image: BgrImage) -> Doubles:
        """Return for each side and offset, outwards, the usual colour, Lab, shape (4, N, 3)."""
        share = np.linspace(AWAY_FROM_CORNERS, 1 - AWAY_FROM_CORNERS, BRIM_SAMPLES)[:, None]
        found = []
        for (start, end), way in zip(sides_of(self._flat), self._ways(), strict=True):
            places = (start + share * (end - start))[:, None] + self._offsets[:, None] * way
            pixels = cv2.perspectiveTransform(places.reshape(1, -1, 2), self._onto)
            seen = cv2.remap(
                image,
                pixels.reshape(BRIM_SAMPLES, -1, 2).astype(np.float32),
                None,  # type: ignore[call-overload]  # both coordinates are in the first map
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            lab = cv2.cvtColor(seen, cv2.COLOR_BGR2LAB).astype(np.float64)
            found.append(np.median(lab, axis=0))
        return np.array(found)
