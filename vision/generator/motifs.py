"""Motifs: the bursts, flowers, stars, letters and scribbles that are printed on drawn cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.drawing.sheet import SHIFT
from vision.generator.paints import Paint, mixed

if TYPE_CHECKING:
    from companion.frames import BgrImage

KINDS = (
    "burst", "willow", "disc", "polygon", "flower", "letter", "scribble", "star", "rings",
    "crescent", "leaf", "cross",
)  # fmt: skip
"""Families of shapes."""
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_PLAIN, cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX_SMALL,
)  # fmt: skip
"""OpenCV's upright fonts."""
CAP_HEIGHT = 21.0
"""Pixels of a capital letter in them at scale 1."""

_Points = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Motif:
    """One shape, the same wherever and however large it is drawn.

    Attributes:
        kind: one of `KINDS`.
        filled: whether it is an area rather than a line, where that makes a difference.
        stroke: the width of its lines, as a share of its radius.
        seed: what tells it from others of its kind.
    """

    kind: str
    filled: bool
    stroke: float
    seed: int

    @staticmethod
    def random(
        rng: np.random.Generator, kind: str | None = None, filled: bool | None = None
    ) -> Motif:
        """Return any motif, or any of that kind."""
        return Motif(
            kind or str(rng.choice(KINDS)),
            bool(rng.random() < 0.5) if filled is None else filled,
            float(rng.choice([0.05, 0.09, 0.16])),
            int(rng.integers(1 << 30)),
        )

    def draw(
        self, image: BgrImage, centre: tuple[float, float], radius: float, colour: Paint
    ) -> None:
        """Draw it into ``image`` round ``centre`` (x, y), in pixels."""
        pen = _Pen(image, centre, radius, colour, max(1, round(radius * self.stroke)), self.filled)
        chance = np.random.default_rng(self.seed)
        if self.kind == "burst":
            _burst(pen, chance)
        elif self.kind == "willow":
            _willow(pen, chance)
        elif self.kind == "disc":
            pen.ellipse((0.0, 0.0), (1.0, float(chance.uniform(0.6, 1.0))), chance.uniform(0, 180))
        elif self.kind == "polygon":
            corners = int(chance.integers(3, 7))
            angles = np.arange(corners) * 2 * np.pi / corners + chance.uniform(0, 6)
            pen.shape(_round(angles, 1.0))
        elif self.kind == "flower":
            _flower(pen, chance)
        elif self.kind == "letter":
            pen.text(chr(int(chance.integers(65, 91))), int(chance.integers(len(FONTS))), 1.5)
        elif self.kind == "scribble":
            _scribble(pen, chance)
        elif self.kind == "star":
            rays = int(chance.integers(4, 10))
            radii = np.where(np.arange(2 * rays) % 2, chance.uniform(0.3, 0.65), 1.0)
            pen.shape(_round(np.arange(2 * rays) * np.pi / rays, radii))
        elif self.kind == "rings":
            for share in np.linspace(1, 0, int(chance.integers(2, 5)), endpoint=False):
                pen.ellipse((0.0, 0.0), (float(share), float(share)), 0.0, line=True)
        elif self.kind == "crescent":
            _crescent(pen, chance)
        elif self.kind == "leaf":
            _leaf(pen, chance)
        elif self.kind == "cross":
            wide = float(chance.uniform(0.15, 0.45))
            outline = [(-wide, -1), (wide, -1), (wide, -wide), (1, -wide), (1, wide), (wide, wide)]
            outline += [(-x, -y) for x, y in outline]
            pen.shape(np.array(outline, dtype=np.float64))
        else:
            raise ValueError(f"no motif {self.kind}")


@dataclass(frozen=True, slots=True)
class _Pen:
    """Draws in units of a motif's radius round its centre."""

    image: BgrImage
    centre: tuple[float, float]
    radius: float
    colour: Paint
    width: int
    filled: bool

    def at(self, points: _Points) -> npt.NDArray[np.int32]:
        places = np.asarray(points) * self.radius + np.array(self.centre)
        return np.asarray(np.round(places * (1 << SHIFT)), dtype=np.int32)

    def shape(self, outline: _Points) -> None:
        points = self.at(outline)
        if self.filled:
            cv2.fillPoly(self.image, [points], self.colour, cv2.LINE_AA, SHIFT)
        else:
            cv2.polylines(self.image, [points], True, self.colour, self.width, cv2.LINE_AA, SHIFT)

    def line(self, points: _Points, width: int | None = None) -> None:
        cv2.polylines(
            self.image, [self.at(points)], False, self.colour, width or self.width,
            cv2.LINE_AA, SHIFT,
        )  # fmt: skip

    def ellipse(
        self,
        middle: tuple[float, float],
        axes: tuple[float, float],
        turned: float,
        line: bool = False,
    ) -> None:
        x, y = (int(v) for v in self.at(np.array(middle)))
        half = [max(1, round(axis * self.radius * (1 << SHIFT))) for axis in axes]
        cv2.ellipse(
            self.image, (x, y), (half[0], half[1]), turned, 0, 360, self.colour,
            self.width if line or not self.filled else -1, cv2.LINE_AA, SHIFT,
        )  # fmt: skip

    def text(self, letters: str, font: int, height: float) -> None:
        """Write ``letters`` in the middle, ``height`` radii high."""
        write(self.image, letters, self.centre, height * self.radius, font, self.colour)


