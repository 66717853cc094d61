"""The Raspberry Pi's cameras that are connected, by picamera2, which is loaded only for that."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.language.phrases import phrase
from hardware.files import CameraError


@dataclass(frozen=True, slots=True)
class ConnectedCamera:
    """A camera that libcamera knows of.

    Attributes:
        number: what picamera2 opens it by.
        id: what it is called as long as it stays in its socket.
        model: the sensor.
    """

    number: int
    id: str
    model: str


def library() -> Any:
    """Load picamera2's class.

    Raises:
        CameraError: it is not there or does not start; says what helps.
    """
    try:
        return importlib.import_module("picamera2").Picamera2
    except ImportError as error:
        if (error.name or "").split(".")[0] in ("picamera2", "libcamera"):
            raise CameraError(
                phrase(
                    "picamera2 is not installed: {command}, and make the environment with"
                    " --system-site-packages",
                    command="sudo apt install --no-install-recommends python3-picamera2",
                )
            ) from error
        raise CameraError(phrase("picamera2 does not start: {why}", why=error)) from error
    except Exception as error:  # "numpy.dtype size changed", for one, is a ValueError
        raise CameraError(phrase("picamera2 does not start: {why}", why=error)) from error


def find_cameras(picamera2: Any) -> tuple[ConnectedCamera, ...]:
    """Return the cameras that are connected, in picamera2's order.

    Raises:
        CameraError: libcamera cannot tell.
    """
    try:
        found = picamera2.global_camera_info()
    except Exception as error:  # "Failed to start CameraManager" is a RuntimeError
        raise CameraError(phrase("libcamera does not start: {why}", why=error)) from error
    return tuple(
        ConnectedCamera(number, str(about["Id"]), str(about.get("Model", "unknown")))
        for number, about in enumerate(found)
    )


def choose(found: Sequence[ConnectedCamera], wanted: str | None) -> ConnectedCamera:
    """Return the camera that people mean: by its number, its id or a part of that; the first.

    Raises:
        CameraError: there is none, or several that it could be.
    """
    if not found:
        raise CameraError(
            phrase(
                "no camera is connected to the Raspberry Pi, or its cable sits badly: {command}"
                " shows what it finds",
                command="rpicam-hello --list-cameras",
            )
        )
    if wanted is None:
        return found[0]
    if wanted.isdecimal():
        fitting = [one for one in found if one.number == int(wanted)]
    else:
        exact = [one for one in found if one.id == wanted]
        fitting = exact or [one for one in found if wanted in one.id]
    if len(fitting) == 1:
        return fitting[0]
    there = ", ".join(one.id for one in found)
    if fitting:
        raise CameraError(
            phrase(
                "{wanted} names several cameras; there are: {there}",
                wanted=f"picamera2:{wanted}",
                there=there,
            )
        )
    raise CameraError(
        phrase(
            "{wanted} names no camera; there are: {there}",
            wanted=f"picamera2:{wanted}",
            there=there,
        )
    )
