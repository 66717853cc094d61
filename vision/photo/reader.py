"""A photo without a mat: every card in it, compared with the learnt deck.

A few cards are found by their outlines. They have the deck's size, so they tell where the table
is, and on a known table the others are found by the details of their faces, whatever hides their
outlines, and those with hardly a detail, or whose details a lamp hides, by their corners. A card
that lies on that table in the deck's own size is believed sooner than one that does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from companion.referee.readings import Sight
from vision.deck import BACK, Deck
from vision.geometry import Points, at_scale, overlap, share_in_common
from vision.match.gallery import Gallery
from vision.match.recognise import Sighting
from vision.outlines.above import TableFromAbove, from_above
from vision.outlines.detector import Detector
from vision.outlines.locate import SMALLEST_TOLD, Outlines, find_outlines, side_lengths
from vision.outlines.rectangles import EDGES_ACROSS, propose_rectangles
from vision.outlines.tabletop import Tabletop, fit_tabletop
from vision.photo.card import (
    CLEAR_FIT,
    EXACT,
    MIN_TABLE_FIT,
    ON_TABLE,
    TAKEN,
    UNLIKE_ANY,
    PhotoCard,
    in_larger,
    is_clear,
    is_likely,
    keep,
    shrunk,
    told,
    unturned,
)
from vision.photo.chance_likeness import without_chance_likeness
from vision.photo.details import Details
from vision.photo.halves import doubted
from vision.photo.other_ends import OtherEnds
from vision.photo.photograph import Photograph, brightened, is_noisy, smoothed
from vision.photo.place import IN_PLACE, MIN_FAIR, MIN_SEEN, PhotoPlaces, in_both_ways, is_open
from vision.photo.second_look import (
    is_worthwhile,
    shown_anew,
    turned_about,
    with_second_look,
)
from vision.photo.verdict import OF_OTHER_SIZE, Verdicts

if TYPE_CHECKING:
    from companion.frames import BgrImage

LONGEST_SIDE = 3072
"""Pixels of a photo that are looked at; larger ones are made smaller first."""
SHORTER_SIDE = 1800
"""The same where that leaves enough of the cards."""
ENOUGH_ACROSS = 90.0
"""Pixels of a card's width beyond which more show nothing more of its face."""
AGREEING = 2
"""Cards that lie on one plane before it is taken for the table."""
WELL_ON_TABLE = 0.03
"""Share by which the sides of a card that lies where it seems to may miss the deck's."""
SHAPELESS = 0.05
"""Fit that a card may lose when it is given its true shape."""
SETTLING, FEW = 3, 6
"""How often the cards that tell of a table are fitted again on it; how many need that no more."""
FEW_SHOWN = 3
"""Clear cards up to which their outlines may have missed many, so that the net is asked, too."""
MOST_VAIN_OUTLINES = 30
"""Outlines of a few masks in a row that hold nothing, after which the rest is left to others."""
FIRST_PROPOSALS = 12
"""Places that are looked at on a table that one card tells."""
MOST_PROPOSALS = 25
"""Places on the table that are looked at, beside those with outlines."""
MOST_RECTANGLES = 6
"""Places that are looked at at last, where only the corners of a card tell of one."""


@dataclass(frozen=True, slots=True, eq=False)
class _Begun:
    """What the outlines in a photo tell, before the table is searched for the rest.

    Attributes:
        image: shape (H, W, 3), uint8, BGR.
        light: the same, as a photograph.
        before: the table that earlier pictures tell; None: none does.
        table: the table that the outlines tell, or ``before``; None: no table is known.
        found: what lies there.
        fair: what is worth another look.
        shown: the outlines of each mask that was made.
        quads: all of them.
        lying: gives where the net sees something lie as a card does.
        broken_off: whether the first outlines told no table, and no others were looked at.
    """

    image: BgrImage
    light: Photograph
    before: Tabletop | None
    table: Tabletop | None
    found: Sequence[PhotoCard]
    fair: Sequence[PhotoCard]
    shown: Sequence[Outlines]
    quads: Sequence[Points]
    lying: Callable[[], list[Points]]
    broken_off: bool

    @property
    def shows_enough(self) -> bool:
        """Whether a larger picture would show no more of the clear cards, of which there are some.

        The first outlines have to tell of a table, too.
        """
        return not self.broken_off and _narrowest(self.found) >= ENOUGH_ACROSS


