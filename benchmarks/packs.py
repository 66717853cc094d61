"""Packs of Hana-awase to play with: the project's own, the shared one, and ones drawn by a seed."""

from __future__ import annotations

import numpy as np

from benchmarks.machine import deck_of
from vision.deck import BACK, Deck, Exemplar, exemplar_pixels, resized
from vision.generator.decks import STYLES, random_deck, tell_apart
from vision.hanafuda import CARD_SIZE, LABELS, build_deck

OWN, SHARED = "own", "shared"
PACKS = (OWN, SHARED, *STYLES)
"""What a pack may be: the styles are those of decks that nobody has seen."""
ATTEMPTS = 20


def pack(name: str, seed: int) -> Deck:
    """Return the pack ``name``, one of `PACKS`; ``seed`` draws one of a style.

    A month is four of a drawn deck's faces, at the size of hanafuda: whoever made it, nothing was
    chosen by it.

    Raises:
        RuntimeError: chance drew no two decks whose faces differ.
    """
    if name == OWN:
        return build_deck()
    if name == SHARED:
        return deck_of("hanafuda-redraw", None)
    rng, pixels = np.random.default_rng([seed, STYLES.index(name)]), exemplar_pixels(CARD_SIZE)
    for _ in range(ATTEMPTS):
        first, second = (random_deck(rng, name, hanabi=True) for _ in range(2))
        faces = [*first.faces.values(), *second.faces.values()][: len(LABELS)]
        if tell_apart(faces):
            pictures = {**dict(zip(LABELS, faces, strict=True)), BACK: first.back}
            found = (Exemplar(label, resized(one, pixels)) for label, one in pictures.items())
            return Deck(f"drawn, {name}", CARD_SIZE, tuple(found))
    raise RuntimeError(f"no {name} pack whose faces differ")
