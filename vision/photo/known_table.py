"""Cards on a table whose plane is known before any of them was seen, as from a printed mat.

What a photo without a mat has to find out first, where the table is and how large a card is on it,
is known here. So outlines are looked for in a small picture, which shows them as well, and the
whole table is searched for details of faces only while cards are lacking.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vision.deck import Deck
from vision.geometry import Lens, Plane, Points, card_corners
from vision.match.gallery import Gallery
from vision.outlines.locate import Outlines, find_outlines, side_lengths
from vision.outlines.tabletop import Tabletop
from vision.photo.card import PhotoCard, in_larger, is_clear, shrunk, told
from vision.photo.photograph import Photograph
from vision.photo.place import upright
from vision.photo.plain_backs import PlainBacks
from vision.photo.reader import MOST_PROPOSALS, PhotoReader

if TYPE_CHECKING:
    from companion.frames import BgrImage

READ_AT = 66.0
"""Pixels of a card's width beyond which more of them show nothing more of its face."""
OUTLINED_AT = 52.0
"""Pixels of a card's width at which outlines are looked for."""
TABLE_PHOTO_SIDE = 4608
"""Pixels of a picture that are looked at, whatever that leaves of the cards: memory is short."""
LEAST_PROPOSALS, FOR_EACH = 8, 4
"""Places that are looked at in a search of the table, and more for each card that is lacking."""


class KnownTableReader(PhotoReader):
    """Reads pictures of a known table with one deck."""

    def __init__(self, deck: Deck, gallery: Gallery | None = None) -> None:
        """Make the deck ready, or use the ``gallery`` of its whole cards that somebody has."""
        super().__init__(deck, gallery)
        self._backs = PlainBacks(deck)

    def read_on(
        self,
        image: BgrImage,
        table: Tabletop,
        within: Points,
        tags: Sequence[Points] = (),
        *,
        whole: int,
    ) -> tuple[PhotoCard, ...]:
        """Return the cards in ``image``, the clearest first.

        Args:
            image: shape (H, W, 3), uint8, BGR.
            table: where cards lie.
            within: points round the part of the table where cards may lie, shape (N, 2),
                millimetres; a card farther away need not be large enough to be read.
            tags: corners of printed tags, each shape (4, 2), pixels: none of them is a card.
            whole: how many cards there are; once so many are clear nothing more is searched.
        """
        across = _narrowest(table, within)
        scale = min(1.0, READ_AT / across, TABLE_PHOTO_SIDE / max(image.shape[:2]))
        small, there = shrunk(image, scale), _seen_smaller(table, scale)
        printed = [(tag + 0.5) * scale - 0.5 for tag in tags]
        light = Photograph(small)
        smaller = min(1.0, OUTLINED_AT / (across * scale))
        found, quads, clearest = self._outlined(small, light, there, smaller, whole)
        there = self._table(found, light) or there
        backs = self._backs.find(small, there, quads, found)
        # A face-down card is one of the whole: looking on for it costs, and finds nothing.
        if _clear(found) < whole - len(backs):
            known = [card.corners for card in found if is_clear(card.card)]
            known += [card.corners for card in backs]
            most = min(MOST_PROPOSALS, LEAST_PROPOSALS + FOR_EACH * (whole - len(known)))
            above = self._from_above(light, there)
            self._search(light, found, above, known, most)
            if _clear(found) < whole - len(backs):
                edges = (clearest.straight_edges() + 0.5) / smaller - 0.5
                self._search_corners(light, found, above, edges, [*known, *printed])
            # The cards found meanwhile lie on the table, too, and tell its plane better.
            there = self._table(found, light) or there
        cards = [*self._verdicts.of_all(light, found, there), *backs]
        return in_larger(told(cards, printed), scale)

    def _outlined(
        self, image: BgrImage, light: Photograph, table: Tabletop, scale: float, whole: int
    ) -> tuple[list[PhotoCard], list[Points], Outlines]:
        """Return the cards whose outlines show in ``image`` made smaller by ``scale``.

        And what may be outlines, in pixels of ``image``, and the clearest ones in those of the
        smaller picture.
        """
        found: list[PhotoCard] = []
        shown: list[Outlines] = []
        quads: list[Points] = []
        there = table
        for outlines in find_outlines(shrunk(image, scale)):
            shown.append(outlines)
            places = [upright((quad + 0.5) / scale - 0.5) for quad in outlines.quads]
            quads += places
            self._places.look(light, places, found, there)
            there = self._table(found, light) or table
            if _clear(found) >= whole:
                break
        return [self._again(light, card, there) for card in found], quads, shown[0]


def _clear(cards: Sequence[PhotoCard]) -> int:
    return sum(is_clear(card.card) for card in cards)


def _narrowest(table: Tabletop, within: Points) -> float:
    """Return how many pixels wide a card is where it looks smallest."""
    seen = [table.plane.to_pixels(card_corners((x, y), table.size)) for x, y in within]
    return min(float(side_lengths(corners).reshape(2, 2).mean(axis=0).min()) for corners in seen)


def _seen_smaller(table: Tabletop, scale: float) -> Tabletop:
    """Return the table as it is in the picture made smaller by ``scale``."""
    plane = table.plane
    matrix = plane.lens.matrix.copy()
    matrix[:2, 2] += 0.5
    matrix[:2] *= scale
    matrix[:2, 2] -= 0.5
    lens = Lens(matrix, plane.lens.distortion)
    return Tabletop(Plane(lens, plane.rotation, plane.translation), table.size)
