"""The rest of the layout: tracks, fills, the mats' other forms; for drawing and for Hana-awase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.files.errors import reason
from companion.language.phrases import phrase
from companion.paper.shapes import Bounds, Point, Rgb
from vision.table.layout import LayoutError
from vision.table.layout_file import default_layout_path, read_layout
from vision.table.layout_shape import amiss


@dataclass(frozen=True, slots=True)
class Tracks:
    """Where the tokens' circles are on the mat, millimetres.

    Attributes:
        clues: the middles of the clue track, from the left.
        fuses: likewise.
        diameter: of a circle.
        stagger: by how much each newer card of a firework lies further down.
    """

    clues: tuple[Point, ...]
    fuses: tuple[Point, ...]
    diameter: float
    stagger: float


@dataclass(frozen=True, slots=True)
class HanaMat:
    """The mat of Hana-awase: the mat's size and tag places with other ids.

    Attributes:
        tags: their ids, in the order of the mat's.
        field: where the open cards lie.
        stock: where the face-down cards lie.
        card: width and height of a hanafuda card.
    """

    tags: tuple[int, ...]
    field: Bounds
    stock: Bounds
    card: tuple[float, float]


@dataclass(frozen=True, slots=True)
class PrintDetails:
    """The rest of ``layout.json``.

    Attributes:
        tracks: the tokens' places.
        zone_fill: the grey of the zones.
        slot_fill: from which x to which x a rack's panel is grey.
        slot_grey: with which colour.
        hana: the other mat.
    """

    tracks: Tracks
    zone_fill: Rgb
    slot_fill: tuple[float, float]
    slot_grey: Rgb
    hana: HanaMat


def load_details(path: Path | None = None) -> PrintDetails:
    """Read what a printer needs from the layout at ``path``, or from the project's own.

    Raises:
        LayoutError: the file is missing, is not JSON, or lacks a key.
    """
    source = path if path is not None else default_layout_path()
    try:
        data = read_layout(path, ("mat", "rack", "mat_hana"))
        mat, rack, hana = data["mat"], data["rack"], data["mat_hana"]
        clues, fuses = (
            tuple((float(x), float(y)) for x, y in mat[name]["centres"])
            for name in ("clue_track", "fuse_track")
        )
        left, right = rack["slot_fill_x"]
        wide, high = hana["card"]
        return PrintDetails(
            Tracks(clues, fuses, float(mat["clue_track"]["diameter"]), mat["fireworks"]["stagger"]),
            _colour(mat["zone_fill"]),
            (float(left), float(right)),
            _colour(rack["slot_fill"]),
            HanaMat(
                tuple(hana["tag_ids"]),
                _frame(hana["field"]),
                _frame(hana["stock"]),
                (float(wide), float(high)),
            ),
        )
    except OSError as error:
        raise LayoutError(
            phrase("cannot read the table layout {source}: {why}", source=source, why=reason(error))
        ) from error
    except (KeyError, TypeError, ValueError) as error:
        why = amiss(error)
        raise LayoutError(
            phrase("the table layout {source} is not usable: {why}", source=source, why=why)
        ) from error


def _frame(data: Mapping[str, float]) -> Bounds:
    return (float(data["x"]), float(data["y"]), float(data["width"]), float(data["height"]))


def _colour(code: str) -> Rgb:
    red, green, blue = (int(code.lstrip("#")[index : index + 2], 16) for index in (0, 2, 4))
    return red, green, blue
