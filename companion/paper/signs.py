"""The sign and the colour of each seat: an animal on white, the same on paper and on pages.

A seat is told by its number, by its animal and by its colour, so that nobody has to count and
nobody needs to see colours. The colours are none that a suit of any deck has, and stay apart for
those who see no red or no green; each is dark enough to stand on white.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from gettext import NullTranslations
from itertools import pairwise
from math import cos, pi, radians, sin

from companion.language.names import ENGLISH
from companion.paper.shapes import WHITE, Circle, Path, Point, Rgb, Shape

BOX = 100.0
"""The side of the square that a sign is drawn in; its ground is the circle inside of it."""
RING: Rgb = (120, 120, 120)
"""The edge of the ground: a neutral grey, on white paper and on a dark page."""
STROKE = 2.5
"""Of that edge, in the sign's own units."""
ELLIPSE_POINTS = 24
"""Points of a whole ellipse on paper."""
CURVE_POINTS = 4
"""Points from one given point of a curve to the next, on paper."""
POINTS_OF_PIECE = (-1, 0, 1, 2)
"""Which points a piece of a curve depends on: the one before it, its ends, the one after."""

SignOutline = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An ellipse about (x, y) by its half axes, turned by degrees clockwise."""

    x: float
    y: float
    across: float
    down: float
    turn: float = 0.0

    def outline(self) -> SignOutline:
        """Return points on its edge, clockwise."""
        lean = radians(self.turn)
        points = []
        for index in range(ELLIPSE_POINTS):
            angle = 2 * pi * index / ELLIPSE_POINTS
            right, low = self.across * cos(angle), self.down * sin(angle)
            points.append(
                (
                    self.x + right * cos(lean) - low * sin(lean),
                    self.y + right * sin(lean) + low * cos(lean),
                )
            )
        return tuple(points)

    def mirrored(self) -> Ellipse:
        """Return it on the other side of the middle."""
        return replace(self, x=BOX - self.x, turn=-self.turn)


@dataclass(frozen=True, slots=True)
class Curve:
    """A closed smooth line through points, clockwise (a uniform Catmull-Rom spline)."""

    through: SignOutline

    def outline(self) -> SignOutline:
        """Return points along it."""
        points = []
        for (x0, y0), (x1, y1), (x2, y2), (x3, y3) in self.pieces():
            for step in range(CURVE_POINTS):
                t = step / CURVE_POINTS
                points.append((_between(x0, x1, x2, x3, t), _between(y0, y1, y2, y3, t)))
        return tuple(points)

    def pieces(self) -> Iterator[tuple[Point, Point, Point, Point]]:
        """Yield, for each piece, the point before it, its start, its end and the point after."""
        count = len(self.through)
        for index in range(count):
            before, start, end, after = (
                self.through[(index + one) % count] for one in POINTS_OF_PIECE
            )
            yield before, start, end, after

    def mirrored(self) -> Curve:
        """Return it on the other side of the middle."""
        return Curve(_mirrored(self.through))


@dataclass(frozen=True, slots=True)
class Polygon:
    """Straight lines from point to point and back to the first, clockwise."""

    points: SignOutline

    def outline(self) -> SignOutline:
        """Return the points."""
        return self.points

    def mirrored(self) -> Polygon:
        """Return it on the other side of the middle."""
        return Polygon(_mirrored(self.points))


Form = Ellipse | Curve | Polygon
SignParts = tuple[tuple[bool, Form], ...]


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands for one seat.

    Attributes:
        key: of its animal, for scripts and files; never translated.
        colour: of the animal, sRGB.
        parts: forms in the square of `BOX`, from the lowest to the uppermost, each with whether
            it is of the animal's colour, or else of the ground's.
    """

    key: str
    colour: Rgb
    parts: SignParts


def _curve(*through: Point) -> Curve:
    return Curve(_clockwise(through))


def _corners(*points: Point) -> Polygon:
    return Polygon(_clockwise(points))


def _clockwise(points: SignOutline) -> SignOutline:
    """Return an outline that goes round clockwise: parts of one path may overlap then."""
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    area = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)
    return points if area > 0 else points[::-1]


def _mirrored(points: SignOutline) -> SignOutline:
    return tuple((BOX - x, y) for x, y in reversed(points))


def _between(before: float, start: float, end: float, after: float, t: float) -> float:
    return 0.5 * (
        2 * start
        + (end - before) * t
        + (2 * before - 5 * start + 4 * end - after) * t**2
        + (3 * start - 3 * end + after - before) * t**3
    )


def _band(width: float, *along: Point) -> Polygon:
    """Return a line through points as an outline of its own."""
    upper, lower = [], []
    for (x1, y1), (x2, y2) in pairwise(along):
        long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        right, down = (y1 - y2) / long * width / 2, (x2 - x1) / long * width / 2
        upper += [(x1 + right, y1 + down), (x2 + right, y2 + down)]
        lower += [(x1 - right, y1 - down), (x2 - right, y2 - down)]
    return _corners(*((round(x, 1), round(y, 1)) for x, y in [*upper, *reversed(lower)]))


def _hare() -> SignParts:
    ear = Ellipse(37, 31, 8.5, 24, -9)
    inside = Ellipse(37.5, 31, 3.2, 15, -9)
    eye = Ellipse(41, 62, 3.6, 4.4)
    return (
        (True, ear),
        (True, ear.mirrored()),
        (False, inside),
        (False, inside.mirrored()),
        (True, Ellipse(50, 66, 24, 21)),
        (False, eye),
        (False, eye.mirrored()),
        (False, Ellipse(50, 73, 4.2, 3)),
    )


