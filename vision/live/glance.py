"""One picture by itself: every zone of the table in it, without any memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.hanabi.labels import MOST_SEATS
from companion.referee.readings import Sight
from vision.deck import Deck
from vision.geometry import Plane, Points
from vision.live.places import (
    ASKEW,
    HEAP,
    Place,
    PlaceReader,
    PlaceSight,
    column_place,
    pile_place,
    slot_place,
)
from vision.match.partly import left_open
from vision.match.tones import Tones
from vision.photo.reader import PhotoReader
from vision.table.layout import Layout
from vision.table.light import LitPlane, light_to_read_by
from vision.table.registration import Registration, register
from vision.table.tags import TagFinder

if TYPE_CHECKING:
    from companion.frames import BgrImage


_Read = Callable[[Tones], tuple[PlaceSight, ...]]


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
        tones = Tones()
        zones = [*self._zones(image, planes, planes.mat, tags)]
        shown = [read(tones) for _, _, read in zones]
        seen: list[GlancedCard] = []
        for (zone, plane, read), sights in zip(zones, shown, strict=True):
            # What only its tone tells is read again, once all that shows the tones has been read.
            unread = any(one.sight is Sight.UNKNOWN for one in sights)
            seen += [_seen(zone, plane, one) for one in (read(tones) if unread else sights)]
        return tuple(seen)

    def _zones(
        self, image: BgrImage, planes: Registration, on: Plane, tags: Mapping[int, Points]
    ) -> Iterator[tuple[str, Plane, _Read]]:
        """Yield the zones that are in view, each with its plane and what reads it."""
        places, deck, mat = self._places, self._places.deck, self._layout.mat
        lit = LitPlane(image, on, light_to_read_by(image, on, mat, tags))
        for column in range(mat.columns):
            yield (
                f"fireworks:{column}",
                on,
                _one(places.read_top, lit, column_place(mat, deck, column)),
            )
        heap = pile_place(mat.discards, HEAP)
        yield "discards", on, lambda tones: places.read_heap(lit, heap, tones=tones)
        yield "deck", on, _one(places.read_top, lit, pile_place(mat.deck, ASKEW))
        for seat, plane in sorted(planes.racks.items()):
            rack = self._layout.rack(seat)
            standing = LitPlane(image, plane, light_to_read_by(image, plane, rack, tags))
            for slot in range(rack.slots):
                place = slot_place(rack, deck, slot)
                yield f"rack:{seat}:{slot}", plane, _one(places.read_slot, standing, place)


def _one(
    read: Callable[[LitPlane, Place, Tones], PlaceSight], lit: LitPlane, place: Place
) -> _Read:
    """Return what reads a place that holds one card at most."""
    return lambda tones: (read(lit, place, tones),)


def _seen(zone: str, plane: Plane, sight: PlaceSight) -> GlancedCard:
    verdict = sight.sight
    if zone == "deck" and verdict is Sight.UNKNOWN:
        verdict = Sight.BACK  # the deck lies face down, whether its back was learnt or not
    corners = None if sight.corners is None else plane.to_pixels(sight.corners)
    confidence = sight.card.confidence if sight.card else 0.0
    could_be = left_open(sight.card) if verdict is Sight.UNKNOWN else ()
    return GlancedCard(zone, verdict, sight.label, confidence, corners, could_be)
