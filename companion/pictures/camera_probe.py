"""A look through a camera in the network before it is chosen: its picture, its latency."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.language.phrases import phrase

NO_ADDRESS = phrase(
    "that is no whole address of a camera: it begins with http://, https:// or rtsp://"
)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a camera showed.

    Attributes:
        picture: its newest picture, JPEG.
        first: seconds from the question to the first whole picture.
        pause: seconds between two pictures; None: no second one came while it was looked.
    """

    picture: bytes
    first: float
    pause: float | None


class CameraProbe(Protocol):
    """Looks through cameras in the network; may be asked from any thread."""

    def look(self, address: str) -> Outlook:
        """Look through the camera at ``address`` for a few seconds.

        Raises:
            ValueError: that is no address, or no picture comes from there; a part of a sentence.
            BusyError: another camera is being looked through.
        """
