"""A learnt deck: the group's own cards, one or more exemplar pictures of each."""

from __future__ import annotations

import io
import json
import os
import re
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from companion.frames import BgrImage

EXEMPLAR_SCALE = 3.0
"""Pixels per millimetre at which exemplars are kept: twice what the eyes compare at."""
FORMAT_VERSION = 1
BACK = "back"
"""The label of the card's back, and the name of its picture."""
SUFFIXES = frozenset({".png", ".jpg", ".jpeg"})
SHAPE_SLACK = 0.04
"""Share by which a flat picture's sides may miss the card's proportion."""
HANAFUDA_LABEL = re.compile(r"\d{2}-")
KNOWN_SIZES = ((63.0, 88.0), (65.0, 100.0))
HANAFUDA_SIZE = (33.0, 54.0)

Size = tuple[float, float]
"""Width and height of a card in millimetres."""


class DeckError(ValueError):
    """A deck cannot be learnt or read; the message names the file and says what is wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class Exemplar:
    """One picture of one kind of card, upright and flat.

    Attributes:
        label: the kind's name, ``r3`` or ``01-crane``; ``back`` for the card's back.
        image: shape (H, W, 3), uint8, BGR, `EXEMPLAR_SCALE` pixels per millimetre.
    """

    label: str
    image: BgrImage


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """What the eyes compare with.

    Attributes:
        name: what the group calls it.
        card_size: width and height in millimetres.
        exemplars: every label at least once.
    """

    name: str
    card_size: Size
    exemplars: tuple[Exemplar, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels of the faces, sorted; the back is not one of them."""
        return tuple(sorted({one.label for one in self.exemplars} - {BACK}))

    @property
    def has_back(self) -> bool:
        """Say whether the card's back was learnt."""
        return any(one.label == BACK for one in self.exemplars)


def exemplar_pixels(size: Size) -> tuple[int, int]:
    """Return the width and height of an exemplar's picture in pixels."""
    return round(size[0] * EXEMPLAR_SCALE), round(size[1] * EXEMPLAR_SCALE)


def find_pictures(folder: Path) -> tuple[Path, ...]:
    """Return the card pictures in ``folder`` by name, one for each label.

    Raises:
        DeckError: there is no such folder, no picture in it, or two pictures of one label.
    """
    if not folder.is_dir():
        raise DeckError(f"{folder} is not a folder of card pictures")
    paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES)
    if not paths:
        raise DeckError(f"{folder} holds no card pictures (<label>.png or <label>.jpg)")
    by_label: dict[str, Path] = {}
    for path in paths:
        other = by_label.setdefault(path.stem, path)
        if other is not path:
            raise DeckError(
                f"{folder} holds two pictures of {path.stem}: {other.name} and {path.name}"
            )
    return tuple(paths)


def read_picture(path: Path) -> BgrImage:
    """Read one picture; what is transparent in it becomes white, as paper is.

    Raises:
        DeckError: the file is not a picture that can be read.
    """
    try:
        data = np.frombuffer(path.read_bytes(), dtype=np.uint8)
    except OSError as error:
        raise DeckError(f"cannot read {path}: {error.strerror}") from error
    image = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if data.size else None
    if image is None:
        raise DeckError(f"{path} is not a picture that can be read")
    if image.dtype == np.uint16:
        image = (image // 257).astype(np.uint8)
    if image.ndim == 2:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    if image.shape[2] == 4:
        cover = image[..., 3:].astype(np.float32) / 255
        image = (image[..., :3] * cover + 255 * (1 - cover)).round()
    return np.asarray(image, dtype=np.uint8)


def guess_card_size(labels: Sequence[str], shape: tuple[int, int]) -> Size | None:
    """Return the usual size of cards so labelled and so shaped (height, width), or None."""
    proportion = shape[1] / shape[0]
    if labels and all(HANAFUDA_LABEL.match(label) or label == BACK for label in labels):
        return HANAFUDA_SIZE if _fits(HANAFUDA_SIZE, proportion) else None
    return next((size for size in KNOWN_SIZES if _fits(size, proportion)), None)


def _fits(size: Size, proportion: float) -> bool:
    return abs(proportion / (size[0] / size[1]) - 1) <= SHAPE_SLACK


def learn_deck(name: str, pictures: Iterable[Path], card_size: Size | None) -> Deck:
    """Learn a deck from flat pictures named after their cards.

    Args:
        name: what the group calls the deck.
        pictures: one file for each label; see `find_pictures`.
        card_size: millimetres, or None to take it from the pictures' shape.

    Raises:
        DeckError: a picture cannot be read or does not have the card's shape.
    """
    read = [(path, read_picture(path)) for path in pictures]
    if all(path.stem == BACK for path, _ in read):
        raise DeckError(f"{name}: a deck needs at least one face besides the back")
    if card_size is None:
        path, first = read[0]
        card_size = guess_card_size([path.stem for path, _ in read], first.shape[:2])
        if card_size is None:
            height, width = first.shape[:2]
            raise DeckError(
                f"{path} is {width} x {height} pixels, the shape of no usual card: "
                "say the size with --card-size WIDTHxHEIGHT in millimetres"
            )
    exemplars = []
    for path, image in read:
        height, width = image.shape[:2]
        if not _fits(card_size, width / height):
            raise DeckError(
                f"{path} is {width} x {height} pixels, "
                f"not the shape of a card of {card_size[0]:g} x {card_size[1]:g} mm"
            )
        exemplars.append(Exemplar(path.stem, _resized(image, exemplar_pixels(card_size))))
    return Deck(name, card_size, tuple(exemplars))


def _resized(image: BgrImage, size: tuple[int, int]) -> BgrImage:
    shrinks = size[0] < image.shape[1]
    how = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, size, interpolation=how), dtype=np.uint8)


def save_deck(deck: Deck, path: Path) -> None:
    """Write ``deck`` as one file, whole or not at all: a zip of ``deck.json`` and PNG pictures."""
    entries = []
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for index, one in enumerate(deck.exemplars):
            entry = f"{index:03d}.png"
            archive.writestr(entry, cv2.imencode(".png", one.image)[1].tobytes())
            entries.append({"label": one.label, "picture": entry})
        about = {
            "version": FORMAT_VERSION,
            "name": deck.name,
            "card_size": list(deck.card_size),
            "exemplars": entries,
        }
        archive.writestr("deck.json", json.dumps(about, indent=1))
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(buffer.getvalue())
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def load_deck(path: Path) -> Deck:
    """Read a deck that `save_deck` wrote.

    Raises:
        DeckError: the file is missing, is not a deck, or has a version this program can't read.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            about = json.loads(archive.read("deck.json"))
            if about["version"] != FORMAT_VERSION:
                raise DeckError(
                    f"{path} has deck format {about['version']}; "
                    f"this program reads {FORMAT_VERSION}"
                )
            width, height = about["card_size"]
            exemplars = []
            for entry in about["exemplars"]:
                data = np.frombuffer(archive.read(entry["picture"]), dtype=np.uint8)
                image = cv2.imdecode(data, cv2.IMREAD_COLOR)
                if image is None:
                    raise DeckError(f"{path}: the picture of {entry['label']} is broken")
                exemplars.append(Exemplar(str(entry["label"]), np.asarray(image, dtype=np.uint8)))
            return Deck(str(about["name"]), (float(width), float(height)), tuple(exemplars))
    except OSError as error:
        raise DeckError(f"cannot read the deck {path}: {error.strerror}") from error
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError, cv2.error) as error:
        if isinstance(error, DeckError):
            raise
        raise DeckError(f"{path} is not a deck that was learnt here") from error
