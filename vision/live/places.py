"""One place of the table at a time: what a rack slot, a fireworks column or a pile shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from companion.referee.readings import Sight
from vision.deck import BACK, Deck
from vision.geometry import Points, overlap, share_within, within
from vision.live.bare_paper import (
    EMPTY_SCALE,
    beside_paper,
    busy_columns,
    is_littered_paper,
    is_nearly_bare,
    is_paper,
    is_paper_in_patches,
    is_paper_in_soft_light,
    small_look,
)
from vision.live.thrown import thrown
from vision.match.align import straighten
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.mirrored import beside_mirrored
from vision.match.outline import NEW_SHARE, find_outline, has_card_outline
from vision.match.partly import narrowed
from vision.match.recognise import (
    MIN_DISTANCE,
    MIN_FIT,
    Sighting,
    find_card,
    find_cards,
    fit_outlined,
)
from vision.match.tones import Tones
from vision.table.layout import Box, Mat, Rack
from vision.table.light import FloatImage, LitPlane

LIP_HIDES = 7.0
"""Millimetres of a rack card's foot that don't count: the lip hides 3 to 5 of them."""
FOOT_GAP = 0.8
"""Millimetres between a panel's foot and that of the card on it."""
SLOT_SLACK = 6.0
"""Millimetres that a card may stand beside its slot's middle, or above its foot."""
SLOT_BELOW = 3.0
"""Millimetres below what shows of a card in its slot that are looked at as well: a card that stands
`ASKEW` has one corner so much lower."""
SLOT_CORE_ACROSS = 50.0
"""Millimetres in the middle of a slot that show its bare panel when no card stands there: less than
a card's width, so that nothing of its neighbours shows in them."""
SLOT_CORE_INSET = 8.0
"""Millimetres below a card's top, and above what the lip hides, that are left out of that."""
PANEL_EDGE = 4.0
"""Millimetres of a panel's upper edge in which no such core begins: a taller card stands out over
the panel, and there the table shows when it is gone."""
CORE_CARD_HEIGHT = 88.0
"""Millimetres of a card's height by which such a core is measured at most: as of the usual card."""
COLUMN_SLACK = 8.0
"""Millimetres that a card may lie beside its column."""
ABOVE_COLUMN, BELOW_COLUMN = 6.0, 4.0
"""Millimetres that it may lie beyond its column's ends."""
CORE_INSET = 4.0
"""Millimetres at the edges of a printed place that are left out of its core: there its frame is
printed, and shows when no card lies there."""
COLUMN_CORE_INSET = 8.0
"""The same at the sides of a column, where cards of its neighbours may reach into it."""
ASKEW = (0.0, -4.0, 4.0)
"""Degrees at which cards in racks and columns are searched, the likeliest first."""
HEAP = (-12.0, -8.0, -4.0, 0.0, 4.0, 8.0, 12.0)
"""Degrees at which cards on the discards are searched."""
OUTLINE_TURNS = (0.0, -2.0, 2.0, -4.0, 4.0, -6.0, 6.0)
"""Degrees at which the outline of a card that cannot be read is searched."""
HEAP_OUTLINE_TURNS = tuple(float(degrees) for degrees in range(-12, 13, 2))
"""The same on the discards, as far round as `HEAP`."""

HEAP_SLACK = 14.0
"""Millimetres beside the outermost thing on the discards in which its card may still lie."""
POOR_FIT = 0.5
"""Cosine below which a card looks like nothing that was learnt."""
COVERED_BY_ANOTHER = 0.5
"""Share of a card on the discards from which another one that lies over it leaves nothing by which
it could be named: what looks like it there is the other one, seen a little aside."""
MOST_HUE_ON_MAT = 30.0
"""Degrees by which a named card's hue may miss the learnt one; on films it is at most 11."""
MOST_OFF_LIGHT = 0.2
"""Of paper white, by which most of a back may be lighter or darker than it was learnt; of backs it
is at most 0.1, and of dark cards that were taken for pale ones from 0.25."""
TOLD_BY_LIGHT = 0.8
"""Fit of a face from which it can be told from others, or from the back, by how light it is."""
FITS_A_SPOT = 0.7
"""Fit above which no soft spot of light is like a card: .64 was seen, a burst on a dark ground."""
FITS_WELL = 0.9
"""Fit of a card which is no other one, whatever a lamp makes of its colours, where it differs by
less from its face than that does from any other."""
MOST_HUE_FITTING_WELL = 60.0
"""Degrees by which its hue may miss the learnt one: a pale suit's on pale paper hardly is a hue."""
BESIDE_A_CARD = 7.5
"""Millimetres round a known card in which its own edge and shadow show."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A piece of a plane in which a card may lie.

    Attributes:
        box: x, y, width, height in millimetres on the plane; a card and its slack.
        core: the part of ``box`` that shows bare paper when no card lies there.
        rotations: degrees at which a card is searched.
    """

    box: Box
    core: Box
    rotations: Sequence[float]


