"""Halves of a card that look like cards: a half has nearly the shape of a whole one.

A card of 63 x 88 mm is 1.40 times as high as wide, and its half 1.43 times as wide as high. So a
picture that shows a single card, with one sign on each of its halves, can be explained as well by
two small cards side by side; what tells the two stories apart is a third card of either size.
Where no card's edge is seen and no plane is found on which several lie in one size, they are not
all cards either: one of them is a part of something, a ring on a black card for instance, or one of
the two signs of a card that looks like the large sign of another.
And where neither a card's edge is seen nor any face that is printed well, on white cards on a white
cloth in glaring light for instance, signs that lie on one plane may be what cards are taken for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.referee.readings import Sight
from vision.geometry import Points
from vision.photo.card import PhotoCard
from vision.photo.verdict import WELL_PRINTED

TOUCHING = 0.06
"""Share of a side within which the ends of two cards' sides are one place; cards that people lay
in a row are a few millimetres of 88 apart."""


def doubted(
    cards: Sequence[PhotoCard], *, showing: bool = True, placed: bool = True
) -> list[PhotoCard]:
    """Return ``cards``, those without a name that may be parts of one, for no other tells a size.

    ``showing``: some are seen to end where they seem to. ``placed``: a table tells their size.

    Cards of a row touch others on both sides, so only pairs that nothing else touches are doubted,
    and only where there is no named card besides such pairs.
    """
    named = [card for card in cards if card.sight is Sight.FACE]
    if not showing and all(card.card.fit < WELL_PRINTED for card in named):
        return _nameless(cards)
    # A table seen from any side would have been found by them.
    if not showing and not placed and len(named) > 1:
        return _nameless(cards)
    touching = [
        sum(one is not other and _share_a_long_side(one.corners, other.corners) for other in named)
        for one in named
    ]
    if not named or any(count != 1 for count in touching):
        return list(cards)
    return _nameless(cards)


def _nameless(cards: Sequence[PhotoCard]) -> list[PhotoCard]:
    return [
        replace(card, sight=Sight.UNKNOWN) if card.sight is Sight.FACE else card for card in cards
    ]


def _share_a_long_side(one: Points, other: Points) -> bool:
    """Say whether a long side of one card is a long side of the other; corners as `PhotoCard`'s."""
    return any(
        max(np.linalg.norm(begin - last), np.linalg.norm(end - first))
        <= TOUCHING * np.linalg.norm(end - begin)
        for begin, end in _long_sides(one)
        for first, last in _long_sides(other)
    )


def _long_sides(corners: Points) -> tuple[tuple[Points, Points], ...]:
    """Return the right and the left side of a card, each clockwise."""
    return (corners[1], corners[2]), (corners[3], corners[0])
