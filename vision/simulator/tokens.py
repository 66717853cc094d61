"""Clue tokens and fuses: on their tracks, or spent and lying beside the mat."""

from __future__ import annotations

import numpy as np

from vision.simulator.reach import MatPoint
from vision.simulator.scene import Token, TokenKind
from vision.simulator.spots import SPENT_AT, SPENT_PITCH, TableError
from vision.table.details import Tracks

TOKEN_ASIDE = 0.8
"""Millimetres by which a token lies beside its circle's middle, more or less."""
FUSES_BELOW = 5
"""Rows of spent clue tokens above the spent fuses."""


class Tokens:
    """The discs of one table; tracks are filled and emptied at their right end."""

    def __init__(self, tracks: Tracks, chance: np.random.Generator) -> None:
        """Put a token on every circle of ``tracks``."""
        self._circles = {TokenKind.CLUE: tracks.clues, TokenKind.FUSE: tracks.fuses}
        self._chance = chance
        self._ready = {
            kind: [self._near(spot, TOKEN_ASIDE) for spot in spots]
            for kind, spots in self._circles.items()
        }
        self._spent: dict[TokenKind, list[MatPoint]] = {kind: [] for kind in TokenKind}

    def left(self, kind: TokenKind) -> int:
        """Return how many tokens are on their track."""
        return len(self._ready[kind])

    def spend(self, kind: TokenKind) -> None:
        """Move a token from its track to the spent ones."""
        if not self._ready[kind]:
            raise TableError(f"no {kind.value} token is left on its track")
        self._ready[kind].pop()
        row, column = divmod(len(self._spent[kind]), 2)
        row += FUSES_BELOW if kind is TokenKind.FUSE else 0
        spot = (SPENT_AT[0] + column * SPENT_PITCH, SPENT_AT[1] + row * SPENT_PITCH)
        self._spent[kind].append(self._near(spot, 1.5 * TOKEN_ASIDE))

    def regain(self, kind: TokenKind) -> None:
        """Move a spent token back to its track."""
        if not self._spent[kind]:
            raise TableError(f"every {kind.value} token is on its track")
        self._spent[kind].pop()
        circle = self._circles[kind][len(self._ready[kind])]
        self._ready[kind].append(self._near(circle, TOKEN_ASIDE))

    def lying(self) -> tuple[Token, ...]:
        """Return all tokens where they lie."""
        return tuple(
            Token(kind, *spot)
            for kind in TokenKind
            for spot in (*self._ready[kind], *self._spent[kind])
        )

    def _near(self, spot: MatPoint, deviation: float) -> MatPoint:
        aside = np.clip(self._chance.normal(0, deviation, size=2), -2 * deviation, 2 * deviation)
        return spot[0] + float(aside[0]), spot[1] + float(aside[1])
