"""Where people put cards: near where they belong, a little askew, now and then upside down."""

from __future__ import annotations

import numpy as np

from vision.live.places import FOOT_GAP
from vision.simulator.scene import Pose
from vision.table.details import Tracks
from vision.table.layout import Layout

UPSIDE_DOWN_PLAYED = 0.1
"""The share of the played cards that lie upside down."""
UPSIDE_DOWN_DISCARDED = 0.3
"""The share of the discarded ones."""
DISCARDS_IN_A_ROW = 8
"""Cards after which the row of discards starts over on top of itself."""
FULL_COLUMN = 5
"""Cards of a column of which each lies a little lower; those above lie as the last of them."""
COLUMN_ENDS = 2.0
"""Millimetres of a column's height that a full one leaves free, at both ends together."""
NOBODY_ERRS = 2.5
"""Standard deviations beyond which nobody errs."""


class Placing:
    """The hand's small errors, decided by ``chance`` in the order of the touches."""

    def __init__(
        self,
        layout: Layout,
        tracks: Tracks,
        card: tuple[float, float],
        chance: np.random.Generator,
    ) -> None:
        """Take the printed parts and the card's width and height in millimetres."""
        self._layout = layout
        self._stagger = tracks.stagger
        self._card = card
        self._chance = chance

    def in_slot(self, seat: int, slot: int) -> Pose:
        """Return where a card comes to stand on its rack's panel."""
        rack = self._layout.rack(seat)
        return Pose(
            rack.slot_centre_x(slot) + self._spread(0.7),
            rack.size[1] - FOOT_GAP - self._card[1] / 2 + self._spread(0.25),
            self._spread(0.8),
        )

    def on_column(self, column: int, below: int) -> Pose:
        """Return where a card comes to lie on a fireworks column with ``below`` cards."""
        x, y, width, height = self._layout.mat.column(column)
        room = height - COLUMN_ENDS - self._card[1]
        stagger = min(self._stagger, room / (FULL_COLUMN - 1))  # a shorter column has less room
        down = COLUMN_ENDS / 2 + stagger * min(below, FULL_COLUMN - 1)
        return Pose(
            x + width / 2 + self._spread(0.8),
            y + down + self._card[1] / 2 + self._spread(0.6),
            self._spread(1.0) + self._upside_down(UPSIDE_DOWN_PLAYED),
        )

    def on_discards(self, before: int) -> Pose:
        """Return where a card comes to lie on the discards after ``before`` others."""
        x, y, width, height = self._layout.mat.discards
        pitch = (width - self._card[0] - 4) / (DISCARDS_IN_A_ROW - 1)
        place = before % DISCARDS_IN_A_ROW
        return Pose(
            x + 2 + self._card[0] / 2 + place * pitch + self._spread(0.8),
            y + height / 2 + self._spread(1.2),
            self._spread(1.6) + self._upside_down(UPSIDE_DOWN_DISCARDED),
        )

    def twist(self) -> float:
        """Return how far a card is turned between the fingers."""
        return float(self._chance.uniform(-35, 35))

    def _spread(self, deviation: float) -> float:
        error = self._chance.normal(0, deviation)
        return float(np.clip(error, -NOBODY_ERRS * deviation, NOBODY_ERRS * deviation))

    def _upside_down(self, share: float) -> float:
        return 180.0 if self._chance.random() < share else 0.0
