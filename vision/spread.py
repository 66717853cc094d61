"""Cards of Hana-awase spread on a table, round the mat of that game or without one.

The cards are small, so a large picture is read in parts. What was named only because it lies where
cards lie has to stand out from the table as the clear cards do: wood has grain, and grain enlarged
to a card's contrast looks like wisteria.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.hana_awase.cards import DECK, SPECIAL_CHAFF, Kind
from companion.readings import Sight
from vision.deck import Deck
from vision.gallery import Gallery
from vision.geometry import Plane, Points
from vision.hana_layout import HanaLayout
from vision.memory import overlap
from vision.photo import CLEAR_FIT, LONGEST_SIDE, TAKEN, PhotoCard, PhotoReader
from vision.registration import register
from vision.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import BgrImage

ENOUGH = 60.0
"""Pixels of a card's width from which a picture need not be read in parts."""
SHARED = 1.3
"""Of a card's height: by how much parts overlap, so that each card lies wholly in one."""
LEAST_CONTRAST = 0.45
"""Of the contrast that clear cards show: what has less is the table."""
ALIKE = 0.9
"""Cosine from which two chaff of one month are one kind to the eyes."""
SCALE = 1.5
"""Pixels per millimetre at which contrast is compared."""


@dataclass(frozen=True, slots=True, eq=False)
class SpreadCard:
    """A card on the table.

    Attributes:
        sight: FACE where the name is sure, BACK, or UNKNOWN.
        label: the card's name where ``sight`` is FACE.
        confidence: 0 to 1.
        corners: shape (4, 2), pixels, clockwise from the card's own top left.
        turn: in which direction from the mat's middle, a share of a turn from seat 0 clockwise;
            None without a mat.
        on_mat: whether it lies on the mat itself.
    """

    sight: Sight
    label: str | None
    confidence: float
    corners: Points
    turn: float | None
    on_mat: bool


@dataclass(frozen=True, slots=True)
class Spread:
    """What one picture shows: whether the mat of Hana-awase, and the cards."""

    mat: bool
    cards: tuple[SpreadCard, ...]


class SpreadReader:
    """Reads pictures of piles with one deck."""

    def __init__(self, deck: Deck, mat: HanaLayout) -> None:
        """Make the deck ready; use one reader for many pictures."""
        gallery = Gallery(deck)
        merged = one_kind_of_chaff(gallery)
        self._deck = merged
        self._mat = mat
        self._tags = TagFinder(mat.layout.dictionary)
        self._reader = PhotoReader(merged, gallery if merged is deck else None)
        self._contrasts = {one.label: _contrast(one.image) for one in reversed(merged.exemplars)}

    def read(self, image: BgrImage) -> Spread:
        """Return the cards in ``image``, the clearest first.

        Args:
            image: shape (H, W, 3), uint8, BGR.
        """
        tags = self._tags.find(image)
        frame = (image.shape[1], image.shape[0])
        plane = register(self._mat.layout, tags, 0, frame).mat
        cards: list[PhotoCard] = []
        for part, corner in self._parts(image, plane):
            shown = [tag - corner for tag in tags.values()]
            for card in self._reader.read(part, shown):
                _keep(cards, PhotoCard(card.sight, card.card, card.corners + corner))
        return Spread(
            plane is not None, tuple(self._placed(card, plane) for card in self._real(image, cards))
        )

    def _parts(self, image: BgrImage, plane: Plane | None) -> Iterator[tuple[BgrImage, Points]]:
        """Yield parts of the picture and their upper left corners; all of it where that will do."""
        height, width = image.shape[:2]
        dense = _density(plane, self._mat) if plane is not None else 0.0
        shrunk = min(1.0, LONGEST_SIDE / max(width, height))
        if plane is None or shrunk == 1 or dense * self._deck.card_size[0] * shrunk >= ENOUGH:
            yield image, np.zeros(2)
            return
        shared = SHARED * self._deck.card_size[1] * dense
        for top, bottom in _pieces(height, shared):
            for left, right in _pieces(width, shared):
                yield image[top:bottom, left:right], np.array([left, top], dtype=np.float64)

    def _real(self, image: BgrImage, cards: Sequence[PhotoCard]) -> list[PhotoCard]:
        """Return ``cards`` without those that hardly stand out from the table."""
        faces = [card for card in cards if card.sight is Sight.FACE]
        shares = {id(card): self._share(image, card) for card in faces}
        clear = [shares[id(card)] for card in faces if card.card.fit >= CLEAR_FIT]
        if not clear:
            return list(cards)
        least = LEAST_CONTRAST * float(np.median(clear))
        return [
            card
            for card in cards
            if id(card) not in shares or card.card.fit >= CLEAR_FIT or shares[id(card)] >= least
        ]

    def _share(self, image: BgrImage, card: PhotoCard) -> float:
        """Return the contrast of a card in the picture as a share of its learnt picture's."""
        width, height = self._deck.card_size
        size = (round(width * SCALE), round(height * SCALE))
        flat = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]]) - 0.5
        warp = cv2.getPerspectiveTransform(card.corners.astype(np.float32), flat.astype(np.float32))
        seen = np.asarray(cv2.warpPerspective(image, warp, size), dtype=np.uint8)
        return _contrast(seen) / max(self._contrasts[card.card.label], 1.0)

    def _placed(self, card: PhotoCard, plane: Plane | None) -> SpreadCard:
        turn, on_mat = None, False
        if plane is not None:
            flat = plane.to_plane(card.corners)
            turn, on_mat = self._mat.turn(flat), self._mat.is_on(flat)
        return SpreadCard(card.sight, card.label, card.card.confidence, card.corners, turn, on_mat)


