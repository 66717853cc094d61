"""Where the mat and the racks are in a frame: tags to planes.

Every printed part is a plane of known size, so one frame that shows the mat and some racks is a
set of views of planar targets, and Zhang's calibration (IEEE PAMI 22, 2000; OpenCV's
``calibrateCamera``) gives the lens and all poses at once. Nobody has to wave a chessboard.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Doubles
from vision.geometry import Lens, Plane, Points, rectangle
from vision.table.layout import Layout, Printed
from vision.table.leaning import place_leaning

MAX_ERROR = 0.035
"""Largest root-mean-square distance of a part's tag corners from their fit, in tag sides.

A true part shows 0.01 to 0.02. A tag of another size or place is off by tenths.
"""
TRUE_ERROR = 0.02
"""The same of a rack that is placed without the corner that fits worst: seven fit more easily."""
TILT_SLACK = 12.0
"""Degrees by which a rack's panel may miss the layout's tilt: cardboard gives way."""
DISTANCE_SLACK = 60.0
"""Millimetres beyond the layout's range that a rack may stand from the mat's middle."""
TRUE_CORNERS = 2
"""Corners of a tag of the mat that have to be where they belong where others of it are not."""
MIN_MAT_TAGS = 3
"""Two tags fit a mat of any size at some slant; three don't."""
FOCAL_GUESSES = (0.43, 0.6, 0.8, 1.1)
"""In frame widths; tried when a lone mat has to be placed without knowing the lens."""
STEADY = 1.5
"""Pixels; a part whose corners moved less than this has not moved."""
ROOM = 25.0
"""Millimetres round a part in which cards stand out of it or lie beside it."""


@dataclass(frozen=True)
class Registration:
    """The planes of one moment.

    Attributes:
        mat: the mat's plane, or None where no mat was found.
        racks: seat to the plane of its rack's face panel.
        complete: whether every tag of the mat was seen in this very frame.
        uncovered: seats whose rack showed both tags in this very frame.
    """

    mat: Plane | None
    racks: Mapping[int, Plane] = field(default_factory=dict)
    complete: bool = False
    uncovered: frozenset[int] = frozenset()

    def outline(self, seat: int, part: Printed) -> Points:
        """Return the corners of ``part`` and the room round it, shape (4, 2), pixels.

        Raises:
            KeyError: the rack of ``seat`` is not placed, or with -1 the mat.
        """
        plane = self.racks[seat] if seat >= 0 else self.mat
        if plane is None:
            raise KeyError(seat)
        width, height = part.size
        grown = rectangle(-ROOM, -ROOM, width + 2 * ROOM, height + 2 * ROOM)
        return np.asarray(plane.to_pixels(grown))


def register(
    layout: Layout, tags: Mapping[int, Points], seats: int, frame: tuple[int, int]
) -> Registration:
    """Place the mat and the racks of ``seats`` seats from the tags of one frame.

    Args:
        layout: the printed parts.
        tags: id to corners, shape (4, 2), pixels; ids of nobody at the table are ignored.
        seats: how many players there are; racks of other seats don't count.
        frame: width and height in pixels.

    Returns:
        What fits the layout. A part whose tags have the wrong size, distance or tilt is left out.
    """
    mat_tags = {tag: quad for tag, quad in layout.mat.tags.items() if tag in tags}
    if len(mat_tags) < MIN_MAT_TAGS:
        return Registration(None)
    seats_seen = [
        seat for seat in range(seats) if all(tag in tags for tag in layout.rack(seat).tags)
    ]
    parts: list[Printed] = [layout.mat, *(layout.rack(seat) for seat in seats_seen)]
    seen = [_pairs(part, tags) for part in parts]
    planes = _solve(parts, seen, frame)
    good = [
        _error(plane, pair) <= MAX_ERROR * _side(pair)
        for plane, pair in zip(planes, seen, strict=True)
    ]
    if not all(good):
        # One wrong part bends the common lens: solve again without those that don't fit.
        keep = [index for index, fine in enumerate(good) if fine and index > 0]
        parts = [parts[0], *(parts[index] for index in keep)]
        seats_seen = [seats_seen[index - 1] for index in keep]
        seen = [seen[0], *(seen[index] for index in keep)]
        planes = _solve(parts, seen, frame)
        if _error(planes[0], seen[0]) > MAX_ERROR * _side(seen[0]):
            return _without_a_tag(layout, tags, mat_tags, seats, frame)
    mat = planes[0]
    racks = {
        seat: plane
        for seat, plane, pair in zip(seats_seen, planes[1:], seen[1:], strict=True)
        if _error(plane, pair) <= MAX_ERROR * _side(pair) and _stands(layout, mat, plane)
    }
    uncovered = frozenset(racks)
    if racks:  # without a rack, the lens is a guess
        for seat in set(range(seats)).difference(seats_seen):
            placed = _place_alone(layout, mat, seat, tags)
            if placed is not None:
                racks[seat] = placed
    return Registration(
        mat, racks, complete=len(mat_tags) == len(layout.mat.tags), uncovered=uncovered
    )


