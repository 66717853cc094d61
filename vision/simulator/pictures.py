"""Flat pictures with transparency, and how one gets into the frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import PixelBox, Plane, rectangle
from vision.simulator.optics import Optics
from vision.simulator.scene import Pose

if TYPE_CHECKING:
    from companion.frames import BgrImage

LightShare = npt.NDArray[np.float32]
"""Shape (H, W): share of light that reaches each pixel of a frame."""
OVERSAMPLING = 1.35
"""Picture pixels to a frame's pixel: fewer blur it, many more flicker."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A flat thing, larger or smaller.

    Attributes:
        image: shape (H, W, 4), uint8; BGR times alpha, and alpha.
        scale: pixels per millimetre.
        middle: the point of the picture that a pose places, millimetres from its top left.
    """

    image: npt.NDArray[np.uint8]
    scale: float
    middle: tuple[float, float]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in millimetres."""
        height, width = self.image.shape[:2]
        return width / self.scale, height / self.scale

    def at(self, scale: float) -> Picture:
        """Return the picture with about ``scale`` pixels per millimetre, never with more."""
        if scale >= self.scale:
            return self
        size = (max(1, round(self.size[0] * scale)), max(1, round(self.size[1] * scale)))
        small = cv2.resize(self.image, size, interpolation=cv2.INTER_AREA)
        return Picture(np.asarray(small, dtype=np.uint8), size[0] / self.size[0], self.middle)


def opaque(image: BgrImage, scale: float) -> Picture:
    """Return ``image`` as a picture without holes, placed by its top left corner."""
    full = np.dstack([image, np.full(image.shape[:2], 255, dtype=np.uint8)])
    return Picture(full, scale, (0.0, 0.0))


def stencil(
    colour: BgrImage | tuple[int, int, int], alpha: npt.NDArray[np.floating]
) -> npt.NDArray[np.uint8]:
    """Return ``colour`` cut out by ``alpha``, shape (H, W), 0 to 1, as BGRA times alpha."""
    cover = alpha.astype(np.float32)[..., None]
    tinted = np.asarray(colour, dtype=np.float32) * cover
    return np.concatenate([tinted, cover * 255], axis=2).round().astype(np.uint8)


def over(upper: npt.NDArray[np.uint8], lower: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return ``upper`` laid on ``lower``, both BGRA times alpha of the same shape."""
    keep = 1 - upper[..., 3:].astype(np.float32) / 255
    return (upper + lower * keep).clip(0, 255).round().astype(np.uint8)


def with_shadow(image: npt.NDArray[np.uint8], scale: float, reach: float, dark: float) -> Picture:
    """Return a thing with a soft shadow of ``reach`` millimetres round it, placed by its middle."""
    border = round(2 * reach * scale)
    padded = cv2.copyMakeBorder(image, *(border,) * 4, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    shape = padded[..., 3].astype(np.float32) / 255
    soft = cv2.GaussianBlur(shape, (0, 0), reach * scale * 0.7) * dark
    whole = over(np.asarray(padded, dtype=np.uint8), stencil((0, 0, 0), np.asarray(soft)))
    height, width = whole.shape[:2]
    return Picture(whole, scale, (width / scale / 2, height / scale / 2))


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A thing as it is in the frame, lit.

    Attributes:
        box: which pixels.
        colour: shape (h, w, 3), BGR times alpha.
        keep: shape (h, w, 3), 255 less alpha.
    """

    box: PixelBox
    colour: BgrImage
    keep: BgrImage

    def lay(self, canvas: BgrImage) -> None:
        """Put the thing into ``canvas``, on top of what is there."""
        left, top, right, bottom = self.box
        under = canvas[top:bottom, left:right]
        kept = cv2.multiply(under, self.keep, scale=1 / 255)
        canvas[top:bottom, left:right] = cv2.add(kept, self.colour)


def lay(canvas: BgrImage, *patches: Patch | None) -> None:
    """Put things into ``canvas``, the lower first; what is out of view is None."""
    for patch in patches:
        if patch is not None:
            patch.lay(canvas)


def take(
    optics: Optics,
    plane: Plane,
    picture: Picture,
    pose: Pose,
    light: LightShare | None,
    level: float = 1.0,
) -> Patch | None:
    """Return ``picture`` at ``pose`` on ``plane`` as the camera sees it, or None out of view.

    Args:
        optics: the camera.
        plane: on which it lies.
        picture: what lies there.
        pose: where its middle is, millimetres on the plane.
        light: of the whole frame; None for what light does not change.
        level: brightness of the plane, of a table's.
    """
    width, height = picture.size
    angle = np.radians(pose.degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = rectangle(-picture.middle[0], -picture.middle[1], width, height)
    box = optics.box(plane, corners @ turn.T + [pose.x, pose.y])
    left, top, right, bottom = box
    if right - left < 1 or bottom - top < 1:
        return None
    picture = picture.at(OVERSAMPLING * optics.density(plane, (pose.x, pose.y)))
    seen = optics.seen(plane, box)
    back = (turn.T * picture.scale).astype(np.float32)
    shift = np.array(picture.middle) * picture.scale - 0.5 - back @ np.array([pose.x, pose.y])
    grid = cv2.transform(seen, np.column_stack([back, shift]).astype(np.float32))
    cut = cv2.remap(
        picture.image,
        grid,
        None,  # type: ignore[call-overload]  # OpenCV takes both coordinates in the first map
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=0,
    )
    colour = cv2.cvtColor(cut, cv2.COLOR_BGRA2BGR)
    if light is not None:
        share = light[top:bottom, left:right] * np.float32(level)
        colour = cv2.multiply(colour, cv2.merge([share] * 3), dtype=cv2.CV_8U)
    keep = cv2.merge([cv2.bitwise_not(cv2.extractChannel(cut, 3))] * 3)
    return Patch(box, np.asarray(colour, dtype=np.uint8), np.asarray(keep, dtype=np.uint8))
