"""Photos that somebody takes of cards laid out in rows, with a phone held as phones are held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.generator.exposing import expose, light
from vision.generator.tables import table
from vision.geometry import rectangle

if TYPE_CHECKING:
    from companion.frames import BgrImage

PHONE_FOCAL = 0.77
"""Of the longer side: a phone's usual lens."""
GAP = 12.0
"""Millimetres between cards: a finger's breadth."""
PIXELS_A_MM = 4.0
"""Of the table as it is painted, for each millimetre."""


def laid_out(
    rng: np.random.Generator,
    rows: Sequence[Sequence[str]],
    faces: Mapping[str, BgrImage],
    card: tuple[float, float] = (63.0, 88.0),
    *,
    size: tuple[int, int] = (1600, 1200),
    tilt: float = 15.0,
    roll: float = 4.0,
    kind: str | None = "wood",
    strength: float = 0.2,
    fill: float = 0.88,
) -> tuple[BgrImage, list[npt.NDArray[np.float64]]]:
    """Take a photo of ``rows`` of labels.

    Args:
        rng: whence the chance comes.
        rows: the labels, from the top left.
        faces: the picture of each.
        card: width and height in millimetres.
        size: width and height of the photo in pixels.
        tilt: degrees from straight above; the phone is held towards the people's side.
        roll: degrees by which it is turned.
        kind: of the table, as `vision.generator.tables.table` knows them.
        strength: how bad light and camera are, 0 to 1.
        fill: the share of the photo that the cards take.

    Returns:
        The photo, and the corners of each card in the order of the labels, clockwise from its top
        left, shape (4, 2), pixels.
    """
    columns = max(len(row) for row in rows)
    wide = columns * (card[0] + GAP) + GAP
    high = len(rows) * (card[1] + GAP) + GAP
    margin = 0.6 * max(wide, high)
    width, height = (
        round((wide + 2 * margin) * PIXELS_A_MM),
        round((high + 2 * margin) * PIXELS_A_MM),
    )
    side = 1024
    tile = table(rng, kind, side)
    repeats = (height // side + 1, width // side + 1, 1)
    ground = np.tile(tile, repeats)[:height, :width].copy()
    quads = []
    for down, row in enumerate(rows):
        for right, label in enumerate(row):
            middle = (
                np.array(
                    [
                        GAP + card[0] / 2 + right * (card[0] + GAP),
                        GAP + card[1] / 2 + down * (card[1] + GAP),
                    ]
                )
                + margin
            )
            middle = middle + rng.normal(0, 1.2, 2)
            angle = np.radians(rng.normal(0, 1.5))
            half = np.array(card) / 2
            unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            quad = unit @ turn.T + middle
            _lay(ground, faces[label], quad * PIXELS_A_MM - 0.5)
            quads.append(quad)
    ground *= light(rng, ground.shape[:2], strength) if strength else 1.0
    onto = _seen((wide / 2 + margin, high / 2 + margin), (wide, high), size, tilt, roll, fill)
    scale = np.diag([1 / PIXELS_A_MM, 1 / PIXELS_A_MM, 1.0])
    photo = cv2.warpPerspective(
        ground, onto @ scale, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT
    )
    shown = expose(rng, np.asarray(photo, dtype=np.float32), strength)
    corners = [cv2.perspectiveTransform(quad[None], onto)[0] for quad in quads]
    return np.asarray(shown, dtype=np.uint8), corners


def _lay(ground: npt.NDArray[np.float32], face: BgrImage, quad: npt.NDArray[np.float64]) -> None:
    rows, columns = face.shape[:2]
    flat = rectangle(0, 0, columns, rows) - 0.5
    warp = cv2.getPerspectiveTransform(flat.astype(np.float32), quad.astype(np.float32))
    low, high = quad.min(axis=0).astype(int) - 8, quad.max(axis=0).astype(int) + 10
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]])
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    shape = np.zeros((rows, columns), np.float32)
    radius = max(2, columns // 18)
    shape[radius:-radius] = 1
    shape[:, radius:-radius] = 1
    for x in (radius, columns - 1 - radius):
        for y in (radius, rows - 1 - radius):
            cv2.circle(shape, (x, y), radius, 1.0, -1, cv2.LINE_AA)
    cover = cv2.warpPerspective(shape, shift @ warp, size, flags=cv2.INTER_AREA)[..., None]
    drawn = cv2.warpPerspective(
        face.astype(np.float32),
        shift @ warp,
        size,
        flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_REPLICATE,
    )
    part = ground[low[1] : high[1], low[0] : high[0]]
    shadow = cv2.GaussianBlur(cover, (0, 0), 2.0)[..., None]
    part *= 1 - 0.15 * np.roll(shadow, (1, 1), (0, 1))
    part[:] = part * (1 - cover) + drawn * cover


def _seen(
    middle: tuple[float, float],
    extent: tuple[float, float],
    size: tuple[int, int],
    tilt: float,
    roll: float,
    fill: float,
) -> npt.NDArray[np.float64]:
    """Return the map from millimetres on the table to pixels, shape (3, 3)."""
    focal = PHONE_FOCAL * max(size)
    lens = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
    a, b = np.radians(tilt), np.radians(roll)
    lean = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    turn = np.array([[np.cos(b), -np.sin(b), 0], [np.sin(b), np.cos(b), 0], [0, 0, 1]])
    pose = lean @ turn
    half = np.array(extent) / 2
    outer = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    distance = 200.0
    while True:
        shift = pose @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 0]])
        shift[2, 2] += distance
        onto = lens @ shift
        quad = cv2.perspectiveTransform((outer + middle)[None], onto)[0]
        inside = np.abs(quad - (np.array(size) - 1) / 2) / (np.array(size) / 2)
        if inside.max() <= fill and shift[2, 2] > 0:
            return np.asarray(onto)
        distance *= 1.03
