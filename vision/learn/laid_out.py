"""Cards of a deck laid out in rows and photographed by hand: where they lie, and in which order.

Nobody knows their art yet. What is known is how many lie in each row, and that all of them are of
one size and lie flat on one table, see `vision.learn.agreement`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from vision.deck import Deck, Exemplar, Size
from vision.geometry import Points
from vision.learn.agreement import Agreement, agree, detected, with_missing
from vision.learn.learning import lay_all_flat
from vision.outlines.edges import EdgePicture, Outline
from vision.outlines.portrait import choose_cards, find_outlines
from vision.outlines.tabletop import fit_tabletop

if TYPE_CHECKING:
    from companion.frames import BgrImage

ASLANT = 0.32
"""Share by which a card may look shorter than it is: a phone held 40 degrees askew."""
ROUND = 0.35
"""Of a card's shorter side: what is cut out round it, for the light on the table."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidOut:
    """The cards of one photo.

    Attributes:
        corners: of each card, shape (4, 2), pixels, clockwise from its top left as the photo is
            held; row by row from the top, each from the left.
        rows: how many cards lie in each row.
        proportion: short by long side of most of them, seen from straight above.
        unsure: the numbers of those whose outline is not like the others'.
    """

    corners: tuple[Points, ...]
    rows: tuple[int, ...]
    proportion: float = 0.0
    unsure: frozenset[int] = frozenset()

    def turned(self) -> LaidOut:
        """Return the same for a photo that was held the other way round."""
        last = len(self.corners) - 1
        return LaidOut(
            tuple(np.roll(one, 2, axis=0) for one in reversed(self.corners)),
            self.rows[::-1],
            self.proportion,
            frozenset(last - one for one in self.unsure),
        )


@dataclass(frozen=True, slots=True, eq=False)
class CutOut:
    """One card, cut out of its photo with some table round it.

    Attributes:
        image: shape (H, W, 3), uint8, BGR.
        corners: of the card in it, shape (4, 2), pixels, clockwise from its top left.
    """

    image: BgrImage
    corners: Points


def find_laid_out(image: BgrImage, rows: Sequence[int], sizes: Sequence[Size]) -> LaidOut:
    """Find the cards in a photo; it may show more or fewer than were asked for.

    Args:
        image: shape (H, W, 3), uint8, BGR.
        rows: how many cards should lie in each row, from the top.
        sizes: what size, in millimetres, the cards may have; at least one.
    """
    wanted = sum(rows)
    picture = EdgePicture(image)  # it is looked at up to a hundred times
    outlines = (*find_outlines(picture), *detected(picture))
    found = agree(picture, outlines, sizes, wanted) if wanted > 1 else None
    if found is not None:
        return _ordered(with_missing(picture, found, wanted), rows)
    shapes = {round(min(size) / max(size), 3) for size in sizes}
    choices = [choose_cards(outlines, shape, ASLANT) for shape in sorted(shapes)]
    cards = min(choices, key=lambda some: abs(len(some) - wanted))
    whole = tuple(one for one in cards if one.whole) or cards
    if not whole:
        return LaidOut((), ())
    looks = float(np.median([one.proportion for one in whole]))
    shape = (image.shape[1], image.shape[0])
    table = fit_tabletop([one.corners for one in whole], nearest_size(looks, sizes), shape)
    return _ordered(Agreement(table, whole), rows)


def cut_out(image: BgrImage, corners: Points) -> CutOut:
    """Cut a card out of its photo."""
    margin = ROUND * float(np.linalg.norm(corners[1] - corners[0]))
    limit = np.array(image.shape[1::-1])
    low = np.clip(np.floor(corners.min(axis=0) - margin), 0, limit - 1).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0) + margin), low + 1, limit).astype(int)
    return CutOut(image[low[1] : high[1], low[0] : high[0]].copy(), corners - low)


def learnt_from(name: str, cards: Sequence[tuple[str, CutOut]], size: Size) -> Deck:
    """Learn a deck from cards that were cut out; each label comes once.

    Args:
        name: what the group calls it.
        cards: label and picture of each.
        size: width and height of the cards in millimetres.
    """
    flat = lay_all_flat([(partial(_picture, card), card.corners) for _, card in cards], size)
    exemplars = (Exemplar(label, face) for (label, _), face in zip(cards, flat, strict=True))
    return Deck(name, size, tuple(exemplars))


def _picture(card: CutOut) -> BgrImage:
    return card.image


def nearest_size(proportion: float, sizes: Sequence[Size]) -> Size:
    """Return which of ``sizes`` has the proportion, or the nearest."""
    return min(sizes, key=lambda size: abs(np.log(min(size) / max(size) / proportion)))


# -------------------------------------------------------------------------------------- in order


def _ordered(found: Agreement, rows: Sequence[int]) -> LaidOut:
    """Put cards into rows; into as many as were asked for, however many lie in each."""
    cards, table = found.cards, found.table
    middles = np.array([one.corners.mean(axis=0) for one in cards])
    across = _across(cards, middles, single=len(rows) == 1)
    down = np.array([-across[1], across[0]])
    order = [int(one) for one in np.argsort(middles @ down)]
    gaps = np.diff((middles @ down)[order])
    cuts = sorted(int(one) + 1 for one in np.argsort(-gaps)[: len(rows) - 1])
    parts = [list(part) for part in np.split(np.array(order), cuts) if len(part)]
    for part in parts:
        part.sort(key=lambda one: float(middles[one] @ across))
    corners = tuple(_held(cards[one].corners, down) for part in parts for one in part)
    odd = (number for number, one in enumerate(corners) if found.doubtful or not found.fits(one))
    sides = [table.plane.to_plane(one) for one in corners]
    looks = float(np.median([_proportion(one) for one in sides]))
    return LaidOut(corners, tuple(len(part) for part in parts), looks, frozenset(odd))


def _proportion(flat: Points) -> float:
    lengths = np.linalg.norm(flat - np.roll(flat, -1, axis=0), axis=1)
    return float((lengths[0] + lengths[2]) / (lengths[1] + lengths[3]))


def _across(cards: Sequence[Outline], middles: Points, *, single: bool) -> Points:
    """Return the unit vector along the rows: to the right, or down where they run down."""
    if single and len(cards) > 1:
        spread = middles - middles.mean(axis=0)
        along = np.linalg.svd(spread)[2][0]
    else:
        ways = [one.corners[1] - one.corners[0] for one in cards]
        doubled = sum((complex(x, y) / abs(complex(x, y))) ** 2 for x, y in ways)
        angle = np.angle(doubled) / 2
        along = np.array([np.cos(angle), np.sin(angle)])
    forward = along[0] if abs(along[0]) >= abs(along[1]) else along[1]
    return np.asarray(along if forward >= 0 else -along)


def _held(corners: Points, down: Points) -> Points:
    """Return the corners from the top left of a card whose foot is as far ``down`` as can be."""
    foot = corners[2:].mean(axis=0) - corners[:2].mean(axis=0)
    return corners if foot @ down >= 0 else np.roll(corners, 2, axis=0)