@dataclass(frozen=True, slots=True, eq=False)
class PlaceSight:
    """What a place shows.

    Attributes:
        sight: the verdict.
        card: the best explanation as a card, also where it is not good enough to be named.
        corners: shape (4, 2), millimetres on the plane, clockwise from the card's top left; None
            where there is no card.
        patches: whether an empty place shows plain paper of several tones: in patches of light, or
            with a plain sheet on it. Where cards lay before, these may lie below it.
    """

    sight: Sight
    card: Sighting | None = None
    corners: Points | None = None
    patches: bool = False

    @property
    def label(self) -> str | None:
        """Return the face's name where it is sure."""
        return self.card.label if self.card and self.sight is Sight.FACE else None

    @property
    def candidates(self) -> tuple[str, ...]:
        """Return the names that an unread face may have, likeliest first."""
        if self.card is None or self.sight is not Sight.UNKNOWN or self.card.label == BACK:
            return ()
        # What it fits so poorly it is not, and what comes second says no more.
        if self.card.fit < POOR_FIT:
            return ()
        return (self.card.label, *self.card.rivals)


@dataclass(frozen=True, slots=True, eq=False)
class Since:
    """What has become of a pile since it was last read.

    Attributes:
        changed: 1 where it looks different and 0 elsewhere, at any scale.
        shown: the cards that it showed.
    """

    changed: npt.NDArray[np.float32]
    shown: Sequence[PlaceSight]


def slot_place(rack: Rack, deck: Deck, slot: int) -> Place:
    """Return where the card in ``slot`` stands on the panel."""
    width, height = deck.card_size
    middle = rack.slot_centre_x(slot)
    top = rack.size[1] - FOOT_GAP - height
    box = (
        middle - width / 2 - SLOT_SLACK,
        top - SLOT_SLACK,
        width + 2 * SLOT_SLACK,
        height - LIP_HIDES + SLOT_SLACK + SLOT_BELOW,
    )
    core = (
        middle - SLOT_CORE_ACROSS / 2,
        max(top, PANEL_EDGE) + SLOT_CORE_INSET,
        SLOT_CORE_ACROSS,
        min(height, CORE_CARD_HEIGHT) - LIP_HIDES - 2 * SLOT_CORE_INSET,
    )
    return Place(box, core, ASKEW)


def column_place(mat: Mat, deck: Deck, column: int) -> Place:
    """Return where the cards of a fireworks column lie on the mat."""
    x, y, width, height = mat.column(column)
    half = max(width, deck.card_size[0]) / 2 + COLUMN_SLACK
    middle = x + width / 2
    box = (middle - half, y - ABOVE_COLUMN, 2 * half, height + ABOVE_COLUMN + BELOW_COLUMN)
    return Place(box, _inset(mat.column(column), COLUMN_CORE_INSET, CORE_INSET), ASKEW)


def _inset(box: Box, across: float, down: float) -> Box:
    """Return the middle of ``box``, so many millimetres within its sides and its ends."""
    x, y, width, height = box
    return x + across, y + down, width - 2 * across, height - 2 * down


def core_of(look: FloatImage, place: Place) -> FloatImage:
    """Return the core of a place cut out of a look at all of it, at `EMPTY_SCALE`."""
    left, top = ((place.core[n] - place.box[n]) * EMPTY_SCALE for n in (0, 1))
    width, height = (place.core[n] * EMPTY_SCALE for n in (2, 3))
    return look[round(top) : round(top + height), round(left) : round(left + width)]


def pile_place(box: Box, rotations: Sequence[float]) -> Place:
    """Return the place of a pile without an order of its own: discards, deck."""
    x, y, width, height = box
    slack = COLUMN_SLACK
    grown = (x - slack, y - slack, width + 2 * slack, height + 2 * slack)
    return Place(grown, _inset(box, CORE_INSET, CORE_INSET), rotations)


