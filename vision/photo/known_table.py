"""Cards on a table whose plane is known before any of them was seen, as from a printed mat.

What a photo without a mat has to find out first, where the table is and how large a card is on it,
is known here. So outlines are looked for in a small picture, which shows them as well, and the
whole table is searched for details of faces only while cards are lacking. Of a table that was read
a moment ago only what has changed is looked at: on a small computer the whole takes seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from companion.referee.readings import Sight
from vision.deck import Deck
from vision.geometry import (
    Lens,
    PixelBox,
    Plane,
    Points,
    at_scale,
    box_round,
    card_corners,
    overlap,
    rectangle,
    share_in_common,
    unscaled,
)
from vision.match.gallery import Gallery
from vision.outlines.above import TableFromAbove
from vision.outlines.locate import find_outlines, side_lengths
from vision.outlines.tabletop import Tabletop
from vision.photo.card import UNLIKE_ANY, PhotoCard, in_larger, is_clear, outlined, shrunk, told
from vision.photo.photograph import Photograph
from vision.photo.place import FRAMED_MISS, upright
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
ENOUGH_CLEAR = 6
"""Clear cards of an earlier picture from which on the table is known as well as it will be."""
BESIDE_ONE = 0.1
"""Overlap up to which an outline is that of another card, beside those that were read."""
MOST_CHANGED = 0.5
"""Share of a picture: where more of it has to be looked at, all of it is."""


@dataclass(frozen=True, slots=True, eq=False)
class Earlier:
    """What an earlier picture of a table showed, and where a later one shows something else.

    Attributes:
        cards: as `KnownTableReader.read_on` returned them.
        changed: parts of the picture that may show something else now.
    """

    cards: tuple[PhotoCard, ...]
    changed: tuple[PixelBox, ...]

    def unread_still(self) -> list[Points]:
        """Return the outlines in which a card lies that nobody could name, and nothing changed."""
        return [
            card.corners
            for card in self.cards
            if card.card.label == UNLIKE_ANY and not self._has_changed(card)
        ]

    def divided(
        self, table: Tabletop, size: tuple[int, int]
    ) -> tuple[list[PhotoCard], list[PixelBox]]:
        """Return the cards that lie there still, and the parts of a picture to be read again.

        Round whatever has changed there is room for a card that lies there in part, whose outline
        has to be seen, too. What nobody could name before is looked at again. Where that is most of
        the picture no card is kept, and all of it is read.

        Args:
            table: where cards lie.
            size: width and height of the picture, pixels.
        """
        kept, again = [], []
        for card in self.cards:
            if card.sight is not Sight.UNKNOWN and not self._has_changed(card):
                kept.append(card)
            else:
                again.append(card.corners)
        outlines = [*again, *map(_corners_of, self.changed)]
        parts = _joined(box_round(_with_a_card_round(one, table), *size) for one in outlines)
        covered = sum((right - left) * (bottom - top) for left, top, right, bottom in parts)
        if covered > MOST_CHANGED * size[0] * size[1]:
            return [], [(0, 0, *size)]
        return kept, parts

    def _has_changed(self, card: PhotoCard) -> bool:
        """Say whether ``card`` lies in part where the picture may show something else now."""
        return any(overlap(_corners_of(box), card.corners) > 0 for box in self.changed)


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
        earlier: Earlier | None = None,
    ) -> tuple[PhotoCard, ...]:
        """Return the cards in ``image``, the clearest first.

        Args:
            image: shape (H, W, 3), uint8, BGR.
            table: where cards lie.
            within: points round the part of the table where cards may lie, shape (N, 2),
                millimetres; a card farther away need not be large enough to be read.
            tags: corners of printed tags, each shape (4, 2), pixels: none of them is a card.
            whole: how many cards there are; once so many are clear nothing more is searched.
            earlier: what is known of the same table from the same camera; None: nothing.
        """
        across = _narrowest(table, within)
        scale = min(1.0, READ_AT / across, TABLE_PHOTO_SIDE / max(image.shape[:2]))
        size = (image.shape[1], image.shape[0])
        lay: list[PhotoCard] = []
        parts: list[PixelBox] = [(0, 0, *size)]
        if earlier is not None:
            lay, parts = earlier.divided(table, size)
        small = shrunk(image, scale)
        now = _Picture(
            small,
            Photograph(small),
            min(1.0, OUTLINED_AT / (across * scale)),
            _seen_smaller(table, scale),
            tuple(at_scale(tag, scale) for tag in tags),
            whole,
        )
        for card in lay:
            there = replace(card, corners=at_scale(card.corners, scale))
            (now.backs if card.sight is Sight.BACK else now.found).append(there)
        now.table = self._table(now.found, now.light) or now.table
        now.is_settled = _clear(now.found) >= ENOUGH_CLEAR
        for box in parts:
            self._look_at(now, box_round(np.reshape(box, (2, 2)) * scale, *now.light.size))
        if now.is_settled:
            now.table = self._table(now.found, now.light) or now.table
        cards = told(
            [*self._verdicts.of_all(now.light, now.found, now.table), *now.backs], now.printed
        )
        stays = () if earlier is None else earlier.unread_still()
        unmoved = [at_scale(corners, scale) for corners in stays]
        return in_larger([*cards, *self._unread(now, cards, unmoved)], scale)

    def _unread(
        self, now: _Picture, cards: Sequence[PhotoCard], stays: Sequence[Points]
    ) -> list[PhotoCard]:
        """Return what lies there in a card's outline, and is like no card that was learnt.

        A pale card on pale paper may be missed by all that compares faces; people who are told that
        something lies there can say what it is. Its outline hardly shows, either: what it was seen
        as before ``stays`` there.
        """
        taken = [*now.printed, *(card.corners for card in cards)]
        unread: list[PhotoCard] = []
        seen = sorted(now.outlines, key=now.table.misfit)
        for quad, known in ((quad, part is stays) for part in (stays, seen) for quad in part):
            if now.table.misfit(quad) > FRAMED_MISS:
                continue
            corners = now.table.snap(quad)
            if any(share_in_common(corners, one) > BESIDE_ONE for one in taken):
                continue
            if known or self._places.is_outlined(now.light, corners):
                taken.append(corners)
                unread.append(outlined(corners))
        return unread

    def _look_at(self, now: _Picture, part: PixelBox) -> None:
        """Add what a ``part`` of a picture shows, its pixels, to what is known of it."""
        quads, clearest = self._outlined(now, part)
        now.outlines += quads
        now.table = self._table_now(now)
        now.backs += self._backs.find(now.image, now.table, quads, [*now.found, *now.backs])
        # A face-down card is one of the whole: looking on for it costs, and finds nothing.
        if now.lacking:
            self._search_part(now, part, clearest)
            # The cards found meanwhile lie on the table, too, and tell its plane better.
            now.table = self._table_now(now)

    def _search_part(self, now: _Picture, part: PixelBox, edges: npt.NDArray[np.float64]) -> None:
        """Add what the details of faces, and then corners, tell of a ``part`` of a picture."""
        if now.above is None or now.above.table is not now.table:
            now.above = self._from_above(now.light, now.table)
        whole = part == (0, 0, *now.light.size)
        above = now.above if whole else now.above.part(part)
        if above is None:
            return
        known = [card.corners for card in now.found if is_clear(card.card)]
        known += [card.corners for card in now.backs]
        most = min(MOST_PROPOSALS, LEAST_PROPOSALS + FOR_EACH * (now.whole - len(known)))
        self._search(now.light, now.found, above, known, most)
        if now.lacking:
            self._search_corners(now.light, now.found, above, edges, [*known, *now.printed])

    def _outlined(
        self, now: _Picture, part: PixelBox
    ) -> tuple[list[Points], npt.NDArray[np.float64]]:
        """Add the cards whose outlines show in a ``part`` of a picture to those that were found.

        Returns:
            What may be outlines, and the straight edges of the clearest ones, shape (N, 2, 2).
        """
        left, top, right, bottom = part
        lay = list(now.found)
        corner = np.array([left, top], dtype=np.float64)
        edges = np.zeros((0, 2, 2))
        quads: list[Points] = []
        shown = find_outlines(shrunk(now.image[top:bottom, left:right], now.outlined_at))
        table = now.table
        for number, outlines in enumerate(shown):
            if number == 0:
                edges = unscaled(outlines.straight_edges(), now.outlined_at) + corner
            places = [upright(unscaled(quad, now.outlined_at) + corner) for quad in outlines.quads]
            quads += places
            self._places.look(now.light, places, now.found, table)
            table = self._table_now(now)
            if not now.lacking:
                break
        now.found[:] = [
            card if card in lay else self._again(now.light, card, table) for card in now.found
        ]
        return quads, edges

    def _table_now(self, now: _Picture) -> Tabletop:
        """Return the table as all that was found tells it, where that tells more than before."""
        if now.is_settled:
            return now.table
        return self._table(now.found, now.light) or now.table


@dataclass(slots=True)
class _Picture:
    """What is known of a picture while it is read.

    Attributes:
        image: shape (H, W, 3), uint8, BGR.
        light: the same, as a photograph.
        outlined_at: by how much smaller outlines are looked for.
        table: where cards lie, as well as is known.
        printed: corners of printed tags, pixels.
        whole: how many cards there are.
        is_settled: whether the table is known too well for a few cards more to tell it better.
        found: cards with a face, or of which nobody can say.
        backs: cards that lie face down.
        above: what the picture shows of the table, where somebody has asked.
        outlines: what may be outlines of cards in the parts that were looked at.
    """

    image: BgrImage
    light: Photograph
    outlined_at: float
    table: Tabletop
    printed: tuple[Points, ...]
    whole: int
    is_settled: bool = False
    found: list[PhotoCard] = field(default_factory=list)
    backs: list[PhotoCard] = field(default_factory=list)
    above: TableFromAbove | None = None
    outlines: list[Points] = field(default_factory=list)

    @property
    def lacking(self) -> bool:
        """Whether some cards were not clearly seen yet."""
        return _clear(self.found) < self.whole - len(self.backs)


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


def _with_a_card_round(outline: Points, table: Tabletop) -> Points:
    """Return corners of the pixels that a card may cover that touches ``outline``, pixels."""
    middle = table.plane.to_plane(outline.mean(axis=0)[None])[0]
    card = table.plane.to_pixels(card_corners((middle[0], middle[1]), table.size))
    length = float(side_lengths(card).max())
    return np.array([outline.min(axis=0) - length, outline.max(axis=0) + length])


def _corners_of(box: PixelBox) -> Points:
    left, top, right, bottom = box
    return rectangle(left, top, right - left, bottom - top)


def _joined(boxes: Iterable[PixelBox]) -> list[PixelBox]:
    """Return ``boxes`` with those that overlap merged into one."""
    apart: list[PixelBox] = []
    for box in boxes:
        touching = True
        while touching:
            touching = False
            for other in apart:
                if max(box[0], other[0]) < min(box[2], other[2]) and max(box[1], other[1]) < min(
                    box[3], other[3]
                ):
                    apart.remove(other)
                    box = (
                        min(box[0], other[0]),
                        min(box[1], other[1]),
                        max(box[2], other[2]),
                        max(box[3], other[3]),
                    )
                    touching = True
                    break
        if box[0] < box[2] and box[1] < box[3]:
            apart.append(box)
    return apart
