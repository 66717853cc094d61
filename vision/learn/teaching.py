"""Pictures from the table become exemplars of a deck, one by one, and only where they help.

A person said which card it is; but the picture may show a thumb, or people may err. So a picture
has to look like the card that it is said to be, and more like it than like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Vectors
from vision.deck import BACK, EXEMPLAR_SCALE, Deck, DeckError, resized
from vision.geometry import Points, unscaled
from vision.match.gallery import FINE_SCALE, Gallery
from vision.match.recognise import find_card
from vision.outlines.series import lay_flat
from vision.table.light import FloatImage

if TYPE_CHECKING:
    from companion.frames import BgrImage

LEAST_LIKE = 0.4
"""Cosine with the card it is said to be.

Below `vision.match.recognise.MIN_FIT`, for it was unread.
"""
AHEAD = 0.05
"""By how much that has to be more than the cosine with any other card."""
KNOWN = 0.97
"""Cosine with a picture that the deck has of that card from which it has nothing to add."""
FIRST_STEP, LAST_STEP = 1.0, 0.2
"""Pixels at `EXEMPLAR_SCALE`, first and last, by which a card is moved to lie better."""
TURNS = (0.0, -4.0, 4.0, -8.0, 8.0, -12.0, 12.0)
"""Degrees at which the card is searched in a picture, the likeliest first."""


def taught(deck: Deck, label: str, picture: BgrImage, origin: str) -> Deck:
    """Return a deck that also knows the card in ``picture`` as ``label``.

    How surely cards are told apart follows from all exemplars, so it is judged anew with the deck
    that comes back.

    Args:
        deck: what was learnt.
        label: one of its labels, as a person says.
        picture: shape (H, W, 3), uint8, BGR, in white light, `EXEMPLAR_SCALE` px/mm: a place of
            the table in which that card lies wholly in view.
        origin: where it comes from, in a few words.

    Raises:
        DeckError: it does not look like that card, looks more like another one, or adds nothing.
    """
    gallery = Gallery(deck)
    flat = card_in(gallery, label, picture)
    check_picture(gallery, label, flat)
    return deck.with_exemplar(label, flat, origin)


def card_in(gallery: Gallery, label: str, picture: BgrImage) -> BgrImage:
    """Return the card ``label`` out of ``picture``, upright, flat and to its edges.

    Raises:
        DeckError: nothing in it looks like that card.
    """
    deck = gallery.deck
    if label not in (*deck.labels, BACK):
        raise DeckError(f"{deck.name} has no card {label}")
    ratio = FINE_SCALE / EXEMPLAR_SCALE
    small = cv2.resize(picture, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
    patch = _float(np.asarray(small, dtype=np.uint8))
    found = find_card(gallery, patch, TURNS, rigid=True, among={label})
    if found is None or found.fit < LEAST_LIKE:
        raise DeckError(f"the picture does not look like {label}")
    corners = unscaled(found.corners, ratio)
    return _best_laid(gallery, label, picture, _true_sized(corners, deck.card_size))


def _true_sized(corners: Points, size: tuple[float, float]) -> Points:
    """Return the rectangle of a card's true size that lies as ``corners`` do.

    Stains draw a fit by a per cent or so; how large the card is, is known.

    Args:
        corners: shape (4, 2), pixels at `EXEMPLAR_SCALE`, clockwise from the card's top left.
        size: width and height in millimetres.
    """
    across = corners[[1, 2]].mean(axis=0) - corners[[0, 3]].mean(axis=0)
    across *= size[0] * EXEMPLAR_SCALE / 2 / float(np.linalg.norm(across))
    down = np.array([-across[1], across[0]]) * size[1] / size[0]
    around = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array([corners.mean(axis=0) + x * across + y * down for x, y in around])


def _best_laid(gallery: Gallery, label: str, picture: BgrImage, corners: Points) -> BgrImage:
    """Return the card laid flat from where it looks most like ``label``, near ``corners``.

    Stains pull at a fit by its gradients; its size is known, so what is left is searched by steps
    that get smaller (Hooke & Jeeves, J. ACM 8, 1961).
    """
    size, step = gallery.deck.card_size, FIRST_STEP

    def laid(at: Points) -> tuple[float, BgrImage]:
        flat = lay_flat(picture, at, size)
        seen = gallery.describe(_float(resized(flat, gallery.pixels(FINE_SCALE))))
        return _likeness(gallery, label, gallery.fine @ seen), flat

    best, flat = laid(corners)
    half = float(np.linalg.norm(corners[2] - corners[0])) / 2
    while step >= LAST_STEP:
        for move in ((step, 0.0, 0.0), (0.0, step, 0.0), (0.0, 0.0, step / half)):
            for sign in (1, -1):
                at = _moved(corners, sign * np.array(move))
                value, there = laid(at)
                if value > best:
                    best, flat, corners = value, there, at
                    break
            else:
                continue
            break
        else:
            step /= 2
    return flat


def _moved(corners: Points, by: npt.NDArray[np.float64]) -> Points:
    """Return ``corners``, shape (4, 2), moved ``by`` x, y and turned by an angle, in radians."""
    middle, cos, sin = corners.mean(axis=0), np.cos(by[2]), np.sin(by[2])
    turned = (corners - middle) @ np.array([[cos, sin], [-sin, cos]])
    return np.asarray(turned + middle + by[:2], dtype=np.float64)


def _likeness(gallery: Gallery, label: str, like: Vectors) -> float:
    """Return the cosine with ``label``, upright, of the ones with all kinds, ``like``."""
    return max(
        float(value)
        for value, kind in zip(like, gallery.kinds, strict=True)
        if kind.label == label and not kind.turned
    )


def check_picture(gallery: Gallery, label: str, flat: BgrImage) -> None:
    """Refuse a picture that would make the deck worse, or no better.

    Args:
        gallery: the deck as it is.
        label: which card it is said to be.
        flat: the card, upright and flat, of the exemplars' size.

    Raises:
        DeckError: says why.
    """
    seen = gallery.describe(_float(resized(flat, gallery.pixels(FINE_SCALE))))
    like = gallery.fine @ seen
    own = _likeness(gallery, label, like)
    other, value = max(
        (
            (kind.label, float(value))
            for value, kind in zip(like, gallery.kinds, strict=True)
            if kind.label != label
        ),
        key=lambda pair: pair[1],
        default=("", -1.0),
    )
    if own < LEAST_LIKE:
        raise DeckError(f"the picture does not look like {label}")
    if own < value + AHEAD:
        raise DeckError(f"the picture looks as much like {other} as like {label}")
    if own >= KNOWN:
        raise DeckError(f"{gallery.deck.name} knows {label} like that already")


def _float(image: BgrImage) -> FloatImage:
    return np.asarray(image.astype(np.float32) / 255, dtype=np.float32)