def _without_a_tag(
    layout: Layout,
    tags: Mapping[int, Points],
    mat_tags: Collection[int],
    seats: int,
    frame: tuple[int, int],
) -> Registration:
    """Return what `register` finds once that tag of the mat is left out that fits worst, if any.

    A lamp that mirrors in its corner, a scratch or a finger bends one, for the whole evening maybe.
    Others of its corners are where they belong then: of another mat's print none is.
    """
    tries = []
    for bent in mat_tags if len(mat_tags) > MIN_MAT_TAGS else ():
        others = {tag: corners for tag, corners in tags.items() if tag != bent}
        found = register(layout, others, seats, frame)
        if found.mat is None:
            continue
        seen = _pairs(layout.mat, others)
        off = _off(found.mat, layout.mat.tags[bent], tags[bent])
        if np.count_nonzero(off <= MAX_ERROR * _side(seen)) >= TRUE_CORNERS:
            tries.append((_error(found.mat, seen), found))
    return min(tries, key=lambda one: one[0], default=(0.0, Registration(None)))[1]


def _place_alone(layout: Layout, mat: Plane, seat: int, tags: Mapping[int, Points]) -> Plane | None:
    """Return the plane of a rack in the lens of the other parts; None: it fits nowhere.

    It is placed by the tag that shows. Two that fit together nowhere place it by all their corners
    but one: a scratch, a crease or a finger bends one.
    """
    rack = layout.rack(seat)
    shown = sum(tag in tags for tag in rack.tags)
    if not shown:
        return None
    pair = _pairs(rack, tags)
    if shown == len(rack.tags):
        plane, error = _without_a_corner(pair, mat.lens)
        most = TRUE_ERROR
    else:
        plane = place_leaning(layout, mat, seat, tags)
        error, most = _error(plane, pair), MAX_ERROR
    return plane if error <= most * _side(pair) and _stands(layout, mat, plane) else None


def _without_a_corner(pair: PointPairs, lens: Lens) -> tuple[Plane, float]:
    """Return the plane that fits best once one corner is left out, and its error without it."""
    tries = []
    for corner in range(len(pair[0])):
        mm, pixels = (np.delete(points, corner, axis=0) for points in pair)
        flat = np.column_stack([mm, np.zeros(len(mm))])
        _, turn, move = cv2.solvePnP(
            flat, pixels, lens.matrix, lens.distortion, flags=cv2.SOLVEPNP_IPPE
        )
        turn, move = cv2.solvePnPRefineLM(flat, pixels, lens.matrix, lens.distortion, turn, move)
        plane = Plane(lens, np.asarray(cv2.Rodrigues(turn)[0], np.float64), np.ravel(move))
        tries.append((plane, _error(plane, (mm, pixels))))
    return min(tries, key=lambda one: one[1])


