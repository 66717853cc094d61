"""The net that finds cards: features at five resolutions, joined at a quarter of the picture's."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from tools.training.network import Residual, layer
from vision.outlines.detector import MAPS

CHANNELS = (12, 20, 36, 52, 64)
"""At a half, a quarter, an eighth, a sixteenth and a thirty-second of the resolution."""
JOINED, HEAD = 28, 48
"""Channels where all of them are joined, and of the layer before the answer."""
SELDOM = -4.0
"""Logit of a middle or a corner before anything is known: most places have none."""


class FinderNet(nn.Module):
    """A picture, shape (N, 3, H, W), becomes maps, shape (N, `MAPS`, H / 4, W / 4).

    A feature pyramid (Lin et al., CVPR 2017) whose answer is read as that of CenterNet (Zhou et
    al., 2019), with directions as double angles.
    """

    def __init__(self) -> None:
        super().__init__()
        c2, c4, c8, c16, c32 = CHANNELS
        self.at_half = layer(3, c2, 2, 5)
        self.quarter = nn.Sequential(layer(c2, c4, 2), Residual(c4))
        self.eighth = nn.Sequential(layer(c4, c8, 2), Residual(c8))
        self.sixteenth = nn.Sequential(layer(c8, c16, 2), Residual(c16))
        self.smallest = nn.Sequential(layer(c16, c32, 2), Residual(c32))
        self.from_smallest = layer(c32, c16, 1, 1)
        self.at_sixteenth = layer(c16, c16)
        self.from_sixteenth = layer(c16, c8, 1, 1)
        self.at_eighth = layer(c8, c8)
        self.from_eighth = layer(c8, JOINED, 1, 1)
        self.from_quarter = layer(c4, JOINED, 1, 1)
        self.head = nn.Sequential(Residual(JOINED), layer(JOINED, HEAD))
        self.answer = nn.Conv2d(HEAD, MAPS, 1)
        with torch.no_grad():
            self.answer.bias[[0, 7]] = SELDOM

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the maps."""
        quarter = self.quarter(self.at_half(seen))
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        smallest = self.smallest(sixteenth)
        sixteenth = self.at_sixteenth(sixteenth + _larger(self.from_smallest(smallest)))
        eighth = self.at_eighth(eighth + _larger(self.from_sixteenth(sixteenth)))
        joined = self.from_quarter(quarter) + _larger(self.from_eighth(eighth))
        maps: torch.Tensor = self.answer(self.head(joined))
        return maps


def _larger(maps: torch.Tensor) -> torch.Tensor:
    twice: torch.Tensor = functional.interpolate(maps, scale_factor=2.0, mode="nearest")
    return twice
