"""A rack's struts for a 3D printer: the same section as those of cardboard, with faces to glue on.

A strut lies on its side on the printer's bed, so nothing of it hangs free: its web is the outline
that `vision.printing.rack_form` draws, and where panel, hood and ballast are glued to it a ledge
stands up from the web. All lengths are millimetres; z points up from the bed.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from vision.printing.rack_form import RackForm, SectionPoint

WEB = 4.0
"""The thickness of a strut: a pushed rack bends cardboard of 1.5 mm, and PLA is half as stiff."""
LEDGE = 16.0
"""How far a ledge stands up from the bed: as much room for glue as a tab of cardboard has."""
WALL = 3.0
"""The thickness of a ledge."""

SectionLine = tuple[SectionPoint, SectionPoint]
SolidPoint = tuple[float, float, float]
Facet = tuple[SolidPoint, SolidPoint, SolidPoint]
"""Three corners, anticlockwise when seen from outside."""


@dataclass(frozen=True, slots=True)
class Prism:
    """An outline that stands straight up from one height to another.

    Attributes:
        outline: the corners, anticlockwise, without crossing itself.
        bottom, top: the heights of its two ends.
    """

    outline: tuple[SectionPoint, ...]
    bottom: float
    top: float

    def facets(self) -> list[Facet]:
        """Return its surface, closed."""
        caps = _triangles(self.outline)
        facets: list[Facet] = []
        for a, b, c in caps:
            facets.append(((*a, self.top), (*b, self.top), (*c, self.top)))
            facets.append(((*c, self.bottom), (*b, self.bottom), (*a, self.bottom)))
        for a, b in zip(self.outline, (*self.outline[1:], self.outline[0]), strict=True):
            low, high = (*a, self.bottom), (*a, self.top)
            next_low, next_high = (*b, self.bottom), (*b, self.top)
            facets += [(low, next_low, next_high), (low, next_high, high)]
        return facets


def printed_strut(form: RackForm) -> tuple[Prism, ...]:
    """Return one strut of a rack of ``form``: web, and ledges for panel, hood and ballast."""
    outline = form.strut()
    foot, top, hood = outline[0], outline[-1], outline[-2]
    long, high = form.heel
    heel = form.behind - long
    return (
        Prism(outline, 0.0, WEB),
        Prism(_wall(foot, top, hood), 0.0, LEDGE),
        Prism(
            ((heel, high - WALL), (form.behind, high - WALL), (form.behind, high), (heel, high)),
            0.0,
            LEDGE,
        ),
    )


def to_stl(solids: Sequence[Prism]) -> bytes:
    """Return ``solids`` as a binary STL file, in millimetres, as slicers read it.

    Prisms that overlap stay closed shells of their own; slicers take them as one part.
    """
    facets = [facet for solid in solids for facet in solid.facets()]
    written = [b"a rack's strut, in millimetres".ljust(80), struct.pack("<I", len(facets))]
    for facet in facets:
        numbers = (*_normal(facet), *(value for corner in facet for value in corner))
        written.append(struct.pack("<12fH", *numbers, 0))
    return b"".join(written)


def to_openscad(solids: Sequence[Prism]) -> str:
    """Return ``solids`` as a file for OpenSCAD, for whoever wants to change them."""
    lines = ["// A rack's strut, in millimetres, as it lies on the printer's bed.", "union() {"]
    for solid in solids:
        corners = ", ".join(f"[{x:.3f}, {y:.3f}]" for x, y in solid.outline)
        height = solid.top - solid.bottom
        lines.append(
            f"  translate([0, 0, {solid.bottom:g}]) linear_extrude({height:g})"
            f" polygon([{corners}]);"
        )
    return "\n".join([*lines, "}", ""])


def _wall(foot: SectionPoint, top: SectionPoint, hood: SectionPoint) -> tuple[SectionPoint, ...]:
    """Return a wall behind panel and hood, one piece, on the player's side of them."""
    panel_line, hood_line = _behind(foot, top), _behind(top, hood)
    ground: SectionLine = ((0.0, 0.0), (1.0, 0.0))  # below it the strut would rock
    return (foot, _meet(panel_line, ground), _meet(panel_line, hood_line), hood_line[1], hood, top)


def _behind(start: SectionPoint, end: SectionPoint) -> SectionLine:
    """Return the line from ``start`` up to ``end``, moved back by a wall's thickness."""
    x, y = end[0] - start[0], end[1] - start[1]
    back = (WALL * y / hypot(x, y), -WALL * x / hypot(x, y))
    return (start[0] + back[0], start[1] + back[1]), (end[0] + back[0], end[1] + back[1])


def _meet(one: SectionLine, other: SectionLine) -> SectionPoint:
    """Return where two lines cross, however far they have to be drawn out."""
    (a, b), (c, d) = one, other
    share = _turn(c, d, a) / (_turn(c, d, a) - _turn(c, d, b))
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def _triangles(outline: Sequence[SectionPoint]) -> list[tuple[SectionPoint, ...]]:
    """Return an outline cut into triangles by clipping its ears (Meisters, 1975)."""
    left, found = list(outline), list[tuple[SectionPoint, ...]]()
    while len(left) > 3:
        for nth in range(len(left)):
            ear = (left[nth - 1], left[nth], left[(nth + 1) % len(left)])
            others = (spot for spot in left if spot not in ear)
            if _turn(*ear) > 0 and not any(_inside(spot, ear) for spot in others):
                found.append(ear)
                del left[nth]
                break
        else:
            raise ValueError("the outline crosses itself or does not run anticlockwise")
    return [*found, tuple(left)]


def _turn(a: SectionPoint, b: SectionPoint, c: SectionPoint) -> float:
    """Return twice the area of a triangle; positive where it runs anticlockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _inside(spot: SectionPoint, triangle: tuple[SectionPoint, ...]) -> bool:
    a, b, c = triangle
    return _turn(a, b, spot) >= 0 and _turn(b, c, spot) >= 0 and _turn(c, a, spot) >= 0


def _normal(facet: Facet) -> SolidPoint:
    """Return the direction of length 1 that points out of a facet."""
    a, b, c = facet
    u, v = [tuple(q - p for p, q in zip(a, corner, strict=True)) for corner in (b, c)]
    across = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    length = hypot(*across)
    return (across[0] / length, across[1] / length, across[2] / length)