class PlaceReader:
    """Reads places with one learnt deck.

    Attributes:
        deck: the deck.
        whole: it, made ready for cards of which nothing is hidden.
    """

    def __init__(self, deck: Deck) -> None:
        """Make the deck ready for cards that lie whole and cards that stand behind a lip."""
        self.deck = deck
        self.whole = Gallery(deck)
        self._standing = Gallery(deck, visible=deck.card_size[1] - LIP_HIDES)
        self._faces = {one.label for one in deck.exemplars} - {BACK}

    def is_bare(self, lit: LitPlane, box: Box) -> bool:
        """Say whether nothing but printed paper shows in ``box``."""
        return is_paper(small_look(lit.patch(box, FINE_SCALE)))

    def read_slot(self, lit: LitPlane, place: Place, tones: Tones | None = None) -> PlaceSight:
        """Read the card that stands at ``place`` in a rack; ``tones`` as `read_patch` takes it."""
        patch = lit.patch(place.box, FINE_SCALE)
        return self.read_patch(patch, place, standing=True, tones=tones)

    def read_top(self, lit: LitPlane, place: Place, tones: Tones | None = None) -> PlaceSight:
        """Read the card that lies uppermost, and so wholly in view, at ``place`` on the mat.

        ``tones`` as `read_patch` takes it.
        """
        return self.read_patch(lit.patch(place.box, FINE_SCALE), place, tones=tones)

    def read_heap(
        self,
        lit: LitPlane,
        place: Place,
        news: npt.NDArray[np.float32] | None = None,
        since: Since | None = None,
        tones: Tones | None = None,
    ) -> tuple[PlaceSight, ...]:
        """Read all cards that lie wholly in view at ``place`` on the mat, in no order.

        Among overlapping cards a doubtful one is most often a covered one, so only those that are
        sure are returned, and one more: a card that nobody can name, where a whole outline
        stands round something that has changed.

        Args:
            lit: the mat.
            place: the discards.
            news: 1 where ``place`` shows what it has not shown lately and 0 elsewhere, at any
                scale; None: look for cards that can be named only.
            since: only what has changed is read again; None: all of it is.
            tones: as `read_patch` takes it.
        """
        whole = lit.patch(place.box, FINE_SCALE)
        patch, cut, left = self._occupied(whole, place)
        if not patch.size:
            return ()
        kept: tuple[PlaceSight, ...] = ()
        where = None
        if since is not None:
            where = _grown(since.changed, whole)
            kept = _untouched(where, since.shown, place)
            where = where[:, left : left + patch.shape[1]]
        found = [
            card
            for card in find_cards(self.whole, patch, cut.rotations, where)
            if not any(_is_there(one, card, cut) for one in kept)
        ]
        named = [card for card in found if _is_named(self.whole, patch, card, tones)]
        sure = _without_ghosts(kept, [_placed(card, cut) for card in named])
        if news is None:
            return sure
        unexplained, scale = news.copy(), news.shape[1] / place.box[2]
        for known in sure:
            if known.corners is not None:
                there = (known.corners - np.array(place.box[:2])) * scale - 0.5
                cv2.fillConvexPoly(unexplained, np.round(there).astype(np.int32), 0.0)
        at_any_angle = self._thrown(lit, place, unexplained)
        news = _grown(news, whole)[:, left : left + patch.shape[1]]
        # What a card at an angle explains is no news of another one.
        for one in at_any_angle:
            assert one.corners is not None
            outline = (one.corners - np.array(cut.box[:2])) * FINE_SCALE - 0.5
            cv2.fillConvexPoly(news, np.round(outline).astype(np.int32), 0.0)
        return sure + at_any_angle + self._unread(patch, cut, found, named, news)

    def _thrown(
        self,
        lit: LitPlane,
        place: Place,
        news: npt.NDArray[np.float32],
    ) -> tuple[PlaceSight, ...]:
        """Return the new cards that lie more askew than cards are searched, read or unread."""
        size, seen = self.deck.card_size, list[PlaceSight]()
        side = float(np.hypot(*size)) + 2 * HEAP_SLACK
        for one in thrown(news, size, news.shape[1] / place.box[2]):
            x, y = np.array(one.middle) + place.box[:2]
            box = (x - side / 2, y - side / 2, side, side)
            turns = tuple(one.degrees + more for more in ASKEW)
            own = Place(box, (x - 5, y - 5, 10, 10), turns)
            patch = lit.patch(box, FINE_SCALE)
            card = find_card(self.whole, patch, turns)
            if card is not None and _is_named(self.whole, patch, card):
                seen.append(_placed(card, own))
                continue
            outline = find_outline(patch, self.whole.size, turns)
            corners = None if outline is None else _on_plane(outline.corners, own)
            # An outline aside of the spot is that of a neighbour, which is a spot of its own.
            if corners is None or np.linalg.norm(corners.mean(axis=0) - (x, y)) > MIN_DISTANCE:
                continue
            if not self.is_bare(lit, within(corners)):
                seen.append(PlaceSight(Sight.UNKNOWN, card, corners))
        return tuple(seen)

    def _unread(
        self,
        patch: FloatImage,
        place: Place,
        found: Sequence[Sighting],
        named: Sequence[Sighting],
        news: npt.NDArray[np.float32],
    ) -> tuple[PlaceSight, ...]:
        """Return the card that came to lie here and that nobody can name, if there is one."""
        unexplained = news.copy()
        for card in named:
            outside = np.round(card.corners).astype(np.int32)
            cv2.fillConvexPoly(unexplained, outside, 0.0)
        width, height = self.whole.pixels(FINE_SCALE)
        if float(unexplained.sum()) < NEW_SHARE * width * height:
            return ()  # what changed is too little for another card: no need to look for one
        for card in found:
            discoloured = card.sure and card not in named
            if discoloured and share_within(unexplained, card.corners) >= NEW_SHARE:
                # Only its colour is not sure: it lies where its print does.
                return (PlaceSight(Sight.UNKNOWN, card, _on_plane(card.corners, place)),)
        turns = HEAP_OUTLINE_TURNS
        outline = find_outline(patch, self.whole.size, turns, news=unexplained)
        if outline is None:
            return ()
        middle = outline.corners.mean(axis=0)
        guesses = [
            card
            for card in found
            if np.linalg.norm(card.corners.mean(axis=0) - middle) < MIN_DISTANCE * FINE_SCALE
        ]
        guess = max(guesses, key=lambda card: card.fit, default=None)
        return (PlaceSight(Sight.UNKNOWN, guess, _on_plane(outline.corners, place)),)

    def _occupied(self, patch: FloatImage, place: Place) -> tuple[FloatImage, Place, int]:
        """Cut off the ends of ``patch`` where nothing but paper shows: most games are young.

        Returns:
            What is left of it, as a place, and how many pixels were cut off at the left.
        """
        core = self._core(patch, place)
        busy = busy_columns(small_look(core))
        if not busy.any():
            return patch[:0], place, 0
        columns = np.flatnonzero(busy) * core.shape[1] / len(busy)
        first = round((place.core[0] - place.box[0]) * FINE_SCALE)
        slack = round(HEAP_SLACK * FINE_SCALE)
        left = max(0, first + int(columns[0]) - slack)
        right = min(patch.shape[1], first + int(columns[-1]) + slack)
        x, y, _, height = place.box
        box = (x + left / FINE_SCALE, y, (right - left) / FINE_SCALE, height)
        return patch[:, left:right], replace(place, box=box), left

    def read_patch(
        self,
        patch: FloatImage,
        place: Place,
        *,
        standing: bool = False,
        tones: Tones | None = None,
    ) -> PlaceSight:
        """Read the one card at ``place``, of which ``patch`` is the picture, laid flat.

        Args:
            patch: as `LitPlane.patch` makes it of the place's box.
            place: where.
            standing: whether the card stands in a rack, whose lip hides its foot.
            tones: how light prints show on this table; it learns from the card as well. None:
                nothing is told by its tone.
        """
        gallery = self._standing if standing else self.whole
        small = small_look(self._core(patch, place))
        bare = is_paper(small)
        if bare and not is_nearly_bare(small):
            return PlaceSight(Sight.EMPTY)
        card = self._likeliest(gallery, patch, place)
        if bare and (card is None or card.fit < POOR_FIT):
            return PlaceSight(Sight.EMPTY)
        if card is None:
            return _without_card(small, standing, None)
        card = beside_mirrored(gallery, patch, card) or card
        if _is_named(gallery, patch, card, tones):
            if not standing and _is_a_spot_of_light(patch, small, card):
                return PlaceSight(Sight.EMPTY, patches=True)
            return _placed(card, place)
        if bare and not has_card_outline(patch, card.corners):
            return PlaceSight(Sight.EMPTY)
        # What is taken for a card's outline there are the soft edges of light.
        if not (standing or bare) and is_paper_in_soft_light(small):
            return PlaceSight(Sight.EMPTY, patches=True)
        # Where its print is sure and only its colour is not, it lies where that print does.
        if card.sure or has_card_outline(patch, card.corners):
            seen = narrowed(gallery, patch, card)
            return PlaceSight(Sight.UNKNOWN, seen, _on_plane(card.corners, place))
        whole = gallery is self.whole
        outline = find_outline(patch, gallery.size, OUTLINE_TURNS, foot=whole)
        if outline is not None:
            # A card, but not the one it was compared with: that comparison says nothing.
            card = fit_outlined(gallery, patch, outline.corners)
            if _is_named(gallery, patch, card, tones):
                return _placed(card, place)
            return PlaceSight(Sight.UNKNOWN, None, _on_plane(outline.corners, place))
        # Without a card's outline it may be a detail of anything: nothing is told of it.
        return _without_card(small, standing, card)

    def _likeliest(self, gallery: Gallery, patch: FloatImage, place: Place) -> Sighting | None:
        card = find_card(gallery, patch, place.rotations)
        if card is None or card.label != BACK:
            return card
        if _is_as_light(gallery, straighten(gallery, patch, card.corners)):
            return card
        # White at a back's edges is what dark cards have beside theirs, too.
        return find_card(gallery, patch, place.rotations, among=self._faces)

    def _core(self, patch: FloatImage, place: Place) -> FloatImage:
        left = round((place.core[0] - place.box[0]) * FINE_SCALE)
        top = round((place.core[1] - place.box[1]) * FINE_SCALE)
        width, height = round(place.core[2] * FINE_SCALE), round(place.core[3] * FINE_SCALE)
        return patch[top : top + height, left : left + width]


