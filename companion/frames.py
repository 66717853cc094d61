"""What a camera hands on: one picture and the moment it was taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    BgrImage = npt.NDArray[np.uint8]

Corners = tuple[tuple[float, float], ...]
"""Four points (x, y) in a picture's pixels, clockwise from a card's top left; or none."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table.

    Attributes:
        picture: its pixels, or what fetches them: a live camera converts only the pictures that
            somebody reads. That works until the camera is asked for the next frame.
        t: seconds on the camera's own clock; never goes backwards within one camera.
        name: what to call the picture in messages, a file's name for instance.
        small: the same picture small, for looking for movement, where the camera has one: shape
            (h, w, 3), uint8, BGR or grey in all three.
    """

    picture: BgrImage | Callable[[], BgrImage]
    t: float
    name: str = ""
    small: BgrImage | None = None

    @property
    def pixels(self) -> BgrImage:
        """The pixels: shape (H, W, 3), uint8, BGR; rows from the top."""
        return self.picture() if callable(self.picture) else self.picture


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


class CameraRound:
    """The base of a camera that hands on the frames of another one, and closes it.

    Who derives from it says what ``frames`` yields.
    """

    def __init__(self, camera: Camera) -> None:
        """Take over an opened camera."""
        self._camera = camera

    def close(self) -> None:
        """Release the camera; safe to call twice."""
        self._camera.close()

    def __enter__(self) -> Self:
        """Return the camera."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the camera."""
        self.close()