class PhotoReader:
    """Reads photos with one deck."""

    def __init__(self, deck: Deck, gallery: Gallery | None = None) -> None:
        """Make the deck ready, or use the ``gallery`` of its whole cards that somebody has."""
        self._gallery = gallery or Gallery(deck)
        self._places = PhotoPlaces(self._gallery)
        self._verdicts = Verdicts(self._gallery, self._places)
        self._other_ends = OtherEnds(self._gallery, self._places)

    @cached_property
    def _detector(self) -> Detector | None:
        return Detector.load()

    @cached_property
    def _details(self) -> Details:
        return Details(self._gallery)

    def read(
        self, image: BgrImage, tags: Sequence[Points] = (), earlier: Sequence[Points] = ()
    ) -> tuple[PhotoCard, ...]:
        """Return the cards in ``image``, the clearest first.

        Args:
            image: shape (H, W, 3), uint8, BGR.
            tags: corners of printed tags, each shape (4, 2), pixels: none of them is a card.
            earlier: those of cards that were named in other pictures of a camera that has stood
                still since: where they agree, they tell where the table is.
        """
        cards = self.judged(image, tags, earlier)
        if not earlier and is_worthwhile(self._gallery, cards):
            cards = with_second_look(self._gallery, cards, self._once_more(image, tags))
        shown = told(cards, tags)
        return shown if earlier else without_chance_likeness(shown)

    def _once_more(self, image: BgrImage, tags: Sequence[Points]) -> list[PhotoCard]:
        """Return what a second look at ``image`` shows; arguments as `read`'s."""
        printed = [turned_about(tag, image) for tag in tags]
        return [
            replace(card, corners=turned_about(card.corners, image))
            for card in self.judged(shown_anew(image), printed)
        ]

    def judged(
        self, image: BgrImage, tags: Sequence[Points] = (), earlier: Sequence[Points] = ()
    ) -> tuple[PhotoCard, ...]:
        """Return all that was looked at as a card, worth telling or not; arguments as `read`'s."""
        image = brightened(image)
        longest = max(image.shape[:2])
        scale = min(1.0, SHORTER_SIDE / longest)
        told_by = [at_scale(card, scale) for card in earlier]
        begun = self._begun(shrunk(image, scale), told_by, hasty=scale < 1)
        if scale < 1 and not begun.shows_enough:
            scale = min(1.0, LONGEST_SIDE / longest)
            told_by = [at_scale(card, scale) for card in earlier]
            begun = self._begun(shrunk(image, scale), told_by)
        there = [at_scale(tag, scale) for tag in tags]
        cards = self._finished(begun, there, told_by)
        return in_larger(self._without_noise(begun.image, there, told_by, cards), scale)

    def _without_noise(
        self,
        image: BgrImage,
        tags: Sequence[Points],
        earlier: Sequence[Points],
        cards: tuple[PhotoCard, ...],
    ) -> tuple[PhotoCard, ...]:
        """Return ``cards``, or what is seen in ``image`` without its noise if that is more.

        Noise takes as much from the fit of a card as a poor likeness does, and there is no telling
        the two apart but by a look without it: so only a photo in which most cards fit badly is
        smoothed. Of another deck it names no more than a photo in good light does.
        """
        faces = [card for card in cards if card.card.label not in (BACK, UNLIKE_ANY)]
        named = [card for card in faces if card.sight is Sight.FACE]
        if not faces or median(card.card.fit for card in faces) >= CLEAR_FIT or not is_noisy(image):
            return cards
        across = median(float(side_lengths(card.corners).min()) for card in named or faces)
        again = self._read(smoothed(image, across), tags, earlier)
        if sum(card.sight is Sight.FACE for card in again) <= len(named):
            return cards
        return tuple(_as_both(card, named) for card in again)

    def _read(
        self, image: BgrImage, tags: Sequence[Points], earlier: Sequence[Points]
    ) -> tuple[PhotoCard, ...]:
        """Return the cards in ``image``; ``earlier`` were named in earlier pictures."""
        return self._finished(self._begun(image, earlier), tags, earlier)

    def _begun(self, image: BgrImage, earlier: Sequence[Points], *, hasty: bool = False) -> _Begun:
        """Return what the outlines in ``image`` tell; the table is for `_finished` to search.

        ``earlier`` were named in earlier pictures. With ``hasty`` the rest of the outlines is left
        out where the first ones tell no table: there is a larger picture to be read.
        """
        light = Photograph(image)
        before = self._told_by(earlier, light.size)
        found: list[PhotoCard] = []
        fair: list[PhotoCard] = []
        table: Tabletop | None = None
        broken_off = False
        shown: list[Outlines] = []
        quads: list[Points] = []
        lying = cache(lambda: self._where_cards_lie(image))
        for outlines in find_outlines(image):
            shown.append(outlines)
            quads.extend(outlines.quads)
            table = self._at_first_sight(light, in_both_ways(outlines.quads), found, fair)
            table = table or before
            if table is not None and (table is before or is_certain(table, found)):
                break
            if hasty and table is None:
                broken_off = True
                break
        else:
            self._places.look(light, map(unturned, fair), found, None)
            table = self._table(found, light)
            if table is None:
                table = self._beside_one(light, quads, found)
            if table is None:
                self._places.look(light, in_both_ways(lying()), found, None)
                table = self._table(found, light)
        return _Begun(
            image, light, before, table, found, fair, shown, quads, lying, broken_off=broken_off
        )

    def _finished(
        self, begun: _Begun, tags: Sequence[Points], earlier: Sequence[Points]
    ) -> tuple[PhotoCard, ...]:
        """Return the cards of a photo, once all of the table is searched on which they lie."""
        light, table, found = begun.light, begun.table, list(begun.found)
        if table is not None:
            table = self._settled(light, found, table)
            clear = sum(is_clear(card.card) for card in found)
            if clear <= FEW_SHOWN:
                self._places.look(light, begun.lying(), found, table)
            self._places.look_framed(light, begun.quads, found, table)
            above = self._from_above(light, table)
            known = [card.corners for card in found if is_clear(card.card)]
            self._search(light, found, above, known, MOST_PROPOSALS)
            self._search_corners(light, found, above, begun.shown[0].straight_edges(), tags)
            table = self._table(found, light) or table
            placed = list(found)
            found = [self._again(light, card, table) for card in found]
            # Those that were kept have just been looked at again.
            left = (unturned(card) for card in begun.fair if card not in placed)
            self._places.look(light, left, found, table)
            if found != placed:
                table = self._table(found, light) or table
        elif earlier:
            found = self._laid_flat(light, found, earlier)
        showing = bool(self._ending(light, found))
        # What lies badly wherever it is laid tells no table that could speak for it.
        if not any(is_placed(card.card) for card in found):
            table = begun.before
        judged = self._verdicts.of_all(light, found, table, showing=showing)
        judged = self._other_ends.judged(light, judged)
        return tuple(doubted(judged, showing=showing, placed=table is not None))

    def _from_above(self, image: Photograph, table: Tabletop) -> TableFromAbove:
        return from_above(image.grey, table, SMALLEST_TOLD, self._details.scale)

    def _search(
        self,
        image: Photograph,
        found: list[PhotoCard],
        above: TableFromAbove,
        known: Sequence[Points],
        most: int,
    ) -> None:
        """Add to ``found`` what the details of faces tell, beside the cards ``known``."""
        places = self._details.propose(above, known, most)
        self._places.look(image, places, found, above.table)

    def _search_corners(
        self,
        image: Photograph,
        found: list[PhotoCard],
        above: TableFromAbove,
        edges: npt.NDArray[np.float64],
        known: Sequence[Points],
    ) -> None:
        """Add to ``found`` what only corners tell of, beside what is ``known``."""
        known = [*known, *(card.corners for card in found if card.card.fit >= MIN_TABLE_FIT)]
        small = above.smaller(EDGES_ACROSS / above.table.size[0])
        places = propose_rectangles(edges, small, known, MOST_RECTANGLES)
        self._places.look(image, places, found, above.table, IN_PLACE)

    def _settled(self, image: Photograph, found: list[PhotoCard], table: Tabletop) -> Tabletop:
        """Return ``table`` as the cards on it tell it once they are fitted as cards on a table.

        Without one a card's corners are only as good as what is printed near them.
        """
        for _ in range(SETTLING):
            on_it = [card for card in found if table.misfit(card.corners) <= ON_TABLE]
            if len(on_it) > FEW or all(
                table.misfit(card.corners) <= WELL_ON_TABLE for card in on_it
            ):
                break
            for card in on_it:
                again = self._places.fit(image, unturned(card), table)
                if again is not None and again.card.fit >= card.card.fit - SHAPELESS:
                    found[found.index(card)] = again
            table = self._table(found, image) or table
        return table

    def _again(self, image: Photograph, card: PhotoCard, table: Tabletop) -> PhotoCard:
        """Fit a card once more, now that it is known where the table is."""
        lies_well = card.card.fit >= EXACT or table.misfit(card.corners) <= WELL_ON_TABLE
        if is_clear(card.card) and lies_well:
            return card
        again = self._places.fit(image, unturned(card), table)
        worse = 0.0 if is_clear(card.card) else SHAPELESS
        if again is None or again.card.fit < card.card.fit - worse:
            return card
        return again

    def _laid_flat(
        self, image: Photograph, found: Sequence[PhotoCard], earlier: Sequence[Points]
    ) -> list[PhotoCard]:
        """Fit cards once more as ones on the table, where too few ``earlier`` ones vouch for it.

        One card tells a plane badly. But the only card of which all is seen, on one that it hides
        the most of, may be cut out askew along the edges of both. In the shape of a card on that
        plane it fits better; how large it is stays open, for one held above the table is larger.
        """
        table = fit_tabletop(earlier, self._gallery.deck.card_size, image.size)
        flat: list[PhotoCard] = []
        for card in found:
            if is_clear(card.card) and table.misfit(card.corners) > WELL_ON_TABLE:
                again = self._places.fit(image, unturned(card), table)
                if again is not None and again.card.fit > card.card.fit:
                    flat.append(again)
                    continue
            flat.append(card)
        return flat

    def _beside_one(
        self, image: Photograph, quads: Sequence[Points], found: list[PhotoCard]
    ) -> Tabletop | None:
        """Add to ``found`` what lies on the table that a single card tells; return the table.

        Who looks along a table sees its cards so low that few have an outline that shows what they
        are. One clear card tells where the table is well enough to look for the others on it, and
        only with one of them it is believed.
        """
        placed = [card for card in found if is_placed(card.card)]
        if not placed:
            return None
        first = max(placed, key=lambda card: card.card.fit)
        size = self._gallery.deck.card_size
        table = fit_tabletop([first.corners], size, image.size)
        tried = list(found)
        self._places.look_framed(image, quads, tried, table)
        self._search(image, tried, self._from_above(image, table), [first.corners], FIRST_PROPOSALS)
        agreed = self._table(tried, image)
        if agreed is not None:
            found[:] = tried
        return agreed

    def _told_by(self, earlier: Sequence[Points], picture: tuple[int, int]) -> Tabletop | None:
        """Return the table on which cards of ``earlier`` pictures lie; None: too few agree."""
        if not earlier:
            return None
        table = fit_tabletop(earlier, self._gallery.deck.card_size, picture)
        apart: list[Points] = []
        for card in earlier:
            if table.misfit(card) <= WELL_ON_TABLE and not any(overlap(card, one) for one in apart):
                apart.append(card)
        return table if len(apart) >= AGREEING else None

    def _where_cards_lie(self, image: BgrImage) -> list[Points]:
        """Return where the net sees something lie as a card lies; none without a net.

        It is asked where outlines told of few cards, or of none: they are as dark as the table, for
        instance. Which sides are the long ones it cannot tell.
        """
        if self._detector is None:
            return []
        return [one.corners for one in self._detector.detect(image)]

    def _table(self, found: list[PhotoCard], image: Photograph) -> Tabletop | None:
        """Return the table on which at least `AGREEING` of the likely cards lie, or None.

        Where some are seen to end where they seem to, most of those have to be of its size: the
        pips of a heap of fours look like ones of half the size, and lie on one plane, too. Whether
        they are fitted as well as the others is not asked: one in a lamp's light that is not may be
        the only one of which that is seen.
        """
        likely = [card for card in found if is_likely(card.card)]
        placed = [card for card in found if is_placed(card.card)]
        ending = self._ending(image, found)
        for some in (placed, likely, ending):
            if len(some) < AGREEING:
                continue
            corners = [card.corners for card in some]
            table = fit_tabletop(corners, self._gallery.deck.card_size, image.size)
            on_it = [card for card in some if table.misfit(card.corners) <= ON_TABLE]
            if len(on_it) < max(AGREEING, len(some) / 2):
                continue
            borne_out = sum(table.misfit(card.corners) <= OF_OTHER_SIZE for card in ending)
            if not ending or borne_out > len(ending) / 2:
                return table
        return None

    def _ending(self, image: Photograph, found: Iterable[PhotoCard]) -> list[PhotoCard]:
        """Return which cards end where they seem to; of dark ones on a dark table it is none."""
        return [
            card
            for card in found
            if is_placed(card.card) and self._places.is_outlined(image, card.corners)
        ]

    def _at_first_sight(
        self,
        image: Photograph,
        quads: Iterable[Points],
        found: list[PhotoCard],
        fair: list[PhotoCard],
    ) -> Tabletop | None:
        """Add to ``found`` what ``quads`` hold at first sight; return the table it lies on.

        As soon as a few cards tell for certain where the table is, what cannot be a card on it is
        passed by. To ``fair`` come those that are worth another look.
        """
        table: Tabletop | None = None
        enough, vain = AGREEING, 0
        for quad in quads:
            if not is_open(quad, found, table):
                continue
            if vain == MOST_VAIN_OUTLINES:
                break
            card = self._places.fit(image, quad, None)
            vain += 1
            if card is None or card.card.fit < MIN_FAIR:
                continue
            if card.card.fit >= MIN_SEEN:
                keep(found, card)
                vain = 0
            if card.card.fit < CLEAR_FIT:
                fair.append(card)
            elif sum(is_placed(one.card) for one in found) >= enough:
                agreed = self._table(found, image)
                # Two bent cards tell of some plane, on which no other lies.
                table = agreed if agreed is not None and is_certain(agreed, found) else table
                enough *= 2
        return self._table(found, image)


