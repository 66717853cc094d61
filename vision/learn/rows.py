"""Learning a deck by camera: the cards are laid out row by row and shown to it.

No device, no clock: `learn_rows` asks for a row, is sent a picture, and asks for the next.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from companion.language.phrases import phrase
from vision.deck import Deck, DeckError, Exemplar, Size
from vision.geometry import Points
from vision.learn.agreement import APART
from vision.learn.learning import ALSO_SLACK, Lesson, lay_all_flat, sizes_of
from vision.outlines.edges import Outline, common_area
from vision.outlines.portrait import choose_cards, find_outlines, outlines_near
from vision.outlines.series import TILT, upright

if TYPE_CHECKING:
    from companion.frames import BgrImage

FEWEST_TO_TELL = 2
"""Cards of a row that tell where the others lie."""
SAME_SIZE, SAME_SHAPE = 0.06, 0.03
"""Shares by which area and proportion of the cards of a row may differ."""
ROW_BESIDE = (0.0, -0.03, 0.03)
"""Of a card's side: by how much it may lie beside the place where it is looked for."""
ROW_ASKEW = (0.0, -3.0, 3.0)
"""Degrees by which it may be turned against its neighbours."""

Row = tuple[str, ...]
"""The labels of the cards that are laid side by side, from left to right."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What the camera wants to be shown.

    Attributes:
        labels: the row, from left to right.
        number: how many rows came before it.
        seen: how many cards the picture showed, where that was another number; None at first.
    """

    labels: Row
    number: int
    seen: int | None


def rows_of_suits(suits: str) -> tuple[Row, ...]:
    """Return a row of the ranks 1 to 5 for each of the Hanabi ``suits``: ``rygbw``."""
    return tuple(tuple(f"{suit}{rank}" for rank in range(1, 6)) for suit in suits)


def check_rows(rows: Sequence[Row]) -> None:
    """Refuse rows that teach nothing or one card twice.

    Raises:
        DeckError: says what is wrong.
    """
    labels = [label for row in rows for label in row]
    twice = sorted({label for label in labels if labels.count(label) > 1})
    if twice:
        raise DeckError(
            phrase("the rows name {card} twice: one card of each kind is enough", card=twice[0])
        )
    if not all(rows) or not rows:
        raise DeckError(phrase("a row needs at least one card"))


def learn_rows(
    name: str, rows: Sequence[Row], card_size: Size | None
) -> Generator[Ask, BgrImage, Lesson]:
    """Ask for each of ``rows`` until a picture shows as many cards, then return what was learnt.

    Args:
        name: what the group calls the deck.
        rows: see `check_rows`.
        card_size: millimetres, or None to take it from the cards' proportions.

    Yields:
        What to lay next; a picture of it, shape (H, W, 3), uint8, BGR, is sent.

    Raises:
        DeckError: nothing says how large the cards are.
    """
    check_rows(rows)
    proportion = min(card_size) / max(card_size) if card_size else None
    shown: list[tuple[str, BgrImage, Outline]] = []
    for number, labels in enumerate(rows):
        image = yield Ask(labels, number, None)
        cards = _row_of(image, len(labels), proportion)
        while len(cards) != len(labels):
            image = yield Ask(labels, number, len(cards))
            cards = _row_of(image, len(labels), proportion)
        shown += [(label, image, card) for label, card in zip(labels, cards, strict=True)]
        if proportion is None:
            proportion = float(np.median([card.proportion for card in cards]))
    also: tuple[Size, ...] = ()
    if card_size is None:
        labels = tuple(label for label, _, _ in shown)
        looks = float(np.median([card.proportion for _, _, card in shown]))
        sizes = sizes_of(labels, looks)
        if not sizes:
            raise DeckError(
                phrase(
                    "the cards look {looks:.2f} times as wide as high, as no usual card is: put the"
                    " camera straight above them, or say the size with --card-size WIDTHxHEIGHT in"
                    " millimetres",
                    looks=looks,
                )
            )
        card_size, also = sizes[0], tuple(sizes_of(labels, looks, ALSO_SLACK)[1:])
    corners = upright([card for _, _, card in shown])
    flat = lay_all_flat(
        [(partial(_same, image), at) for (_, image, _), at in zip(shown, corners, strict=True)],
        card_size,
    )
    exemplars = [
        Exemplar(label, picture) for (label, _, _), picture in zip(shown, flat, strict=True)
    ]
    return Lesson(Deck(name, card_size, tuple(exemplars)), also)


def _same(image: BgrImage) -> BgrImage:
    return image


def _row_of(image: BgrImage, wanted: int, proportion: float | None) -> list[Outline]:
    """Return the cards of a row in their order; those that are missing are looked for again.

    The cards of a row are of one size and lie at equal distances, so where one has no clear
    outline the others say where its edges have to be.
    """
    cards = _in_order(choose_cards(find_outlines(image), proportion, TILT))
    if not FEWEST_TO_TELL <= len(cards) < wanted:
        return cards
    area = float(np.median([card.area for card in cards]))
    looks = float(np.median([card.proportion for card in cards]))
    found = [
        one
        for one in outlines_near(image, _places(cards, wanted - len(cards), image.shape[:2]))
        if abs(one.area / area - 1) <= SAME_SIZE and abs(one.proportion / looks - 1) <= SAME_SHAPE
    ]
    found.sort(key=lambda one: abs(one.area / area - 1) + abs(one.proportion / looks - 1))
    for one in found:
        if all(common_area(one, card) <= APART * area for card in cards):
            cards = [*cards, one]
    return _in_order(cards)


def _places(cards: Sequence[Outline], missing: int, shape: tuple[int, int]) -> list[Points]:
    """Return where cards may lie that are missing in a row, and a little beside that."""
    middles = [card.corners.mean(axis=0) for card in cards]
    gaps = [after - before for before, after in pairwise(middles)]
    step = min(gaps, key=lambda gap: float(np.linalg.norm(gap)))
    width = min(min(card.sides) for card in cards)
    places = [cards[0].corners - step, cards[-1].corners + step]
    for card, gap in zip(cards, gaps, strict=False):
        for more in range(1, missing + 1):
            if float(np.linalg.norm(gap)) >= (more + 1) * width:
                places += [card.corners + gap * (n / (more + 1)) for n in range(1, more + 1)]
    side = float(np.sqrt(np.median([card.area for card in cards])))
    beside = [np.array([x, y]) * side for x in ROW_BESIDE for y in ROW_BESIDE]
    height, width = shape
    return [
        _turned(place, degrees) + shift
        for place in places
        if 0 < float(place[:, 0].mean()) < width and 0 < float(place[:, 1].mean()) < height
        for degrees in ROW_ASKEW
        for shift in beside
    ]


def _turned(quad: Points, degrees: float) -> Points:
    """Return ``quad`` turned about its middle."""
    middle, angle = quad.mean(axis=0), np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray((quad - middle) @ turn.T + middle)


def _in_order(cards: Sequence[Outline]) -> list[Outline]:
    """Return the cards of a row from left to right; of a column from top to bottom."""
    middles = np.array([card.corners.mean(axis=0) for card in cards]).reshape(-1, 2)
    axis = int(len(middles) > 0 and np.ptp(middles[:, 1]) > np.ptp(middles[:, 0]))
    return [cards[index] for index in np.argsort(middles[:, axis])]