def _fish() -> SignParts:
    return (
        (
            True,
            _curve(
                (12, 52),
                (26, 37),
                (44, 32),
                (60, 38),
                (72, 48),
                (72, 56),
                (60, 66),
                (44, 72),
                (26, 67),
            ),
        ),
        (True, _corners((66, 52), (90, 31), (83, 52), (90, 73))),
        (True, _corners((36, 36), (50, 20), (60, 40))),
        (True, _corners((40, 68), (50, 82), (57, 66))),
        (False, Ellipse(26, 48, 4.6, 4.6)),
        (False, _band(3.6, (39, 40), (43, 52), (39, 64))),
    )


def _owl() -> SignParts:
    eye, pupil = Ellipse(38.5, 40, 10.5, 10.5), Ellipse(39.5, 40, 4.6, 4.6)
    foot = Ellipse(41, 87, 6.5, 4)
    return (
        (
            True,
            _curve(
                (50, 21),
                (70, 24),
                (76, 44),
                (77, 66),
                (66, 83),
                (50, 87),
                (34, 83),
                (23, 66),
                (24, 44),
                (30, 24),
            ),
        ),
        (True, _corners((25, 40), (26, 14), (45, 23))),
        (True, _corners((75, 40), (74, 14), (55, 23))),
        (True, foot),
        (True, foot.mirrored()),
        (False, eye),
        (False, eye.mirrored()),
        (True, pupil),
        (True, pupil.mirrored()),
        (False, _corners((44.5, 51), (55.5, 51), (50, 61))),
        (False, _band(4.0, (38, 70), (62, 70))),
        (False, _band(4.0, (42, 78), (58, 78))),
    )


def _butterfly() -> SignParts:
    upper = _curve((48, 46), (36, 24), (18, 18), (9, 28), (14, 46), (30, 55), (47, 52))
    lower = _curve((48, 53), (32, 56), (20, 66), (22, 79), (34, 82), (45, 70))
    feeler = _band(3.4, (48.5, 36), (44, 24), (37, 15))
    spot, small = Ellipse(24, 35, 6.2, 6.2), Ellipse(33, 69, 4.6, 4.6)
    return (
        (True, upper),
        (True, upper.mirrored()),
        (True, lower),
        (True, lower.mirrored()),
        (False, spot),
        (False, spot.mirrored()),
        (False, small),
        (False, small.mirrored()),
        (False, Ellipse(50, 54, 6.2, 25)),
        (True, Ellipse(50, 54, 4, 23)),
        (True, feeler),
        (True, feeler.mirrored()),
    )


def _turtle() -> SignParts:
    return (
        (True, _corners((30, 62), (45, 62), (42, 82), (28, 82))),
        (True, _corners((64, 62), (79, 62), (82, 82), (68, 82))),
        (
            True,
            _curve((24, 68), (16, 60), (7, 52), (7, 42), (15, 36), (23, 41), (27, 52), (32, 60)),
        ),
        (False, Ellipse(14, 44, 2.8, 2.8)),
        (False, _curve((25, 70), (29, 43), (43, 25), (60, 24), (76, 35), (84, 57), (83, 70))),
        (
            True,
            _curve((28, 67), (32, 45), (44, 29), (60, 28), (74, 38), (82, 58), (81, 67), (54, 68)),
        ),
        (False, _band(3.4, (46, 30), (51, 47), (40, 64))),
        (False, _band(3.4, (64, 31), (61, 47), (71, 64))),
        (False, _band(3.4, (50, 47), (62, 47))),
    )


SIGNS: tuple[Sign, ...] = (
    Sign("hare", (0xD9, 0x6A, 0x00), _hare()),
    Sign("fish", (0x00, 0x65, 0x6F), _fish()),
    Sign("owl", (0x7A, 0x40, 0x10), _owl()),
    Sign("butterfly", (0xE3, 0x5F, 0xAE), _butterfly()),
    Sign("turtle", (0x43, 0x18, 0x6B), _turtle()),
)
"""By seat, from 0: orange, petrol, brown, pink and violet."""


def sign_name(seat: int, language: NullTranslations = ENGLISH) -> str:
    """Return what the sign of ``seat`` shows, as a word of its own: ``hare``."""
    _ = language.gettext
    return {
        "hare": _("hare"),
        "fish": _("fish"),
        "owl": _("owl"),
        "butterfly": _("butterfly"),
        "turtle": _("turtle"),
    }[SIGNS[seat].key]


def sign(seat: int, x: float, y: float, size: float) -> tuple[Shape, ...]:
    """Return the sign of ``seat`` on its ground; x, y is the corner of its square of ``size``."""
    share = size / BOX
    found = SIGNS[seat]
    middle, stroke = BOX / 2, STROKE * share

    def placed(outline: SignOutline) -> SignOutline:
        return tuple((x + right * share, y + down * share) for right, down in outline)

    ground = Circle(
        x + middle * share,
        y + middle * share,
        (BOX - STROKE) / 2 * share,
        fill=WHITE,
        line=RING,
        stroke=stroke,
    )
    return (
        ground,
        *(
            Path(
                placed(form.outline()),
                line=None,
                fill=found.colour if coloured else WHITE,
                closed=True,
            )
            for coloured, form in found.parts
        ),
    )
