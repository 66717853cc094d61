"""What is left of a card that cannot be named: which names its print and its hue leave open."""

from __future__ import annotations

from dataclasses import replace

from vision.deck import BACK
from vision.match.align import straighten
from vision.match.gallery import Gallery
from vision.match.recognise import Sighting
from vision.table.light import FloatImage

PARTLY_FIT = 0.5
"""Cosine from which the names that the print leaves open are all that there are."""
LIKE_ITS_HUE = 20.0
"""Degrees within which a hue is that of a learnt card, in the light of paper."""
OTHER_HUE = 45.0
"""Degrees beyond which it is that of another suit; in paper's light a card's own misses by 11."""


def narrowed(gallery: Gallery, patch: FloatImage, card: Sighting) -> Sighting:
    """Return ``card`` without those names that its hue rules out.

    Print and hue are judged each by itself: where the print leaves two suits open, hue may tell
    them apart, and where it leaves two values open, it has no say.

    Args:
        gallery: the learnt deck.
        patch: where the card lies, laid flat, in the light of paper.
        card: the best explanation, not sure enough to be a name.
    """
    if card.label == BACK or not card.rivals:
        return card
    flat = straighten(gallery, patch, card.corners)
    names = (card.label, *card.rivals)
    hues = {
        name: gallery.hues.apart(name, flat)
        for name in names
        if gallery.hues.seen(name, flat) is not None and gallery.hues.learnt(name) is not None
    }
    if len(hues) < len(names) or min(hues.values()) > LIKE_ITS_HUE:
        return card  # hue says nothing of one that has none, and nothing at all in such light
    left = tuple(name for name in names if hues[name] <= OTHER_HUE)
    return replace(card, label=left[0], rivals=left[1:])


def left_open(card: Sighting | None) -> tuple[str, ...]:
    """Return all names that an unread card may have, likeliest first; none where nobody can say.

    It has to fit nearly as well as one that is named: else it may be no card of this deck at all.
    """
    if card is None or card.label == BACK or card.fit < PARTLY_FIT:
        return ()
    return (card.label, *card.rivals)
