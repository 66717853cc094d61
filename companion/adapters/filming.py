"""Eyes whose frames are kept in a film, and eyes that look at a film's frames."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.film.reel import IN_A_ROW, Film, FilmError, Reel, Shot
from companion.frames import Frame
from companion.hanabi.labels import MOST_SEATS
from companion.referee.readings import TableReading
from companion.watch import ReadFrame
from hardware.files import CameraError, read_image
from vision.deck import Deck
from vision.live.reader import TableReader
from vision.table.layout import Layout, load_layout

if TYPE_CHECKING:
    from companion.frames import BgrImage

SeesShots = Callable[[Shot], TableReading | None]

SMALL_WIDTH = 576
"""Pixels of a small picture's width where the camera has none: four to a block of movement."""
SMALL_QUALITY, WHOLE_QUALITY = 85, 90
"""Of the JPEGs. The eyes see what is kept, so that they see the same again."""


class FilmedEyes:
    """Hands each frame on to ``look`` as it stands in the film, and only then."""

    def __init__(self, reel: Reel, look: ReadFrame, fireworks: int = IN_A_ROW) -> None:
        """Note that new eyes look, for so many ``fireworks``."""
        self._reel, self._inner = reel, look
        reel.eyes(fireworks)

    def __call__(self, frame: Frame) -> TableReading | None:
        """Keep a frame, and the whole picture if the eyes ask for it; return what they report."""
        reel = self._reel
        if not reel.runs:
            return self._inner(frame)
        small = _shrunk(frame.pixels) if frame.small is None else frame.small
        data = encoded(small, SMALL_QUALITY)
        reel.frame(frame.t, data)
        whole: list[BgrImage] = []

        def picture() -> BgrImage:
            if not whole:
                kept = encoded(frame.pixels, WHOLE_QUALITY)
                reel.picture(kept)
                whole.append(decoded(kept))
            return whole[0]

        return self._inner(replace(frame, picture=picture, small=decoded(data)))


def eyes_for(film: Film, deck: Deck, layout: Layout) -> Callable[[int], SeesShots]:
    """Return what makes new eyes for a film, with ``deck`` and the ``layout`` that lies in it.

    They are made for as many fireworks as they are told.
    """

    def eyes(fireworks: int) -> SeesShots:
        reader = TableReader(layout.for_fireworks(fireworks), deck, MOST_SEATS)
        return shown(reader.look, cut=film.label.cut)

    return eyes


def layout_of(film: Film) -> Layout:
    """Return mat and racks as they were printed when the film was made.

    Raises:
        LayoutError: they cannot be read.
    """
    return load_layout(film.layout, film.label.print_scale)


def shown(look: ReadFrame, *, cut: bool = False) -> SeesShots:
    """Return ``look`` as eyes for the frames of a film.

    Where the film is ``cut``, they may ask for a whole picture that the eyes which made it did not
    need, because nothing had moved since the last one: they get that.
    """
    newest: list[Path] = []

    def see(shot: Shot) -> TableReading | None:
        if shot.whole is not None:
            newest[:] = [shot.whole]

        def picture() -> BgrImage:
            whole = newest[0] if cut and newest else shot.whole
            if whole is None:
                raise FilmError(
                    f"the eyes want the picture of second {shot.t:g}, which is not in the film:"
                    " they are others than those that made it"
                )
            try:
                return read_image(whole)
            except CameraError as error:
                raise FilmError(str(error)) from error

        name = "" if shot.whole is None else shot.whole.name
        return look(Frame(picture, shot.t, name, decoded(shot.small)))

    return see


def _shrunk(image: BgrImage) -> BgrImage:
    height = max(1, round(image.shape[0] * SMALL_WIDTH / image.shape[1]))
    small = cv2.resize(image, (SMALL_WIDTH, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def encoded(image: BgrImage, quality: int) -> bytes:
    """Return ``image``, shape (H, W, 3) or (H, W), uint8, BGR, as a JPEG."""
    said = [cv2.IMWRITE_JPEG_QUALITY, quality]
    if quality >= WHOLE_QUALITY:
        said += [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444]
    done, data = cv2.imencode(".jpg", image, said)
    if not done:
        raise FilmError("a picture cannot be kept as a JPEG")
    return data.tobytes()


def decoded(data: bytes) -> BgrImage:
    """Return what a JPEG shows: shape (H, W, 3), uint8, BGR.

    Raises:
        FilmError: it is none.
    """
    image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise FilmError("a picture of the film is damaged")
    return np.asarray(image, dtype=np.uint8)
