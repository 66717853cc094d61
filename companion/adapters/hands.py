"""A photo of a hand, taken by somebody who sees it: its cards from left to right."""

from __future__ import annotations

from collections.abc import Callable

from companion.adapters.uploaded import photo_pixels
from companion.adapters.worker import PictureWorker
from companion.referee.readings import Sight
from companion.services import ReadHand
from vision.deck import Deck
from vision.match.gallery import Gallery
from vision.photo.card import PhotoCard
from vision.photo.reader import PhotoReader

HAND_SIDE = 2400
"""Pixels to which a photo is made smaller: a hand fills it, so its cards stay large enough."""


def hand_reader(
    deck: Deck,
    worker: PictureWorker | None = None,
    gallery: Callable[[], Gallery | None] = lambda: None,
) -> ReadHand:
    """Return what reads photos of hands with ``deck``; it is made ready at the first photo.

    ``worker`` does so; None: one of its own. ``gallery`` returns the deck made ready, where
    somebody has it already.

    What is returned takes the bytes of a picture file and returns a label for each card that
    lies face up in it, from the left, None for one that cannot be named.

    Raises:
        ValueError: (what is returned) the file is no picture that can be read; one sentence.
        BusyError: (what is returned) too many pictures wait already.
    """
    readers: list[PhotoReader] = []

    def read(data: bytes) -> tuple[str | None, ...]:
        image = photo_pixels(data, HAND_SIDE)
        if not readers:
            readers.append(PhotoReader(deck, gallery()))
        cards = [card for card in readers[0].read(image) if card.sight is not Sight.BACK]
        return tuple(card.label for card in sorted(cards, key=_from_the_left))

    looks = worker or PictureWorker()
    return lambda data: looks.do(read, data)


def _from_the_left(card: PhotoCard) -> float:
    return float(card.corners[:, 0].mean())
