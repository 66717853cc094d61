"""The hue of a card against its own white: what light and camera do to both, they do alike.

Two cameras print the same green as olive and as bluish green, and a lamp turns all colours; but
suits are printed to be told apart by people, so from one to the next the hue changes by more.
Hues are angles in CIELAB, where equal steps look equally large.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Mask
from vision.table.light import FloatImage

CHROMA = 0.25
"""Least difference between the strongest and the weakest channel of a pixel that counts as
coloured."""
LEAST_COLOURED = 0.04
"""Share of a card that has to be printed in colour before its hue means something."""
ONE_HUE = 0.7
"""How far a card's colours have to agree, 1 is all alike, before it has a hue."""
LEAST_CHROMA = 10.0
"""Of CIELAB, below which a mean colour has no hue."""
WHITE_SHARE = 0.7
"""Share of a card's brightest places that every channel of white has."""
PALE_WHITE = 0.25
"""Share by which the channels of white may differ in a learnt picture."""
LEAST_WHITE = 0.03
"""Share of a card that has to be white before its white tells the light."""
SURE = 40.0
"""Degrees by which another suit's hue has to be farther off for hue alone to rule it out."""
CLEARLY_COLOURED = 20.0
"""Of CIELAB: so much chroma, against its own white, no grey print has in any light."""
BRIGHTEST = 97.0
"""Percentile of a card's lightness that counts as its brightest places."""


@dataclass(frozen=True, slots=True, eq=False)
class _Print:
    """Where one card is printed in its one colour, where it is white, and its hue in degrees."""

    coloured: Mask
    white: Mask | None
    hue: float


class Hues:
    """The hues of a deck's cards."""

    def __init__(self, cards: Mapping[str, FloatImage], counts: Mask) -> None:
        """Look at each card.

        Args:
            cards: by label, upright, all of shape (H, W, 3), BGR, 0 to 1.
            counts: shape (H, W), which pixels are certainly the card's.
        """
        self._cards = dict(cards)
        self._colourless: dict[str, frozenset[str]] = {}
        self._prints: dict[str, _Print] = {}
        for label, card in cards.items():
            coloured = (card.max(axis=2) - card.min(axis=2) > CHROMA) & counts
            # One of all colours has a median hue like any other, and it tells nothing.
            if float(coloured.mean()) < LEAST_COLOURED or not _agree(card[coloured]):
                continue
            white = _white(card, counts)
            hue = _hue(card, coloured, white)
            if hue is not None:
                self._prints[label] = _Print(coloured, white, hue)

    def learnt(self, label: str) -> float | None:
        """Return the hue, in degrees, in which ``label`` was learnt; None: it has none of its own.

        Black and white have none, and a card of all colours has not.
        """
        known = self._prints.get(label)
        return known.hue if known else None

    def seen(self, label: str, card: FloatImage) -> float | None:
        """Return the hue of ``card`` where ``label`` is coloured; None where there is none.

        Args:
            label: what it may be; cards of one rank have their colour in the same places.
            card: of the learnt cards' shape, upright and flat, balanced BGR.
        """
        known = self._prints.get(label)
        return _hue(card, known.coloured, known.white) if known else None

    def apart(self, label: str, card: FloatImage) -> float:
        """Return the degrees between the hue of ``card`` and that of ``label``; 0 without hues."""
        seen, learnt = self.seen(label, card), self.learnt(label)
        return 0.0 if seen is None or learnt is None else degrees_between(seen, learnt)

    def ruled_out(self, label: str, card: FloatImage) -> tuple[float, set[str]]:
        """Return by how many degrees ``card`` misses the nearest hue, and whose are farther.

        By so much farther that hue alone rules them out. Arguments as `seen`'s; where ``label``
        has no hue, nothing is ruled out.
        """
        apart = self._apart_from_all(label, card)
        least = min(apart.values(), default=0.0)
        return least, {name for name, degrees in apart.items() if degrees > least + SURE}

    def is_other(self, label: str, card: FloatImage, most: float) -> bool:
        """Say whether ``card`` is more than ``most`` degrees from ``label``, or rules it out."""
        apart = self._apart_from_all(label, card)
        return bool(apart) and apart[label] > min(most, min(apart.values()) + SURE)

    def _apart_from_all(self, label: str, card: FloatImage) -> dict[str, float]:
        """Return the degrees between the hue of ``card`` and each learnt one; see `seen`.

        Empty where ``label`` has no hue, or ``card`` none.
        """
        seen = self.seen(label, card)
        if seen is None:
            return {}
        return {name: degrees_between(seen, known.hue) for name, known in self._prints.items()}

    def greyer(self, label: str, card: FloatImage) -> frozenset[str]:
        """Return which cards are grey or white where ``card`` certainly is coloured.

        Light that falls on white and print alike makes a colour paler, never a grey one coloured:
        in the light that its own white tells, ``card`` is none of them. Arguments as `seen`'s.
        """
        known = self._prints.get(label)
        if known is None or _chroma(card, known.coloured, known.white) < CLEARLY_COLOURED:
            return frozenset()
        if label not in self._colourless:
            self._colourless[label] = frozenset(
                name
                for name, learnt in self._cards.items()
                if _chroma(learnt, known.coloured, known.white) < LEAST_CHROMA
            )
        return self._colourless[label]


def degrees_between(one: float, other: float) -> float:
    """Return the angle between two hues, 0 to 180."""
    return abs((one - other + 180) % 360 - 180)


def _agree(colours: FloatImage) -> bool:
    strength = colours - colours.mean(axis=1, keepdims=True)
    directions = strength / np.maximum(np.linalg.norm(strength, axis=1, keepdims=True), 1e-6)
    return float(np.linalg.norm(directions.mean(axis=0))) >= ONE_HUE


def _white(card: FloatImage, counts: Mask) -> Mask | None:
    brightest = float(np.percentile(card.mean(axis=2)[counts], BRIGHTEST))
    low, high = card.min(axis=2), card.max(axis=2)
    white = (low >= WHITE_SHARE * brightest) & (high - low <= PALE_WHITE * high) & counts
    return white if float(white.mean()) >= LEAST_WHITE else None


def _hue(card: FloatImage, coloured: Mask, white: Mask | None) -> float | None:
    a, b = _a_and_b(card, coloured, white)
    if np.hypot(a, b) < LEAST_CHROMA:
        return None
    return float(np.degrees(np.arctan2(b, a))) % 360


def _chroma(card: FloatImage, coloured: Mask, white: Mask | None) -> float:
    return float(np.hypot(*_a_and_b(card, coloured, white)))


def _a_and_b(card: FloatImage, coloured: Mask, white: Mask | None) -> tuple[float, float]:
    """Return CIELAB's a* and b* of the colour of ``card`` against its white, if it has one."""
    colour = np.median(card[coloured], axis=0)
    # Medians: glare and a shadow's edge on a part of the print do not move them.
    light = 1.0 if white is None else np.maximum(np.median(card[white], axis=0), 1e-3)
    pixel = np.clip(colour / light, 0, 1).astype(np.float32).reshape(1, 1, 3)
    _, a, b = cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0].astype(float)
    return float(a), float(b)
