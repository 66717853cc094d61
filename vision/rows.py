"""Learning a deck by camera: the cards are laid out row by row and shown to it.

No device, no clock: `learn_rows` asks for a row, is sent a picture, and asks for the next.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from vision.deck import Deck, DeckError, Exemplar, Size
from vision.edges import Outline
from vision.learning import ALSO_SLACK, Lesson, lay_all_flat, sizes_of
from vision.portrait import choose_cards, find_outlines
from vision.series import TILT, upright

if TYPE_CHECKING:
    from companion.frames import BgrImage

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
        raise DeckError(f"the rows name {twice[0]} twice: one card of each kind is enough")
    if not all(rows) or not rows:
        raise DeckError("a row needs at least one card")


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
        cards = _in_order(choose_cards(find_outlines(image), proportion, TILT))
        while len(cards) != len(labels):
            image = yield Ask(labels, number, len(cards))
            cards = _in_order(choose_cards(find_outlines(image), proportion, TILT))
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
                f"the cards look {looks:.2f} times as wide as high, as no usual card is: put the "
                "camera straight above them, or say the size with --card-size WIDTHxHEIGHT in "
                "millimetres"
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


def _in_order(cards: Sequence[Outline]) -> list[Outline]:
    """Return the cards of a row from left to right; of a column from top to bottom."""
    middles = np.array([card.corners.mean(axis=0) for card in cards]).reshape(-1, 2)
    axis = int(len(middles) > 0 and np.ptp(middles[:, 1]) > np.ptp(middles[:, 0]))
    return [cards[index] for index in np.argsort(middles[:, axis])]
