"""Face-down cards on a known table, whose backs are plain, or patterned too finely to be compared.

Most hanafuda have backs of one colour. What is left to go by is an outline of exactly a card's size
whose colour is the learnt back's in the light that the faces beside it show.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from companion.referee.readings import Sight
from vision.deck import BACK, Deck
from vision.geometry import EDGES_LEFT_OUT, Points, overlap
from vision.match.recognise import Sighting
from vision.outlines.series import glimpse
from vision.outlines.tabletop import Tabletop
from vision.photo.card import TAKEN, PhotoCard, is_clear

if TYPE_CHECKING:
    from companion.frames import BgrImage

FACES = 5
"""Faces nearest to a back that tell the light there; fewer than two tell nothing."""
SIZED = 0.14
"""Share by which the sides of an outline may miss a card's: it is drawn in a small picture."""
COLOUR = 28.0
"""Levels by which each colour of a back may miss what the light makes of the learnt one."""
UNEVEN = 10.0
"""Levels by which the grey of a back may vary more than that of the learnt one."""
SAMPLE = (22, 36)
"""Pixels across and down at which a card is looked at."""

MeanColour = npt.NDArray[np.float64]
"""Shape (3,): mean blue, green and red, 0 to 255."""


class PlainBacks:
    """Finds face-down cards of one deck."""

    def __init__(self, deck: Deck) -> None:
        """Learn what the deck's cards look like from afar."""
        self._colours: Mapping[str, MeanColour] = {
            one.label: _mean(one.image) for one in reversed(deck.exemplars)
        }
        backs = [one.image for one in deck.exemplars if one.label == BACK]
        self._variation = max((_variation(one) for one in backs), default=0.0)

    def find(
        self,
        image: BgrImage,
        table: Tabletop,
        outlines: Iterable[Points],
        cards: Sequence[PhotoCard],
    ) -> list[PhotoCard]:
        """Return the face-down cards among ``outlines``; none where no back was learnt.

        Args:
            image: shape (H, W, 3), uint8, BGR.
            table: where cards lie.
            outlines: what may be outlines of cards, each shape (4, 2), pixels.
            cards: what was found in the picture so far, backs among it.
        """
        taken = [card.corners for card in cards if is_clear(card.card)]
        # Backs are told by the light and tell nothing of it: one that is none would bring more.
        faces = [card for card in cards if is_clear(card.card) and card.card.label != BACK]
        # One face alone may lie in a shadow or a reflection: it tells nothing of the light.
        if BACK not in self._colours or len(faces) < 2:
            return []
        middles = np.array([card.corners.mean(axis=0) for card in faces])
        gains = np.array([_mean(glimpse(image, card.corners, SAMPLE)) for card in faces])
        gains /= np.maximum([self._colours[card.card.label] for card in faces], 1.0)
        found: list[PhotoCard] = []
        for outline in outlines:
            if table.misfit(outline) > SIZED:
                continue
            corners = table.snap(outline)
            if any(overlap(one, corners) > TAKEN for one in taken):
                continue
            near = np.argsort(np.linalg.norm(middles - corners.mean(axis=0), axis=1))[:FACES]
            # Lamps light a table unevenly: its neighbours say how a back looks here.
            wanted = self._colours[BACK] * np.median(gains[near], axis=0)
            flat = glimpse(image, corners, SAMPLE)
            missed = float(np.abs(_mean(flat) - wanted).max())
            # Of one colour and as even as a back: a face of that mean colour varies more.
            if missed <= COLOUR and _variation(flat) <= self._variation + UNEVEN:
                taken.append(corners)
                seen = Sighting(BACK, False, 1 - missed / 255, 1.0, (), corners)
                found.append(PhotoCard(Sight.BACK, seen, corners))
        return found


def _inner(image: BgrImage) -> BgrImage:
    """Return the card without its edges."""
    height, width = image.shape[:2]
    down, across = (round(side * (1 - EDGES_LEFT_OUT) / 2) for side in (height, width))
    return image[down : height - down, across : width - across]


def _mean(image: BgrImage) -> MeanColour:
    return np.asarray(_inner(image).reshape(-1, 3).mean(axis=0), dtype=np.float64)


def _variation(image: BgrImage) -> float:
    """Return the standard deviation of the grey, fine pattern left out."""
    inner = cv2.cvtColor(_inner(image), cv2.COLOR_BGR2GRAY)
    return float(cv2.resize(inner, (6, 10), interpolation=cv2.INTER_AREA).std())
