"""A card in a photo: how clear it is, which of two is kept, what of all is worth telling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from companion.referee.readings import Sight
from vision.geometry import Points, overlap, share_in_common, unscaled
from vision.match.recognise import Sighting
from vision.photo.acceptance import Evidence

if TYPE_CHECKING:
    from companion.frames import BgrImage

CLEAR_FIT, CLEAR_LEAD = 0.72, 0.5
"""Fit and lead from which a card is named wherever it lies."""
EXACT = 0.82
"""Fit from which a card lies where it seems to lie, to a fraction of a pixel."""
MIN_TABLE_FIT, MIN_LEAD_ON_TABLE = 0.5, 0.36
"""Fit from which a card tells where the table is; lead from which one on it is named."""
MIN_CARD = 0.6
"""Fit below which an outline that cannot be named is not called a card."""
PRINTED_TAG = 0.9
"""Fit from which a tag that somebody sees within a clear card is a part of its face."""
TAG_WITHIN, MOST_PRINT = 0.95, 0.85
"""Share of such a tag that lies in the card, and of the card that it covers."""
TAKEN = 0.3
"""Overlap with a card already found from which an outline is not looked at any more."""
ON_TABLE, BENT_ON_TABLE = 0.08, 0.12
"""Share by which the sides of a card on the table may miss the deck's; the corners of a bent one
are off the table."""
AS_LARGE, SEVERAL = 0.03, 2
"""Share by which sides of cards miss the deck's that tell the table well, and how many it takes:
beside them one that misses by more than a bent one does is of another size."""


UNLIKE_ANY = ""
"""The label of what looks like no card that was learnt."""


@dataclass(frozen=True, slots=True, eq=False)
class PhotoCard:
    """A card in a photo.

    Attributes:
        sight: FACE where the name is sure, BACK, or UNKNOWN.
        card: what it looks most like.
        corners: shape (4, 2), pixels of the photo, clockwise from the card's own top left.
        evidence: what spoke for its name when it was judged; None: nobody judged it.
    """

    sight: Sight
    card: Sighting
    corners: Points
    evidence: Evidence | None = None

    @property
    def label(self) -> str | None:
        """Return the face's name where it is sure."""
        return self.card.label if self.sight is Sight.FACE else None


def outlined(corners: Points) -> PhotoCard:
    """Return a card of which nothing is known but its outline; ``corners`` as a card's."""
    return PhotoCard(Sight.UNKNOWN, Sighting(UNLIKE_ANY, False, 0.0, 0.0, (), corners), corners)


def shrunk(image: BgrImage, scale: float) -> BgrImage:
    """Return ``image`` made smaller by ``scale``, at most 1."""
    if scale >= 1:
        return image
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def in_larger(cards: Iterable[PhotoCard], scale: float) -> tuple[PhotoCard, ...]:
    """Return cards found in a picture that was `shrunk` by ``scale``, in pixels of the larger."""
    return tuple(replace(card, corners=unscaled(card.corners, scale)) for card in cards)


def told(cards: Iterable[PhotoCard], tags: Sequence[Points]) -> tuple[PhotoCard, ...]:
    """Return what of ``cards`` is worth telling, the clearest first; none lies on a tag.

    A frame with a figure in it may look like a tag, but no tag like a learnt face to the last line.
    """
    shown = [
        card
        for card in cards
        if (card.card.fit >= MIN_CARD or card.sight is not Sight.UNKNOWN)
        and not any(overlap(card.corners, tag) > TAKEN and not _is_print(tag, card) for tag in tags)
    ]
    return tuple(sorted(shown, key=lambda card: -card.card.fit))


def _is_print(tag: Points, card: PhotoCard) -> bool:
    """Say whether what was seen as a ``tag`` is a part of what is printed on ``card``."""
    within = overlap(card.corners, tag) >= TAG_WITHIN and overlap(tag, card.corners) <= MOST_PRINT
    return within and is_clear(card.card) and card.card.fit >= PRINTED_TAG


def unturned(card: PhotoCard) -> Points:
    """Return its corners without half a turn, so that a look at them finds it as it was."""
    return np.roll(card.corners, -2, axis=0) if card.card.turned else card.corners


def is_likely(card: Sighting) -> bool:
    """Say whether a card helps to tell where the table is."""
    return card.fit >= MIN_TABLE_FIT and card.lead >= MIN_LEAD_ON_TABLE


def is_clear(card: Sighting) -> bool:
    """Say whether a card is named wherever it lies."""
    return card.fit >= CLEAR_FIT and card.lead >= CLEAR_LEAD


def keep(cards: list[PhotoCard], new: PhotoCard) -> None:
    """Add ``new`` unless a better card is there; drop worse ones that it overlaps."""
    rivals = [card for card in cards if share_in_common(card.corners, new.corners) > TAKEN]
    if all(card.card.fit < new.card.fit for card in rivals):
        for card in rivals:
            cards.remove(card)
        cards.append(new)


def of_one_size(cards: Sequence[PhotoCard]) -> list[PhotoCard]:
    """Return ``cards``, without a name those of another size than several on the same table.

    Another deck's faces may be printed like this one's, on smaller cards.
    """
    missing = [
        card.evidence.misfit
        for card in cards
        if card.sight is not Sight.UNKNOWN
        and card.evidence is not None
        and card.evidence.misfit is not None
    ]
    if sum(miss <= AS_LARGE for miss in missing) < SEVERAL:
        return list(cards)
    return [
        replace(card, sight=Sight.UNKNOWN)
        if card.sight is Sight.FACE
        and card.evidence is not None
        and (card.evidence.misfit or 0.0) > BENT_ON_TABLE
        else card
        for card in cards
    ]