def _without_card(small: FloatImage, standing: bool, guess: Sighting | None) -> PlaceSight:
    """Return what a place shows that is no plain paper, and in which no card was found.

    A hand, a sleeve, a cup: it keeps what it showed. On the mat the sun may shine on a part of it.
    """
    if not standing:
        if is_littered_paper(small):
            return PlaceSight(Sight.EMPTY)
        # Where something was compared with a card, soft light was ruled out before.
        if is_paper_in_patches(small) or (guess is None and is_paper_in_soft_light(small)):
            return PlaceSight(Sight.EMPTY, patches=True)
    return PlaceSight(Sight.COVERED, guess)


def _is_as_light(gallery: Gallery, flat: FloatImage) -> bool:
    """Say whether most of what is taken for a back, upright and flat, is about as light as one."""
    off = np.abs(gallery.toned(flat) - gallery.toned_as(BACK, flat)).mean(axis=2)
    return float(np.median(off[gallery.toned_mask])) <= MOST_OFF_LIGHT


def _is_named(
    gallery: Gallery, patch: FloatImage, card: Sighting, tones: Tones | None = None
) -> bool:
    """Say whether ``card`` is sure and has its suit's colour, which paper's light lets us judge.

    So does one that is close to others, as suits are that differ in tone only, if its hue rules out
    each of those, or it is coloured and they are grey: then they do not differ in tone only. Or if
    ``tones`` do, which learn from what is named without them.
    """
    if card.fit < MIN_FIT:
        return False
    flat = straighten(gallery, patch, card.corners)
    most = MOST_HUE_FITTING_WELL if _fits_as_no_other(card) else MOST_HUE_ON_MAT
    # To learn tones takes longer than to read a card: only where its hue is not as it should be.
    if gallery.hues.apart(card.label, flat) > most and (
        tones is None or gallery.hues.apart(card.label, tones.as_learnt(flat)) > most
    ):
        return False
    if card.label == BACK:
        return card.sure and _is_as_light(gallery, flat)
    if tones is not None and card.leads:
        tones.note(gallery, card.label, flat, sure=card.sure)
    return card.sure or _is_told(gallery, flat, card, tones)