PointPairs = tuple[Points, Points]


def _pairs(part: Printed, tags: Mapping[int, Points]) -> PointPairs:
    shown = [tag for tag in part.tags if tag in tags]
    return (
        np.concatenate([part.tags[tag] for tag in shown]),
        np.concatenate([tags[tag] for tag in shown]),
    )


def _side(pair: PointPairs) -> float:
    """Return the mean edge of the tags in pixels."""
    quads = pair[1].reshape(-1, 4, 2)
    return float(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean())


def _error(plane: Plane, pair: PointPairs) -> float:
    """Return the root-mean-square distance of the corners from the plane's, in pixels."""
    return float(np.sqrt(((plane.to_pixels(pair[0]) - pair[1]) ** 2).sum(axis=1).mean()))


def _solve(
    parts: Sequence[Printed], seen: Sequence[PointPairs], frame: tuple[int, int]
) -> list[Plane]:
    if len(parts) > 1:
        return _calibrate(seen, frame, FOCAL_GUESSES[0], fixed=False)
    # A lone plane that faces the camera says nothing about the focal length: any will do that fits.
    tries = [_calibrate(seen, frame, guess, fixed=True) for guess in FOCAL_GUESSES]
    return min(tries, key=lambda planes: _error(planes[0], seen[0]))


def _calibrate(
    seen: Sequence[PointPairs], frame: tuple[int, int], focal: float, *, fixed: bool
) -> list[Plane]:
    guess = Lens.guess(*frame, focal=focal * frame[0])
    flags = (
        cv2.CALIB_USE_INTRINSIC_GUESS
        | cv2.CALIB_FIX_ASPECT_RATIO
        | cv2.CALIB_FIX_PRINCIPAL_POINT
        | cv2.CALIB_ZERO_TANGENT_DIST
        | cv2.CALIB_FIX_K2
        | cv2.CALIB_FIX_K3
    )
    if fixed:
        flags |= cv2.CALIB_FIX_FOCAL_LENGTH | cv2.CALIB_FIX_K1
    flat = [np.column_stack([mm, np.zeros(len(mm))]).astype(np.float32) for mm, _ in seen]
    pixels = [px.astype(np.float32) for _, px in seen]
    _, matrix, distortion, turns, moves = cv2.calibrateCamera(
        flat, pixels, frame, guess.matrix.copy(), guess.distortion.copy(), flags=flags
    )
    lens = Lens(np.asarray(matrix, dtype=np.float64), np.ravel(distortion)[:5].astype(np.float64))
    return [
        Plane(
            lens,
            np.asarray(cv2.Rodrigues(turn)[0], dtype=np.float64),
            np.ravel(move).astype(np.float64),
        )
        for turn, move in zip(turns, moves, strict=True)
    ]


def _stands(layout: Layout, mat: Plane, rack: Plane) -> bool:
    """Say whether a panel leans and stands as a rack does."""
    if abs(mat.tilt_against(rack) - layout.rack_tilt) > TILT_SLACK:
        return False
    width, height = layout.mat.size
    middle = mat.rotation @ np.array([width / 2, height / 2, 0]) + mat.translation
    panel_width, panel_height = layout.rack(0).size
    foot = rack.rotation @ np.array([panel_width / 2, panel_height, 0]) + rack.translation
    nearest, farthest = layout.rack_distance
    distance = float(np.linalg.norm(foot - middle))
    return nearest - DISTANCE_SLACK <= distance <= farthest + DISTANCE_SLACK


