"""The eyes for the piles of Hana-awase: pictures of captured cards, as the rules take them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.adapters.cameras import SettledCamera, open_kept
from companion.adapters.uploaded import photo_pixels
from companion.adapters.worker import PictureWorker
from companion.frames import Camera, Corners, Frame
from companion.hana_awase.cards import alike
from companion.hana_table.found_piles import PileCard, PilePicture
from companion.language.phrases import phrase
from companion.settings.settings import CameraSettings
from hardware.camera import CameraChoice
from vision.deck import Deck
from vision.geometry import PixelBox
from vision.hanafuda import build_deck
from vision.photo.spread import Spread, SpreadCard, SpreadReader
from vision.table.hana_layout import HanaLayout

if TYPE_CHECKING:
    from companion.frames import BgrImage

PILES_SIZE = (4608, 2592)
"""Pixels of a picture: the cards are small."""
IN_THE_MIDDLE = 0.1
"""Share of a picture's height round its middle in which a card is nobody's, where no mat lies."""
PILES_RATE = 4
"""Pictures a second: enough for a hand that comes over the stock."""


def open_for_piles(wanted: CameraChoice, settings: CameraSettings, layout: HanaLayout) -> Camera:
    """Open a camera that looks at piles, in its full resolution; a live one settles on their mat.

    Raises:
        CameraError: it cannot be used.
    """
    camera = open_kept(wanted, replace(settings, size=PILES_SIZE, rate=PILES_RATE))
    return camera if wanted.is_film else SettledCamera(camera, layout.layout)


@dataclass(frozen=True, slots=True)
class Followed:
    """A picture of a table that is followed, and how its cards were read."""

    picture: PilePicture
    spread: Spread


class PileEyes:
    """Reads pictures of piles with the group's pack; a `companion.hana_table.table.Eyes`."""

    def __init__(self, deck: Deck | None, layout: HanaLayout) -> None:
        """Take the learnt pack; without one nothing is read, and pictures are the project's."""
        self._deck = deck
        self._layout = layout
        self._readers: list[SpreadReader] = []
        self._worker = PictureWorker()
        self._faces = {one.label: one.image for one in reversed((deck or build_deck()).exemplars)}
        self.picture = lru_cache(maxsize=64)(self._picture)

    @property
    def reads(self) -> bool:
        """Whether a pack is learnt, so that pictures can be read."""
        return self._deck is not None

    def frame(self, frame: Frame) -> PilePicture:
        """Read the picture of a camera above the table.

        Raises:
            ValueError: no pack was learnt.
            BusyError: too many pictures wait to be read.
        """
        return self._worker.do(self._read, frame.pixels, above=True)

    def follow(
        self, frame: Frame, before: Followed | None, changed: Sequence[PixelBox]
    ) -> Followed:
        """Read the next picture of a table: where it has changed since ``before``, or all of it.

        Raises:
            ValueError: no pack was learnt.
            BusyError: too many pictures wait to be read.
        """
        earlier = before.spread if before is not None else None
        spread = self._worker.do(
            lambda: self._reader().read(frame.pixels, earlier, changed),
        )
        return Followed(pile_picture(phrase("the picture"), spread), spread)

    def _reader(self) -> SpreadReader:
        if not self._readers:
            if self._deck is None:
                raise ValueError(phrase("no pack was learnt, so pictures cannot be read"))
            self._readers.append(SpreadReader(self._deck, self._layout))
        return self._readers[0]

    def _read(self, image: BgrImage, *, above: bool = False) -> PilePicture:
        picture = pile_picture(phrase("the picture"), self._reader().read(image))
        return picture if picture.mat or not above else _sided(picture, image)

    def photo(self, data: bytes) -> PilePicture:
        """Read a photo's file.

        Raises:
            ValueError: it is no picture that can be read, or no pack was learnt.
            BusyError: too many pictures wait to be read.
        """
        return self._worker.do(lambda: self._read(photo_pixels(data)))

    def _picture(self, label: str) -> bytes | None:
        """Return a card's picture as PNG, of the label itself or of chaff that looks like it."""
        try:
            names = [label, *(f"{one.month:02}-chaff" for one in alike(label))]
        except ValueError:
            return None
        for name in names:
            if name in self._faces:
                done, data = cv2.imencode(".png", self._faces[name])
                return bytes(data) if done else None
        return None


def pile_picture(name: str, spread: Spread) -> PilePicture:
    """Return what the eyes saw in the picture ``name``, as the rules take it."""
    return PilePicture(name, spread.mat, tuple(_lying(name, one) for one in spread.cards))


def _sided(picture: PilePicture, image: BgrImage) -> PilePicture:
    """Return what a camera above a table without a mat saw, each card with its direction."""
    height, width = image.shape[:2]
    cards = []
    for one in picture.cards:
        x, y = np.mean(one.corners, axis=0) - (width / 2, height / 2)
        turn = float(np.arctan2(-x, y) / (2 * np.pi)) % 1.0
        cards.append(replace(one, turn=turn, on_mat=bool(np.hypot(x, y) < IN_THE_MIDDLE * height)))
    return replace(picture, cards=tuple(cards), from_above=True)


def _lying(image: str, card: SpreadCard) -> PileCard:
    corners: Corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in card.corners)
    return PileCard(
        image,
        card.sight,
        card.label,
        round(card.confidence, 3),
        corners,
        card.turn,
        card.on_mat,
    )