def _is_a_spot_of_light(patch: FloatImage, small: FloatImage, card: Sighting) -> bool:
    """Say whether what is named on the mat is a soft spot of sun: a white burst looks like one."""
    if card.fit >= FITS_A_SPOT or not is_paper_in_soft_light(small):
        return False
    return not has_card_outline(patch, card.corners)


def _fits_as_no_other(card: Sighting) -> bool:
    """Say whether ``card`` fits well, and is nearer to its face than that is to any other."""
    return card.fit >= FITS_WELL and card.margin >= card.misfit


def _is_told(gallery: Gallery, flat: FloatImage, card: Sighting, tones: Tones | None) -> bool:
    """Say whether hue or tone tell a flat face from all that its print leaves open."""
    left, hues = set(card.close), gallery.hues
    if card.leads:
        left -= hues.ruled_out(card.label, flat)[1] | hues.greyer(card.label, flat)
    left.update(card.rivals)
    no_back = any(one.label == BACK for one in gallery.kinds) and not _is_as_light(gallery, flat)
    if no_back:
        left.discard(BACK)
    if not left:
        return card.leads or _fits_as_no_other(card) or (no_back and card.fit >= TOLD_BY_LIGHT)
    if tones is None or BACK in left or card.fit < TOLD_BY_LIGHT:
        return False
    return tones.ruled_out(gallery, card.label, flat, left) >= left


