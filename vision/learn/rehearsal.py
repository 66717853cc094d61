"""What to expect of a learnt deck: its own cards, photographed by the generator and read.

Likeness of exemplars says which cards are near one another, not whether the eyes tell them apart
in the light of an evening. So every card is painted into drawn pictures (`vision.generator`), on
any table, beside others, by the light of a good lamp and in dim, coloured or uneven light, and
looked at where it lies: what is measured is naming, not finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from vision.deck import BACK, Deck, resized
from vision.generator.decks import PRINT_SCALE, DrawnDeck
from vision.generator.scenes import EASY, HARD, SceneCard, closeup
from vision.geometry import overlap
from vision.match.gallery import Gallery
from vision.outlines.tabletop import fit_tabletop
from vision.photo.photograph import Photograph
from vision.photo.place import PhotoPlaces
from vision.photo.verdict import Verdicts

if TYPE_CHECKING:
    from companion.frames import BgrImage
    from vision.geometry import Points

REHEARSED_LOOKS = 3
"""Pictures of each card in each light."""
WINDOW = (280, 280)
"""Width and height of a picture in pixels; a card in it is 56 to 174 across."""
ATTEMPTS = 5
"""Pictures that are drawn until the card is wholly in view in one."""
SHOWING = 0.9
"""Share of a card that has to be in view."""
ASTRAY = 0.04
"""Of a card's width, by which an outline misses its corners."""
COVERED = 0.5
"""Overlap from which what was read is the card that was painted."""
RADIUS = 3.0
"""Millimetres; how round the corners are of which nobody knows."""
SEED = 20
"""Any number, always the same: a deck that is rehearsed again gets the same verdict."""

_Chance = np.random.Generator


class Lamp(Enum):
    """In what light a card is looked at."""

    GOOD = "good"
    POOR = "poor"


DIFFICULTY = {Lamp.GOOD: EASY, Lamp.POOR: HARD}


@dataclass(frozen=True, slots=True)
class RehearsedLook:
    """One look at one card: ``named`` is the name that was read, None where none was."""

    label: str
    lamp: Lamp
    named: str | None

    @property
    def right(self) -> bool:
        """Say whether the name is the card's."""
        return self.named == self.label


def number_of_looks(deck: Deck) -> int:
    """Return how many looks `rehearse` takes."""
    return len(deck.labels) * len(Lamp) * REHEARSED_LOOKS


def rehearse(deck: Deck) -> Iterator[RehearsedLook]:
    """Yield looks at all cards of ``deck``; the same deck gives the same ones.

    A look takes about 50 ms on one core of a desktop.
    """
    gallery = Gallery(deck)
    places = PhotoPlaces(gallery)
    verdicts = Verdicts(gallery, places)
    drawn = _printed(deck)
    for number, label in enumerate(deck.labels):
        for order, lamp in enumerate(Lamp):
            rng = np.random.default_rng([SEED, number, order])
            for _ in range(REHEARSED_LOOKS):
                yield RehearsedLook(
                    label, lamp, _named(rng, deck, drawn, label, lamp, places, verdicts)
                )


def _named(
    rng: _Chance,
    deck: Deck,
    drawn: DrawnDeck,
    label: str,
    lamp: Lamp,
    places: PhotoPlaces,
    verdicts: Verdicts,
) -> str | None:
    scene = closeup(rng, drawn, label, WINDOW, DIFFICULTY[lamp])
    for _ in range(ATTEMPTS):
        if scene.cards[0].visible >= SHOWING:
            break
        scene = closeup(rng, drawn, label, WINDOW, DIFFICULTY[lamp])
    card = scene.cards[0]
    photo = Photograph(scene.image)
    table = fit_tabletop([one.corners for one in scene.cards], deck.card_size, photo.size)
    across = float(np.linalg.norm(card.corners[1] - card.corners[0]))
    found = places.fit(photo, card.corners + rng.normal(0, ASTRAY * across, (4, 2)), table)
    if found is None or not _is(card, found.corners):
        return None
    (verdict,) = verdicts.of_all(photo, [found], table)
    return verdict.label


def _is(card: SceneCard, corners: Points) -> bool:
    return min(overlap(card.corners, corners), overlap(corners, card.corners)) >= COVERED


def _printed(deck: Deck) -> DrawnDeck:
    """Return ``deck`` as the generator wants a printed one: its first picture of each face."""
    width, height = (round(side * PRINT_SCALE) for side in deck.card_size)
    pictures: dict[str, BgrImage] = {}
    for one in deck.exemplars:
        pictures.setdefault(one.label, resized(one.image, (width, height)))
    blank = np.full((height, width, 3), 128, dtype=np.uint8)
    back = pictures.pop(BACK, blank)
    return DrawnDeck(pictures, back, deck.card_size, "learnt", RADIUS)


@dataclass(frozen=True, slots=True)
class Expected:
    """What is to be expected in one light.

    Attributes:
        lamp: which.
        looks: how many there were.
        read: how many of them gave the card's name.
        hard: the labels that were not read in most of their looks, sorted.
        mistaken: pairs of a label and what it was taken for, the most frequent first.
    """

    lamp: Lamp
    looks: int
    read: int
    hard: tuple[str, ...]
    mistaken: tuple[tuple[str, str], ...]

    @property
    def share(self) -> float:
        """Return the share that was read, 0 to 1."""
        return self.read / self.looks if self.looks else 0.0


def expected(looks: Iterable[RehearsedLook]) -> tuple[Expected, ...]:
    """Return what ``looks`` say of each light."""
    taken = list(looks)
    found = []
    for lamp in Lamp:
        some = [look for look in taken if look.lamp is lamp]
        unread = Counter(look.label for look in some if not look.right)
        of_each = Counter(look.label for look in some)
        mistaken = Counter(
            (look.label, look.named) for look in some if look.named is not None and not look.right
        )
        found.append(
            Expected(
                lamp,
                len(some),
                sum(look.right for look in some),
                tuple(sorted(label for label in unread if 2 * unread[label] > of_each[label])),
                tuple(pair for pair, _ in mistaken.most_common()),
            )
        )
    return tuple(found)
