"""A shuffled pack of Hanabi cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

COPIES = (3, 2, 2, 2, 1)
"""How many cards of each rank a suit has."""


def shuffled_pack(seed: int, suits: str = "rygbw") -> tuple[str, ...]:
    """Return the labels of ``suits``, the first one drawn first, in an order ``seed`` decides."""
    cards = [
        f"{suit}{rank}"
        for suit in suits
        for rank, copies in enumerate(COPIES, start=1)
        for _ in range(copies)
    ]
    return shuffled(cards, seed)


def shuffled(cards: Sequence[str], seed: int) -> tuple[str, ...]:
    """Return the labels ``cards`` in an order that ``seed`` decides, the first one drawn first."""
    order = np.random.default_rng([seed, 11]).permutation(len(cards))
    return tuple(cards[index] for index in order)