def strange_beside(
    look: FloatImage, place: Place, known: Sequence[Points]
) -> npt.NDArray[np.uint8]:
    """Return 1 where a pile shows neither bare paper nor one of the known cards, 0 elsewhere.

    Args:
        look: of the pile, shape (H, W, 3), BGR, 0 ink and 1 paper, at `EMPTY_SCALE`.
        place: the pile.
        known: the corners of the cards that are known to lie there, each (4, 2), in pixels of the
            look.
    """
    strange = beside_paper(look).astype(np.uint8)
    strange = np.asarray(cv2.morphologyEx(strange, cv2.MORPH_CLOSE, np.ones((3, 3))), np.uint8)
    bare = np.ones(strange.shape, dtype=np.float32)
    core_of(bare, place)[:] = 0
    for corners in known:
        cv2.fillConvexPoly(bare, np.round(corners).astype(np.int32), 1)
    side = 2 * round(BESIDE_A_CARD * EMPTY_SCALE) + 1
    strange[cv2.dilate(bare, np.ones((side, side))) > 0] = 0
    return np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((3, 3))), np.uint8)


def _grown(mask: npt.NDArray[np.float32], patch: FloatImage) -> npt.NDArray[np.float32]:
    """Return ``mask`` at the scale of ``patch``."""
    size = (patch.shape[1], patch.shape[0])
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST), dtype=np.float32)


def _untouched(
    changed: npt.NDArray[np.float32], shown: Sequence[PlaceSight], place: Place
) -> tuple[PlaceSight, ...]:
    """Return the named cards that lie as they did; all of each other is added to ``changed``."""
    kept = []
    # Each is judged by what changed by itself, not by what is added here for a neighbour.
    before = changed.copy()
    for one in shown:
        if one.card is None or one.label is None or one.corners is None:
            continue
        card = np.zeros(changed.shape, dtype=np.uint8)
        outline = (one.corners - np.array(place.box[:2])) * FINE_SCALE - 0.5
        cv2.fillConvexPoly(card, np.round(outline).astype(np.int32), 1)
        if before[card > 0].any():
            changed[card > 0] = 1.0
        else:
            kept.append(one)
    return tuple(kept)


def _without_ghosts(
    kept: tuple[PlaceSight, ...], named: Sequence[PlaceSight]
) -> tuple[PlaceSight, ...]:
    """Return ``kept`` and of ``named``, the best first, what none of the others covers by half.

    A face that is little more than a figure looks like itself, or like its neighbour in rank, also
    from a centimetre aside.
    """
    lying = list(kept)
    for one in named:
        assert one.corners is not None
        covers = (
            overlap(other.corners, one.corners) for other in lying if other.corners is not None
        )
        if max(covers, default=0.0) < COVERED_BY_ANOTHER:
            lying.append(one)
    return tuple(lying)


def _is_there(one: PlaceSight, card: Sighting, place: Place) -> bool:
    """Say whether ``card``, in pixels of ``place``, lies where ``one`` does."""
    assert one.corners is not None
    middle = _on_plane(card.corners, place).mean(axis=0)
    return float(np.linalg.norm(one.corners.mean(axis=0) - middle)) < MIN_DISTANCE


def _on_plane(corners: Points, place: Place) -> Points:
    return np.asarray((corners + 0.5) / FINE_SCALE + np.array(place.box[:2]))


def _placed(card: Sighting, place: Place) -> PlaceSight:
    sight = Sight.BACK if card.label == BACK else Sight.FACE
    return PlaceSight(sight, card, _on_plane(card.corners, place))
