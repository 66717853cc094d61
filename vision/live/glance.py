"""One picture by itself: every zone of the table in it, without any memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.hanabi.labels import MOST_SEATS
from companion.referee.readings import Sight
from vision.deck import Deck
from vision.geometry import Plane, Points
from vision.live.places import (
    ASKEW,
    HEAP,
    PlaceReader,
    PlaceSight,
    column_place,
    pile_place,
    slot_place,
)
from vision.match.partly import left_open
from vision.photo.reader import PhotoReader
from vision.table.layout import Layout
from vision.table.light import LitPlane, light_to_read_by
from vision.table.registration import register
from vision.table.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import BgrImage


@dataclass(frozen=True, slots=True, eq=False)
class GlancedCard:
    """One place of a picture and what it shows.

    Attributes:
        zone: ``fireworks:2``, ``discards``, ``deck`` or ``rack:1:3``; empty where no mat is.
        sight: the verdict.
        label: the card's name where ``sight`` is `Sight.FACE`.
        confidence: 0 to 1, of the best explanation.
        corners: shape (4, 2), pixels, clockwise from the card's own top left; None where no card
            is.
        could_be: all names that a card may have which cannot be named; empty: nobody can say.
    """

    zone: str
    sight: Sight
    label: str | None
    confidence: float
    corners: Points | None
    could_be: tuple[str, ...] = ()


class Glance:
    """Reads single pictures of a table with one layout and one deck."""

    def __init__(self, layout: Layout, deck: Deck, places: PlaceReader | None = None) -> None:
        """Prepare layout and deck; use one glance for many pictures.

        ``places`` is the deck made ready, where somebody has it already.
        """
        self._layout = layout
        self._tags = TagFinder(layout.dictionary)
        self._places = places or PlaceReader(deck)
        self._photos: PhotoReader | None = None  # made ready for the first picture without a mat

    @property
    def deck(self) -> Deck:
        """The deck whose cards it names."""
        return self._places.deck

    def read(self, image: BgrImage) -> tuple[GlancedCard, ...]:
        """Return all places of the mat and the racks in ``image``, or without a mat all cards.

        Args:
            image: shape (H, W, 3), uint8, BGR.
        """
        tags = self._tags.find(image)
        planes = register(self._layout, tags, MOST_SEATS, (image.shape[1], image.shape[0]))
        if planes.mat is None:
            if self._photos is None:
                self._photos = PhotoReader(self._places.deck, self._places.whole)
            return tuple(
                GlancedCard(
                    "",
                    card.sight,
                    card.label,
                    card.card.confidence,
                    card.corners,
                    left_open(card.card) if card.sight is Sight.UNKNOWN else (),
                )
                for card in self._photos.read(image, tuple(tags.values()))
            )
        places, deck, mat = self._places, self._places.deck, self._layout.mat
        lit = LitPlane(image, planes.mat, light_to_read_by(image, planes.mat, mat, tags))
        seen: list[GlancedCard] = []
        for column in range(mat.columns):
            top = places.read_top(lit, column_place(mat, deck, column))
            seen.append(_seen(f"fireworks:{column}", planes.mat, top))
        heap = places.read_heap(lit, pile_place(mat.discards, HEAP))
        seen += [_seen("discards", planes.mat, card) for card in heap]
        pile = places.read_top(lit, pile_place(mat.deck, ASKEW))
        seen.append(_seen("deck", planes.mat, pile))
        for seat, plane in sorted(planes.racks.items()):
            rack = self._layout.rack(seat)
            lit = LitPlane(image, plane, light_to_read_by(image, plane, rack, tags))
            for slot in range(rack.slots):
                card = places.read_slot(lit, slot_place(rack, deck, slot))
                seen.append(_seen(f"rack:{seat}:{slot}", plane, card))
        return tuple(seen)


def _seen(zone: str, plane: Plane, sight: PlaceSight) -> GlancedCard:
    verdict = sight.sight
    if zone == "deck" and verdict is Sight.UNKNOWN:
        verdict = Sight.BACK  # the deck lies face down, whether its back was learnt or not
    corners = None if sight.corners is None else plane.to_pixels(sight.corners)
    confidence = sight.card.confidence if sight.card else 0.0
    could_be = left_open(sight.card) if verdict is Sight.UNKNOWN else ()
    return GlancedCard(zone, verdict, sight.label, confidence, corners, could_be)
