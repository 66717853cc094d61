"""Pictures of places as they were read, for the log; and reading such a picture again."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.pictures.pictured import (
    LOG_SCALE,
    PAPER_LEVEL,
    CropBox,
    Keep,
    Pictured,
    PicturedPlace,
)
from companion.referee.readings import Sight, SlotPlace
from vision.deck import Deck
from vision.geometry import Points
from vision.live.places import ASKEW, HEAP, Place, PlaceReader, PlaceSight
from vision.match.gallery import FINE_SCALE
from vision.table.light import LitPlane

if TYPE_CHECKING:
    from companion.frames import BgrImage

ROUND_A_DISCARD = 4.0
"""Millimetres of the table that are kept round a card on the discards."""
INSIDE_A_DISCARD = 12.0
"""Millimetres inside such a picture where no bare paper shows."""
MOST_REMEMBERED = 500
"""Pictures of which it is remembered that they were kept."""
JPEG_QUALITY = 93
"""As OpenCV counts it, to 100."""


class Closeups:
    """Pictures (JPEG) of cards in racks that cannot be named, each as long as it stands there."""

    def __init__(self, pictures: MutableMapping[SlotPlace, bytes]) -> None:
        """Keep them in ``pictures``."""
        self._pictures = pictures

    def show(self, slot: SlotPlace, sight: Sight, lit: LitPlane, place: Place) -> None:
        """Keep a picture of a card that was seen in ``slot`` and not named, and none of any other.

        Args:
            slot: which.
            sight: what was seen there.
            lit: its rack.
            place: where on it.
        """
        if sight is Sight.COVERED:
            return  # the same card may stand behind the hand
        self._pictures.pop(slot, None)
        if sight is Sight.UNKNOWN:
            flat = lit.patch(place.box, FINE_SCALE)
            done, jpeg = cv2.imencode(".jpg", (np.clip(flat, 0, 1) * 255).astype(np.uint8))
            if done:
                self._pictures[slot] = jpeg.tobytes()


class Picturer:
    """Makes pictures of places, each once for what was read there, and hands them on."""

    def __init__(self, keep: Keep) -> None:
        """Hand the pictures to ``keep``."""
        self._keep = keep
        self._kept: dict[tuple[PicturedPlace, int], tuple[Sight, str | None]] = {}

    def show(
        self,
        where: PicturedPlace,
        seen: PlaceSight,
        serial: int | None,
        t: float,
        lit: LitPlane,
        place: Place,
    ) -> None:
        """Make a picture of a card that lies or stands at ``place``.

        Args:
            where: what the place is called.
            seen: what was read there; only a face, read or not, has its picture kept.
            serial: the card's; None: nobody knows which card this is.
            t: the camera's seconds.
            lit: the mat or the rack.
            place: where on it.
        """
        if serial is None or seen.sight not in (Sight.FACE, Sight.UNKNOWN):
            return
        read = (seen.sight, seen.label)
        if self._kept.get((where, serial)) == read:
            return
        if len(self._kept) >= MOST_REMEMBERED:
            self._kept.clear()
        self._kept[where, serial] = read
        box = place.box
        core = (place.core[0] - box[0], place.core[1] - box[1], *place.core[2:])
        if where.kind == "discards" and seen.corners is not None:
            box, core = _round(seen.corners)
        flat = lit.patch(box, LOG_SCALE)
        picture = np.clip(flat * PAPER_LEVEL, 0, 255).round().astype(np.uint8)
        done, jpeg = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY))
        if done:
            could_be, data = seen.candidates, jpeg.tobytes()
            kept = Pictured(where, serial, t, seen.sight, seen.label, could_be, core, data)
            self._keep(kept)


def _round(corners: Points) -> tuple[CropBox, CropBox]:
    """Return the box round a card on the discards, and the part of it without bare paper."""
    (x, y), (right, foot) = corners.min(axis=0), corners.max(axis=0)
    x, y = float(x) - ROUND_A_DISCARD, float(y) - ROUND_A_DISCARD
    width = float(right) + ROUND_A_DISCARD - x
    height = float(foot) + ROUND_A_DISCARD - y
    inset = INSIDE_A_DISCARD
    return (x, y, width, height), (inset, inset, width - 2 * inset, height - 2 * inset)


class Rereader:
    """Reads pictures of the log again, with a deck that may have learnt since."""

    def __init__(self, deck: Deck) -> None:
        """Make ``deck`` ready."""
        self._places = PlaceReader(deck)

    def read(self, picture: BgrImage, where: PicturedPlace, core: CropBox) -> PlaceSight:
        """Return what the place in ``picture`` shows, as if it had been seen now.

        Args:
            picture: shape (H, W, 3), uint8, BGR, as `Picturer` made it.
            where: what the place is called.
            core: as it was noted with the picture.
        """
        ratio = FINE_SCALE / LOG_SCALE
        small = cv2.resize(picture, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
        patch = np.asarray(small.astype(np.float32) / PAPER_LEVEL, dtype=np.float32)
        height, width = picture.shape[:2]
        turns = HEAP if where.kind == "discards" else ASKEW
        place = Place((0.0, 0.0, width / LOG_SCALE, height / LOG_SCALE), core, turns)
        return self._places.read_patch(patch, place, standing=where.kind == "slot")


def in_white_light(picture: BgrImage) -> BgrImage:
    """Return a picture of the log as exemplars are: white paper at the top of the scale."""
    return cv2.convertScaleAbs(picture, alpha=250 / PAPER_LEVEL).astype(np.uint8)