def write(
    image: BgrImage,
    letters: str,
    centre: tuple[float, float],
    height: float,
    font: int,
    colour: Paint,
    bold: float = 0.12,
) -> None:
    """Write ``letters`` round ``centre`` (x, y), ``height`` pixels high, in one of `FONTS`.

    ``bold`` is the width of a stroke as a share of the height.
    """
    scale = height / CAP_HEIGHT * (2.0 if FONTS[font] == cv2.FONT_HERSHEY_PLAIN else 1.0)
    width = max(1, round(height * bold))
    (across, up), _ = cv2.getTextSize(letters, FONTS[font], scale, width)
    corner = (round(centre[0] - across / 2), round(centre[1] + up / 2))
    cv2.putText(image, letters, corner, FONTS[font], scale, colour, width, cv2.LINE_AA)


def _round(angles: _Points, radii: _Points | float) -> _Points:
    return np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=-1)


def _burst(pen: _Pen, chance: np.random.Generator) -> None:
    rays = int(chance.integers(9, 40))
    inner = float(chance.choice([0.0, 0.0, 0.3]))
    width = pen.width if rays < 20 else max(1, pen.width // 2)
    for ray in range(rays):
        angle = np.array(2 * np.pi * ray / rays + chance.normal(0, 0.06))
        length = chance.uniform(0.7, 1.0)
        pen.line(np.stack([_round(angle, inner), _round(angle, length)]), width)
        if pen.filled:
            x, y = _round(angle, length)
            dot = float(max(0.05, 1.2 / pen.radius))
            pen.ellipse((float(x), float(y)), (dot, dot), 0.0)


def _willow(pen: _Pen, chance: np.random.Generator) -> None:
    """Draw sparks that rise from the middle and fall in arcs."""
    along = np.linspace(0, 1, 8)
    for ray in range(int(chance.integers(7, 18))):
        side = chance.uniform(-1, 1)
        rise = chance.uniform(0.6, 1.6)
        arc = np.stack([side * along, -rise * along + (rise + 0.6) * along**2], axis=1)
        pen.line(arc, None if ray % 2 else max(1, pen.width // 2))


def _flower(pen: _Pen, chance: np.random.Generator) -> None:
    petals = int(chance.integers(4, 10))
    slender = float(chance.uniform(0.12, 0.26))
    for petal in range(petals):
        angle = 2 * np.pi * petal / petals
        middle = (0.55 * float(np.cos(angle)), 0.55 * float(np.sin(angle)))
        pen.ellipse(middle, (0.45, slender), float(np.degrees(angle)))


def _scribble(pen: _Pen, chance: np.random.Generator) -> None:
    steps = np.cumsum(chance.normal(0, 0.35, (int(chance.integers(6, 18)), 2)), axis=0)
    steps -= steps.mean(axis=0)
    pen.line(steps / max(1e-3, float(np.abs(steps).max())))


def _crescent(pen: _Pen, chance: np.random.Generator) -> None:
    angles = np.linspace(0.6, 2 * np.pi - 0.6, 24)
    turn = chance.uniform(0, 2 * np.pi)
    outer = _round(angles, 1.0)
    inner = _round(angles[::-1], float(chance.uniform(0.6, 0.8)))
    inner[:, 0] += 0.25
    cos, sin = np.cos(turn), np.sin(turn)
    pen.shape(np.concatenate([outer, inner]) @ np.array([[cos, sin], [-sin, cos]]))


def _leaf(pen: _Pen, chance: np.random.Generator) -> None:
    """Draw a stalk with leaves on both sides."""
    stalk = np.array([[0.0, 1.0], [chance.uniform(-0.3, 0.3), -1.0]])
    pen.line(stalk)
    pairs = int(chance.integers(2, 6))
    for pair in range(pairs):
        x, y = stalk[0] + (stalk[1] - stalk[0]) * (pair + 0.7) / pairs
        for side in (-1.0, 1.0):
            long = 0.45 * (1 - 0.4 * pair / pairs)
            pen.ellipse((float(x) + side * long * 0.8, float(y)), (long, long * 0.35), -side * 30)


def glowing(
    image: BgrImage, where: list[tuple[float, float]], radius: float, colour: Paint
) -> None:
    """Lay a soft light of ``colour`` round each place of ``where``, pixels, into ``image``."""
    lit = image.copy()
    middle = image.reshape(-1, 3).mean(axis=0)
    soft = mixed(colour, (round(middle[0]), round(middle[1]), round(middle[2])), 0.5)
    for x, y in where:
        cv2.circle(lit, (round(x), round(y)), max(1, round(radius * 1.1)), soft, -1, cv2.LINE_AA)
    image[:] = cv2.GaussianBlur(lit, (0, 0), max(radius * 0.3, 0.5))
