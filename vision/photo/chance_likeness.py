"""The one card of another deck that looks like one of ours.

Decks have much in common: dark ground, the same numerals, the same colours. Among ten cards of
another deck there may be one that is printed nearly as one of ours is, and that no look at it alone
tells apart. The cards beside it do: they lie in the same light, and none of them is any of ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.referee.readings import Sight
from vision.photo.card import PhotoCard

FITS_WELL = 0.9
"""Fit from which a card is no chance likeness, named or not: where only tone tells two faces of a
deck apart, its cards fit so well and have no name."""
OTHERS_TO_ONE = 4
"""Cards without a name beside each that has one from which all are another deck's. In 300 photos of
60 drawn decks no photo of the deck's own cards showed as many, but where all fitted well."""


def without_chance_likeness(cards: Sequence[PhotoCard]) -> tuple[PhotoCard, ...]:
    """Return all ``cards`` that are told of a photo, none named that only chance makes like ours.

    One that fits well keeps its name.
    """
    poorly = [card for card in cards if card.card.fit < FITS_WELL]
    named = sum(card.sight is Sight.FACE for card in cards)
    unnamed = sum(card.sight is Sight.UNKNOWN for card in poorly)
    if unnamed < OTHERS_TO_ONE * named:
        return tuple(cards)
    return tuple(
        replace(card, sight=Sight.UNKNOWN)
        if card.sight is Sight.FACE and card.card.fit < FITS_WELL
        else card
        for card in cards
    )
