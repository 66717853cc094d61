"""A drawn table: mat, racks and cards as a pinhole camera sees them, flat shading, no shadows.

Small on purpose and independent of everything in ``vision`` but the printed layout: what the
eyes are tested with must not share their mistakes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float64]

LAYOUT: dict[str, Any] = json.loads(
    (Path(__file__).resolve().parent.parent / "table" / "layout.json").read_text(encoding="utf-8")
)
MAT, RACK = LAYOUT["mat"], LAYOUT["rack"]
SCALE = 3.0
"""Pixels per millimetre of the drawn parts and cards."""
CARD_SIZE = (63.0, 88.0)
PAPER, ZONE, WOOD = (250, 250, 250), (194, 188, 184), (70, 95, 130)
INKS = {
    "r": (40, 40, 210),
    "y": (30, 200, 235),
    "g": (60, 150, 50),
    "b": (190, 90, 40),
    "w": (170, 170, 175),
}
SUITS = "rygbw"
LABELS = tuple(f"{suit}{rank}" for suit in SUITS for rank in (1, 2))
STRANGER = "stranger"
"""A card that nobody taught the eyes."""


# ------------------------------------------------------------------------------------------ cards


def card_picture(label: str, size: tuple[float, float] = CARD_SIZE) -> Image:
    """Draw a card's face, or its ``back``, flat: `SCALE` pixels per millimetre."""
    width, height = round(size[0] * SCALE), round(size[1] * SCALE)
    image: Image = np.full((height, width, 3), 245, dtype=np.uint8)
    if label == "back":
        cv2.rectangle(image, (12, 12), (width - 13, height - 13), (120, 60, 70), -1)
        for x in range(24, width - 20, 26):
            for y in range(24, height - 20, 26):
                cv2.circle(image, (x, y), 8, (210, 190, 200), -1)
        return image
    if label == STRANGER:
        cv2.line(image, (14, 14), (width - 15, height - 15), (120, 40, 140), 22)
        cv2.ellipse(image, (width // 2, height // 2), (60, 90), 20, 0, 360, (60, 120, 30), 9)
        return image
    ink, rank = INKS[label[0]], int(label[1])
    cv2.putText(image, str(rank), (10, 52), cv2.FONT_HERSHEY_DUPLEX, 1.8, ink, 4, cv2.LINE_AA)
    cv2.rectangle(image, (12, 70), (width - 13, height - 13), ink, 3)
    middle = width // 2
    for index in range(rank):
        y = 100 + index * 34
        if label[0] in "rb":
            cv2.circle(image, (middle, y), 14, ink, -1, cv2.LINE_AA)
        elif label[0] in "yw":
            cv2.rectangle(image, (middle - 50, y - 10), (middle + 50, y + 10), ink, -1)
        else:
            corners = np.array([[middle, y - 16], [middle + 30, y + 14], [middle - 30, y + 14]])
            cv2.fillPoly(image, [corners], ink, cv2.LINE_AA)
    spot = (40 + 25 * SUITS.index(label[0]), height - 40)
    cv2.drawMarker(image, spot, ink, cv2.MARKER_STAR, 34, 5)
    return image


def card_on_grey(label: str, scale: float, edge: int) -> npt.NDArray[np.float32]:
    """A card laid flat at ``scale`` px/mm, ``edge`` pixels of grey round it; 0 ink, 1 paper."""
    ratio = scale / SCALE
    small = cv2.resize(card_picture(label), None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
    patch = cv2.copyMakeBorder(
        small, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=(150, 150, 150)
    )
    return np.asarray(patch / 255, dtype=np.float32)


def write_deck(folder: Path, labels: Iterable[str] = (*LABELS, "back")) -> Path:
    """Write the pictures of a deck as `companion deck learn` takes them."""
    folder.mkdir(parents=True, exist_ok=True)
    for label in labels:
        cv2.imwrite(str(folder / f"{label}.png"), card_picture(label))
    return folder


# ------------------------------------------------------------------------------------- the table


@dataclass(frozen=True)
class Laid:
    """A card on the mat: its middle in millimetres on the mat, and by how much it is turned."""

    label: str
    x: float
    y: float
    degrees: float = 0.0


def on_column(label: str, column: int, nth: int = 0, **more: float) -> Laid:
    """Return the ``nth`` card of a fireworks column, where people lay it."""
    area = MAT["fireworks"]
    x = area["x"] + (column + 0.5) * area["column_width"] + more.get("dx", 0.0)
    y = area["y"] + 2 + CARD_SIZE[1] / 2 + nth * area["stagger"] + more.get("dy", 0.0)
    return Laid(label, x, y, more.get("degrees", 0.0))


def on_discards(label: str, nth: int, *, dx: float = 0.0, degrees: float = 0.0) -> Laid:
    """Return the ``nth`` card of an overlapping row on the discards."""
    area = MAT["discards"]
    return Laid(label, area["x"] + 36 + 25 * nth + dx, area["y"] + 50, degrees)


@dataclass(frozen=True)
class Table:
    """What stands and lies where; make others of it with ``replace`` or the methods.

    Attributes:
        racks: seat to the labels of its slots, None for an empty one.
        laid: the cards on the mat, the uppermost last.
        players: how many seats the racks are spread over.
        things: boxes x, y, width, height in millimetres on the mat that something skin-coloured
            covers.
        tag_side: the mat's tags in millimetres, to print a wrong mat.
        rack_tilt: degrees.
        distance: millimetres from the mat's middle to the racks.
        rack_white: whether the racks were printed without the grey fill.
        hidden_tags: ids that something covers.
    """

    racks: Mapping[int, tuple[str | None, ...]] = field(default_factory=dict)
    laid: tuple[Laid, ...] = ()
    players: int = 2
    things: tuple[tuple[float, float, float, float], ...] = ()
    tag_side: float = MAT["tags"]["side"]
    rack_tilt: float = RACK["tilt_degrees"]
    distance: float = 305.0
    rack_white: bool = False
    hidden_tags: frozenset[int] = frozenset()

    def with_card(self, *laid: Laid) -> Table:
        """Return the table with more cards on the mat, above the others."""
        return replace(self, laid=(*self.laid, *laid))

    def with_slot(self, seat: int, slot: int, label: str | None) -> Table:
        """Return the table with another card, or none, in one slot."""
        cards = list(self.racks[seat])
        cards[slot] = label
        return replace(self, racks={**self.racks, seat: tuple(cards)})


@dataclass(frozen=True)
class Camera:
    """A pinhole above the mat's middle; millimetres and pixels."""

    width: int = 2304
    height: int = 1296
    focal: float = 1000.0
    above: float = 700.0
    roll: float = 0.7
    shift: tuple[float, float] = (6.0, -4.0)

    def homography(self, origin: Matrix, right: Matrix, down: Matrix) -> Matrix:
        """Return the map from millimetres on a part to pixels, shape (3, 3)."""
        zoom = self.width / 2304
        focal = self.focal * zoom
        lens = np.array(
            [[focal, 0, (self.width - 1) / 2], [0, focal, (self.height - 1) / 2], [0, 0, 1.0]]
        )
        turn = np.radians(self.roll)
        facing = np.array(
            [
                [np.cos(turn), np.sin(turn), 0],
                [np.sin(turn), -np.cos(turn), 0],
                [0, 0, -1.0],
            ]
        )
        at = np.array([*self.shift, self.above])
        columns = np.column_stack([facing @ right, facing @ down, facing @ (origin - at)])
        return np.asarray(lens @ columns)


def mat_pose() -> tuple[Matrix, Matrix, Matrix]:
    """Return the mat's top left and its directions right and down, in the world."""
    width, height = MAT["size"]
    return (
        np.array([-width / 2, height / 2, 0.0]),
        np.array([1.0, 0, 0]),
        np.array([0, -1.0, 0]),
    )


def rack_pose(
    seat: int, players: int, tilt: float = RACK["tilt_degrees"], distance: float = 305.0
) -> tuple[Matrix, Matrix, Matrix]:
    """Return a panel's top left and its directions right and down, as seen from the middle."""
    angle, lean = 2 * np.pi * seat / players, np.radians(tilt)
    away = np.array([-np.sin(angle), -np.cos(angle), 0.0])
    right = np.array([away[1], -away[0], 0.0])
    up = away * np.cos(lean) + np.array([0, 0, np.sin(lean)])
    width, height = RACK["panel"]
    return away * distance - right * width / 2 + up * height, right, -up


def photograph(
    table: Table, camera: Camera | None = None, *, light: float = 1.0, seed: int = 0
) -> Image:
    """Return the picture of ``table``: shape (height, width, 3), uint8, BGR."""
    camera = camera or Camera()
    picture: Image = np.full((camera.height, camera.width, 3), WOOD, dtype=np.uint8)
    _project(picture, _draw_mat(table), camera.homography(*mat_pose()))
    for seat, cards in table.racks.items():
        pose = rack_pose(seat, table.players, table.rack_tilt, table.distance)
        _project(picture, _draw_rack(table, seat, cards), camera.homography(*pose))
    soft = cv2.convertScaleAbs(cv2.GaussianBlur(picture, (0, 0), 0.6), alpha=light)
    grain = np.random.default_rng(seed).integers(0, 7, (162, 192, 3), dtype=np.uint8)
    across, down = -(-camera.width // 192), -(-camera.height // 162)
    noise = np.tile(grain, (down, across, 1))[: camera.height, : camera.width]
    return np.asarray(cv2.subtract(cv2.add(soft, noise), np.full_like(soft, 3)), dtype=np.uint8)


def _project(picture: Image, part: Image, to_pixels: Matrix) -> None:
    shrink = np.array([[1 / SCALE, 0, 0.5 / SCALE], [0, 1 / SCALE, 0.5 / SCALE], [0, 0, 1]])
    size = (picture.shape[1], picture.shape[0])
    # Smoothed first, for the picture has about half of the part's resolution.
    smooth = cv2.GaussianBlur(part, (0, 0), 0.8)
    cv2.warpPerspective(
        smooth, to_pixels @ shrink, size, dst=picture, borderMode=cv2.BORDER_TRANSPARENT
    )


def _sheet(size: tuple[float, float]) -> Image:
    return np.full((round(size[1] * SCALE), round(size[0] * SCALE), 3), PAPER, dtype=np.uint8)


def _fill(sheet: Image, box: tuple[float, float, float, float], colour: tuple[int, ...]) -> None:
    x, y, width, height = (round(value * SCALE) for value in box)
    sheet[max(y, 0) : y + height, max(x, 0) : x + width] = colour


def _tag(sheet: Image, tag: int, centre: tuple[float, float], side: float) -> None:
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    drawn = cv2.aruco.generateImageMarker(known, tag, round(side * SCALE))
    x, y = round((centre[0] - side / 2) * SCALE), round((centre[1] - side / 2) * SCALE)
    sheet[y : y + len(drawn), x : x + len(drawn)] = np.maximum(drawn, 12)[..., None]


def _put(sheet: Image, laid: Laid) -> None:
    card = card_picture(laid.label)
    height, width = card.shape[:2]
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -laid.degrees, 1.0)
    moved = np.array([laid.x, laid.y]) * SCALE - 0.5 - np.array([width - 1, height - 1]) / 2
    turn = np.column_stack([turn[:, :2], turn[:, 2] + moved])
    size = (sheet.shape[1], sheet.shape[0])
    edged = cv2.rectangle(card, (0, 0), (width - 1, height - 1), (150, 150, 150), 1)
    cv2.warpAffine(edged, turn, size, dst=sheet, borderMode=cv2.BORDER_TRANSPARENT)


def _draw_mat(table: Table) -> Image:
    sheet = _sheet(tuple(MAT["size"]))
    area = MAT["fireworks"]
    width = area["columns"] * area["column_width"]
    _fill(sheet, (area["x"], area["y"], width, area["height"]), ZONE)
    for name in ("discards", "deck"):
        zone = MAT[name]
        _fill(sheet, (zone["x"], zone["y"], zone["width"], zone["height"]), ZONE)
    for name, centre in MAT["tags"]["centres"].items():
        if int(name) not in table.hidden_tags:
            _tag(sheet, int(name), centre, table.tag_side)
    for laid in table.laid:
        _put(sheet, laid)
    for thing in table.things:
        _fill(sheet, thing, (110, 140, 205))
    return sheet


def _draw_rack(table: Table, seat: int, cards: tuple[str | None, ...]) -> Image:
    width, height = RACK["panel"]
    sheet = _sheet((width, height))
    left, right = RACK["slot_fill_x"]
    _fill(sheet, (left, 0, right - left, height), PAPER if table.rack_white else ZONE)
    for offset, key in enumerate(("left_centre", "right_centre")):
        x, up = RACK["tags"][key]
        if 10 + 2 * seat + offset not in table.hidden_tags:
            _tag(sheet, 10 + 2 * seat + offset, (x, height - up), RACK["tags"]["side"])
    for slot, label in enumerate(cards):
        if label is not None:
            x = RACK["first_slot_centre_x"] + slot * RACK["slot_pitch"]
            _put(sheet, Laid(label, x, height - 0.8 - CARD_SIZE[1] / 2))
    lip = 4.0  # what of a card's foot it hides from above
    _fill(sheet, (left, height - lip, right - left, lip), (90, 90, 95))
    return sheet


def write_film(folder: Path, scenes: Iterable[tuple[float, Table]], every: float = 0.5) -> Path:
    """Write a film: each scene shows for so many seconds, then a frame of movement follows."""
    folder.mkdir(parents=True, exist_ok=True)
    lines, t = [], 0.0
    for index, (seconds, table) in enumerate(scenes):
        name = f"f{index:04d}.png"
        cv2.imwrite(str(folder / name), photograph(table, seed=index))
        for _ in range(round(seconds / every)):
            lines.append({"file": name, "t": round(t, 3)})
            t += every
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "frames.jsonl").write_text(text, encoding="utf-8")
    return folder