def is_certain(table: Tabletop, found: Iterable[PhotoCard]) -> bool:
    """Say whether the clear cards on ``table`` tell it so well that no others are needed.

    Two cards lie on some plane, nearly, also where both were fitted badly.
    """
    placed = [table.misfit(card.corners) for card in found if is_placed(card.card)]
    well = sum(misfit <= WELL_ON_TABLE for misfit in placed)
    return well >= AGREEING or sum(misfit <= ON_TABLE for misfit in placed) > AGREEING


def is_placed(card: Sighting) -> bool:
    """Say whether a card lies where it seems to, whatever it is called.

    It may be any of several that hardly differ: that tells its size as well as a clear card does,
    and better than a detail of it that looks like a smaller card.
    """
    return is_clear(card) or card.fit >= EXACT


def _as_both(card: PhotoCard, named: Iterable[PhotoCard]) -> PhotoCard:
    """Return ``card``, without its name where one of those ``named`` there has another."""
    for other in named:
        there = share_in_common(card.corners, other.corners) > TAKEN
        if there and card.label not in (None, other.label):
            return replace(card, sight=Sight.UNKNOWN)
    return card


def _narrowest(cards: Iterable[PhotoCard]) -> float:
    """Return the width in pixels of the clear card that is farthest away, 0 without any."""
    clear = [card.corners for card in cards if is_clear(card.card)]
    return min((float(side_lengths(corners).min()) for corners in clear), default=0.0)
