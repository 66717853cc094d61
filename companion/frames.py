"""What a camera hands on: one picture and the moment it was taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    BgrImage = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table.

    Attributes:
        pixels: shape (H, W, 3), uint8, BGR; rows from the top.
        t: seconds on the camera's own clock; never goes backwards within one camera.
        name: what to call the picture in messages, a file's name for instance.
    """

    pixels: BgrImage
    t: float
    name: str = ""


class Camera(Protocol):
    """Anything that yields frames in the order of their time: a sensor, a video, a folder."""

    def frames(self) -> Iterator[Frame]:
        """Yield frames until the source ends; a live camera never ends."""

    def close(self) -> None:
        """Release the source; safe to call twice."""

    def __enter__(self) -> Self:
        """Return the opened camera."""

    def __exit__(self, *exception: object) -> None:
        """Close the camera."""
