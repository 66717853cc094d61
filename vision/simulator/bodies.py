"""People who cannot sit still: what moves beside mat and racks, painted over a picture.

Sleeves on the table's edge, a phone whose screen goes on and off, a cup that is put down and taken
up again, shadows of whoever leans over, and the sway of an arm that all of that shakes. The moves
of a game are none of it; the table is the same with it and without.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Points, rectangle
from vision.simulator.optics import Optics

if TYPE_CHECKING:
    from companion.frames import BgrImage

SLEEVES = 4
"""How many there are at a table that is as fidgety as can be."""
SWAY = 2.0
"""Pixels of a frame 2304 wide by which the camera swings there."""
BODY_SHADE = 0.3
"""Share of the light that somebody who leans over takes there."""
BAND = 48
"""Rows of a picture that are shaded at a time."""
TRIES = 400
"""Places that are tried before a thing is left at home: beside five racks there is little room."""


class Bodies:
    """What fidgets at one table; the same seed fidgets alike."""

    def __init__(
        self, size: tuple[int, int], parts: Iterable[Points], *, fidgety: float, seed: int
    ) -> None:
        """Seat them.

        Args:
            size: the picture's width and height in pixels.
            parts: the corners of mat and racks, shape (4, 2), pixels: nobody is on these.
            fidgety: from 0, nobody stirs, to 1, everybody does all the time.
            seed: of all chance.

        Raises:
            ValueError: nobody fidgets that much.
        """
        if not 0 <= fidgety <= 1:
            raise ValueError(f"a table is fidgety from 0 to 1, got {fidgety}")
        self._fidgety, self._size = fidgety, size
        self._random = random = np.random.default_rng(seed)
        taken = np.zeros((size[1], size[0]), np.uint8)
        for corners in parts:
            cv2.fillConvexPoly(taken, np.round(corners).astype(np.int32), 1)
        self._taken = cv2.dilate(taken, np.ones((9, 9), np.uint8))
        unit = size[0] / 2304
        sleeves = (self._place(round(150 * unit)) for _ in range(round(SLEEVES * fidgety)))
        self._sleeves = [
            (
                place,
                _cloth(random, round(110 * unit)),
                random.uniform(0.4, 2.5),
                random.uniform(0, 9),
            )
            for place in sleeves
            if place is not None
        ]
        self._phone = self._place(round(140 * unit)) if fidgety > 0 else None
        self._cup = self._place(round(120 * unit)) if fidgety > 0 else None
        self._unit = unit
        self._hertz, self._way = random.uniform(0.6, 3.0), random.uniform(0, 2 * np.pi)

    @classmethod
    def at(cls, optics: Optics, *, fidgety: float, seed: int) -> Self:
        """Seat them round the simulated table that ``optics`` looks at."""
        layout, setting = optics.layout, optics.setting
        parts = [optics.mat.to_pixels(rectangle(0, 0, *layout.mat.size))]
        for seat in range(setting.players):
            panel = rectangle(0, 0, *layout.rack(seat).size)
            parts.append(optics.rack(seat).to_pixels(panel))
        return cls(setting.frame, parts, fidgety=fidgety, seed=seed)

    def paint(self, image: BgrImage, t: float) -> BgrImage:
        """Return a picture, shape (H, W, 3), uint8, BGR, with them as they are in second ``t``."""
        if self._fidgety == 0:
            return image
        image = image.copy()
        for (x, y), cloth, rhythm, start in self._sleeves:
            # Half of the time they rest.
            phase = 7 * t if ((t + start) / rhythm) % 1.0 < 0.5 else start
            off = 18 * self._unit * np.array([1 + np.sin(phase), 1 + np.cos(1.3 * phase)])
            left, top = np.round(off + np.array([x, y])).astype(int)
            image[top : top + len(cloth), left : left + len(cloth)] = cloth
        if self._phone is not None:
            x, y = self._phone
            side = round(140 * self._unit)
            lit = (t / 3.1) % 1.0 < 0.6
            image[y : y + side, x : x + side * 5 // 9] = (215, 200, 190) if lit else (24, 22, 22)
        if self._cup is not None and (t / 17.0) % 1.0 < 0.7:
            x, y = self._cup
            half = round(60 * self._unit)
            cv2.circle(image, (x + half, y + half), half - 2, (120, 150, 170), -1)
            cv2.circle(image, (x + half, y + half), half * 3 // 4, (30, 45, 70), -1)
        return self._swayed(self._shaded(image, t), t)

    def _place(self, side: int) -> tuple[int, int] | None:
        """Return where a box fits beside mat and racks, and keep others off it."""
        width, height = self._size
        for _ in range(TRIES):
            x = int(self._random.integers(0, width - side))
            y = int(self._random.integers(0, height - side))
            if not self._taken[y : y + side, x : x + side].any():
                self._taken[y : y + side, x : x + side] = 1
                return x, y
        return None

    def _shaded(self, image: BgrImage, t: float) -> BgrImage:
        """Let somebody's shadow pass over ``image`` itself once in a while; return it."""
        into = (t % 13.0) / 2.0
        if into >= 1:
            return image
        width = self._size[0]
        at = (1.6 * into - 0.3) * width
        row = np.exp(-(((np.arange(width) - at) / (0.12 * width)) ** 2))
        gain = (1 - BODY_SHADE * self._fidgety * row).astype(np.float32)
        field = np.repeat(np.tile(gain, (min(BAND, image.shape[0]), 1))[..., None], 3, 2)
        for top in range(0, image.shape[0], BAND):  # a field for the whole picture is 36 MB
            band = image[top : top + BAND]
            cv2.multiply(band, field[: len(band)], dst=band, dtype=cv2.CV_8U)
        return image

    def _swayed(self, image: BgrImage, t: float) -> BgrImage:
        """Swing the camera: knocked against now and then, it rings for a while."""
        rings = 0.3 + 0.7 * np.exp(-(t % 9.0) / 2.0)
        far = SWAY * self._fidgety * self._unit * rings * np.sin(2 * np.pi * self._hertz * t)
        return shifted(image, (far * float(np.cos(self._way)), far * float(np.sin(self._way))))


def shifted(image: BgrImage, by: tuple[float, float]) -> BgrImage:
    """Return a picture, shape (H, W, 3), moved to the right and down by few pixels; its rim stays.

    What `cv2.warpAffine` does of a shift, between the same four pixels, to one grey level: each
    direction is rounded for itself. A quarter of the time: most of a fidgety game went there.
    """
    height, width = image.shape[:2]
    whole = [int(np.floor(one)) for one in by]
    part = [one - below for one, below in zip(by, whole, strict=True)]
    rim = max(abs(one) for one in whole) + 1
    wide = cv2.copyMakeBorder(image, rim, rim, rim, rim, cv2.BORDER_REPLICATE)
    left, top = rim - whole[0], rim - whole[1]
    here, beside = (wide[:, x : x + width] for x in (left, left - 1))
    across = cv2.addWeighted(here, 1 - part[0], beside, part[0], 0)
    here, above = (across[y : y + height] for y in (top, top - 1))
    return np.asarray(cv2.addWeighted(here, 1 - part[1], above, part[1], 0), np.uint8)


def _cloth(random: np.random.Generator, side: int) -> npt.NDArray[np.uint8]:
    few = random.integers(30, 170, (6, 6, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(few, (side, side), interpolation=cv2.INTER_CUBIC), np.uint8)
