"""The net that sees how much two cards look alike, and how it is written down for OpenCV."""

from __future__ import annotations

import warnings
from pathlib import Path

import torch
from torch import nn

from vision.match.embedding import ACROSS, DOWN, FEATURES

CHANNELS = (16, 32, 64)
"""Of the three stages, each at half the resolution of the one before."""
KEPT = 32
"""Channels that are kept of each place at the end: where a thing is printed counts, too."""
STRIDE = 8


def layer(inner: int, outer: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Return a convolution with its normalisation and rectification."""
    return nn.Sequential(
        nn.Conv2d(inner, outer, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outer),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two layers whose result is added to what they got (He et al., CVPR 2016)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = layer(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the same shape."""
        return torch.relu(seen + self.second(self.first(seen)))


class EmbeddingNet(nn.Module):
    """A card, shape (N, 3, `DOWN`, `ACROSS`), becomes a vector, shape (N, `FEATURES`).

    The vectors are not of length 1 yet: whoever uses them divides. Nothing is pooled at the end,
    for a card is always upright and fills the patch: a net that forgets places confuses cards on
    which the same things are printed elsewhere.
    """

    def __init__(self) -> None:
        super().__init__()
        first, second, third = CHANNELS
        self.body = nn.Sequential(
            layer(3, first, 2, 5),
            Residual(first),
            layer(first, second, 2),
            Residual(second),
            layer(second, third, 2),
            Residual(third),
            layer(third, KEPT, 1, 1),
        )
        self.last = nn.Linear(KEPT * (ACROSS // STRIDE) * (DOWN // STRIDE), FEATURES)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Return the vectors."""
        vectors: torch.Tensor = self.last(self.body(seen).flatten(1))
        return vectors


def write_onnx(
    net: nn.Module, path: Path, size: tuple[int, int] = (ACROSS, DOWN), any_size: bool = False
) -> None:
    """Write ``net`` so that OpenCV reads it, whatever the number of pictures at once.

    Args:
        net: what to write.
        path: the file.
        size: width and height of its pictures.
        any_size: whether others will do as well.
    """
    net.eval()
    example = torch.zeros(1, 3, size[1], size[0])
    free = {0: "n", 2: "height", 3: "width"} if any_size else {0: "n"}
    with warnings.catch_warnings():
        # The exporter that OpenCV 4.10 understands is not torch's newest, and says so.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net,
            (example,),
            str(path),
            opset_version=13,
            input_names=["seen"],
            output_names=["answer"],
            dynamic_axes={"seen": free, "answer": free},
            dynamo=False,
        )
