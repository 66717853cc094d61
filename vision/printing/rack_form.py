"""What a rack is made of, whether it stands, and what it hides: the numbers behind its drawings.

All lengths are millimetres, all masses grams, in the section of a rack seen from its end: x points
from the foot of its panel away from the table's middle, towards the player; y points up from the
table. A force is told in gram-force: what a mass of so many grams weighs.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, cos, degrees, hypot, radians, sin, tan

SectionPoint = tuple[float, float]
"""A place in the section, (x, y)."""

BOARD = 0.95e-3
"""Grams per square millimetre of grey board of 1.5 mm: the lightest advised in docs/building.md."""
PAPER = 0.16e-3
"""Grams per square millimetre of the strip's paper."""
SLEEVED = 2.5
"""Grams; a card of 63 x 88 mm in its sleeve. Makers tell 1.7 to 2 g for the card alone."""


@dataclass(frozen=True, slots=True)
class RackForm:
    """The form of a rack.

    Attributes:
        width, height: of the panel, along the table and along the panel.
        tilt: of the panel, degrees from the table.
        behind: from the panel's foot to a strut's far end, on the table.
        tab: the part of a strut that is folded and glued to the panel's back.
        struts: how many there are.
        floor: between panel and lip: what the cards' feet stand on, sleeves and all.
        flap: of the strip, glued behind the cardboard's upper edge.
        lip: the strip's last fold.
        hood: the length of the board above the panel that keeps the owner's eyes out.
        lean: of the hood, degrees from upright, towards the table's middle.
        ballast: what lies on the struts' heels, grams.
        heel: the level end of a strut on which it lies: its length and its height.
    """

    width: float
    height: float
    tilt: float
    behind: float = 70.0
    tab: float = 12.0
    struts: int = 3
    floor: float = 6.0
    flap: float = 12.0
    lip: float = 8.0
    hood: float = 54.0
    lean: float = 18.0
    ballast: float = 120.0
    heel: SectionPoint = (22.0, 4.0)

    @property
    def top(self) -> SectionPoint:
        """The upper edge of the panel."""
        return self.height * cos(radians(self.tilt)), self.height * sin(radians(self.tilt))

    @property
    def hood_top(self) -> SectionPoint:
        """The upper edge of the hood: the rack's highest place."""
        x, y = self.top
        lean = radians(self.lean)
        return x - self.hood * sin(lean), y + self.hood * cos(lean)

    @property
    def ballast_at(self) -> float:
        """The middle of the ballast, x."""
        return self.behind - self.heel[0] / 2

    def strut(self) -> tuple[SectionPoint, ...]:
        """Return the outline of a strut: foot, heel, back, horn for the hood, front of the hood."""
        (x, y), (hood_x, hood_y) = self.top, self.hood_top
        long, high = self.heel
        heel = self.behind - long
        return (
            (0.0, 0.0),
            (self.behind, 0.0),
            (self.behind, high),
            (heel, high),
            (x + 8.0, y),
            (hood_x + 8.0, hood_y),
            (hood_x, hood_y),
            (x, y),
        )

    def tipping(self, *, towards_middle: bool, cards: int = 0) -> float:
        """Return the level push at its upper edge, in gram-force, at which the rack tips over.

        It turns about the panel's foot when pushed towards the table's middle, for the floor
        before it is paper and bears nothing; about the struts' far end when pushed to the player.

        Args:
            towards_middle: which way it is pushed.
            cards: how many cards in sleeves stand in it.
        """
        mass, x = self._weight(cards)
        arm = x if towards_middle else self.behind - x
        return mass * arm / self.hood_top[1]

    def mass(self) -> float:
        """Return what it weighs without cards."""
        return self._weight(0)[0]

    def _weight(self, cards: int) -> tuple[float, float]:
        """Return mass and centre of mass, x."""
        (x, _), (hood_x, _) = self.top, self.hood_top
        strip = self.flap + self.height + self.floor + self.lip
        strut, strut_x = _area(self.strut())
        parts = (
            (self.width * self.height * BOARD, x / 2),
            (self.width * strip * PAPER, x / 2),
            (self.width * self.hood * BOARD, (x + hood_x) / 2),
            (self.width * self.heel[0] * BOARD, self.ballast_at),
            (self.ballast, self.ballast_at),
            (self.struts * (strut + self.tab * self.height) * BOARD, strut_x),
            (cards * SLEEVED, x / 2),
        )
        mass = sum(part for part, _ in parts)
        return mass, sum(part * at for part, at in parts) / mass

    def hides(self, spot: SectionPoint, eye: SectionPoint) -> bool:
        """Say whether panel or hood stands between ``spot`` and ``eye``."""
        return _cross(spot, eye, (0.0, 0.0), self.top) or _cross(spot, eye, self.top, self.hood_top)

    def face(self, height: float) -> tuple[SectionPoint, SectionPoint]:
        """Return foot and head of a card of ``height`` that leans at the panel.

        Its foot is as far from the panel as the floor lets it, where most of it can be seen from
        behind; its head touches the panel.
        """
        foot = (-self.floor, 0.0)
        tilt = radians(self.tilt)
        # Where a line of this length from the foot meets the panel: x = y / tan(tilt).
        slope = 1 / tan(tilt)
        a, b, c = slope**2 + 1, 2 * slope * self.floor, self.floor**2 - height**2
        y = (-b + (b * b - 4 * a * c) ** 0.5) / (2 * a)
        return foot, (slope * y, y)


def _area(outline: tuple[SectionPoint, ...]) -> tuple[float, float]:
    """Return the area of a closed outline and the x of its centre (the shoelace formula)."""
    area = across = 0.0
    for (x, y), (next_x, next_y) in zip(outline, (*outline[1:], outline[0]), strict=True):
        cross = x * next_y - next_x * y
        area += cross / 2
        across += (x + next_x) * cross / 6
    return abs(area), across / area


def _cross(a: SectionPoint, b: SectionPoint, c: SectionPoint, d: SectionPoint) -> bool:
    """Say whether the lines a to b and c to d cross, or touch."""

    def side(p: SectionPoint, q: SectionPoint, r: SectionPoint) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) <= 0 and side(c, d, a) * side(c, d, b) <= 0


def off_axis(
    rack: tuple[SectionPoint, float], eye: tuple[float, float, float], tilt: float
) -> float:
    """Return how far from straight before it ``eye`` looks at a rack, degrees.

    Beyond some 75 degrees nobody tells cards apart; beyond 90 he is behind them.

    Args:
        rack: the middle of its panel's foot on the table, and the direction, in degrees, in which
            it looks: towards the table's middle.
        eye: where the eye is, with its height.
        tilt: of its panel, degrees from the table.
    """
    (x, y), looks = rack
    up = radians(90 - tilt)
    normal = (cos(radians(looks)) * cos(up), sin(radians(looks)) * cos(up), sin(up))
    # The middle of a card stands some 45 mm up the panel.
    line = (eye[0] - x, eye[1] - y, eye[2] - 45 * sin(radians(tilt)))
    cosine = sum(a * b for a, b in zip(normal, line, strict=True)) / hypot(*line)
    return degrees(acos(max(-1.0, min(1.0, cosine))))
