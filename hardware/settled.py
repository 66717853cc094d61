"""What a camera settled on: exposure, white balance and focus, fixed from then on and kept."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from companion.codec import number
from companion.files.reading import read_json
from companion.files.shared_folder import file_mode
from companion.files.synced import make_directory
from companion.files.whole_file import write_whole

ControlValue = float | tuple[float, ...]

VERSION = 1
LONGEST_EXPOSURE = 0.04
"""Seconds of exposure: cards that are laid down smear in longer ones."""
MAINS_PERIOD = 0.01
"""Seconds: lamps on 50 Hz mains flicker with this period, on 60 Hz with a little less."""
LOWEST_GAIN, HIGHEST_GAIN = 1.0, 16.0
"""Of the IMX708, the sensor of Camera Module 3: what it amplifies itself, before it counts."""
RACK_PAPER = 165.0
"""How bright, of 255, the racks' white paper should be. They get half of the mat's light, which
makes the mat's paper some 226: as bright as it can be without being blown out."""
PAPER_NEAR = 0.1
"""Share by which the paper may be off."""
GAMMA = 2.2
"""Of sRGB, about: a level rises with the light to the power of 1 / 2.2, so with exposure too."""


class SettledError(ValueError):
    """What cameras settled on cannot be read or written; the message names the file."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The controls that were fixed for one camera, by libcamera's or OpenCV's names.

    Attributes:
        controls: a number each, or several (``ColourGains``).
    """

    controls: Mapping[str, ControlValue] = field(default_factory=lambda: MappingProxyType({}))


def load_settled(path: Path, camera: str) -> Settled | None:
    """Return what ``camera`` settled on; None: nothing is kept for it.

    Raises:
        SettledError: the file is there and cannot be used.
    """
    return _load(path).get(camera)


def save_settled(path: Path, camera: str, settled: Settled) -> None:
    """Keep what ``camera`` settled on; what other cameras did is kept as well.

    Raises:
        SettledError: the file cannot be written, or what is there is no such file.
    """
    _save(path, {**_load(path), camera: settled})


def forget_settled(path: Path) -> bool:
    """Forget what all cameras settled on; return whether anything was kept.

    Raises:
        SettledError: the file cannot be removed.
    """
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise SettledError(f"cannot remove {path}: {error.strerror}") from error
    return True


def _save(path: Path, kept: Mapping[str, Settled]) -> None:
    data = {"version": VERSION, "cameras": {name: dict(one.controls) for name, one in kept.items()}}
    try:
        make_directory(path.parent)
        whole = json.dumps(data, indent=1, sort_keys=True)
        write_whole(path, whole.encode(), file_mode(path.parent))
    except OSError as error:
        raise SettledError(f"cannot write {path}: {error.strerror}") from error


def _load(path: Path) -> dict[str, Settled]:
    try:
        data = read_json(path)
        if data["version"] != VERSION:
            raise ValueError(f"version {data['version']}")
        return {str(name): _parse(kept) for name, kept in data["cameras"].items()}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettledError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SettledError(
            f"{path} does not hold what cameras settled on: delete it, and they settle anew"
        ) from error


def _parse(kept: Mapping[str, object]) -> Settled:
    found: dict[str, ControlValue] = {}
    for name, value in kept.items():
        if isinstance(value, list):
            found[name] = tuple(number(one) for one in value)
        else:
            found[name] = number(value)
    return Settled(MappingProxyType(found))


# --------------------------------------------------------------------------------- exposure


def exposed(seconds: float, gain: float, factor: float) -> tuple[float, float]:
    """Return the exposure, in seconds, and the gain that give ``factor`` times the light.

    Time comes before gain, which is noise, but not beyond `LONGEST_EXPOSURE`; where it is long
    enough it is a whole number of the lamps' periods, so that they do not flicker in the picture.
    """
    light = seconds * gain * factor
    time = min(light / LOWEST_GAIN, LONGEST_EXPOSURE)
    if time >= MAINS_PERIOD:
        time = math.floor(time / MAINS_PERIOD + 1e-6) * MAINS_PERIOD
    return time, min(max(light / time, LOWEST_GAIN), HIGHEST_GAIN)


def wanted_factor(paper: float) -> float | None:
    """Return how much more light is wanted when white paper is ``paper`` of 255; None: it is well.

    Where it is blown out nobody can tell how much too bright it is: half is tried.
    """
    if paper >= 254:
        return 0.5
    factor = float((RACK_PAPER / max(paper, 8.0)) ** GAMMA)
    return None if abs(paper / RACK_PAPER - 1) <= PAPER_NEAR else min(max(factor, 0.25), 8.0)
