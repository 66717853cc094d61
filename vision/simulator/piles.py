"""Piles of Hana-awase laid out round the mat, as the simulated camera sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.deck import Deck, Size
from vision.hana_layout import HanaLayout
from vision.layout import load_layout
from vision.simulator import props, room
from vision.simulator.optics import Optics
from vision.simulator.pictures import take
from vision.simulator.printed import draw_hana_mat
from vision.simulator.scene import LyingCard, Pose
from vision.simulator.setting import Setting

if TYPE_CHECKING:
    from companion.frames import BgrImage

GAP = 7.0
"""Millimetres between two cards of a pile."""
CLEAR = 22.0
"""Millimetres between the mat and a pile."""
ASKEW = 4.0
"""Degrees by which people lay a card askew, at most."""
SPREAD = 0.8
"""Of half a sector: how far a pile reaches to the sides."""


def lay_out(
    mat: HanaLayout, piles: Sequence[Sequence[str]], size: Size, seed: int
) -> list[LyingCard]:
    """Return the cards of ``piles``, each in rows before its seat, inside its sector.

    Args:
        mat: round which they lie.
        piles: labels, by seat.
        size: width and height of a card in millimetres.
        seed: of how askew they lie.
    """
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
        away, left = edge + CLEAR + size[1] / 2, list(pile)
        while left:
            reach = SPREAD * np.tan(min(np.pi / len(piles), 1.2)) * (away - size[1] / 2)
            number = max(1, min(len(left), int(2 * reach // (size[0] + GAP))))
            for place in range(number):
                across = (place - (number - 1) / 2) * (size[0] + GAP)
                at = out * away + side * across + chance.uniform(-1.5, 1.5, 2)
                turned = float(np.degrees(angle)) + float(chance.uniform(-ASKEW, ASKEW))
                pose = Pose(float(at[0]) + width / 2, float(at[1]) + height / 2, turned)
                lying.append(LyingCard(left.pop(0), pose))
            away += size[1] + GAP
    return lying


def photograph(
    setting: Setting, deck: Deck, cards: Sequence[LyingCard], mat: HanaLayout | None
) -> BgrImage:
    """Return a picture of ``cards`` on the table, round ``mat`` where there is one.

    Args:
        setting: the camera, the light and the wood; racks do not stand here.
        deck: whose pictures the cards have.
        cards: what lies there, the lower first.
        mat: the mat of Hana-awase, or None.
    """
    layout = mat.layout if mat is not None else load_layout()
    optics = Optics(setting, layout)
    size = layout.mat.size
    middle = Pose(size[0] / 2, size[1] / 2)
    frame, height = setting.frame
    image: BgrImage = np.zeros((height, frame, 3), dtype=np.uint8)
    floor = take(
        optics, optics.level(-room.TABLE_HEIGHT), room.draw_floor(setting.seed), middle, None, 0.8
    )
    table = room.draw_table(setting.wood, setting.seed)
    patches = [floor, take(optics, optics.mat, table, middle, None)]
    if mat is not None:
        patches.append(
            take(optics, optics.mat, draw_hana_mat(layout, mat.details), Pose(0, 0), None)
        )
    pictures = props.CardPictures(deck)
    patches += [
        take(optics, optics.mat, pictures.picture(one.label), one.pose, None) for one in cards
    ]
    for patch in patches:
        if patch is not None:
            patch.lay(image)
    effects = setting.effects
    blur = effects.blur * setting.width / 2304
    if blur > 0.2:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur), dtype=np.uint8)
    grain = np.random.default_rng([setting.seed, 9]).normal(0, effects.noise, image.shape)
    toned = image * np.array(effects.cast) + grain
    return np.asarray(toned.clip(0, 255).round(), dtype=np.uint8)
