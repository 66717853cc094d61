"""Piles of Hana-awase laid out round the mat, as the simulated camera sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from vision.deck import Deck, Size
from vision.simulator import props, room
from vision.simulator.hand_in_view import hand_patches
from vision.simulator.optics import Optics
from vision.simulator.pictures import lay, take
from vision.simulator.printed import draw_hana_mat
from vision.simulator.scene import LyingCard, Pose, ReachingHand
from vision.simulator.sensor import Sensor
from vision.simulator.setting import Setting
from vision.table.hana_layout import HanaLayout
from vision.table.layout import load_layout

if TYPE_CHECKING:
    from companion.frames import BgrImage

PILE_GAP = 7.0
"""Millimetres between two cards of a pile."""
FAN_STEP = 14.0
"""Millimetres of each card of a fan that are seen beside the next one."""
PILE_CLEAR = 22.0
"""Millimetres between the mat and a pile."""
PILE_ASKEW = 4.0
"""Degrees by which people lay a card askew, at most."""
PILE_SPREAD = 0.8
"""Of half a sector: how far a pile reaches to the sides."""


def lay_out(
    mat: HanaLayout,
    piles: Sequence[Sequence[str]],
    size: Size,
    seed: int,
    *,
    fanned: bool = False,
) -> list[LyingCard]:
    """Return the cards of ``piles``, each in rows before its seat, inside its sector.

    Args:
        mat: round which they lie.
        piles: labels, by seat.
        size: width and height of a card in millimetres.
        seed: of how askew they lie.
        fanned: whether the cards of a row lie over one another, the last one uppermost.
    """
    pitch = FAN_STEP if fanned else size[0] + PILE_GAP
    chance = np.random.default_rng([seed, len(piles)])
    width, height = mat.layout.mat.size
    lying = []
    for seat, pile in enumerate(piles):
        angle = 2 * np.pi * seat / len(piles)
        out = np.array([-np.sin(angle), np.cos(angle)])
        side = np.array([out[1], -out[0]])
        edge = min(
            half / max(abs(float(part)), 1e-6)
            for half, part in zip((width / 2, height / 2), out, strict=True)
        )
        away, left = edge + PILE_CLEAR + size[1] / 2, list(pile)
        while left:
            reach = PILE_SPREAD * np.tan(min(np.pi / len(piles), 1.2)) * (away - size[1] / 2)
            room = (2 * reach - size[0]) // pitch + 1 if fanned else 2 * reach // pitch
            number = max(1, min(len(left), int(room)))
            for place in range(number):
                across = (place - (number - 1) / 2) * pitch
                at = out * away + side * across + chance.uniform(-1.5, 1.5, 2)
                turned = float(np.degrees(angle)) + float(chance.uniform(-PILE_ASKEW, PILE_ASKEW))
                pose = Pose(float(at[0]) + width / 2, float(at[1]) + height / 2, turned)
                lying.append(LyingCard(left.pop(0), pose))
            away += size[1] + PILE_GAP
    return lying


class PileTable:
    """A table that stands as it does: what lies on it, and hands, come and go."""

    def __init__(self, setting: Setting, deck: Deck, mat: HanaLayout | None) -> None:
        """Lay the table, with the mat of Hana-awase where there is one.

        Args:
            setting: the camera, the light and the wood; racks do not stand here.
            deck: whose pictures the cards have.
            mat: the mat of Hana-awase, or None.
        """
        layout = mat.layout if mat is not None else load_layout()
        self._setting = setting
        self._optics = Optics(setting, layout)
        self._pictures = props.CardPictures(deck)
        self._ground = self._draw_ground(mat)
        self._sensor = Sensor(setting)
        self._still: tuple[tuple[LyingCard, ...], BgrImage] | None = None

    def _draw_ground(self, mat: HanaLayout | None) -> BgrImage:
        optics, setting = self._optics, self._setting
        width, height = setting.frame
        image: BgrImage = np.zeros((height, width, 3), dtype=np.uint8)
        size = optics.layout.mat.size
        middle = Pose(size[0] / 2, size[1] / 2)
        floor = room.draw_floor(setting.seed)
        table = room.draw_table(setting.wood, setting.seed)
        patches = [
            take(optics, optics.level(-room.TABLE_HEIGHT), floor, middle, None, 0.8),
            take(optics, optics.mat, table, middle, None),
        ]
        if mat is not None:
            printed = draw_hana_mat(mat.layout, mat.details)
            patches.append(take(optics, optics.mat, printed, Pose(0, 0), None))
        lay(image, *patches)
        return image

    def picture(
        self, cards: Sequence[LyingCard], hands: Sequence[ReachingHand] = (), number: int = 9
    ) -> BgrImage:
        """Return a picture of ``cards`` on the table, and of ``hands`` over it.

        Args:
            cards: what lies there, the lower first.
            hands: arms, the lower first.
            number: of the picture: each has another grain.
        """
        optics, lying = self._optics, tuple(cards)
        if self._still is None or self._still[0] != lying:
            image = self._ground.copy()
            for one in lying:
                picture = self._pictures.picture(one.label)
                lay(image, take(optics, optics.mat, picture, one.pose, None))
            self._still = (lying, image)
        image = self._still[1].copy()
        effects = self._setting.effects
        for hand in hands:
            lay(image, *hand_patches(optics, hand, self._pictures, None, effects.shadow))
        return self._sensor.grain(self._sensor.tone(self._sensor.soften(image)), number)


def photograph(
    setting: Setting, deck: Deck, cards: Sequence[LyingCard], mat: HanaLayout | None
) -> BgrImage:
    """Return a picture of ``cards`` on the table, round ``mat``; see `PileTable`."""
    return PileTable(setting, deck, mat).picture(cards)