def one_kind_of_chaff(gallery: Gallery) -> Deck:
    """Return the deck with plain chaff of a month that looks alike as one kind: ``05-chaff``.

    Between two pictures of one face neither can be ahead of the other, so both would stay unread.
    """
    deck = gallery.deck
    rows = {
        label: [row for row, kind in enumerate(gallery.kinds) if kind.label == label]
        for label in deck.labels
    }
    plain = [card for card in DECK if card.kind is Kind.CHAFF and card not in SPECIAL_CHAFF]
    called: dict[str, str] = {}
    for one, other in combinations([card for card in plain if card.label in rows], 2):
        if one.month != other.month:
            continue
        likeness = gallery.likeness[np.ix_(rows[one.label], rows[other.label])]
        if likeness.max() >= ALIKE:
            kind = f"{one.month:02}-chaff"
            called |= {one.label: kind, other.label: kind}
    if not called:
        return deck
    exemplars = tuple(
        replace(one, label=called.get(one.label, one.label)) for one in deck.exemplars
    )
    return replace(deck, exemplars=exemplars, counts={})


def _contrast(image: BgrImage) -> float:
    """Return the standard deviation of a card's grey levels, fine grain left out."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    scale = max(1, round(grey.shape[1] / 24))
    small = grey[: grey.shape[0] // scale * scale, : grey.shape[1] // scale * scale]
    even = small.reshape(small.shape[0] // scale, scale, -1, scale).mean(axis=(1, 3))
    return float(even.std())


def _density(plane: Plane, mat: HanaLayout) -> float:
    """Return pixels per millimetre on the mat."""
    width, height = mat.layout.mat.size
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
    seen = plane.to_pixels(corners)
    sides = np.linalg.norm(seen - np.roll(seen, -1, axis=0), axis=1)
    return float(sides.sum()) / (2 * (width + height))


def _pieces(length: int, shared: float) -> list[tuple[int, int]]:
    """Cut a side into as few equal pieces as can be read whole, each ``shared`` over the next."""
    number = 1
    while (length + (number - 1) * shared) / number > LONGEST_SIDE:
        number += 1
    piece = (length + (number - 1) * shared) / number
    starts = [round(place * (piece - shared)) for place in range(number)]
    return [(start, min(length, round(start + piece))) for start in starts]


def _keep(cards: list[PhotoCard], new: PhotoCard) -> None:
    """Add ``new``, once where two parts show it; the better look at it counts."""
    for place, card in enumerate(cards):
        if max(overlap(card.corners, new.corners), overlap(new.corners, card.corners)) > TAKEN:
            if new.card.fit > card.card.fit:
                cards[place] = new
            return
    cards.append(new)