class Registrar:
    """Keeps the planes from frame to frame, so that a covered tag does not lose a part."""

    def __init__(self, layout: Layout, seats: int) -> None:
        """Start with nothing placed."""
        self._layout = layout
        self._seats = seats
        self._mat: Plane | None = None
        self._racks: dict[int, Plane] = {}
        self._leaning: set[int] = set()

    def update(self, tags: Mapping[int, Points], frame: tuple[int, int]) -> Registration:
        """Return the planes now: those seen, and those remembered where nothing says they moved.

        A part all of whose tags show is placed anew, but keeps its old plane while its corners
        moved less than `STEADY`. A part that is partly covered keeps its plane as long as the
        tags that do show agree with it; otherwise a mat is lost until it shows them all. A rack
        is placed by one tag as well as that goes, or by all corners of its two but one, and anew as
        soon as both fit. It keeps its plane as well where one tag agrees with that and both do not
        fit together.
        """
        if self._is_as_before(tags):
            mat_tags = self._layout.mat.tags
            return Registration(
                self._mat,
                dict(self._racks),
                complete=all(tag in tags for tag in mat_tags),
                uncovered=frozenset(
                    seat
                    for seat in self._racks
                    if all(tag in tags for tag in self._layout.rack(seat).tags)
                ),
            )
        now = register(self._layout, tags, self._seats, frame)
        mat = now.mat if now.complete else None
        self._mat = self._settle(
            self._layout.mat, self._mat, mat or (None if self._mat else now.mat), tags
        )
        for seat in range(self._seats):
            rack = self._layout.rack(seat)
            old = self._racks.get(seat)
            if seat in now.uncovered:
                if seat in self._leaning:
                    old = None
                self._leaning.discard(seat)
            new = now.racks.get(seat)
            if seat not in now.uncovered and old is not None and any(_agree(rack, old, tags)):
                new = None  # it is better known than by what shows of it now
            placed = self._settle(rack, old, new, tags)
            if placed is not old and seat not in now.uncovered:
                self._leaning.add(seat)
            if placed is None:
                self._racks.pop(seat, None)
            else:
                self._racks[seat] = placed
        return Registration(
            self._mat, dict(self._racks) if self._mat else {}, now.complete, now.uncovered
        )

    def _is_as_before(self, tags: Mapping[int, Points]) -> bool:
        """Say whether every tag in view belongs to a part that is placed, and is where that has it.

        Then nothing would be placed anew, and nothing has to be solved: that takes longer than to
        find the tags. Parts that were placed by one tag wait for both.
        """
        if self._mat is None or self._leaning:
            return False
        for seat in range(self._seats):
            if seat not in self._racks and any(tag in tags for tag in self._layout.rack(seat).tags):
                return False
        parts: list[tuple[Printed, Plane]] = [(self._layout.mat, self._mat)]
        parts += [(self._layout.rack(seat), plane) for seat, plane in self._racks.items()]
        return all(all(_agree(part, plane, tags)) for part, plane in parts)

    def _settle(
        self, part: Printed, old: Plane | None, new: Plane | None, tags: Mapping[int, Points]
    ) -> Plane | None:
        if old is None:
            return new
        as_before = _agree(part, old, tags)
        if all(as_before):
            return old
        # An arm over the edge of a tag bends it, so that a rack's two fit together nowhere. A rack
        # that was moved takes both along; a mat has more of them, and is placed by all or by none.
        bent = new is None and part is not self._layout.mat and any(as_before)
        return old if bent else new


def _agree(part: Printed, plane: Plane, tags: Mapping[int, Points]) -> list[bool]:
    """Say of each tag of a part that is in view whether it is where ``plane`` has it."""
    shown = [tag for tag in part.tags if tag in tags]
    if not shown:
        return []
    slack = STEADY + MAX_ERROR * _side(_pairs(part, tags))
    return [_moved(plane, part.tags[tag], tags[tag]) <= slack for tag in shown]


def _moved(plane: Plane, tag: Points, corners: Points) -> float:
    """Return by how many pixels the corners of a tag are off where ``plane`` has them, at most."""
    return float(_off(plane, tag, corners).max())


def _off(plane: Plane, tag: Points, corners: Points) -> Doubles:
    """Return by how many pixels each corner of a tag is off where ``plane`` has it."""
    return np.asarray(np.linalg.norm(plane.to_pixels(tag) - corners, axis=1))
