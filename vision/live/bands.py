"""Dark bands that run over the pictures of a dimmed lamp, taken out row by row.

A dimmed LED lamp is switched off and on hundreds of times a second. A rolling shutter reads one row
after the other, so some rows get less light than others, and with each picture they are others. In
a few seconds every row is lit, which says how much light it lacks in the newest picture.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.live.motion import halved, medians_of_rows

if TYPE_CHECKING:
    from companion.frames import BgrImage, Frame

ROWS = 432
"""Rows in which the light is measured."""
COLUMNS = 36
"""Columns by which it is."""
PARTS = 3
"""Parts of a row's width; a hand or a shadow that darkens one of them is not the lamp."""
READABLE = (32.0, 250.0)
"""Grey levels between which a spot tells how strong the light is."""
PARTS_AGREE = 0.1
"""Logarithm of a light's strength by which the parts of a row may differ."""
ROWS_AGREE = 0.5
"""Share of the rows whose parts have to agree; in another view they do not."""
REMEMBERED = 4.0
"""Seconds of pictures by which it is known how light each row can be."""
LOOKED_EVERY = 0.15
"""Seconds after which pictures are looked at while they have no bands."""
WATCHED = 1.0
"""Seconds of them that are needed."""
FEWEST = 8
"""Pictures that are needed."""
LAMP_ON, LAMP_OFF = 85.0, 10.0
"""Percentiles of a row's light: as it is while the lamp is on, and while it is off."""
ROUNDS = 3
"""Times that what all rows have in common and what is a row's own are told apart anew."""
DEPTH = 0.15
"""Logarithm of a light's strength between those from which there are bands. Mains lamps that are
not dimmed stay below; what they do can be read as it is."""
BANDED = 0.6
"""Share of the rows that have to become dark and light again."""
MOST_LACKING = 1.5
"""Logarithm of the light that a row may lack; beyond it there is noise only."""
RENEWED_EVERY = 20.0
"""Seconds after which pictures are compared with a newer one: what lies on the table changes."""

RowLight = npt.NDArray[np.float32]
"""Logarithms of light, shape (`ROWS`,) or (`ROWS`, `COLUMNS`)."""


class Bands:
    """Takes dark bands out of pictures; feed it every frame."""

    def __init__(self) -> None:
        """Start without a picture."""
        self._known: RowLight | None = None
        self._known_at = 0.0
        self._banded = False
        self._lights: deque[tuple[float, RowLight]] = deque()

    def evened(self, frame: Frame) -> Frame:
        """Return a frame without its bands; where there are none, the frame itself."""
        lights = self._lights
        if not self._banded and lights and frame.t - lights[-1][0] < LOOKED_EVERY:
            return frame
        now = _thinned(frame.pixels if frame.small is None else frame.small)
        light = self._light_of(now)
        if light is None:
            self._begin(now, frame.t)
            return frame
        if frame.t - self._known_at >= RENEWED_EVERY:
            self._known, self._known_at = now - light[:, None], frame.t
        lights.append((frame.t, light))
        while lights[0][0] < frame.t - REMEMBERED:
            lights.popleft()
        lacking = self._lacking(frame.t)
        self._banded = lacking is not None
        if lacking is None:
            return frame
        gain = np.exp(np.clip(lacking, 0.0, MOST_LACKING)).astype(np.float32)
        # Every picture is looked at for movement, few of them are read.
        small = _lit(halved(frame.pixels) if frame.small is None else frame.small, gain)
        return replace(frame, picture=cache(lambda: _lit(frame.pixels, gain)), small=small)

    def _begin(self, now: RowLight, t: float) -> None:
        self._known, self._known_at = now, t
        self._banded = False
        self._lights.clear()

    def _light_of(self, now: RowLight) -> RowLight | None:
        """Return the light of each row, by that of the known picture; None: it is another view."""
        if self._known is None:
            return None
        low, high = np.log(READABLE)
        told = (self._known > low) & (self._known < high) & (now < high)
        apart = np.where(told, now - self._known, np.nan)
        parts = np.stack([medians_of_rows(part) for part in np.array_split(apart, PARTS, axis=1)])
        spread = parts.max(axis=0) - parts.min(axis=0)
        rows = np.isfinite(spread)
        if not rows.any() or float((spread[rows] <= PARTS_AGREE).mean()) < ROWS_AGREE:
            return None
        every = np.arange(ROWS)
        middle = np.median(parts[:, rows], axis=0)
        return np.interp(every, every[rows], middle).astype(np.float32)

    def _lacking(self, t: float) -> RowLight | None:
        """Return how much light each row lacks in the newest picture; None: there are no bands."""
        if len(self._lights) < FEWEST or t - self._lights[0][0] < WATCHED:
            return None
        lights = np.stack([rows for _, rows in self._lights])
        # All rows become brighter and darker with the exposure: what is left is a row's own.
        lights -= np.median(lights, axis=1, keepdims=True)
        dark, lit = np.percentile(lights, (LAMP_OFF, LAMP_ON), axis=0)
        if float((lit - dark >= DEPTH).mean()) < BANDED:
            return None
        # The known picture has bands as well, and so has the median of all rows.
        for _ in range(ROUNDS):
            lights -= np.percentile(lights - lit, LAMP_ON, axis=1, keepdims=True)
            lit = np.percentile(lights, LAMP_ON, axis=0)
        return np.asarray(lit - lights[-1], np.float32)


def _thinned(image: BgrImage) -> RowLight:
    """Return the logarithm of the green channel, `ROWS` times `COLUMNS`."""
    step = max(1, image.shape[1] // COLUMNS)
    thin = cv2.extractChannel(image[:, ::step], 1)
    rows = cv2.resize(thin, (thin.shape[1], ROWS), interpolation=cv2.INTER_AREA)
    return np.log(rows[:, :COLUMNS].astype(np.float32) + 1)


def _lit(image: BgrImage, gain: RowLight) -> BgrImage:
    """Return ``image`` with each of its rows so many times as light."""
    height, width = image.shape[:2]
    rows = (np.arange(height) + 0.5) * ROWS / height - 0.5
    each = np.interp(rows, np.arange(ROWS), gain).astype(np.float32)
    field = np.repeat(each[:, None, None], width, axis=1).repeat(3, axis=2)
    return np.asarray(cv2.multiply(image, field, dtype=cv2.CV_8U), np.uint8)
