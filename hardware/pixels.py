"""What a sensor delivers, as BGR: libcamera's formats, whatever was asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from companion.frames import BgrImage

PixelSize = tuple[int, int]
"""Width and height in pixels."""
Raw = npt.NDArray[np.uint8]


class PixelFormatError(ValueError):
    """A picture is in a format, or of a shape, that is not known here."""


def _planar(code: int) -> Callable[[Raw, PixelSize], BgrImage]:
    def convert(raw: Raw, size: PixelSize) -> BgrImage:
        width, height = size
        whole = _checked(raw, (height * 3 // 2, None))
        # Rows may be longer than the picture. The two colour planes of YUV420 share their rows,
        # so the padding can be cut off only after the conversion.
        return _bgr(cv2.cvtColor(whole, code)[:, :width])

    return convert


def _packed(channels: int, code: int | None) -> Callable[[Raw, PixelSize], BgrImage]:
    def convert(raw: Raw, size: PixelSize) -> BgrImage:
        width, height = size
        whole = _checked(raw, (height, width, channels))
        return _bgr(whole if code is None else cv2.cvtColor(whole, code))

    return convert


# libcamera names the bytes of a pixel from the last to the first: its RGB888 is B, G, R in memory.
_CONVERSIONS: Mapping[str, Callable[[Raw, PixelSize], BgrImage]] = MappingProxyType(
    {
        "RGB888": _packed(3, None),
        "BGR888": _packed(3, cv2.COLOR_RGB2BGR),
        "XRGB8888": _packed(4, cv2.COLOR_BGRA2BGR),
        "XBGR8888": _packed(4, cv2.COLOR_RGBA2BGR),
        "YUV420": _planar(cv2.COLOR_YUV2BGR_I420),
        "YVU420": _planar(cv2.COLOR_YUV2BGR_YV12),
        "NV12": _planar(cv2.COLOR_YUV2BGR_NV12),
        "NV21": _planar(cv2.COLOR_YUV2BGR_NV21),
        "YUYV": _packed(2, cv2.COLOR_YUV2BGR_YUYV),
    }
)
FORMATS = tuple(_CONVERSIONS)
"""The formats that are known, by libcamera's names."""
_PLANAR = ("YUV420", "YVU420", "NV12", "NV21")


def to_bgr(raw: Raw, name: str, size: PixelSize) -> BgrImage:
    """Convert a picture to BGR.

    Args:
        raw: as picamera2's ``make_array`` gives it: shape (H, W, 3 or 4) for RGB, (H * 3 / 2,
            stride) for the planar formats, (H, W, 2) for YUYV; uint8.
        name: the format that the camera says it delivers.
        size: the picture's width and height.

    Returns:
        Shape (H, W, 3), uint8, BGR, of its own.

    Raises:
        PixelFormatError: the format is not known, or the array does not fit it.
    """
    if name not in _CONVERSIONS:
        raise PixelFormatError(f"the camera delivers {name}; known are {', '.join(FORMATS)}")
    return _CONVERSIONS[name](raw, size)


def to_grey(raw: Raw, name: str, size: PixelSize) -> BgrImage:
    """Convert a picture to grey, cheaply: for the planar formats the colours are not looked at.

    Arguments and errors as with `to_bgr`; the same shape is returned, all three channels alike.
    """
    if name not in _PLANAR:
        grey = cv2.cvtColor(to_bgr(raw, name, size), cv2.COLOR_BGR2GRAY)
    else:
        width, height = size
        grey = _checked(raw, (height * 3 // 2, None))[:height, :width]
    return _bgr(cv2.merge((grey, grey, grey)))


def _checked(raw: Raw, shape: tuple[int | None, ...]) -> Raw:
    fits = raw.ndim == len(shape) and all(
        want is None or got == want for got, want in zip(raw.shape, shape, strict=True)
    )
    if not fits:
        wanted = " x ".join("stride" if want is None else str(want) for want in shape)
        got = " x ".join(str(side) for side in raw.shape)
        raise PixelFormatError(f"the camera's picture has the shape {got}, want {wanted}")
    return raw


def _bgr(image: Any) -> BgrImage:
    return np.array(image, dtype=np.uint8, order="C")
