"""The printed mat and racks in millimetres, read from ``table/layout.json``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.files.errors import reason
from companion.language.phrases import phrase
from vision.geometry import Points, rectangle
from vision.table.layout_file import default_layout_path, read_layout
from vision.table.layout_shape import amiss

Box = tuple[float, float, float, float]
"""x, y, width, height in millimetres; y down."""


class LayoutError(ValueError):
    """The layout file cannot be used; the message names the file and the key."""


@dataclass(frozen=True)
class Printed:
    """One flat printed part with its tags: the mat or a rack's face panel.

    Attributes:
        size: width and height in millimetres.
        tags: tag id to its four corners, clockwise from the tag's top left, shape (4, 2).
        tag_side: millimetres.
        quiet_zone: the white margin round each tag, millimetres.
    """

    size: tuple[float, float]
    tags: Mapping[int, Points]
    tag_side: float
    quiet_zone: float

    @property
    def grey_zones(self) -> tuple[Box, ...]:
        """What is printed grey and lies open as long as no cards lie there; a rack has none."""
        return ()


@dataclass(frozen=True)
class Mat(Printed):
    """The mat; origin top left, y down, seen from above with seat 0 at the bottom.

    Attributes:
        fireworks: the columns that stand in a row, together.
        columns: how many fireworks have a place, the one beside the discards among them.
        column_width: of each in the row.
        discards: where discarded cards lie.
        deck: where the deck lies.
        clue_track: the middles of the clue tokens' circles.
        fuse_track: those of the fuses.
        track_diameter: of a circle.
        beside_discards: the column of one firework more than the row has, at the discards' right
            end; None: the layout has none.
        discards_end: where the discards end then, x.
    """

    fireworks: Box
    columns: int
    column_width: float
    discards: Box
    deck: Box
    clue_track: tuple[tuple[float, float], ...]
    fuse_track: tuple[tuple[float, float], ...]
    track_diameter: float
    beside_discards: Box | None = None
    discards_end: float = 0.0

    def column(self, index: int) -> Box:
        """Return the box of fireworks column ``index``, from 0 at the left; the last may be apart.

        The row is as wide as its columns; whatever comes after them lies beside the discards.
        """
        x, y, width, height = self.fireworks
        left = x + index * self.column_width
        if self.beside_discards is not None and left + self.column_width / 2 > x + width:
            return self.beside_discards
        return (left, y, self.column_width, height)

    @property
    def grey_zones(self) -> tuple[Box, ...]:
        """What is printed grey: the boxes in which cards are laid, but for the deck's."""
        return (self.fireworks, self.discards)


@dataclass(frozen=True)
class Rack(Printed):
    """A rack's face panel seen from the table's middle; origin top left, y down along the panel."""

    slots: int
    slot_pitch: float
    first_slot_x: float
    lip_height: float

    def slot_centre_x(self, slot: int) -> float:
        """Return the x of the middle of ``slot``, from 0 at the left, in millimetres."""
        return self.first_slot_x + slot * self.slot_pitch


@dataclass(frozen=True)
class Layout:
    """The whole contract between printer and camera; see ``table/layout.json``."""

    dictionary: str
    mat: Mat
    rack_data: Mapping[str, Any]
    rack_tilt: float
    rack_distance: tuple[float, float]

    def rack(self, seat: int) -> Rack:
        """Return the rack of ``seat`` with that seat's tag ids."""
        return self._racks[seat]

    def part(self, seat: int) -> Printed:
        """Return the rack of ``seat``, or with -1 the mat."""
        return self.mat if seat < 0 else self.rack(seat)

    def for_fireworks(self, count: int) -> Layout:
        """Return the layout with a place for each of ``count`` fireworks, as far as it has one.

        One more than stand in the row, as with the multicolour suit and black powder together,
        lies at the right end of the discards, which are shorter then.
        """
        mat = self.mat
        if count <= mat.columns or mat.beside_discards is None:
            return self
        x, y, _, height = mat.discards
        shorter = (x, y, mat.discards_end - x, height)
        return replace(self, mat=replace(mat, columns=mat.columns + 1, discards=shorter))

    @cached_property
    def _racks(self) -> tuple[Rack, ...]:
        return tuple(self._build_rack(seat) for seat in range(5))

    def _build_rack(self, seat: int) -> Rack:
        data = self.rack_data
        width, height = data["panel"]
        side = data["tags"]["side"]
        tags = {}
        for offset, key in enumerate(("left_centre", "right_centre")):
            x, up = data["tags"][key]
            tags[10 + 2 * seat + offset] = _square(x, height - up, side)
        return Rack(
            size=(width, height),
            tags=tags,
            tag_side=side,
            quiet_zone=data["tags"]["left_centre"][0] - side / 2,
            slots=data["slots"],
            slot_pitch=data["slot_pitch"],
            first_slot_x=data["first_slot_centre_x"],
            lip_height=data["lip_height"],
        )


