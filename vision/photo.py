"""A photo without a mat: cards found by their outlines, each compared with the learnt deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from companion.readings import Sight
from vision.deck import BACK, Deck
from vision.gallery import FINE_SCALE, Gallery, unit, weighted
from vision.geometry import Points
from vision.light import FloatImage
from vision.locate import find_quads, side_lengths
from vision.memory import overlap
from vision.recognise import Sighting, find_card

if TYPE_CHECKING:
    from companion.frames import BgrImage

SLACK = 5.0
"""Millimetres by which an outline may miss the card's edge."""
ROTATIONS = (0.0, -4.0, 4.0)
"""Degrees by which it may be askew in its outline."""
GLANCE = 0.2
"""Cosine at the coarse scale below which an outline holds no card of this deck."""
MIN_SEEN = 0.55
"""Fit below which an outline is not taken for a card at all."""
MIN_FIT = 0.72
"""Fit below which no card is named: nobody has placed this outline, so it must fit better."""
CLEAR_FIT, CLEAR_LEAD = 0.85, 0.4
"""A fit so good that a smaller lead is enough: only the light's colour can have caused it."""
MIN_CARD = 0.7
"""Fit below which an outline that cannot be named is not called a card."""
TAKEN = 0.3
"""Overlap with a card already found from which an outline is not looked at any more."""
TEACHERS = 3
"""Cards that are sure before their colours correct those of the others."""


@dataclass(frozen=True, slots=True, eq=False)
class PhotoCard:
    """A card in a photo.

    Attributes:
        sight: FACE where the name is sure, BACK, or UNKNOWN.
        card: what it looks most like.
        corners: shape (4, 2), pixels of the photo, clockwise from the card's own top left.
    """

    sight: Sight
    card: Sighting
    corners: Points

    @property
    def label(self) -> str | None:
        """Return the face's name where it is sure."""
        return self.card.label if self.sight is Sight.FACE else None


class PhotoReader:
    """Reads photos with one deck."""

    def __init__(self, deck: Deck, gallery: Gallery | None = None) -> None:
        """Make the deck ready, or use the ``gallery`` of its whole cards that somebody has."""
        self._gallery = gallery or Gallery(deck)

    def read(self, image: BgrImage) -> tuple[PhotoCard, ...]:
        """Return the cards in ``image``, the clearest first.

        Args:
            image: shape (H, W, 3), uint8, BGR.
        """
        balanced = _balanced(image)
        quads = self._promising(balanced, find_quads(image))
        cards = self._look(balanced, quads)
        tint = self._tint(balanced, [card for card in cards if card.sight is Sight.FACE])
        if tint is not None:
            # Light has a colour of its own. The cards that are sure anyway show which.
            doubtful = [card for card in cards if card.sight is Sight.UNKNOWN]
            sure = [card for card in cards if card.sight is not Sight.UNKNOWN]
            again = self._look(balanced * tint, [card.corners for card in doubtful], sure)
            cards = again
        shown = [card for card in cards if card.card.fit >= MIN_CARD]
        return tuple(sorted(shown, key=lambda card: -card.card.fit))

    def _promising(self, image: FloatImage, quads: list[Points]) -> list[Points]:
        """Return the outlines that may hold a card of this deck, long side down, best first."""
        gallery = self._gallery
        scale = gallery.coarse_scale
        calm = np.asarray(cv2.GaussianBlur(image, (0, 0), 1.2), dtype=np.float32)
        scored = []
        for quad in quads:
            top, right, bottom, left = side_lengths(quad)
            upright = quad if top + bottom <= right + left else np.roll(quad, -1, axis=0)
            patch, _ = self._flat(calm, upright, scale, 0.0)
            seen = unit(weighted(patch, gallery.coarse_weights))
            score = float((gallery.coarse @ seen).max())
            if score >= GLANCE:
                scored.append((score, upright))
        return [quad for _, quad in sorted(scored, key=lambda one: -one[0])]

    def _look(
        self, image: FloatImage, quads: list[Points], known: list[PhotoCard] | None = None
    ) -> list[PhotoCard]:
        cards = list(known or ())
        for quad in quads:
            if any(
                overlap(card.corners, quad) > TAKEN
                for card in cards
                if card.sight is not Sight.UNKNOWN
            ):
                continue
            patch, back = self._flat(image, quad, FINE_SCALE, SLACK)
            found = find_card(self._gallery, patch, ROTATIONS)
            if found is None or found.fit < MIN_SEEN:
                continue
            corners = cv2.perspectiveTransform(found.corners[None], back)[0]
            self._keep(cards, PhotoCard(_verdict(found), found, np.asarray(corners)))
        return cards

    def _keep(self, cards: list[PhotoCard], new: PhotoCard) -> None:
        """Add ``new`` unless a better card is there; drop worse ones that it overlaps."""
        rivals = [
            card
            for card in cards
            if max(overlap(card.corners, new.corners), overlap(new.corners, card.corners)) > TAKEN
        ]
        if all(card.card.fit < new.card.fit for card in rivals):
            for card in rivals:
                cards.remove(card)
            cards.append(new)

    def _flat(
        self, image: FloatImage, quad: Points, scale: float, slack: float
    ) -> tuple[FloatImage, npt.NDArray[np.float64]]:
        """Lay what is in ``quad`` flat, with ``slack`` mm round it; also return the way back."""
        width, height = self._gallery.size
        size = (round((width + 2 * slack) * scale), round((height + 2 * slack) * scale))
        card = np.array([[0, 0], [width, 0], [width, height], [0, height]]) + slack
        back = cv2.getPerspectiveTransform(
            (card * scale - 0.5).astype(np.float32), quad.astype(np.float32)
        )
        flat = cv2.warpPerspective(
            image,
            back,
            size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(flat, dtype=np.float32), np.asarray(back, dtype=np.float64)

    def _tint(self, image: FloatImage, cards: list[PhotoCard]) -> npt.NDArray[np.float32] | None:
        """Return the gain of each colour that makes sure cards look as learnt; None: too few."""
        if len(cards) < TEACHERS:
            return None
        gains = []
        for one in cards:
            patch, _ = self._flat(image, one.corners, FINE_SCALE, 0.0)
            gains.append(self._gallery.gains(one.card.label, patch))
        middle = np.median(gains, axis=0)
        return np.asarray(middle / middle.mean(), dtype=np.float32)


def _verdict(found: Sighting) -> Sight:
    clear = found.fit >= CLEAR_FIT and found.lead >= CLEAR_LEAD
    if not (clear or (found.sure and found.fit >= MIN_FIT)):
        return Sight.UNKNOWN
    return Sight.BACK if found.label == BACK else Sight.FACE


def _balanced(image: BgrImage) -> FloatImage:
    """Return reflectances under the assumption that the brightest of each colour is white."""
    thin = image[::4, ::4].reshape(-1, 3)
    black, white = np.percentile(thin, (1, 99), axis=0)
    return np.asarray((image - black) / np.maximum(white - black, 1), dtype=np.float32)
