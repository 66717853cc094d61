"""Versions of the camera's software that are known to be bad, with who reported it: pure.

Looked up in the issues of raspberrypi/picamera2, libcamera and linux. What those warn of in every
version is not told here but kept to in `hardware.picamera`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from companion.health import CheckResult, Health

Version = tuple[int, ...]

FORGETS = (0, 3, 26)
"""This picamera2 starts with an automatic exposure where a fixed one was asked for
(https://github.com/raspberrypi/picamera2/issues/1263, mended by pull request 1265)."""
KNOWS_MODES, WANTS_MODES = (0, 3, 26), (0, 5)
"""An older picamera2 does not tell libcamera 0.5 and newer that an exposure is fixed, and without
that it stays automatic (https://github.com/raspberrypi/picamera2/pull/1255)."""
GIVES_BACK = (0, 3, 17)
"""An older picamera2 keeps the memory of a camera that was closed, so that after some stalls it
cannot be opened again (https://github.com/raspberrypi/picamera2/issues/887, pull request 888)."""
CRIES_WOLF = (0, 5, 0)
"""This libcamera says "Ctrl AeEnable is not handled" although it does handle it
(https://github.com/raspberrypi/picamera2/issues/1269; https://github.com/raspberrypi/libcamera/pull/264)."""
STALLS = (6, 6, 54)
"""With kernels up to this one the cameras of a Raspberry Pi 4 and older stop after some hours
(https://github.com/raspberrypi/picamera2/issues/1090; https://github.com/raspberrypi/linux/pull/6429,
written after it). In which release of Raspberry Pi OS the mend came first is not known to us."""


@dataclass(frozen=True, slots=True)
class CameraSoftware:
    """What a machine says of its camera's software.

    Attributes:
        picamera2: the package's version; None: not known.
        libcamera: that of its library.
        kernel: the running kernel's release.
        model: of the board.
    """

    picamera2: str | None
    libcamera: str | None
    kernel: str | None
    model: str


def version_of(said: str | None) -> Version | None:
    """Return the numbers that a version begins with, as in ``0.5.0+rpt20250429-1``; None: none."""
    found = re.match(r"(?:\d+:)?(\d+(?:\.\d+)*)", said or "")
    return tuple(int(one) for one in found[1].split(".")) if found else None


def known_faults(software: CameraSoftware, language: NullTranslations) -> Sequence[CheckResult]:
    """Return what is known to be wrong with these versions; nothing where they are well."""
    _ = language.gettext
    found: list[CheckResult] = []
    renew = "sudo apt update && sudo apt full-upgrade"

    def tell(check: str, says: str, version: str | None) -> None:
        text = says.format(version=version)
        found.append(CheckResult(check, Health.WARNING, text, renew))

    ours, theirs = version_of(software.picamera2), version_of(software.libcamera)
    if ours == FORGETS:
        says = _("version {version} forgets a fixed exposure when it starts")
        tell("picamera2", says, software.picamera2)
    elif ours is not None and ours < KNOWS_MODES and theirs is not None and theirs >= WANTS_MODES:
        says = _("version {version} cannot fix the exposure of the libcamera that is installed")
        tell("picamera2", says, software.picamera2)
    if ours is not None and ours < GIVES_BACK:
        says = _("version {version} keeps the memory of a camera that stalled and is opened again")
        tell("picamera2", says, software.picamera2)
    if theirs == CRIES_WOLF:
        says = _("version {version} warns that AeEnable is not handled; it is, pay no heed")
        text = says.format(version=software.libcamera)
        found.append(CheckResult("libcamera", Health.OK, text))
    runs = version_of(software.kernel)
    # A Raspberry Pi 5 has another image processor, and its driver is another one.
    old_board = re.search(r"Raspberry Pi (?:[1-4]|Compute Module [34]|Zero)", software.model)
    if old_board and runs is not None and runs <= STALLS:
        says = _("with version {version} the camera may stop after some hours")
        tell("kernel", says, software.kernel)
    return found