def _square(x: float, y: float, side: float) -> Points:
    return rectangle(x - side / 2, y - side / 2, side, side)


def _centres(track: Mapping[str, Any]) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in track["centres"])


def _box(data: Mapping[str, float]) -> Box:
    return (data["x"], data["y"], data["width"], data["height"])


def _discards_end(mat: Mapping[str, Any], beside: Mapping[str, float]) -> float:
    """Return where the discards end: as far from the column ``beside`` as else from the deck."""
    discards, deck = mat["discards"], mat["deck"]
    return float(beside["x"] - (deck["x"] - discards["x"] - discards["width"]))


NOT_PRINTED = frozenset(
    {
        *("columns", "slots", "tilt_degrees", "tag_ids"),
        *("distance_from_mat_centre", "distance_range", "distance_five_players"),
    }
)
"""Keys of mat and rack whose numbers a printer does not change."""


def load_layout(path: Path | None = None, print_scale: float = 1.0) -> Layout:
    """Read the layout at ``path``, or the one that comes with the project.

    Args:
        path: another file in place of the project's own.
        print_scale: at which size mat and racks were printed; 0.97 where "fit to page" made 97 mm
            of every 100. The layout is then that of the mat as it lies there, in true millimetres.

    Raises:
        LayoutError: the file is missing, is not JSON, or lacks a key.
    """
    source = path if path is not None else default_layout_path()
    try:
        data = read_layout(path, ("aruco_dictionary", "mat", "rack"))
        mat, rack = (_scaled(data[part], print_scale) for part in ("mat", "rack"))
        fireworks, beside = mat["fireworks"], mat.get("seventh_firework")
        side = mat["tags"]["side"]
        return Layout(
            dictionary=data["aruco_dictionary"],
            mat=Mat(
                size=(mat["size"][0], mat["size"][1]),
                tags={
                    int(tag): _square(x, y, side) for tag, (x, y) in mat["tags"]["centres"].items()
                },
                tag_side=side,
                quiet_zone=mat["tags"]["quiet_zone"],
                fireworks=(
                    fireworks["x"],
                    fireworks["y"],
                    fireworks["columns"] * fireworks["column_width"],
                    fireworks["height"],
                ),
                columns=fireworks["columns"],
                column_width=fireworks["column_width"],
                discards=_box(mat["discards"]),
                deck=_box(mat["deck"]),
                clue_track=_centres(mat["clue_track"]),
                fuse_track=_centres(mat["fuse_track"]),
                track_diameter=mat["clue_track"]["diameter"],
                beside_discards=None if beside is None else _box(beside),
                discards_end=0.0 if beside is None else _discards_end(mat, beside),
            ),
            rack_data=rack,
            rack_tilt=rack["tilt_degrees"],
            rack_distance=(rack["distance_range"][0], rack["distance_range"][1]),
        )
    except OSError as error:
        raise LayoutError(
            phrase("cannot read the table layout {source}: {why}", source=source, why=reason(error))
        ) from error
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        why = amiss(error)
        raise LayoutError(
            phrase("the table layout {source} is not usable: {why}", source=source, why=why)
        ) from error


def _scaled(data: Any, scale: float) -> Any:
    """Return the data of a printed part with all its lengths times ``scale``."""
    match data:
        case dict():
            return {
                key: value if key in NOT_PRINTED else _scaled(value, scale)
                for key, value in data.items()
            }
        case list():
            return [_scaled(value, scale) for value in data]
        case int() | float() if scale != 1.0:
            return data * scale
        case _:
            return data
