"""White in a learnt picture: a card's own white border, or the paper under it, shows the light."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import EXEMPLAR_SCALE

if TYPE_CHECKING:
    from companion.frames import BgrImage

RINGS = ((0.7, 1.7), (1.3, 2.2))
"""Millimetres from the card's edge, inside, between which a border is looked at, first and then.

The second is for an outline that takes in a little of a dark table along one side.
"""
TABLE_BESIDE = (2.0, 5.0)
"""Millimetres from the card's edge, outside, between which the table is looked at."""
ROUND_CORNERS = 7.0
"""Millimetres at the ends of each side that are left out: corners are round."""
PLACES_A_SIDE = 6
"""Places along each side."""
LIGHT_CAST = 0.3
"""Share by which the channels of white may differ: the colour of the light."""
PALE_BESIDE = 0.15
"""The same for paper beside a card, which a table of a pale colour must not pass for."""
LIGHT = 0.82
"""Share of the brightness of a card's lightest places that white has, in even light."""
DIMMEST = 60.0
"""Grey levels below which nothing is taken for white."""
SHADED_BORDER = 0.5
"""Share of the brightness of a card's lightest places below which no shade explains a border."""
EVEN_LIGHT = 0.1
"""Share by which a place may differ from an even change of light, in any channel."""
LEAST_WHITE_SHARE = 0.75
"""Share of the places that have to show white."""
WHITE = 235.0
"""Grey level that white gets."""

Levels = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """How bright white is at every place of a card: `WHITE` wherever the light is white and even.

    Attributes:
        factors: shape (6, 3), BGR; the logarithm of white is 1, x, y, xy, xx and yy times these,
            with x and y from -1 to 1 across the card.
    """

    factors: Levels

    def apply(self, card: BgrImage, level: float = WHITE) -> BgrImage:
        """Return ``card``, flat, as it would look in even light in which white is ``level``.

        Args:
            card: any size, shape (H, W, 3), uint8, BGR; its edges are those of the card.
            level: 0 to 255.
        """
        rows, columns = card.shape[:2]
        x = np.linspace(-1, 1, columns)[None, :, None]
        y = np.linspace(-1, 1, rows)[:, None, None]
        white = np.exp(sum(term * f for term, f in zip(_terms(x, y), self.factors, strict=True)))
        return np.asarray(np.clip(card * (level / white), 0, 255).round(), dtype=np.uint8)


def light_on_border(card: BgrImage) -> Light | None:
    """Return the light on a flat card, seen on its white border; None: it has none.

    Args:
        card: to its edges, any size, shape (H, W, 3), uint8, BGR.
    """
    rows, columns = card.shape[:2]
    lightest = float(np.percentile(card.mean(axis=2), 97))
    for ring in RINGS:
        places, levels = _ring(card, ring, (0.0, 0.0, float(columns), float(rows)))
        light = _fitted(places, levels, SHADED_BORDER * lightest, LIGHT_CAST)
        if light is None:
            continue
        # In even light a white border is among the lightest places; a grey one is not.
        evened = light.apply(card, WHITE / 2).mean(axis=2)
        if LIGHT * float(np.percentile(evened, 97)) <= WHITE / 2:
            return light
    return None


def light_on_paper(wide: BgrImage, margin: float) -> Light | None:
    """Return the light on a flat card, seen on white paper beside it; None: there is none.

    Args:
        wide: the card with ``margin`` millimetres round it, at `EXEMPLAR_SCALE`.
        margin: at least as wide as what is looked at.
    """
    rows, columns = wide.shape[:2]
    edge = margin * EXEMPLAR_SCALE
    box = (edge, edge, columns - 2 * edge, rows - 2 * edge)
    places, levels = _ring(wide, (-TABLE_BESIDE[1], -TABLE_BESIDE[0]), box)
    inner = wide[round(edge) : -round(edge), round(edge) : -round(edge)]
    lightest = float(np.percentile(inner.mean(axis=2), 99))
    return _fitted(places, levels, max(lightest, 120.0), PALE_BESIDE)


def _ring(
    image: BgrImage, depth: tuple[float, float], box: tuple[float, float, float, float]
) -> tuple[Levels, Levels]:
    """Return places (x, y from -1 to 1 across the card) along its edge, and their levels, BGR."""
    left, top, width, height = box
    low, high = depth[0] * EXEMPLAR_SCALE, depth[1] * EXEMPLAR_SCALE
    places, levels = [], []
    for turned in (False, True):
        long, across = (height, width) if turned else (width, height)
        cuts = np.linspace(
            ROUND_CORNERS * EXEMPLAR_SCALE, long - ROUND_CORNERS * EXEMPLAR_SCALE, PLACES_A_SIDE + 1
        )
        for start, end in itertools.pairwise(cuts):
            for near, far in ((low, high), (across - high, across - low)):
                x, y = ((near, far), (start, end)) if turned else ((start, end), (near, far))
                rows = slice(round(top + y[0]), max(round(top + y[1]), round(top + y[0]) + 1))
                columns = slice(round(left + x[0]), max(round(left + x[1]), round(left + x[0]) + 1))
                part = image[rows, columns].reshape(-1, 3)
                if len(part):
                    places.append([sum(x) / width - 1, sum(y) / height - 1])
                    levels.append(np.median(part, axis=0))
    return np.array(places), np.array(levels, dtype=np.float64)


def _terms(x: Levels, y: Levels) -> list[Levels]:
    return [np.ones_like(x), x, y, x * y, x * x, y * y]


def _fitted(places: Levels, levels: Levels, least: float, cast: float) -> Light | None:
    """Fit an even change of light through the places that may be white."""
    lightness = levels.mean(axis=1)
    spread = (levels.max(axis=1) - levels.min(axis=1)) / np.maximum(levels.max(axis=1), 1)
    white = (lightness >= max(least, DIMMEST)) & (spread <= cast)
    if white.mean() < LEAST_WHITE_SHARE:
        return None
    x, y = places.T
    terms = np.column_stack(_terms(x, y))
    logs = np.log(np.maximum(levels, 1))
    good = white
    factors = np.zeros((6, 3))
    for _ in range(3):
        factors = np.linalg.lstsq(terms[good], logs[good], rcond=None)[0]
        good = white & (np.abs(terms @ factors - logs).max(axis=1) <= EVEN_LIGHT)
        if good.mean() < LEAST_WHITE_SHARE:
            return None
    return Light(np.asarray(factors, dtype=np.float64))


def sharpness(card: BgrImage) -> float:
    """Return how sharp a flat card is: the steepest change, as a share of its contrast, per pixel.

    0.5 and more is crisp; 0.1 is badly out of focus.
    """
    grey = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY).astype(np.float32)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    steep = float(np.percentile(np.hypot(across, down), 99.5)) / 8
    low, high = np.percentile(grey, (2, 98))
    return steep / max(float(high - low), 1.0)


def whitened(
    cards: Sequence[BgrImage], lights: Sequence[Light | None], share: float = 0.6
) -> tuple[BgrImage, ...]:
    """Return the cards in white light where most of the series shows what white is.

    A single card that seems to have a white border among cards that have none was misjudged.
    """
    if sum(light is not None for light in lights) < share * len(cards):
        return tuple(cards)
    return tuple(
        light.apply(card) if light is not None else card
        for card, light in zip(cards, lights, strict=True)
    )
