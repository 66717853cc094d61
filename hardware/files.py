"""Files as a camera: a folder of pictures with the moments at which they were taken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

import cv2
import numpy as np

from companion.codec import seconds
from companion.files.errors import reason
from companion.files.reading import open_now, read_text
from companion.frames import Frame
from companion.language.phrases import phrase
from companion.pictures.headers import ENOUGH, PictureError, check_kind, read_header

if TYPE_CHECKING:
    from companion.frames import BgrImage

INDEX = "frames.jsonl"


class CameraError(ValueError):
    """A camera cannot be used; the message names it and says what is wrong."""


@dataclass(frozen=True, slots=True)
class _Shot:
    path: Path
    t: float


def read_image(path: Path) -> BgrImage:
    """Read one picture, shape (H, W, 3), uint8, BGR.

    It comes out upright by its EXIF orientation. What is transparent becomes white, as paper is. Of
    a picture that moves, the first is read.

    Raises:
        CameraError: the file is missing, is not a picture that can be read, or is larger than
            `companion.pictures.headers.MOST_PIXELS`.
    """
    try:
        with open_now(path) as file:
            first = file.read(ENOUGH)
            check_kind(first)  # before a film or an archive is read to its end
            data = first + file.read()
        header = read_header(data)
    except OSError as error:
        raise CameraError(f"cannot read {path}: {error.strerror}") from error
    except PictureError as error:
        raise CameraError(f"{path} {error}") from error
    # Read as colours, alpha would be thrown away, and show what lies under it.
    how = cv2.IMREAD_UNCHANGED if header.alpha else cv2.IMREAD_COLOR
    image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), how)
    if image is None:
        raise CameraError(f"{path} is not a picture that can be read")
    if image.dtype == np.uint16:
        image = (image // 257).astype(np.uint8)
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    if header.alpha and image.shape[2] == 4:
        thin = image[..., 3] < 255  # most often nowhere, and pictures are large
        cover = image[thin, 3:].astype(np.float32) / 255
        image = np.ascontiguousarray(image[..., :3])
        image[thin] = (image[thin] * cover + 255 * (1 - cover)).round()
    return np.ascontiguousarray(header.upright(np.asarray(image, dtype=np.uint8)))


class FolderCamera:
    """A filmed game: a folder with pictures and ``frames.jsonl``, which says when each shows.

    A line is ``{"file": name, "t": seconds}``; a file may come more than once.

    Raises:
        CameraError: there is no such folder, no index, or the index names what is not there.
    """

    def __init__(self, folder: Path) -> None:
        """Read and check the index; pictures are read when they are asked for."""
        self._shots = _read_index(folder)

    def __len__(self) -> int:
        """Return the number of frames."""
        return len(self._shots)

    @property
    def duration(self) -> float:
        """Return the seconds from the first frame to the last."""
        return self._shots[-1].t - self._shots[0].t

    def frames(self) -> Iterator[Frame]:
        """Yield all frames; pictures that repeat are read once.

        Raises:
            CameraError: a picture is broken.
        """
        last: tuple[Path, BgrImage] | None = None
        for shot in self._shots:
            if last is None or last[0] != shot.path:
                last = (shot.path, read_image(shot.path))
            yield Frame(last[1], shot.t, shot.path.name)

    def close(self) -> None:
        """Do nothing: no file stays open."""

    def __enter__(self) -> Self:
        """Return the camera."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close the camera."""
        self.close()


def _read_index(folder: Path) -> tuple[_Shot, ...]:
    if not folder.is_dir():
        raise CameraError(phrase("{folder} is not a folder of pictures", folder=folder))
    index = folder / INDEX
    try:
        lines = read_text(index).splitlines()
    except FileNotFoundError:
        raise CameraError(
            phrase(
                "{folder} has no {index}, which says when each picture shows",
                folder=folder,
                index=INDEX,
            )
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise CameraError(phrase("cannot read {path}: {why}", path=index, why=why)) from error
    shots: list[_Shot] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        shot = _parse(line, folder, f"{index}, line {number}")
        if shots and shot.t < shots[-1].t:
            raise CameraError(f"{index}, line {number}: t goes back from {shots[-1].t:g} s")
        shots.append(shot)
    if not shots:
        raise CameraError(phrase("{index} names no pictures", index=index))
    return tuple(shots)


def _parse(line: str, folder: Path, where: str) -> _Shot:
    try:
        data = json.loads(line)
        name, t = data["file"], data["t"]
    except (ValueError, RecursionError, TypeError, KeyError):
        raise CameraError(f'{where}: want {{"file": name, "t": seconds}}, got {line:.60}') from None
    if not isinstance(name, str) or isinstance(t, bool) or not isinstance(t, int | float):
        raise CameraError(f'{where}: want {{"file": name, "t": seconds}}, got {line:.60}')
    try:
        moment = seconds(t)
    except ValueError:
        raise CameraError(f"{where}: t is {t!r:.40}, not a number of seconds") from None
    path = folder / name
    if not path.is_file():
        raise CameraError(f"{where}: there is no picture {path}")
    return _Shot(path, moment)
