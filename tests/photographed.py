"""Photos of drawn cards on a table, as somebody takes them who wants to teach a deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tests.drawn_table import Image, card_picture

WOODEN, DARK, PALE = (70, 95, 130), (25, 25, 28), (205, 210, 214)


@dataclass(frozen=True)
class Lying:
    """A card on the table: its picture, its middle, its height in pixels, degrees clockwise."""

    picture: Image
    at: tuple[float, float]
    height: float = 300.0
    turned: float = 0.0
    tilt: float = 0.0

    def corners(self) -> npt.NDArray[np.float64]:
        """Return where its corners are in the photo, pixel centres at whole numbers."""
        rows, columns = self.picture.shape[:2]
        half = np.array([columns / rows, 1.0]) * self.height / 2
        unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        # Seen aslant, what is farther away is smaller.
        unit = unit / (1 + self.tilt * unit[:, 1:] / self.height)
        angle = np.radians(self.turned)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        return np.asarray(unit @ turn.T + self.at)


def photo(
    cards: Sequence[Lying],
    table: tuple[int, int, int] = WOODEN,
    shape: tuple[int, int] = (600, 800),
    *,
    grain: float = 4.0,
    light: tuple[float, float, float] = (1.0, 1.0, 1.0),
    shade: float = 0.0,
) -> Image:
    """Take a photo: ``light`` is its colour (BGR), ``shade`` how much darker the right edge is."""
    chance = np.random.default_rng(len(cards))
    height, width = shape
    plain = chance.normal(0, 1, (height, width)).astype(np.float32)
    noise = cv2.GaussianBlur(plain, (0, 0), 2.0)
    streaks = cv2.GaussianBlur(plain[::-1], (0, 0), 9, sigmaY=1.5)
    image = np.full((height, width, 3), table, dtype=np.float64)
    image += (grain * (noise / noise.std() + streaks / streaks.std()) / 2)[..., None]
    for card in cards:
        rows, columns = card.picture.shape[:2]
        flat = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]]) - 0.5
        warp = cv2.getPerspectiveTransform(
            flat.astype(np.float32), card.corners().astype(np.float32)
        )
        cover = cv2.warpPerspective(np.ones((rows, columns)), warp, (width, height))
        face = cv2.warpPerspective(
            card.picture.astype(np.float64), warp, (width, height), borderMode=cv2.BORDER_REPLICATE
        )
        image = image * (1 - cover[..., None]) + face * cover[..., None]
    image *= np.array(light) * (1 - shade * np.linspace(0, 1, width))[None, :, None]
    image = cv2.GaussianBlur(image, (0, 0), 0.8) + chance.normal(0, 1.5, image.shape)
    return np.asarray(np.clip(image, 0, 255).round(), dtype=np.uint8)


def one_card(label: str, **how: float) -> Lying:
    """Return the drawn card ``label`` near the middle of a photo."""
    return Lying(card_picture(label), (410.0, 305.0), **how)


def dark_bordered(picture: Image) -> Image:
    """Return a card with a dark border in place of its white one."""
    dark = picture.copy()
    rows, columns = picture.shape[:2]
    cv2.rectangle(dark, (0, 0), (columns - 1, rows - 1), (30, 22, 24), 22)
    return dark
