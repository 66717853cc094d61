"""Cards of Hana-awase spread on a table, round the mat of that game or without one.

The mat tells where the table is and how large cards are on it. What was named only because it lies
where cards lie has to stand out from the table and fit its picture as the clear cards do, nearly:
wood has grain, and grain enlarged to a card's contrast looks like wisteria.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.hana_awase.cards import DECK, SPECIAL_CHAFF, CardKind
from companion.referee.readings import Sight
from vision.deck import Deck
from vision.geometry import PixelBox, Plane, Points, rectangle
from vision.match.gallery import Gallery
from vision.outlines.series import glimpse
from vision.outlines.tabletop import Tabletop
from vision.photo.card import CLEAR_FIT, PhotoCard
from vision.photo.known_table import Earlier, KnownTableReader
from vision.table.hana_layout import HanaLayout
from vision.table.registration import register
from vision.table.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import BgrImage

SPREAD_REACH = 120.0
"""Millimetres round the mat in which cards have to be large enough to be read."""
SPREAD_CONTRAST = 0.45
"""Of the contrast that clear cards show: what has less is the table."""
BARE_CONTRAST = 0.25
"""The same of what nobody can name: a card in the shade is a card, and people can say which."""
SPREAD_FIT = 0.6
"""Of the fit that clear cards show: one table has one light."""
SAME_KIND = 0.9
"""Cosine from which two chaff of one month are one kind to the eyes."""
CONTRAST_SCALE = 1.5
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
    """What one picture shows.

    Attributes:
        mat: whether it shows the mat of Hana-awase.
        cards: what lies there.
        read: the same cards as they were read, for the next picture of the same table.
    """

    mat: bool
    cards: tuple[SpreadCard, ...]
    read: tuple[PhotoCard, ...] = ()


class SpreadReader:
    """Reads pictures of piles with one deck."""

    def __init__(self, deck: Deck, mat: HanaLayout) -> None:
        """Make the deck ready; use one reader for many pictures."""
        gallery = Gallery(deck)
        merged = one_kind_of_chaff(gallery)
        self._deck = merged
        self._mat = mat
        self._tags = TagFinder(mat.layout.dictionary)
        self._reader = KnownTableReader(merged, gallery if merged is deck else None)
        self._contrasts = {one.label: _contrast(one.image) for one in reversed(merged.exemplars)}

    def read(
        self, image: BgrImage, earlier: Spread | None = None, changed: Sequence[PixelBox] = ()
    ) -> Spread:
        """Return the cards in ``image``, the clearest first.

        Args:
            image: shape (H, W, 3), uint8, BGR.
            earlier: what the same camera saw of the same table before; None: look at all of it.
            changed: where the picture may show something else now.
        """
        tags = self._tags.find(image)
        plane = register(self._mat.layout, tags, 0, (image.shape[1], image.shape[0])).mat
        if plane is None:
            cards = self._reader.read(image, [*tags.values()])
        else:
            table = Tabletop(plane, self._deck.card_size)
            cards = self._reader.read_on(
                image,
                table,
                self._round_the_mat(),
                [*tags.values()],
                whole=len(DECK),
                earlier=None if earlier is None else Earlier(earlier.read, tuple(changed)),
            )
            cards = tuple(card for card in cards if not self._is_frame(card, plane))
        real = tuple(self._real(image, cards))
        return Spread(plane is not None, tuple(self._placed(card, plane) for card in real), real)

    def _is_frame(self, card: PhotoCard, plane: Plane) -> bool:
        """Say whether what nobody can name is the stock's place, which is printed like a card."""
        if card.sight is not Sight.UNKNOWN:
            return False
        x, y = plane.to_plane(card.corners).mean(axis=0)
        left, top, width, height = self._mat.details.hana.stock
        return bool(left <= x <= left + width and top <= y <= top + height)

    def _round_the_mat(self) -> Points:
        """Return the corners of the part of the table where piles lie, millimetres."""
        width, height = self._mat.layout.mat.size
        return rectangle(
            -SPREAD_REACH, -SPREAD_REACH, width + 2 * SPREAD_REACH, height + 2 * SPREAD_REACH
        )

    def _real(self, image: BgrImage, cards: Sequence[PhotoCard]) -> list[PhotoCard]:
        """Return ``cards`` without those that are the table itself, for all that can be told."""
        faces = [card for card in cards if card.sight is Sight.FACE]
        clear = [card for card in faces if card.card.fit >= CLEAR_FIT]
        # Nothing to compare with: what lies there is told as it was read.
        if not clear:
            return list(cards)
        least_fit = SPREAD_FIT * float(np.median([card.card.fit for card in clear]))
        usual = float(np.median([self._share(image, card) for card in clear]))
        # A clear card stays whatever its contrast: it may lie in the shade.
        doubtful = [card for card in faces if card.card.fit < CLEAR_FIT]
        table = [
            card
            for card in doubtful
            if card.card.fit < least_fit or self._share(image, card) < SPREAD_CONTRAST * usual
        ]
        table += [
            card
            for card in cards
            if card.sight is Sight.UNKNOWN
            and card.card.label in self._contrasts
            and self._share(image, card) < BARE_CONTRAST * usual
        ]
        return [card for card in cards if card not in table]

    def _share(self, image: BgrImage, card: PhotoCard) -> float:
        """Return the contrast of a card in the picture as a share of its learnt picture's."""
        width, height = self._deck.card_size
        size = (round(width * CONTRAST_SCALE), round(height * CONTRAST_SCALE))
        return _contrast(glimpse(image, card.corners, size)) / max(
            self._contrasts[card.card.label], 1.0
        )

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
    plain = [card for card in DECK if card.kind is CardKind.CHAFF and card not in SPECIAL_CHAFF]
    called: dict[str, str] = {}
    for one, other in combinations([card for card in plain if card.label in rows], 2):
        if one.month != other.month:
            continue
        likeness = gallery.likeness[np.ix_(rows[one.label], rows[other.label])]
        if likeness.max() >= SAME_KIND:
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
