"""A table of Hana-awase that is drawn: field, stock and piles, and one arm over them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vision.deck import BACK, Deck
from vision.simulator.optics import Optics
from vision.simulator.piles import PileTable, lay_out
from vision.simulator.reach import MatPoint, edge_of_view
from vision.simulator.scene import LyingCard, Pose, ReachingHand
from vision.simulator.setting import Setting
from vision.table.hana_layout import HanaLayout

if TYPE_CHECKING:
    from companion.frames import BgrImage

FIELD_COLUMNS, COLUMN_PITCH, ROW_PITCH = 7, 43.0, 58.0
"""Cards of the field lie about in rows; millimetres between their middles."""
FIRST = (30.0, 32.0)
"""Where the first one lies in the field, millimetres."""
HANA_ASKEW = 6.0
"""Degrees by which one is turned, at most."""


class DrawnHanaTable:
    """Each card of the field stays where it was laid; every picture has another grain."""

    def __init__(self, setting: Setting, deck: Deck, mat: HanaLayout) -> None:
        """Lay the table.

        Args:
            setting: the camera, the light and the wood, and how many play; its seed is that of
                where hands reach to and how askew cards lie.
            deck: the pack.
            mat: of Hana-awase.
        """
        self._size, self._mat = deck.card_size, mat
        self._table = PileTable(setting, deck, mat)
        self._optics = Optics(setting, mat.layout)
        self._chance = random.Random(setting.seed)
        self._at: dict[str, int] = {}
        self._turned: dict[str, float] = {}
        self._lying: tuple[LyingCard, ...] = ()
        self._pictures = 0

    def lay(
        self,
        field: Sequence[str],
        piles: Sequence[Sequence[str]],
        *,
        stock: bool,
        fanned: bool = False,
    ) -> None:
        """Lay everything as it lies now.

        Args:
            field: labels of the cards in the field.
            piles: labels of what each player has before him, by seat.
            stock: whether the stock still lies at its place.
            fanned: whether the cards of a pile lie over one another.
        """
        self._at = {one: at for one, at in self._at.items() if one in field}
        for one in field:
            if one not in self._at:
                self._at[one] = min(set(range(len(field) + 1)) - set(self._at.values()))
                self._turned[one] = self._chance.uniform(-HANA_ASKEW, HANA_ASKEW)
        lying = [LyingCard(one, self._pose(one, at)) for one, at in self._at.items()]
        if stock:
            left, top, width, height = self._mat.details.hana.stock
            lying.append(LyingCard(BACK, Pose(left + width / 2, top + height / 2, 1.0)))
        self._lying = (*lying, *lay_out(self._mat, piles, self._size, seed=2, fanned=fanned))

    def goal(self, *, stock: bool) -> MatPoint:
        """Return where a hand reaches to: the stock, or somewhere in the field."""
        details = self._mat.details.hana
        x, y, width, height = details.stock if stock else details.field
        share = (0.5, 0.5) if stock else (self._chance.random(), self._chance.random())
        return x + width * share[0], y + height * share[1]

    def picture(self, seat: int = 0, goal: MatPoint | None = None, share: float = 1.0) -> BgrImage:
        """Return a picture, with the arm of ``seat`` on its way where there is a ``goal``.

        Args:
            seat: whose arm.
            goal: where it reaches to; None: no arm is there.
            share: of its way that it has come, 0 to 1.
        """
        self._pictures += 1
        hands = []
        if goal is not None:
            start = edge_of_view(self._optics, seat)
            x, y = (begun + (end - begun) * share for begun, end in zip(start, goal, strict=True))
            hands.append(ReachingHand(seat, x, y))
        return self._table.picture(self._lying, hands, self._pictures)

    def _pose(self, label: str, at: int) -> Pose:
        x, y, _, _ = self._mat.details.hana.field
        row, column = divmod(at, FIELD_COLUMNS)
        return Pose(
            x + FIRST[0] + column * COLUMN_PITCH,
            y + FIRST[1] + row * ROW_PITCH,
            self._turned[label],
        )
