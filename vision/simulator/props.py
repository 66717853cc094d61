"""Loose things as flat pictures: cards, tokens, a phone, a cup."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import BACK, Deck
from vision.drawing.artwork import CARD_SIZE, DRAWN_RADIUS, draw_back, draw_card
from vision.simulator.pictures import Picture, over, stencil, with_shadow
from vision.simulator.scene import ThingKind, TokenKind

if TYPE_CHECKING:
    from companion.frames import BgrImage

PROP_SCALE = 3.0
"""Pixels per millimetre; the same as a learnt deck's exemplars."""
TOKEN_DIAMETER = 21.0
"""Millimetres across a token."""
TOKEN_COLOURS = {TokenKind.CLUE: (214, 118, 32), TokenKind.FUSE: (48, 52, 206)}
CARD_SHADOW = 1.6
"""Millimetres that the soft shadow round a card reaches."""
EDGE = (206, 214, 218)
"""The pack's side: paper cut by a machine."""


def _rounded(width: float, height: float, radius: float) -> npt.NDArray[np.float32]:
    """Return the alpha of a rectangle with round corners, at `PROP_SCALE`."""
    x = (np.arange(round(width * PROP_SCALE), dtype=np.float32) + 0.5) / PROP_SCALE
    y = (np.arange(round(height * PROP_SCALE), dtype=np.float32) + 0.5) / PROP_SCALE
    across = np.maximum(radius - np.minimum(x, width - x), 0)[None, :]
    down = np.maximum(radius - np.minimum(y, height - y), 0)[:, None]
    away = radius - np.hypot(across, down)
    return np.asarray(np.clip(away * PROP_SCALE + 0.5, 0, 1), dtype=np.float32)


class CardPictures:
    """The cards of one deck, drawn when they are first needed."""

    def __init__(self, deck: Deck | None) -> None:
        """Take the pictures of ``deck``, or the project's own: they are what lies on the table."""
        self.size = deck.card_size if deck else CARD_SIZE
        self._images = {one.label: one.image for one in deck.exemplars} if deck else None
        self._pictures: dict[str, Picture] = {}

    def _image(self, label: str) -> BgrImage:
        if self._images is not None:
            return self._images[label]
        return draw_back(PROP_SCALE) if label == BACK else draw_card(label, PROP_SCALE)

    def picture(self, label: str) -> Picture:
        """Return the card with its shadow on what it lies on."""
        if label not in self._pictures:
            width, height = self.size
            size = (round(width * PROP_SCALE), round(height * PROP_SCALE))
            image = cv2.resize(self._image(label), size, interpolation=cv2.INTER_AREA)
            cut = stencil(np.asarray(image, dtype=np.uint8), _rounded(width, height, DRAWN_RADIUS))
            self._pictures[label] = with_shadow(cut, PROP_SCALE, CARD_SHADOW, 0.55)
        return self._pictures[label]


@lru_cache(maxsize=1)
def pack_side() -> Picture:
    """Return one layer of the deck's side."""
    alpha = _rounded(*CARD_SIZE, DRAWN_RADIUS)
    return with_shadow(stencil(EDGE, alpha), PROP_SCALE, CARD_SHADOW, 0.5)


@lru_cache(maxsize=8)
def token(kind: TokenKind) -> Picture:
    """Return a wooden disc with its shadow."""
    size = round(TOKEN_DIAMETER * PROP_SCALE)
    axis = (np.arange(size, dtype=np.float32) + 0.5) / size * 2 - 1
    away = np.hypot(axis[None, :], axis[:, None])
    alpha = np.clip((1 - away) * size / 2, 0, 1)
    slope = (axis[:, None] + 0.7 * axis[None, :]) * np.clip((away - 0.72) / 0.28, 0, 1)
    light = 1.0 - 0.28 * slope + 0.05 * (away < 0.72)
    colour = np.asarray(TOKEN_COLOURS[kind], dtype=np.float32) * light[..., None]
    face: BgrImage = colour.clip(0, 255).astype(np.uint8)
    return with_shadow(stencil(face, alpha), PROP_SCALE, 2.2, 0.5)


@lru_cache(maxsize=8)
def thing(kind: ThingKind) -> Picture:
    """Return a thing that is no part of the game."""
    match kind:
        case ThingKind.PHONE:
            body = stencil((40, 36, 34), _rounded(74, 150, 9))
            glass = _rounded(68, 144, 7)
            rows = np.linspace(0, 1, glass.shape[0], dtype=np.float32)[:, None, None]
            sheen = np.array([30, 22, 18], np.float32) + rows * np.array([46, 34, 24], np.float32)
            face: BgrImage = np.broadcast_to(sheen, (*glass.shape, 3)).astype(np.uint8)
            edge = ((body.shape[0] - glass.shape[0]) // 2, (body.shape[1] - glass.shape[1]) // 2)
            inner = np.zeros_like(body)
            inner[edge[0] : edge[0] + glass.shape[0], edge[1] : edge[1] + glass.shape[1]] = stencil(
                face, glass
            )
            return with_shadow(over(inner, body), PROP_SCALE, 5.0, 0.5)
        case ThingKind.CUP:
            size = round(118 * PROP_SCALE)
            axis = ((np.arange(size, dtype=np.float32) + 0.5) / size * 2 - 1) * 59
            away = np.hypot(axis[None, :], axis[:, None])
            slope = (axis[:, None] + axis[None, :]) / 59
            shade = 226 - 22 * slope * np.clip((away - 44) / 10, -1, 1)
            shade = np.where(away < 39, 250 - 30 * slope * (away > 35), shade)
            image = np.repeat(shade[..., None], 3, axis=2)
            tea = np.clip((34.5 - away) / 1.5, 0, 1)[..., None]
            image = image * (1 - tea) + np.array([26, 62, 118], np.float32) * tea
            alpha = np.clip((59 - away) * PROP_SCALE, 0, 1)
            return with_shadow(
                stencil(image.clip(0, 255).astype(np.uint8), alpha), PROP_SCALE, 7.0, 0.5
            )
